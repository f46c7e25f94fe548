//! Which games are wanted: by who played, when, how long and how it ended.
//!
//! What must hold: a game that does not say what is asked for is not wanted. What was not asked for does not matter.

use crate::referee::finished::{FinishedGame, Reason};
use engine::record::{Record, Termination};
use engine::shogi::Color;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// This side won.
    Won(Color),
    /// Nobody did.
    Drawn,
}

impl GameResult {
    /// That of a game with this winner.
    pub fn of(winner: Option<Color>) -> Self {
        winner.map_or(Self::Drawn, Self::Won)
    }
}

/// What filters ask of a game beside its moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameFacts {
    /// How it ended, if it has and that is known.
    pub result: Option<GameResult>,
    /// The ratings of Black and White, in points of the site where it was played.
    pub ratings: [Option<f64>; 2],
    /// The day on which it began.
    pub day: Option<Day>,
}

impl GameFacts {
    /// What is told of a game that was drawn or won so.
    pub fn of_result(result: GameResult) -> Self {
        Self {
            result: Some(result),
            ..Self::default()
        }
    }

    /// What `record` tells.
    pub fn of(record: &Record) -> Self {
        let reason = record.ending.as_ref().map(|it| it.reason);
        let drawn = reason.is_some_and(Termination::is_draw);
        let winner = record.winner().map(GameResult::Won);
        let mut dates = DATES.iter().filter_map(|name| record.header(name));
        Self {
            result: winner.or(drawn.then_some(GameResult::Drawn)),
            ratings: Color::all().map(|color| record.rating(color)),
            day: dates.find_map(day),
        }
    }

    /// What the journal of a match tells. A game that was broken off has no result.
    pub fn of_finished(game: &FinishedGame) -> Self {
        let has_result = game.reason != Reason::MaxMoves;
        Self {
            result: has_result.then(|| GameResult::of(game.winning_color())),
            ..Self::default()
        }
    }

    /// The side that won, if one did.
    pub fn winner(&self) -> Option<Color> {
        match self.result {
            Some(GameResult::Won(color)) => Some(color),
            _ => None,
        }
    }
}

/// The headers that tell the day of a game, the first that does counts.
const DATES: [&str; 4] = ["START_TIME", "対局日", "開始日", "END_TIME"];

/// Year, month and day.
pub type Day = [u16; 3];

/// The day with which `text` begins: `2018/05/03 11:00:54`, `2018-05-03`, `2018年5月3日`.
fn day(text: &str) -> Option<Day> {
    let parts = text.trim().split(|it: char| !it.is_ascii_digit());
    let mut numbers = parts.filter(|part| !part.is_empty()).map(str::parse);
    let mut next = || numbers.next()?.ok();
    Some([next()?, next()?, next()?])
}

/// Which games are wanted; all by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// What both players' ratings are.
    pub ratings: Option<RangeInclusive<u32>>,
    /// On which days they were played.
    pub days: Option<RangeInclusive<Day>>,
    /// How many moves they have.
    pub plies: Option<RangeInclusive<usize>>,
    /// How they ended; anyhow if there is none.
    pub results: Vec<GameResult>,
}

impl Filter {
    /// Whether every game is wanted.
    pub fn is_all(&self) -> bool {
        *self == Self::default()
    }

    /// Whether a game of so many moves is wanted of which `facts` are told.
    pub fn admits(&self, plies: usize, facts: &GameFacts) -> bool {
        let rated = |wanted: &RangeInclusive<u32>| {
            let (low, high) = (f64::from(*wanted.start()), f64::from(*wanted.end()));
            let is_in = |rating: Option<f64>| rating.is_some_and(|it| low <= it && it <= high);
            facts.ratings.into_iter().all(is_in)
        };
        let dated = |wanted: &RangeInclusive<Day>| facts.day.is_some_and(|it| wanted.contains(&it));
        let ended = facts.result.is_some_and(|it| self.results.contains(&it));
        self.ratings.as_ref().is_none_or(rated)
            && self.days.as_ref().is_none_or(dated)
            && (self.plies.as_ref()).is_none_or(|wanted| wanted.contains(&plies))
            && (self.results.is_empty() || ended)
    }
}

/// Reads `FROM..TO`, of which either may be left out.
///
/// # Errors
/// If it is none, or nothing is between the two: what was expected.
pub fn range<T: FromStr + PartialOrd>(
    text: &str,
    [least, most]: [T; 2],
) -> Result<RangeInclusive<T>, &'static str> {
    between(text, least, most, |text, _| text.parse().ok())
        .ok_or("expected FROM..TO in whole numbers, either of which may be left out, such as 40..")
}

/// Reads days in the same way. A bound may be a month or a year: `2023..2024-06` ends with June 2024.
///
/// # Errors
/// As there.
pub fn days(text: &str) -> Result<RangeInclusive<Day>, &'static str> {
    between(text, Day::default(), [u16::MAX; 3], bound)
        .ok_or("expected FROM..TO in days, months or years, either of which may be left out, such as 2023..2024-06-30")
}

fn between<T: PartialOrd>(
    text: &str,
    least: T,
    most: T,
    read: impl Fn(&str, u16) -> Option<T>,
) -> Option<RangeInclusive<T>> {
    let (from, to) = text.split_once("..")?;
    let from = Some(from).filter(|it| !it.is_empty());
    let to = Some(to).filter(|it| !it.is_empty());
    let low = from.map_or(Some(least), |text| read(text, 0))?;
    let high = to.map_or(Some(most), |text| read(text, u16::MAX))?;
    (low <= high).then_some(low..=high)
}

/// The day that `text` says, with `rest` for what it leaves out.
fn bound(text: &str, rest: u16) -> Option<Day> {
    let mut day = [rest; 3];
    let parts = text.split(['-', '/']);
    for (place, part) in parts.enumerate() {
        *day.get_mut(place)? = part.parse().ok()?;
    }
    Some(day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::record::Format;

    const CSA: &str = "V2.2\nN+A\nN-B\n$START_TIME:2024/06/30 12:00:00\nPI\n+\n\
        'black_rate:A+0123:3105.5\n'white_rate:B:x:2950.0\n+7776FU\n-3334FU\n%TORYO\n";

    /// Whether the game of `CSA` is wanted by ratings, days, moves and results as typed.
    fn admits([ratings, days_text, plies, results]: [&str; 4]) -> bool {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let result = |text: &str| match text {
            "draw" => GameResult::Drawn,
            "black" => GameResult::Won(Color::Black),
            _ => GameResult::Won(Color::White),
        };
        let filter = Filter {
            ratings: some(ratings).map(|it| range(&it, [0, u32::MAX]).unwrap()),
            days: some(days_text).map(|it| days(&it).unwrap()),
            plies: some(plies).map(|it| range(&it, [0, usize::MAX]).unwrap()),
            results: results.split_terminator(',').map(result).collect(),
        };
        let record = Format::Csa.read(CSA.as_bytes()).unwrap().record;
        filter.admits(record.game().moves().len(), &GameFacts::of(&record))
    }

    #[test]
    fn games_are_wanted_by_what_they_tell() {
        for wanted in [
            ["", "", "", ""],
            ["2950..", "2024-06-30..2024-06-30", "2..2", "white"],
            ["..3106", "..2024-06", "..2", "draw,white"],
            ["2000..4000", "2024..2024", "1..", ""],
        ] {
            assert!(admits(wanted), "{wanted:?}");
        }
        for unwanted in [
            ["2951..", "", "", ""],
            ["..3105", "", "", ""],
            ["", "..2024-05", "", ""],
            ["", "2024-07..", "", ""],
            ["", "", "3..", ""],
            ["", "", "", "black,draw"],
        ] {
            assert!(!admits(unwanted), "{unwanted:?}");
        }
    }

    #[test]
    fn what_is_not_told_is_not_wanted_where_it_is_asked_for() {
        let asked = |filter: Filter| filter.admits(9, &GameFacts::default());
        assert!(asked(Filter::default()));
        let ratings = Some(0..=9999);
        assert!(!asked(Filter {
            ratings,
            ..Filter::default()
        }));
        let days = Some(days("..").unwrap());
        assert!(!asked(Filter {
            days,
            ..Filter::default()
        }));
        let results = vec![GameResult::Drawn];
        assert!(!asked(Filter {
            results,
            ..Filter::default()
        }));
    }

    #[test]
    fn ranges_are_refused_that_hold_nothing() {
        for text in ["", "40", "60..40", "a..", "1..2..3", "-1.."] {
            assert!(range(text, [0_usize, 100]).is_err(), "{text}");
        }
        for text in ["2024", "2024..2023", "2024-06-30-1..", "May.."] {
            assert!(days(text).is_err(), "{text}");
        }
    }
}
