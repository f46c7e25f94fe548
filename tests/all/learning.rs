//! The whole path to a network at toy size, with the real program: games, training, a match.

use crate::common::program::{engine_in, run};

/// The number after `word` in `line`.
fn number_after(line: &str, word: &str) -> f64 {
    let rest = line.split(word).nth(1).unwrap_or_default().trim_start();
    let number = rest.split([' ', ',', '%']).next().unwrap_or_default();
    number
        .parse()
        .unwrap_or_else(|_| panic!("no number after `{word}` in `{line}`"))
}

#[test]
fn a_toy_network_learns_and_beats_the_untrained_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |line: &str| {
        let words: Vec<_> = line.split(' ').collect();
        let [results, progress] = run(&mut engine_in(folder.path(), &words));
        progress + &results
    };
    run("datagen --out games --games 240 --nodes 120 --threads 2 --config eval=handmade");
    let train = "train --data games --hidden 32 --batch 512 --blend 1 --seed 7";
    let lines = run(&format!(
        "{train} --epochs 6 --out trained.bin --curve curve.svg"
    ));
    let losses: Vec<_> = lines
        .lines()
        .filter(|line| line.starts_with("epoch "))
        .map(|line| number_after(line, "score"))
        .collect();
    let (first, last) = (losses[0], losses[losses.len() - 1]);
    assert!(last < 0.9 * first, "validation loss: {losses:?}");
    let curve = std::fs::read_to_string(folder.path().join("curve.svg")).expect("a picture");
    assert!(curve.starts_with("<svg") && !curve.contains("NaN"));

    run(&format!("{train} --epochs 0 --out untrained.bin"));
    let report = run(
        "selfplay eval=nnue,evalfile=trained.bin eval=nnue,evalfile=untrained.bin \
                      --games 20 --nodes 300 --hash 1 --concurrency 2",
    );
    let verdict = report.lines().last().expect("a verdict");
    assert!(number_after(verdict, "scores") >= 80.0, "{verdict}");
}
