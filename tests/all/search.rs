//! The search behind its façade: it finds mates, repeats itself exactly, obeys its limits, keeps the evaluation's sums
//! in step, and says of a search that was cut off the last whole line of its move, never a bound as a value.

use crate::common::{legal_moves, random_play, sorted};
use engine::eval::handmade::Accumulator;
use engine::player::{Engine, Level, Settings};
use engine::search::explanation::LineEnd;
use engine::search::{Bound, Decision, Explanation, Info, Limits, Listener, Outcome, Score};
use engine::shogi::game::Game;
use engine::shogi::{Move, Position, movegen, sfen};
use matches::players::parse_settings;
use std::collections::BTreeSet;
use std::sync::mpsc;
use std::time::Duration;

fn settings(player: &str) -> Settings {
    parse_settings(player, 4).expect("a valid player")
}

fn game(text: &str) -> Game {
    let (game, error) = Game::parse(text).expect("a readable game");
    assert!(error.is_none(), "{error:?}");
    game
}

fn engine_at(player: &str, text: &str) -> Engine {
    let mut engine = Engine::new(settings(player));
    engine.set_game(game(text));
    engine
}

fn search(player: &str, text: &str, limits: Limits) -> Outcome {
    engine_at(player, text).search(limits, &mut ())
}

/// The lines that a search reports.
fn reported(player: &str, text: &str, limits: Limits) -> Vec<Info> {
    let mut lines = Lines::default();
    engine_at(player, text).search(limits, &mut lines);
    lines.0
}

const PLAYERS: [&str; 4] = [
    "search=interest",
    "search=alphabeta",
    "search=conventional",
    "search=interest-classic",
];
const MIDDLE_GAME: &str =
    "sfen l4gsnl/1s2r1kb1/ppn1gppp1/2p1p3p/3p5/P1PBP3P/1PNP1PPPL/3S1GGR1/L4KSN1 b - 25";

#[test]
fn mates_are_found_and_counted_in_plies() {
    let cases = [
        ("sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1", 1),
        ("sfen 8k/9/8P/9/9/9/9/9/4K4 b RG 1", 1),
        ("sfen 7k1/9/6P2/9/9/9/9/9/4K4 b GS 1", 3),
    ];
    // The article's law, the last, leaves out the drop that mates: three like it come before.
    for player in &PLAYERS[..3] {
        for (text, plies) in cases {
            let info = search(player, text, Limits::nodes(50_000)).info;
            assert_eq!(info.score, Score::Mate(plies), "{player} on {text}");
            assert_eq!(info.pv.len(), plies as usize, "{:?}", info.pv);
            let mut end = game(text);
            info.pv.iter().for_each(|&mv| end.play(mv).expect("legal"));
            assert_eq!(movegen::count_legal(end.position()), 0);
        }
    }
}

#[test]
fn a_soft_limit_ends_with_an_iteration() {
    // Here the second iteration of every player is small.
    const PLACE: &str = "sfen lnsgkgsnl/1r5b1/p1ppppppp/1p7/9/P8/1PPPPPPPP/1B5R1/LNSGKGSNL b - 3";
    for player in PLAYERS {
        let limits = Limits {
            soft_nodes: Some(700),
            ..Limits::none()
        };
        let soft = search(player, PLACE, limits).info;
        assert!(soft.nodes >= 700, "{}", soft.nodes);
        let whole = search(player, PLACE, Limits::depth(soft.depth)).info;
        assert_eq!(soft.nodes, whole.nodes);
        assert!(soft.depth > 1);
        let before = search(player, PLACE, Limits::depth(soft.depth - 1)).info;
        assert!(before.nodes < 700, "{}", before.nodes);
    }
}

#[test]
fn a_mated_side_resigns() {
    let outcome = search("", "sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1", Limits::depth(3));
    assert_eq!(outcome.decision, Decision::Resign);
    assert_eq!(outcome.info.score, Score::Mated);
    assert!(outcome.info.pv.is_empty());
}

#[test]
fn an_entering_king_declares() {
    let text = "sfen 4K4/9/9/9/9/9/+r+bgggg+b+r1/ssssk4/9 w - 1";
    assert_eq!(
        search("", text, Limits::depth(2)).decision,
        Decision::DeclareWin
    );
}

#[test]
fn one_thread_repeats_itself_exactly() {
    for player in PLAYERS {
        let run = || {
            let mut engine = engine_at(player, MIDDLE_GAME);
            let first = engine.search(Limits::nodes(60_000), &mut ());
            engine.new_game();
            let second = engine.search(Limits::nodes(60_000), &mut ());
            [first, second].map(|outcome| (outcome.info.nodes, outcome.info.score, outcome.info.pv))
        };
        let [first, second] = run();
        assert_eq!(first, second, "cleared tables are like new ones");
        assert_eq!([first.clone(), first], run());
    }
}

/// The limit falls into a search with a wider window, after the best move has changed.
#[test]
fn a_stop_while_the_window_is_widened_leaves_a_score() {
    const LINE: &str = "startpos moves 2h4h 3a3b 6i6h 9a9b 8g8f 1a1b 3g3f 8b6b";
    let mut engine = Engine::new(settings(""));
    for nodes in [11_000, 12_000, 16_000, 20_000, 21_000, 22_000] {
        engine.new_game();
        for text in [LINE.to_owned(), format!("{LINE} 7g7f 6b8b")] {
            engine.set_game(game(&text));
            let outcome = engine.search(Limits::nodes(nodes), &mut ());
            assert!(matches!(outcome.info.score, Score::Cp(_)), "{nodes}");
        }
    }
}

#[test]
fn limits_are_kept() {
    for limit in (1..15_000).step_by(777) {
        let nodes = search("", MIDDLE_GAME, Limits::nodes(limit)).info.nodes;
        assert_eq!(nodes, limit);
    }
    let info = search("", MIDDLE_GAME, Limits::depth(5)).info;
    assert_eq!(info.depth, 5);
    let wanted = sfen::parse_move("1f1e").expect("a move");
    let limits = Limits {
        moves: vec![wanted],
        ..Limits::depth(4)
    };
    assert_eq!(
        search("", MIDDLE_GAME, limits).info.pv.first(),
        Some(&wanted)
    );
}

#[derive(Default)]
struct Lines(Vec<Info>);

impl Listener for Lines {
    fn info(&mut self, info: &Info) {
        self.0.push(info.clone());
    }
}

fn assert_line_is_legal(mut game: Game, line: &[Move]) {
    for &mv in line {
        game.play(mv).expect("a legal move in every line");
    }
}

#[test]
fn several_lines_are_different_legal_and_sorted() {
    let lines = reported("MultiPV=5", MIDDLE_GAME, Limits::depth(7));
    let last = lines.iter().filter(|info| info.depth == 7);
    let last: Vec<_> = last.take(5).collect();
    let ranks: Vec<_> = last.iter().map(|info| info.multi_pv).collect();
    assert_eq!(ranks, [1, 2, 3, 4, 5]);
    let firsts: BTreeSet<_> = last.iter().map(|info| info.pv[0]).collect();
    assert_eq!(firsts.len(), 5);
    let scores: Vec<_> = last.iter().map(|info| cp(info.score)).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    for info in last {
        assert_line_is_legal(game(MIDDLE_GAME), &info.pv);
    }
}

#[test]
fn more_lines_than_moves_are_no_trouble() {
    let text = "sfen 4k4/9/9/9/9/9/4r4/9/4K4 b - 1";
    let lines = reported("MultiPV=600", text, Limits::depth(3));
    let most = lines.iter().map(|info| u64::from(info.multi_pv)).max();
    assert_eq!(most, Some(movegen::count_legal(game(text).position())));
}

#[test]
fn every_reported_line_is_legal() {
    for player in PLAYERS {
        let mut engine = Engine::new(settings(player));
        for sfen in engine::bench::positions() {
            engine.set_game(game(sfen));
            let mut lines = Lines::default();
            engine.search(Limits::nodes(4000), &mut lines);
            for info in &lines.0 {
                assert_line_is_legal(game(sfen), &info.pv);
            }
        }
    }
}

struct Done(mpsc::Sender<Outcome>);

impl Listener for Done {
    fn done(&mut self, outcome: &Outcome) {
        let _ = self.0.send(outcome.clone());
    }
}

#[test]
fn a_search_without_end_ends_when_told_and_only_then() {
    for threads in [1, 3] {
        let mut engine = engine_at(&format!("Threads={threads}"), "startpos");
        for pause in [0, 0, 0, 30] {
            let (sender, receiver) = mpsc::channel();
            let limits = Limits {
                infinite: true,
                depth: Some(1),
                ..Limits::none()
            };
            engine.go(limits, Box::new(Done(sender)));
            assert!(receiver.recv_timeout(Duration::from_millis(pause)).is_err());
            engine.stop();
            let outcome = receiver
                .recv_timeout(Duration::from_secs(5))
                .expect("an answer");
            assert!(matches!(outcome.decision, Decision::Play { .. }));
            assert!(receiver.recv().is_err(), "one answer only");
            engine.wait();
        }
    }
}

#[test]
fn threads_search_together_and_return() {
    let outcome = search("Threads=4", MIDDLE_GAME, Limits::nodes(50_000));
    assert!(outcome.info.nodes >= 50_000);
    assert!(matches!(outcome.decision, Decision::Play { .. }));
}

#[test]
fn positions_without_kings_are_searched() {
    for text in [
        "sfen 4k4/9/9/9/9/9/9/9/9 b 2G 1",
        "sfen 9/9/9/9/9/9/9/9/4K4 w 2g 1",
        "sfen 9/9/4p4/9/9/9/4P4/9/9 b RB 1",
    ] {
        let outcome = search("", text, Limits::nodes(5000));
        assert!(matches!(outcome.decision, Decision::Play { .. }), "{text}");
    }
}

#[test]
fn evaluation_sums_follow_every_move() {
    random_play(7, 30_000, |pos, _, next| {
        if next.is_some() {
            let (mut after, mut sums) = (pos.clone(), Accumulator::of(pos));
            let undo = after.do_move(next);
            sums.follow(&after, next, undo.captured());
            assert_eq!(sums, Accumulator::of(&after), "{next} in {pos:?}");
        }
    });
}

#[test]
fn an_even_position_is_worth_nothing_and_colours_are_alike() {
    let start = Position::default();
    let sums = Accumulator::of(&start);
    assert_eq!(sums.value(start.side()), 0);
    let turned =
        sfen::parse("lnsgk1snl/1r4gb1/p1pppp2p/6pR1/1p7/2P6/PP1PPPP1P/1BG6/LNS1KGSNL w Pp 12")
            .expect("valid");
    let mirror =
        sfen::parse("lnsgk1snl/6gb1/p1pppp1pp/6p2/7P1/1rP6/P2PPPP1P/1BG4R1/LNS1KGSNL b Pp 12")
            .expect("valid");
    let value = |pos: &Position| Accumulator::of(pos).value(pos.side());
    assert_eq!(value(&turned), value(&mirror));
}

#[test]
fn the_interest_search_sees_further_than_full_width_with_the_same_nodes() {
    let depth = |player| {
        search(player, MIDDLE_GAME, Limits::nodes(100_000))
            .info
            .depth
    };
    assert!(depth("search=interest") > depth("search=alphabeta") + 2);
}

#[test]
fn every_switch_of_the_textbook_changes_its_tree() {
    let nodes = |switch: &str| {
        let player = format!("search=alphabeta{switch}");
        let info = search(&player, MIDDLE_GAME, Limits::depth(4)).info;
        info.nodes
    };
    let plain = nodes("");
    for switch in [
        "ordering",
        "deepening",
        "zero_windows",
        "table",
        "quiescence",
    ] {
        assert_ne!(nodes(&format!(",{switch}=0")), plain, "{switch}");
    }
    assert_ne!(nodes(",two_accounts=1"), plain);
    for switch in ["null_move", "late_moves"] {
        assert!(nodes(&format!(",{switch}=1")) < plain, "{switch}");
    }
}

#[derive(Default)]
struct Explained(Explanation);

impl Listener for Explained {
    fn explained(&mut self, explanation: &Explanation) {
        self.0 = explanation.clone();
    }
}

fn explain(player: &str, text: &str, limits: Limits) -> (Info, Explanation) {
    let mut engine = Engine::new(Settings {
        explain: true,
        ..settings(player)
    });
    engine.set_game(game(text));
    let mut heard = Explained::default();
    let info = engine.search(limits, &mut heard).info;
    (info, heard.0)
}

#[test]
fn every_root_move_is_explained() {
    let (info, explanation) = explain("", MIDDLE_GAME, Limits::depth(9));
    let moves = explanation.moves;
    let explained: Vec<_> = moves.iter().map(|it| it.mv).collect();
    let legal = legal_moves(game(MIDDLE_GAME).position());
    assert_eq!(sorted(&explained), legal);
    assert_eq!(moves[0].mv, info.pv[0], "the best move is tried first");
    assert!(moves[0].pruned.is_none());
    assert!(moves.iter().any(|it| it.pruned.is_some()));
    let spent: u64 = moves.iter().map(|it| it.nodes).sum();
    assert!(spent > info.nodes * 2 / 3 && spent <= info.nodes, "{spent}");
}

#[test]
fn what_is_told_of_moves_does_not_contradict_what_the_best_is_worth() {
    let openings = [
        "startpos moves 7g7f 3c3d 2g2f",
        "startpos moves 2g2f 8c8d 2f2e",
        "startpos moves 7g7f 8c8d 7i6h",
        MIDDLE_GAME,
    ];
    for text in openings {
        for nodes in [3000, 20_000] {
            let (info, explanation) = explain("", text, Limits::nodes(nodes));
            let worth = info.score.number(40_000);
            for it in &explanation.moves {
                let Some(found) = it.found else { continue };
                let value = found.score.number(40_000);
                if it.mv == info.pv[0] {
                    assert_eq!((value, found.bound), (worth, info.bound), "{text} {nodes}");
                } else if found.bound != Bound::Upper {
                    assert!(value <= worth, "{text} {nodes}: {it:?}");
                }
            }
        }
    }
}

#[test]
fn a_capture_out_of_check_that_loses_material_is_called_so() {
    let text = "sfen 4k4/9/9/9/9/5p3/5n3/5R3/4K4 b - 1";
    let (_, explanation) = explain("", text, Limits::nodes(2000));
    let capture = explanation
        .moves
        .iter()
        .find(|it| it.mv.to_string() == "4h4g");
    let kind = capture.map(|it| it.kind.name());
    assert!(
        matches!(kind, Some("bad capture" | "table move")),
        "{kind:?}"
    );
}

#[test]
fn explained_costs_add_up_whatever_the_search() {
    let in_check = "sfen 4k4/9/9/9/9/9/9/9/3gK4 b RG2P 1";
    let mut names = BTreeSet::new();
    for player in PLAYERS {
        for text in ["startpos", MIDDLE_GAME, in_check] {
            let (_, explanation) = explain(player, text, Limits::nodes(8000));
            let costs = explanation.moves.iter().map(|it| &it.cost);
            for cost in costs.chain(explanation.line.iter().map(|step| &step.cost)) {
                let parts: i32 = cost.parts.iter().map(|(_, part)| part).sum();
                assert_eq!(cost.total, cost.ordinary + parts, "{player}: {cost:?}");
                assert!(cost.parts.iter().all(|&(_, part)| part != 0), "{cost:?}");
                names.extend(cost.parts.iter().map(|(term, _)| term.name()));
            }
        }
    }
    for name in ["late moves", "order", "no cut is expected", "interest"] {
        assert!(names.contains(name), "{name}: {names:?}");
    }
}

#[test]
fn the_line_of_play_is_paid_for_from_the_depth() {
    let (info, explanation) = explain("", MIDDLE_GAME, Limits::depth(9));
    let line: Vec<_> = explanation.line.iter().map(|step| step.mv).collect();
    assert_eq!(line, info.pv);
    let mut left = 900;
    for step in &explanation.line {
        left -= step.cost.total;
        assert_eq!(step.left, left, "{:?}", step.mv);
    }
    assert!(explanation.end.is_some());
    let mate = "sfen 8k/9/8P/9/9/9/9/9/4K4 b RG 1";
    let end = explain("", mate, Limits::nodes(5000)).1.end;
    assert_eq!(end, Some(LineEnd::NoMoves));
}

/// The outcome of a search at `level` whose noise follows from `seed`.
fn at_level(level: u8, seed: u64, limits: Limits) -> Outcome {
    let settings = Settings {
        hash_mb: 1,
        noise_seed: seed,
        ..Settings::default()
    };
    let mut engine = Engine::new(settings.at_level(Level::new(level)));
    engine.search(limits, &mut ())
}

#[test]
fn a_level_plays_the_same_for_the_same_seed_and_within_its_nodes() {
    for level in [0, 3, 8, 12] {
        let outcome = at_level(level, 7, Limits::nodes(50_000));
        let again = at_level(level, 7, Limits::nodes(50_000));
        assert_eq!(outcome.info.pv, again.info.pv, "level {level}");
        let most = Level::new(level).nodes();
        assert!(
            most.is_some_and(|most| outcome.info.nodes <= most),
            "level {level}"
        );
        assert!(outcome.info.nodes < 50_000, "level {level}");
    }
}

#[test]
fn noise_belongs_to_levels_that_have_some() {
    let scores = |level| {
        let seeds = [1, 2, 3].map(|seed| at_level(level, seed, Limits::depth(1)).info.score);
        seeds.map(|score| format!("{score:?}"))
    };
    let [one, two, three] = scores(14);
    assert!(one != two || two != three);
    let [one, two, three] = scores(Level::FULL.number());
    assert!(one == two && two == three);
}

#[test]
fn a_low_level_tells_of_the_move_that_it_has_chosen_and_then_of_the_best() {
    let lines = |seed: u32, lines: usize| {
        let player = format!("skill_level=1,skillseed={seed},multipv={lines}");
        let mut lines = reported(&player, MIDDLE_GAME, Limits::none());
        lines.sort_by_key(|line| line.multi_pv);
        lines
    };
    let mut chosen = BTreeSet::new();
    for seed in 1..=20 {
        let three = lines(seed, 3);
        let moves: Vec<Move> = three.iter().map(|line| line.pv[0]).collect();
        assert_eq!(moves.iter().collect::<BTreeSet<_>>().len(), 3, "{moves:?}");
        let score = |line: &Info| line.score.number(1_000_000);
        assert!(score(&three[1]) >= score(&three[2]));
        let one = lines(seed, 1);
        assert_eq!((one.len(), &one[0].pv), (1, &three[0].pv));
        chosen.insert(moves[0]);
    }
    assert!(chosen.len() > 5, "{chosen:?}");
}

#[test]
fn a_choice_at_the_lowest_temperature_is_the_best_move_one_ply_ahead() {
    for seed in 1..=5 {
        let player =
            format!("choice_temperature=1,mate_share_percent=0,multipv=2,skillseed={seed}");
        let lines = reported(&player, MIDDLE_GAME, Limits::none());
        assert!(lines.iter().all(|line| line.depth == 1), "{lines:?}");
        let score = |rank| {
            lines
                .iter()
                .find(|line| line.multi_pv == rank)
                .map(|line| line.score)
        };
        assert!(
            score(1).and_then(Score::cp) >= score(2).and_then(Score::cp),
            "{lines:?}"
        );
    }
}

#[test]
fn a_low_level_plays_a_move_that_was_asked_for_however_short_it_searches() {
    let moves = ["9g9f", "1g1f"].map(|mv| mv.parse().expect("a move"));
    for nodes in [1, 2, 5, 20] {
        let limits = Limits {
            moves: moves.to_vec(),
            ..Limits::nodes(nodes)
        };
        let decision = search("skill_level=0", "startpos", limits).decision;
        let is_asked_for = matches!(decision, Decision::Play { best, .. } if moves.contains(&best));
        assert!(is_asked_for, "{nodes}: {decision:?}");
    }
}

/// Middle games in which values change from iteration to iteration.
const POSITIONS: [&str; 2] = [
    "sfen l4S2l/4g1gs1/5p1p1/pr2N1pkp/4Gn3/PP3PPPP/2GPP4/1K7/L3r+s2L w BS2N5Pb 1",
    MIDDLE_GAME,
];

/// Cuts off searches of `position` by an engine with these options, and shows each to `judge`: what it said
/// before its end, and how it ended.
fn cut_off(options: &str, position: &str, mut judge: impl FnMut(&[Info], &Outcome)) {
    let settings: Settings = parse_settings(options, 8).unwrap();
    let mut engine = Engine::new(settings);
    let few = 1..30;
    let many = (500..12_000).step_by(1109);
    for nodes in few.chain(many).chain([11_000]) {
        engine.new_game();
        engine.set_game(game(position));
        let mut heard = Lines::default();
        let outcome = engine.search(Limits::nodes(nodes), &mut heard);
        heard.0.retain(|info| info.multi_pv == 1);
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
                    // What is known of the position is the last whole line. A move that has failed high may fail low
                    // when it is searched again; where the best has failed low, another may fail high in a lower window.
                    assert_eq!(outcome.score, whole.score, "{outcome:?}");
                    let is_high = last.bound == Bound::Lower;
                    assert!(is_high || cp(whole.score) > cp(last.score), "{outcome:?}");
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
            let mut game = game(position);
            game.play(best).unwrap();
            let Some(ponder) = ponder else {
                assert_eq!(movegen::count_legal(game.position()), 0, "{outcome:?}");
                return;
            };
            game.play(ponder).unwrap();
        });
    }
}
