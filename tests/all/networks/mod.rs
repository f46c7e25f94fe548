//! Networks of other programs: generated ones against the values that the program they come from
//! computes, by way of moves as anew, for every set of instructions; and what is refused.

mod editions;
pub mod generated;
mod program;
mod sfnn;

use crate::common::program::assert_has;
use crate::common::{legal_moves, rng, shared_rows, starts};
use engine::eval::nnue::accumulator::Stack;
use engine::eval::nnue::features::{Difference, difference};
use engine::eval::nnue::instructions::Instructions;
use engine::eval::nnue::network::LayeredParameters;
use engine::eval::nnue::{Network, NetworkFile};
use engine::eval::{Evaluation, EvaluationKind, LONGEST_MATE};
use engine::shogi::{Checks, Color, Position, sfen};
use generated::{RECIPES, SplitMix64, draw_layers, header, spread};
use rand::RngExt;
use rand::seq::IndexedRandom;
use std::sync::Arc;

/// The positions of the table, each with the outputs of all networks.
fn table() -> Vec<(Position, Vec<i64>)> {
    let rows = include_str!("../../data/networks.tsv").lines();
    let rows = rows.filter(|row| !row.starts_with('#'));
    let rows = rows_of(rows.map(|row| row.split('\t').collect::<Vec<_>>()));
    assert_eq!(rows.len(), 200);
    rows
}

/// Rows of a position and numbers, read.
fn rows_of<T: AsRef<str>>(rows: impl IntoIterator<Item = Vec<T>>) -> Vec<(Position, Vec<i64>)> {
    let number = |cell: &T| cell.as_ref().parse().expect("a number");
    let row = |row: Vec<T>| {
        let pos = sfen::parse(row[0].as_ref()).expect("a position");
        (pos, row[1..].iter().map(number).collect())
    };
    rows.into_iter().map(row).collect()
}

/// Stacks with every set of instructions.
pub fn stacks(network: &Arc<Network>, plies: usize) -> Vec<Stack> {
    let sets = Instructions::available().into_iter();
    sets.map(|set| Stack::with_instructions(Arc::clone(network), plies, set))
        .collect()
}

/// That every set of instructions gives the `outputs`.
fn agree(network: &Arc<Network>, outputs: impl Iterator<Item = (Position, i64)>) {
    let mut stacks = stacks(network, 0);
    let mut compared = 0;
    let most = i64::from(LONGEST_MATE);
    for (pos, expected) in outputs {
        for stack in &mut stacks {
            stack.start(&pos);
            assert_eq!(stack.output(0, &pos, pos.side()), expected, "{pos:?}");
            let value = (expected / 16).clamp(1 - most, most - 1) as i32;
            assert_eq!(stack.value(0, &pos, pos.side()), value, "{pos:?}");
        }
        compared += 1;
    }
    assert!(compared > 10, "{compared} positions");
}

/// Walks up and down lines of random moves for `steps` moves made, passed or taken back, and
/// asks now and then for an output, which must be with every set of instructions that of the position summed anew.
pub fn walk(network: &Arc<Network>, steps: usize) {
    const PLIES: usize = 120;
    let mut rng = rng(31);
    let mut stacks = stacks(network, PLIES);
    let mut anew = Stack::new(Arc::clone(network), 0);
    let (mut made, mut compared) = (0, 0);
    let starts = starts();
    let starts = starts.iter().filter(|pos| network.values(pos));
    for start in starts.cycle() {
        let mut pos = start.clone();
        let mut line = Vec::new();
        for stack in &mut stacks {
            stack.start(&pos);
        }
        for _ in 0..3 * PLIES {
            if (rng.random_ratio(2, 5) || line.len() == PLIES)
                && let Some((mv, undo)) = line.pop()
            {
                match undo {
                    Some(undo) => pos.undo_move(mv, undo),
                    None => pos.do_null_move(),
                }
            } else {
                let Some(&mv) = legal_moves(&pos).choose(&mut rng) else {
                    break;
                };
                let passes = rng.random_ratio(1, 50) && !Checks::of(&pos).in_check();
                let undo = (!passes).then(|| pos.do_move(mv));
                let change = match undo {
                    Some(undo) => difference(&pos, mv, undo.captured()),
                    None => Difference::default(),
                };
                if passes {
                    pos.do_null_move();
                }
                line.push((mv, undo));
                for stack in &mut stacks {
                    stack.push(line.len(), change);
                }
            }
            made += 1;
            if rng.random_ratio(1, 2) {
                anew.start(&pos);
                let expected = anew.output(0, &pos, pos.side());
                for (stack, set) in stacks.iter_mut().zip(Instructions::available()) {
                    let output = stack.output(line.len(), &pos, pos.side());
                    assert_eq!(output, expected, "{set}: {pos:?}");
                }
                compared += 1;
            }
        }
        if made >= steps {
            break;
        }
    }
    assert!(compared > steps / 3);
}

/// The table is the proof for sums made anew: [`walk`] compares with those.
fn check(column: usize, steps: usize) {
    let network = RECIPES[column].network();
    let outputs = table().into_iter().map(|(pos, all)| (pos, all[column]));
    agree(&network, outputs);
    walk(&network, steps);
}

/// The table is made of these files of the shared folder.
#[test]
fn the_table_is_that_of_the_program_the_networks_come_from() {
    let names = [
        "kp256",
        "halfkp256",
        "halfkp512_16_32",
        "halfkp512_8_96",
        "halfkp1024_8_32",
    ];
    for (column, name) in names.into_iter().enumerate() {
        let found = rows_of(shared_rows(&format!("nnue/values_{name}.tsv")));
        for ((pos, numbers), (expected, outputs)) in found.iter().zip(table()) {
            assert!(*pos == expected && numbers[0] == outputs[column], "{name}");
        }
        assert!(found.is_empty() || found.len() == table().len(), "{name}");
    }
}

#[test]
fn a_generated_kp_network_gives_the_values_of_the_program_it_comes_from() {
    check(0, 20_000);
}

#[test]
fn a_generated_halfkp_network_gives_the_values_of_the_program_it_comes_from() {
    check(1, 20_000);
}

#[test]
#[ignore = "most of a gigabyte and minutes: a release runs it"]
fn all_generated_networks_give_the_values_over_a_million_moves() {
    for column in 0..RECIPES.len() {
        check(column, 1_000_000);
    }
}

#[test]
fn a_kp_network_is_written_as_it_was_read() {
    let file = RECIPES[0].file();
    let network = Network::from_bytes(&file).expect("a network");
    assert_eq!(network.to_bytes(), file);
    assert_eq!(network.shape().to_string(), "kp_256x2-32-32");
}

#[test]
fn halfkp_vm_is_halfkp_with_the_weights_of_the_mirrored_board() {
    const HIDDEN: usize = 128;
    const NUMBERS: usize = 1548;
    let mut numbers = SplitMix64(7);
    let mut draw = |count: usize| -> Vec<i16> {
        let number = |_| spread(numbers.draw(), 30) as i16;
        (0..count).map(number).collect()
    };
    let (biases, half) = (draw(HIDDEN), draw(45 * NUMBERS * HIDDEN));
    let sizes = [(2 * HIDDEN, 8), (8, 32), (32, 1)];
    let layers = draw_layers(&mut numbers, sizes, [5, 40, 60]);
    let mirrored = |square: usize| (8 - square / 9) * 9 + square % 9;
    let row = |row: usize| match (row / NUMBERS, row % NUMBERS) {
        (..45, _) => row,
        (king, held @ ..90) => mirrored(king) * NUMBERS + held,
        (king, placed) => {
            let (base, square) = (90 + (placed - 90) / 81 * 81, (placed - 90) % 81);
            mirrored(king) * NUMBERS + base + mirrored(square)
        }
    };
    let whole = (0..81 * NUMBERS).flat_map(|it| &half[row(it) * HIDDEN..][..HIDDEN]);
    let whole = whole.copied().collect();
    let [half, whole] = [("halfkpvm", half), ("halfkp", whole)].map(|(features, weights)| {
        let name = format!("{features}_128x2-8-32");
        let network = Network::layered(LayeredParameters {
            shape: name.parse().expect("a shape"),
            biases: biases.clone(),
            weights,
            stacks: vec![layers.clone()],
        });
        let file = network.expect("a network").to_bytes();
        let network = Network::from_bytes(&file).expect("a network");
        assert!(network.remarks().is_empty(), "{:?}", network.remarks());
        assert_eq!(network.shape().to_string(), name);
        Arc::new(network)
    });
    let mut stack = Stack::new(Arc::clone(&whole), 0);
    let positions = table().into_iter().map(|(pos, _)| pos);
    let outputs = positions.filter(|pos| whole.values(pos)).map(|pos| {
        stack.start(&pos);
        (pos.clone(), stack.output(0, &pos, pos.side()))
    });
    agree(&half, outputs);
    walk(&half, 5000);
}

#[test]
fn the_length_tells_the_shape_and_wrong_hashes_and_texts_are_remarks() {
    let mut file = RECIPES[0].file();
    (file[4], file[20]) = (1, b'X');
    let network = Network::from_bytes(&file).expect("a network");
    assert_eq!(network.shape().to_string(), "kp_256x2-32-32");
    let [hash, text] = network.remarks() else {
        panic!("{:?}", network.remarks());
    };
    assert_has(hash, "5C646401 … 5C6464A9");
    assert_has(text, "description");
}

/// A file with this hash, description and length after it.
fn file_of(hash: u32, text: &str, body: usize) -> Vec<u8> {
    let mut file = header(hash, text);
    file.resize(file.len() + body, 0);
    file
}

#[test]
fn networks_of_other_kinds_are_refused_by_name() {
    let kp = 893_740;
    for (hash, text, body, name) in [
        (0, "ModelType=Other;Features=X", kp, "ModelType"),
        (
            0,
            "Features=HalfKP(Friend)[125388->256x2],SCReLU",
            kp,
            "SCReLU",
        ),
        (0, "", 2 * 256 * 1_128_493 + 17_708, "HalfKPE9"),
        (0, "Features=HalfKPE9(Friend)", 5000, "HalfKPE9"),
        (0, "Features=HalfKA_hm(Friend)", 5000, "HalfKA_hm"),
        (0, "Features=HalfKA1(Friend)", 5000, "HalfKA1"),
    ] {
        let error = Network::from_bytes(&file_of(hash, text, body)).expect_err(name);
        let expected = format!("of kind {name}; expected HalfKP, HalfKP_vm or K-P");
        assert!(error.to_string().contains(&expected), "{error}");
    }
}

#[test]
fn damaged_files_are_refused_in_one_line() {
    let file = RECIPES[0].file();
    let refusal = |bytes: &[u8]| {
        Network::from_bytes(bytes)
            .expect_err("no network")
            .to_string()
    };
    for length in (0..200).chain((200..file.len()).step_by(9973)) {
        let message = refusal(&file[..length]);
        assert!(!message.contains('\n'), "{message}");
    }
    let longer = [&file[..], &[0]].concat();
    assert!(refusal(&longer).contains("893741 bytes after the description"));
    let text = [&file[..8], &u32::MAX.to_le_bytes()].concat();
    assert!(refusal(&text).contains("4294967295 bytes; expected 4096"));
    let version = [&0x7AF3_2F20_u32.to_le_bytes(), &file[4..]].concat();
    assert!(refusal(&version).contains("NNUE version 7AF32F20"));
}

/// A position without both kings.
const KINGLESS: &str = "8k/9/9/9/9/9/9/9/9 b 2R2B4G4S4N4L9P9p 1";

#[test]
fn positions_without_both_kings_have_a_value() {
    let evaluation = |network| Evaluation {
        file: Some(NetworkFile {
            path: "nn.bin".into(),
            network,
        }),
        ..Evaluation::default()
    };
    let pos = sfen::parse(KINGLESS).expect("a position");
    let kp = evaluation(RECIPES[0].network());
    assert!(kp.output(&pos).is_some());
    // Number 0 is small in a file by chance; it is as a network without kings would have it.
    let halfkp = evaluation(Arc::new(
        Network::from_bytes(&file_of(0, "", 64_216_876)).expect("a network"),
    ));
    assert_eq!(halfkp.output(&pos), None);
    let by_hand = Evaluation {
        kind: EvaluationKind::Handmade,
        ..Evaluation::default()
    };
    assert_eq!(halfkp.value(&pos), by_hand.value(&pos));
    assert_eq!(halfkp.output(&Position::empty(Color::Black, 1)), None);
}
