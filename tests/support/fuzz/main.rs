//! Millions of damaged inputs for everything that reads what others wrote:
//!
//! ```sh
//! cargo run --example fuzz -- --target kif --inputs 1000000 --seed 1
//! ```
//!
//! Tells for each target how many inputs it took, the most memory that one of them needed and the longest
//! CPU time. An input that panics, takes ten seconds or needs more memory than its target may is kept in a
//! file, and the exit code is 1. `--file PATH` gives a target one input, such as that one.

mod mutate;
mod samples;
mod targets;
mod watch;

use cpu_time::ProcessTime;
use mutate::Mutator;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use targets::{TARGETS, Target};
use watch::{Counting, Watch};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// An input may not take longer.
const LONGEST: Duration = Duration::from_secs(10);
/// How often it is told how far it is.
const TELL: Duration = Duration::from_secs(10);
const USAGE: &str = "expected [--target NAME|all] [--inputs N] [--from N] [--seed N] [--file PATH]";

struct Plan {
    target: String,
    inputs: u64,
    from: u64,
    seed: u64,
    file: Option<PathBuf>,
}

fn plan(mut words: impl Iterator<Item = String>) -> Option<Plan> {
    let mut plan = Plan {
        target: "all".to_owned(),
        inputs: 10_000,
        from: 0,
        seed: 1,
        file: None,
    };
    while let Some(word) = words.next() {
        let value = words.next()?;
        match word.as_str() {
            "--target" => plan.target = value,
            "--inputs" => plan.inputs = value.parse().ok()?,
            "--from" => plan.from = value.parse().ok()?,
            "--seed" => plan.seed = value.parse().ok()?,
            "--file" => plan.file = Some(PathBuf::from(value)),
            _ => return None,
        }
    }
    let is_known = TARGETS.iter().any(|it| it.name == plan.target);
    (plan.target == "all" || is_known).then_some(plan)
}

fn main() -> ExitCode {
    let Some(plan) = plan(std::env::args().skip(1)) else {
        let names: Vec<_> = TARGETS.iter().map(|it| it.name).collect();
        eprintln!("{USAGE}; targets: all, {}", names.join(", "));
        return ExitCode::from(2);
    };
    println!(
        "{:10} {:>10} {:>8} {:>10} {:>12} {:>8}",
        "target", "inputs", "samples", "peak KiB", "slowest ms", "seconds"
    );
    let chosen = TARGETS
        .iter()
        .filter(|it| plan.target == "all" || it.name == plan.target);
    let sound = chosen
        .map(|target| drive(target, &plan))
        .filter(|sound| !sound)
        .count()
        == 0;
    ExitCode::from(u8::from(!sound))
}

/// Gives `target` its inputs. False if one needed too much memory.
fn drive(target: &Target, plan: &Plan) -> bool {
    let kept = PathBuf::from(format!("fuzz-{}.input", target.name));
    let mutator = Mutator::new(samples::samples(target.name));
    let one = plan.file.as_ref().and_then(|path| std::fs::read(path).ok());
    let count = if one.is_some() { 1 } else { plan.inputs };
    let watch = Watch::start(LONGEST, kept.clone());
    let (began, mut told) = (Instant::now(), Instant::now());
    let (mut most, mut slowest) = (0, (Duration::ZERO, 0));
    // What is made once and kept is no input's.
    (target.run)(&mutator.input(plan.seed, plan.from));
    for number in plan.from..plan.from + count {
        let input = one
            .clone()
            .unwrap_or_else(|| mutator.input(plan.seed, number));
        watch.at_hand(Some(&input));
        let (before, start) = (watch::begin(), ProcessTime::now());
        (target.run)(&input);
        slowest = slowest.max((start.elapsed(), number));
        let peak = watch::peak(before);
        if peak > target.most_mib << 20 {
            eprintln!("{}: input {number} needs {} KiB", target.name, peak >> 10);
            let _ = std::fs::write(&kept, &input);
            return false;
        }
        most = most.max(peak);
        if told.elapsed() > TELL {
            told = Instant::now();
            eprintln!("{}: {} of {count}", target.name, number - plan.from + 1);
        }
    }
    watch.at_hand(None);
    println!(
        "{:10} {count:10} {:8} {:10} {:12.1} {:8.0}   slowest is input {}",
        target.name,
        mutator.samples(),
        most >> 10,
        slowest.0.as_secs_f64() * 1e3,
        began.elapsed().as_secs_f64(),
        slowest.1,
    );
    true
}
