//! JSON as other programs write it, and what is refused.

use super::games::assert_lines;
use super::{assert_refused, read_as, through, usi};
use engine::record::{Format, Termination};

const GAME: &str = r#"{
  "header": {"棋戦": "x", "先手": "A", "後手": "B"},
  "initial": {"preset": "HIRATE"},
  "moves": [
    {"comments": ["before"]},
    {"move": {"from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "color": 0, "piece": "FU"},
     "time": {"now": {"m": 1, "s": 5}}, "comments": ["* 35"]},
    {"move": {"from": {"x": 3, "y": 3}, "to": {"x": 3, "y": 4}, "color": 1, "piece": "FU"}},
    {"move": {"from": {"x": 8, "y": 8}, "to": {"x": 2, "y": 2}, "piece": "KA", "promote": true},
     "forks": [[{"special": "CHUDAN"}],
      [{"comments": ["else"]},
       {"move": {"from": {"x": 2, "y": 7}, "to": {"x": 2, "y": 6}, "piece": "FU"}, "time": {"now": {"m": 0, "s": 7}}},
       {"move": {"from": {"x": 8, "y": 3}, "to": {"x": 8, "y": 4}, "piece": "FU"},
        "forks": [[{"move": {"from": {"x": 4, "y": 3}, "to": {"x": 4, "y": 4}, "piece": "FU"}}]]}]]},
    {"move": {"from": {"x": 3, "y": 1}, "same": true, "piece": "GI"}},
    {"move": {"to": {"x": 5, "y": 5}, "piece": "KA"}},
    {"special": "TORYO"}
  ]
}"#;

#[test]
fn a_game_is_read() {
    let reading = read_as(Format::Jkf, GAME);
    let record = reading.record;
    assert_eq!(usi(&record), "startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e\n");
    assert_eq!(record.names, ["A", "B"]);
    assert_eq!(record.header("EVENT"), Some("x"));
    assert_eq!(record.comment, "before");
    let (_, first) = record.moves().next().expect("a move");
    assert_eq!(first.time_ms, Some(65_000));
    assert!(first.evaluation.is_some() && first.comment.is_empty());
    let ending = record.ending.expect("an ending");
    assert_eq!(ending.reason, Termination::Resignation);
    assert!(reading.notes.is_empty(), "{:?}", reading.notes);
}

#[test]
fn forks_are_a_tree() {
    let record = read_as(Format::Jkf, GAME).record;
    let wanted = [
        (0, "7g7f 3c3d 8h2b+ 3a2b B*5e"),
        (2, "7g7f 3c3d"),
        (2, "7g7f 3c3d 2g2f 8c8d"),
        (3, "7g7f 3c3d 2g2f 4c4d"),
    ];
    assert_lines(&record, &wanted);
    let branch = record.branches()[1].line();
    let (_, info) = branch.moves().next().expect("a move");
    assert_eq!((info.time_ms, &*info.comment), (Some(7000), "else"));
    for format in [Format::Jkf, Format::Kif] {
        assert!(through(format, &record) == record, "{format:?}");
    }
}

#[test]
fn forks_beyond_bounds_are_refused() {
    let fork = r#"{"forks":[["#;
    for (inside, wanted) in [
        ("[".repeat(100_000), "line 1: "),
        (fork.repeat(10_000), "line 1: "),
        (
            fork.repeat(101) + &"]]}".repeat(101),
            "line 1: unexpected `forks`",
        ),
    ] {
        let text = format!(r#"{{"moves":[{{"special":"CHUDAN"}},{inside}]}}"#);
        assert_refused(Format::Jkf, &text, wanted);
    }
}

#[test]
fn refusals_name_the_line() {
    for (from, to, wanted) in [
        (
            r#""x": 5, "y": 5"#,
            r#""x": 1, "y": 1"#,
            "line 16: illegal move `11KA`",
        ),
        (
            r#""color": 1"#,
            r#""color": 0"#,
            "line 8: unexpected `3334FU`; expected a move",
        ),
        (r#""piece": "KA""#, r#""piece": "XX""#, "line 9: unexpected"),
        (
            r#""x": 4, "y": 4"#,
            r#""x": 4, "y": 5"#,
            "line 14: illegal move `4345FU`",
        ),
        (r#""m": 1"#, r#""m": "one""#, "line 7: invalid type"),
        ("HIRATE", "9", "line 1: unexpected `9`; expected HIRATE"),
        (r#""moves": ["#, r#""moves": [,"#, "line 4: "),
        (r#""header": {"棋戦""#, r#""header": [{"棋戦""#, "line 2: "),
    ] {
        let text = GAME.replacen(from, to, 1);
        assert_ne!(text, GAME, "{from}");
        assert_refused(Format::Jkf, &text, wanted);
    }
}
