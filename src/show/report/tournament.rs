//! What the page says of the strength of more than two players: ratings and the cross table.

use super::shared::Figure;
use matches::contest::schedule::letter;
use matches::observers::standings::{Standings, share_of_points};
use matches::stats::text::{ends, estimate, percent, strength};
use matches::stats::{Interval, Trinomial};
use serde::Serialize;

/// The ratings of all players.
#[derive(Serialize)]
pub(super) struct Tournament {
    /// The tournament in one sentence.
    pub verdict: String,
    /// What is told in large figures.
    pub figures: Vec<Figure>,
    /// By player, the best first, or in their order without ratings.
    rows: Vec<Rated>,
    /// The letters of the players in their order, the columns of the cross table.
    columns: Vec<char>,
    /// Where the ratings are fixed.
    level: String,
}

/// A player's row.
#[derive(Serialize)]
struct Rated {
    letter: char,
    rating: Option<Rating>,
    games: u64,
    score: String,
    /// Won–lost–drawn against each player; empty against itself.
    against: Vec<String>,
}

/// A rating, in words and as a bar on an axis of 0 to 100 that all players share.
#[derive(Serialize)]
struct Rating {
    elo: String,
    interval: String,
    bar: [f64; 3],
}

impl Tournament {
    /// What `standings` say.
    pub fn new(standings: &Standings) -> Self {
        let players = standings.players();
        let ratings = standings.ratings();
        let ranking = match &ratings {
            Ok(ratings) => Standings::ranking(ratings),
            Err(_) => (0..players).collect(),
        };
        let verdict = match &ratings {
            Ok(ratings) => leader(&ranking, ratings),
            Err(error) => format!("No ratings yet: {error}."),
        };
        let level = standings.level(ratings.as_deref().unwrap_or_default());
        let ratings = ratings.unwrap_or_default();
        let row = |&player: &usize| Rated::new(standings, player, &ratings);
        let figures = [
            ("games", standings.games().to_string()),
            ("players", players.to_string()),
        ];
        Self {
            verdict,
            figures: figures.map(|(name, value)| Figure { name, value }).to_vec(),
            rows: ranking.iter().map(row).collect(),
            columns: (0..players).map(letter).collect(),
            level,
        }
    }
}

impl Rated {
    fn new(standings: &Standings, player: usize, ratings: &[Interval]) -> Self {
        let games = standings.of(player);
        let against = (0..standings.players()).map(|other| {
            if other == player {
                return String::new();
            }
            let Trinomial {
                wins,
                losses,
                draws,
            } = standings.between(player, other).games;
            format!("{wins} – {losses} – {draws}")
        });
        Self {
            letter: letter(player),
            rating: ratings.get(player).map(|it| Rating::new(*it, ratings)),
            games: games.games(),
            score: percent(share_of_points(games), 1),
            against: against.collect(),
        }
    }
}

impl Rating {
    fn new(rating: Interval, all: &[Interval]) -> Self {
        let known = all.iter().flat_map(|it| [it.low, it.value, it.high]);
        let known = known.filter(|elo| elo.is_finite());
        let [lowest, highest] = known
            .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], elo| {
                [low.min(elo), high.max(elo)]
            });
        let place = |elo: f64| {
            let elo = elo.clamp(lowest, highest);
            100.0 * (elo - lowest) / (highest - lowest).max(1.0)
        };
        let Interval { low, value, high } = rating;
        let says_more = value.is_finite() && !rating.is_point();
        Self {
            elo: estimate(rating, 1),
            interval: if says_more {
                ends(rating, 1)
            } else {
                String::new()
            },
            bar: [low, value, high].map(place),
        }
    }
}

/// Who is ahead, and whether the intervals of the first two are apart.
fn leader(ranking: &[usize], ratings: &[Interval]) -> String {
    let [first, second, ..] = ranking else {
        return String::new();
    };
    let (best, next) = (ratings[*first], ratings[*second]);
    let apart = if best.low > next.high {
        "is the strongest"
    } else {
        "leads, but others may be as strong"
    };
    let (first, second) = (letter(*first), letter(*second));
    let elo = strength(Some(best));
    let next = if next.value.is_finite() {
        format!("{:+.1}", next.value)
    } else {
        ends(next, 1)
    };
    format!("{first} {apart}: Elo {elo}; next {second} with {next}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(low: f64, value: f64, high: f64) -> Interval {
        Interval { low, value, high }
    }

    #[test]
    fn the_leader_is_told_with_what_is_known_of_it() {
        let ratings = [interval(-30.0, -20.0, -10.0), interval(10.0, 20.0, 30.0)];
        let told = leader(&[1, 0], &ratings);
        assert!(told.starts_with("B is the strongest: Elo +20.00"), "{told}");
        let ratings = [interval(-30.0, -20.0, 15.0), interval(10.0, 20.0, 30.0)];
        let told = leader(&[1, 0], &ratings);
        assert!(told.starts_with("B leads, but"), "{told}");
    }

    #[test]
    fn bars_share_an_axis() {
        let ratings = [interval(-50.0, -20.0, -10.0), interval(10.0, 20.0, 50.0)];
        let bars = ratings.map(|rating| Rating::new(rating, &ratings).bar);
        assert_eq!(bars, [[0.0, 30.0, 40.0], [60.0, 70.0, 100.0]]);
    }
}
