//! Tests of the arithmetic: against its definition, finite differences, and itself.

use super::*;
use crate::train::batch::{List, Lists};
use crate::train::examples::Example;
use crate::train::head::{FIRST_BIAS, OUTPUT, OUTPUT_BIAS, SECOND_BIAS};
use crate::train::quantise;
use base::random::generator;
use engine::eval::nnue::features::{Feature, flipped, position, turned};
use engine::eval::nnue::shape::FeatureSet;
use engine::eval::nnue::{Network, Stack};
use engine::shogi::Color;
use engine::shogi::game::Game;
use matches::contest::openings::random_game;
use matches::stats::GamePoints;
use std::sync::Arc;

/// Positions of random games.
fn examples(count: usize) -> Vec<Example> {
    let mut rng = generator(5, 0);
    let mut examples = Vec::new();
    while examples.len() < count {
        let Some(game) = random_game(&Game::default(), &mut rng, count.min(100)) else {
            continue;
        };
        let positions = (1..=game.moves().len()).filter_map(|plies| game.position_after(plies));
        examples.extend(positions.map(|it| Example::new(&it, 0, Some(GamePoints::Draw))));
    }
    examples.truncate(count);
    examples
}

/// A batch of `examples` for `model`, every second one mirrored, with slopes of different signs and
/// sizes.
fn batch(model: &Model, examples: &[Example], threads: usize) -> Batch {
    let mut batch = Batch::default();
    let item = |number: usize| (&examples[number], number % 2 == 1);
    batch.fill(threads, &model.layout, examples.len(), item);
    batch.slopes = (0..examples.len())
        .map(|number| (number as f32 * 0.7).sin())
        .collect();
    batch
}

/// A network with neurons on both sides of both ends of the clamp.
fn active(shape: Shape) -> Model {
    let mut model = Model::random(shape, 600.0, 3).unwrap();
    let bias = model.layout.bias();
    for tile in &mut model.tiles {
        for row in &mut tile.table.weights[..bias] {
            row.0 = row.0.map(|weight| weight * 6.0);
        }
        tile.table.weights[bias].0 = std::array::from_fn(|lane| lane as f32 / 32.0);
    }
    for row in [FIRST_BIAS, SECOND_BIAS] {
        if let Some(row) = model.head.table.weights.get_mut(row) {
            row.0 = std::array::from_fn(|lane| lane as f32 / 40.0 - 0.1);
        }
    }
    model
}

/// A small network of our own shape.
const FLAT: Shape = Shape::flat(32);

/// A small network of our own shape, with inputs near the own king.
const NEAR: Shape = Shape {
    features: FeatureSet::Near,
    ..FLAT
};

/// The same, with inputs for what is attacked.
const ATTACKS: Shape = Shape {
    features: FeatureSet::Attacks,
    ..FLAT
};

/// A small network with dense layers, one of them not a whole row.
const DENSE: Shape = Shape {
    features: FeatureSet::Kp,
    hidden: 32,
    layers: Layers::Dense {
        first: 8,
        second: 32,
    },
};

/// A parameter that is more than it is: whether the head's or the first tile's, row, lane, and by
/// how much.
type Nudge = (bool, usize, usize, f64);

/// The parameters in double precision.
struct Exact<'a>(&'a Model, Nudge);

impl Exact<'_> {
    fn tile(&self, tile: usize, row: usize, lane: usize) -> f64 {
        let weight = f64::from(self.0.tiles[tile].table.weights[row].0[lane]);
        weight + self.nudge((false, row, lane), tile == 0)
    }

    fn head(&self, row: usize, lane: usize) -> f64 {
        let weight = f64::from(self.0.head.table.weights[row].0[lane]);
        weight + self.nudge((true, row, lane), true)
    }

    fn nudge(&self, place: (bool, usize, usize), possible: bool) -> f64 {
        let (head, row, lane, by) = self.1;
        if possible && (head, row, lane) == place {
            by
        } else {
            0.0
        }
    }

    /// The output for `lists`, straight from its definition.
    fn output(&self, lists: &Lists) -> f64 {
        let layers = self.0.shape.layers;
        let (outputs, squares) = match layers {
            Layers::Squared => (1, true),
            Layers::Dense { first, .. } => (first, false),
            Layers::Stacked(_) => unreachable!("none of them learns"),
        };
        let mut first: Vec<_> = (0..outputs).map(|it| self.head(FIRST_BIAS, it)).collect();
        for (tile, (side, list)) in (0..self.0.tiles.len()).flat_map(|it| {
            let lists = lists.iter().enumerate();
            lists.map(move |list| (it, list))
        }) {
            for lane in 0..LANES {
                let rows = list.iter().map(|&input| usize::from(input));
                let rows = rows.chain([self.0.layout.bias()]);
                let value: f64 = rows.map(|row| self.tile(tile, row, lane)).sum();
                let value = value.clamp(0.0, 1.0);
                let value = if squares { value * value } else { value };
                for (sum, row) in first.iter_mut().zip(self.0.layout.weights(side)) {
                    *sum += value * self.tile(tile, row, lane);
                }
            }
        }
        match layers {
            Layers::Squared => first[0],
            Layers::Dense { second, .. } => self.dense(&first, second),
            Layers::Stacked(_) => unreachable!("none of them learns"),
        }
    }

    /// The output for these sums of the first layer.
    fn dense(&self, first: &[f64], second: usize) -> f64 {
        let sum = |output| {
            let weights = (0..).map(|input| self.head(FIRST_BIAS + 1 + output, input));
            let terms = first
                .iter()
                .zip(weights)
                .map(|(sum, weight)| sum.clamp(0.0, 1.0) * weight);
            self.head(SECOND_BIAS, output) + terms.sum::<f64>()
        };
        let last = (0..second).map(|it| sum(it).clamp(0.0, 1.0) * self.head(OUTPUT, it));
        self.head(OUTPUT_BIAS, 0) + last.sum::<f64>()
    }
}

#[test]
fn outputs_are_those_of_the_definition() {
    let examples = examples(70);
    for shape in [Shape::flat(64), NEAR, ATTACKS, DENSE] {
        let mut model = active(shape);
        let batch = batch(&model, &examples, 1);
        for (lists, found) in batch.inputs.iter().zip(model.forward(1, &batch)) {
            let expected = Exact(&model, (false, 0, 0, 0.0)).output(lists);
            assert!(
                (f64::from(found) - expected).abs() < 1e-5,
                "{shape}: {found} {expected}"
            );
        }
    }
}

#[test]
fn the_gradient_is_that_of_finite_differences() {
    let examples = examples(60);
    for shape in [FLAT, NEAR, ATTACKS, DENSE] {
        let mut model = active(shape);
        let batch = batch(&model, &examples, 1);
        let _ = model.forward(1, &batch);
        model.backward(1, &batch);
        // Had the loss these slopes everywhere, it would be this.
        let loss = |nudge: Nudge| {
            let exact = Exact(&model, nudge);
            let terms = batch.inputs.iter().zip(&batch.slopes);
            let terms = terms.map(|(lists, &slope)| f64::from(slope) * exact.output(lists));
            terms.sum::<f64>()
        };
        let (tile, head) = (&model.tiles[0].table.gradient, &model.head.table.gradient);
        let inputs = model.layout.inputs;
        let used = (0..inputs).filter(|&input| tile[input] != Row::ZERO);
        let of_tile = used.step_by(7).chain(inputs..model.layout.count);
        let places = of_tile
            .map(|row| (false, row))
            .chain((0..head.len()).map(|row| (true, row)));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut checked, mut large) = (0, 0);
        for (of_head, row) in places {
            // Rows of the head may be no longer than that.
            let lane = if of_head && (shape != DENSE || row == OUTPUT_BIAS) {
                0
            } else {
                rng.random_range(0..8)
            };
            // So small a step that no neuron crosses an end of its clamp.
            let step = 1e-7;
            let nudged = |step| loss((of_head, row, lane, step));
            let expected = (nudged(step) - nudged(-step)) / (2.0 * step);
            let found = if of_head { head } else { tile }[row].0[lane];
            let error = (f64::from(found) - expected).abs();
            assert!(
                error < 1e-4,
                "{shape}: row {row}, lane {lane}: {found}, expected {expected}"
            );
            checked += 1;
            large += usize::from(found.abs() > 0.02);
        }
        assert!(large > 10, "{shape}: {large} of {checked}");
    }
}

fn pace(rate: f32, decay: f32) -> Pace {
    Pace {
        rate,
        decay,
        epsilon: 1e-8,
    }
}

/// The state after two steps with these many threads and these instructions.
fn state_after_steps(
    (shape, examples): (Shape, &[Example]),
    threads: usize,
    instructions: Instructions,
) -> Vec<u32> {
    let mut model = active(shape);
    let batch = batch(&model, examples, threads);
    model.instructions = instructions;
    for _ in 0..2 {
        let _ = model.forward(threads, &batch);
        model.learn(threads, &batch, pace(0.01, 0.1));
    }
    model.state().map(f32::to_bits).collect()
}

#[test]
fn neither_threads_nor_instructions_change_a_bit() {
    // Two blocks of a batch.
    let examples = examples(1100);
    let dense = Shape {
        hidden: 64,
        ..DENSE
    };
    for shape in [Shape::flat(96), NEAR, ATTACKS, dense] {
        let after =
            |threads, instructions| state_after_steps((shape, &examples), threads, instructions);
        let expected = after(1, Instructions::BASELINE);
        let before: Vec<_> = active(shape).state().map(f32::to_bits).collect();
        assert_ne!(expected, before);
        for (threads, instructions) in (2..).zip(Instructions::available()) {
            assert!(
                after(threads, instructions) == expected,
                "{shape}, {threads} threads, {instructions}"
            );
        }
    }
}

#[test]
fn adam_moves_by_the_rate_and_stays_in_bounds() {
    for (shape, most_layer) in [
        (FLAT, 2.0),
        (NEAR, 2.0),
        (ATTACKS, 2.0),
        (DENSE, 127.0 / 64.0),
    ] {
        let mut model = active(shape);
        let batch = batch(&model, &examples(100), 1);
        let first = model.layout.weights(0).start;
        let before: Vec<_> = model.tiles[0].table.weights.clone();
        let _ = model.forward(1, &batch);
        model.learn(1, &batch, pace(0.001, 0.0));
        // The first step goes by the rate down every slope that is not nearly zero.
        let table = &model.tiles[0].table;
        let (old, new) = (before[first].0[5], table.weights[first].0[5]);
        assert!(((old - new).abs() - 0.001).abs() < 1e-6, "{old} {new}");
        for _ in 0..20 {
            let _ = model.forward(1, &batch);
            model.learn(1, &batch, pace(0.5, 0.0));
        }
        let rows = &model.tiles[0].table.weights;
        let greatest = |rows: &[Row]| {
            let weights = rows.iter().flat_map(|row| row.0);
            weights.map(f32::abs).fold(0.0, f32::max)
        };
        assert_eq!(greatest(&rows[first..]).to_bits(), f32::to_bits(most_layer));
        let most = Bounds::of(shape, 600.0);
        assert!(greatest(&rows[..first]) <= most.input);
        assert!(greatest(&rows[model.layout.near()]) <= most.near);
        assert!(greatest(&rows[model.layout.attacks()]) <= most.attacks);
    }
}

#[test]
fn gradients_below_epsilon_move_little() {
    let after = |epsilon| {
        let mut model = active(FLAT);
        let batch = batch(&model, &examples(100), 1);
        let row = model.layout.weights(0).start;
        let before = model.tiles[0].table.weights[row].0[5];
        let _ = model.forward(1, &batch);
        let pace = Pace {
            epsilon,
            ..pace(0.001, 0.0)
        };
        model.learn(1, &batch, pace);
        (model.tiles[0].table.weights[row].0[5] - before).abs()
    };
    assert!(after(1e-8) > 0.0009);
    assert!(after(1e3) < 0.0001 && after(1e3) > 0.0);
}

#[test]
fn decay_shrinks_what_has_no_slope() {
    let mut model = Model::random(FLAT, 600.0, 1).unwrap();
    let before = model.tiles[0].table.weights[0].0[0];
    let mut batch = batch(&model, &examples(10), 1);
    batch.slopes = vec![0.0; 10];
    let _ = model.forward(1, &batch);
    model.learn(1, &batch, pace(0.1, 3.0));
    let after = model.tiles[0].table.weights[0].0[0];
    assert!((after - 0.7 * before).abs() < 1e-7, "{before} {after}");
}

#[test]
fn weights_of_the_network_begun_with_stay_at_rate_0() {
    let random = Model::random(NEAR, 600.0, 2).unwrap();
    let old = quantise::network(&random, 600, String::new()).unwrap();
    let mut model = Model::random(ATTACKS, 600.0, 1).unwrap();
    quantise::start(&mut model, 600.0, &old, 0.0).unwrap();
    let batch = batch(&model, &examples(100), 1);
    let _ = model.forward(1, &batch);
    model.learn(1, &batch, pace(0.01, 1.0));
    let new = quantise::network(&model, 600, String::new()).unwrap();
    let [old, new] = [old, new].map(|network| network.parameters().unwrap());
    let (kept, learned) = new.weights.split_at(old.weights.len());
    assert_eq!(old.weights, kept);
    assert!(learned.iter().any(|&weight| weight != 0));
    assert_eq!(old.biases, new.biases);
    assert_eq!(old.output_weights, new.output_weights);
    assert_eq!(old.output_bias, new.output_bias);
}

#[test]
fn a_transposed_batch_names_each_user_of_each_input() {
    let examples = examples(1500);
    let batch = batch(&active(FLAT), &examples, 2);
    let mut named = 0;
    for block in &batch.blocks {
        for (input, users) in block.users().enumerate() {
            assert!(users.is_sorted());
            for &user in users {
                let lists = &batch.inputs[block.first + user as usize / 2];
                assert!(lists[user as usize % 2].contains(&(input as Feature)));
                named += 1;
            }
        }
    }
    assert_eq!(named, 1500 * 80);
}

#[test]
fn positions_are_turned_and_mirrored() {
    let examples = examples(2);
    let batch = batch(&active(FLAT), &examples, 1);
    let [plain, mirrored] = [&batch.inputs[0], &batch.inputs[1]];
    assert_eq!(&plain[0][..], examples[0].active());
    let list = |facts: &[Feature], by: fn(Feature) -> Feature| -> List {
        facts.iter().copied().map(by).collect()
    };
    assert_eq!(plain[1], list(&plain[0], turned));
    assert_eq!(mirrored[0], list(examples[1].active(), flipped));
}

/// Float and whole numbers agree to 40 centipawns, all the parameters being rounded.
#[test]
fn a_whole_number_network_gives_nearly_the_same() {
    let examples = examples(50);
    let dense = Shape {
        hidden: 128,
        ..DENSE
    };
    for shape in [Shape::flat(64), NEAR, ATTACKS, dense] {
        let mut model = active(shape);
        let batch = batch(&model, &examples, 1);
        let network = quantise::network(&model, 600, "a test".to_owned()).unwrap();
        let network = Network::from_bytes(&network.to_bytes()).unwrap();
        assert_eq!((network.shape(), network.remarks()), (shape, &[][..]));
        let outputs = model.forward(1, &batch);
        let mut stack = Stack::new(Arc::new(network), 0);
        for (number, &expected) in outputs.iter().enumerate().step_by(2) {
            let pos = position(examples[number].active());
            stack.start(&pos);
            let found = stack.value(0, &pos, Color::Black) as f32;
            assert!(
                (found - 600.0 * expected).abs() < 40.0,
                "{shape}: {found} {}",
                600.0 * expected
            );
        }
    }
}
