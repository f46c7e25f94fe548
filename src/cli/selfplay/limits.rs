//! The limits of a match as typed: one for both players, or one for each.

use super::super::whole;
use crate::search::ClockReading;
use crate::selfplay::limit::MoveLimit;
use anyhow::{anyhow, bail};
use clap::Args;

/// How long the players may think about a move: `X` for both, or `X,Y`.
#[derive(Debug, Args)]
pub(super) struct LimitArgs {
    /// Byoyomi in milliseconds, after main time if written MAIN+BYOYOMI.
    #[arg(long, value_name = "[MAIN+]MS", value_parser = both(byoyomi))]
    byoyomi: Option<Sides<MoveLimit>>,
    /// Main time and increment a move, in milliseconds.
    #[arg(long, value_name = "MAIN+INC", value_parser = both(fischer))]
    fischer: Option<Sides<MoveLimit>>,
    /// Time a move, in milliseconds.
    #[arg(long, value_name = "MS", value_parser = both(movetime))]
    movetime: Option<Sides<MoveLimit>>,
    /// Nodes a move.
    #[arg(long, value_name = "N", value_parser = both(nodes))]
    nodes: Option<Sides<MoveLimit>>,
    /// Iterations a move.
    #[arg(long, value_name = "N", value_parser = both(depth))]
    depth: Option<Sides<MoveLimit>>,
    /// CPU time a move, in milliseconds; only for players in this process.
    #[arg(long, value_name = "MS", value_parser = both(cpu_time))]
    cpu_time: Option<Sides<MoveLimit>>,
    /// How many milliseconds a move may overrun its time.
    #[arg(long, value_name = "MS", default_value_t = 50)]
    #[arg(value_parser = whole(0..=86_400_000_u64))]
    pub(super) margin: u64,
}

impl LimitArgs {
    /// The limit of each player.
    pub(super) fn limits(&self) -> anyhow::Result<[MoveLimit; 2]> {
        let all = [
            self.byoyomi,
            self.fischer,
            self.movetime,
            self.nodes,
            self.depth,
            self.cpu_time,
        ];
        let of = |player: usize, name: &str| {
            let mut given = all.iter().flatten().filter_map(|limit| limit.0[player]);
            let limit = given.next().ok_or_else(|| {
                anyhow!(
                    "player {name} has no limit; expected one of --byoyomi, --fischer, \
                     --movetime, --nodes, --depth, --cpu-time"
                )
            })?;
            match given.next() {
                None => Ok(limit),
                Some(other) => {
                    bail!("player {name} has two limits, {limit} and {other}; expected one")
                }
            }
        };
        Ok([of(0, "A")?, of(1, "B")?])
    }
}

/// Something for each player; none where its place is empty.
#[derive(Clone, Copy, Debug)]
struct Sides<T>([Option<T>; 2]);

/// Reads `X` or `X,Y`, where X or Y may be empty.
fn both<T: Clone>(
    one: impl Fn(&str) -> Result<T, String> + Clone,
) -> impl Fn(&str) -> Result<Sides<T>, String> + Clone {
    move |text| {
        let read = |text: &str| (!text.is_empty()).then(|| one(text)).transpose();
        match text.split(',').collect::<Vec<_>>()[..] {
            [both] => one(both).map(|value| Sides([Some(value.clone()), Some(value)])),
            [a, b] => Ok(Sides([read(a)?, read(b)?])),
            _ => Err("expected X for both players, or X,Y".to_owned()),
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
