//! The command that plays a match, from the head of its journal.

use super::head::Head;
use crate::contest::openings::Openings;
use crate::contest::schedule::Format;
use crate::shell;
use engine::files::text::one_line;
use std::collections::BTreeSet;

impl Head {
    /// The command line that plays the match with `games` of every pairing. A list of openings has no
    /// name in a journal: its place is left open. Whatever a journal says is one word for a shell.
    pub fn command(&self, games: u64) -> String {
        let players = self.players.iter().map(|player| player.text.clone());
        let mut words: Vec<String> = limits(self);
        words.push(format!("--games {}", games.next_multiple_of(2).max(2)));
        words.push(format!("--seed {}", self.seed));
        if self.players.len() > 2 && self.pairings == Format::Gauntlet {
            words.push("--format gauntlet".to_owned());
        }
        words.extend(self.rules.options());
        let (plies, note) = openings(&self.openings);
        words.extend(plies);
        let words = words.iter().flat_map(|it| it.split(' ')).map(str::to_owned);
        // A player that looks like an option is one behind two hyphens.
        let words: Vec<String> = if self.players.iter().any(|it| it.text.starts_with('-')) {
            words.chain(["--".to_owned()]).chain(players).collect()
        } else {
            players.chain(words).collect()
        };
        format!("usi-engine selfplay {}{note}", shell::line(words))
    }
}

/// Each option with a place for every player, empty where another is for that player.
fn limits(head: &Head) -> Vec<String> {
    let options = head.players.iter().map(|player| player.limit.option());
    let options: Vec<_> = options.collect();
    let names: BTreeSet<_> = options.iter().map(|(name, _)| *name).collect();
    let option = |name| {
        let own = |(of, value): &(&str, String)| {
            if *of == name {
                value.clone()
            } else {
                String::new()
            }
        };
        let mut values: Vec<_> = options.iter().map(own).collect();
        if values.iter().all(|value| *value == values[0]) {
            values.truncate(1);
        }
        format!("{name} {}", values.join(","))
    };
    names.into_iter().map(option).collect()
}

/// Where games began: the option, none if that is standard, and a remark behind the command.
fn openings(description: &str) -> (Option<String>, String) {
    let plies = description.strip_suffix(" random plies");
    if let Some(plies) = plies.and_then(|it| it.parse::<u32>().ok()) {
        return (Some(format!("--opening-plies {plies}")), String::new());
    }
    if description == Openings::standard().describe() {
        return (None, String::new());
    }
    let note = format!("  # {}", one_line(description));
    (Some("--openings FILE".to_owned()), note)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::limit::MoveLimit;

    #[test]
    fn a_match_can_be_played_again() {
        let mut head = Head::of_test(1);
        let text = head.command(3);
        let expected = "usi-engine selfplay null: killer_bonus=1 --depth ,2 --nodes 9, \
                        --games 4 --seed 1";
        assert_eq!(text, expected);
        for (openings, option) in [
            ("8 random plies", " --opening-plies 8"),
            (
                "2 openings, sha256 0f",
                " --openings FILE  # 2 openings, sha256 0f",
            ),
            (
                "1; touch x; : random plies",
                " --openings FILE  # 1; touch x; : random plies",
            ),
            ("a\ntouch x", " --openings FILE  # a touch x"),
        ] {
            openings.clone_into(&mut head.openings);
            assert_eq!(head.command(3), format!("{expected}{option}"));
        }
        head.players[1].limit = MoveLimit::Nodes(9);
        head.players[1].text = "usi:/it's".to_owned();
        head.rules.max_moves = 99;
        let text = head.command(0);
        assert!(
            text.contains(r"'usi:/it'\''s' --nodes 9 --games 2"),
            "{text}"
        );
        assert!(text.contains(" --max-moves 99 "), "{text}");
        head.players[0].text = "--report=x".to_owned();
        let text = head.command(0);
        assert!(text.contains(r" -- --report=x 'usi:/it'\''s'"), "{text}");
    }
}
