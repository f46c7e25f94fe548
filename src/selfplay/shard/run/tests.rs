//! A run says everything about its match, and is refused by what it says wrongly.

use super::*;
use crate::search::ClockReading;

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
            margin: Duration::from_millis(12),
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
        },
    }
}

#[test]
fn a_run_gives_its_match_back() {
    let test = Hypotheses::new(-1.5, 2.0);
    let names = [None, Some("An Engine".to_owned()), None];
    let run = Run::new(&contest(), &names, Some(&test)).unwrap();
    let read = Run::parse(run.text().to_owned()).unwrap();
    let again = read.contest().unwrap();
    read.check(&again, &names).unwrap();
    assert_eq!(again.schedule(), contest().schedule());
    assert_eq!(again.conduct.patience, contest().conduct.patience);
    assert_eq!(read.test().unwrap(), Some(test));
    // What it says is what it is, not how it is laid out.
    let dense: Value = serde_json::from_str(run.text()).unwrap();
    let dense = Run::parse(dense.to_string()).unwrap();
    assert_eq!((read.id(), dense.id()), (run.id(), run.id()));
    let error = read.check(&again, &[None, None, None]).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("b_engine is null on this machine"), "{text}");
}

#[test]
fn fields_that_are_missing_or_bad_are_named() {
    let names = [None, None, None];
    let run = Run::new(&contest(), &names, None).unwrap();
    let whole: Value = serde_json::from_str(run.text()).unwrap();
    for field in [
        "a",
        "b",
        "b_limit",
        "draw",
        "entering_king",
        "pairings",
        "seed",
    ] {
        let mut broken = whole.clone();
        broken["match"][field] = "?".into();
        let error = Run::parse(broken.to_string())
            .unwrap()
            .contest()
            .unwrap_err();
        assert!(error.to_string().contains(&format!("`{field}`")), "{error}");
    }
}
