//! A player as the head of a match describes it: everything that its games follow from.

use super::PlayerSpec;
use super::limit::MoveLimit;
use crate::eval::EvaluationKind;
use crate::files::{as_text, sha256};
use crate::search::config::{KNOBS, PRESETS};
use crate::search::{SearchConfig, Settings};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

/// A player of a match. What is `None` this program does not decide, or cannot know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerHead {
    /// Its text, as typed.
    pub text: String,
    /// How long it may think about a move.
    #[serde(with = "as_text")]
    pub limit: MoveLimit,
    /// The SHA-256 of the program that it runs in.
    pub program: Option<String>,
    /// The name that an engine in another process gives itself.
    pub engine: Option<String>,
    /// The size of its table in MiB.
    pub hash_mb: Option<usize>,
    /// The name of its evaluation, and the SHA-256 of a network.
    pub evaluation: Option<String>,
    /// The search that its text comes to.
    pub search: Option<EffectiveConfig>,
}

/// A configuration of the search: what is in force, however it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EffectiveConfig {
    /// The kind of search that it differs least from.
    pub preset: String,
    /// The first 64 bits of the SHA-256 of all values, in hexadecimal digits.
    pub digest: String,
    /// The values that differ from the preset's, by name.
    pub changes: BTreeMap<String, i32>,
}

impl PlayerHead {
    /// `player`, which may think as long as `limit` says, and whose engine gives itself the name
    /// `engine`.
    pub fn new(player: &PlayerSpec, limit: MoveLimit, engine: Option<String>) -> Self {
        let settings = player.settings();
        Self {
            text: player.text.clone(),
            limit,
            program: match player.program() {
                Some(path) => sha256_of(path),
                None => own_program(),
            },
            engine,
            hash_mb: player.hash_mb(),
            evaluation: settings.map(evaluation_of),
            search: settings.map(effective),
        }
    }

    /// What people are shown: its text, and the name of an engine in another process before it.
    pub fn name(&self) -> String {
        let text = match self.text.as_str() {
            "" => "engine:",
            text => text,
        };
        match &self.engine {
            Some(engine) => format!("{engine} ({text})"),
            None => text.to_owned(),
        }
    }
}

/// The search that `settings` come to.
pub fn effective(settings: &Settings) -> EffectiveConfig {
    let search = &settings.search;
    let changes = |(name, preset): (&str, SearchConfig)| {
        let changed = KNOBS.iter().filter(|it| search.get(it) != preset.get(it));
        let changes = changed.map(|knob| (knob.name.to_owned(), search.get(knob)));
        (name.to_owned(), changes.collect::<BTreeMap<_, _>>())
    };
    let presets = PRESETS.iter();
    let presets = presets.filter_map(|(name, _)| Some((*name, SearchConfig::preset(name).ok()?)));
    let nearest = presets.map(changes).min_by_key(|(_, it)| it.len());
    let (preset, changes) = nearest.unwrap_or_default();
    let values = KNOBS
        .iter()
        .map(|it| format!("{}={}\n", it.name, search.get(it)));
    let mut digest = sha256(values.collect::<String>());
    digest.truncate(16);
    EffectiveConfig {
        preset,
        digest,
        changes,
    }
}

/// The evaluation of an engine with `settings`: its name, and the SHA-256 of a network.
pub fn evaluation_of(settings: &Settings) -> String {
    let evaluation = &settings.evaluation;
    match evaluation.kind {
        EvaluationKind::Handmade => evaluation.kind.name().to_owned(),
        EvaluationKind::Nnue => {
            let digest = sha256(evaluation.network.to_bytes());
            format!("{} {digest}", evaluation.kind.name())
        }
    }
}

/// The SHA-256 of this program; none if its file cannot be read.
pub fn own_program() -> Option<String> {
    /// Read once: it stays the same while it runs, whatever becomes of the file.
    static OWN: OnceLock<Option<String>> = OnceLock::new();
    let own = OWN.get_or_init(|| sha256_of(&std::env::current_exe().ok()?));
    own.clone()
}

fn sha256_of(path: &Path) -> Option<String> {
    Some(sha256(std::fs::read(path).ok()?))
}

#[cfg(test)]
mod tests {
    use super::super::parse_settings;
    use super::*;

    #[test]
    fn a_configuration_is_told_by_what_it_changes() {
        let of = |text| effective(&parse_settings(text, 1).unwrap());
        let changed = of("search=alphabeta,killer_bonus=9");
        assert_eq!(changed.preset, "alphabeta");
        let expected = BTreeMap::from([("killer_bonus".to_owned(), 9)]);
        assert_eq!(changed.changes, expected);
        assert_ne!(changed.digest, of("search=alphabeta").digest);
        assert_eq!(of("hash=2"), of("search=interest"));
    }
}
