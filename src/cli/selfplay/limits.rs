//! The limits of a match as typed, one for all players or one for each, and its rules.

use anyhow::{anyhow, bail};
use clap::Args;
use command::options::{ResignArg, numbers, whole};
use engine::search::ClockReading;
use engine::shogi::declaration::EnteringKingRule;
use matches::contest::schedule::letter;
use matches::players::limit::MoveLimit;
use matches::referee::adjudicate::DrawRule;
use matches::referee::game::Rules;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// How long the players may think about a move: `X` for all, or `X,Y,…`.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(super) struct LimitArgs {
    /// Byoyomi in milliseconds, after main time if written MAIN+BYOYOMI.
    #[arg(long, value_name = "[MAIN+]MS", value_parser = each(byoyomi))]
    byoyomi: Option<Limits>,
    /// Main time and increment a move, in milliseconds.
    #[arg(long, value_name = "MAIN+INC", value_parser = each(fischer))]
    fischer: Option<Limits>,
    /// Main time, increment and byoyomi in seconds, as other runners write it: 10+0.1, or 5:00,10
    /// for five minutes and ten seconds of byoyomi. Once for all players, or once for each.
    #[arg(long, value_name = "TIME", value_parser = time_control)]
    tc: Vec<ClockReading>,
    /// Time a move, in milliseconds.
    #[arg(long, value_name = "MS", value_parser = each(limit(1..=86_400_000, MoveLimit::MoveTimeMs)))]
    movetime: Option<Limits>,
    /// Nodes a move.
    #[arg(long, value_name = "N", value_parser = each(limit(1..=u64::MAX, MoveLimit::Nodes)))]
    nodes: Option<Limits>,
    /// Iterations a move.
    #[arg(long, value_name = "N", value_parser = each(limit(1..=100, MoveLimit::Depth)))]
    depth: Option<Limits>,
    /// CPU time a move, in milliseconds; only for players in this process.
    #[arg(long, value_name = "MS", value_parser = each(limit(1..=86_400_000, MoveLimit::CpuTimeMs)))]
    cpu_time: Option<Limits>,
    /// How many milliseconds a move may overrun its time.
    #[arg(long, value_name = "MS", default_value_t = 50)]
    #[arg(value_parser = whole(0..=86_400_000_u64))]
    pub(super) margin: u64,
}

impl LimitArgs {
    /// The limit of each of so many players.
    pub(super) fn limits(&self, players: usize) -> anyhow::Result<Vec<MoveLimit>> {
        let all = [
            &self.byoyomi,
            &self.fischer,
            &self.movetime,
            &self.nodes,
            &self.depth,
            &self.cpu_time,
        ];
        let clocks = self.tc.iter().map(|&clock| Some(MoveLimit::Clock(clock)));
        let clocks = Some(Limits(clocks.collect())).filter(|clocks| !clocks.0.is_empty());
        let given: Vec<&Limits> = all.into_iter().chain([&clocks]).flatten().collect();
        let mut lengths = given.iter().map(|limits| limits.0.len());
        if let Some(length) = lengths.find(|&length| length != 1 && length != players) {
            bail!("{length} limits in a list for {players} players; expected one for each");
        }
        let of = |player: usize| {
            let name = letter(player);
            let mut given = given.iter().filter_map(|limits| limits.of(player));
            let limit = given.next().ok_or_else(|| {
                anyhow!(
                    "player {name} has no limit; expected one of --byoyomi, --fischer, \
                     --tc, --movetime, --nodes, --depth, --cpu-time"
                )
            })?;
            match given.next() {
                None => Ok(limit),
                Some(other) => {
                    bail!("player {name} has two limits, {limit} and {other}; expected one")
                }
            }
        };
        (0..players).map(of).collect()
    }
}

/// The limit of all players, or that of each; none where its place is empty.
#[derive(Clone, Debug)]
struct Limits(Vec<Option<MoveLimit>>);

impl Limits {
    fn of(&self, player: usize) -> Option<MoveLimit> {
        match self.0[..] {
            [all] => all,
            ref each => each.get(player).copied().flatten(),
        }
    }
}

/// Reads `X`, or `X,Y,…` where places may be empty.
fn each(
    one: impl Fn(&str) -> Result<MoveLimit, String> + Clone,
) -> impl Fn(&str) -> Result<Limits, String> + Clone {
    move |text| {
        let read = |part: &str| match part {
            "" if text.contains(',') => Ok(None),
            part => one(part).map(Some),
        };
        text.split(',')
            .map(read)
            .collect::<Result<_, _>>()
            .map(Limits)
    }
}

/// Reads a limit by one number.
fn limit<T: Clone + Display + FromStr + PartialOrd>(
    range: RangeInclusive<T>,
    of: fn(T) -> MoveLimit,
) -> impl Fn(&str) -> Result<MoveLimit, String> + Clone {
    move |text| whole(range.clone())(text).map(of)
}

fn whole_ms(text: &str) -> Result<u64, String> {
    whole(0..=86_400_000)(text)
}

fn byoyomi(text: &str) -> Result<MoveLimit, String> {
    let (main, byoyomi) = text.split_once('+').unwrap_or(("0", text));
    clock(whole_ms(main)?, whole_ms(byoyomi)?, 0).map(MoveLimit::Clock)
}

fn fischer(text: &str) -> Result<MoveLimit, String> {
    let expected = "expected MAIN+INC in milliseconds, such as 60000+1000";
    let (main, increment) = text.split_once('+').ok_or(expected)?;
    clock(whole_ms(main)?, 0, whole_ms(increment)?).map(MoveLimit::Clock)
}

fn clock(main_ms: u64, byoyomi_ms: u64, increment_ms: u64) -> Result<ClockReading, String> {
    if main_ms + byoyomi_ms == 0 {
        return Err("expected some time for the first move".to_owned());
    }
    Ok(ClockReading {
        main_ms,
        byoyomi_ms,
        increment_ms,
    })
}

/// What `--tc` expects.
const CLOCK: &str =
    "expected MAIN[+INCREMENT][,BYOYOMI] in seconds, minutes as M:SS, such as 10+0.1 or 5:00,10";

/// Reads `10+0.1`, `5:00,10`, `0,1`, `1:30:00+5`: main time, then perhaps an increment and a byoyomi.
fn time_control(text: &str) -> Result<ClockReading, String> {
    let (rest, byoyomi) = match text.split_once(',') {
        Some((rest, byoyomi)) => (rest, milliseconds(byoyomi)?),
        None => (text, 0),
    };
    let (main, increment) = match rest.split_once('+') {
        Some((main, increment)) => (main, milliseconds(increment)?),
        None => (rest, 0),
    };
    clock(milliseconds(main)?, byoyomi, increment)
}

/// Reads `SECONDS`, `MINUTES:SECONDS` or `HOURS:MINUTES:SECONDS`, of which the seconds may have up to
/// three decimal places.
fn milliseconds(text: &str) -> Result<u64, String> {
    let refuse = || CLOCK.to_owned();
    let parts: Vec<&str> = text.rsplit(':').collect();
    let [seconds, longer @ ..] = &parts[..] else {
        return Err(refuse());
    };
    if longer.len() > 2 {
        return Err(refuse());
    }
    let mut total = thousandths(seconds).ok_or_else(refuse)?;
    for (part, unit) in longer.iter().zip([60_000, 3_600_000]) {
        let number: u64 = whole(0..=10_000)(part).map_err(|_| refuse())?;
        total += number * unit;
    }
    whole(0..=86_400_000)(&total.to_string()).map_err(|_| "expected a day at most".to_owned())
}

/// A number of seconds in ms.
fn thousandths(text: &str) -> Option<u64> {
    let (seconds, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if seconds.is_empty() || !is_number(seconds) || !is_number(fraction) || fraction.len() > 3 {
        return None;
    }
    let fraction: u64 = format!("{fraction:0<3}").parse().ok()?;
    let seconds: u64 = seconds.parse().ok().filter(|&seconds| seconds <= 86_400)?;
    Some(1000 * seconds + fraction)
}

/// What games are played by.
#[derive(Debug, Args)]
#[command(next_help_heading = "Rules")]
pub(super) struct RuleArgs {
    /// After how many moves a game is drawn.
    #[arg(long, value_name = "N", default_value_t = Rules::STANDARD.max_moves)]
    #[arg(value_parser = whole(1..=100_000_u32))]
    pub(super) max_moves: u32,
    /// Which declaration of an entering king wins: `NoEnteringKing`, `CSARule24`, `CSARule24H`,
    /// `CSARule27`, `CSARule27H` or `TryRule`.
    #[arg(long, value_name = "RULE", default_value = "CSARule27")]
    pub(super) entering_king: EnteringKingRule,
    #[command(flatten)]
    resign: ResignArg,
    /// End a game as drawn when both players say it is level within CP centipawns, MOVES times
    /// in a row each, from move number FROM on.
    #[arg(long, value_name = "CP,MOVES,FROM", value_parser = draw_rule)]
    draw: Option<DrawRule>,
}

impl RuleArgs {
    /// The rules, under which a move may overrun its time by `margin_ms`.
    pub(super) fn rules(&self, margin_ms: u64) -> Rules {
        Rules {
            margin_ms,
            max_moves: self.max_moves,
            entering_king: self.entering_king,
            resign: self.resign.resign,
            draw: self.draw,
        }
    }
}

fn draw_rule(text: &str) -> Result<DrawRule, String> {
    let expected = "CP,MOVES,FROM with up to 30000 centipawns and 2 to 1000 moves, such as \
                    20,8,120";
    match numbers(text, expected)? {
        [score @ 0..=30_000, moves @ 2..=1000, from_move] => Ok(DrawRule {
            score: score as i32,
            moves,
            from_move,
        }),
        _ => Err(format!("expected {expected}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_of_other_runners_are_read() {
        for (text, expected) in [
            ("10+0.1", (10_000, 0, 100)),
            ("5:00,10", (300_000, 10_000, 0)),
            ("0,1", (0, 1000, 0)),
            ("1:30:00+5", (5_400_000, 0, 5000)),
            ("60", (60_000, 0, 0)),
            ("2.5+0.25,3", (2500, 3000, 250)),
        ] {
            let clock = time_control(text).unwrap();
            let read = (clock.main_ms, clock.byoyomi_ms, clock.increment_ms);
            assert_eq!(read, expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_clock_is_refused() {
        for text in [
            "", "x", "40/60", "1:2:3:4", "5+", "+1", "0", "0+5", "1.2345", "1e3", "-1", "99999",
        ] {
            assert!(time_control(text).is_err(), "{text}");
        }
    }
}
