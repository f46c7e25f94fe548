//! The running account of a match or a tournament: results by pairing, joint ratings, the test, the report at
//! the end, and until then how far it is.

use super::totals::{Called, Totals};
use crate::contest::schedule::letters;
use crate::crew::Observer;
use crate::referee::finished::FinishedGame;
use crate::stats::ratings::{Encounter, RatingError, ratings};
use crate::stats::text::{percent, strength};
use crate::stats::{Counts, Estimates, Hypotheses, Interval, Report, Sprt, Trinomial, summary};
use base::table::Table;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::iter;
use std::time::{Duration, Instant};
use std::{fmt, io};

/// Everything that is counted. Fed with games and pairs in the order of the schedule.
#[derive(Clone, Debug)]
pub struct Tally {
    /// By colour and by how games ended.
    pub tables: Totals,
    /// By pairing.
    pub standings: Standings,
    /// The sequential test.
    pub test: Option<Sprt>,
}

impl Tally {
    /// A tally of so many players before the first game. A `test` is between the first two, and
    /// ends the match when it is decided.
    pub fn new(players: usize, test: Option<Hypotheses>) -> Self {
        Self {
            tables: Totals::new(players),
            standings: Standings::new(players),
            test: test.map(Sprt::new),
        }
    }

    /// The same with players who are called so.
    #[must_use]
    pub fn called(mut self, labels: Vec<String>) -> Self {
        self.standings.labels = labels;
        self
    }

    /// The same with the rating of one player of a tournament fixed, see [`Standings::anchor`].
    #[must_use]
    pub fn anchored(mut self, anchor: Option<Anchor>) -> Self {
        self.standings.anchor = anchor;
        self
    }

    /// What the first two players did against each other.
    pub fn counts(&self) -> Counts {
        self.standings.between(0, 1)
    }

    /// Whether there are two players, whose results are seen from the first one's side.
    pub fn is_match(&self) -> bool {
        self.standings.players() == 2
    }

    /// The statistics of a match. What decided a test is the prefix of pairs that it counted, not
    /// what came after.
    pub fn statistics(&self) -> Report {
        match &self.test {
            Some(test) => Report::of_match(test.counts(), Some(test.hypotheses())),
            None => Report::of_match(&self.counts(), None),
        }
    }
}

impl Observer for Tally {
    fn game(&mut self, game: &FinishedGame) -> io::Result<()> {
        self.tables.add(game);
        Ok(())
    }

    fn pair(&mut self, games: &[FinishedGame; 2]) -> io::Result<()> {
        if let Some(test) = &mut self.test {
            let number = self.standings.between(0, 1).pairs.pairs();
            test.add(number, games.each_ref().map(FinishedGame::points));
        }
        self.standings.add(games.each_ref());
        Ok(())
    }

    fn has_seen_enough(&self) -> bool {
        self.test.as_ref().and_then(Sprt::verdict).is_some()
    }
}

/// The end of a match in at most ten lines, the result in the last; for a tournament as many as
/// it has players. Without a line end after the last.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", Called(&self.tables, &self.standings.labels))?;
        if !self.is_match() {
            return write!(f, "{}", self.standings);
        }
        if let Some(pairs) = self.statistics().pairs {
            let Estimates { nelo, los, .. } = pairs.estimates;
            writeln!(f, "{}", pairs.in_words())?;
            writeln!(f, "nElo   {}, LOS {}", strength(nelo), percent(los, 2))?;
            let mut test = pairs.sprt.iter();
            test.try_for_each(|test| writeln!(f, "{}", test.in_words()))?;
        }
        if let Some(verdict) = self.test.as_ref().and_then(Sprt::verdict) {
            let (accepted, pairs) = (verdict.accepted, verdict.pairs);
            write!(f, "SPRT: {accepted} accepted after {pairs} pairs, ")?;
            writeln!(f, "LLR {:.2}", verdict.llr)?;
        }
        write!(f, "{}", summary(&self.standings.labels[0], &self.counts()))
    }
}

/// How often pairs are drawn again for the intervals of the ratings, and what the draws follow
/// from.
const RESAMPLES: usize = 10_000;
const SEED: u64 = 1;

/// A player whose rating is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// Its number.
    pub player: usize,
    /// Its rating.
    pub elo: f64,
}

/// Complete pairs of games, counted by pairing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standings {
    /// What the players are called.
    pub labels: Vec<String>,
    /// All ratings are moved so that this player has its own.
    pub anchor: Option<Anchor>,
    /// By pairing, the lower number first, from the side of that player.
    pub pairings: BTreeMap<[usize; 2], Counts>,
}

impl Standings {
    /// Standings of so many players before the first game, who are called by their letters.
    pub fn new(players: usize) -> Self {
        Self {
            labels: letters(players),
            ..Self::default()
        }
    }

    /// How many players there are.
    pub fn players(&self) -> usize {
        self.labels.len()
    }

    /// Counts one more pair of games, both between the same two of the players.
    pub fn add(&mut self, pair: [&FinishedGame; 2]) {
        let pairing = pair[0].pairing();
        if pairing[1] < self.players() {
            let points = pair.map(FinishedGame::points);
            self.pairings.entry(pairing).or_default().add_pair(points);
        }
    }

    /// What `player` and `other` did against each other, from the side of `player`.
    pub fn between(&self, player: usize, other: usize) -> Counts {
        let counts = |one, two| self.pairings.get(&[one, two]).copied().unwrap_or_default();
        if player < other {
            counts(player, other)
        } else {
            counts(other, player).reversed()
        }
    }

    /// What `player` did against all others.
    pub fn of(&self, player: usize) -> Trinomial {
        let others = (0..self.players()).filter(|&other| other != player);
        others.fold(Trinomial::default(), |sum, other| {
            let games = self.between(player, other).games;
            Trinomial {
                wins: sum.wins + games.wins,
                losses: sum.losses + games.losses,
                draws: sum.draws + games.draws,
            }
        })
    }

    /// Games in complete pairs.
    pub fn games(&self) -> u64 {
        self.pairings.values().map(|it| it.games.games()).sum()
    }

    /// The Elo rating of each player with its 95 % interval, infinite with one finite end where it
    /// lost or won all; the mean of the finite ones is 0 unless one is known.
    ///
    /// # Errors
    /// If the pairs played do not connect all players.
    pub fn ratings(&self) -> Result<Vec<Interval>, RatingError> {
        let encounter = |(&[first, second], counts): (&[usize; 2], &Counts)| Encounter {
            first,
            second,
            pairs: counts.pairs,
        };
        let encounters: Vec<_> = self.pairings.iter().map(encounter).collect();
        let anchored = self.anchor.map(|it| it.player);
        let mut ratings = ratings(self.players(), &encounters, anchored, RESAMPLES, SEED)?;
        let moved = self
            .anchor
            .and_then(|it| Some(it.elo - ratings.get(it.player)?.value));
        let moved = moved.unwrap_or(0.0);
        for rating in &mut ratings {
            rating.low += moved;
            rating.value += moved;
            rating.high += moved;
        }
        Ok(ratings)
    }

    /// Where `ratings` are fixed, in words: `mean 0`, `mean 0 of A, C`, or `B at 1500`.
    pub fn level(&self, ratings: &[Interval]) -> String {
        if let Some(Anchor { player, elo }) = self.anchor {
            return format!("{} at {elo}", self.labels[player]);
        }
        let finite = (0..ratings.len()).filter(|&it| ratings[it].value.is_finite());
        let finite: Vec<_> = finite.map(|it| self.labels[it].as_str()).collect();
        if finite.len() == ratings.len() {
            "mean 0".to_owned()
        } else {
            format!("mean 0 of {}", finite.join(", "))
        }
    }

    /// What everyone did against everyone.
    fn cross_table(&self) -> Table {
        let labels = self.labels.iter().map(String::as_str);
        let head = iter::once("won-lost-drawn").chain(labels);
        let mut table = Table::new(head).right(1..=self.players());
        for player in 0..self.players() {
            let cell = |other| match self.between(player, other).games {
                games if games.games() == 0 => "-".to_owned(),
                games => format!("{}-{}-{}", games.wins, games.losses, games.draws),
            };
            let cells = (0..self.players()).map(cell);
            table.push(iter::once(self.labels[player].clone()).chain(cells));
        }
        table
    }

    /// The players' numbers, the highest of `ratings` first.
    pub fn ranking(ratings: &[Interval]) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..ratings.len()).collect();
        let key = |player: usize| {
            let Interval { low, value, high } = ratings[player];
            [value, low, high]
        };
        ranking.sort_by(|&one, &other| {
            let order = key(other).partial_cmp(&key(one));
            order.unwrap_or(Ordering::Equal)
        });
        ranking
    }
}

/// The share of points, 0–1; none without games.
pub fn share_of_points(games: Trinomial) -> Option<f64> {
    let points = games.wins as f64 + games.draws as f64 / 2.0;
    (games.games() > 0).then(|| points / games.games() as f64)
}

/// Several lines, the last without its end: the cross table, then a line for each player with its
/// rating, the best first.
impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.cross_table())?;
        let ratings = match self.ratings() {
            Ok(ratings) => ratings,
            Err(error) => return write!(f, "no ratings: {error}"),
        };
        write!(
            f,
            "Elo by maximum likelihood, {}; intervals from {RESAMPLES} draws of pairs",
            self.level(&ratings)
        )?;
        for player in Self::ranking(&ratings) {
            let (name, rating) = (&self.labels[player], strength(Some(ratings[player])));
            let games = self.of(player);
            let (share, count) = (percent(share_of_points(games), 1), games.games());
            write!(f, "\nrating {name}: Elo {rating}, {share} of {count} games")?;
        }
        Ok(())
    }
}

/// How far a match is.
pub struct Account {
    /// What has been counted.
    pub tally: Tally,
    /// Games in all.
    pub games: u64,
    /// Games played in this run.
    arrived: u64,
    started: Instant,
}

impl Account {
    /// Of a match of so many games in all, before its first; `tally`, which is empty, counts them.
    pub fn new(tally: Tally, games: u64) -> Self {
        Self {
            tally,
            games,
            arrived: 0,
            started: Instant::now(),
        }
    }

    /// Games in complete pairs.
    pub fn played(&self) -> u64 {
        self.tally.standings.games()
    }

    /// Since the match began, or went on.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// How the players stand, in words.
    pub fn standing(&self) -> String {
        if self.tally.is_match() {
            let llr = self.tally.test.as_ref().and_then(|test| {
                let [low, high] = test.hypotheses().bounds();
                Some(format!(", LLR {:.2} in [{low:.2}, {high:.2}]", test.llr()?))
            });
            let label = &self.tally.standings.labels[0];
            return summary(label, &self.tally.counts()) + &llr.unwrap_or_default();
        }
        let standings = &self.tally.standings;
        let score = |player| {
            let share = percent(share_of_points(standings.of(player)), 1);
            format!("{} {share}", standings.labels[player])
        };
        let scores: Vec<_> = (0..standings.players()).map(score).collect();
        scores.join(", ")
    }

    /// How long the games left will take if they take as long as those of this run did. A test
    /// is expected to end as early as its statistics say.
    pub fn time_left(&self) -> Option<Duration> {
        let left = self.games.saturating_sub(self.played()) as f64;
        let test = self.tally.test.as_ref();
        let pairs = test.and_then(|_| self.tally.statistics().pairs);
        let by_test = pairs.and_then(|pairs| pairs.sprt?.games_left);
        let left = by_test.map_or(left, |games| games.min(left));
        let seconds = self.started.elapsed().as_secs_f64() * left / self.arrived as f64;
        Duration::try_from_secs_f64(seconds).ok()
    }
}

impl Observer for Account {
    fn arrived(&mut self, _game: &FinishedGame) -> io::Result<()> {
        self.arrived += 1;
        Ok(())
    }

    fn game(&mut self, game: &FinishedGame) -> io::Result<()> {
        self.tally.game(game)
    }

    fn pair(&mut self, games: &[FinishedGame; 2]) -> io::Result<()> {
        self.tally.pair(games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pair between two players of which the winners are known.
    fn pair(players: [usize; 2], winners: [Option<usize>; 2]) -> [FinishedGame; 2] {
        let [one, other] = players;
        let game = FinishedGame::without_moves;
        [game(one, other, winners[0]), game(other, one, winners[1])]
    }

    /// B beats A, C beats B, A and C draw once.
    fn standings() -> Standings {
        let mut standings = Standings::new(3);
        standings.add(pair([0, 1], [Some(1), Some(1)]).each_ref());
        standings.add(pair([0, 1], [Some(0), Some(1)]).each_ref());
        standings.add(pair([1, 2], [Some(2), Some(1)]).each_ref());
        standings.add(pair([1, 2], [Some(2), None]).each_ref());
        standings.add(pair([0, 2], [None, Some(2)]).each_ref());
        standings
    }

    #[test]
    fn both_sides_of_a_pairing_agree() {
        let standings = standings();
        let of_a = standings.between(0, 1).games;
        assert_eq!((of_a.wins, of_a.losses, of_a.draws), (1, 3, 0));
        assert_eq!(standings.between(1, 0).games, of_a.reversed());
        let of_b = standings.of(1);
        assert_eq!((of_b.wins, of_b.losses, of_b.draws), (4, 3, 1));
        assert_eq!(share_of_points(of_b), Some(4.5 / 8.0));
        assert_eq!(standings.games(), 10);
    }

    #[test]
    fn the_best_comes_first_and_the_mean_is_0() {
        let standings = standings();
        let ratings = standings.ratings().unwrap();
        assert_eq!(Standings::ranking(&ratings), [2, 1, 0]);
        let sum: f64 = ratings.iter().map(|rating| rating.value).sum();
        assert!(sum.abs() < 1e-9);
        let text = standings.to_string();
        let order = ["rating C: Elo +", "rating B: Elo ", "rating A: Elo -"];
        let places = order.map(|line| text.find(line).unwrap());
        assert!(places.is_sorted(), "{text}");
        assert!(text.contains("56.2 % of 8 games"), "{text}");
    }

    #[test]
    fn a_known_rating_moves_all() {
        let free = standings().ratings().unwrap();
        let anchor = Anchor {
            player: 1,
            elo: 1500.0,
        };
        let anchored = Standings {
            anchor: Some(anchor),
            ..standings()
        };
        let ratings = anchored.ratings().unwrap();
        assert!((ratings[1].value - 1500.0).abs() < 1e-9);
        let between = |ratings: &[Interval]| ratings[2].high - ratings[0].value;
        assert!((between(&ratings) - between(&free)).abs() < 1e-9);
        assert!(anchored.to_string().contains("likelihood, B at 1500;"));
    }

    #[test]
    fn players_that_have_not_met_are_not_rated() {
        let mut standings = Standings::new(3);
        standings.add(pair([0, 1], [Some(1), Some(1)]).each_ref());
        let text = standings.to_string();
        assert!(text.contains("no ratings: player 2 has not met"), "{text}");
    }
}
