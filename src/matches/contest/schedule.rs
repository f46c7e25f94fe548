//! Which games a match or a tournament consists of, and which player has which colour in them.
//!
//! A *pairing* is two players; each round plays one pair of games in every pairing, with the
//! opening of that round and colours swapped. What must hold: games are numbered round by round,
//! so that a tournament that is stopped early is balanced, and one that is continued with more
//! games keeps the numbers of those that it has.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use thiserror::Error;

/// Who meets whom. With two players all formats are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Two players meet.
    Match,
    /// The first player meets each of the others.
    Gauntlet,
    /// Everyone meets everyone.
    RoundRobin,
}

/// As on the command line and in journals.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl Format {
    /// The pairings of players numbered from 0, the lower number first.
    pub fn pairings(self, players: usize) -> Vec<[usize; 2]> {
        let first = match self {
            Self::Match | Self::Gauntlet => 1,
            Self::RoundRobin => players,
        };
        let of = |one| (one + 1..players).map(move |other| [one, other]);
        (0..first).flat_map(of).collect()
    }
}

/// What a player is called: `A` for the first, `B` for the second, and so on.
pub fn letter(player: usize) -> char {
    let number = u8::try_from(player).ok();
    let letter = number.and_then(|number| b'A'.checked_add(number));
    letter.map_or('?', char::from)
}

/// What each of so many players is called that have no names: its letter.
pub fn letters(players: usize) -> Vec<String> {
    (0..players).map(|it| letter(it).to_string()).collect()
}

/// All games of a match or a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    rounds: u64,
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// The number of the game, from 0. Those of a pair differ in the lowest bit.
    pub id: u64,
    /// Who plays.
    pub pairing: [usize; 2],
    /// The number of the pair within its pairing, from 0, and so of its opening: every pairing
    /// plays the same ones.
    pub pair: u64,
    /// Which game of the pair: 0, in which the first of the pairing has Black, or 1.
    pub leg: usize,
}

impl Schedule {
    /// At least `games` games in every pairing: whole pairs.
    pub fn new(format: Format, players: usize, games: u64) -> Self {
        Self {
            pairings: format.pairings(players),
            rounds: games.div_ceil(2),
        }
    }

    /// Who meets whom, in the order of a round.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// Pairs of games in every pairing.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// How many games there are; their numbers are those below.
    pub fn games(&self) -> u64 {
        2 * self.rounds * self.pairings.len() as u64
    }

    /// The game with the number `id`; none if there is no such game.
    pub fn ticket(&self, id: u64) -> Option<Ticket> {
        let pairings = self.pairings.len() as u64;
        (id < self.games()).then(|| Ticket {
            id,
            pairing: self.pairings[(id / 2 % pairings) as usize],
            pair: id / 2 / pairings,
            leg: (id % 2) as usize,
        })
    }
}

impl Ticket {
    /// The players with Black and White.
    pub fn seats(&self) -> [usize; 2] {
        let [one, other] = self.pairing;
        [[one, other], [other, one]][self.leg]
    }
}

/// One of so many parts of the same work, as equal as whole pairs of games allow: number 1 to N of N.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Part {
    number: u64,
    of: u64,
}

/// The text of something that is no part.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no part; expected I/N with I from 1 to N, such as 1/40")]
pub struct NoPart(String);

impl Part {
    /// The whole.
    pub const ALL: Self = Self { number: 1, of: 1 };

    /// How many parts there are, 1 or more.
    pub fn of(self) -> u64 {
        self.of
    }

    /// The numbers of its games among `games`, which are whole pairs. They are neighbours, so that parts in
    /// their order make up the beginning of a match. With more parts than pairs some are empty.
    pub fn games(self, games: u64) -> Range<u64> {
        let pairs = u128::from(games / 2);
        // At most `pairs`, hence no truncation.
        let before = |number: u64| (pairs * u128::from(number) / u128::from(self.of)) as u64;
        2 * before(self.number - 1)..2 * before(self.number)
    }

    /// Whether it has number `item`, from 0, of things that are dealt out one by one.
    pub fn has(self, item: u64) -> bool {
        item % self.of == self.number - 1
    }

    /// Those of `items` things, dealt out one by one, that it has.
    pub fn items(self, items: u64) -> impl Iterator<Item = u64> {
        (self.number - 1..items).step_by(self.of as usize)
    }

    /// All parts of what is cut as for this one.
    pub fn all(self) -> impl Iterator<Item = Self> {
        (1..=self.of).map(move |number| Self { number, ..self })
    }
}

impl FromStr for Part {
    type Err = NoPart;

    /// Reads `I/N`.
    fn from_str(text: &str) -> Result<Self, NoPart> {
        let numbers = text.split_once('/');
        let numbers =
            numbers.and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err(NoPart(text.to_owned())),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// A part of a match of so many games, as its journal has it: `2/3 of 12 games`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PartOfMatch {
    /// Which part.
    pub part: Part,
    /// How many games all parts have together: whole pairs.
    pub games: u64,
}

impl PartOfMatch {
    /// The numbers of its games.
    pub fn range(self) -> Range<u64> {
        self.part.games(self.games)
    }
}

impl TryFrom<String> for PartOfMatch {
    type Error = NoPart;

    fn try_from(text: String) -> Result<Self, NoPart> {
        let refused = || NoPart(text.clone());
        let (part, games) = text.split_once(" of ").ok_or_else(refused)?;
        let games = games.strip_suffix(" games").and_then(|it| it.parse().ok());
        Ok(Self {
            part: part.parse()?,
            games: games.ok_or_else(refused)?,
        })
    }
}

impl From<PartOfMatch> for String {
    fn from(part: PartOfMatch) -> Self {
        part.to_string()
    }
}

impl fmt::Display for PartOfMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} games", self.part, self.games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn tickets(schedule: &Schedule) -> Vec<Ticket> {
        let tickets = (0..schedule.games()).map(|id| schedule.ticket(id).unwrap());
        tickets.collect()
    }

    #[test]
    fn two_players_meet_in_the_same_games_in_any_format() {
        for format in [Format::Match, Format::Gauntlet, Format::RoundRobin] {
            let schedule = Schedule::new(format, 2, 3);
            let tickets = tickets(&schedule).into_iter();
            let games: Vec<_> = tickets.map(|it| (it.pair, it.seats())).collect();
            assert_eq!(games, [(0, [0, 1]), (0, [1, 0]), (1, [0, 1]), (1, [1, 0])]);
            assert_eq!(schedule.ticket(4), None);
        }
    }

    #[test]
    fn every_pairing_has_every_opening_with_both_colours() {
        for (format, players) in [(Format::Gauntlet, 4), (Format::RoundRobin, 5)] {
            let schedule = Schedule::new(format, players, 6);
            let mut seen = BTreeMap::new();
            for ticket in tickets(&schedule) {
                assert!(ticket.pairing[0] < ticket.pairing[1]);
                *seen.entry((ticket.seats(), ticket.pair)).or_insert(0) += 1;
            }
            assert_eq!(seen.len() as u64, schedule.games());
            for &[one, other] in schedule.pairings() {
                for pair in 0..3 {
                    assert!(seen.contains_key(&([one, other], pair)));
                    assert!(seen.contains_key(&([other, one], pair)));
                }
            }
        }
        assert_eq!(Format::Gauntlet.pairings(4), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(Format::RoundRobin.pairings(26).len(), 26 * 25 / 2);
    }

    #[test]
    fn a_tournament_is_balanced_whenever_it_stops() {
        let schedule = Schedule::new(Format::RoundRobin, 4, 10);
        let mut played: BTreeMap<[usize; 2], u64> =
            schedule.pairings().iter().map(|&it| (it, 0)).collect();
        let tickets = tickets(&schedule);
        let (pairs, half) = tickets.as_chunks();
        assert!(half.is_empty());
        for [one, other] in pairs {
            assert_eq!((one.pairing, one.pair), (other.pairing, other.pair));
            *played.get_mut(&one.pairing).unwrap() += 1;
            let most = played.values().max().unwrap();
            assert!(most - played.values().min().unwrap() <= 1);
        }
    }

    #[test]
    fn more_games_keep_the_numbers_of_those_before() {
        let few = Schedule::new(Format::RoundRobin, 3, 2);
        let many = Schedule::new(Format::RoundRobin, 3, 8);
        assert_eq!(tickets(&few)[..], tickets(&many)[..6]);
    }

    #[test]
    fn letters_go_as_far_as_players_do() {
        assert_eq!((letter(0), letter(25)), ('A', 'Z'));
        assert_eq!(letter(usize::MAX), '?');
    }

    #[test]
    fn parts_cover_a_match_in_order_in_whole_pairs() {
        for (games, of) in [(2, 1), (24, 12), (26, 5), (2 * 100_000_000 * 325, 1000)] {
            let parts = Part { number: 1, of }.all().map(|part| part.games(games));
            let mut end = 0;
            for part in parts {
                assert_eq!(part.start, end);
                assert!(!part.is_empty() && part.end % 2 == 0);
                end = part.end;
            }
            assert_eq!(end, games);
        }
    }

    #[test]
    fn a_part_is_read_as_it_is_displayed() {
        for text in ["1/1", "2/3"] {
            assert_eq!(text.parse::<Part>().unwrap().to_string(), text);
            let text = format!("{text} of 12 games");
            let part = PartOfMatch::try_from(text.clone()).unwrap();
            assert_eq!(String::from(part), text);
        }
        for text in [
            "", "1", "0/1", "2/1", "-1/2", "a/2", "0/0", "0/1/2", "1/x", " 1/1",
        ] {
            let error = text.parse::<Part>().unwrap_err().to_string();
            assert!(error.contains(&format!("`{text}` is no part")), "{error}");
        }
        assert!(PartOfMatch::try_from("1/2 of 3".to_owned()).is_err());
    }
}
