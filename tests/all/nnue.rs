//! The network's values: against a plain computation of the formula, the same for every set of
//! instructions, the same by way of moves as anew, and right for a network that counts material.

use crate::common::{material, random_network, random_play, rng};
use crate::networks::{stacks, walk};
use engine::eval::nnue::NetworkFile;
use engine::eval::nnue::features::attacks::Attacks;
use engine::eval::nnue::features::near;
use engine::eval::nnue::features::{self, INPUTS, difference};
use engine::eval::nnue::network::{Network, Parameters};
use engine::eval::nnue::shape::FeatureSet;
use engine::eval::{Evaluation, EvaluationKind, LONGEST_MATE};
use engine::player::{Engine, Settings};
use engine::search::{Limits, Score};
use engine::shogi::game::Game;
use engine::shogi::position::turned;
use engine::shogi::{Color, PieceKind, Position, sfen};
use rand::RngExt;
use std::sync::Arc;

/// What `side` sees on in `pos`.
fn inputs(network: &Parameters, pos: &Position, side: Color) -> Vec<features::Feature> {
    let mut inputs: Vec<_> = features::active(pos, side).collect();
    if network.features != FeatureSet::Flat {
        let king = near::king(inputs.iter().copied());
        let more: Vec<_> = inputs
            .iter()
            .filter_map(|&fact| near::near(king, fact))
            .collect();
        inputs.extend(more);
    }
    if network.features == FeatureSet::Attacks {
        inputs.extend(Attacks::of(pos).seen_by(side));
    }
    inputs
}

/// The value by the formula, number by number.
fn plain_value(network: &Parameters, pos: &Position) -> i32 {
    let hidden = network.biases.len();
    let mut sum = 0_i64;
    for (side, weights) in [pos.side(), pos.side().flip()]
        .into_iter()
        .zip(network.output_weights.chunks(hidden))
    {
        let inputs = inputs(network, pos, side);
        for (i, &weight) in weights.iter().enumerate() {
            let number = inputs
                .iter()
                .map(|&input| network.weights[usize::from(input) * hidden + i])
                .fold(network.biases[i], i16::wrapping_add);
            let clamped = i64::from(number.clamp(0, 1024));
            sum += clamped * clamped / 64 * i64::from(weight);
        }
    }
    let output = sum + i64::from(network.output_bias);
    let value = output * i64::from(network.scale) / (256 << 14);
    let limit = i64::from(LONGEST_MATE) - 1;
    value.clamp(-limit, limit) as i32
}

/// A network whose every number is one of the greatest or least.
fn extreme_network(hidden: usize) -> Arc<Network> {
    let mut rng = rng(5);
    let mut numbers = |count: usize, of: [i16; 2]| -> Vec<i16> {
        (0..count).map(|_| of[rng.random_range(0..2)]).collect()
    };
    let parameters = Parameters {
        origin: String::new(),
        scale: 30_000,
        features: FeatureSet::Flat,
        weights: numbers(INPUTS * hidden, [i16::MIN, i16::MAX]),
        biases: numbers(hidden, [i16::MIN, 1024]),
        output_weights: numbers(2 * hidden, [-512, 512]),
        output_bias: i32::MIN,
    };
    Arc::new(Network::new(parameters).expect("a network"))
}

#[test]
fn every_set_of_instructions_computes_the_formula() {
    let flat = [32, 64, 96, 256, 512, 1024].map(|hidden| (FeatureSet::Flat, hidden));
    let more = [(FeatureSet::Near, 64), (FeatureSet::Attacks, 64)];
    let shapes = flat.into_iter().chain(more);
    let networks = shapes.map(|(features, hidden)| random_network(features, hidden, 6));
    for network in networks.chain([extreme_network(1024)]) {
        let parameters = network.parameters().expect("our own form");
        let mut stacks = stacks(&network, 1);
        random_play(7, 200, |pos, _, next| {
            let mut after = pos.clone();
            let undo = next.is_some().then(|| after.do_move(next));
            let [expected, expected_after] = [pos, &after].map(|pos| plain_value(&parameters, pos));
            for stack in &mut stacks {
                stack.start(pos);
                assert_eq!(stack.value(0, pos, pos.side()), expected);
                if let Some(undo) = &undo {
                    stack.push(1, difference(&after, next, undo.captured()));
                    let value = stack.value(1, &after, after.side());
                    assert_eq!(value, expected_after, "{next} in {pos:?}");
                }
            }
        });
    }
}

#[test]
fn moves_made_and_taken_back_lead_to_the_values_summed_anew() {
    for features in FeatureSet::OURS {
        walk(&random_network(features, 32, 9), 90_000);
    }
}

#[test]
fn values_do_not_depend_on_colour() {
    for features in FeatureSet::OURS {
        let network = random_network(features, 64, 10);
        let mut values = std::collections::BTreeSet::new();
        random_play(11, 2000, |pos, _, _| {
            let value = network.value(pos);
            assert_eq!(value, network.value(&turned(pos)), "{pos:?}");
            values.insert(value);
        });
        assert!(values.len() > 500, "only {} values", values.len());
    }
}

/// What pieces are worth to the network that counts material, in pawns. A full set is worth 126.
fn worth(kind: PieceKind) -> i16 {
    match kind.unpromote().unwrap_or(kind) {
        PieceKind::Pawn => 1,
        PieceKind::Lance => 3,
        PieceKind::Knight => 4,
        PieceKind::Silver => 5,
        PieceKind::Gold => 6,
        PieceKind::Bishop => 8,
        PieceKind::Rook => 10,
        _ => 0,
    }
}

/// One number counts the material m that the seeing side has more, as 512 + 4 m. Squared over 64,
/// and the opponent's 512 − 4 m squared taken from it, that is 128 m.
fn material_network() -> Arc<Network> {
    const HIDDEN: usize = 32;
    const MIDDLE: i16 = 512;
    let mut weights = vec![0; INPUTS * HIDDEN];
    for (row, pawns) in weights.chunks_mut(HIDDEN).zip(material(worth)) {
        row[0] = 4 * pawns;
    }
    let mut biases = vec![0; HIDDEN];
    biases[0] = MIDDLE;
    let mut output_weights = vec![0; 2 * HIDDEN];
    (output_weights[0], output_weights[HIDDEN]) = (256, -256);
    let parameters = Parameters {
        origin: "counts material".to_owned(),
        // 128 m · scale / 2^14 = 100 m.
        scale: 12_800,
        features: FeatureSet::Flat,
        weights,
        biases,
        output_weights,
        output_bias: 0,
    };
    Arc::new(Network::new(parameters).expect("a network"))
}

#[test]
fn a_network_that_counts_material_values_material() {
    let network = material_network();
    let value = |text: &str| network.value(&sfen::parse(text).expect("a valid SFEN"));
    assert_eq!(network.value(&Position::default()), 0);
    assert!((value("4k4/9/9/9/9/9/9/9/4K4 b RP 1") - 1100).abs() <= 1);
    assert!((value("4k4/9/9/9/9/9/9/9/4K4 w RP 1") + 1100).abs() <= 1);
    assert!((value("4k4/9/9/9/9/9/9/9/4K3+p b - 1") + 100).abs() <= 1);
    random_play(12, 5000, |pos, _, _| {
        let expected: i32 = [pos.side(), pos.side().flip()]
            .into_iter()
            .zip([1, -1])
            .map(|(side, sign)| {
                let on_board = pos
                    .color(side)
                    .into_iter()
                    .filter_map(|at| pos.piece_at(at));
                let on_board: i16 = on_board.map(|piece| worth(piece.piece_kind())).sum();
                let held = pos.hand(side).iter();
                let in_hand: i16 = held.map(|(kind, count)| count as i16 * worth(kind)).sum();
                sign * i32::from(on_board + in_hand)
            })
            .sum();
        let value = network.value(pos);
        assert!((value - 100 * expected).abs() <= 1, "{value} in {pos:?}");
    });
}

/// What `engine` finds in `game` in a few iterations, and in how many nodes.
fn searched(engine: &mut Engine, game: &Game) -> (Score, u64) {
    engine.set_game(game.clone());
    let info = engine.search(Limits::depth(4), &mut ()).info;
    (info.score, info.nodes)
}

#[test]
fn the_search_uses_the_evaluation_it_is_told_to_and_forgets_the_other() {
    let by_material = Settings {
        hash_mb: 1,
        evaluation: Evaluation {
            file: Some(NetworkFile {
                path: "material".into(),
                network: material_network(),
            }),
            ..Evaluation::default()
        },
        ..Settings::default()
    };
    let by_hand = Settings {
        evaluation: Evaluation {
            kind: EvaluationKind::Handmade,
            ..by_material.evaluation.clone()
        },
        ..by_material.clone()
    };
    // The rook takes a pawn that nothing guards.
    let text = "sfen 3gkg3/9/9/9/9/1p7/9/1R7/3GKG3 b - 1";
    let (game, _) = Game::parse(text).expect("a game");
    let mut engine = Engine::new(by_material);
    let (score, _) = searched(&mut engine, &game);
    assert!(
        matches!(score, Score::Cp(cp) if cp >= 190),
        "{score:?}: a pawn taken counts twice 100"
    );
    assert!(engine.configure(&by_hand).is_empty());
    let after_switch = searched(&mut engine, &game);
    assert_eq!(after_switch, searched(&mut Engine::new(by_hand), &game));
    assert_ne!(after_switch.0, score);
}
