//! Tests of the arithmetic: against its definition, finite differences, and itself.

use super::*;
use crate::train::activations::HALF;
use crate::train::batch::{List, Lists};
use crate::train::examples::Example;
use crate::train::head::Places;
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

/// A network with neurons on both sides of both ends of the clamp, and different stacks.
fn active(shape: Shape) -> Model {
    let mut model = Model::random(shape, 600.0, 3).unwrap();
    let (rare, bias) = (model.layout.rare, model.layout.bias());
    for tile in &mut model.tiles {
        for (number, row) in tile.table.weights[..rare].iter_mut().enumerate() {
            row.0 =
                std::array::from_fn(|lane| ((number * 7 + lane * 3) % 23) as f32 / 300.0 - 0.037);
        }
        for row in &mut tile.table.weights[rare..bias] {
            row.0 = row.0.map(|weight| weight * 6.0);
        }
        tile.table.weights[bias].0 = std::array::from_fn(|lane| lane as f32 / 32.0);
        for side in 0..2 {
            let rows = &mut tile.table.weights[model.layout.weights(side)];
            for (number, row) in rows.chunks_mut(model.layout.outputs).enumerate() {
                let more = number as f32 / 50.0;
                for row in row {
                    row.0[1] += more;
                }
            }
        }
    }
    let places = model.head.places;
    for stack in model.head.table.weights.chunks_mut(places.count()) {
        for row in [Places::FIRST_BIAS, places.second_bias()] {
            if let Some(row) = stack.get_mut(row) {
                row.0 = std::array::from_fn(|lane| lane as f32 / 40.0 - 0.1);
            }
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

/// A small network with inputs by the square of the own king, and more outputs of the second layer than a row has.
const BY_KING: Shape = Shape {
    features: FeatureSet::HalfKpVm,
    hidden: 32,
    layers: Layers::Dense {
        first: 8,
        second: 48,
    },
};

/// A small network of several stacks of layers, in which numbers are multiplied in pairs.
fn stacked() -> Shape {
    "SFNN_halfkahm2_64_7_48_k3k3".parse().unwrap()
}

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

    /// The output for `lists` by `stack`, straight from its definition.
    fn output(&self, lists: &Lists, stack: u16) -> f64 {
        let (layout, layers) = (&self.0.layout, self.0.shape.layers);
        let stack = usize::from(stack);
        let outputs = layout.outputs;
        let start = stack * self.0.head.places.count();
        let biases = (0..outputs).map(|it| self.head(start + Places::FIRST_BIAS, it));
        let mut first: Vec<_> = biases.collect();
        for (tile, (side, list)) in (0..self.0.tiles.len()).flat_map(|it| {
            let lists = lists.iter().enumerate();
            lists.map(move |list| (it, list))
        }) {
            let value = |lane| {
                let rows = list.iter().map(|&input| input as usize);
                let rows = rows.chain([layout.bias()]);
                let sum: f64 = rows.map(|row| self.tile(tile, row, lane)).sum();
                sum.clamp(0.0, 1.0)
            };
            for lane in 0..LANES {
                let value = match layers {
                    Layers::Squared => value(lane).powi(2),
                    Layers::Dense { .. } => value(lane),
                    Layers::Stacked(_) if lane >= HALF => break,
                    Layers::Stacked(_) => value(lane) * value(lane + HALF) * 127.0 / 128.0,
                };
                let rows = layout.weights(side).skip(stack * outputs);
                for (sum, row) in first.iter_mut().zip(rows) {
                    *sum += value * self.tile(tile, row, lane);
                }
            }
        }
        let clamped = |sums: &[f64]| -> Vec<f64> {
            let sums = sums.iter();
            sums.map(|sum| sum.clamp(0.0, 1.0)).collect()
        };
        match layers {
            Layers::Squared => first[0],
            Layers::Dense { second, .. } => self.dense(start, &clamped(&first), second),
            Layers::Stacked(layers) => {
                let (going_on, last) = first.split_at(layers.first);
                let squares = going_on.iter().map(|sum| sum * sum * 127.0 / 128.0);
                let squares = squares.map(|square| square.min(1.0));
                let values: Vec<_> = squares.chain(clamped(going_on)).collect();
                // 64 is the number of a weight of 1, and so are 600 · 16 / 127 of one of the output.
                let past = last[0] * 64.0 * 127.0 / (600.0 * 16.0);
                self.dense(start, &values, layers.second) + past
            }
        }
    }

    /// The output for these activations of the first layer, of layers whose rows begin at `start`.
    fn dense(&self, start: usize, values: &[f64], second: usize) -> f64 {
        let places = self.0.head.places;
        let lane = |row, number| self.head(start + row + number / LANES, number % LANES);
        let sum = |output| {
            let weights = (0..).map(|input| self.head(start + Places::SECOND + output, input));
            let terms = values.iter().zip(weights);
            let terms = terms.map(|(value, weight)| value * weight);
            lane(places.second_bias(), output) + terms.sum::<f64>()
        };
        let last = (0..second).map(|it| sum(it).clamp(0.0, 1.0) * lane(places.output(), it));
        lane(places.output_bias(), 0) + last.sum::<f64>()
    }
}

#[test]
fn outputs_are_those_of_the_definition() {
    let examples = examples(70);
    for shape in [Shape::flat(64), NEAR, ATTACKS, DENSE, BY_KING, stacked()] {
        let mut model = active(shape);
        let batch = batch(&model, &examples, 1);
        let outputs = model.forward(1, &batch);
        for ((lists, &stack), found) in batch.inputs.iter().zip(&batch.stacks).zip(outputs) {
            let expected = Exact(&model, (false, 0, 0, 0.0)).output(lists, stack);
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
    for shape in [FLAT, NEAR, ATTACKS, DENSE, BY_KING, stacked()] {
        let mut model = active(shape);
        let batch = batch(&model, &examples, 1);
        let _ = model.forward(1, &batch);
        model.backward(1, &batch);
        // Had the loss these slopes everywhere, it would be this.
        let loss = |nudge: Nudge| {
            let exact = Exact(&model, nudge);
            let positions = batch.inputs.iter().zip(&batch.stacks);
            let terms = positions
                .zip(&batch.slopes)
                .map(|((lists, &stack), &slope)| f64::from(slope) * exact.output(lists, stack));
            terms.sum::<f64>()
        };
        let (tile, head) = (&model.tiles[0].table.gradient, &model.head.table.gradient);
        let some = |rows: &[Row], range: Range<usize>, count: usize| -> Vec<usize> {
            let used: Vec<_> = range.filter(|row| rows[*row] != Row::ZERO).collect();
            let every = used.len().div_ceil(count).max(1);
            used.into_iter().step_by(every).collect()
        };
        let (rare, bias) = (model.layout.rare, model.layout.bias());
        let of_tile = [0..rare, rare..bias, bias..model.layout.count].map(|it| some(tile, it, 60));
        let of_tile = of_tile.concat().into_iter().map(|row| (false, row));
        let of_head = some(head, 0..head.len(), 60)
            .into_iter()
            .map(|row| (true, row));
        let (places, squared) = (model.head.places, shape.layers == Layers::Squared);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut checked, mut large) = (0, 0);
        for (of_head, row) in of_tile.chain(of_head) {
            // Rows of the head may be no longer than that.
            let is_single = squared || row % places.count() == places.output_bias();
            let lane = if of_head && is_single {
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
    for shape in [Shape::flat(96), NEAR, ATTACKS, dense, BY_KING, stacked()] {
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
        (BY_KING, 127.0 / 64.0),
        (stacked(), 127.0 / 64.0),
    ] {
        let mut model = active(shape);
        let batch = batch(&model, &examples(100), 1);
        let first = model.layout.weights(0).start;
        let before: Vec<_> = model.tiles[0].table.weights.clone();
        let used = first + usize::from(batch.stacks[0]) * model.layout.outputs;
        let _ = model.forward(1, &batch);
        model.learn(1, &batch, pace(0.001, 0.0));
        // The first step goes by the rate down every slope that is not nearly zero.
        let table = &model.tiles[0].table;
        let (old, new) = (before[used].0[5], table.weights[used].0[5]);
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
fn rare_rows_learn_only_when_they_are_on() {
    for shape in [BY_KING, stacked()] {
        let mut model = active(shape);
        let batch = batch(&model, &examples(100), 1);
        let rare = model.layout.rare;
        let before: Vec<_> = model.tiles[0].table.weights.clone();
        let _ = model.forward(1, &batch);
        model.learn(1, &batch, pace(0.001, 0.3));
        let after = &model.tiles[0].table.weights;
        let has_moved = |row: &usize| before[*row] != after[*row];
        let moved: Vec<_> = (0..rare).filter(has_moved).collect();
        assert!(moved.len() > 500 && moved.len() <= batch.rare.len());
        assert!(moved.iter().all(|row| batch.rare.contains(row)), "{shape}");
        // Decay reaches the others.
        assert!((rare..=model.layout.bias()).all(|row| has_moved(&row)));
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
        for (input, users) in block.users() {
            assert!(users.is_sorted());
            for &user in users {
                let lists = &batch.inputs[block.first + user as usize / 2];
                assert!(lists[user as usize % 2].contains(&(input as u32)));
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
    let list = |facts: &[Feature], by: fn(Feature) -> Feature| -> List {
        facts.iter().copied().map(|fact| by(fact).into()).collect()
    };
    let [first, second] = [&examples[0], &examples[1]].map(Example::active);
    assert_eq!(plain[0], list(first, |fact| fact));
    assert_eq!(plain[1], list(first, turned));
    assert_eq!(mirrored[0], list(second, flipped));
}

/// Float and whole numbers agree to 40 centipawns, all the parameters being rounded.
#[test]
fn a_whole_number_network_gives_nearly_the_same() {
    let examples = examples(50);
    let [dense, by_king] = [DENSE, BY_KING].map(|shape| Shape {
        hidden: 128,
        ..shape
    });
    let ka2 = "SFNN_ka2_64_8_32_hand4".parse().unwrap();
    for shape in [
        Shape::flat(64),
        NEAR,
        ATTACKS,
        dense,
        by_king,
        stacked(),
        ka2,
    ] {
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
