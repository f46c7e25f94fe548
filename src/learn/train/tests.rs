//! Tests of examples, runs, checkpoints and curves on toy games.

use super::TrainError;
use super::console::curve;
use super::examples::{Example, Examples, Filter, HELD_BACK, MATE, PART};
use super::run::Settings;
use super::targets::{Sum, Target, sigmoid};
use super::trainer::Trainer;
use crate::dataset::{GameRecord, Ply, SideLine, Source, Writer};
use base::random::generator;
use engine::eval::handmade::Accumulator;
use engine::eval::nnue::Network;
use engine::eval::nnue::shape::Shape;
use engine::search::Score;
use engine::shogi::{Color, Move, MoveList, Position, movegen, sfen};
use matches::referee::finished::Reason;
use matches::stats::GamePoints;
use rand::RngExt;
use std::path::PathBuf;

const QUIET: Filter = Filter {
    score_below: 10_000,
    noisy: false,
    lambda: 0.0,
    with_kings: false,
};

/// A random game whose scores are the hand-made values, won by who is better off at its end.
fn game(id: u64) -> GameRecord {
    let mut rng = generator(9, id);
    let mut pos = Position::default();
    let mut list = MoveList::new();
    let mut plies = Vec::new();
    for _ in 0..80 {
        list.clear();
        movegen::legal(&pos, &mut list);
        if list.is_empty() {
            break;
        }
        let mv = list[rng.random_range(0..list.len())];
        let score = Score::Cp(Accumulator::of(&pos).value(pos.side()));
        plies.push(Ply { mv, score });
        let _ = pos.do_move(mv);
    }
    let value = Accumulator::of(&pos).value(Color::Black);
    GameRecord {
        id,
        start: Position::default(),
        opening: Vec::new(),
        plies,
        winner: match value {
            1.. => Some(Color::Black),
            0 => None,
            _ => Some(Color::White),
        },
        reason: Reason::ResignAdjudication,
        side_lines: Vec::new(),
    }
}

fn read(
    games: impl IntoIterator<Item = GameRecord>,
    filter: Filter,
) -> Result<Examples, TrainError> {
    read_in_parts(games, filter, PART)
}

fn read_in_parts(
    games: impl IntoIterator<Item = GameRecord>,
    filter: Filter,
    most: u64,
) -> Result<Examples, TrainError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("toy.games");
    let mut writer = Writer::open(&path, &Source::new()).unwrap();
    for game in games {
        writer.append(&game).unwrap();
    }
    Examples::in_parts(&[PathBuf::from(folder.path())], filter, most)
}

fn toy() -> impl Iterator<Item = GameRecord> {
    (0..120).map(game)
}

fn settings() -> Settings {
    Settings {
        shape: Shape::flat(32),
        epochs: 3,
        batch: 96,
        rate: 0.003,
        decay: 0.1,
        epsilon: 1e-8,
        blend: 0.7,
        scale: None,
        flip: true,
        seed: 1,
        filter: QUIET,
        start: None,
        old_rate: 1.0,
    }
}

fn run(trainer: &mut Trainer<'_>) {
    while trainer.step().unwrap() {}
}

const QUIET_PLACE: &str = "4k4/9/9/9/4p4/4P4/9/9/4K4 b G 1";

/// Numbers of games that are held back, and of others.
fn numbers() -> (Vec<u64>, Vec<u64>) {
    let game = |id| single(id, QUIET_PLACE, "5i4i", Score::Cp(0));
    (0..500).partition(|&id| game(id).is_held_back(HELD_BACK))
}

/// A game of one move, `best`, from `place`, with this score.
fn single(id: u64, place: &str, best: &str, score: Score) -> GameRecord {
    GameRecord {
        id,
        start: sfen::parse(place).unwrap(),
        opening: Vec::new(),
        plies: vec![Ply {
            mv: sfen::parse_move(best).unwrap(),
            score,
        }],
        winner: Some(Color::Black),
        reason: Reason::Mate,
        side_lines: Vec::new(),
    }
}

#[test]
fn positions_beside_the_games_are_learned_by_their_score_alone() {
    let game = |id| {
        let mut game = single(id, QUIET_PLACE, "5i4i", Score::Cp(1));
        game.side_lines = [Score::Cp(300), Score::Mate(5)]
            .map(|score| SideLine {
                after: 0,
                moves: Vec::new(),
                best: Ply {
                    score,
                    ..game.plies[0]
                },
            })
            .to_vec();
        game
    };
    let (held_back, learned) = numbers();
    let examples = read([learned[0], held_back[0]].map(game), QUIET).unwrap();
    assert_eq!((examples.training.total(), examples.positions), (3, 6));
    let learned = examples.training.load(0).unwrap();
    let scores: Vec<_> = learned.iter().map(Example::score).collect();
    assert_eq!(scores, [1, 300, MATE]);

    let place = sfen::parse(QUIET_PLACE).unwrap();
    let off = Example::new(&place, 300, None);
    assert_eq!(off.result(), None);
    let target = Target {
        scale: 600.0,
        blend: 0.7,
    };
    assert!((target.of(&off) - sigmoid(0.5)).abs() < 1e-6);
    let lost = Example::new(&place, 300, Some(GamePoints::Loss));
    assert!((target.of(&lost) - 0.7 * sigmoid(0.5)).abs() < 1e-6);
    let mut sum = Sum::default();
    sum.add(target, &[off, lost], [0.0, 0.0]);
    let result = sum.mean().result;
    assert!((result - 2_f64.ln()).abs() < 1e-12, "of one only: {result}");
}

#[test]
fn only_quiet_positions_with_a_score_are_learned_from() {
    let quiet = QUIET_PLACE;
    let check = "4k4/9/9/9/9/9/9/4g4/4K4 b - 1";
    let near = "4k4/9/9/4P4/9/9/9/9/4K4 b - 1";
    let rows = [
        (quiet, "5i4i", Score::Cp(100), true, true),
        (quiet, "G*5b", Score::Cp(-9999), true, true),
        (quiet, "5i4i", Score::Cp(10_000), false, false),
        (quiet, "5i4i", Score::Mate(7), true, true),
        (quiet, "5i4i", Score::Mate(-8), true, true),
        (quiet, "5f5e", Score::Cp(0), false, true),
        (check, "5i5h", Score::Cp(0), false, true),
        (check, "5i5h", Score::Mate(3), false, true),
        (near, "5d5c+", Score::Cp(0), false, true),
        (near, "5d5c+", Score::Mate(3), true, true),
        (near, "5d5c", Score::Cp(0), true, true),
    ];
    let (held_back, learned) = numbers();
    for (row, (place, best, score, quiet, noisy)) in rows.into_iter().enumerate() {
        // One game in each part is always admitted, so that nothing is refused.
        for (noisy_too, admitted) in [(false, quiet), (true, noisy)] {
            let sure = |id| single(id, QUIET_PLACE, "5i4i", Score::Cp(1));
            let games = [
                sure(learned[0]),
                sure(held_back[0]),
                single(learned[1], place, best, score),
                single(held_back[1], place, best, score),
            ];
            let filter = Filter {
                noisy: noisy_too,
                ..QUIET
            };
            let examples = read(games, filter).unwrap();
            let expected = 1 + usize::from(admitted);
            assert_eq!(examples.training.total(), expected, "row {row}");
            assert_eq!(examples.held_back.total(), expected, "row {row}");
            assert_eq!((examples.games, examples.positions), (4, 4));
        }
    }
}

#[test]
fn examples_follow_from_the_games_and_differ_with_them() {
    let first = read((0..60).map(game), QUIET).unwrap();
    let again = read((0..60).map(game), QUIET).unwrap();
    let other = read((0..61).map(game), QUIET).unwrap();
    assert_eq!(first.fingerprint(), again.fingerprint());
    assert_ne!(first.fingerprint(), other.fingerprint());
    let [first, again] = [&first, &again].map(|it| it.training.load(0).unwrap());
    assert_eq!(first, again);
    let place = Position::default();
    assert!(first.iter().all(|it| it.active().len() == 40));
    assert_eq!(
        std::mem::size_of_val(&Example::new(&place, 0, Some(GamePoints::Win))),
        84
    );
}

#[test]
fn with_lambda_later_scores_count_and_centipawns_stay_what_they_are() {
    let filter = Filter {
        lambda: 0.9,
        ..QUIET
    };
    let [own, ahead] = [QUIET, filter].map(|filter| read(toy(), filter).unwrap());
    assert_ne!(own.fingerprint(), ahead.fingerprint());
    let of_file = |examples, filter| {
        let settings = Settings {
            filter,
            ..settings()
        };
        Trainer::new(settings, examples, 1).unwrap().scale()
    };
    let scale = of_file(&own, QUIET);
    assert_eq!(scale.to_bits(), of_file(&ahead, filter).to_bits());
    // Means are nearer to the results.
    assert!(ahead.learned_scores.likeliest_scale() < f64::from(scale));
}

#[test]
fn too_little_data_is_refused() {
    let error = read((0..1).map(game), QUIET).unwrap_err().to_string();
    assert!(error.contains("1 games leave"), "{error}");
    let mut bad = game(0);
    bad.plies[0].mv = Move::from_bits(game(0).plies[0].mv.bits()).unwrap();
    bad.plies[1].mv = sfen::parse_move("5e5d").unwrap();
    let error = read([bad], QUIET).unwrap_err().to_string();
    assert!(
        error.contains("game 0") && error.contains("`5e5d`"),
        "{error}"
    );
}

#[test]
fn a_toy_net_learns_and_keeps_its_order_in_whole_numbers_that_are_worth_centipawns() {
    let examples = read(toy(), QUIET).unwrap();
    // So few games can teach their scores, but hardly what follows from them.
    let settings = Settings {
        blend: 1.0,
        rate: 0.001,
        ..settings()
    };
    let mut trainer = Trainer::new(settings, &examples, 2).unwrap();
    run(&mut trainer);
    let [first, .., last] = trainer.epochs() else {
        panic!("no epochs");
    };
    assert!(last.training < first.training);
    assert!(
        last.validation.score < 0.8 * first.validation.score,
        "{first}, {last}"
    );
    assert!(last.validation.result < 0.67, "{last}");
    let network = trainer.network("toy".to_owned()).unwrap();
    let whole = trainer.validate_network(network).unwrap();
    assert!(
        (whole.score - last.validation.score).abs() < 1e-4,
        "{whole}, {last}"
    );
    assert!(
        (whole.result - last.validation.result).abs() < 3e-3,
        "{whole}, {last}"
    );
    // Values are centipawns. Once White has Black's rook in hand.
    let network = std::sync::Arc::new(trainer.network(String::new()).unwrap());
    let value = |text: &str| network.value(&sfen::parse(text).unwrap());
    let even = value("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
    let rook = value("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B7/LNSGKGSNL w r 1");
    assert!(even.abs() < 300, "{even}");
    assert!((300..3000).contains(&(rook - even)), "{even} {rook}");
}

#[test]
fn a_resumed_run_is_the_same_bit_for_bit() {
    let examples = read((0..20).map(game), QUIET).unwrap();
    let mut whole = Trainer::new(settings(), &examples, 1).unwrap();
    run(&mut whole);
    let in_epoch = whole.steps_per_epoch();
    assert!(in_epoch > 3);
    // In the middle of an epoch, and at the end of one.
    for stop in [1, in_epoch + 2, 2 * in_epoch] {
        let mut begun = Trainer::new(settings(), &examples, 2).unwrap();
        for _ in 0..stop {
            assert!(begun.step().unwrap());
        }
        let bytes = begun.checkpoint().unwrap();
        let mut resumed = Trainer::new(settings(), &examples, 3).unwrap();
        resumed.resume(&bytes).unwrap();
        assert_eq!(resumed.steps_done(), stop);
        run(&mut resumed);
        assert!(
            resumed.checkpoint().unwrap() == whole.checkpoint().unwrap(),
            "{stop}"
        );
        assert_eq!(resumed.curve(), whole.curve());
    }
}

#[test]
fn networks_that_others_read_learn_and_go_on_like_our_own() {
    let filter = Filter {
        with_kings: true,
        ..QUIET
    };
    let examples = read((0..40).map(game), filter).unwrap();
    for name in [
        "halfkp_128x2-16-32",
        "SFNN_kp_64_7_32_hand4",
        "SFNN_halfkahm2_64_15_32_k3k3",
    ] {
        let settings = || Settings {
            shape: name.parse().unwrap(),
            filter,
            rate: 0.001,
            ..settings()
        };
        let mut whole = Trainer::new(settings(), &examples, 2).unwrap();
        run(&mut whole);
        let epochs = whole.epochs();
        let last = epochs[2];
        assert!(last.training < 0.8 * epochs[0].training, "{name}");
        assert!(last.validation.score < epochs[0].validation.score, "{name}");

        let network = whole.network(String::new()).unwrap();
        let bytes = network.to_bytes();
        let again = Network::from_bytes(&bytes).unwrap();
        assert_eq!(again.shape().to_string(), name);
        // Hashes and description are those of its edition.
        assert!(again.remarks().is_empty(), "{name}: {:?}", again.remarks());
        let numbers = whole.validate_network(again).unwrap();
        let error = (numbers.score - last.validation.score).abs();
        assert!(error < 1e-3, "{name}: {numbers}, {last}");

        let mut begun = Trainer::new(settings(), &examples, 1).unwrap();
        let stop = begun.steps_per_epoch() * 3 / 2;
        assert!((0..stop).all(|_| begun.step().unwrap()));
        let mut resumed = Trainer::new(settings(), &examples, 3).unwrap();
        resumed.resume(&begun.checkpoint().unwrap()).unwrap();
        run(&mut resumed);
        let bytes_resumed = resumed.network(String::new()).unwrap().to_bytes();
        assert!(bytes_resumed == bytes, "{name}");
    }
}

#[test]
fn positions_without_a_king_are_left_out_where_they_have_no_value() {
    let (held_back, learned) = numbers();
    let game = |id| single(id, QUIET_PLACE, "5i4i", Score::Cp(1));
    let kingless = "4k4/9/9/9/4p4/4P4/9/9/9 b G 1";
    let games = || {
        let more = single(learned[1], kingless, "G*5b", Score::Cp(1));
        [game(learned[0]), game(held_back[0]), more]
    };
    let filter = Filter {
        with_kings: true,
        ..QUIET
    };
    let [all, some] = [QUIET, filter].map(|filter| read(games(), filter).unwrap());
    assert_eq!((all.training.total(), some.training.total()), (2, 1));
    let settings = Settings {
        shape: "halfkp_128x2-16-32".parse().unwrap(),
        ..settings()
    };
    let error = Trainer::new(settings, &all, 1).err().unwrap().to_string();
    assert!(error.contains("halfkp_128x2-16-32 has no values without kings"));
}

#[test]
fn a_run_on_several_parts_learns_from_all_and_can_be_resumed() {
    let settings = || Settings {
        batch: 128,
        ..settings()
    };
    let games = || (0..90).map(game);
    let whole = read(games(), QUIET).unwrap();
    let parts = read_in_parts(games(), QUIET, 1800).unwrap();
    let count = parts.training.lengths().len() as u64;
    assert!(count > 2, "{count} parts");
    assert_eq!(parts.fingerprint(), whole.fingerprint());
    assert_eq!(parts.training.total(), whole.training.total());
    let train = |examples| {
        let mut trainer = Trainer::new(settings(), examples, 2).unwrap();
        run(&mut trainer);
        trainer
    };
    let (of_whole, of_parts) = (train(&whole), train(&parts));
    let [one, other] = [&of_whole, &of_parts].map(|it| it.epochs().last().unwrap().validation);
    assert!(
        (one.score - other.score).abs() < 0.1 * one.score,
        "{one}, {other}"
    );
    assert!(
        of_parts
            .steps_per_epoch()
            .abs_diff(of_whole.steps_per_epoch())
            <= count
    );
    // In the middle of a part that is not the first.
    let mut begun = Trainer::new(settings(), &parts, 1).unwrap();
    for _ in 0..begun.steps_per_epoch() * 3 / 2 {
        assert!(begun.step().unwrap());
    }
    let mut resumed = Trainer::new(settings(), &parts, 2).unwrap();
    resumed.resume(&begun.checkpoint().unwrap()).unwrap();
    run(&mut resumed);
    assert!(resumed.checkpoint().unwrap() == of_parts.checkpoint().unwrap());
}

#[test]
fn a_checkpoint_of_something_else_is_refused_by_what_differs() {
    let examples = read((0..60).map(game), QUIET).unwrap();
    let mut trainer = Trainer::new(settings(), &examples, 1).unwrap();
    assert!(trainer.step().unwrap());
    let bytes = trainer.checkpoint().unwrap();
    let refusal = |settings: Settings, examples: &Examples, bytes: &[u8]| {
        let mut trainer = Trainer::new(settings, examples, 1).unwrap();
        let error = trainer.resume(bytes).unwrap_err().to_string();
        assert_eq!(trainer.steps_done(), 0);
        error
    };
    let other = Settings {
        epochs: 4,
        ..settings()
    };
    let error = refusal(other, &examples, &bytes);
    assert!(error.contains("epochs is 3 there, expected 4"), "{error}");
    let error = refusal(settings(), &read((0..61).map(game), QUIET).unwrap(), &bytes);
    assert!(error.contains("data is"), "{error}");
    let damaged = "no checkpoint";
    for length in [0, 10, bytes.len() - 1] {
        assert!(refusal(settings(), &examples, &bytes[..length]).contains(damaged));
    }
    let mut flipped = bytes.clone();
    *flipped.last_mut().unwrap() ^= 1;
    assert!(refusal(settings(), &examples, &flipped).contains(damaged));
}

#[test]
fn means_begin_anew_when_taken() {
    let mut mean = super::run::Mean::default();
    mean.add(1.0);
    mean.add(2.0);
    assert_eq!(mean.take().to_bits(), 1.5_f64.to_bits());
    mean.add(4.0);
    assert_eq!(mean.take().to_bits(), 4_f64.to_bits());
}

#[test]
fn the_curve_has_a_point_for_every_epoch() {
    let examples = read((0..20).map(game), QUIET).unwrap();
    let mut trainer = Trainer::new(settings(), &examples, 1).unwrap();
    let empty = curve(&trainer);
    assert_eq!(points_of_curves(&empty), [0, 0, 0]);
    run(&mut trainer);
    let svg = curve(&trainer);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
    let epochs = trainer.epochs().len();
    assert_eq!(
        points_of_curves(&svg),
        [trainer.curve().len(), epochs, epochs]
    );
    let in_training = trainer.curve().len();
    let points = if in_training < 50 { in_training } else { 0 };
    assert_eq!(svg.matches("<circle").count(), points + 2 * epochs);
}

fn points_of_curves(svg: &str) -> Vec<usize> {
    let curves = svg.split("<polyline class=\"curve\" points=\"").skip(1);
    let points = curves.map(|rest| rest.split_once('"').unwrap().0);
    points.map(|points| points.matches(',').count()).collect()
}
