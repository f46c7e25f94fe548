//! Experiments that consist of matches: each that of a `selfplay` command, with a journal from which
//! it goes on.
//!
//! What must hold: games of another match (players, limits, seed) never count; those of another build
//! of the program are shown, but not continued.

use super::LabError;
use base::progress::Screen;
use base::work::Workers;
use matches::crew::Observer;
use matches::journal::head::Head;
use matches::journal::{Journal, JournalError, Order};
use matches::observers::console::Console;
use matches::observers::tally::Tally;
use matches::players::PlayerSpec;
use matches::players::limit::MoveLimit;
use matches::referee::adjudicate::ResignRule;
use matches::referee::finished::{FinishedGame, whole_pairs};
use matches::stats::{Counts, Interval, Pentanomial, Sample};
use matches::{HASH_MB, Match};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// Where and how the matches of an experiment are played this time.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// Where the journals are.
    pub folder: PathBuf,
    /// No more games than this in a match.
    pub most_games: Option<u64>,
    /// Everything random follows from this.
    pub seed: u64,
    /// How many games are played at the same time, and what ends them all.
    pub workers: Workers,
    /// No match goes on after this.
    pub until: Option<Instant>,
}

/// A match of an experiment.
#[derive(Clone, Debug)]
pub struct Bout {
    /// What it is called; its journal is too.
    pub name: String,
    /// The texts of the players.
    pub players: [String; 2],
    /// How long they may think about a move.
    pub limits: [MoveLimit; 2],
    /// When games that both players call lost end.
    pub resign: Option<ResignRule>,
    /// How many games are wanted.
    pub games: u64,
    /// From which the openings follow, where that is not the seed of the campaign.
    pub seed: Option<u64>,
}

/// What has been played of a match.
#[derive(Debug)]
pub(crate) struct Played {
    /// The command that plays the same games.
    pub command: String,
    /// How many games were asked for this time, no more than are wanted.
    pub asked: u64,
    /// In the order of the schedule.
    pub games: Vec<FinishedGame>,
}

/// What a match came to, from the side of the first player.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Points {
    /// Games played, in whole pairs.
    pub games: u64,
    pub wins: u64,
    pub losses: u64,
    pub draws: u64,
    /// Its share of the points, 0–1.
    pub score: Option<Interval>,
    /// The Elo difference.
    pub elo: Option<Interval>,
    /// The pairs of games, by their half points.
    #[serde(skip)]
    pub pairs: Pentanomial,
}

impl Bout {
    /// The match of this name between `players`, each with `limit`, of so many games.
    pub fn new(name: String, players: [String; 2], limit: MoveLimit, games: u64) -> Self {
        Self {
            name,
            players,
            limits: [limit; 2],
            resign: None,
            games,
            seed: None,
        }
    }
}

impl Campaign {
    /// Matches in `folder` for tests.
    #[cfg(test)]
    pub(crate) fn of_test(folder: &std::path::Path, most_games: Option<u64>) -> Self {
        Self {
            folder: folder.to_owned(),
            most_games,
            seed: 1,
            workers: Workers::new(1),
            until: None,
        }
    }

    /// What has been played of `bout`, when what is missing has been played now as far as there is
    /// time. Says in `progress` what it plays.
    pub(crate) fn play(&self, bout: &Bout, progress: &mut dyn Write) -> Result<Played, LabError> {
        let played = self.played(bout)?;
        if played.is_over() || self.is_over() {
            return Ok(played);
        }
        writeln!(progress, "{}: {}", bout.name, played.command)?;
        let contest = &self.contest(bout)?;
        let order = Order::of(contest);
        let (mut journal, earlier) = Journal::open(
            &self.journal(bout),
            &Head::new(contest, &[None, None]),
            order,
        )?;
        let mut console = Console::new(contest, Tally::new(2, None), Screen::Lines(progress));
        let mut deadline = Deadline(self.until);
        let observers: &mut [&mut dyn Observer] = &mut [&mut journal, &mut deadline, &mut console];
        matches::run(contest, earlier, observers)?;
        drop(journal);
        self.played(bout)
    }

    /// What has been played of `bout`: nothing where there is no journal.
    pub(crate) fn played(&self, bout: &Bout) -> Result<Played, LabError> {
        let contest = self.contest(bout)?;
        Ok(Played {
            command: Head::new(&contest, &[None, None]).command(contest.games),
            asked: contest.games,
            games: self.games(bout, &contest)?,
        })
    }

    /// Plays the match that `bout` makes for each of `ratios`, until one is not over or the first player
    /// has less than half of the points in it. Returns all of them.
    pub(crate) fn climb(
        &self,
        ratios: &[u64],
        bout: impl Fn(u64) -> Bout,
        is_played: bool,
        progress: &mut dyn Write,
    ) -> Result<Vec<(u64, Played)>, LabError> {
        let mut steps = Vec::new();
        for &ratio in ratios {
            let bout = bout(ratio);
            let played = if is_played {
                self.play(&bout, progress)?
            } else {
                self.played(&bout)?
            };
            let goes_on = played.is_over() && played.points().is_held();
            steps.push((ratio, played));
            if !goes_on {
                break;
            }
        }
        Ok(steps)
    }

    /// Whether nothing more is to be played.
    pub(crate) fn is_over(&self) -> bool {
        self.workers.is_stopped() || is_over(self.until)
    }

    fn contest(&self, bout: &Bout) -> Result<Match, LabError> {
        let [one, other] = bout.players.each_ref().map(|text| player(text));
        let games = self
            .most_games
            .map_or(bout.games, |most| most.min(bout.games));
        let mut contest = Match::between(
            [one?, other?],
            bout.limits,
            games.next_multiple_of(2),
            bout.seed.unwrap_or(self.seed),
            self.workers.threads,
        );
        contest.conduct.stop = Arc::clone(&self.workers.stop);
        contest.rules.resign = bout.resign;
        Ok(contest)
    }

    fn journal(&self, bout: &Bout) -> PathBuf {
        self.folder.join(format!("{}.jsonl", bout.name))
    }

    fn games(&self, bout: &Bout, contest: &Match) -> Result<Vec<FinishedGame>, LabError> {
        let path = self.journal(bout);
        if !path.exists() {
            return Ok(Vec::new());
        }
        let (there, games) = Journal::read(&path)?;
        let here = Head::new(contest, &[None, None]).of_any_build();
        match here.difference(&there.of_any_build()) {
            None => Ok(games),
            Some(difference) => Err(JournalError::OtherRun { path, difference }.into()),
        }
    }
}

/// The player with this text.
///
/// # Errors
/// If the text is wrong.
pub fn player(text: &str) -> Result<PlayerSpec, LabError> {
    PlayerSpec::parse(text, HASH_MB).map_err(LabError::player(text))
}

impl Played {
    /// What it came to.
    pub fn points(&self) -> Points {
        let mut counts = Counts::default();
        for pair in whole_pairs(&self.games) {
            counts.add_pair(pair.map(FinishedGame::points));
        }
        let sample = Sample::from(&counts.pairs);
        Points {
            games: counts.games.games(),
            wins: counts.games.wins,
            losses: counts.games.losses,
            draws: counts.games.draws,
            score: sample.score(),
            elo: sample.elo(),
            pairs: counts.pairs,
        }
    }

    /// The nodes of each player, pair of games by pair.
    pub fn nodes(&self) -> Vec<[f64; 2]> {
        let nodes = |pair: &[&FinishedGame; 2], player| -> f64 {
            let plies = pair.iter().flat_map(|game| game.plies_of(player));
            plies.map(|(_, ply)| ply.nodes.unwrap_or(0) as f64).sum()
        };
        let pairs = whole_pairs(&self.games);
        let nodes = pairs
            .iter()
            .map(|pair| [0, 1].map(|player| nodes(pair, player)));
        nodes.collect()
    }

    /// The nodes of a move of each player, on average.
    pub fn nodes_a_move(&self) -> [u64; 2] {
        let pairs = whole_pairs(&self.games);
        [0, 1].map(|player| {
            let games = pairs.iter().flatten();
            let plies = games.flat_map(|game| game.plies_of(player));
            let nodes: Vec<u64> = plies.filter_map(|(_, ply)| ply.nodes).collect();
            nodes.iter().sum::<u64>() / (nodes.len() as u64).max(1)
        })
    }

    /// Whether all games that were asked for have been played.
    fn is_over(&self) -> bool {
        self.points().games >= self.asked
    }
}

impl Points {
    /// The games won, lost and drawn: `12-7-1`.
    pub fn won(&self) -> String {
        format!("{}-{}-{}", self.wins, self.losses, self.draws)
    }

    /// Whether the first player has at least half of the points.
    pub fn is_held(&self) -> bool {
        self.score.is_some_and(|score| score.value >= 0.5)
    }
}

/// Whether a time has come.
fn is_over(until: Option<Instant>) -> bool {
    until.is_some_and(|until| Instant::now() >= until)
}

/// Ends a match when a time has come, after the games being played. None: not, or no more.
struct Deadline(Option<Instant>);

impl Observer for Deadline {
    fn wants_no_more(&self) -> bool {
        is_over(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_time_that_comes_ends_a_match() {
        assert!(Deadline(Some(Instant::now())).wants_no_more());
        let later = Instant::now() + Duration::from_secs(3600);
        assert!(!Deadline(Some(later)).wants_no_more());
        assert!(!Deadline(None).wants_no_more());
    }
}
