//! A player as a text: what it is, and how to make one.

use super::entries::{self, CARELESS, NAME, name_in};
use super::error::SpecError;
use super::foreign::{Foreign, ForeignSpec};
use super::program::Program;
use super::simple::{Careless, Material};
use super::{Conduct, Fault, Player, builtin::Builtin, null::Null};
use engine::search::Settings;
use engine::shogi::sfen::Token;
use engine::usi::options::{Effect, Options};
use std::path::Path;

/// A player, as written on the command line:
///
/// * `engine:key=value,…`, in this process, with the options and search settings that the engine
///   has as a USI engine. `engine:` may be left out.
/// * `usi:PATH,key=value,…`, the program PATH as a child process. Of its keys `args`, `dir`,
///   `stderr`, `restart` and `ponder` say how it is run; the others are its options.
/// * `null:`, which does not think.
/// * `material:`, which counts material one ply ahead.
/// * `random:permille=N,key=value,…`, an engine like the first that plays any legal move in `N` of a
///   thousand turns, all unless given.
///
/// Any may have an entry `name=`, what people call it. A comma within an entry is written `\,`.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerSpec {
    /// The text it was made from.
    pub text: String,
    name: String,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Builtin(Box<Settings>),
    Foreign(ForeignSpec),
    Null,
    Material,
    Careless {
        permille: u32,
        settings: Box<Settings>,
    },
}

/// The entry of `random:` that says how often.
const PERMILLE: &str = "permille";

impl PlayerSpec {
    /// Reads a player's text. For one in this process the table is of `hash_mb` MiB unless the
    /// text says otherwise.
    ///
    /// # Errors
    /// At the first entry that cannot be understood. Options of other engines are checked when
    /// these are first started.
    pub fn parse(text: &str, hash_mb: usize) -> Result<Self, SpecError> {
        let kind = if let Some(foreign) = text.strip_prefix("usi:") {
            Kind::Foreign(ForeignSpec::parse(foreign)?)
        } else if let Some(rest) = text.strip_prefix("null:") {
            without_settings("null:", rest)?;
            Kind::Null
        } else if let Some(rest) = text.strip_prefix("material:") {
            without_settings("material:", rest)?;
            Kind::Material
        } else if let Some(rest) = text.strip_prefix(CARELESS) {
            careless(rest, hash_mb)?
        } else {
            let entries = text.strip_prefix("engine:").unwrap_or(text);
            Kind::Builtin(Box::new(parse_settings(entries, hash_mb)?))
        };
        Ok(Self {
            text: text.to_owned(),
            name: shown(text),
            kind,
        })
    }

    /// What people are shown.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it plays in this process.
    pub fn is_in_process(&self) -> bool {
        !matches!(self.kind, Kind::Foreign(_))
    }

    /// The program of a player in another process.
    pub fn program(&self) -> Option<&Path> {
        match &self.kind {
            Kind::Foreign(spec) => Some(&spec.program.path),
            _ => None,
        }
    }

    /// Whether its moves follow from what it is asked and the limit alone. Nobody knows that of another
    /// program, nor of threads that search together.
    pub fn is_reproducible(&self) -> bool {
        let is_alone = |settings: &Settings| settings.threads == 1;
        self.is_in_process() && self.moved_by().is_none_or(is_alone)
    }

    /// The settings of this engine, if it makes the moves, all or some.
    pub fn moved_by(&self) -> Option<&Settings> {
        match &self.kind {
            Kind::Builtin(settings) | Kind::Careless { settings, .. } => Some(settings),
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

    /// The engine as a program of its own that speaks USI, and what it is set to by name and value:
    /// this one too. None for a player that is no engine.
    pub fn as_program(&self) -> Option<(Program, Vec<(String, String)>)> {
        match &self.kind {
            Kind::Foreign(spec) => Some((spec.program.clone(), spec.options.clone())),
            Kind::Builtin(_) => {
                let mut program = Program::new(std::env::current_exe().ok()?);
                program.args = ["usi", "--tunables"].map(str::to_owned).into();
                let text = self.text.strip_prefix("engine:").unwrap_or(&self.text);
                let entries = entries::split(text).into_iter();
                let options = entries.filter_map(|entry| entries::assignment(&entry).ok());
                Some((program, options.filter(|(key, _)| key != NAME).collect()))
            }
            Kind::Null | Kind::Material | Kind::Careless { .. } => None,
        }
    }

    /// A player of this kind. One in another process is not started before its first game.
    pub fn create(&self, conduct: &Conduct) -> Box<dyn Player> {
        match &self.kind {
            Kind::Null => Box::new(Null::default()),
            Kind::Material => Box::new(Material),
            Kind::Foreign(spec) => Box::new(Foreign::new(spec.clone(), conduct.clone())),
            Kind::Builtin(settings) => Box::new(builtin(settings, conduct)),
            Kind::Careless { permille, settings } => {
                Box::new(Careless::new(*permille, builtin(settings, conduct)))
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

fn builtin(settings: &Settings, conduct: &Conduct) -> Builtin {
    let mut settings = settings.clone();
    settings.max_moves = conduct.max_moves;
    settings.entering_king_rule = conduct.entering_king;
    Builtin::new(settings, &conduct.stop)
}

/// Refuses settings, the name apart, of a player of a `kind` that has none.
fn without_settings(kind: &'static str, entries: &str) -> Result<(), SpecError> {
    let mut entries = entries::split(entries).into_iter();
    match entries.find(|entry| !entry.starts_with("name=")) {
        Some(entry) => Err(SpecError::NoSettings {
            kind,
            entry: Token::new(&entry),
        }),
        None => Ok(()),
    }
}

/// The engine of `random:` with these entries.
fn careless(entries: &str, hash_mb: usize) -> Result<Kind, SpecError> {
    let mut permille = 1000;
    let mut others = Vec::new();
    for entry in entries::split(entries) {
        match entries::assignment(&entry)? {
            (key, value) if key == PERMILLE => {
                let number = value.parse().ok().filter(|it| *it <= 1000);
                permille = number.ok_or_else(|| SpecError::NotPermille(Token::new(&value)))?;
            }
            _ => others.push(entries::escaped(&entry)),
        }
    }
    let settings = parse_settings(&others.join(","), hash_mb)?;
    Ok(Kind::Careless {
        permille,
        settings: Box::new(settings),
    })
}

/// What people are shown of a player's text: the name in it, or else the text; where it says nothing,
/// what this engine is called.
pub(super) fn shown(text: &str) -> String {
    let otherwise = match text {
        "" | "engine:" => engine::usi::session::NAME,
        text => text,
    };
    name_in(text).unwrap_or_else(|| otherwise.to_owned())
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
        ("SkillSeed", "1"),
    ];
    for (name, value) in defaults {
        options.set(name, Some(value))?;
    }
    for entry in entries::split(text) {
        let (name, value) = entries::assignment(&entry)?;
        if name != NAME && options.set(&name, Some(&value))? == Effect::Unknown {
            return Err(SpecError::UnknownName(Token::new(&name)));
        }
    }
    Ok(options.settings().clone())
}

#[cfg(test)]
mod tests;
