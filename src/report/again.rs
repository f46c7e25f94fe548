//! The command that plays a match again.

use crate::selfplay::contest::openings::Openings;
use crate::selfplay::contest::schedule::Format;
use crate::selfplay::journal::head::Head;

/// What a shell is told to play the match of `head`, with `games` of every pairing, again. A list of
/// openings has no name in a journal: its place is left open.
pub(super) fn command(head: &Head, games: u64) -> String {
    let players = head.players.iter().map(|player| quoted(&player.text));
    let mut words: Vec<String> = ["usi-engine", "selfplay"].map(str::to_owned).into();
    words.extend(players);
    words.extend(limits(head));
    words.push(format!("--games {}", games.next_multiple_of(2).max(2)));
    words.push(format!("--seed {}", head.seed));
    if head.players.len() > 2 && head.pairings == Format::Gauntlet {
        words.push("--format gauntlet".to_owned());
    }
    words.extend(head.rules.options());
    words.extend(openings(&head.openings));
    words.join(" ")
}

/// A word of a shell's command line.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Each option with a place for every player, empty where another is for that player.
fn limits(head: &Head) -> Vec<String> {
    let options: Vec<_> = head
        .players
        .iter()
        .map(|player| player.limit.option())
        .collect();
    let names: Vec<_> = options.iter().map(|(name, _)| *name).collect();
    let mut different = names.clone();
    different.sort_unstable();
    different.dedup();
    let value = |name, (own, value): &(&str, String)| {
        if *own == name {
            value.clone()
        } else {
            String::new()
        }
    };
    let option = |name| {
        let values: Vec<_> = options.iter().map(|option| value(name, option)).collect();
        let is_one = values.iter().all(|value| *value == values[0]);
        let values = if is_one {
            values[0].clone()
        } else {
            values.join(",")
        };
        format!("{name} {values}")
    };
    different.into_iter().map(option).collect()
}

/// Where games began; none if that is standard.
fn openings(description: &str) -> Option<String> {
    match description.strip_suffix(" random plies") {
        Some(plies) => Some(format!("--opening-plies {plies}")),
        None if description == Openings::standard().describe() => None,
        None => Some(format!("--openings FILE  # {description}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::players::limit::MoveLimit;

    #[test]
    fn a_match_can_be_played_again() {
        let mut head = Head::of_test();
        let text = command(&head, 3);
        let expected = "usi-engine selfplay 'null:' 'killer_bonus=1' --depth ,2 --nodes 9, \
                        --games 4 --seed 1";
        assert_eq!(text, expected);
        for (openings, option) in [
            ("8 random plies", " --opening-plies 8"),
            (
                "2 openings, sha256 0f",
                " --openings FILE  # 2 openings, sha256 0f",
            ),
        ] {
            openings.clone_into(&mut head.openings);
            assert_eq!(command(&head, 3), format!("{expected}{option}"));
        }
        head.players[1].limit = MoveLimit::Nodes(9);
        head.players[1].text = "usi:/it's".to_owned();
        head.rules.max_moves = 99;
        let text = command(&head, 0);
        assert!(
            text.contains(r"'usi:/it'\''s' --nodes 9 --games 2"),
            "{text}"
        );
        assert!(text.contains(" --max-moves 99 "), "{text}");
    }
}
