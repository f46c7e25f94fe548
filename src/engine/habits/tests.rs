//! Chunks are found, kept, read back and completed.

use super::{Chunk, Habit, Model, Outcome, Pattern, Phase, Situation, found, found_in_text, name};
use crate::shogi::game::Game;
use crate::shogi::{Color, Move, sfen};

fn game(text: &str) -> Game {
    text.parse().unwrap()
}

/// A Mino castle, but for the gold on 6i that is still to come to 5h.
const MINO: &str = "sfen 4k4/9/9/9/9/9/4PPPPP/6SK1/3G1G1NL b - 1";

fn square(text: &str) -> crate::shogi::Square {
    sfen::parse_square(text).unwrap()
}

#[test]
fn a_group_grows_to_neighbours_and_to_what_defends_or_is_defended() {
    let game = game(MINO);
    let chunks: Vec<_> = found(game.position(), square("3h"))
        .iter()
        .map(Chunk::to_string)
        .collect();
    // The king holds the silver and the knight, the silver the gold; the gold on 6i is out of reach.
    let whole = "L1i K2h N2i S3h G4i".to_owned();
    assert!(chunks.contains(&whole), "{chunks:?}");
    assert!(!chunks.contains(&"K2h S3h".to_owned()), "{chunks:?}");
    assert!(
        chunks.iter().all(|chunk| !chunk.contains("G6i")),
        "{chunks:?}"
    );
}

#[test]
fn pawns_of_both_sides_make_a_structure_and_other_groups_leave_them_out() {
    let game = game("sfen 4k4/9/9/9/6p2/5pP2/5P3/9/4K4 b - 1");
    let chunks = found(game.position(), square("3f"));
    let chunks: Vec<_> = chunks.iter().map(Chunk::to_string).collect();
    assert!(chunks.contains(&"p3e P3f p4f".to_owned()), "{chunks:?}");
}

#[test]
fn what_stands_there_from_the_start_is_no_chunk() {
    let game = Game::default();
    assert!(found(game.position(), square("4i")).is_empty());
}

#[test]
fn a_chunk_is_its_mirror_image_and_has_a_name() {
    let chunk: Chunk = "K2h S3h G4i N2i".parse().unwrap();
    let mirrored = chunk.mirrored();
    assert_eq!(mirrored.to_string(), "G6i S7h K8h N8i");
    assert_eq!(chunk.clone().either(), mirrored.clone().either());
    assert_eq!(
        (name(&chunk), name(&mirrored)),
        (Some("Mino"), Some("Mino"))
    );
    assert_eq!(name(&"K2h S3h".parse().unwrap()), None);
}

#[test]
fn sequences_are_the_last_moves() {
    let moves = ["7g7f", "2g2f", "2f2e", "6i7h"].map(|it| sfen::parse_move(it).unwrap());
    let found: Vec<_> = found_in_text(&moves).map(<[Move]>::to_vec).collect();
    assert_eq!(found, [moves[2..].to_vec(), moves[1..].to_vec()]);
    assert_eq!(found_in_text(&moves[..1]).count(), 0);
}

/// A model whose one habit is `pattern`.
fn model(pattern: &str) -> Model {
    let mut habit = Habit::new(pattern.parse().unwrap());
    habit.count(0, Phase::Opening, Outcome::Won);
    habit.count(1, Phase::Opening, Outcome::Lost);
    (habit.could, habit.did) = (6, 3);
    Model {
        player: "somebody".to_owned(),
        games: 4,
        habits: vec![habit],
    }
}

/// What is foretold of `player` after `text`, as moves with their beliefs in percent.
fn foretold(model: &Model, text: &str, player: Color) -> Vec<(String, i32)> {
    let situation = Situation::of(&game(text), player).unwrap();
    let told = model.predict(&situation);
    told.iter()
        .map(|it| (it.mv.to_string(), (100.0 * it.belief).round() as i32))
        .collect()
}

#[test]
fn a_group_that_lacks_one_piece_is_completed_on_either_side_and_by_either_colour() {
    // 3 − 1.7 of 6 + 1 moments; raised by a fourth piece, the phase, and half of all games won.
    let belief = (100.0_f64 * 1.3 / 7.0 * 1.34).round() as i32;
    let mino = model("K2h S3h G4i G5h");
    let expected = |mv: &str| vec![(mv.to_owned(), belief)];
    assert_eq!(foretold(&mino, MINO, Color::Black), expected("6i5h"));
    let mirrored = "sfen 4k4/9/9/9/9/9/PPPPP4/1KS6/LN1G1G3 b - 1";
    assert_eq!(foretold(&mino, mirrored, Color::Black), expected("4i5h"));
    let white = "sfen ln1g1g3/1ks6/ppppp4/9/9/9/9/9/4K4 w - 1";
    assert_eq!(foretold(&mino, white, Color::White), expected("4a5b"));
    let not_to_move = white.replace(" w ", " b ");
    assert_eq!(
        foretold(&mino, &not_to_move, Color::White),
        expected("4a5b")
    );
}

#[test]
fn a_piece_of_the_group_does_not_complete_it_and_what_is_whole_or_broken_up_is_not_foretold() {
    // The gold on 4i would leave the group to complete it.
    let without_other_gold = MINO.replace("3G1G1NL", "5G1NL");
    let mino = model("K2h S3h G4i G5h");
    assert_eq!(foretold(&mino, &without_other_gold, Color::Black), []);
    let whole = format!("{MINO} moves 6i5h 5a4a");
    assert_eq!(foretold(&mino, &whole, Color::Black), []);
    let broken_up = format!("{MINO} moves 6i5h 5a4a 5h6h 4a5a");
    assert_eq!(foretold(&mino, &broken_up, Color::Black), []);
}

#[test]
fn a_sequence_is_gone_on_with() {
    let sequence = model("7g7f-2g2f");
    assert_eq!(
        foretold(&sequence, "startpos moves 7g7f 3c3d", Color::Black)[0].0,
        "2g2f"
    );
    assert_eq!(
        foretold(
            &sequence,
            "startpos moves 7g7f 3c3d 1g1f 1c1d",
            Color::Black
        ),
        []
    );
    // White plays the same, seen from its side.
    assert_eq!(
        foretold(&sequence, "startpos moves 7g7f 3c3d 2g2f", Color::White)[0].0,
        "8c8d"
    );
}

#[test]
fn what_is_being_built_is_the_castle_that_lacks_little() {
    let mino = model("K2h S3h G4i G5h");
    let situation = Situation::of(&game(MINO), Color::Black).unwrap();
    let building = mino.building(&situation).unwrap();
    assert_eq!((building.missing, name(&building.chunk)), (1, Some("Mino")));
    let start = Situation::of(&Game::default(), Color::Black).unwrap();
    assert!(
        mino.building(&start).is_none(),
        "king and silver are far from there"
    );
}

#[test]
fn a_model_is_read_back_and_others_are_refused_by_line() {
    let mut known = model("K2h S3h G4i G5h");
    known.habits.extend(model("7g7f-2g2f").habits);
    let text = known.write().unwrap();
    assert_eq!(Model::parse(&text), Ok(known));
    let refused = |text: &str| Model::parse(text).unwrap_err();
    assert!(refused("").contains("no model of an opponent"));
    assert!(refused("{}").contains("no model of an opponent"));
    let other = text.replace("\"format\":1", "\"format\":2");
    assert_eq!(refused(&other), "line 1: a model of format 2; expected 1");
    let bad = text.replace("S3h", "X3h");
    assert!(refused(&bad).starts_with("line 2: piece `X3h`; expected one with its square"));
    assert!("K2h S2h".parse::<Pattern>().is_err());
}
