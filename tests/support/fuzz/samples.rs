//! Valid inputs for each target: files of `tests/data/fuzz`, what the program itself writes, and rows of
//! the suites.

use super::targets::walks::{self, moves};
use engine::book::{BookEntry, BookMove, MemoryBook, key};
use engine::eval::nnue::Network;
use engine::record::{Ending, Evaluation, Format, MoveInfo, Record, Termination};
use engine::search::Score;
use engine::shogi::game::Game;
use engine::shogi::{Color, Move, sfen};
use engine::usi::options::Options;
use learn::dataset::{GameRecord, Ply, SideLine, Writer};
use matches::referee::finished::Reason;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::fs;
use std::path::{Path, PathBuf};

/// How many games are made for records.
const GAMES: usize = 24;
/// Rows of a suite file in a sample.
const ROWS: usize = 12;

/// Lines of either side of the protocol.
const LINES: &str = include_str!("../../data/fuzz/lines.txt");

/// The samples of a target; at least one.
pub fn samples(target: &str) -> Vec<Vec<u8>> {
    let mut samples = match target {
        "position" => positions(),
        "go" => LINES.lines().map(|line| line.as_bytes().to_vec()).collect(),
        "options" => options(),
        "session" => sessions(),
        "history" | "endings" => histories(),
        "csa" => records(&[Format::Csa, Format::Usi]),
        "kif" => records(&[Format::Kif, Format::Ki2]),
        "jkf" => records(&[Format::Jkf]),
        "book" => vec![
            book(),
            book_in_bytes(),
            include_bytes!("../../data/books/shogigui.sbk").to_vec(),
            include_bytes!("../../data/books/apery.bin").to_vec(),
        ],
        "net" => networks(),
        "data" => data(),
        _ => Vec::new(),
    };
    if target == "suite" {
        samples.extend(suites());
    }
    samples.extend(files(&root().join("tests/data/fuzz").join(target)));
    samples
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The files in `folder`, by name; none if there is no such folder.
fn files(folder: &Path) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
        .iter()
        .filter_map(|path| fs::read(path).ok())
        .collect()
}

fn generator() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(22)
}

/// A game of moves at random, from an ordinary or an odd start.
fn game(rng: &mut Xoshiro256PlusPlus) -> Game {
    let odd = include_str!("../../../sfen-suites/perft/agreed.tsv").lines();
    let odd: Vec<_> = odd.filter_map(|line| line.split('\t').next()).collect();
    let start = odd.choose(rng).filter(|_| rng.random_ratio(1, 3));
    let start = start.and_then(|text| sfen::parse(text).ok());
    let mut game = Game::new(start.unwrap_or_default());
    for _ in 0..rng.random_range(0..40) {
        let chosen = moves(game.position()).choose(rng).copied();
        if chosen.is_none_or(|mv| game.play(mv).is_err()) {
            break;
        }
    }
    game
}

fn games() -> impl Iterator<Item = Game> {
    let mut rng = generator();
    (0..GAMES).map(move |_| game(&mut rng))
}

/// The argument of `position` for `game`.
fn argument(game: &Game) -> String {
    let moves: Vec<_> = game.moves().iter().map(ToString::to_string).collect();
    let start = sfen::write(game.start());
    format!("sfen {start} moves {}", moves.join(" "))
}

fn positions() -> Vec<Vec<u8>> {
    let fixed = [
        "startpos",
        "position startpos moves 7g7f 3c3d 8h2b+",
        "startpos moves 7g7f 0000",
    ];
    let played = games().map(|game| argument(&game));
    let all = fixed.into_iter().map(str::to_owned).chain(played);
    all.map(String::into_bytes).collect()
}

fn options() -> Vec<Vec<u8>> {
    let options = Options::new(true);
    let line = |(name, value)| format!("setoption name {name} value {value}");
    let lines: Vec<_> = options.in_force().map(line).collect();
    let mut samples: Vec<_> = lines
        .chunks(8)
        .map(|part| part.join("\n").into_bytes())
        .collect();
    samples.extend(
        LINES
            .lines()
            .filter(|it| it.contains('='))
            .map(|it| it.as_bytes().to_vec()),
    );
    samples
}

fn sessions() -> Vec<Vec<u8>> {
    let lines: Vec<_> = LINES.lines().collect();
    let talk = |(number, game): (usize, Game)| {
        let said = lines
            .iter()
            .skip(3 * number)
            .take(12)
            .copied()
            .collect::<Vec<_>>();
        let position = argument(&game);
        format!(
            "usi\nisready\nusinewgame\nposition {position}\ngo nodes 20\n{}",
            said.join("\n")
        )
    };
    games()
        .enumerate()
        .map(|it| talk(it).into_bytes())
        .collect()
}

/// Games that come back to where they were.
fn histories() -> Vec<Vec<u8>> {
    let mut rng = generator();
    let mut samples = Vec::new();
    for start in walks::starts() {
        let mut picks = || rng.random_range(0..1 << 16);
        let walked = walks::walk(start.clone(), 60, &mut picks);
        let steps = 1 + picks() % 6;
        let looped = walks::loops(start, steps, 120, &mut picks);
        samples.extend([walked, looped].map(|game| argument(&game).into_bytes()));
    }
    samples
}

/// Records with everything that can be noted, each in all of `formats`.
fn records(formats: &[Format]) -> Vec<Vec<u8>> {
    let mut rng = generator();
    let mut samples = Vec::new();
    for game in games() {
        let record = record(&game, &mut rng);
        samples.extend(
            formats
                .iter()
                .map(|format| format.write(&record).into_bytes()),
        );
    }
    samples
}

fn record(game: &Game, rng: &mut Xoshiro256PlusPlus) -> Record {
    let mut record = Record::new(Game::new(game.start().clone()));
    record.names = ["先手太郎".to_owned(), "Gote, Jiro".to_owned()];
    record.headers = vec![("EVENT".to_owned(), "試験 1".to_owned())];
    "before the first move\nand more".clone_into(&mut record.comment);
    for &mv in game.moves() {
        let info = MoveInfo {
            time_ms: Some(rng.random_range(0..100_000)),
            evaluation: Some(match rng.random_range(0..4) {
                0 => Evaluation::Mate {
                    winner: Color::White,
                    plies: Some(7),
                },
                _ => Evaluation::Centipawns(rng.random_range(-3000..3000)),
            }),
            depth: Some(rng.random_range(1..60)),
            nodes: Some(rng.random_range(0..u64::MAX)),
            pv: Vec::new(),
            comment: "a comment".repeat(rng.random_range(0..2)),
        };
        if record.push(mv, info).is_err() {
            break;
        }
    }
    record.ending = Some(Ending::from(Termination::Resignation));
    add_branches(&mut record, game, rng);
    record
}

/// Branches that leave late and early, and an empty one that leaves another.
fn add_branches(record: &mut Record, game: &Game, rng: &mut Xoshiro256PlusPlus) {
    let made = game.moves().len();
    for after in [made, made / 2, made / 3] {
        let Some(branch) = record.branch(after) else {
            return;
        };
        for _ in 0..4 {
            let chosen = moves(branch.game().position()).choose(rng).copied();
            if chosen.is_none_or(|mv| branch.push(mv, MoveInfo::default()).is_err()) {
                break;
            }
        }
        branch.ending = Some(Ending::from(Termination::Interrupted));
        let of_branch = branch.game().moves().len().min(2);
        if of_branch > 0 && after == made / 2 {
            let _ = branch.branch(of_branch);
        }
    }
}

fn some_book() -> MemoryBook {
    let mut draft = MemoryBook::default();
    for game in games() {
        let moves = moves(game.position());
        let entry = |mv| BookMove {
            mv,
            reply: None,
            value: 12,
            depth: 3,
            count: 4,
        };
        let moves = moves.iter().take(3).copied().map(entry).collect();
        draft.add(BookEntry::new(key(game.position()), 1, moves));
        if let Some(&mv) = game.moves().last() {
            draft.avoid(&key(game.start()), 1, mv);
        }
    }
    draft
}

fn book() -> Vec<u8> {
    written_book("book.db")
}

fn book_in_bytes() -> Vec<u8> {
    written_book("book.ybb")
}

/// A book as the content of a file of this name.
fn written_book(name: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let written = some_book().write_as(name.as_ref(), &mut bytes);
    written.expect("memory to write to");
    bytes
}

/// The smallest of each form.
fn networks() -> Vec<Vec<u8>> {
    let mut dense = 0x7AF3_2F16_u32.to_le_bytes().to_vec();
    dense.resize(12 + 8 + 2 * 128 * 1711 + 8 * 260 + 32 * 36 + 36, 0);
    let mut stacked = 0x7AF3_2F16_u32.to_le_bytes().to_vec();
    stacked.extend(
        [0x3C20_3B32, 0, 0x5F13_4AB8]
            .map(u32::to_le_bytes)
            .as_flattened(),
    );
    for numbers in [64, 64 * 1710] {
        stacked.extend(b"COMPRESSED_LEB128");
        stacked.extend(u32::to_le_bytes(numbers));
        stacked.resize(stacked.len() + numbers as usize, 0);
    }
    stacked.extend(0x6333_718A_u32.to_le_bytes());
    stacked.resize(stacked.len() + 8 * 68 + 32 * 36 + 36, 0);
    vec![Network::blank().to_bytes(), dense, stacked]
}

/// A file of games, and one game without the file around it.
fn data() -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    let mut writer = Writer::create(&path, &serde_json::Map::new()).expect("a new file");
    for (id, game) in (0..).zip(games()) {
        let score = Score::of_value(100 - id as i32);
        let plies: Vec<_> = game.moves().iter().map(|&mv| Ply { mv, score }).collect();
        let side_line = |best| SideLine {
            after: 0,
            moves: vec![Move::NONE, Move::NONE],
            best,
        };
        let side_lines = plies.first().copied().map(side_line);
        let record = GameRecord {
            id,
            start: game.start().clone(),
            opening: Vec::new(),
            plies,
            winner: Some(Color::Black),
            reason: Reason::Resignation,
            side_lines: side_lines.into_iter().collect(),
        };
        writer.append(&record).expect("room for a game");
    }
    let file = fs::read(path).expect("the file");
    let first = 8 + 16 + 2 + 8;
    let one = file[first..file.len().min(first + 120)].to_vec();
    vec![file, one]
}

/// The first rows of each file of positions.
fn suites() -> Vec<Vec<u8>> {
    let mut folders = vec![root().join("sfen-suites")];
    let mut samples = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = fs::read_to_string(&path) {
                let rows: Vec<_> = text.lines().take(ROWS).collect();
                samples.push(rows.join("\n").into_bytes());
            }
        }
    }
    samples.sort();
    samples
}
