//! Results of games and of pairs of games, counted.

use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// What a game gave the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GamePoints {
    /// It lost.
    Loss,
    /// Neither won.
    Draw,
    /// It won.
    Win,
}

impl GamePoints {
    /// Half points: 0 for a loss, 1 for a draw, 2 for a win.
    pub fn half_points(self) -> usize {
        self as usize
    }

    /// The same game seen by the second player.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// Games by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Trinomial {
    /// Games the first player won.
    pub wins: u64,
    /// Games it lost.
    pub losses: u64,
    /// Games neither won.
    pub draws: u64,
}

impl Trinomial {
    /// Counts one more game.
    pub fn add(&mut self, points: GamePoints) {
        match points {
            GamePoints::Loss => self.losses += 1,
            GamePoints::Draw => self.draws += 1,
            GamePoints::Win => self.wins += 1,
        }
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// The same games seen by the second player.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self {
            wins: self.losses,
            losses: self.wins,
            draws: self.draws,
        }
    }
}

/// `60 wins, 40 losses, 0 draws`
impl fmt::Display for Trinomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (wins, losses, draws) = (self.wins, self.losses, self.draws);
        write!(f, "{wins} wins, {losses} losses, {draws} draws")
    }
}

/// Pairs (one opening, played with either colour) by the first player's half points, 0 to 4:
/// LL, LD, WL or DD, WD, WW.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts one more pair.
    pub fn add(&mut self, [one, other]: [GamePoints; 2]) {
        self.0[one.half_points() + other.half_points()] += 1;
    }

    /// All pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The same pairs seen by the second player.
    #[must_use]
    pub fn reversed(self) -> Self {
        let mut counts = self.0;
        counts.reverse();
        Self(counts)
    }

    /// Pairs the first player won, per pair it lost: infinite if it lost none, `None` if none
    /// was decided.
    pub fn pair_ratio(&self) -> Option<f64> {
        let [ll, ld, _, wd, ww] = self.0.map(|count| count as f64);
        let ratio = (wd + ww) / (ll + ld);
        (!ratio.is_nan()).then_some(ratio)
    }
}

/// Everything counted in a match: all finished games, and the pairs both games of which are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Finished games, also of pairs whose other game is not.
    pub games: Trinomial,
    /// Complete pairs.
    pub pairs: Pentanomial,
    /// Of the level pairs those with a win and a loss; the others are two draws.
    pub split_pairs: u64,
}

impl Counts {
    /// Counts one more complete pair, its games included.
    pub fn add_pair(&mut self, pair: [GamePoints; 2]) {
        for points in pair {
            self.games.add(points);
        }
        self.pairs.add(pair);
        let [one, other] = pair;
        self.split_pairs += u64::from(one != other && one == other.reversed());
    }

    /// The same match seen by the second player.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self {
            games: self.games.reversed(),
            pairs: self.pairs.reversed(),
            split_pairs: self.split_pairs,
        }
    }
}

/// Counts as somebody wrote them down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tallied {
    /// Wins, losses, draws.
    Games(Trinomial),
    /// Five counts of pairs.
    Pairs(Pentanomial),
    /// Six counts of pairs: the level ones of either kind, so that games follow.
    Match(Counts),
}

/// The largest count that is read: every figure is good to the digits that are printed.
const MAX_COUNT: u64 = 1_000_000_000;

/// Why counts, or a test, could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TextError(pub(super) String);

impl FromStr for Tallied {
    type Err = TextError;

    /// Reads counts separated by hyphens or spaces: three (W-L-D), five (LL, LD, level, WD, WW)
    /// or six (LL, LD, WL, DD, WD, WW).
    fn from_str(text: &str) -> Result<Self, TextError> {
        let words = text.split(|char: char| char == '-' || char.is_whitespace());
        let refused = |word: &str| {
            let named = if word.is_empty() { text } else { word };
            let expected = format!("expected a whole number from 0 to {MAX_COUNT}");
            TextError(format!("`{named}` is no count: {expected}"))
        };
        let counts = words.map(|word| {
            let count = word.parse().ok().filter(|count| *count <= MAX_COUNT);
            count.ok_or_else(|| refused(word))
        });
        let counts = counts.collect::<Result<Vec<_>, _>>()?;
        match counts[..] {
            [wins, losses, draws] => Ok(Self::Games(Trinomial {
                wins,
                losses,
                draws,
            })),
            [ll, ld, level, wd, ww] => Ok(Self::Pairs(Pentanomial([ll, ld, level, wd, ww]))),
            [ll, ld, wl, dd, wd, ww] => Ok(Self::Match(Counts {
                games: Trinomial {
                    wins: wl + wd + 2 * ww,
                    losses: wl + ld + 2 * ll,
                    draws: ld + wd + 2 * dd,
                },
                pairs: Pentanomial([ll, ld, wl + dd, wd, ww]),
                split_pairs: wl,
            })),
            _ => {
                let expected = "expected W-L-D, LL-LD-level-WD-WW or LL-LD-WL-DD-WD-WW";
                let count = counts.len();
                Err(TextError(format!("`{text}` is {count} counts: {expected}")))
            }
        }
    }
}
