//! `kyomi-lab scaling`, `values`, `mistakes`, `freeze` and `ladder`: experiments by searches of single positions.

use super::{JsonArg, MeasureArgs, SubjectArgs, create};
use crate::freeze::{self, Frozen};
use crate::ladder;
use crate::mistakes;
use crate::results;
use crate::scaling::{self, Measurement};
use crate::searches::Searcher;
use crate::values;
use anyhow::bail;
use clap::Args;
use command::files::Places;
use command::options::whole;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

/// Arguments of `kyomi-lab scaling`.
#[derive(Debug, Args)]
#[command(after_help = "\
Every search is of one position, from an empty table, by one thread: the numbers are the same \
for any --threads. All searches are kept in the folder: the same command goes on after any end, \
and further players cost only their own searches. Those of players are made anew when the \
program has changed; those of the reference stay, so that builds can be measured against the \
same. The folder also gets scaling.json and scaling.svg.

A FILE has a position in each line, as the argument of USI's `position`; with columns move_3k, \
cp_3k, depth_3k and so on behind tabs it also holds the answers of another engine, the oracle.

Shown are how often the move is that of the oracle's last search and that of the reference, how \
far the value is from theirs (values beyond 1500 count as 1500), what the move loses (the \
reference searches it and its own best move with an eighth of its nodes; no loss or gain counts \
more than 500), by how much that exceeds the loss of the first player's moves, the iteration at \
the end (whole or not), the longest line, each with its 95 % error.

Examples:
  kyomi-lab scaling --out scaling --player search=interest \\
      --player search=conventional
  kyomi-lab scaling --out oracle --positions oracle.tsv \\
      --nodes 3000,10000,30000 --threads 2
  kyomi-lab scaling --out try --count 50 --nodes 3000,30000 \\
      --reference-nodes 200000")]
pub struct ScalingArgs {
    #[command(flatten)]
    measure: MeasureArgs,
    /// Measure after these numbers of nodes, separated by commas.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    #[arg(default_value = "3000,10000,30000,100000,300000")]
    #[arg(value_parser = whole(1..=1_000_000_000_u64))]
    nodes: Vec<u64>,
    /// The player whose deep searches are the yardstick; the default has a table of 64 MiB.
    #[arg(long, value_name = "PLAYER", default_value = "hash=64")]
    reference: String,
    /// How many nodes it has for a position.
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    #[arg(value_parser = whole(1..=1_000_000_000_u64))]
    reference_nodes: u64,
}

impl ScalingArgs {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let (measure, subject) = (&self.measure, &self.measure.subject);
        let players = subject.searchers(&[""])?;
        let reference = SubjectArgs::searcher(&self.reference)?.of_any_build()?;
        create(&subject.out)?;
        let positions = measure.positions()?;
        let measurement = Measurement {
            folder: subject.out.clone(),
            oracle: measure
                .positions
                .as_deref()
                .map_or(Ok(Vec::new()), |path| scaling::oracle(&positions, path))?,
            games: positions.rows.into_iter().map(|row| row.game).collect(),
            players,
            nodes: sorted(&self.nodes),
            reference,
            reference_nodes: self.reference_nodes,
            workers: subject.workers()?,
        };
        let gains = scaling::run(&measurement, &mut io::stderr())?;
        results::write(&subject.out, "scaling", &gains, &gains.picture())?;
        subject.json.write(out, &gains)
    }
}

/// From the fewest to the most, each once.
fn sorted(nodes: &[u64]) -> Vec<u64> {
    let mut nodes = nodes.to_vec();
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}

/// Arguments of `kyomi-lab values`.
#[derive(Debug, Args)]
#[command(after_help = "\
Positions are taken every 10 plies of decided games, from ply 20 on, wherever they stand. A \
value becomes a chance by the curve that fits the player's values best. The log-loss is minus \
the logarithm of the chance that was given to what came; 0.693 is what knowing nothing costs. \
Compare players by `more than first`. The calibration error is how far what was said of \
favourites is from how often they won. The lower table says where favourites won less often than \
was said: by how many moves were played, how many pieces are in hand, and whose king has more \
squares beside it attacked. Errors are of 95 %, of as many games as there are. The folder also \
gets values.json and values.svg.

Examples:
  kyomi-lab values --out values games.jsonl
  kyomi-lab values --out values --player \"\" --player evalfile=other.bin \\
      --nodes 1,10000 games.jsonl *.csa")]
pub struct ValuesArgs {
    #[command(flatten)]
    subject: SubjectArgs,
    /// Records (.csa, .kif) and journals of `selfplay`: best of players whose strength nobody doubts.
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// Measure after these numbers of nodes, separated by commas; 1 is little more than the static value.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    #[arg(default_value = "1,10000,100000")]
    #[arg(value_parser = whole(1..=1_000_000_000_u64))]
    nodes: Vec<u64>,
    /// On how many positions, spread over the games.
    #[arg(long, value_name = "N", default_value_t = 2000)]
    #[arg(value_parser = whole(1..=1_000_000_usize))]
    count: usize,
}

impl ValuesArgs {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let subject = &self.subject;
        let games = matches::games::read_all(&self.games)?;
        let samples = values::samples(&games, self.count);
        if samples.is_empty() {
            bail!("no decided game of more than 20 plies; expected one in the files named");
        }
        create(&subject.out)?;
        let measurement = values::Measurement {
            folder: subject.out.clone(),
            samples,
            players: subject.searchers(&[""])?,
            nodes: sorted(&self.nodes),
            workers: subject.workers()?,
        };
        let worths = values::run(&measurement, &mut io::stderr())?;
        results::write(&subject.out, "values", &worths, &worths.picture())?;
        subject.json.write(out, &worths)
    }
}

/// Arguments of `kyomi-lab mistakes`.
#[derive(Debug, Args)]
#[command(after_help = "\
Every position of the games is searched by each --player, from an empty table. A value stands \
for the chance 1 / (1 + exp(-value / 600)), and a move costs what the chance of its side falls \
by, on the mean of these players. Moves in positions where a side has 92 % or more do not count. \
Take engines at least as strong as those that played, with more nodes, and one of each kind: \
each likes its own moves. Errors are of 95 %, of as many games as there are. All searches are \
kept in the folder, which also gets mistakes.json and mistakes.svg.

Examples:
  kyomi-lab mistakes --out mistakes run.jsonl
  kyomi-lab mistakes --out mistakes --player \"\" --player usi:/path/engine \\
      --nodes 200000 --threads 2 run.jsonl")]
pub struct MistakesArgs {
    #[command(flatten)]
    subject: SubjectArgs,
    /// Records (.csa, .kif) and journals of `selfplay`.
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// With how many nodes a position is searched.
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    #[arg(value_parser = whole(1..=1_000_000_000_u64))]
    nodes: u64,
    /// In how many games, spread over all.
    #[arg(long, value_name = "N", default_value_t = 100)]
    #[arg(value_parser = whole(1..=1_000_000_usize))]
    count: usize,
}

impl MistakesArgs {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let subject = &self.subject;
        let games = matches::games::read_all(&self.games)?;
        create(&subject.out)?;
        let references = subject.searchers(&["hash=64"])?.into_iter();
        let inquiry = mistakes::Inquiry {
            folder: subject.out.clone(),
            games: results::spread(&games, self.count),
            references: references
                .map(Searcher::of_any_build)
                .collect::<Result<_, _>>()?,
            nodes: self.nodes,
            workers: subject.workers()?,
        };
        let costs = mistakes::run(&inquiry, &mut io::stderr())?;
        results::write(&subject.out, "mistakes", &costs, &costs.picture())?;
        subject.json.write(out, &costs)
    }
}

/// Who is frozen where no player is given.
const PLAYERS: [&str; 4] = [
    "search=interest",
    "search=conventional",
    "search=alphabeta",
    "search=interest-classic",
];

/// Arguments of `kyomi-lab freeze`.
#[derive(Debug, Args)]
#[command(after_help = "\
Every player is frozen at the same moments: any node of a search of any of the positions. The \
line is the moves from the root to the node, in quiescence too; what comes after a null move is \
left out. The reference searches every position of the line: what a move loses is by \
how much the value falls, from 0 to 1000 centipawns, and 0 if it is the reference's own. The \
reference's searches are kept in the folder: the same command goes on after any end. The folder \
also gets freeze.json and freeze.svg.

Examples:
  kyomi-lab freeze --out frozen --threads 2
  kyomi-lab freeze --out frozen --player search=conventional \\
      --player search=interest,implausible_cost=0 --moments 50")]
pub struct FreezeArgs {
    #[command(flatten)]
    measure: MeasureArgs,
    /// At how many moments.
    #[arg(long, value_name = "N", default_value_t = 200)]
    #[arg(value_parser = whole(1..=10_000_000_u64))]
    moments: u64,
    /// How many nodes a search has that is frozen.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    #[arg(value_parser = whole(1..=1_000_000_000_u64))]
    nodes: u64,
    /// The player that says what moves are worth; the default has a table of 64 MiB.
    #[arg(long, value_name = "PLAYER", default_value = "hash=64")]
    reference: String,
    /// How many nodes it has for a position.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    #[arg(value_parser = whole(1..=1_000_000_000_u64))]
    reference_nodes: u64,
}

impl FreezeArgs {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let (measure, subject) = (&self.measure, &self.measure.subject);
        let players = subject.searchers(&PLAYERS)?;
        let reference = SubjectArgs::searcher(&self.reference)?.of_any_build()?;
        for player in &players {
            player.settings()?;
        }
        create(&subject.out)?;
        let rows = measure.positions()?.rows;
        let frozen = Frozen {
            folder: subject.out.clone(),
            games: rows.into_iter().map(|row| row.game).collect(),
            players,
            moments: self.moments,
            nodes: self.nodes,
            reference,
            reference_nodes: self.reference_nodes,
            seed: measure.seed.seed,
            workers: subject.workers()?,
        };
        let quality = freeze::run(&frozen, &mut io::stderr())?;
        results::write(&subject.out, "freeze", &quality, &quality.picture())?;
        subject.json.write(out, &quality)
    }
}

/// Arguments of `kyomi-lab ladder`.
#[derive(Debug, Args)]
#[command(after_help = "\
Ten rungs, each one step from the last: minimax, alpha-beta, ordering, iterative deepening, zero \
windows, the \
table, null move, quiescence, singular moves, and interest, the search as it plays. Each \
searches three positions to \
depth 1, 2, … from an empty table. Nodes, values and moves follow from the program alone; how \
deep it goes in \
the time does not, so give --depth for what is to be repeated exactly. --json also holds every \
rung as a player's text.

Examples:
  kyomi-lab ladder --minutes 3 --svg ladder.svg --boards horizon.svg
  kyomi-lab ladder --depth 3 --json")]
pub struct LadderArgs {
    /// CPU time in all; a rung stops before the depth that would take longer than its share of it.
    #[arg(long, value_name = "M", default_value_t = 3)]
    #[arg(value_parser = whole(1..=100_000_u64))]
    minutes: u64,
    /// Go no deeper than this.
    #[arg(long, value_name = "D", default_value_t = 20)]
    #[arg(value_parser = whole(1..=100_u32))]
    depth: u32,
    #[command(flatten)]
    json: JsonArg,
    /// Draw nodes over depth into this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw the boards of the horizon effect into this file.
    #[arg(long, value_name = "FILE")]
    boards: Option<PathBuf>,
}

impl LadderArgs {
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        Places::default().writing("picture", self.svg.iter().chain(&self.boards))?;
        let time = Duration::from_secs(60 * self.minutes);
        let ladder = ladder::run(time, self.depth, &mut io::stderr())?;
        if let Some(path) = &self.svg {
            results::draw(path, &ladder.picture())?;
        }
        if let Some(path) = &self.boards {
            results::draw(path, &ladder.horizon.picture())?;
        }
        self.json.write(out, &ladder)
    }
}
