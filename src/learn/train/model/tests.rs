//! Tests of the arithmetic: against its definition, finite differences, and itself.

use super::*;
use crate::eval::nnue::features::{Feature, flipped, turned};
use crate::learn::train::batch::Item;
use crate::learn::train::examples::Example;
use crate::learn::train::kernels::MOST_OUTPUT;
use crate::learn::train::rows::Lists;
use crate::shogi::{MoveList, Position, movegen};
use crate::stats::GamePoints;

/// Positions of random games.
fn examples(count: usize) -> Vec<Example> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut list = MoveList::new();
    let mut examples = Vec::new();
    while examples.len() < count {
        let mut pos = Position::default();
        for _ in 0..count.min(100) {
            list.clear();
            movegen::legal(&pos, &mut list);
            if list.is_empty() {
                break;
            }
            let _ = pos.do_move(list[rng.random_range(0..list.len())]);
            examples.push(Example::new(&pos, 0, GamePoints::Draw));
        }
    }
    examples.truncate(count);
    examples
}

/// A batch of `examples`, every second one mirrored, with slopes of different signs and sizes.
fn batch(examples: &[Example], threads: usize) -> Batch {
    let mut batch = Batch::default();
    let item = |number: usize| Item {
        example: &examples[number],
        flip: number % 2 == 1,
    };
    batch.fill(threads, examples.len(), item);
    batch.set_slopes((0..examples.len()).map(|number| (number as f32 * 0.7).sin()));
    batch
}

/// A network with neurons on both sides of both ends of the clamp.
fn active(hidden: usize) -> Model {
    let mut model = Model::random(hidden, 3);
    for row in model
        .tiles
        .iter_mut()
        .flat_map(|tile| &mut tile.table.weights[..BIAS])
    {
        row.0 = row.0.map(|weight| weight * 6.0);
    }
    for tile in &mut model.tiles {
        tile.table.weights[BIAS].0 = std::array::from_fn(|lane| lane as f32 / 32.0);
    }
    model
}

/// A weight of a tile that is more than it is: row, lane, and by how much.
type Nudge = (usize, usize, f64);

/// The output for `lists`, in double precision, straight from its definition.
fn output(model: &Model, lists: &Lists, nudge: Nudge) -> f64 {
    let mut output = f64::from(model.output.weights[0].0[0]);
    for tile in &model.tiles {
        let weight = |row: usize, lane: usize| {
            let more = if (row, lane) == (nudge.0, nudge.1) {
                nudge.2
            } else {
                0.0
            };
            f64::from(tile.table.weights[row].0[lane]) + more
        };
        for (side, list) in lists.iter().enumerate() {
            for lane in 0..LANES {
                let rows = list.iter().map(|&input| usize::from(input)).chain([BIAS]);
                let value = rows
                    .map(|row| weight(row, lane))
                    .sum::<f64>()
                    .clamp(0.0, 1.0);
                output += value * value * weight(OUTPUT + side, lane);
            }
        }
    }
    output
}

#[test]
fn outputs_are_those_of_the_definition() {
    let examples = examples(70);
    let batch = batch(&examples, 1);
    let mut model = active(64);
    for (lists, found) in batch.inputs().iter().zip(model.forward(1, &batch)) {
        let expected = output(&model, lists, (0, 0, 0.0));
        assert!(
            (f64::from(found) - expected).abs() < 1e-5,
            "{found} {expected}"
        );
    }
}

#[test]
fn the_gradient_is_that_of_finite_differences() {
    let examples = examples(60);
    let batch = batch(&examples, 1);
    let mut model = active(32);
    let _ = model.forward(1, &batch);
    let instructions = model.instructions;
    model.tiles[0].backward(instructions, &batch);
    let gradient = model.tiles[0].table.gradient.clone();
    // Had the loss these slopes everywhere, it would be this.
    let loss = |nudge: Nudge| {
        let terms = batch.inputs().iter().zip(batch.slopes());
        let terms = terms.map(|(lists, &slope)| f64::from(slope) * output(&model, lists, nudge));
        terms.sum::<f64>()
    };
    let used = (0..INPUTS).filter(|&input| gradient[input] != Row::ZERO);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut checked = 0;
    for row in used.step_by(7).chain([BIAS, OUTPUT, OUTPUT + 1]) {
        let lane = rng.random_range(0..LANES);
        // So small a step that no neuron crosses an end of its clamp.
        let step = 1e-7;
        let expected = (loss((row, lane, step)) - loss((row, lane, -step))) / (2.0 * step);
        let found = gradient[row].0[lane];
        let error = (f64::from(found) - expected).abs();
        assert!(
            error < 1e-4,
            "row {row}, lane {lane}: {found}, expected {expected}"
        );
        checked += usize::from(found.abs() > 0.02);
    }
    assert!(
        checked > 10,
        "only {checked} derivatives that are not small"
    );
}

/// The state after some steps with these many threads and these instructions.
fn state_after_steps(threads: usize, instructions: Instructions) -> Vec<u32> {
    let examples = examples(2500);
    let batch = batch(&examples, threads);
    let mut model = active(96);
    model.instructions = instructions;
    for _ in 0..3 {
        let _ = model.forward(threads, &batch);
        model.learn(threads, &batch, 0.01, 0.1);
    }
    model.state().map(f32::to_bits).collect()
}

#[test]
fn neither_threads_nor_instructions_change_a_bit() {
    let expected = state_after_steps(1, Instructions::BASELINE);
    assert_ne!(
        expected,
        active(96).state().map(f32::to_bits).collect::<Vec<_>>()
    );
    for threads in [2, 5] {
        assert!(
            state_after_steps(threads, Instructions::BASELINE) == expected,
            "{threads}"
        );
    }
    for instructions in Instructions::available() {
        assert!(
            state_after_steps(1, instructions) == expected,
            "{instructions}"
        );
    }
}

#[test]
fn adam_moves_by_the_rate_and_stays_in_bounds() {
    let examples = examples(100);
    let batch = batch(&examples, 1);
    let mut model = active(32);
    let before: Vec<_> = model.tiles[0].table.weights.clone();
    let _ = model.forward(1, &batch);
    model.learn(1, &batch, 0.001, 0.0);
    // The first step goes by the rate down every slope that is not nearly zero.
    let table = &model.tiles[0].table;
    let (old, new) = (before[OUTPUT].0[5], table.weights[OUTPUT].0[5]);
    assert!(((old - new).abs() - 0.001).abs() < 1e-6, "{old} {new}");
    for _ in 0..20 {
        let _ = model.forward(1, &batch);
        model.learn(1, &batch, 0.5, 0.0);
    }
    let weights = model.tiles[0].table.weights.iter().flat_map(|row| row.0);
    let greatest = weights.map(f32::abs).fold(0.0, f32::max);
    assert_eq!(greatest.to_bits(), MOST_OUTPUT.to_bits());
    assert_eq!(model.tiles[0].table.weights[NONE], Row::ZERO);
}

#[test]
fn decay_shrinks_what_has_no_slope() {
    let mut model = Model::random(32, 1);
    let before = model.tiles[0].table.weights[0].0[0];
    let mut batch = batch(&examples(10), 1);
    batch.set_slopes([0.0; 10].into_iter());
    let _ = model.forward(1, &batch);
    model.learn(1, &batch, 0.1, 3.0);
    let after = model.tiles[0].table.weights[0].0[0];
    assert!((after - 0.7 * before).abs() < 1e-7, "{before} {after}");
}

#[test]
fn a_transposed_batch_names_each_user_of_each_input() {
    let examples = examples(1500);
    let batch = batch(&examples, 2);
    let mut named = 0;
    for block in batch.blocks() {
        for (input, users) in block.users().enumerate() {
            assert!(users.is_sorted());
            for &user in users {
                let lists = &batch.inputs()[block.first() + user as usize / 2];
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
    let batch = batch(&examples, 1);
    let [plain, mirrored] = [&batch.inputs()[0], &batch.inputs()[1]];
    assert_eq!(&plain[0], examples[0].inputs());
    assert_eq!(plain[1], plain[0].map(turned));
    assert_eq!(mirrored[0], examples[1].inputs().map(flipped));
}

#[test]
fn a_whole_number_network_gives_nearly_the_same() {
    let examples = examples(50);
    let batch = batch(&examples, 1);
    let mut model = active(64);
    let network = model.quantised(600, "a test".to_owned()).unwrap();
    let outputs = model.forward(1, &batch);
    let mut stack = crate::eval::nnue::Stack::new(std::sync::Arc::new(network), 0);
    for (number, &expected) in outputs.iter().enumerate().step_by(2) {
        stack.start_with(examples[number].active());
        let found = stack.value(0, crate::shogi::Color::Black) as f32;
        assert!(
            (found - 600.0 * expected).abs() < 40.0,
            "{found} {expected}"
        );
    }
}
