//! A run says everything about its match, and is refused by what it says wrongly.

use super::*;
use crate::contest::openings::OpeningList;
use crate::contest::schedule::Format;
use crate::players::limit::MoveLimit;
use crate::referee::adjudicate::{DrawRule, ResignRule};
use crate::referee::game::Rules;
use engine::search::ClockReading;
use engine::shogi::declaration::EnteringKingRule;

fn contest() -> Match {
    let (max_moves, entering_king) = (99, EnteringKingRule::TryRule);
    let clock = ClockReading {
        main_ms: 1000,
        byoyomi_ms: 20,
        increment_ms: 3,
    };
    let players = ["killer_bonus=7", "usi:/no/such,Option=x y", "null:"];
    let player = |text| PlayerSpec::parse(text, 4).unwrap();
    Match {
        pause: Duration::ZERO,
        players: players.map(player).into(),
        limits: vec![
            MoveLimit::Clock(clock),
            MoveLimit::Depth(3),
            MoveLimit::CpuTimeMs(9),
        ],
        format: Format::Gauntlet,
        games: 6,
        seed: u64::MAX,
        concurrency: 3,
        pin: true,
        openings: Openings::List(OpeningList::parse("7g7f\n2g2f 3c3d").unwrap()),
        rules: Rules {
            margin_ms: 12,
            max_moves,
            entering_king,
            resign: Some(ResignRule {
                score: 900,
                moves: 3,
            }),
            draw: Some(DrawRule {
                score: 5,
                moves: 4,
                from_move: 60,
            }),
        },
        conduct: Conduct {
            guard: None,
            ready_time: Duration::from_secs(7),
            patience: Duration::from_secs(8),
            max_moves,
            entering_king,
            core: None,
            stop: std::sync::Arc::default(),
        },
    }
}

#[test]
fn a_run_gives_its_match_back() {
    let test = Hypotheses::new(-1.5, 2.0);
    let names = [None, Some("An Engine".to_owned()), None];
    let head = Head::new(&contest(), &names);
    let run = Run::new(&contest(), head.clone(), Some(&test)).unwrap();
    let read = Run::parse(run.text().to_owned()).unwrap();
    let again = read.contest().unwrap();
    read.check(&Head::new(&again, &names)).unwrap();
    assert_eq!(read.head(), &head);
    assert_eq!(again.schedule(), contest().schedule());
    assert_eq!(again.conduct.patience, contest().conduct.patience);
    assert_eq!(read.test().unwrap(), Some(test));
    // What it says is what it is, not how it is laid out.
    let dense: Value = serde_json::from_str(run.text()).unwrap();
    let dense = Run::parse(dense.to_string()).unwrap();
    assert_eq!((read.id(), dense.id()), (run.id(), run.id()));
    let nameless = Head::new(&again, &[None, None, None]);
    let error = read.check(&nameless).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("B.engine is null on this machine"), "{text}");
}

#[test]
fn fields_that_are_missing_or_bad_are_refused() {
    let head = Head::new(&contest(), &[None, None, None]);
    let run = Run::new(&contest(), head, None).unwrap();
    let whole: Value = serde_json::from_str(run.text()).unwrap();
    for (field, expected) in [
        ("pairings", "unknown variant `?`"),
        ("seed", "expected u64"),
        ("rules", "expected struct Rules"),
        ("players", "expected a sequence"),
    ] {
        let mut broken = whole.clone();
        broken["match"][field] = "?".into();
        let problem = Run::parse(broken.to_string()).unwrap_err();
        assert!(problem.contains(expected), "{problem}");
    }
    let mut broken = whole.clone();
    broken["match"]["players"][1]["text"] = "x=1".into();
    let error = Run::parse(broken.to_string()).unwrap().contest();
    let text = error.unwrap_err().to_string();
    assert!(text.contains("player `x=1`: unknown setting `x`"), "{text}");
}
