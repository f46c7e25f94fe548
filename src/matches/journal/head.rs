//! What a match is, in full: the head of its journal, and the command that plays it. Two matches with the
//! same head play the same games.

use crate::contest::Match;
use crate::contest::openings::Openings;
use crate::contest::schedule::{Format, PartOfMatch, letter};
use crate::players::PlayerSpec;
use crate::players::head::PlayerHead;
use crate::players::limit::MoveLimit;
use crate::referee::finished::PLAYERS;
use crate::referee::game::Rules;
use base::files::text::one_line;
use base::files::{Difference, fields};
use base::shell;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// What a journal says it is.
const KIND: &str = "kyomi selfplay";
/// The version of the journal's form.
const FORMAT: u32 = 3;

/// What engines in other processes are told since the first version that kept it.
const ENGINES: &str = "own books off";

/// Everything that the games of a match follow from: not how many are played at a time, so that a run
/// can be continued on another machine; nor, but for a part, how many there are, so that it can be
/// continued with more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    journal: String,
    format: u32,
    /// The version of the program.
    pub version: String,
    /// Which part of the match it is about; none if that is all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<PartOfMatch>,
    /// Who meets whom.
    pub pairings: Format,
    /// Everything random follows from this.
    pub seed: u64,
    /// Where games begin, as [`Openings`] are described.
    pub openings: String,
    /// What they are played by.
    pub rules: Rules,
    /// What engines in other processes are told besides; none without such.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engines: Option<String>,
    /// Who plays, 2 to 26 players.
    pub players: Vec<PlayerHead>,
}

/// The beginning of any head, by which one of another version is known.
#[derive(Deserialize)]
struct Stamp {
    #[serde(default)]
    journal: String,
    #[serde(default)]
    format: u32,
}

impl Head {
    /// The head of `contest`; `engines` are the names that other engines gave themselves.
    pub fn new(contest: &Match, engines: &[Option<String>]) -> Self {
        let players = contest.players.iter().zip(&contest.limits).zip(engines);
        let players = players
            .map(|((player, limit), engine)| PlayerHead::new(player, *limit, engine.clone()));
        let has_others = engines.iter().any(Option::is_some);
        Self {
            journal: KIND.to_owned(),
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            part: contest.part_of_match(),
            pairings: contest.format,
            seed: contest.seed,
            openings: contest.openings.describe(),
            rules: contest.rules,
            engines: has_others.then(|| ENGINES.to_owned()),
            players: players.collect(),
        }
    }

    /// Reads a head from the JSON object `text`.
    ///
    /// # Errors
    /// What is wrong with it, in words: the version of its form, before anything else.
    pub fn parse(text: &str) -> Result<Self, String> {
        let stamp: Stamp = serde_json::from_str(text).map_err(one_line)?;
        if stamp.journal != KIND {
            return Err(format!("no match; expected \"journal\": \"{KIND}\""));
        }
        if stamp.format != FORMAT {
            let there = stamp.format;
            return Err(format!(
                "a journal of format {there}; expected {FORMAT}: only the version that wrote it reads it"
            ));
        }
        let head: Self = serde_json::from_str(text).map_err(one_line)?;
        let (count, (least, most)) = (head.players.len(), (PLAYERS.start(), PLAYERS.end()));
        if PLAYERS.contains(&count) {
            Ok(head)
        } else {
            Err(format!("{count} players; expected {least} to {most}"))
        }
    }

    /// Whether it is that of two players, whose results are seen from the first one's side.
    pub fn is_of_two(&self) -> bool {
        self.players.len() == 2
    }

    /// The same without what says which build of the program plays.
    #[must_use]
    pub fn of_any_build(mut self) -> Self {
        self.version.clear();
        for player in &mut self.players {
            player.program = None;
        }
        self
    }

    /// All fields by name, those of a player after its letter: `seed`, `rules.max_moves`,
    /// `A.limit`.
    pub fn fields(&self) -> Map<String, Value> {
        let mut all = fields(self);
        all.remove("players");
        for (index, player) in self.players.iter().enumerate() {
            let named = |(name, value)| (format!("{}.{name}", letter(index)), value);
            all.extend(fields(player).into_iter().map(named));
        }
        all
    }

    /// The first field in which `there`, the head in a file, differs from this one.
    pub fn difference(&self, there: &Self) -> Option<Difference> {
        let mut difference = Difference::between(&there.fields(), &self.fields())?;
        if difference.field == "part" {
            // A whole match has no such field.
            for value in [&mut difference.there, &mut difference.here] {
                if value.is_null() {
                    *value = Value::from("all games");
                }
            }
        }
        if difference.field == "engines" && there.engines.is_none() {
            // Written before 0.3, when engines were left their own books.
            difference.here = Value::from(format!(
                "{ENGINES}: its engines may have used their books, so this match needs a journal of its own"
            ));
        }
        Some(difference)
    }

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

    /// The head of a match of one game between a player without a search and one with this bonus, for tests.
    ///
    /// # Panics
    /// If `same_drop_cost` is out of its range.
    #[doc(hidden)]
    pub fn of_test(same_drop_cost: i32) -> Self {
        let texts = [
            "null:".to_owned(),
            format!("same_drop_cost={same_drop_cost}"),
        ];
        let players = texts
            .map(|text| PlayerSpec::parse(&text, 16).unwrap_or_else(|error| panic!("{error}")));
        let limits = [MoveLimit::Nodes(9), MoveLimit::Depth(2)];
        Self::new(&Match::between(players, limits, 2, 1, 1), &[None, None])
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
    use serde_json::json;

    #[test]
    fn a_head_is_read_back_as_written() {
        let text = serde_json::to_string(&Head::of_test(7)).unwrap();
        assert_eq!(Head::parse(&text).unwrap(), Head::of_test(7));
    }

    #[test]
    fn what_is_no_head_of_this_version_is_refused() {
        let whole = serde_json::to_value(Head::of_test(7)).unwrap();
        for (field, value, expected) in [
            ("journal", json!("x"), "no match"),
            ("format", json!(2), "a journal of format 2; expected 3"),
            ("players", json!([]), "0 players; expected 2 to 26"),
            ("x", json!(1), "unknown field `x`"),
        ] {
            let mut other = whole.clone();
            other[field] = value;
            let problem = Head::parse(&other.to_string()).unwrap_err();
            assert!(problem.contains(expected), "{problem}");
        }
    }

    #[test]
    fn heads_differ_by_a_field_of_a_player() {
        let difference = Head::of_test(7).difference(&Head::of_test(8)).unwrap();
        assert_eq!(difference.field, "B.search.changes.same_drop_cost");
        let mut other_build = Head::of_test(7);
        other_build.version = "0".to_owned();
        let difference = other_build.difference(&Head::of_test(7)).unwrap();
        assert_eq!(difference.field, "version");
        assert_eq!(other_build.of_any_build(), Head::of_test(7).of_any_build());
    }

    #[test]
    fn a_match_can_be_played_again() {
        let mut head = Head::of_test(1);
        let text = head.command(3);
        let expected = "usi-engine selfplay null: same_drop_cost=1 --depth ,2 --nodes 9, \
                        --games 4 --seed 1";
        assert_eq!(text, expected);
        "8 random plies".clone_into(&mut head.openings);
        assert_eq!(head.command(3), format!("{expected} --opening-plies 8"));
        for (openings, note) in [
            ("2 openings, sha256 0f", "2 openings, sha256 0f"),
            ("1; touch x; : random plies", "1; touch x; : random plies"),
            ("a\ntouch x", "a touch x"),
        ] {
            openings.clone_into(&mut head.openings);
            let option = format!(" --openings FILE  # {note}");
            assert_eq!(head.command(3), format!("{expected}{option}"));
        }
        head.players[1].limit = MoveLimit::Nodes(9);
        head.players[1].text = "usi:/it's".to_owned();
        head.rules.max_moves = 99;
        let text = head.command(0);
        let expected = r"'usi:/it'\''s' --nodes 9 --games 2";
        assert!(text.contains(expected), "{text}");
        assert!(text.contains(" --max-moves 99 "), "{text}");
        head.players[0].text = "--report=x".to_owned();
        let text = head.command(0);
        assert!(text.contains(r" -- --report=x 'usi:/it'\''s'"), "{text}");
    }
}
