//! What the search costs with networks of several shapes: nodes per second of CPU time, in turn.
//!
//! `cargo bench --bench networks` prints the table. Nodes of different trees cost differently, so
//! all networks here have the same values: they count material and where it stands in four numbers
//! of an accumulator, and weigh all others, which are random, with nothing in the end. All searches
//! walk the same tree, as their node counts show; only the last row is a tree of its own, that of
//! the program's network. `-- --quick` does one short round without `HalfKP`.
//!
//! With players behind `--`, written as for `selfplay`, the table is theirs instead: each searches the positions of
//! `bench` with so many nodes. Programs (`usi:PATH,OPTION=VALUE,…`) are compared by the CPU time that they take beyond
//! what they take to get ready, so that our own program is best given as one too.

#![allow(clippy::expect_used, clippy::print_stdout)]

#[path = "../tests/all/common/mod.rs"]
#[allow(dead_code)] // The tests use the rest.
mod common;

use common::{material, rng};
use cpu_time::ProcessTime;
use engine::bench;
use engine::eval::Evaluation;
use engine::eval::nnue::features::halfkp::{BOARD_SQUARES, KINGLESS, NUMBERS, number};
use engine::eval::nnue::features::{Feature, INPUTS, turned};
use engine::eval::nnue::layers::Affine;
use engine::eval::nnue::network::{LayeredParameters, Parameters};
use engine::eval::nnue::shape::{FeatureSet, Layers, Shape};
use engine::eval::nnue::{Network, NetworkFile, Scaling};
use engine::player::Settings;
use engine::shogi::PieceKind;
use engine::shogi::game::Game;
use matches::contest::standard_conduct;
use matches::players::limit::MoveLimit;
use matches::players::{Fault, PlayerSpec, Turn};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use std::sync::Arc;
use std::{fs, io};

/// Rounds, of which the best counts.
const ROUNDS: usize = 5;
/// Iterations on each position.
const DEPTH: u32 = 9;
const QUICK_DEPTH: u32 = 4;
/// Nodes that a player has for each position.
const NODES: u64 = 100_000;
const QUICK_NODES: u64 = 20_000;

/// Numbers of an accumulator of our own shape: as many as the program's network has.
const HIDDEN: usize = 512;

/// What a pawn is worth, in centipawns.
const PAWN: i8 = 100;
/// What a better place is worth, in centipawns.
const PLACE: i8 = 5;

/// What a fact adds to the seeing side's material, in pawns, and to the worth of its places.
type Worth = [i16; 2];

/// By kind; promoted pieces that move as golds count as such.
fn pawns(kind: PieceKind) -> i16 {
    match kind {
        PieceKind::Pawn => 1,
        PieceKind::Lance => 3,
        PieceKind::Knight => 4,
        PieceKind::Silver => 5,
        PieceKind::Bishop => 8,
        PieceKind::Rook | PieceKind::ProBishop => 10,
        PieceKind::ProRook => 12,
        PieceKind::King => 0,
        _ => 6,
    }
}

/// The worth of each fact. Kings have none: `HalfKP` does not see the opponent's.
fn worths() -> Vec<Worth> {
    let place = |fact| (number(fact) * 7919 % 1009 % 7) as i16 - 3;
    let worth = |(fact, pawns): (Feature, i16)| match pawns {
        0 => [0; 2],
        1.. => [pawns, place(fact)],
        _ => [pawns, -place(turned(fact))],
    };
    (0..).zip(material(pawns)).map(worth).collect()
}

/// A network of our own with these inputs. Squares of 512 + 4 m and 512 − 4 m over 64 differ by 128 m.
fn our_own(features: FeatureSet, hidden: usize, rng: &mut Xoshiro256PlusPlus) -> Network {
    let mut weights: Vec<i16> = (0..features.inputs() * hidden)
        .map(|_| rng.random_range(-64..=64))
        .collect();
    let near = features.inputs() - INPUTS;
    let worths = worths().into_iter().chain(vec![[0; 2]; near]);
    for (row, worth) in weights.chunks_mut(hidden).zip(worths) {
        (row[0], row[1]) = (4 * worth[0], 4 * worth[1]);
    }
    let mut output_weights = vec![0; 2 * hidden];
    for (at, worth) in [PAWN, PLACE].into_iter().enumerate() {
        output_weights[at] = 2 * i16::from(worth);
        output_weights[hidden + at] = -2 * i16::from(worth);
    }
    let parameters = Parameters {
        origin: String::new(),
        // 128 m · 2 · worth · scale / 2^22 is m times the worth.
        scale: 1 << 14,
        features,
        weights,
        biases: vec![512; hidden],
        output_weights,
        output_bias: 0,
    };
    Network::new(parameters).expect("a network")
}

/// The first numbers of an accumulator: material, its opposite, places, their opposite.
fn counts(worth: Worth) -> [i16; 4] {
    [worth[0], -worth[0], worth[1], -worth[1]]
}

/// What each number adds to an accumulator of `hidden`.
fn rows(hidden: usize, rng: &mut Xoshiro256PlusPlus) -> Vec<Vec<i16>> {
    let mut rows = vec![vec![0; hidden]; NUMBERS];
    for row in &mut rows {
        row.fill_with(|| rng.random_range(-16..=16));
        row[..4].fill(0);
    }
    for (fact, worth) in (0..).zip(worths()) {
        rows[number(fact)][..4].copy_from_slice(&counts(worth));
    }
    rows
}

/// A layer: its first outputs are its first inputs, or their worth.
fn layer(inputs: usize, outputs: usize, rng: &mut Xoshiro256PlusPlus) -> (Vec<i32>, Vec<i8>) {
    let bias = |output| match output {
        0..4 => 0,
        _ => rng.random_range(-4000..=4000),
    };
    let biases = (0..outputs).map(bias).collect();
    let length = Affine::row_length(inputs);
    let mut weights = vec![0; outputs * length];
    for (output, row) in weights.chunks_mut(length).enumerate() {
        if outputs == 1 {
            row[..4].copy_from_slice(&[PAWN, -PAWN, PLACE, -PLACE]);
        } else if output < 4 {
            row[output] = 64;
        } else {
            row.fill_with(|| rng.random_range(-5..=5));
        }
    }
    (biases, weights)
}

/// A network as other programs have them. Accumulators but for the first numbers are like those of
/// the networks in `tests/all/networks`: two thirds of the numbers are above 0.
fn foreign(name: &str, rng: &mut Xoshiro256PlusPlus) -> Network {
    let shape: Shape = name.parse().expect("a shape");
    let Layers::Dense { first, second } = shape.layers else {
        panic!("{shape} has other layers");
    };
    let bias = |at| match at {
        0..4 => 0,
        _ => rng.random_range(-16..=80),
    };
    let biases = (0..shape.hidden).map(bias).collect();
    let rows = rows(shape.hidden, rng);
    let weights = match shape.features {
        FeatureSet::HalfKp => rows[..KINGLESS].concat().repeat(BOARD_SQUARES),
        _ => rows.concat(),
    };
    let parameters = LayeredParameters {
        shape,
        biases,
        weights,
        stacks: vec![[
            layer(2 * shape.hidden, first, rng),
            layer(first, second, rng),
            layer(second, 1, rng),
        ]],
    };
    Network::layered(parameters).expect("a network")
}

fn settings(network: Network) -> Settings {
    let file = NetworkFile {
        path: network.shape().to_string().into(),
        network: Arc::new(network),
    };
    Settings {
        hash_mb: bench::HASH_MB,
        evaluation: Evaluation {
            file: Some(file),
            scaling: Scaling {
                fv_scale: 1,
                ..Scaling::default()
            },
            ..Evaluation::default()
        },
        ..Settings::default()
    }
}

/// A network or a player under test, with its best round.
struct Row<T> {
    tested: T,
    nodes: u64,
    seconds: f64,
}

impl<T> Row<T> {
    fn new(tested: T) -> Self {
        Self {
            tested,
            nodes: 0,
            seconds: f64::INFINITY,
        }
    }

    fn note(&mut self, nodes: u64, seconds: f64) {
        self.nodes = nodes;
        self.seconds = self.seconds.min(seconds);
    }

    fn speed(&self) -> f64 {
        self.nodes as f64 / self.seconds
    }
}

impl Row<Settings> {
    fn measure(&mut self, depth: u32) {
        let started = ProcessTime::now();
        let work = bench::run(self.tested.clone(), depth, &mut io::sink());
        let seconds = started.elapsed().as_secs_f64();
        let (nodes, _) = work.expect("a sink takes all");
        self.note(nodes, seconds);
    }
}

fn networks(quick: bool) -> Vec<Network> {
    let mut rng = rng(1);
    let mut networks = vec![
        our_own(FeatureSet::Flat, HIDDEN, &mut rng),
        our_own(FeatureSet::Near, HIDDEN, &mut rng),
        our_own(FeatureSet::Attacks, HIDDEN, &mut rng),
        foreign("kp_256x2-32-32", &mut rng),
    ];
    if !quick {
        networks.extend(
            [
                "halfkp_256x2-32-32",
                "halfkp_512x2-16-32",
                "halfkp_512x2-8-96",
                "halfkp_1024x2-8-32",
            ]
            .map(|name| foreign(name, &mut rng)),
        );
    }
    networks
}

impl Row<PlayerSpec> {
    /// What it searches in all positions, and the CPU time for all that it does, in seconds; without a limit it
    /// only gets ready for each.
    fn search(&self, limit: Option<MoveLimit>) -> Result<(u64, f64), Fault> {
        let before = cpu_seconds();
        let mut player = self.tested.create(&standard_conduct());
        let mut nodes = 0;
        for sfen in bench::positions() {
            player.new_game()?;
            if let (Some(limit), Ok((game, _))) = (limit, Game::parse(sfen)) {
                let turn = Turn::of(limit);
                let answer = player.choose(&game, &turn)?;
                nodes += answer.info.map_or(0, |info| info.nodes);
            }
        }
        drop(player);
        Ok((nodes, cpu_seconds() - before))
    }

    fn measure(&mut self, nodes: u64) -> Result<(), Fault> {
        let (_, ready) = self.search(None)?;
        let (nodes, seconds) = self.search(Some(MoveLimit::Nodes(nodes)))?;
        self.note(nodes, seconds - ready);
        Ok(())
    }
}

/// The CPU time of this process and of those that it has started and that have ended, in seconds.
fn cpu_seconds() -> f64 {
    const TICKS: f64 = 100.0;
    let own = ProcessTime::now().as_duration().as_secs_f64();
    let about = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Behind the name, which may have spaces, the 14th and 15th word are those of children in ticks.
    let words = about.rsplit(") ").next().unwrap_or_default().split(' ');
    let ticks: f64 = words
        .skip(13)
        .take(2)
        .filter_map(|it| it.parse::<f64>().ok())
        .sum();
    own + ticks / TICKS
}

fn compare(rounds: usize, nodes: u64, texts: &[String]) {
    let rival = |text: &String| {
        let spec = PlayerSpec::parse(text, bench::HASH_MB);
        Row::new(spec.unwrap_or_else(|problem| panic!("{text}: {problem}")))
    };
    let mut rivals: Vec<_> = texts.iter().map(rival).collect();
    for _ in 0..rounds {
        for rival in &mut rivals {
            let text = &rival.tested.text.clone();
            let played = rival.measure(nodes);
            played.unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
        }
    }
    println!("CPU time; best of {rounds} rounds in turn, {nodes} nodes for each position");
    println!("| player | nodes | nodes per CPU second | of the first |");
    println!("|---|---|---|---|");
    for rival in &rivals {
        let (name, nodes) = (rival.tested.name(), rival.nodes);
        let speed = rival.speed();
        let of_first = speed / rivals[0].speed();
        println!("| {name} | {nodes} | {speed:.0} | {of_first:.2} |");
    }
}

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let (rounds, depth) = if quick {
        (1, QUICK_DEPTH)
    } else {
        (ROUNDS, DEPTH)
    };
    let players: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"))
        .collect();
    if !players.is_empty() {
        compare(rounds, if quick { QUICK_NODES } else { NODES }, &players);
        return;
    }
    let own_tree = Settings {
        hash_mb: bench::HASH_MB,
        ..Settings::default()
    };
    let networks = networks(quick).into_iter().map(settings);
    let mut all: Vec<_> = networks.chain([own_tree]).map(Row::new).collect();
    for _ in 0..rounds {
        for row in &mut all {
            row.measure(depth);
        }
    }
    println!("CPU time; best of {rounds} rounds in turn, {depth} iterations on each position");
    println!("| network | nodes | nodes per CPU second | of the first | of K-P |");
    println!("|---|---|---|---|---|");
    let [first, kp] = [all[0].speed(), all[3].speed()];
    for row in &all {
        let (speed, nodes) = (row.speed(), row.nodes);
        let name = row.tested.evaluation.network_file();
        let name = name.map_or("the program\'s, a tree of its own".into(), |file| {
            file.path.display().to_string()
        });
        let (of_first, of_kp) = (speed / first, speed / kp);
        println!("| {name} | {nodes} | {speed:.0} | {of_first:.2} | {of_kp:.2} |");
    }
}
