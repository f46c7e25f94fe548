//! Reading and writing positions, moves and games: round trips, and refusals that say what is wrong.

use crate::common::program::assert_has;
use crate::common::{place, random_play};
use engine::shogi::game::{Game, GameError};
use engine::shogi::sfen::STARTPOS;
use engine::shogi::{Color, Move, Position, sfen};

#[test]
fn positions_survive_being_written_and_read() {
    random_play(41, 50_000, |pos, _, _| {
        let text = sfen::write(pos);
        assert_eq!(sfen::parse(&text).as_ref(), Ok(pos), "{text}");
        assert_eq!(&place(&text), pos, "{text}");
    });
}

#[test]
fn moves_survive_being_written_and_read() {
    for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
        assert_eq!(sfen::parse_move(&mv.to_string()), Ok(mv));
    }
}

#[test]
fn spaces_order_and_a_missing_move_number_are_forgiven() {
    let canonical = "4k4/9/9/9/9/9/9/9/4K4 b R2GS10Pb2s4n8p 1";
    for text in [
        "4k4/9/9/9/9/9/9/9/4K4 b R2GS10Pb2s4n8p",
        "  4k4/9/9/9/9/9/9/9/4K4\tb \u{3000} R2GS10Pb2s4n8p  1\r\n",
        "4k4/9/9/9/9/9/9/9/4K4 b 8p10P4n2sbS2GR 1",
        "22k22/45/9/9/9/9/9/9/111111111 b - 7",
    ] {
        let pos = sfen::parse(text).expect(text);
        if !text.contains("- 7") {
            assert_eq!(sfen::write(&pos), canonical, "{text}");
        }
    }
    assert_eq!(sfen::write(&Position::default()), STARTPOS);
    assert_eq!(
        sfen::write(&Position::empty(Color::White, 3)),
        "9/9/9/9/9/9/9/9/9 w - 3"
    );
}

/// Texts that are refused, and what the message must name and ask for.
const REFUSALS: &[(&str, &str)] = &[
    ("", "board … BOARD SIDE HANDS"),
    ("9/9/9/9/9/9/9/9/9", "side … BOARD SIDE HANDS"),
    ("9/9/9/9/9/9/9/9/9 b", "hands … BOARD SIDE HANDS"),
    ("9/9/9/9/9/9/9/9/9 b - 1 2", "`2` … nothing more"),
    ("9/9/9/9/9/9/9/9 b - 1", "`9/9/9/9/9/9/9/9` … expected 9"),
    ("9/9/9/9/9/9/9/9/9/9 b - 1", "10 ranks … expected 9"),
    (
        "9/9/8/9/9/9/9/9/9 b - 1",
        "`8` of the board has 8 … expected 9",
    ),
    (
        "9/9/9/pppppppppp/9/9/9/9/9 b - 1",
        "`pppppppppp` … expected 9",
    ),
    ("9/9/9//9/9/9/9/9 b - 1", "has 0 squares … expected 9"),
    ("9/9/4x4/9/9/9/9/9/9 b - 1", "`x` in rank `4x4` … PLNSGBRK"),
    (
        "9/9/4+G4/9/9/9/9/9/9 b - 1",
        "`+G` in rank `4+G4` … `+` before",
    ),
    ("9/9/4+k4/9/9/9/9/9/9 b - 1", "`+k` in rank … `+` before"),
    ("9/9/8+/9/9/9/9/9/9 b - 1", "`+` in rank `8+` … `+` before"),
    ("9/9/4++P4/9/9/9/9/9/9 b - 1", "`++P` in rank … `+` before"),
    ("9/9/09/9/9/9/9/9/9 b - 1", "`0` in rank `09` … 1-9"),
    (
        "9/9/4歩4/9/9/9/9/9/9 b - 1",
        "`歩` in rank `4歩4` … PLNSGBRK",
    ),
    ("9/9/9/9/9/9/9/9/9 B - 1", "`B` … `b` or `w`"),
    ("9/9/9/9/9/9/9/9/9 black - 1", "`black` … `b` or `w`"),
    ("9/9/9/9/9/9/9/9/9 b 0P 1", "`0P` in hands `0P` … RBGSNLP"),
    (
        "9/9/9/9/9/9/9/9/9 b R02p 1",
        "`02p` in hands `R02p` … RBGSNLP",
    ),
    ("9/9/9/9/9/9/9/9/9 b RK 1", "`K` in hands `RK` … RBGSNLP"),
    ("9/9/9/9/9/9/9/9/9 b +P 1", "`+` in hands … RBGSNLP"),
    ("9/9/9/9/9/9/9/9/9 b 2 1", "`2` in hands `2` … RBGSNLP"),
    ("9/9/9/9/9/9/9/9/9 b PP 1", "`P` in hands `PP` … each once"),
    ("9/9/9/9/9/9/9/9/9 b -R 1", "`-` in hands … RBGSNLP"),
    (
        "9/9/9/9/9/9/9/9/9 b 99999999999P 1",
        "`99999999999P` in hands … RBGSNLP",
    ),
    ("9/9/9/9/9/9/9/9/9 b 3銀 1", "`3銀` in hands … RBGSNLP"),
    ("9/9/9/9/9/9/9/9/9 b - -5", "`-5` … from 1 to 65535"),
    ("9/9/9/9/9/9/9/9/9 b - +5", "`+5` … from 1 to 65535"),
    ("9/9/9/9/9/9/9/9/9 b - 65536", "`65536` … from 1 to 65535"),
    ("9/9/9/9/9/9/9/9/9 b - moves", "`moves` … from 1 to 65535"),
    ("4k4/9/4k4/9/9/9/9/9/9 b - 1", "king `k` … at most one `K`"),
    (
        "9/9/9/9/9/9/9/9/9 b 3R 1",
        "3 pieces of kind `R` … at most 2",
    ),
    (
        "9/9/9/9/9/9/9/9/9 b 10P9p 1",
        "19 pieces of kind `P` … at most 18",
    ),
    (
        "9/9/9/9/9/9/9/9/9 b 99P 1",
        "99 pieces of kind `P` … at most 18",
    ),
    (
        "9/9/+B8/9/9/9/9/9/9 b Bb 1",
        "3 pieces of kind `B` … at most 2",
    ),
    (
        "9/9/9/9/GGGGG4/9/9/9/9 b - 1",
        "5 pieces of kind `G` … at most 4",
    ),
    ("9/9/4P4/9/9/4P4/9/9/9 b - 1", "pawn `P` on file 5 … (nifu)"),
    ("9/9/p8/9/9/p8/9/9/9 b - 1", "pawn `p` on file 9 … (nifu)"),
    ("4P4/9/9/9/9/9/9/9/9 b - 1", "`P` on `5a` … further back"),
    ("9/9/9/9/9/9/9/9/l8 b - 1", "`l` on `9i` … further back"),
    ("9/8N/9/9/9/9/9/9/9 b - 1", "`N` on `1b` … further back"),
    ("9/9/9/9/9/9/9/n8/9 b - 1", "`n` on `9h` … further back"),
    (
        "4k4/9/9/9/4R4/9/9/9/9 b - 1",
        "king `k` on `5a` … out of check",
    ),
    (
        "9/9/9/4r4/9/9/9/9/4K4 w - 1",
        "king `K` on `5i` … out of check",
    ),
    (
        "9/9/9/4k4/4K4/9/9/9/9 w - 1",
        "king `K` on `5e` … out of check",
    ),
];

#[test]
fn refusals_name_the_token_and_say_what_was_expected() {
    for &(text, wanted) in REFUSALS {
        let message = sfen::parse(text).expect_err(text).to_string();
        assert_has(&message, wanted);
        assert_eq!(message.lines().count(), 1, "{message}");
    }
}

#[test]
fn what_is_no_move_is_refused_by_name() {
    // The first is empty.
    const NO_MOVES: &str = " 7g 7g7 7g7g 7g7f- 7g7f++ 7G7F 0a1a 1a1j 10a1a p*5e K*5e P5e P*5e+ P*5 +P*5e 歩*5e \
                            resign 0000 7g7f\u{1}";
    for text in NO_MOVES.split(' ') {
        let message = sfen::parse_move(text).expect_err(text).to_string();
        let token = format!("`{}`", text.escape_debug());
        assert!(
            message.contains(&token) && message.contains("`7g7f`"),
            "{message}"
        );
    }
    let long = "9".repeat(10_000);
    let error = sfen::parse_move(&long).expect_err("no move");
    assert!(error.to_string().len() < 250);
}

#[test]
fn games_are_read_from_every_form_that_guis_send() {
    let kings = "4k4/9/9/9/9/9/9/9/4K4";
    for (text, moves, ply) in [
        ("startpos", 0, 1),
        ("startpos moves", 0, 1),
        ("\tstartpos   moves 7g7f\t3c3d \r\n", 2, 3),
        (&format!("sfen {STARTPOS} moves 7g7f"), 1, 2),
        (&format!("{STARTPOS} moves 7g7f"), 1, 2),
        (&format!("sfen {kings} w 2P moves 5a5b"), 1, 2),
        (&format!("{kings} w - 30"), 0, 30),
        ("sfen 8k/9/9/9/9/9/9/9/9 b P 1 moves P*5e", 1, 2),
        ("sfen 9/9/9/9/9/9/9/9/9 b - 1", 0, 1),
        ("startpos moves 7g7f 3c3d 8h2b", 3, 4),
    ] {
        let (game, error) = Game::parse(text).expect(text);
        assert_eq!(error, None, "{text}");
        assert_eq!(
            (game.moves().len(), game.position().ply()),
            (moves, ply),
            "{text}"
        );
        assert_eq!(game.history().len(), moves + 1);
    }
    let long = format!("startpos moves {}", "2h3h 8b7b 3h2h 7b8b ".repeat(200));
    let (game, error) = Game::parse(&long).expect("a long game");
    assert_eq!((game.moves().len(), error), (800, None));
    assert_eq!(game.start(), &Position::default());
}

#[test]
fn a_game_is_read_up_to_the_first_foul() {
    for (text, moves, expected) in [
        (
            "startpos moves 7g7f 3c3d 8h2b 4a3a",
            3,
            "move 4: illegal move `4a3a`",
        ),
        (
            "startpos moves 7g7f P*5e 3c3d",
            1,
            "move 2: illegal move `P*5e`",
        ),
        (
            "startpos moves 7g7f pass 3c3d",
            1,
            "move 2: unexpected move `pass`",
        ),
        (
            "startpos moves moves 7g7f",
            0,
            "move 1: unexpected move `moves`",
        ),
        (
            "sfen 8k/6G2/9/9/8P/9/9/9/9 b P 1 moves P*1b",
            0,
            "move 1: illegal move `P*1b`",
        ),
    ] {
        let (game, error) = Game::parse(text).expect(text);
        let message = error.expect(text).to_string();
        assert_eq!(game.moves().len(), moves, "{text}");
        assert!(
            message.starts_with(expected) && message.contains("expected"),
            "{message}"
        );
    }
}

#[test]
fn a_game_without_a_start_is_refused() {
    for (text, expected) in [
        ("", "missing position"),
        ("moves 7g7f", "missing position"),
        ("sfen", "missing position"),
        ("startpos 7g7f", "unexpected `7g7f` after `startpos`"),
        ("sfen 9/9 b - 1", "board `9/9` has 2 ranks"),
        ("hello", "missing field: side to move"),
        (
            "sfen 9/9/9/9/9/9/9/9/9 b - 1 7g7f",
            "unexpected `7g7f` after the move number",
        ),
    ] {
        let error: GameError = Game::parse(text).expect_err(text);
        let message = error.to_string();
        assert!(
            message.starts_with(expected) && message.contains("expected"),
            "{message}"
        );
    }
}
