//! What a match is, in full: the head of its journal. Two matches with the same head play the
//! same games.

use super::Match;
use super::checksum::sha256;
use super::players::PlayerSpec;
use super::schedule::letter;
use crate::eval::EvaluationKind;
use crate::search::Settings;
use serde_json::{Map, Value, json};
use std::path::Path;
use std::sync::OnceLock;

/// The version of the journal's form.
const FORMAT: u32 = 2;

/// Everything that the games of `contest` follow from: not how many there are, nor how many are
/// played at a time, so that a run can be continued with more games or on another machine.
/// Fields of a player begin with its letter; `engines` are the names that other engines gave
/// themselves.
pub fn header(contest: &Match, engines: &[Option<String>]) -> Map<String, Value> {
    let rules = &contest.rules;
    let resign = rules.resign.map(|rule| json!([rule.score, rule.moves]));
    let draw = rules.draw;
    let draw = draw.map(|rule| json!([rule.score, rule.moves, rule.from_move]));
    let fields = [
        ("journal", json!("kyomi selfplay")),
        ("format", json!(FORMAT)),
        ("version", json!(env!("CARGO_PKG_VERSION"))),
        ("pairings", json!(contest.format.name())),
        ("seed", json!(contest.seed)),
        ("openings", json!(contest.openings.describe())),
        ("max_moves", json!(rules.max_moves)),
        ("entering_king", json!(rules.entering_king.name())),
        ("margin_ms", json!(rules.margin.as_millis() as u64)),
        ("resign", json!(resign)),
        ("draw", json!(draw)),
    ];
    let named = |(name, value): (&str, Value)| (name.to_owned(), value);
    let mut header: Map<_, _> = fields.into_iter().map(named).collect();
    let players = contest.players.iter().zip(&contest.limits).zip(engines);
    for (index, ((player, limit), engine)) in players.enumerate() {
        let key = player_key(index);
        for (name, value) in [
            ("engine", json!(engine)),
            ("hash_mb", json!(player.hash_mb())),
            ("limit", json!(limit.to_string())),
            ("evaluation", json!(player.settings().map(evaluation_of))),
            ("program", json!(program_of(player))),
        ] {
            header.insert(format!("{key}_{name}"), value);
        }
        header.insert(key, json!(player.text));
    }
    header
}

/// The evaluation of an engine with `settings`: its name, and the SHA-256 of a network.
pub fn evaluation_of(settings: &Settings) -> String {
    let evaluation = &settings.evaluation;
    match evaluation.kind {
        EvaluationKind::Handmade => evaluation.kind.name().to_owned(),
        EvaluationKind::Nnue => {
            let digest = evaluation.network().digest();
            format!("{} {digest}", evaluation.kind.name())
        }
    }
}

/// The first field in which two heads differ, with its value in each.
pub fn difference(
    one: &Map<String, Value>,
    other: &Map<String, Value>,
) -> Option<(String, [Value; 2])> {
    one.keys().chain(other.keys()).find_map(|field| {
        let values = [one, other].map(|map| map.get(field).cloned().unwrap_or_default());
        (values[0] != values[1]).then(|| (field.clone(), values))
    })
}

/// The field with a player's text, and the beginning of the names of its others.
pub fn player_key(player: usize) -> String {
    letter(player).to_lowercase().to_string()
}

/// The SHA-256 of the program that `player` runs in; none if it is not where the text says.
fn program_of(player: &PlayerSpec) -> Option<String> {
    /// Read once: it stays the same while it runs, whatever becomes of the file.
    static OWN: OnceLock<Option<String>> = OnceLock::new();
    let sum = |path: &Path| Some(sha256(std::fs::read(path).ok()?));
    if let Some(path) = player.program() {
        return sum(path);
    }
    let own = OWN.get_or_init(|| sum(&std::env::current_exe().ok()?));
    own.clone()
}
