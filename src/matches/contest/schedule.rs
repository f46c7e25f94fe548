//! Which games a match or a tournament consists of, and which player has which colour in them.
//!
//! A *pairing* is two players; each round plays one pair of games in every pairing, with the
//! opening of that round and colours swapped. What must hold: games are numbered round by round,
//! so that a tournament that is stopped early is balanced, and one that is continued with more
//! games keeps the numbers of those that it has.

use serde::{Deserialize, Serialize};

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

impl Format {
    /// As on the command line and in journals.
    pub fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Gauntlet => "gauntlet",
            Self::RoundRobin => "round-robin",
        }
    }

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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    const FORMATS: [Format; 3] = [Format::Match, Format::Gauntlet, Format::RoundRobin];

    fn tickets(schedule: &Schedule) -> Vec<Ticket> {
        let tickets = (0..schedule.games()).map(|id| schedule.ticket(id).unwrap());
        tickets.collect()
    }

    #[test]
    fn two_players_meet_in_the_same_games_in_any_format() {
        for format in FORMATS {
            let schedule = Schedule::new(format, 2, 3);
            let told: Vec<_> = tickets(&schedule)
                .iter()
                .map(|ticket| (ticket.pair, ticket.seats()))
                .collect();
            assert_eq!(told, [(0, [0, 1]), (0, [1, 0]), (1, [0, 1]), (1, [1, 0])]);
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
        for pair in tickets(&schedule).chunks(2) {
            let [one, other] = pair else {
                panic!("half a pair")
            };
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
}
