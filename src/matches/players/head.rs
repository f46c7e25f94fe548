//! A player as the head of a match describes it: everything that its games follow from.

use super::PlayerSpec;
use super::limit::MoveLimit;
use super::spec::{CARELESS, name_in, shown};
use base::files::{as_text, sha256};
use engine::eval::EvaluationKind;
use engine::player::Settings;
use engine::search::config::Effective;
use serde::{Deserialize, Serialize};
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
    pub search: Option<Effective>,
}

impl PlayerHead {
    /// `player`, which may think as long as `limit` says, and whose engine gives itself the name
    /// `engine`.
    pub fn new(player: &PlayerSpec, limit: MoveLimit, engine: Option<String>) -> Self {
        let settings = player.moved_by();
        Self {
            text: player.text.clone(),
            limit,
            program: match player.program() {
                Some(path) => sha256_of(path),
                None => own_program(),
            },
            engine,
            hash_mb: settings.map(|settings| settings.hash_mb),
            evaluation: settings.map(evaluation_of),
            search: settings.map(Settings::effective),
        }
    }

    /// Whether this engine chooses all its moves.
    pub fn is_this_engine(&self) -> bool {
        self.search.is_some() && !self.text.starts_with(CARELESS)
    }

    /// What people are shown: the name that its text gives it, or else the text (see
    /// [`PlayerSpec::name`]), with the name of an engine in another process before it.
    pub fn name(&self) -> String {
        let text = shown(&self.text);
        match &self.engine {
            Some(engine) if name_in(&self.text).is_none() => format!("{engine} ({text})"),
            _ => text,
        }
    }
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
