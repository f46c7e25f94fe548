//! The limits of a match as typed, one for all players or one for each, and its rules.

use super::super::shared::whole;
use anyhow::{anyhow, bail};
use clap::Args;
use engine::search::ClockReading;
use engine::shogi::declaration::EnteringKingRule;
use matches::contest::schedule::letter;
use matches::players::limit::MoveLimit;
use matches::referee::adjudicate::{DrawRule, ResignRule};
use matches::referee::game::Rules;
use std::str::FromStr;

/// How long the players may think about a move: `X` for all, or `X,Y,…`.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(super) struct LimitArgs {
    /// Byoyomi in milliseconds, after main time if written MAIN+BYOYOMI.
    #[arg(long, value_name = "[MAIN+]MS", value_parser = each(byoyomi))]
    byoyomi: Option<Sides<MoveLimit>>,
    /// Main time and increment a move, in milliseconds.
    #[arg(long, value_name = "MAIN+INC", value_parser = each(fischer))]
    fischer: Option<Sides<MoveLimit>>,
    /// Main time, increment and byoyomi in seconds, as other runners write it: 10+0.1, or 5:00,10
    /// for five minutes and ten seconds of byoyomi. Once for all players, or once for each.
    #[arg(long, value_name = "TIME", value_parser = time_control)]
    tc: Vec<ClockReading>,
    /// Time a move, in milliseconds.
    #[arg(long, value_name = "MS", value_parser = each(movetime))]
    movetime: Option<Sides<MoveLimit>>,
    /// Nodes a move.
    #[arg(long, value_name = "N", value_parser = each(nodes))]
    nodes: Option<Sides<MoveLimit>>,
    /// Iterations a move.
    #[arg(long, value_name = "N", value_parser = each(depth))]
    depth: Option<Sides<MoveLimit>>,
    /// CPU time a move, in milliseconds; only for players in this process.
    #[arg(long, value_name = "MS", value_parser = each(cpu_time))]
    cpu_time: Option<Sides<MoveLimit>>,
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
        let clocks = self.clocks();
        let given = all.into_iter().chain([&clocks]).flatten();
        let given: Vec<&Sides<MoveLimit>> = given.collect();
        if let Some(list) = given.iter().find_map(|sides| sides.list_for_other(players)) {
            bail!("{list} limits in a list for {players} players; expected one for each");
        }
        let of = |player: usize| {
            let name = letter(player);
            let mut given = given.iter().filter_map(|sides| sides.of(player));
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

    /// What `--tc` says.
    fn clocks(&self) -> Option<Sides<MoveLimit>> {
        match self.tc[..] {
            [] => None,
            [clock] => Some(Sides::All(MoveLimit::Clock(clock))),
            _ => {
                let each = self.tc.iter().map(|&clock| Some(MoveLimit::Clock(clock)));
                Some(Sides::Each(each.collect()))
            }
        }
    }
}

/// Something for the players.
#[derive(Clone, Debug)]
enum Sides<T> {
    /// For all.
    All(T),
    /// For each; none where its place is empty.
    Each(Vec<Option<T>>),
}

impl<T: Copy> Sides<T> {
    fn of(&self, player: usize) -> Option<T> {
        match self {
            Self::All(value) => Some(*value),
            Self::Each(values) => values.get(player).copied().flatten(),
        }
    }

    /// The length of a list that is not for so many `players`.
    fn list_for_other(&self, players: usize) -> Option<usize> {
        match self {
            Self::Each(values) if values.len() != players => Some(values.len()),
            _ => None,
        }
    }
}

/// Reads `X`, or `X,Y,…` where places may be empty.
fn each<T: Clone>(
    one: impl Fn(&str) -> Result<T, String> + Clone,
) -> impl Fn(&str) -> Result<Sides<T>, String> + Clone {
    move |text| {
        let read = |text: &str| (!text.is_empty()).then(|| one(text)).transpose();
        if text.contains(',') {
            let values = text.split(',').map(read);
            values.collect::<Result<_, _>>().map(Sides::Each)
        } else {
            one(text).map(Sides::All)
        }
    }
}

fn whole_ms(text: &str) -> Result<u64, String> {
    whole(0..=86_400_000)(text)
}

fn byoyomi(text: &str) -> Result<MoveLimit, String> {
    let (main, byoyomi) = text.split_once('+').unwrap_or(("0", text));
    clock(whole_ms(main)?, whole_ms(byoyomi)?, 0)
}

fn fischer(text: &str) -> Result<MoveLimit, String> {
    let expected = "expected MAIN+INC in milliseconds, such as 60000+1000";
    let (main, increment) = text.split_once('+').ok_or(expected)?;
    clock(whole_ms(main)?, 0, whole_ms(increment)?)
}

fn clock(main_ms: u64, byoyomi_ms: u64, increment_ms: u64) -> Result<MoveLimit, String> {
    if main_ms + byoyomi_ms == 0 {
        return Err("expected some time for the first move".to_owned());
    }
    Ok(MoveLimit::Clock(ClockReading {
        main_ms,
        byoyomi_ms,
        increment_ms,
    }))
}

fn movetime(text: &str) -> Result<MoveLimit, String> {
    whole(1..=86_400_000)(text).map(MoveLimit::MoveTimeMs)
}

fn nodes(text: &str) -> Result<MoveLimit, String> {
    whole(1..=u64::MAX)(text).map(MoveLimit::Nodes)
}

fn depth(text: &str) -> Result<MoveLimit, String> {
    whole(1..=100)(text).map(MoveLimit::Depth)
}

fn cpu_time(text: &str) -> Result<MoveLimit, String> {
    whole(1..=86_400_000)(text).map(MoveLimit::CpuTimeMs)
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
    let clock = ClockReading {
        main_ms: milliseconds(main)?,
        byoyomi_ms: byoyomi,
        increment_ms: increment,
    };
    let has_time = clock.main_ms + clock.byoyomi_ms > 0;
    has_time
        .then_some(clock)
        .ok_or_else(|| "expected some time for the first move".to_owned())
}

/// Reads `SECONDS`, `MINUTES:SECONDS` or `HOURS:MINUTES:SECONDS`, of which the seconds may have up to
/// three decimal places.
fn milliseconds(text: &str) -> Result<u64, String> {
    let refuse = || CLOCK.to_owned();
    let mut parts = text.rsplit(':');
    let seconds = parts.next().and_then(thousandths).ok_or_else(refuse)?;
    let mut total = seconds;
    for (part, unit) in parts.zip([60_000, 3_600_000, 0]) {
        let number: u64 = whole(0..=10_000)(part).map_err(|_| refuse())?;
        if unit == 0 {
            return Err(refuse());
        }
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

/// `--resign`.
#[derive(Debug, Args)]
pub(in crate::cli) struct ResignArg {
    /// End a game as lost when both players say so by CP centipawns, MOVES times in a row each.
    #[arg(long, value_name = "CP,MOVES", value_parser = resign_rule)]
    pub(in crate::cli) resign: Option<ResignRule>,
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

/// Reads the parts of `text` between commas.
fn numbers<const N: usize>(text: &str, expected: &str) -> Result<[u32; N], String> {
    let numbers: Option<Vec<u32>> = text.split(',').map(|n| u32::from_str(n).ok()).collect();
    let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
    numbers.ok_or_else(|| format!("expected {expected}"))
}

pub(in crate::cli) fn resign_rule(text: &str) -> Result<ResignRule, String> {
    let expected = "CP,MOVES with 1 to 30000 centipawns and 2 to 1000 moves, such as 2000,4";
    match numbers(text, expected)? {
        [score @ 1..=30_000, moves @ 2..=1000] => Ok(ResignRule {
            score: score as i32,
            moves,
        }),
        _ => Err(format!("expected {expected}")),
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
