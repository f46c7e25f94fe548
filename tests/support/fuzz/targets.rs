//! Everything that reads what others wrote, as functions of bytes. Each may refuse its input; what
//! it must not do is panic, hang, use memory without bound, or say more than a line about it.
//!
//! `cargo run --example fuzz`, the tests and `fuzz/` (cargo-fuzz) drive the same functions.

use base::files;
use engine::book::{Book, Entries, MemoryBook, Summary};
use engine::eval::nnue::Network;
use engine::record::{Format, Record};
use engine::shogi::game::Game;
use engine::shogi::{Move, Position, declaration::EnteringKingRule, sfen, sfen::Diagram};
use engine::usi::grammar::{Command, Query, Response};
use engine::usi::options::Options;
use learn::dataset::{self, Reader};
use matches::contest::openings::OpeningList;
use matches::journal::Journal;
use matches::journal::merge::Union;
use matches::players::limit::MoveLimit;
use matches::players::{PlayerSpec, Turn, parse_settings};
use matches::standard_conduct;
use std::fmt::Display;
use std::io::Write as _;
use std::path::Path;
use suite::SuiteFile;
use suite::kind::Examinee;
use tempfile::{Builder, NamedTempFile};

#[path = "history.rs"]
mod history;
#[path = "plain.rs"]
pub mod plain;
#[path = "talk.rs"]
mod talk;
#[path = "walks.rs"]
pub mod walks;

/// A target: what it is called, what it does with an input, and how much memory it may hold for that at one
/// moment, in MiB.
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// What reads the input.
    pub run: fn(&[u8]),
    /// The most MiB it may hold beyond what it held before the input, and beyond what `usual` needs.
    pub most_mib: usize,
    /// An input that needs what every input does: a thread that searches has tables of its own. Empty where none does.
    pub usual: &'static [u8],
}

/// All of them.
pub const TARGETS: [Target; 14] = [
    target("position", position, 8),
    target("go", go, 8),
    target("options", options, 16),
    searching("session", talk::session, 64, b"isready\ngo depth 1"),
    target("history", history::history, 8),
    searching("endings", history::endings, 64, b"startpos moves 7g7f"),
    target("csa", csa, 16),
    target("kif", kif, 16),
    target("jkf", jkf, 16),
    target("book", book, 16),
    target("net", net, 64),
    target("data", data, 16),
    target("journal", journal, 16),
    target("suite", suite, 16),
];

const fn target(name: &'static str, run: fn(&[u8]), most_mib: usize) -> Target {
    searching(name, run, most_mib, b"")
}

const fn searching(
    name: &'static str,
    run: fn(&[u8]),
    most_mib: usize,
    usual: &'static [u8],
) -> Target {
    Target {
        name,
        run,
        most_mib,
        usual,
    }
}

/// Gives the target `name` an input; nothing if there is none.
#[allow(dead_code)] // It is for cargo-fuzz and the tests.
pub fn run(name: &str, bytes: &[u8]) {
    if let Some(target) = TARGETS.iter().find(|it| it.name == name) {
        (target.run)(bytes);
    }
}

/// What is said about a bad input is one line of a readable length.
fn said(words: &str) {
    assert!(!words.contains('\n'), "more than a line: {words}");
    assert!(words.len() < 2000, "{} bytes: {words}", words.len());
}

/// The same about whatever is there.
fn told(words: impl IntoIterator<Item = impl Display>) {
    words.into_iter().for_each(|it| said(&it.to_string()));
}

/// What was taken; about what was refused, a line was said.
fn taken<T>(result: Result<T, impl Display>) -> Option<T> {
    result.map_err(|error| said(&error.to_string())).ok()
}

/// Lines as a session reads them.
fn lines(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    text.split('\n')
        .map(|line| line.trim().to_owned())
        .collect()
}

/// A file with these bytes.
fn file(bytes: &[u8]) -> NamedTempFile {
    named(bytes, "")
}

/// The same with a name that has `end` at its end; in memory where the system has such a folder.
fn named(bytes: &[u8], end: &str) -> NamedTempFile {
    let memory = Path::new("/dev/shm");
    let temporary = std::env::temp_dir();
    let folder = if memory.is_dir() { memory } else { &temporary };
    let mut file = Builder::new()
        .prefix("kyomi-fuzz")
        .suffix(end)
        .tempfile_in(folder)
        .expect("a writable folder");
    file.write_all(bytes).expect("room for the input");
    file
}

/// The text of `position`, and the moves of what it describes.
pub fn position(bytes: &[u8]) {
    for line in lines(bytes) {
        let text = line.strip_prefix("position").unwrap_or(&line);
        for parse in [Game::parse, Game::parse_with_passes] {
            if let Some((game, error)) = taken(parse(text)) {
                told(error);
                look_at(&game);
            }
        }
    }
}

fn look_at(game: &Game) {
    let pos = game.position();
    let text = sfen::write(pos);
    let again = sfen::parse(&text).expect("what was written is read");
    assert_eq!((again.key(), sfen::write(&again)), (pos.key(), text));
    let _ = (game.ending(Some(256)), Diagram(pos).to_string());
    for rule in EnteringKingRule::ALL {
        let _ = rule.verdict(pos);
    }
    make_and_take_back(pos);
}

fn make_and_take_back(pos: &Position) {
    let mut other = pos.clone();
    for &mv in walks::moves(pos).as_slice() {
        let undo = other.do_move(mv);
        other.undo_move(mv, undo);
        assert_eq!(other.key(), pos.key(), "{mv} in {}", sfen::write(pos));
        assert_eq!(sfen::parse_move(&mv.to_string()), Ok(mv));
    }
    assert!(other == *pos, "{}", sfen::write(pos));
}

/// Any line of either side of the protocol, `go` among them.
pub fn go(bytes: &[u8]) {
    for line in lines(bytes) {
        let command = Command::parse(&line);
        let text = command.to_string();
        if !matches!(command, Command::Query(Query::Options(_))) {
            assert_eq!(Command::parse(&text), command, "`{line}` as `{text}`");
        }
        if let Some(response) = taken(Response::parse(&line)) {
            drop(response.to_string());
        }
    }
}

/// Options as `setoption` and as players' texts give them.
pub fn options(bytes: &[u8]) {
    let mut options = Options::new(true);
    for line in lines(bytes) {
        let parsed = Command::parse(&line);
        let shorthand = Command::shorthand(&line, |name| options.knows(name));
        for command in [Some(parsed), shorthand].into_iter().flatten() {
            if let Command::SetOption { name, value } = command {
                taken(options.set(&name, value.as_deref()));
            }
        }
        taken(parse_settings(&line, 1));
        taken(PlayerSpec::parse(&line, 1));
    }
    let in_force: Vec<_> = options.in_force().collect();
    for (name, value) in in_force {
        let again = options.set(name, Some(&value));
        assert!(again.is_ok(), "{name} was set to `{value}`: {again:?}");
    }
}

/// A record in the form of the Computer Shogi Association, and one of USI moves.
pub fn csa(bytes: &[u8]) {
    record(Format::Csa, bytes);
    record(Format::Usi, bytes);
}

/// A record in the form of Kifu for Windows, with moves in either notation.
pub fn kif(bytes: &[u8]) {
    record(Format::Kif, bytes);
}

/// A record in JSON.
pub fn jkf(bytes: &[u8]) {
    record(Format::Jkf, bytes);
}

/// Reads a record; what was read can be written in any form and read again, in one of them each time.
fn record(format: Format, bytes: &[u8]) {
    let reading = match format.read(bytes) {
        Ok(reading) => reading,
        Err(error) => {
            let error = error.to_string();
            assert!(error.starts_with("line "), "{error}");
            return said(&error);
        }
    };
    told(&reading.notes);
    let record = reading.record;
    let format = Format::ALL[bytes.len() % Format::ALL.len()];
    let text = format.write(&record);
    let again = format.read(text.as_bytes());
    let again = again.unwrap_or_else(|error| panic!("{format:?}: {error}\n{text}"));
    let mut lines = lines_of(&record);
    if !format.holds_branches() {
        lines.truncate(1);
    }
    assert!(lines == lines_of(&again.record), "{format:?}:\n{text}");
}

/// The game and all branches: where each leaves, its start and its moves.
fn lines_of(record: &Record) -> Vec<(usize, Position, Vec<Move>)> {
    let game = record.game();
    let mut lines = vec![(0, game.start().clone(), game.moves().to_vec())];
    for branch in record.branches() {
        let first = lines.len();
        lines.extend(lines_of(branch.line()));
        lines[first].0 = branch.after();
    }
    lines
}

/// The file of an opening book, in each of the three forms.
pub fn book(bytes: &[u8]) {
    for end in [".sbk", ".bin", ".ybb"] {
        let file = named(bytes, end);
        look_up(file.path());
        taken(MemoryBook::default().read(file.path()));
    }
    let file = file(bytes);
    let mut draft = MemoryBook::default();
    let Some(mut entries) = taken(Entries::new(bytes)) else {
        return;
    };
    while let Ok(Some(entry)) = entries.next_entry() {
        draft.add(entry);
    }
    if let Some(summary) = taken(Summary::of(file.path())) {
        drop(summary.to_string());
    }
    look_up(file.path());
    let mut again = Vec::new();
    draft.write(&mut again).expect("memory to write to");
    let sorted = self::file(&again);
    assert!(Book::at(sorted.path()).is_ok(), "what was written is read");
}

fn look_up(path: &Path) {
    let Some(book) = taken(Book::at(path)) else {
        return;
    };
    let (game, _) = Game::parse("startpos moves 7g7f 3c3d").expect("a game");
    for pos in [&Position::default(), game.position()] {
        let moves = taken(book.moves(pos, true)).unwrap_or_default();
        assert!(moves.len() <= 600, "{} moves", moves.len());
    }
}

/// The file of a network, in either form, as it is and with the checksum put right.
pub fn net(bytes: &[u8]) {
    use sha2::{Digest, Sha256};
    read_network(bytes);
    if bytes.len() > 44 && bytes.starts_with(b"KYOMI-NN") {
        let mut sound = bytes.to_vec();
        let digest = Sha256::digest(&sound[44..]);
        sound[12..44].copy_from_slice(&digest);
        read_network(&sound);
    }
}

fn read_network(bytes: &[u8]) {
    if let Some(network) = taken(Network::from_bytes(bytes)) {
        let again = Network::from_bytes(&network.to_bytes()).map(|it| it.to_bytes());
        assert_eq!(again.ok(), Some(network.to_bytes()));
        told(network.remarks());
    }
}

/// A file of games to learn from: as it is, and its games with their checksums put right.
pub fn data(bytes: &[u8]) {
    read_games(bytes);
    let mut sound = dataset::MAGIC.to_vec();
    sound.extend(dataset::frame(b"{}"));
    for content in bytes.split(|&byte| byte == b'\n') {
        sound.extend(dataset::frame(content));
    }
    read_games(&sound);
    let mut one = dataset::MAGIC.to_vec();
    one.extend(dataset::frame(b"{}"));
    one.extend(dataset::frame(bytes));
    read_games(&one);
}

fn read_games(bytes: &[u8]) {
    let file = file(bytes);
    let games = taken(Reader::open(file.path()));
    for game in games.into_iter().flatten().filter_map(taken) {
        taken(game.replay(|sample| assert!(sample.ply < 1 << 20)));
        taken(game.replay_side_lines(|place, _, _| assert!(place.ply() < 1 << 20)));
    }
}

/// Journals, read at once and merged: as they are, and each line with its checksum
/// put right.
pub fn journal(bytes: &[u8]) {
    read_journal(bytes);
    let text = String::from_utf8_lossy(bytes);
    let sound: String = text.lines().map(files::journal::seal).collect();
    read_journal(sound.as_bytes());
}

fn read_journal(bytes: &[u8]) {
    let file = file(bytes);
    taken(Journal::read(file.path()));
    let games = Union::new(&[file.path().to_owned()]).and_then(|union| {
        let mut games = union.games();
        while games.next_game()?.is_some() {}
        Ok(())
    });
    taken(games);
}

/// Suites of positions, where no row hides another, and openings. A player that never thinks answers.
pub fn suite(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let suite = SuiteFile::parse("a suite".to_owned(), &text);
    told(suite.bad.iter().map(|(_, problem)| problem));
    let is_row = |line: &&str| !line.starts_with('#') && !line.trim().is_empty();
    let named = suite.bad.iter().filter(|(line, _)| *line > 0).count();
    let rows = suite.rows.len() + suite.silent as usize + named;
    assert_eq!(rows, text.lines().filter(is_row).count(), "{text}");
    let player = PlayerSpec::parse("null:", 1).expect("a player");
    let mut nobody = Examinee {
        player: player.create(&standard_conduct()),
        turn: Turn::of(MoveLimit::Nodes(1)),
    };
    // What does not take long.
    for row in suite.rows.iter().filter(|row| row.task.leaves().is_none()) {
        assert!(!row.task.wanted().is_empty(), "{text}");
        let answer = row.task.check(&row.game, &mut nobody).expect("no fault");
        assert!(answer.right || !answer.found.is_empty(), "{text}");
    }
    taken(OpeningList::parse(&text));
}
