//! Where games begin: positions of the program's own or from a file, or a few random moves that leave
//! the game even.
//!
//! What must hold: the opening of a pair follows from the source, the seed and the pair's number
//! alone, so that a run can be continued, repeated, or spread.

mod list;

pub use list::{Course, OpeningList};

use base::random::{Generator, generator};
use engine::eval::Evaluation;
use engine::shogi::exchange::EXCHANGE;
use engine::shogi::game::Game;
use engine::shogi::{Checks, Move, MoveList, Position, movegen};
use rand::RngExt;
use std::io;
use std::path::PathBuf;
use std::sync::LazyLock;
use thiserror::Error;

/// Where openings come from.
#[derive(Clone, Debug)]
pub enum Openings {
    /// So many random plies from the start position.
    Random {
        /// The plies; with 0 every game begins at the start position.
        plies: usize,
    },
    /// The entries of a list.
    List(OpeningList),
}

/// Why a file of openings cannot be used.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// It cannot be read.
    #[error("cannot read openings from `{path}`: {1}", path = .0.display())]
    File(PathBuf, io::Error),
    /// What is in it are no openings.
    #[error("openings `{path}`: {1}", path = .0.display())]
    Content(PathBuf, String),
}

impl Openings {
    /// Random ones of the usual length.
    pub const RANDOM: Self = Self::Random { plies: 8 };

    /// Those of a match for which nothing else is said: the openings that are part of the program,
    /// followed by random plies when they come again.
    pub fn standard() -> Self {
        Self::List(OpeningList::shipped())
    }

    /// The most plies that an opening has when it comes first, counted as its positions count them.
    pub fn plies(&self) -> usize {
        match self {
            Self::Random { plies } => *plies,
            Self::List(list) => {
                let plies = list.games.iter().map(|it| it.position().ply() as usize - 1);
                plies.max().unwrap_or_default()
            }
        }
    }

    /// The opening of pair `pair` under `seed`.
    ///
    /// A list is gone through as its [`Course`] says.
    pub fn opening(&self, seed: u64, pair: u64) -> Game {
        match self {
            Self::Random { plies } => further(&Game::default(), seed, pair, *plies),
            Self::List(list) => list.opening(seed, pair),
        }
    }

    /// How many different openings there are, if that is limited.
    ///
    /// Those of the program are not: when all have been played, they come again with random moves after them.
    pub fn different(&self) -> Option<u64> {
        match self {
            Self::Random { plies: 0 } => Some(1),
            Self::Random { .. } => None,
            Self::List(list) if list.course.lengthens => None,
            Self::List(list) => Some(list.games.len() as u64),
        }
    }

    /// After how many openings they come again, longer, if they do.
    pub fn longer_after(&self) -> Option<u64> {
        match self {
            Self::List(list) if list.course.lengthens => Some(list.games.len() as u64),
            _ => None,
        }
    }

    /// The source as a text for the head of a journal.
    pub fn describe(&self) -> String {
        match self {
            Self::Random { plies } => format!("{plies} random plies"),
            Self::List(list) => {
                let (count, sum) = (list.games.len(), &list.sum);
                format!("{count} openings, sha256 {sum}{}", list.course)
            }
        }
    }
}

/// An opening is even if neither side is this far ahead, in centipawns.
const EVEN: i32 = 120;
/// After so many draws in vain the most even of them is taken.
const DRAWS: usize = 1000;

/// Opening `number` under `seed`: `plies` random legal moves from `start`, drawn again until the result is even.
fn further(start: &Game, seed: u64, number: u64, plies: usize) -> Game {
    if plies == 0 {
        return start.clone();
    }
    drawn(start, &mut generator(seed, number), plies, DRAWS)
}

/// The first even game of so many `draws`, or the most even one.
fn drawn(start: &Game, rng: &mut Generator, plies: usize, draws: usize) -> Game {
    let mut best = (i32::MAX, start.clone());
    for _ in 0..draws {
        let Some(game) = random_game(start, rng, plies) else {
            continue;
        };
        let ahead = value(game.position()).map_or(i32::MAX, i32::abs);
        if ahead <= EVEN {
            return game;
        }
        if ahead < best.0 {
            best = (ahead, game);
        }
    }
    best.1
}

/// `start` and so many random legal moves; none if there are fewer.
pub fn random_game(start: &Game, rng: &mut Generator, plies: usize) -> Option<Game> {
    let mut game = start.clone();
    let mut list = MoveList::new();
    for _ in 0..plies {
        list.clear();
        movegen::legal(game.position(), &mut list);
        if list.is_empty() {
            return None;
        }
        let mv = list[rng.random_range(0..list.len())];
        game.play(mv).ok()?;
    }
    Some(game)
}

/// What `pos` is worth to the side to move, in centipawns, after the exchange by which it wins most; none if it mates
/// at once. A match draws thousands: there is no search.
fn value(pos: &Position) -> Option<i32> {
    static EVALUATION: LazyLock<Evaluation> = LazyLock::new(Evaluation::default);
    let moves = movegen::legal_moves(pos);
    let mates = |&mv: &Move| {
        let mut after = pos.clone();
        let _ = after.do_move(mv);
        Checks::of(&after).in_check() && movegen::count_legal(&after) == 0
    };
    let gains = moves.iter().map(|&mv| EXCHANGE.gain(pos, mv));
    let gain = gains.max().unwrap_or_default().max(0);
    (!moves.iter().any(mates)).then(|| EVALUATION.value(pos).saturating_add(gain))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    const FILE: &str = "# even positions\n\n\
        startpos moves 7g7f 3c3d\nposition startpos moves 2g2f\n7g7f 8c8d; id a\r\n\
        4k4/9/9/9/9/9/9/9/4K4 b P 1 bm P*5b; id \"b\";\n\
        lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 2\n";

    #[test]
    fn every_form_is_read() {
        let list = OpeningList::parse(FILE).unwrap();
        let plies: Vec<_> = list.games.iter().map(|game| game.moves().len()).collect();
        assert_eq!(plies, [2, 1, 2, 0, 0]);
    }

    #[test]
    fn each_round_uses_every_opening_once() {
        let openings = Openings::List(OpeningList::parse(FILE).unwrap());
        let round = |round: u64| -> Vec<String> {
            let pairs = 5 * round..5 * (round + 1);
            let opening = |pair| openings.opening(1, pair).to_string();
            pairs.map(opening).collect()
        };
        let set = |round: Vec<String>| -> BTreeSet<String> { round.into_iter().collect() };
        assert_eq!((set(round(0)), set(round(0)).len()), (set(round(1)), 5));
        assert_eq!(round(0), round(0));
        let orders: BTreeSet<_> = (0..9).map(round).collect();
        assert!(orders.len() > 3);
    }

    #[test]
    fn the_openings_of_the_program_never_end() {
        let standard = Openings::standard();
        let Openings::List(list) = &standard else {
            panic!("a list");
        };
        let count = list.games.len() as u64;
        assert!(count > 500, "{count}");
        assert_eq!((standard.plies(), standard.different()), (24, None));
        // With this seed an even game comes soon.
        let plies = |pair| standard.opening(2, pair).moves().len();
        assert_eq!([0, count - 1, count].map(plies), [24, 24, 25]);
    }

    #[test]
    fn openings_that_come_again_are_drawn_without_a_search() {
        let standard = Openings::standard();
        let count = standard.longer_after().unwrap();
        let began = cpu_time::ThreadTime::now();
        let openings = (count..count + 200).map(|pair| standard.opening(1, pair).to_string());
        let openings: BTreeSet<_> = openings.collect();
        // A search for each would take a minute.
        let spent = began.elapsed();
        assert!(
            openings.len() > 190 && spent.as_secs() < 20,
            "{} in {spent:?}",
            openings.len()
        );
    }

    #[test]
    fn an_opening_in_which_something_hangs_is_not_even() {
        let value_of = |text: &str| {
            let (game, _) = Game::parse(text).unwrap();
            value(game.position())
        };
        assert!(value_of("startpos").unwrap().abs() <= EVEN);
        assert!(value_of("startpos moves 7g7f 3c3d 8h3c").unwrap() > EVEN);
        assert_eq!(value_of("sfen 4k4/9/4G4/9/9/9/9/9/4K4 b G 1"), None);
    }

    #[test]
    fn refusals_name_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bad.txt");
        std::fs::write(&path, "startpos\nstartpos moves 7g7e\n").unwrap();
        let error = OpeningList::read(&path, None).unwrap_err().to_string();
        let expected = format!("openings `{}`: line 2: ", path.display());
        assert!(error.starts_with(&expected), "{error}");
    }

    #[test]
    fn refusals_name_the_line() {
        for (text, expected) in [
            ("startpos\nstartpos moves 7g7e", "line 2"),
            ("nonsense", "line 1"),
            ("7g7f 7z", "`7z`"),
            ("# nothing", "no opening"),
            ("4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1", "over"),
        ] {
            let error = OpeningList::parse(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn openings_follow_from_seed_and_number() {
        let moves = |seed, number| further(&Game::default(), seed, number, 6).moves().to_vec();
        assert_eq!(moves(1, 0), moves(1, 0));
        assert_ne!(moves(1, 0), moves(1, 1));
        assert_ne!(moves(1, 0), moves(2, 0));
        assert_eq!(moves(1, 0).len(), 6);
    }

    #[test]
    fn a_start_where_one_side_is_ahead_is_gone_on_from() {
        let place = "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
        let start = Game::new(engine::shogi::sfen::parse(place).unwrap());
        let opening = drawn(&start, &mut generator(1, 0), 2, 100);
        assert_eq!(opening.moves().len(), 2);
    }
}
