//! What the rules of the game say of a position of the line: repetition, the maximum of moves, and an
//! entering king. What ends the game is no position to be judged.
//!
//! What must hold: a verdict before the game's end is given only where the side that it hurts could have
//! deviated within the search. So a first recurrence, and a board that recurs with more or less in hand,
//! count strictly after the root, as in `YaneuraOu` and Stockfish; of the game's own positions only the
//! fourth occurrence counts, however long the cycle is.

use super::line::Line;
use crate::eval::{LONGEST_MATE, mate_in, mated_in};
use crate::shogi::declaration::{Declaration, EnteringKingRule};
use crate::shogi::repetition::{History, Repetition, Sennichite};
use crate::shogi::{Checks, Hand, Position};

/// The worth of reaching an earlier board with more in hand: all but won.
const SUPERIOR: i32 = LONGEST_MATE - 1;
/// How far, in plies, a search looks back for a first recurrence: as far as `YaneuraOu` does.
const REACH: usize = 16;

/// What ends games beside mate, and what that is worth.
#[derive(Clone, Copy, Debug)]
pub struct GameRules {
    /// Which declarations win.
    pub entering_king: EnteringKingRule,
    /// The game is drawn after this many moves; 0 for never.
    pub max_moves: u32,
    /// What a draw is worth to the side that searches, as its values are counted: Black, White.
    pub draw_values: [i32; 2],
}

impl GameRules {
    /// Whether the side to move in `pos`, whose checks are `checks`, wins by its king's entry.
    #[inline]
    pub fn declares(&self, pos: &Position, checks: &Checks) -> bool {
        let verdict = || self.entering_king.verdict(pos);
        !checks.in_check() && matches!(verdict(), Declaration::Win | Declaration::Try(_))
    }

    /// Whether the game is drawn in `pos`, `ply` plies below the root and no root, by the maximum of moves. A side in check
    /// may be mated.
    #[inline]
    pub fn is_out_of_moves(&self, pos: &Position, checks: &Checks, ply: usize) -> bool {
        let most = self.max_moves;
        most > 0 && ply > 0 && pos.ply() > most && !checks.in_check()
    }
}

/// What `pos`, the last of `history`, `ply` plies below the root, is to its side to move by repetition; `thrice` are the
/// positions that the game has had three times before the search.
#[inline]
pub fn repeated(
    pos: &Position,
    history: &History,
    thrice: &[(u64, Hand)],
    ply: usize,
) -> Repetition {
    match fourfold(pos, history, thrice) {
        Some(Sennichite::Draw) => Repetition::Draw,
        Some(Sennichite::PerpetualCheck { loser }) if loser == pos.side() => Repetition::Loss,
        Some(Sennichite::PerpetualCheck { .. }) => Repetition::Win,
        None => first_recurrence(history, ply),
    }
}

/// How the game ends here by a position that it has had three times before the search.
#[inline]
fn fourfold(pos: &Position, history: &History, thrice: &[(u64, Hand)]) -> Option<Sennichite> {
    if thrice.is_empty() {
        return None;
    }
    let here = (pos.board_key(), pos.hand(pos.side()));
    let recurs = thrice.contains(&here);
    recurs.then(|| history.fourfold()).flatten()
}

/// What the last position is to its side to move, compared with those strictly after the root.
#[inline]
fn first_recurrence(history: &History, ply: usize) -> Repetition {
    history.in_search(REACH.min(ply.saturating_sub(1)))
}

/// What a repetition is worth to the side to move at `ply`, where a draw is worth `draw` and more in hand `superior`.
#[inline]
pub fn value(
    repetition: Repetition,
    ply: usize,
    draw: impl FnOnce() -> i32,
    superior: i32,
) -> Option<i32> {
    match repetition {
        Repetition::None => None,
        Repetition::Draw => Some(draw()),
        Repetition::Win => Some(mate_in(ply)),
        Repetition::Loss => Some(mated_in(ply)),
        Repetition::Superior => Some(superior),
        Repetition::Inferior => Some(-superior),
    }
}

impl Line {
    /// The value of the position at `ply`, below the root, if repetition or the maximum of moves gives it one; `nodes`
    /// were searched so far.
    #[inline]
    pub fn ruled(&self, ply: usize, nodes: u64) -> Option<i32> {
        if ply == 0 {
            return None;
        }
        let draw = || self.draw(ply, nodes);
        let repeated = repeated(&self.pos, &self.history, &self.thrice, ply);
        let repeated = value(repeated, ply, draw, SUPERIOR);
        repeated.or_else(|| self.is_out_of_moves(ply).then(draw))
    }

    /// Whether the side to move at `ply` wins by its king's entry.
    #[inline]
    pub fn declares(&self, ply: usize) -> bool {
        self.rules.declares(&self.pos, &self.at(ply).checks)
    }

    /// Whether the game is drawn at `ply`, below the root, by the maximum of moves.
    #[inline]
    pub fn is_out_of_moves(&self, ply: usize) -> bool {
        self.rules
            .is_out_of_moves(&self.pos, &self.at(ply).checks, ply)
    }

    /// What the position at `ply` is to its side to move, compared with those strictly after the root.
    #[inline]
    pub fn recurrence(&self, ply: usize) -> Repetition {
        first_recurrence(&self.history, ply)
    }
}

#[cfg(test)]
mod tests {
    use crate::eval::PAWN;
    use crate::player::{Engine, Settings};
    use crate::search::{Decision, Limits, Outcome, Score};
    use crate::shogi::Move;
    use crate::shogi::game::Game;
    use crate::shogi::sfen::parse_move;

    fn game(text: &str) -> Game {
        let (game, error) = Game::parse(text).unwrap();
        assert!(error.is_none(), "{error:?}");
        game
    }

    /// Settings in which a draw is worth `draw` to the engine, and comes after `max_moves` moves.
    fn settings(draw: i32, max_moves: u32) -> Settings {
        Settings {
            draw_values: [draw; 2],
            max_moves,
            hash_mb: 4,
            ..Settings::default()
        }
    }

    fn search(settings: Settings, text: &str, limits: Limits) -> Outcome {
        let mut engine = Engine::new(settings);
        engine.set_game(game(text));
        engine.search(limits, &mut ())
    }

    fn played(outcome: &Outcome) -> Move {
        match outcome.decision {
            Decision::Play { best, .. } => best,
            other => panic!("plays no move: {other:?}"),
        }
    }

    fn centipawns(outcome: &Outcome) -> i32 {
        outcome.info.score.cp().unwrap()
    }

    /// Whether the outcome is a draw that is worth so many centipawns: one draw is worth a unit more than another.
    fn is_draw(outcome: &Outcome, worth: i32) -> bool {
        let units = worth * PAWN / 100;
        let mut all = (units - 1..=units + 1).map(Score::of_value);
        all.any(|score| score == outcome.info.score)
    }

    /// Both sides moved to and fro: the board of the root was there before, with a pawn more in hand.
    #[test]
    fn boards_of_the_game_give_no_verdict_in_the_search() {
        const START: &str =
            "sfen lnsgk1snl/4rg3/p1pp1pp1p/9/9/9/P1PP1PP1P/4G1K2/LNSG2SNL b RB2Pb3p 1";
        for moves in [
            "P*5e 5b5e 3h4h 5e5d 4h3h",
            "P*5e 5b5e 3h4h 5e5d",
            "P*5e 5b5e 3h4h",
        ] {
            let text = format!("{START} moves {moves}");
            let outcome = search(settings(0, 0), &text, Limits::nodes(20_000));
            let cp = centipawns(&outcome);
            assert!(cp.abs() < 5000, "{cp} after {moves}");
        }
    }

    /// Games in which a move, the last of a text, makes the fourth occurrence of a position.
    fn fourth_occurrences() -> Vec<String> {
        let rooks = "2h3h 8b7b 3h2h 7b8b ".repeat(3);
        let rooks_of_white = format!("7g7f {}", "8b7b 2h3h 7b8b 3h2h ".repeat(3));
        // The kings go round in ten steps each: a cycle of twenty plies.
        let black = "5i4i 4i3i 3i2i 2i2h 2h3h 3h4h 4h5h 5h6h 6h6i 6i5i";
        let white = "5a6a 6a7a 7a8a 8a8b 8b7b 7b6b 6b5b 5b4b 4b4a 4a5a";
        let both = black.split(' ').zip(white.split(' '));
        let kings: Vec<_> = both.flat_map(<[&str; 2]>::from).collect();
        vec![
            format!("startpos moves {rooks}"),
            format!("startpos moves {rooks_of_white}"),
            format!(
                "sfen 4k4/9/9/ppppppppp/9/PPPPPPPPP/9/9/4K4 b - 1 moves {}",
                kings.repeat(3).join(" ")
            ),
        ]
    }

    #[test]
    fn the_fourth_occurrence_is_seen_at_every_depth_and_after_cycles_of_any_length() {
        for text in fourth_occurrences() {
            let (before, last) = text.trim_end().rsplit_once(' ').unwrap();
            let last = parse_move(last).unwrap();
            for depth in [1, 2, 3] {
                let search = |draw| search(settings(draw, 0), before, Limits::depth(depth));
                assert_ne!(played(&search(-20_000)), last, "{text} depth {depth}");
                let sought = search(20_000);
                assert_eq!(played(&sought), last, "{text} depth {depth}");
                assert!(is_draw(&sought, 20_000), "{sought:?}");
            }
        }
    }

    #[test]
    fn a_fourth_occurrence_by_perpetual_check_loses_at_every_depth() {
        let chase = "4h5h 5a4a 5h4h 4a5a ";
        let text = format!(
            "sfen 4k4/9/9/9/9/9/9/5R3/4K4 b - 1 moves {}",
            chase.repeat(3)
        );
        // White would complete it, and win.
        let before = text.trim_end().strip_suffix(" 4a5a").unwrap();
        for depth in [1, 2, 3] {
            let outcome = search(settings(0, 0), before, Limits::depth(depth));
            assert_eq!(outcome.info.score, Score::Mate(1), "depth {depth}");
            assert_eq!(played(&outcome), parse_move("4a5a").unwrap());
        }
    }

    #[test]
    fn the_maximum_of_moves_is_seen_at_every_depth() {
        let nine = "startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 3i3h";
        let eight = nine.strip_suffix(" 3i3h").unwrap();
        for (text, depths) in [(nine, 1..=4), (eight, 2..=4)] {
            for depth in depths {
                let mut settings = settings(-7000, 10);
                settings.search.correction_percent = 100;
                let outcome = search(settings, text, Limits::depth(depth));
                // So far from all static values a window is widened often, and what lies beside the draw colours it.
                let cp = centipawns(&outcome);
                assert!((cp + 7000).abs() < 100, "{text} depth {depth}: {outcome:?}");
            }
        }
    }

    #[test]
    fn that_the_other_side_will_declare_is_seen_from_the_second_depth_on() {
        let text = "sfen 4K4/9/9/9/9/4P4/+r+bgggg+b+r1/ssssk4/9 b - 1";
        for depth in [2, 3, 4] {
            let outcome = search(settings(0, 0), text, Limits::depth(depth));
            assert_eq!(outcome.info.score, Score::Mate(-2), "depth {depth}");
        }
    }

    #[test]
    fn a_search_of_some_moves_teaches_nothing_about_the_position() {
        let parent = "startpos moves 7g7f 3c3d";
        let child = format!("{parent} 8h2b+");
        let mut engine = Engine::new(settings(0, 0));
        engine.set_game(game(&child));
        let some = Limits {
            moves: vec![parse_move("9c9d").unwrap()],
            ..Limits::depth(9)
        };
        assert!(centipawns(&engine.search(some, &mut ())) < -1000);
        engine.set_game(game(parent));
        for depth in 4..=7 {
            let cp = centipawns(&engine.search(Limits::depth(depth), &mut ()));
            assert!(cp.abs() < 500, "{cp} at depth {depth}");
        }
    }
}
