//! What a match is, in full: the head of its journal. Two matches with the same head play the
//! same games.

use crate::contest::Match;
use crate::contest::schedule::{Format, PartOfMatch, letter};
use crate::players::PlayerSpec;
use crate::players::head::PlayerHead;
use crate::players::limit::MoveLimit;
use crate::referee::finished::PLAYERS;
use crate::referee::game::Rules;
use engine::files::text::one_line;
use engine::files::{Difference, fields};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

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
    /// Where games begin, as [`Openings`](crate::contest::openings::Openings) are
    /// described.
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
        Self {
            journal: KIND.to_owned(),
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            part: contest.part_of_match(),
            pairings: contest.format,
            seed: contest.seed,
            openings: contest.openings.describe(),
            rules: contest.rules,
            engines: engines
                .iter()
                .any(Option::is_some)
                .then(|| ENGINES.to_owned()),
            players: players
                .map(|((player, limit), engine)| PlayerHead::new(player, *limit, engine.clone()))
                .collect(),
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

    /// The same of the whole match.
    #[must_use]
    pub fn of_whole_match(self) -> Self {
        Self { part: None, ..self }
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
}

impl Head {
    /// The head of a match of one game between a player without a search and one with this bonus, for tests.
    ///
    /// # Panics
    /// If `killer_bonus` is out of its range.
    #[doc(hidden)]
    pub fn of_test(killer_bonus: i32) -> Self {
        let texts = ["null:".to_owned(), format!("killer_bonus={killer_bonus}")];
        let players = texts
            .map(|text| PlayerSpec::parse(&text, 16).unwrap_or_else(|error| panic!("{error}")));
        let limits = [MoveLimit::Nodes(9), MoveLimit::Depth(2)];
        Self::new(&Match::between(players, limits, 2, 1, 1), &[None, None])
    }
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
        assert_eq!(difference.field, "B.search.changes.killer_bonus");
        let mut other_build = Head::of_test(7);
        other_build.version = "0".to_owned();
        assert_eq!(
            other_build.difference(&Head::of_test(7)).unwrap().field,
            "version"
        );
        assert_eq!(other_build.of_any_build(), Head::of_test(7).of_any_build());
    }
}
