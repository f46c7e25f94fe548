//! Games of every origin: to begin from, to make books and suites of, and, out of journals of matches, to
//! learn from.
//!
//! A match searches many times as deep as `datagen`. Of games with another engine the moves and the result are
//! learned from, but not its scores, which are on another scale: scores are what this engine said in the match,
//! or says of every position in a search of its own. So it is with records. No game that a fault ended is learned
//! from, since its result says nothing of the position.

use super::LearnError;
use super::datagen::{self, Searches};
use super::dataset::{self, GameRecord, Ply, Source, Writer, is_dataset};
use base::files::Checksum;
use base::progress::Screen;
use engine::record::{Record, Termination};
use engine::search::Score;
use engine::shogi::Color;
use engine::shogi::game::Game;
use matches::games::{self, Filter, GameFacts, GameResult, NamedGame, Tolerance};
use matches::journal::Journal;
use matches::journal::head::Head;
use matches::players::head::PlayerHead;
use matches::referee::finished::{FinishedGame, Reason, ReplayError};
use serde_json::json;
use std::path::{Path, PathBuf};

/// The games of `paths`, all at once; see [`each`].
///
/// # Errors
/// At the first file that cannot be used.
pub fn read(paths: &[PathBuf]) -> Result<Vec<Game>, LearnError> {
    let mut games = Vec::new();
    each(paths, |it| games.push(it.game))?;
    Ok(games)
}

/// The files that `paths` name: files of games to learn from, and what [`matches::games::read`] reads; of folders all
/// in and below them that are called so.
///
/// # Errors
/// If a folder cannot be read, or has no games.
pub fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, LearnError> {
    let has_games = |path: &Path| is_dataset(path) || games::has_games(path);
    Ok(games::files(paths, has_games)?)
}

/// Hands over the games of the [`files`] that `paths` name one by one, with what is told of them. What [`Tolerance`]
/// passes over has none; damaged games to learn from are not passed over.
///
/// # Errors
/// At the first file that cannot be used.
pub fn each(paths: &[PathBuf], mut visit: impl FnMut(NamedGame)) -> Result<(), LearnError> {
    let mut tolerance = Tolerance::of(paths);
    for path in files(paths)? {
        if is_dataset(&path) {
            for record in dataset::games(std::slice::from_ref(&path))? {
                let record = record?;
                let result = GameResult::of(record.winner);
                let result = Some(result).filter(|_| !record.is_broken_off());
                visit(NamedGame {
                    game: record.game()?,
                    given: record.opening.len(),
                    names: Default::default(),
                    facts: GameFacts {
                        result,
                        ..GameFacts::default()
                    },
                });
            }
            tolerance.note_read();
        } else if let Some(games) = tolerance.take(&path, games::read(&path))? {
            games.into_iter().for_each(&mut visit);
        }
    }
    Ok(tolerance.finish()?)
}

/// What came of the games of journals and records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Games that were written.
    pub games: u64,
    /// Games that were not: they were not wanted, a fault ended them or nothing is known of their end, no move was
    /// made, or, unless they are searched anew, no move of this engine has a score.
    pub left_out: u64,
}

/// Writes those games of the journals that `paths` name that `filter` wants, numbered in their order, into the new
/// file `out`, with the scores that this engine gave in them.
///
/// # Errors
/// If there are records among them or a journal cannot be used, or `out` exists or cannot be written.
pub fn import(paths: &[PathBuf], filter: &Filter, out: &Path) -> Result<Imported, LearnError> {
    let files = games::files(paths, games::has_games)?;
    if let Some(path) = files.iter().find(|path| games::is_record(path)) {
        return Err(LearnError::NoScores(path.clone()));
    }
    let (games, sum, imported) = gather(&files, Tolerance::of(paths), filter, learned)?;
    let source = source(&files, sum, Source::default());
    let mut writer = Writer::create(out, &source)?;
    for game in &games {
        writer.append(game)?;
    }
    writer.sync()?;
    Ok(imported)
}

/// The same with every position searched, on `threads` threads; here `paths` may name records too. The games that
/// `out` has from an earlier call are not searched again.
///
/// # Errors
/// If a file cannot be used, `out` is of something else or cannot be written, or the first of `screen`.
pub fn import_searched(
    paths: &[PathBuf],
    filter: &Filter,
    out: &Path,
    searches: &Searches,
    threads: usize,
    screen: Screen<'_>,
) -> Result<Imported, LearnError> {
    let files = games::files(paths, games::has_games)?;
    let (mut games, sum, imported) = gather(&files, Tolerance::of(paths), filter, unsearched)?;
    let source = source(&files, sum, searches.source());
    let mut writer = Writer::open(out, &source)?;
    games.retain(|game| !writer.written().contains(&game.id));
    datagen::search(&games, searches, threads, screen, |game| {
        Ok(writer.append(game)?)
    })?;
    writer.sync()?;
    Ok(imported)
}

/// How a game of the match that a head describes becomes one to learn from, if it is one.
type Learned = fn(&Head, &FinishedGame) -> Result<Option<GameRecord>, ReplayError>;

/// What `learned` makes of the games of journals and records at `paths` that `filter` wants, with what stands for all
/// of them.
fn gather(
    paths: &[PathBuf],
    mut tolerance: Tolerance<'_>,
    filter: &Filter,
    learned: Learned,
) -> Result<(Vec<GameRecord>, Checksum, Imported), LearnError> {
    let mut games = Vec::new();
    let mut sum = Checksum::default();
    let mut imported = Imported::default();
    let mut take = |game: Option<GameRecord>, plies: usize, facts: &GameFacts| match game
        .filter(|_| filter.admits(plies, facts))
    {
        Some(game) => {
            let game = GameRecord {
                id: imported.games,
                ..game
            };
            sum.add(game.to_bytes());
            games.push(game);
            imported.games += 1;
        }
        None => imported.left_out += 1,
    };
    for path in paths {
        let candidates = tolerance.take(path, candidates(path, learned))?;
        for (game, plies, facts) in candidates.into_iter().flatten() {
            take(game, plies, &facts);
        }
    }
    tolerance.finish()?;
    Ok((games, sum, imported))
}

/// A game to learn from, if it is one; of the whole game how many moves it has, and what is told of it.
type Candidate = (Option<GameRecord>, usize, GameFacts);

/// What `learned` makes of the games of the journal or record at `path`.
fn candidates(path: &Path, learned: Learned) -> Result<Vec<Candidate>, games::GamesError> {
    if games::is_record(path) {
        let candidate = |record: &Record| {
            let plies = record.game().moves().len();
            (of_record(record), plies, GameFacts::of(record))
        };
        return Ok(games::records(path)?.iter().map(candidate).collect());
    }
    let (head, finished) = Journal::read(path)?;
    let candidate = |finished| {
        let failed = games::GamesError::replay(path);
        let (game, _) = FinishedGame::replayed(finished).map_err(&failed)?;
        let learned = learned(&head, finished).map_err(failed)?;
        let plies = game.moves().len();
        Ok((learned, plies, GameFacts::of_finished(finished)))
    };
    finished.iter().map(candidate).collect()
}

/// The game of `record` as one whose positions are still to be searched, if its result says something of them.
fn of_record(record: &Record) -> Option<GameRecord> {
    let reason = match record.ending.as_ref()?.reason {
        Termination::Resignation => Reason::Resignation,
        Termination::Mate => Reason::Mate,
        Termination::Declaration => Reason::Declaration,
        Termination::PerpetualCheck { .. } => Reason::PerpetualCheck,
        Termination::Repetition => Reason::Repetition,
        Termination::Impasse => Reason::Impasse,
        Termination::Draw => Reason::DrawAdjudication,
        Termination::TimeUp
        | Termination::IllegalMove
        | Termination::Foul { .. }
        | Termination::Forfeit { .. }
        | Termination::MaxMoves
        | Termination::NoMate
        | Termination::Interrupted => return None,
    };
    let score = Score::Cp(0);
    let game = record.game();
    let plies = game.moves().iter().map(|&mv| Ply { mv, score });
    let plies: Vec<_> = plies.collect();
    (!plies.is_empty()).then(|| GameRecord {
        id: 0,
        start: game.start().clone(),
        opening: Vec::new(),
        plies,
        winner: record.winner(),
        reason,
        side_lines: Vec::new(),
    })
}

/// What describes games of this checksum from the files `paths`, `scores` where their scores come from.
fn source(paths: &[PathBuf], sum: Checksum, mut scores: Source) -> Source {
    let origin = if paths.iter().any(|path| games::is_record(path)) {
        "records"
    } else {
        "kyomi selfplay"
    };
    let fields = [
        ("games", json!(origin)),
        ("version", json!(env!("CARGO_PKG_VERSION"))),
        ("sha256", json!(sum.text())),
    ];
    scores.extend(fields.map(|(name, value)| (name.to_owned(), value)));
    scores
}

/// A finished game as one whose positions are still to be searched.
///
/// # Errors
/// If it cannot be played again.
fn unsearched(_: &Head, finished: &FinishedGame) -> Result<Option<GameRecord>, ReplayError> {
    if finished.fault.is_some() || finished.plies.is_empty() {
        return Ok(None);
    }
    let (game, given) = finished.replayed()?;
    let score = Score::Cp(0);
    let plies = finished.plies.iter().map(|ply| Ply { mv: ply.mv, score });
    Ok(Some(record(finished, &game, given, plies.collect())))
}

/// The game whose first `opening` moves nobody chose, with what was searched of the others.
fn record(finished: &FinishedGame, game: &Game, opening: usize, plies: Vec<Ply>) -> GameRecord {
    GameRecord {
        id: 0,
        start: game.start().clone(),
        opening: game.moves()[..opening].to_vec(),
        plies,
        winner: finished.winning_color(),
        reason: finished.reason,
        side_lines: Vec::new(),
    }
}

/// A game of the match that `head` describes as one to learn from, if it is one.
///
/// Moves from a book at the beginning belong to the opening. A later move without a score ends what is
/// learned from.
///
/// # Errors
/// If it cannot be played again.
fn learned(head: &Head, finished: &FinishedGame) -> Result<Option<GameRecord>, ReplayError> {
    if finished.fault.is_some() {
        return Ok(None);
    }
    let (game, given) = finished.replayed()?;
    let scores = own_scores(head, finished, game.start().side(), given);
    let Some(scored_from) = scores.iter().position(Option::is_some) else {
        return Ok(None);
    };
    let scored = finished.plies.iter().zip(scores).skip(scored_from);
    let plies = scored.map_while(|(ply, score)| score.map(|score| Ply { mv: ply.mv, score }));
    let opening = given + scored_from;
    Ok(Some(record(finished, &game, opening, plies.collect())))
}

/// Whether this engine had Black and White.
fn own_sides(head: &Head, finished: &FinishedGame) -> [bool; 2] {
    [finished.black, finished.white].map(|player| {
        let player = head.players.get(player);
        player.is_some_and(PlayerHead::is_this_engine)
    })
}

/// What this engine said of each move, `given` moves after `first` began: its score of an own move, and for a
/// move of another engine the score of its next own move.
fn own_scores(
    head: &Head,
    finished: &FinishedGame,
    first: Color,
    given: usize,
) -> Vec<Option<Score>> {
    let own = own_sides(head, finished);
    let mut next = None;
    let numbered = finished.plies.iter().enumerate().rev();
    let mut scores: Vec<_> = numbered
        .map(|(number, ply)| {
            let side = (first.array_index() + given + number) % 2;
            let score = if own[side] {
                ply.score
            } else {
                next.map(Score::for_the_move_before)
            };
            next = score.filter(|_| own[side]);
            score
        })
        .collect();
    scores.reverse();
    scores
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::games;
    use engine::shogi::sfen;
    use matches::crew::Observer;
    use matches::journal::Order;
    use matches::referee::finished::Ply as Played;
    use std::{fs, io};
    use tempfile::tempdir;

    /// A game that the second player won with White: a move of the opening, one from a book, and
    /// those that have a score.
    fn finished(id: u64) -> FinishedGame {
        let ply = |(text, score): (&str, Option<i32>)| Played {
            score: score.map(Score::Cp),
            ..Played::new(sfen::parse_move(text).unwrap(), None, None)
        };
        let moves = [("3c3d", None), ("2g2f", Some(20)), ("8c8d", Some(-15))];
        FinishedGame {
            id,
            start: "startpos moves 7g7f".to_owned(),
            plies: moves.map(ply).to_vec(),
            reason: Reason::ResignAdjudication,
            ..FinishedGame::without_moves(0, 1, Some(1))
        }
    }

    /// What describes a match of this engine against itself.
    fn head() -> Head {
        let mut head = Head::of_test(1);
        head.players[0] = head.players[1].clone();
        head
    }

    #[test]
    fn matches_are_games_to_learn_from() {
        let folder = tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let journal = Journal::open(&path("run.jsonl"), &head(), Order::Schedule);
        let (mut journal, _) = journal.unwrap();
        let faulty = FinishedGame {
            fault: Some("late".to_owned()),
            ..finished(1)
        };
        for game in [finished(0), faulty, finished(2)] {
            journal.game(&game).unwrap();
        }
        drop(journal);
        let all = Filter::default();
        let imported = import(&[path("run.jsonl")], &all, &path("run.games")).unwrap();
        let expected = Imported {
            games: 2,
            left_out: 1,
        };
        assert_eq!(imported, expected);
        let games: Vec<_> = games(&[path("run.games")]).unwrap().collect();
        let game = games[1].as_ref().unwrap();
        assert_eq!((game.id, game.winner), (1, Some(Color::White)));
        assert_eq!((game.opening.len(), game.plies.len()), (2, 2));
        assert_eq!(game.plies[1].score, Score::Cp(-15));
        let mut seen = 0;
        game.replay(|_| seen += 1).unwrap();
        assert_eq!(seen, 2);
    }

    #[test]
    fn what_cannot_be_learned_from_is_left_out() {
        let mut head = head();
        let unscored = FinishedGame {
            plies: finished(0).plies[..1].to_vec(),
            ..finished(0)
        };
        assert!(learned(&head, &unscored).unwrap().is_none());
        let mut cut = finished(0);
        cut.plies[2].score = None;
        let plies = learned(&head, &cut).unwrap().unwrap().plies;
        assert_eq!(plies.len(), 1);
        for player in &mut head.players {
            player.search = None;
        }
        assert!(learned(&head, &finished(0)).unwrap().is_none());
    }

    #[test]
    fn games_of_any_engines_are_searched_and_a_broken_run_goes_on() {
        let folder = tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let mut head = head();
        for player in &mut head.players {
            player.search = None;
        }
        let journal = Journal::open(&path("run.jsonl"), &head, Order::Schedule);
        let (mut journal, _) = journal.unwrap();
        for id in 0..2 {
            journal.game(&finished(id)).unwrap();
        }
        drop(journal);
        let searches = Searches::of_test();
        let import = |name, threads| {
            let screen = Screen::Lines(&mut io::sink());
            let journals = [path("run.jsonl")];
            let (all, out) = (Filter::default(), path(name));
            let imported = import_searched(&journals, &all, &out, &searches, threads, screen);
            (imported.unwrap(), fs::read(path(name)).unwrap())
        };
        let (imported, whole) = import("run.games", 2);
        assert_eq!((imported.games, imported.left_out), (2, 0));
        let games: Vec<_> = games(&[path("run.games")]).unwrap().collect();
        let game = games[1].as_ref().unwrap();
        let opening_and_played = (game.opening.len(), game.plies.len());
        assert_eq!(opening_and_played, (1, 3));
        assert!(game.plies.iter().any(|ply| ply.score != Score::Cp(0)));
        assert!(!game.side_lines.is_empty());

        fs::write(path("cut.games"), &whole[..whole.len() - 9]).unwrap();
        assert_eq!(import("cut.games", 1).1, whole);
    }

    #[test]
    fn records_are_learned_from_where_their_result_says_something() {
        let folder = tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("records")).unwrap();
        for (name, ending, rating) in [
            ("a.csa", "%TORYO", 3000),
            ("b.csa", "%TIME_UP", 3000),
            ("c.csa", "%SENNICHITE", 2000),
            ("d.csa", "%CHUDAN", 3000),
        ] {
            let csa = format!(
                "V2.2\nPI\n+\n'black_rate:a:{rating}\n'white_rate:b:3100\n+7776FU\n-3334FU\n{ending}\n"
            );
            fs::write(path("records").join(name), csa).unwrap();
        }
        let import = |ratings, name| {
            let filter = Filter {
                ratings,
                ..Filter::default()
            };
            let (records, searches) = ([path("records")], Searches::of_test());
            let screen = Screen::Lines(&mut io::sink());
            let imported = import_searched(&records, &filter, &path(name), &searches, 1, screen);
            let imported = imported.unwrap();
            let games: Vec<_> = games(&[path(name)]).unwrap().collect();
            let endings = games.iter().map(|game| {
                let game = game.as_ref().unwrap();
                assert_eq!((game.opening.len(), game.plies.len()), (0, 2));
                (game.id, game.reason, game.winner)
            });
            (imported.left_out, endings.collect::<Vec<_>>())
        };
        let resigned = (0, Reason::Resignation, Some(Color::White));
        let drawn = (1, Reason::Repetition, None);
        assert_eq!(import(None, "all.games"), (2, vec![resigned, drawn]));
        assert_eq!(
            import(Some(2500..=9999), "strong.games"),
            (3, vec![resigned])
        );
        let refused = super::import(&[path("records")], &Filter::default(), &path("x.games"));
        let refused = refused.unwrap_err().to_string();
        assert!(
            refused.contains("a.csa") && refused.contains("--nodes"),
            "{refused}"
        );
    }

    #[test]
    fn another_engine_s_scores_are_replaced() {
        let mut head = head();
        head.players[0].search = None;
        let mut game = finished(0);
        game.plies[1].score = Some(Score::Cp(900));
        let scores = |game: &FinishedGame| {
            let learned = learned(&head, game).unwrap().unwrap();
            let plies = learned.plies.into_iter();
            plies.map(|ply| ply.score).collect::<Vec<_>>()
        };
        assert_eq!(scores(&game), [15, -15].map(Score::Cp));
        game.plies[2].score = Some(Score::Mate(-4));
        assert_eq!(scores(&game), [Score::Mate(5), Score::Mate(-4)]);
        game.plies.pop();
        assert!(learned(&head, &game).unwrap().is_none());
    }
}
