//! A player as a text: what it is, and how to make one.

use super::entries::{self, NAME, name_in};
use super::error::SpecError;
use super::foreign::{Foreign, ForeignSpec};
use super::program::Program;
use super::{Conduct, Fault, Player, builtin::Builtin, null::Null};
use crate::search::Settings;
use crate::shogi::sfen::Token;
use crate::usi::options::{Effect, Options};
use std::path::Path;

/// A player, as written on the command line:
///
/// * `engine:key=value,…`, in this process, with the options and search settings that the engine
///   has as a USI engine. `engine:` may be left out.
/// * `usi:PATH,key=value,…`, the program PATH as a child process. Of its keys `args`, `dir`,
///   `stderr`, `restart` and `ponder` say how it is run; the others are its options.
/// * `null:`, which does not think.
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
            Kind::Foreign(ForeignSpec::parse(foreign)?)
        } else if let Some(rest) = text.strip_prefix("null:") {
            let mut entries = entries::split(rest).into_iter();
            match entries.find(|entry| !entry.starts_with("name=")) {
                Some(entry) => return Err(SpecError::NotNull(Token::new(&entry))),
                None => Kind::Null,
            }
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

    /// The size of its table in MiB, where this program decides it.
    pub fn hash_mb(&self) -> Option<usize> {
        match &self.kind {
            Kind::Builtin(settings) => Some(settings.hash_mb),
            _ => None,
        }
    }

    /// Whether its moves may depend on how long its opponent thinks.
    pub fn ponders(&self) -> bool {
        matches!(&self.kind, Kind::Foreign(spec) if spec.ponder)
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
            Kind::Null => None,
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

/// What people are shown of a player's text: the name in it, or else the text; where it says nothing,
/// what this engine is called.
pub(super) fn shown(text: &str) -> String {
    let otherwise = match text {
        "" | "engine:" => crate::usi::session::NAME,
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
            program: Program::new("/bin/an engine".into()),
            options: vec![
                ("Move Overhead".into(), "10".into()),
                ("Book".into(), "a b".into()),
            ],
            ..ForeignSpec::default()
        };
        assert_eq!(spec.kind, Kind::Foreign(expected));
    }

    #[test]
    fn how_a_program_is_run_is_no_option_of_it() {
        let text = r"usi:/e,name=A\, b,args=usi  -x,dir=/d,stderr=/s,restart=on,ponder=on,Ponder=1";
        let spec = PlayerSpec::parse(text, 16).unwrap();
        assert_eq!(spec.name(), "A, b");
        let expected = ForeignSpec {
            program: Program {
                path: "/e".into(),
                args: vec!["usi".into(), "-x".into()],
                dir: Some("/d".into()),
                stderr: Some("/s".into()),
            },
            restart: true,
            ponder: true,
            options: vec![("Ponder".into(), "1".into())],
        };
        assert_eq!(spec.kind, Kind::Foreign(expected));
    }

    #[test]
    fn a_name_changes_nothing_else() {
        let spec = |text| PlayerSpec::parse(text, 16).unwrap();
        for (text, same) in [
            ("name=X,hash=3", "hash=3"),
            ("null:name=X", "null:"),
            ("usi:/e,name=X,Hash=3", "usi:/e,Hash=3"),
        ] {
            assert_eq!(spec(text).kind, spec(same).kind);
            assert_eq!([spec(text).name(), spec(same).name()], ["X", same]);
        }
    }

    #[test]
    fn refusals_name_the_token() {
        for (text, token) in [
            ("interest", "`interest`"),
            ("engine:x=1", "`x`"),
            ("hash=0", "`0`"),
            ("search=negamax", "`negamax`"),
            ("usi:", "`usi:`"),
            ("usi:,a=b", "`usi:`"),
            ("usi:a,b", "`b`"),
            ("usi:a,ponder=yes", "`yes` for ponder"),
            ("null:x", "`x`"),
        ] {
            let error = PlayerSpec::parse(text, 16).unwrap_err().to_string();
            assert!(error.contains(token), "{text}: {error}");
        }
    }
}
