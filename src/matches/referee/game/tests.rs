//! Games between players that read their answers from a list.

use super::*;
use crate::players::Hear;
use engine::search::{Bound, Info, Score};
use std::cell::RefCell;
use std::rc::Rc;

/// Answers with the words of a list, one a move; a number is a score, given with every further
/// move, and `…ms` a time to take for the next one. Remembers how the game ended.
#[derive(Default)]
struct Script {
    words: Vec<&'static str>,
    score: Option<Score>,
    is_restarted: bool,
    result: Option<GameResult>,
}

impl Script {
    fn info(&self) -> Option<Info> {
        Some(Info {
            depth: 1,
            selective_depth: 1,
            multi_pv: 1,
            score: self.score?,
            bound: Bound::Exact,
            declares: false,
            nodes: 9,
            time_ms: 0,
            hash_full: 0,
            pv: Vec::new(),
        })
    }
}

/// Lets the test look at the player afterwards.
impl Player for Rc<RefCell<Script>> {
    fn new_game(&mut self) -> Result<(), Fault> {
        if self.borrow().words.first() == Some(&"absent") {
            let (kind, detail) = (FaultKind::Crash, "absent".to_owned());
            return Err(Fault { kind, detail });
        }
        if self.borrow().words.first() == Some(&"missing") {
            let (kind, detail) = (FaultKind::Absent, "no file".to_owned());
            return Err(Fault { kind, detail });
        }
        Ok(())
    }

    fn choose_aloud(&mut self, _: &Game, _: &Turn, _: Hear) -> Result<Answer, Fault> {
        let mut script = self.borrow_mut();
        let mut elapsed = Duration::ZERO;
        loop {
            assert!(!script.words.is_empty(), "asked for more than expected");
            let word = script.words.remove(0);
            let decision = if let Ok(cp) = word.parse() {
                script.score = Some(Score::Cp(cp));
                continue;
            } else if let Some(ms) = word.strip_suffix("ms") {
                elapsed = Duration::from_millis(ms.parse().unwrap());
                continue;
            } else {
                match word {
                    "win" => Decision::DeclareWin,
                    "resign" => Decision::Resign,
                    mv => Decision::Play {
                        best: mv.parse().unwrap(),
                        ponder: None,
                    },
                }
            };
            let info = script.info();
            return Ok(Answer {
                decision,
                elapsed,
                info,
                score: script.score,
            });
        }
    }

    fn game_over(&mut self, result: GameResult) {
        self.borrow_mut().result = Some(result);
    }

    fn restart(&mut self) {
        self.borrow_mut().is_restarted = true;
    }
}

const RULES: Rules = Rules {
    margin_ms: 10,
    max_moves: 100,
    ..Rules::STANDARD
};

/// Plays from `start` with what Black and White say, and checks what the players hear of it.
fn play_by(rules: &Rules, start: &str, black: &'static str, white: &'static str) -> Played {
    let scripts = [black, white].map(|words| {
        let words = words.split_whitespace().collect();
        Rc::new(RefCell::new(Script {
            words,
            ..Script::default()
        }))
    });
    let mut players = scripts.clone();
    let seats = players.each_mut().map(|player| Seat {
        player,
        limit: MoveLimit::MoveTimeMs(100),
    });
    let opening = start.parse::<Game>().unwrap();
    let played = play(seats, opening, rules, &View::default());
    for (script, color) in scripts.iter().zip(Color::all()) {
        let script = script.borrow();
        let incident = played.incident.as_ref();
        let is_guilty = incident.is_some_and(|it| it.side == color);
        let expected = match played.winner {
            _ if is_guilty => None,
            None => Some(GameResult::Draw),
            Some(winner) if winner == color => Some(GameResult::Win),
            Some(_) => Some(GameResult::Lose),
        };
        assert_eq!((script.result, script.is_restarted), (expected, is_guilty));
    }
    played
}

fn end(start: &str, black: &'static str, white: &'static str) -> (Option<Color>, Reason) {
    end_by(&RULES, start, black, white)
}

fn end_by(
    rules: &Rules,
    start: &str,
    black: &'static str,
    white: &'static str,
) -> (Option<Color>, Reason) {
    let played = play_by(rules, start, black, white);
    (played.winner, played.reason)
}

const BLACK: Option<Color> = Some(Color::Black);
const WHITE: Option<Color> = Some(Color::White);

#[test]
fn a_side_without_a_move_has_lost() {
    let start = "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1";
    assert_eq!(end(start, "G*5b", ""), (BLACK, Reason::Mate));
}

#[test]
fn the_fourth_occurrence_draws() {
    let black = "5i5h 5h5i 5i5h 5h5i 5i5h 5h5i";
    let white = "5a5b 5b5a 5a5b 5b5a 5a5b 5b5a";
    assert_eq!(end("startpos", black, white), (None, Reason::Repetition));
}

#[test]
fn moves_of_the_opening_count_for_repetition() {
    let start = "startpos moves 5i5h 5a5b 5h5i 5b5a";
    let (black, white) = ("5i5h 5h5i 5i5h 5h5i", "5a5b 5b5a 5a5b 5b5a");
    assert_eq!(end(start, black, white), (None, Reason::Repetition));
}

#[test]
fn perpetual_check_loses() {
    let start = "sfen 4k4/9/9/9/5R3/9/9/9/K8 b - 1";
    let black = "4e5e 5e4e 4e5e 5e4e 4e5e 5e4e";
    let white = "5a4a 4a5a 5a4a 4a5a 5a4a 4a5a";
    assert_eq!(end(start, black, white), (WHITE, Reason::PerpetualCheck));
}

#[test]
fn declarations_are_verified() {
    let won = "sfen K3GGGG1/PPPPPP3/9/9/9/9/9/9/8k b 2RB3P 1";
    let lacking = "sfen K3GGGG1/PPPPPP3/9/9/9/9/9/9/8k b 2RB2P 1";
    assert_eq!(end(won, "win", ""), (BLACK, Reason::Declaration));
    assert_eq!(end(lacking, "win", ""), (WHITE, Reason::FalseDeclaration));
    let rules = Rules {
        entering_king: EnteringKingRule::CsaRule24,
        ..RULES
    };
    let drawn = end_by(&rules, lacking, "win", "");
    assert_eq!(drawn, (None, Reason::Impasse));
}

#[test]
fn a_king_that_reaches_its_goal_wins_under_the_try_rule() {
    let start = "sfen 8k/4K4/9/9/9/9/9/9/9 b - 1";
    let rules = Rules {
        entering_king: EnteringKingRule::TryRule,
        ..RULES
    };
    let reached = end_by(&rules, start, "5b5a", "");
    assert_eq!(reached, (BLACK, Reason::Try));
}

#[test]
fn illegal_moves_lose() {
    let played = play_by(&RULES, "startpos", "7g7e", "");
    assert_eq!((played.winner, played.reason), (WHITE, Reason::IllegalMove));
    let incident = played.incident.unwrap();
    assert!(incident.detail.contains("`7g7e`"));
    assert_eq!(incident.transcript.position, "position startpos");
    let answer = end("startpos", "7g7f", "7g7f");
    assert_eq!(answer, (BLACK, Reason::IllegalMove));
}

#[test]
fn a_resignation_is_believed() {
    let resigned = end("startpos", "7g7f", "resign");
    assert_eq!(resigned, (BLACK, Reason::Resignation));
}

#[test]
fn the_last_move_draws() {
    let rules = Rules {
        max_moves: 2,
        ..RULES
    };
    let played = play_by(&rules, "startpos", "7g7f", "3c3d");
    assert_eq!((played.winner, played.reason), (None, Reason::MaxMoves));
    assert_eq!(played.plies.len(), 2);
}

#[test]
fn time_is_forgiven_up_to_the_margin() {
    let in_time = end("startpos", "110ms 7g7f", "resign");
    assert_eq!(in_time, (BLACK, Reason::Resignation));
    let played = play_by(&RULES, "startpos", "111ms 7g7f", "");
    assert_eq!((played.winner, played.reason), (WHITE, Reason::Time));
    let incident = played.incident.unwrap();
    assert_eq!(incident.overrun, Some(Duration::from_millis(11)));
}

#[test]
fn a_player_that_does_not_come_has_lost() {
    assert_eq!(end("startpos", "", "absent"), (BLACK, Reason::Crash));
    assert_eq!(end("startpos", "absent", ""), (WHITE, Reason::Crash));
}

#[test]
fn what_both_agree_about_ends_the_game() {
    let rules = Rules {
        resign: Some(ResignRule {
            score: 1000,
            moves: 2,
        }),
        ..RULES
    };
    let played = play_by(&rules, "startpos", "1000 7g7f 2g2f", "-1000 3c3d 8c8d");
    let found = (played.winner, played.reason, played.plies.len());
    assert_eq!(found, (BLACK, Reason::ResignAdjudication, 4));
    assert_eq!(played.plies[0].score, Some(Score::Cp(1000)));
}

#[test]
fn a_mate_on_the_board_comes_before_what_they_think() {
    let rules = Rules {
        draw: Some(DrawRule {
            score: 0,
            moves: 2,
            from_move: 0,
        }),
        ..RULES
    };
    let start = "sfen 4k4/9/9/9/9/9/4p4/9/4K4 b g 1";
    let mate = end_by(&rules, start, "0 5i4i 4i5i", "0 5a5b G*5h");
    assert_eq!(mate, (WHITE, Reason::Mate));
    let level = end_by(&rules, start, "0 5i4i 4i5i", "0 5a5b 5b5a");
    assert_eq!(level, (None, Reason::DrawAdjudication));
}

#[test]
fn a_game_whose_player_cannot_be_started_is_not_played() {
    let missing = || {
        Rc::new(RefCell::new(Script {
            words: vec!["missing"],
            ..Script::default()
        }))
    };
    let there = || Rc::new(RefCell::new(Script::default()));
    for (mut players, side) in [
        ([missing(), there()], Color::Black),
        ([there(), missing()], Color::White),
    ] {
        let seats = players.each_mut().map(|player| Seat {
            player,
            limit: MoveLimit::Nodes(1),
        });
        let played = play_if_there(seats, Game::default(), &Rules::STANDARD, &View::default());
        let detail = "no file".to_owned();
        assert_eq!(played.unwrap_err(), NotPlayed { side, detail });
        let restarted = players.map(|player| player.borrow().is_restarted);
        assert_eq!(restarted, [true, true]);
    }
}
