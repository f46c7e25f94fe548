//! What a match is, in full: the head of its journal. Two matches with the same head play the
//! same games.

use super::Match;
use super::checksum::sha256;
use super::players::PlayerSpec;
use serde_json::{Map, Value, json};

/// The version of the journal's form.
const FORMAT: u32 = 1;

/// Everything that the games of `contest` follow from: not how many there are, nor how many are
/// played at a time, so that a run can be continued with more games or on another machine.
/// `engines` are the names that other engines gave themselves.
pub fn header(contest: &Match, engines: &[Option<String>; 2]) -> Map<String, Value> {
    let rules = &contest.rules;
    let [a, b] = &contest.players;
    let resign = rules.resign.map(|rule| json!([rule.score, rule.moves]));
    let draw = rules.draw;
    let draw = draw.map(|rule| json!([rule.score, rule.moves, rule.from_move]));
    let fields = [
        ("journal", json!("kyomi selfplay")),
        ("format", json!(FORMAT)),
        ("version", json!(env!("CARGO_PKG_VERSION"))),
        ("a", json!(a.text)),
        ("b", json!(b.text)),
        ("a_engine", json!(engines[0])),
        ("b_engine", json!(engines[1])),
        ("a_hash_mb", json!(a.hash_mb())),
        ("b_hash_mb", json!(b.hash_mb())),
        ("a_limit", json!(rules.limits[0].to_string())),
        ("b_limit", json!(rules.limits[1].to_string())),
        ("a_program", json!(program_of(a))),
        ("b_program", json!(program_of(b))),
        ("seed", json!(contest.seed)),
        ("openings", json!(contest.openings.describe())),
        ("max_moves", json!(rules.max_moves)),
        ("entering_king", json!(rules.entering_king.name())),
        ("margin_ms", json!(rules.margin.as_millis() as u64)),
        ("resign", json!(resign)),
        ("draw", json!(draw)),
    ];
    let named = |(name, value): (&str, Value)| (name.to_owned(), value);
    fields.into_iter().map(named).collect()
}

/// The SHA-256 of the program that `player` runs in; none if it is not where the text says.
fn program_of(player: &PlayerSpec) -> Option<String> {
    let path = match player.program() {
        Some(path) => path.to_owned(),
        None => std::env::current_exe().ok()?,
    };
    Some(sha256(std::fs::read(path).ok()?))
}
