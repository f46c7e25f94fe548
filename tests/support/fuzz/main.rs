//! Millions of damaged inputs for everything that reads what others wrote:
//!
//! ```sh
//! cargo run --example fuzz -- --target kif --inputs 1000000 --seed 1
//! ```
//!
//! Tells for each target how many inputs it took, the most memory that one of them needed and the longest
//! CPU time. An input that panics, takes ten seconds or needs more memory than its target may is kept in a
//! file, and the exit code is 1. `--file PATH` gives a target one input, such as that one.

#![allow(clippy::expect_used, clippy::print_stdout, clippy::print_stderr)]

mod mutate;
mod samples;
mod targets;
mod watch;

use clap::Parser;
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

/// Damaged inputs for everything that reads what others wrote.
#[derive(Parser)]
struct Plan {
    /// The target, or all of them.
    #[arg(long, default_value = "all")]
    #[arg(value_parser = TARGETS.iter().map(|it| it.name).chain(["all"]).collect::<Vec<_>>())]
    target: String,
    /// How many inputs each has.
    #[arg(long, default_value_t = 10_000)]
    inputs: u64,
    /// The number of the first of them.
    #[arg(long, default_value_t = 0)]
    from: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Give this input only.
    #[arg(long)]
    file: Option<PathBuf>,
}

fn main() -> ExitCode {
    let plan = Plan::parse();
    println!(
        "{:10} {:>10} {:>8} {:>10} {:>12} {:>8}",
        "target", "inputs", "samples", "peak KiB", "slowest ms", "seconds"
    );
    let chosen = TARGETS
        .iter()
        .filter(|it| plan.target == "all" || it.name == plan.target);
    let unsound = chosen.filter(|target| !drive(target, &plan)).count();
    ExitCode::from(u8::from(unsound > 0))
}

/// The bytes that `target` needs for what is usual.
fn usual_need(target: &Target) -> usize {
    if target.usual.is_empty() {
        return 0;
    }
    let before = watch::begin();
    (target.run)(target.usual);
    watch::peak(before)
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
    let usual = usual_need(target);
    for number in plan.from..plan.from + count {
        let input = one
            .clone()
            .unwrap_or_else(|| mutator.input(plan.seed, number));
        watch.at_hand(Some(&input));
        let (before, start) = (watch::begin(), ProcessTime::now());
        (target.run)(&input);
        slowest = slowest.max((start.elapsed(), number));
        let peak = watch::peak(before).saturating_sub(usual);
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
