//! How the search gains from nodes, without matches: how often the move after N nodes is that of a
//! deep search, what the moves lose by its measure, how far the value is off, how deep it goes.
//!
//! Two yardsticks: what another engine said of the positions, where their file has it (the
//! *oracle*), and deep searches of our own (the *reference*), which also say what any other move is
//! worth. What must hold: all numbers follow from positions, players and nodes, not from how
//! many threads searched or how often the program was stopped.

mod gains;
mod oracle;

pub use gains::Gains;
pub use oracle::oracle;

use super::LabError;
use super::searches::{Found, Request, Searcher, Searches};
use base::progress::Screen;
use base::work::Workers;
use engine::shogi::game::Game;
use engine::shogi::sfen;
use oracle::Answers;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

/// What people are shown for the oracle.
const ORACLE: &str = "oracle";

/// A measurement.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// Where searches are kept.
    pub folder: PathBuf,
    /// On what is measured.
    pub games: Vec<Game>,
    /// What an oracle said of the positions, from the fewest nodes to the most.
    pub oracle: Vec<Answers>,
    /// Who is measured.
    pub players: Vec<Searcher>,
    /// After how many nodes, from the fewest to the most.
    pub nodes: Vec<u64>,
    /// The yardstick.
    pub reference: Searcher,
    /// Its nodes for a position.
    pub reference_nodes: u64,
    /// Who makes the searches.
    pub workers: Workers,
}

/// Makes the searches that are missing, shows in `progress` how far it is, and returns what they show.
///
/// # Errors
/// If a player gives no answer, the folder's file cannot be used, or the workers are stopped.
pub fn run(measurement: &Measurement, progress: &mut dyn Write) -> Result<Gains, LabError> {
    let mut searches = Searches::open(&measurement.folder, &measurement.workers)?;
    searches.make(&measurement.requests(), Screen::Lines(progress))?;
    let series = measurement.series(&searches);
    let judge = Judge::new(measurement, &searches);
    searches.make(&judge.requests(&series), Screen::Lines(progress))?;
    let builds = searches.builds(&measurement.reference);
    let losses = judge.losses(&series, &searches);
    Ok(Gains::new(measurement, &judge, &series, &losses, builds))
}

/// What a player found after so many nodes, and its place among those that are shown.
#[derive(Clone, Debug)]
struct Series {
    player: usize,
    name: String,
    /// After how many nodes.
    nodes: u64,
    /// What it found, a position each.
    found: Vec<Found>,
}

impl Measurement {
    /// The searches of all positions, those of the reference first.
    fn requests(&self) -> Vec<Request<'_>> {
        let players = self.players.iter();
        let players = players.flat_map(|by| self.nodes.iter().map(move |&nodes| (by, nodes)));
        let all = std::iter::once((&self.reference, self.reference_nodes)).chain(players);
        all.flat_map(|(by, nodes)| self.by(by, nodes)).collect()
    }

    /// The searches of all positions by one player.
    fn by<'a>(&'a self, by: &'a Searcher, nodes: u64) -> impl Iterator<Item = Request<'a>> {
        let request = move |game: &Game| Request {
            by,
            nodes,
            game: game.clone(),
        };
        self.games.iter().map(request)
    }

    /// What `by` found in so many nodes; the searches must have been made.
    fn found(&self, searches: &Searches, by: &Searcher, nodes: u64) -> Vec<Found> {
        let requests = self.by(by, nodes);
        requests
            .filter_map(|it| searches.found(&it).cloned())
            .collect()
    }

    /// What the players found, and the oracle.
    fn series(&self, searches: &Searches) -> Vec<Series> {
        let players = self.players.iter().enumerate();
        let players = players.flat_map(|(player, by)| {
            self.nodes.iter().map(move |&nodes| Series {
                player,
                name: by.name().to_owned(),
                nodes,
                found: self.found(searches, by, nodes),
            })
        });
        let oracle = self.oracle.iter().map(|(nodes, found)| Series {
            player: self.players.len(),
            name: ORACLE.to_owned(),
            nodes: *nodes,
            found: found.clone(),
        });
        players.chain(oracle).collect()
    }
}

/// The reference's nodes for a position, divided by its nodes after a move.
const SHARE: u64 = 8;

/// The most that counts as a loss or a gain, in centipawns.
const MOST_LOSS: i32 = 500;

/// The reference as a judge of moves.
///
/// A move that is not the reference's own and that one are both made and searched by the reference,
/// with a share of its nodes: the loss is the difference of the two values, which may be negative.
/// It is bounded, so that the few positions where a mate is at stake do not outweigh all others.
struct Judge<'a> {
    measurement: &'a Measurement,
    /// What it found in the positions.
    best: Vec<Found>,
}

impl<'a> Judge<'a> {
    /// The reference of `measurement`, whose searches have been made.
    fn new(measurement: &'a Measurement, searches: &Searches) -> Self {
        let (reference, nodes) = (&measurement.reference, measurement.reference_nodes);
        Self {
            measurement,
            best: measurement.found(searches, reference, nodes),
        }
    }

    /// The searches that judging the moves of `series` takes.
    fn requests(&self, series: &[Series]) -> Vec<Request<'a>> {
        let places = 0..self.best.len();
        places
            .flat_map(|place| self.requests_at(series, place))
            .collect()
    }

    fn requests_at(&self, series: &[Series], place: usize) -> Vec<Request<'a>> {
        let best = self.best[place].mv.as_str();
        let mut moves: BTreeSet<&str> = series
            .iter()
            .map(|it| it.found[place].mv.as_str())
            .collect();
        moves.insert(best);
        if moves.len() == 1 {
            return Vec::new();
        }
        moves
            .iter()
            .filter_map(|mv| self.after(place, mv))
            .collect()
    }

    /// The search after the move `mv` in the position at `place`; none if it is no move.
    fn after(&self, place: usize, mv: &str) -> Option<Request<'a>> {
        let mut game = self.measurement.games[place].clone();
        game.play(sfen::parse_move(mv).ok()?).ok()?;
        Some(Request {
            by: &self.measurement.reference,
            nodes: (self.measurement.reference_nodes / SHARE).max(1),
            game,
        })
    }

    /// What the moves of each of `series` lose in centipawns; none where that is not known. The
    /// searches must have been made.
    fn losses(&self, series: &[Series], searches: &Searches) -> Vec<Vec<Option<f64>>> {
        let of = |series: &Series| {
            let moves = series.found.iter().enumerate();
            moves
                .map(|(place, found)| self.loss(searches, place, &found.mv))
                .collect()
        };
        series.iter().map(of).collect()
    }

    fn loss(&self, searches: &Searches, place: usize, mv: &str) -> Option<f64> {
        let best = &self.best[place].mv;
        if mv == best {
            return Some(0.0);
        }
        let value = |mv| Some(-searches.found(&self.after(place, mv)?)?.cp());
        let loss = value(best)? - value(mv)?;
        Some(loss.clamp(-MOST_LOSS, MOST_LOSS).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::Positions;
    use crate::results;
    use engine::usi::session::NAME;
    use matches::standard_conduct;
    use std::fs;
    use std::path::Path;
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

        results::write(folder.path(), "scaling", &gains, &gains.picture()).unwrap();
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
}
