//! A player as a text: what it is, and how to make one.

use super::foreign::{Foreign, ForeignSpec};
use super::{Conduct, Fault, Player, builtin::Builtin, null::Null};
use crate::search::Settings;
use crate::usi::options::{Effect, OptionError, Options};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A player, as written on the command line:
///
/// * `engine:key=value,…`, in this process, with the options and search settings that the engine
///   has as a USI engine. `engine:` may be left out.
/// * `usi:PATH,option=value,…`, the program PATH as a child process. Neither path nor values can
///   hold a comma.
/// * `null:`, which does not think.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerSpec {
    /// The text it was made from.
    pub text: String,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Builtin(Box<Settings>),
    Foreign(ForeignSpec),
    Null,
}

/// Why a text describes no player.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum SpecError {
    /// An entry has no `=`.
    #[error("`{0}` is not `key=value`")]
    NotAnAssignment(String),
    /// The engine of this program has no such option.
    #[error(
        "unknown setting `{0}`; expected an option of `usi-engine usi`, such as hash, threads, \
         search or killer_bonus"
    )]
    UnknownName(String),
    /// The value is not one that the option can have.
    #[error(transparent)]
    BadValue(#[from] OptionError),
    /// `usi:` without a path.
    #[error("missing path after `usi:`; expected the file of a USI engine")]
    NoPath,
    /// `null:` with settings.
    #[error("`{0}` after `null:`; expected nothing")]
    NotNull(String),
}

impl PlayerSpec {
    /// Reads a player's text. For one in this process the table is of `hash_mb` MiB unless the
    /// text says otherwise.
    ///
    /// # Errors
    /// At the first entry that cannot be understood. Options of other engines are checked when
    /// these are first started.
    pub fn parse(text: &str, hash_mb: usize) -> Result<Self, SpecError> {
        let kind = if let Some(foreign) = text.strip_prefix("usi:") {
            Kind::Foreign(parse_foreign(foreign)?)
        } else if let Some(rest) = text.strip_prefix("null:") {
            if !rest.is_empty() {
                return Err(SpecError::NotNull(rest.to_owned()));
            }
            Kind::Null
        } else {
            let entries = text.strip_prefix("engine:").unwrap_or(text);
            Kind::Builtin(Box::new(parse_settings(entries, hash_mb)?))
        };
        Ok(Self {
            text: text.to_owned(),
            kind,
        })
    }

    /// What people are shown.
    pub fn name(&self) -> &str {
        shown(&self.text)
    }

    /// Whether it plays in this process.
    pub fn is_in_process(&self) -> bool {
        !matches!(self.kind, Kind::Foreign(_))
    }

    /// The program of a player in another process.
    pub fn program(&self) -> Option<&Path> {
        match &self.kind {
            Kind::Foreign(spec) => Some(&spec.path),
            _ => None,
        }
    }

    /// The size of its table in MiB, where this program decides it.
    pub fn hash_mb(&self) -> Option<usize> {
        match &self.kind {
            Kind::Builtin(settings) => Some(settings.hash_mb),
            _ => None,
        }
    }

    /// The settings of this engine, if it is the player.
    pub fn settings(&self) -> Option<&Settings> {
        match &self.kind {
            Kind::Builtin(settings) => Some(settings),
            _ => None,
        }
    }

    /// A player of this kind. One in another process is not started before its first game.
    pub fn create(&self, conduct: &Conduct) -> Box<dyn Player> {
        match &self.kind {
            Kind::Null => Box::new(Null::default()),
            Kind::Foreign(spec) => Box::new(Foreign::new(spec.clone(), conduct.clone())),
            Kind::Builtin(settings) => {
                let mut settings = settings.clone();
                settings.max_moves = conduct.max_moves;
                settings.entering_king_rule = conduct.entering_king;
                Box::new(Builtin::new(*settings, &conduct.stop))
            }
        }
    }

    /// The name that the engine gives itself, for one in another process, which is started and
    /// ended for it.
    ///
    /// # Errors
    /// If it does not become ready for a game.
    pub fn probe(&self, conduct: &Conduct) -> Result<Option<String>, Fault> {
        match &self.kind {
            Kind::Foreign(spec) => Foreign::new(spec.clone(), conduct.clone())
                .probe()
                .map(Some),
            _ => Ok(None),
        }
    }
}

/// What people are shown of a player's text: where it says nothing, what this engine is called.
pub(super) fn shown(text: &str) -> &str {
    match text {
        "" | "engine:" => crate::usi::session::NAME,
        text => text,
    }
}

fn entries(text: &str) -> impl Iterator<Item = Result<(&str, &str), SpecError>> {
    let entries = text.split(',').map(str::trim).filter(|e| !e.is_empty());
    entries.map(|entry| match entry.split_once('=') {
        Some((name, value)) => Ok((name.trim(), value.trim())),
        None => Err(SpecError::NotAnAssignment(entry.to_owned())),
    })
}

fn parse_foreign(text: &str) -> Result<ForeignSpec, SpecError> {
    let (path, options) = text.split_once(',').unwrap_or((text, ""));
    if path.is_empty() {
        return Err(SpecError::NoPath);
    }
    let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    Ok(ForeignSpec {
        path: PathBuf::from(path),
        options: entries(options)
            .map(|entry| entry.map(owned))
            .collect::<Result<_, _>>()?,
    })
}

/// The settings of an engine in this process that `text`, a list `key=value,…`, describes: those
/// for local clocks and a table of `hash_mb` MiB, then the kind of search (`search=`), wherever it
/// stands, then every other entry exactly as it says.
///
/// # Errors
/// At the first entry that cannot be understood.
pub fn parse_settings(text: &str, hash_mb: usize) -> Result<Settings, SpecError> {
    let mut options = Options::new(true);
    let hash = hash_mb.to_string();
    let defaults = [
        ("USI_Hash", hash.as_str()),
        ("NetworkDelay", "0"),
        ("NetworkDelay2", "30"),
        ("MinimumThinkingTime", "1"),
        ("RoundUpToFullSecond", "false"),
    ];
    for entry in defaults.into_iter().map(Ok).chain(entries(text)) {
        let (name, value) = entry?;
        if options.set(name, Some(value))? == Effect::Unknown {
            return Err(SpecError::UnknownName(name.to_owned()));
        }
    }
    Ok(options.settings().clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(text: &str) -> Settings {
        match PlayerSpec::parse(text, 16).unwrap().kind {
            Kind::Builtin(settings) => *settings,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_bare_list_is_an_engine_in_this_process() {
        let text = "search=alphabeta, hash=7,threads=2,killer_bonus=9";
        assert_eq!(settings(text), settings(&format!("engine:{text}")));
        let settings = settings(text);
        assert_eq!((settings.hash_mb, settings.threads), (7, 2));
        assert_eq!(settings.search.killer_bonus, 9);
        assert_eq!(settings.search.null_move_cost, 0);
    }

    #[test]
    fn options_may_hold_spaces() {
        let spec = PlayerSpec::parse("usi:/bin/an engine,Move Overhead=10,Book=a b", 16).unwrap();
        let expected = ForeignSpec {
            path: PathBuf::from("/bin/an engine"),
            options: vec![
                ("Move Overhead".into(), "10".into()),
                ("Book".into(), "a b".into()),
            ],
        };
        assert_eq!(spec.kind, Kind::Foreign(expected));
    }

    #[test]
    fn refusals_name_the_token() {
        for (text, token) in [
            ("interest", "`interest`"),
            ("engine:x=1", "`x`"),
            ("hash=0", "`0`"),
            ("search=negamax", "`negamax`"),
            ("usi:", "`usi:`"),
            ("usi:a,b", "`b`"),
            ("null:x", "`x`"),
        ] {
            let error = PlayerSpec::parse(text, 16).unwrap_err().to_string();
            assert!(error.contains(token), "{text}: {error}");
        }
    }
}
