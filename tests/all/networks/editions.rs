//! Networks of SFNN editions: values by the definition and of the program they come from, with every set of
//! instructions and by way of moves; how editions are told; and what is refused.

use super::sfnn::{Recipe, text};
use super::{agree, rows_of, walk};
use crate::common::program::{assert_has, assert_refused, engine_in, run};
use crate::common::{shared_rows, starts};
use engine::eval::nnue::choice::Choice;
use engine::eval::nnue::{Edition, Network};
use engine::shogi::Position;
use std::fs;
use std::sync::Arc;

/// Small ones, with each set of features and each way to choose a stack.
const SMALL: [Recipe; 9] = [
    Recipe::new("SFNN_halfkahm2_64_15_32_k3k3"),
    Recipe::new("SFNN_halfka2_64_8_64_hand64z"),
    Recipe::new("SFNN_ka2_128_15_32_c0_s64x2_hand4_k9k9z_progress3"),
    Recipe::new("SFNN_halfkahm1_192_7_32_c64_s64x2_k3k3"),
    Recipe::new("SFNN_halfka1_64_16_32_hand256"),
    Recipe::new("SFNN_halfkp_64_31_32_k13k13z"),
    Recipe::new("SFNN_halfkpvm_64_7_40_k9k9_hand64"),
    Recipe::new("SFNN_kp_64_8_32_hand16_k21k21_progress2"),
    Recipe::new("SFNN_kp_64_7_32_hand1024"),
];

/// The widest that the program has names for, of those whose file is small.
const WIDE: [Recipe; 2] = [
    Recipe::new("SFNN_ka2_3072_7_64_c1024_s256x8"),
    Recipe::new("SFNN_ka2_8192_7_64_c0_s1024x8"),
];

/// Those of the shared folder, which has the values of the program they come from.
const TABLES: [Recipe; 8] = [
    Recipe {
        edition: "SFNN_halfkpvm_64_31_32_hand4_k13k13z",
        seed: 17,
        spreads: [7, 32, 40, 50],
        checksum: 0x4813_c052_1f9d_6d0e,
    },
    Recipe {
        edition: "SFNN_kp_64_8_32_k29k29_progress8",
        seed: 18,
        spreads: [7, 35, 60, 60],
        checksum: 0xe2ed_c34c_36ad_9622,
    },
    Recipe {
        edition: "SFNN_ka2_256_15_32_hand16_k9k9z_progress3",
        seed: 14,
        spreads: [7, 18, 50, 50],
        checksum: 0xdaa0_c1a6_1339_7006,
    },
    Recipe {
        edition: "SFNN_halfka1_128_16_32",
        seed: 15,
        spreads: [7, 25, 50, 60],
        checksum: 0xdb25_7590_887e_3179,
    },
    Recipe {
        edition: "SFNN_halfkahm1_512_7_32_c256_s64x4_k3k3_hand4",
        seed: 16,
        spreads: [7, 16, 60, 50],
        checksum: 0xcf6b_f24c_0897_a034,
    },
    Recipe {
        edition: "SFNN_halfkahm2_1536_15_32_k3k3",
        seed: 11,
        spreads: [7, 8, 60, 60],
        checksum: 0x11a1_1cae_2a3f_56ac,
    },
    Recipe {
        edition: "SFNN_halfka2_1024_7_64_k3k3",
        seed: 12,
        spreads: [7, 10, 60, 40],
        checksum: 0xdbe0_d0b8_57df_150a,
    },
    Recipe {
        edition: "SFNN_halfka2_1024_8_64_k3k3",
        seed: 13,
        spreads: [7, 10, 60, 44],
        checksum: 0xc52e_9f67_d21f_486c,
    },
];

fn network(file: &[u8]) -> Arc<Network> {
    let network = Network::from_bytes(file).expect("a network");
    assert!(network.remarks().is_empty(), "{:?}", network.remarks());
    Arc::new(network)
}

fn check_by_definition(recipes: &[Recipe], steps: usize) {
    for recipe in recipes {
        let numbers = recipe.draw();
        let network = network(&numbers.file());
        let mut positions = starts();
        positions.extend(super::table().into_iter().map(|(pos, _)| pos));
        positions.retain(|pos| network.values(pos));
        let output = |pos: Position| (numbers.output(&pos), pos);
        let outputs = positions.into_iter().step_by(4).map(output);
        agree(&network, outputs.map(|(output, pos)| (pos, output)));
        walk(&network, steps);
    }
}

#[test]
fn every_shape_gives_the_values_of_the_definition_also_by_way_of_moves() {
    check_by_definition(&SMALL, 6000);
}

fn check(recipes: &[Recipe], steps: usize) {
    for recipe in recipes {
        let network = network(&recipe.file());
        let name = recipe.edition.replace("SFNN_", "values_sfnn_");
        let rows = rows_of(shared_rows(&format!("nnue/{name}.tsv")));
        if !rows.is_empty() {
            assert_eq!(rows.len(), 200);
            let outputs = rows.into_iter().map(|(pos, numbers)| (pos, numbers[0]));
            agree(&network, outputs);
        }
        walk(&network, steps);
    }
}

#[test]
fn generated_networks_give_the_values_of_the_program_they_come_from() {
    check(&TABLES[..2], 5000);
}

#[test]
#[ignore = "half a gigabyte and minutes: a release runs it"]
fn all_generated_editions_give_the_values_over_a_million_moves() {
    check_by_definition(&SMALL, 1_000_000);
    check_by_definition(&WIDE, 100_000);
    check(&TABLES, 1_000_000);
}

#[test]
fn stacks_are_those_of_the_program_that_the_editions_come_from() {
    let names = [
        "hand4", "hand16", "hand64", "hand64z", "hand256", "hand1024", "k3k3", "k9k9", "k9k9z",
        "k13k13z", "k21k21", "k29k29",
    ];
    for (pos, stacks) in rows_of(shared_rows("nnue/values_sfnn_buckets.tsv")) {
        for (name, expected) in names.into_iter().zip(stacks) {
            let choice = Choice::named([name]).expect("a choice");
            assert_eq!(
                choice.of(None, &pos, pos.side()) as i64,
                expected,
                "{name}: {pos:?}"
            );
        }
    }
}

/// A file of a hundred kilobytes.
const TINY: Recipe = Recipe::new("SFNN_kp_64_7_32");

/// `file` of [`TINY`] with another description.
fn described(file: &[u8], words: &str) -> Vec<u8> {
    let length = text("SFNN_kp_64_7_32").len();
    let words_length = (words.len() as u32).to_le_bytes();
    [
        &file[..8],
        &words_length,
        words.as_bytes(),
        &file[12 + length..],
    ]
    .concat()
}

fn edition(name: &str) -> Edition {
    name.parse().expect("an edition")
}

#[test]
fn a_file_is_written_as_it_was_read() {
    for recipe in [
        Recipe::new("SFNN_kp_64_16_32"),
        Recipe::new("SFNN_kp_64_32_32_k3k3_progress4"),
    ] {
        let file = recipe.file();
        assert!(network(&file).to_bytes() == file, "{}", recipe.edition);
    }
    // What does not count, as where rows are filled up, is not kept, and kings of K+A2 are added up.
    let network = network(&SMALL[2].file());
    let again = Network::from_bytes(&network.to_bytes()).expect("a network");
    assert!(again.to_bytes() == network.to_bytes());
    let value = |network: Network| Arc::new(network).value(&Position::default());
    assert_eq!(value(again), network.value(&Position::default()));
}

#[test]
fn sizes_tell_an_edition_that_no_description_names_and_what_is_strange_is_a_remark() {
    let file = TINY.file();
    let mut strange = described(&file, "made by a trainer");
    strange[4] ^= 1;
    let found = Network::from_bytes(&strange).expect("a network");
    assert_eq!(found.shape().to_string(), "SFNN_kp_64_7_32");
    let [hash, remark, guess] = found.remarks() else {
        panic!("{:?}", found.remarks());
    };
    assert_has(hash, "3C203B33 … 3C203B32");
    assert_has(remark, "description");
    assert_has(guess, "taken for SFNN_kp_64_7_32 … EvalEdition");
    for (recipe, expected) in [
        ("SFNN_kp_64_8_32_k3k3", "SFNN_kp_64_7_32_k3k3"),
        (
            "SFNN_kp_64_15_32_k3k3_progress8",
            "SFNN_kp_64_15_32_k3k3_progress8",
        ),
        ("SFNN_ka2_128_16_64_k9k9z", "SFNN_ka2_128_15_64_k9k9"),
    ] {
        let mut file = Recipe::new(recipe).file();
        // The description says nothing from its first letter on.
        let length = text(recipe).len();
        file[12..12 + length].fill(b'-');
        let found = Network::from_bytes(&file).expect("a network");
        assert_eq!(found.shape().to_string(), expected);
        let named = Network::from_bytes_of(&file, Some(edition(recipe))).expect("a network");
        assert_eq!(named.shape().to_string(), recipe);
        assert_eq!(named.remarks().len(), 1, "{:?}", named.remarks());
    }
}

#[test]
fn a_name_says_what_the_bytes_cannot() {
    let file = TINY.file();
    let plain = Recipe {
        edition: "SFNN_kp_64_8_32",
        ..TINY
    };
    let named = Network::from_bytes_of(&file, Some(edition("SFNN_kp_64_8_32"))).expect("a network");
    let expected = network(&plain.file());
    let pos = Position::default();
    assert_eq!(Arc::new(named).value(&pos), expected.value(&pos));
    assert_ne!(network(&file).value(&pos), expected.value(&pos));
}

#[test]
fn what_is_said_must_agree_with_the_bytes() {
    let file = TINY.file();
    let refusal = |words: &str| {
        let error = Network::from_bytes(&described(&file, words)).expect_err(words);
        error.to_string()
    };
    let model = "ModelType=SFNNWithoutPsqt;";
    for (words, expected) in [
        (
            "ModelType=SFNNv9;Network=SFNN_kp_64_7_32",
            "of kind SFNNv9; expected HalfKP",
        ),
        (
            "Network=SFNN-1536-V2{LayerStack=9}",
            "`SFNN-1536-V2`; expected an edition such as",
        ),
        (
            "Network=SFNN_kp_64_7_32_progress8kpabs{",
            "progress8kpabs`; expected",
        ),
        ("Network=SFNN_kp_64_7_32{,FCWeightBits=16", "FCWeightBits"),
        (
            "Network=SFNN_kp_64_7_64{LayerStack=1}",
            "bytes of layers for SFNN_kp_64_7_64",
        ),
        (
            "Network=SFNN_kp_64_7_32_k3k3{LayerStack=9}",
            "for SFNN_kp_64_7_32_k3k3",
        ),
        (
            "Network=SFNN_kp_64_7_32_progress2{LayerStack=2}",
            "and progress for SFNN",
        ),
        (
            "Network=SFNN_ka2_64_7_32{LayerStack=1}",
            "expected 1791 inputs",
        ),
        (
            "Network=SFNN_kp_64_7_32{LayerStack=9}",
            "9 stacks; expected 1",
        ),
        (
            "Features=K+A2[1710->64x2],Network=SFNN_kp_64_7_32{",
            "K+A2; expected K+P",
        ),
        (
            "Features=K+P[1710->32x2],Network=SFNN_kp_64_7_32{",
            "expected 1710->64x2",
        ),
    ] {
        let error = refusal(&if words.starts_with("ModelType") {
            words.to_owned()
        } else {
            format!("{model}{words}")
        });
        assert!(error.contains(expected) && !error.contains('\n'), "{error}");
    }
    let named = Network::from_bytes_of(&file, Some(edition("SFNN1536"))).expect_err("another");
    let named = named.to_string();
    assert!(
        named.starts_with("1710 inputs, accumulators of 64, "),
        "{named}"
    );
    assert_has(
        &named,
        "expected 73305 inputs, accumulators of 1536, 232488 bytes",
    );
}

#[test]
fn damaged_files_are_refused_in_one_line() {
    let file = TINY.file();
    let refusal = |bytes: &[u8]| {
        let error = Network::from_bytes(bytes).expect_err("no network");
        error.to_string()
    };
    for length in (0..300)
        .chain((300..file.len()).step_by(997))
        .chain(file.len() - 9..file.len())
    {
        let message = refusal(&file[..length]);
        assert!(!message.contains('\n'), "{message}");
    }
    assert!(refusal(&[&file[..], &[0]].concat()).contains("1737 bytes of layers; expected"));
    let biases = 16 + text(TINY.edition).len();
    let changed = |at: usize, bytes: &[u8]| {
        let mut file = file.clone();
        file[at..at + bytes.len()].copy_from_slice(bytes);
        refusal(&file)
    };
    assert!(changed(biases, b"_").contains("begins with COMPRESSED_LEB128"));
    assert!(changed(biases + 17, &u32::MAX.to_le_bytes()).contains("longer than the file"));
    assert!(changed(biases + 21, &[0x80; 3]).contains("more than three bytes"));
    assert!(changed(biases + 21, &[0x80]).contains("not as many numbers"));
    let last =
        biases + 21 + u32::from_le_bytes(*file[biases + 17..].first_chunk().expect("4")) as usize;
    assert!(changed(last - 1, &[0x80]).contains("within a number"));
    let mut word = file.clone();
    word[file.len() - 1736] ^= 1;
    let found = Network::from_bytes(&word).expect("only a hash is wrong");
    assert!(
        found.remarks()[0].contains("6333718B"),
        "{:?}",
        found.remarks()
    );
    let nameless = described(&word, "");
    assert!(refusal(&nameless).contains("damaged, or to be named by the option EvalEdition"));
}

#[test]
fn the_program_names_editions_and_takes_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = TINY.file();
    fs::write(folder.path().join("nn.bin"), &file).expect("a file");
    fs::write(folder.path().join("nameless.bin"), described(&file, "")).expect("a file");
    let program = |line: &str| engine_in(folder.path(), line);
    let [said, _] = run(&mut program("net info nn.bin"));
    assert_has(
        &said,
        "network  SFNN_kp_64_7_32\nedition  SFNN_kp_64_7_32\n",
    );
    let [said, _] = run(&mut program(
        "net info nameless.bin --edition sfnn-kp-64-8-32",
    ));
    assert_has(&said, "edition  SFNN_kp_64_8_32\n");
    let mut unknown = program("net info nn.bin --edition x");
    assert_refused(&mut unknown, "expected an edition such as SFNN1536");
    let plain = Recipe {
        edition: "SFNN_kp_64_8_32",
        ..TINY
    };
    let value = network(&plain.file()).value(&Position::default());
    // Whichever is set first.
    for players in [
        "evalfile=nameless.bin,evaledition=SFNN_kp_64_8_32",
        "evaledition=SFNN_kp_64_8_32,evalfile=nameless.bin",
    ] {
        let [said, _] = run(&mut program(&format!("eval --json --config {players}")));
        assert!(said.contains(&format!("\"value\":{value}")), "{said}");
    }
    let mut other = program("eval --config evalfile=nn.bin,evaledition=SFNN1536");
    assert_refused(&mut other, "expected 73305 inputs");
}
