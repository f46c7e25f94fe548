//! What is said of a search that was cut off in the middle of an iteration: the last whole line of its move,
//! never a bound as a value, and the reply that is expected.

use engine::player::{Engine, Settings};
use engine::search::{Bound, Decision, Info, Limits, Listener, Outcome, Score};
use engine::shogi::game::Game;
use engine::shogi::movegen::count_legal;
use matches::players::parse_settings;

/// Middle games in which values change from iteration to iteration.
const POSITIONS: [&str; 2] = [
    "sfen l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1",
    "sfen l4gsnl/1s2r1kb1/ppn1gppp1/2p1p3p/3p5/P1PBP3P/1PNP1PPPL/3S1GGR1/L4KSN1 b - 25",
];

/// What a search says of its best line.
#[derive(Default)]
struct Heard(Vec<Info>);

impl Listener for Heard {
    fn info(&mut self, info: &Info) {
        if info.multi_pv == 1 {
            self.0.push(info.clone());
        }
    }
}

/// Cuts off searches of `position` by an engine with these options, and shows each to `judge`: what it said
/// before its end, and how it ended.
fn cut_off(options: &str, position: &str, mut judge: impl FnMut(&[Info], &Outcome)) {
    let settings: Settings = parse_settings(options, 8).unwrap();
    let mut engine = Engine::new(settings);
    let (game, error) = Game::parse(position).unwrap();
    assert_eq!(error, None);
    let few = 1..30;
    let many = (500..12_000).step_by(1109);
    for nodes in few.chain(many).chain([11_000]) {
        engine.new_game();
        engine.set_game(game.clone());
        let mut heard = Heard::default();
        let outcome = engine.search(Limits::nodes(nodes), &mut heard);
        let (last, before) = heard.0.split_last().unwrap();
        assert_eq!(last, &outcome.info, "{nodes} nodes");
        judge(before, &outcome);
    }
}

fn cp(score: Score) -> i32 {
    match score {
        Score::Cp(cp) => cp,
        Score::Mate(_) | Score::Mated => panic!("{score:?}"),
    }
}

#[test]
fn the_last_line_is_whole_or_says_that_it_is_a_bound() {
    for options in [
        "PvInterval=0",
        "PvInterval=0,MultiPV=3",
        "ConsiderationMode=true",
    ] {
        let (mut bounds, mut kept) = (0, 0);
        for position in POSITIONS {
            cut_off(options, position, |before, outcome| {
                let last = &outcome.info;
                let whole = before.iter().rfind(|info| info.bound == Bound::Exact);
                let Some(whole) = whole else {
                    return;
                };
                let is_same = whole.pv[0] == last.pv[0];
                let line = |info: &Info| (info.depth, info.score, info.pv.clone());
                if last.bound != Bound::Exact {
                    assert!(!is_same, "a bound for the move of {whole:?}: {last:?}");
                    assert!(cp(outcome.score) < cp(last.score), "{outcome:?}");
                    bounds += 1;
                } else if is_same && last.depth == whole.depth {
                    assert_eq!(line(last), line(whole));
                    kept += 1;
                } else {
                    let is_whole = last.pv.len() > 2 || whole.pv.len() < 5;
                    let is_mate = !matches!(last.score, Score::Cp(_));
                    assert!(is_whole || is_mate, "{last:?} after {whole:?}");
                    assert_eq!(outcome.score, last.score);
                }
            });
        }
        assert!(kept > 5, "{options}: {kept} kept, {bounds} bounds");
    }
}

#[test]
fn a_reply_is_expected_wherever_the_game_goes_on() {
    for position in POSITIONS {
        cut_off("", position, |_, outcome| {
            let Decision::Play { best, ponder } = outcome.decision else {
                panic!("{outcome:?}")
            };
            let (mut game, _) = Game::parse(position).unwrap();
            game.play(best).unwrap();
            let Some(ponder) = ponder else {
                assert_eq!(count_legal(game.position()), 0, "{outcome:?}");
                return;
            };
            game.play(ponder).unwrap();
        });
    }
}
