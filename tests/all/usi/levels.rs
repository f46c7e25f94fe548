//! Levels and handicaps as an interface asks for them.

use super::dialogue::{Dialogue, End};

/// The ten handicaps: the first two ranks of White's, from the least given to the most.
const HANDICAPS: [&str; 10] = [
    "lnsgkgsn1/1r5b1",
    "1nsgkgsnl/1r5b1",
    "lnsgkgsnl/1r7",
    "lnsgkgsnl/7b1",
    "lnsgkgsn1/7b1",
    "lnsgkgsnl/9",
    "1nsgkgsn1/9",
    "2sgkgs2/9",
    "3gkg3/9",
    "4k4/9",
];

fn start(ranks: &str) -> String {
    format!("sfen {ranks}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1")
}

#[test]
fn every_handicap_is_played_by_both_hands() {
    let mut dialogue = Dialogue::small();
    for ranks in HANDICAPS {
        dialogue.say("usinewgame");
        dialogue.position(&start(ranks));
        let upper = dialogue.think("nodes 300").best;
        dialogue.position(&format!("{} moves {upper}", start(ranks)));
        let lower = dialogue.think("nodes 300").best;
        assert!(
            !["resign", "win"].contains(&lower.as_str()),
            "{ranks}: {lower}"
        );
    }
}

/// The giver's first moves, over some games, in which it is asked for `variety`.
fn first_moves(variety: u32) -> Vec<String> {
    let mut dialogue = Dialogue::small();
    dialogue.say(&format!("setoption name HandicapVariety value {variety}"));
    let moves = (0..8).map(|_| {
        dialogue.say("usinewgame");
        dialogue.hear_until_ready();
        dialogue.position(&start("lnsgkgsnl/9"));
        dialogue.think("nodes 400").best
    });
    let mut moves: Vec<_> = moves.collect();
    dialogue.end(End::Quit);
    moves.sort();
    moves.dedup();
    moves
}

#[test]
fn the_giver_of_a_handicap_varies_its_opening_unless_told_not_to() {
    assert_eq!(first_moves(0).len(), 1);
    assert!(first_moves(100).len() > 1);
}

/// The nodes that the analysis before the answer tells last.
fn nodes_until_answer(dialogue: &mut Dialogue) -> u64 {
    let mut nodes = 0;
    loop {
        let line = dialogue.hear();
        if line.starts_with("bestmove") {
            return nodes;
        }
        let mut words = line.split(' ').skip_while(|word| *word != "nodes");
        nodes = words.nth(1).and_then(|it| it.parse().ok()).unwrap_or(nodes);
    }
}

#[test]
fn a_level_searches_little_whatever_the_clock_shows() {
    let mut dialogue = Dialogue::small();
    for (option, level, most) in [("SkillLevel", 0, 1000), ("Skill Level", 4, 2000)] {
        dialogue.say(&format!("setoption name {option} value {level}"));
        dialogue.position("startpos");
        dialogue.go("btime 600000 wtime 600000 byoyomi 30000");
        assert!(nodes_until_answer(&mut dialogue) <= most, "level {level}");
    }
    dialogue.say("setoption name SkillLevel value 21");
    assert!(dialogue.hear_until_ready()[0].contains("a whole number from 0 to 20"));
    dialogue.end(End::Eof);
}
