//! Measurements in small: what is shown, that threads and stops change nothing.

use super::*;
use crate::positions::Positions;
use crate::searches::Searcher;
use engine::usi::session::NAME;
use matches::standard_conduct;
use std::fs;
use tempfile::tempdir;

const FILE: &str = "# position\tbest_2k\tmove_1k\tcp_1k\tdepth_1k\tmove_2k\tcp_2k\tdepth_2k\n\
    startpos\t2g2f\t7g7f\t10\t4\t2g2f\t20\t6\n\
    startpos moves 7g7f 3c3d\t2g2f\t2g2f\t10\t4\t2g2f\t-20\t6\n";

fn measurement(folder: &Path, threads: usize) -> Measurement {
    let path = folder.join("positions.tsv");
    fs::write(&path, FILE).unwrap();
    let positions = Positions::read(&path).unwrap();
    let searcher = |text| Searcher::new(text, 1, standard_conduct()).unwrap();
    Measurement {
        folder: folder.to_owned(),
        oracle: oracle(&positions, &path).unwrap(),
        games: positions.rows.into_iter().map(|row| row.game).collect(),
        players: ["", "search=alphabeta"].map(searcher).into(),
        nodes: vec![100, 1000],
        reference: searcher("").of_any_build().unwrap(),
        reference_nodes: 4000,
        workers: Workers::new(threads),
    }
}

#[test]
fn numbers_are_the_same_for_any_threads_and_after_any_stop() {
    let folder = tempdir().unwrap();
    let shown = |threads| {
        let mut progress = Vec::new();
        let gains = run(&measurement(folder.path(), threads), &mut progress).unwrap();
        (gains.to_string(), progress)
    };
    let (expected, _) = shown(1);
    let path = folder.path().join("searches.jsonl");
    let whole = fs::read(&path).unwrap();
    // As a file of version 0.2, which has no head, cut in the middle of a line.
    let head = whole.iter().position(|&byte| byte == b'\n').unwrap();
    fs::write(&path, &whole[head + 1..whole.len() / 2]).unwrap();
    let (again, progress) = shown(3);
    assert!(again == expected && !progress.is_empty(), "{again}");
    assert_eq!(shown(1), (expected, Vec::new()));
}

#[test]
fn the_oracle_is_a_player_that_agrees_with_itself() {
    let folder = tempdir().unwrap();
    let gains = run(&measurement(folder.path(), 1), &mut Vec::new()).unwrap();
    let row = |player: &str, nodes| {
        let mut rows = gains.rows.iter();
        rows.find(|row| row.player == player && row.nodes == nodes)
            .unwrap()
    };
    let share = |nodes| row("oracle", nodes).oracle.unwrap().value;
    assert_eq!((share(1000) as i32, share(2000) as i32), (50, 100));
    // 20 centipawns beside +20 and −20, and 10 beside them.
    assert_eq!(row("oracle", 1000).oracle_error.unwrap().value as i32, 20);
    let oracle = gains.growth.iter().find(|it| it.player == "oracle");
    assert!((oracle.unwrap().per_tenfold - 2.0 / 2_f64.log10()).abs() < 1e-9);
    let first = row(NAME, 100);
    assert!(first.loss.is_some() && first.more_than_first.is_none());
    assert!(row("search=alphabeta", 100).more_than_first.is_some());
    assert!(row("oracle", 2000).more_than_first.is_none());

    write(folder.path(), &gains).unwrap();
    let file = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(file("scaling.svg").contains("search=alphabeta"));
    assert!(file("scaling.json").contains("per_tenfold"));
}

#[test]
fn a_damaged_file_of_searches_is_refused() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("searches.jsonl"), "{}\n").unwrap();
    let refused = run(&measurement(folder.path(), 1), &mut Vec::new());
    let problem = refused.unwrap_err().to_string();
    assert!(
        problem.contains("searches.jsonl`, line 1: no checksum"),
        "{problem}"
    );
}
