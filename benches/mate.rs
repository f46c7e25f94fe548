//! The mate solver on suites of positions: nodes and CPU time, in this process.
//!
//! `cargo bench --bench mate -- [--nodes N] [--hash MIB] [--threads N] [--each] SUITE...` prints a line
//! for each suite, with `--each` for each position too; without suites it takes some of our own. A
//! suite is of the form of `sfen-suites`, or a `.tsv` whose first line names its columns, `sfen` among
//! them. Each position has by default one thread, a table of at most 64 MiB and a million nodes;
//! `--quick` is for seeing that it runs.

#![allow(clippy::expect_used, clippy::print_stdout)]

use cpu_time::ProcessTime;
use engine::mate::{MateAnswer, MateLength, MateLimits, MateProblem, STACK_BYTES};
use engine::shogi::repetition::History;
use engine::shogi::{Position, sfen};
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::thread;

/// Measured when none is named.
const OWN_SUITES: [&str; 3] = [
    "sfen-suites/tsume/05.sfen",
    "sfen-suites/tsume/11.sfen",
    "sfen-suites/nomate/games.sfen",
];

struct Settings {
    nodes: u64,
    hash_mb: usize,
    threads: usize,
    each: bool,
    paths: Vec<String>,
}

impl Settings {
    fn parse() -> Self {
        let mut settings = Self {
            nodes: 1_000_000,
            hash_mb: 64,
            threads: 1,
            each: false,
            paths: Vec::new(),
        };
        let mut words = std::env::args().skip(1);
        let number = |word: Option<String>| word.and_then(|w| w.parse().ok()).expect("a number");
        while let Some(word) = words.next() {
            match word.as_str() {
                "--bench" => {}
                "--quick" => settings.nodes = 1000,
                "--nodes" => settings.nodes = number(words.next()),
                "--hash" => settings.hash_mb = number(words.next()) as usize,
                "--threads" => settings.threads = number(words.next()) as usize,
                "--each" => settings.each = true,
                _ => settings.paths.push(word),
            }
        }
        if settings.paths.is_empty() {
            settings.paths = OWN_SUITES.map(str::to_owned).to_vec();
        }
        settings
    }
}

fn positions(path: &str) -> Vec<Position> {
    let text = fs::read_to_string(path).expect("a suite");
    let sfens = if Path::new(path).extension().is_some_and(|it| it == "tsv") {
        column_of_sfens(&text)
    } else {
        let rows = text
            .lines()
            .map(|line| line.split(';').next().unwrap_or(""));
        rows.filter(|row| !row.is_empty() && !row.starts_with('#'))
            .collect()
    };
    let position = |text: &str| sfen::parse(text.trim()).expect("a valid SFEN");
    sfens.into_iter().map(position).collect()
}

fn column_of_sfens(text: &str) -> Vec<&str> {
    let mut lines = text.lines();
    let head = lines.next().unwrap_or("").trim_start_matches('#');
    let column = head.split('\t').position(|name| name == "sfen");
    let column = column.expect("a column `sfen`");
    lines
        .filter_map(|line| line.split('\t').nth(column))
        .collect()
}

/// Whether the answer was proven, and how many nodes were searched.
fn solve(position: &Position, settings: &Settings) -> (bool, u64) {
    let problem = MateProblem {
        position: position.clone(),
        limits: MateLimits {
            nodes: Some(settings.nodes),
            until: None,
        },
        hash_mb: settings.hash_mb,
        length: MateLength::Any,
    };
    let began = ProcessTime::now();
    let (past, stop) = (History::default(), AtomicBool::new(false));
    let report = problem.solve_by(settings.threads, &past, &stop, &mut |_| {});
    let nodes = report.progress.nodes;
    if settings.each {
        let plies = match &report.answer {
            MateAnswer::Mate(line) => line.len().to_string(),
            other => format!("{other:?}"),
        };
        let seconds = began.elapsed().as_secs_f64();
        println!(
            "{plies:>10} {nodes:11} {seconds:8.3} {}",
            sfen::write(position)
        );
    }
    (report.answer != MateAnswer::NotDecided, nodes)
}

fn measure(path: &str, settings: &Settings) {
    let positions = positions(path);
    let began = ProcessTime::now();
    let results = positions.iter().map(|position| solve(position, settings));
    let results: Vec<_> = results.collect();
    let seconds = began.elapsed().as_secs_f64();
    let decided = results.iter().filter(|(decided, _)| *decided).count();
    let nodes: u64 = results.iter().map(|(_, nodes)| nodes).sum();
    let name = path.rsplit('/').next().unwrap_or(path);
    let count = positions.len();
    println!("{name:24} {count:9} {decided:7} {nodes:11} {seconds:7.3}");
}

fn measure_all() {
    println!(
        "{:24} {:>9} {:>7} {:>11} {:>7}",
        "suite", "positions", "decided", "nodes", "CPU s"
    );
    let settings = Settings::parse();
    settings
        .paths
        .iter()
        .for_each(|path| measure(path, &settings));
}

fn main() {
    let thread = thread::Builder::new().stack_size(STACK_BYTES);
    let thread = thread.spawn(measure_all).expect("a thread");
    thread.join().expect("an answer for each position");
}
