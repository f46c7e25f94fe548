//! The mate solver on suites of positions: nodes and CPU time, in this process.
//!
//! `cargo bench --bench mate -- SUITE.tsv...` prints a line for each suite. A suite is a file whose
//! first line names its columns, separated by tabs, and has a column `sfen`. Each position has one
//! thread, a table of at most 64 MiB and at most a million nodes.

use cpu_time::ProcessTime;
use std::fs;
use std::sync::atomic::AtomicBool;
use usi_engine::shogi::{Position, sfen};
use usi_engine::tsume::{MateAnswer, MateLimits, MateProblem};

const NODES: u64 = 1_000_000;
const HASH_MB: usize = 64;

fn positions(path: &str) -> Vec<Position> {
    let text = fs::read_to_string(path).expect("a suite");
    let mut lines = text.lines();
    let head = lines.next().unwrap_or("").trim_start_matches('#');
    let column = head.split('\t').position(|name| name == "sfen");
    let column = column.expect("a column `sfen`");
    let sfens = lines.filter_map(|line| line.split('\t').nth(column));
    sfens
        .map(|text| sfen::parse(text).expect("a valid SFEN"))
        .collect()
}

fn solve(position: &Position) -> (bool, u64) {
    let problem = MateProblem {
        position: position.clone(),
        limits: MateLimits {
            nodes: Some(NODES),
            until: None,
        },
        hash_mb: HASH_MB,
        shortest: false,
    };
    let report = problem.solve(&AtomicBool::new(false), &mut |_| {});
    let decided = report.answer != MateAnswer::NotDecided;
    (decided, report.progress.nodes)
}

fn main() {
    println!(
        "{:24} {:>9} {:>7} {:>11} {:>7}",
        "suite", "positions", "decided", "nodes", "CPU s"
    );
    for path in std::env::args().skip(1).filter(|arg| arg != "--bench") {
        let positions = positions(&path);
        let began = ProcessTime::now();
        let results: Vec<_> = positions.iter().map(solve).collect();
        let seconds = began.elapsed().as_secs_f64();
        let decided = results.iter().filter(|(decided, _)| *decided).count();
        let nodes: u64 = results.iter().map(|(_, nodes)| nodes).sum();
        let name = path.rsplit('/').next().unwrap_or(&path);
        let count = positions.len();
        println!("{name:24} {count:9} {decided:7} {nodes:11} {seconds:7.3}");
    }
}
