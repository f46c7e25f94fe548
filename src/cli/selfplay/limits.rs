//! The limits of a match as typed: one for all players, or one for each.

use super::super::whole;
use super::time_control;
use anyhow::{anyhow, bail};
use clap::Args;
use engine::search::ClockReading;
use matches::contest::schedule::letter;
use matches::players::limit::MoveLimit;

/// How long the players may think about a move: `X` for all, or `X,Y,…`.
#[derive(Debug, Args)]
pub(super) struct LimitArgs {
    /// Byoyomi in milliseconds, after main time if written MAIN+BYOYOMI.
    #[arg(long, value_name = "[MAIN+]MS", value_parser = each(byoyomi))]
    byoyomi: Option<Sides<MoveLimit>>,
    /// Main time and increment a move, in milliseconds.
    #[arg(long, value_name = "MAIN+INC", value_parser = each(fischer))]
    fischer: Option<Sides<MoveLimit>>,
    /// Main time, increment and byoyomi in seconds, as other runners write it: 10+0.1, or 5:00,10
    /// for five minutes and ten seconds of byoyomi. Once for all players, or once for each.
    #[arg(long, value_name = "TIME", value_parser = time_control::read)]
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

fn milliseconds(text: &str) -> Result<u64, String> {
    whole(0..=86_400_000)(text)
}

fn byoyomi(text: &str) -> Result<MoveLimit, String> {
    let (main, byoyomi) = text.split_once('+').unwrap_or(("0", text));
    clock(milliseconds(main)?, milliseconds(byoyomi)?, 0)
}

fn fischer(text: &str) -> Result<MoveLimit, String> {
    let expected = "expected MAIN+INC in milliseconds, such as 60000+1000";
    let (main, increment) = text.split_once('+').ok_or(expected)?;
    clock(milliseconds(main)?, 0, milliseconds(increment)?)
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
