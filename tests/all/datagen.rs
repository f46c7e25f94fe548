//! `datagen` by the real program: killed and resumed, in parts, and what is done with the games.

use crate::common::program::{assert_has, assert_refused, engine, kill_when, run};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// The games of every test, quickly played.
const GAMES: &str = "--nodes 30 --resign 500,2 --max-moves 150 --hash 1 --games";

/// The program's `datagen` with the words of `arguments` and those of `paths`.
fn datagen(arguments: &str, paths: &[&Path]) -> Command {
    let mut command = engine();
    command.arg("datagen").args(arguments.split_whitespace());
    command.args(paths);
    command
}

/// What it writes on standard output; it must succeed.
fn output_of(arguments: &str, paths: &[&Path]) -> String {
    let [text, _] = run(&mut datagen(arguments, paths));
    text
}

/// Plays so many games, with further arguments, into `folder`.
fn play(games: &str, folder: &Path) {
    output_of(&format!("{GAMES} {games} --out"), &[folder]);
}

#[test]
fn a_killed_run_is_resumed_and_leaves_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    play("40", &whole);
    let file = killed.join("part-1-of-1.games");
    let mut running = datagen(&format!("{GAMES} 40 --threads 2 --out"), &[&killed]);
    let grown = || fs::metadata(&file).is_ok_and(|file| file.len() >= 2000);
    kill_when(&mut running, grown, Duration::ZERO);
    let kept = fs::read(&file).unwrap();
    play("40 --threads 2", &killed);
    let resumed = fs::read(&file).unwrap();
    assert_eq!(resumed, fs::read(whole.join("part-1-of-1.games")).unwrap());
    // No game that stood there whole was played again.
    let last_frame = 2000.min(kept.len());
    assert_eq!(resumed[..last_frame], kept[..last_frame]);
}

#[test]
fn parts_are_merged_into_what_one_run_plays() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
    play("9", &whole);
    for part in ["1/2", "2/2"] {
        play(&format!("9 --part {part}"), &parts);
    }
    let merged = folder.path().join("merged.games");
    let arguments = format!("merge --out {}", merged.display());
    assert_eq!(output_of(&arguments, &[&parts]), "9 games\n");
    let one = fs::read(whole.join("part-1-of-1.games")).unwrap();
    assert_eq!(fs::read(&merged).unwrap(), one);
    assert_refused(&mut datagen(&arguments, &[&parts]), "exists");
}

#[test]
fn games_are_counted_divided_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let games = path("games");
    play("12", &games);
    let stats = output_of("stats", &[&games]);
    assert_has(&stats, "games: 12;");
    let positions = stats.split("positions: ").nth(1).unwrap();
    let positions: u64 = positions.split(',').next().unwrap().parse().unwrap();

    let (train, held) = (path("train"), path("held"));
    let arguments = format!(
        "split --every 3 --train {} --validation {}",
        train.display(),
        held.display()
    );
    let divided = output_of(&arguments, &[&games]);
    let counts: Vec<u64> = divided
        .split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect();
    assert_eq!(counts.iter().sum::<u64>(), 12, "{divided}");
    assert!(counts.iter().all(|&count| count > 0), "{divided}");
    assert!(output_of("stats", &[&train, &held]).contains("games: 12;"));

    for (format, size) in [("psv", 40), ("hcpe", 38)] {
        let out = path(format);
        let arguments = format!("export --format {format} --out {}", out.display());
        let text = output_of(&arguments, &[&games]);
        assert_eq!(text, format!("{positions} positions\n"));
        let bytes = fs::read(&out).unwrap();
        assert_eq!(bytes.len() as u64, size * positions);

        // What others wrote is read as games, too.
        let named = path(&format!("of-others.{format}"));
        fs::rename(&out, &named).unwrap();
        let read = output_of("stats", &[&named]);
        assert_has(&read, &format!("games: 12; … positions: {positions},"));
        output_of(&arguments, &[&named]);
        assert!(fs::read(&out).unwrap() == bytes, "{format}");
        fs::write(&named, &bytes[..bytes.len() - 1]).unwrap();
        let wanted = format!("of-others.{format}` … position {positions}: … bytes; expected");
        assert_refused(&mut datagen("stats", &[&named]), &wanted);
    }
}

#[test]
fn refusals_name_what_was_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    play("1", &games);
    for (arguments, token) in [
        ("--games 1 --nodes 31 --out", "other games: "),
        ("--part 3/2 --out", "3/2"),
        ("--config usi:x --out", "`usi:x`"),
        ("--config depth=x --out", "`depth`"),
        ("--config threads=2 --out", "threads=2"),
        ("--nodes 0 --out", "'0'"),
        ("--max-moves 8 --out", "--max-moves 8"),
        ("--positions missing --out", "`missing`"),
        ("stats missing", "`missing`"),
        ("import --asides 1 --out x", "--nodes"),
        ("export --format epd --out", "epd"),
    ] {
        assert_refused(&mut datagen(arguments, &[&games]), token);
    }
    assert_refused(&mut datagen("", &[]), "--out");
    let file = games.join("part-1-of-1.games");
    let mut bytes = fs::read(&file).unwrap();
    bytes[20] ^= 1;
    fs::write(&file, bytes).unwrap();
    assert_refused(&mut datagen("stats", &[&games]), "part-1-of-1.games");
}
