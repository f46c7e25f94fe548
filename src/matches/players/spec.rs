//! A player as a text: what it is, how to make one, and what can be wrong with the text.
//!
//! The text is a list of entries between commas, most of them `key=value`. A comma that belongs to an entry is
//! written `\,`.

use super::builtin::{Careless, Material, Null};
use super::foreign::{Foreign, ForeignSpec};
use super::guard::Program;
use super::{Conduct, Fault, Player};
use crate::contest::schedule::letter;
use engine::player::{Engine, Settings};
use engine::shogi::sfen::Token;
use engine::usi::options::{Effect, OptionError, Options};
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;

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

impl PlayerSpec {
    /// Reads a player's text. For one in this process the table is of `hash_mb` MiB unless the
    /// text says otherwise.
    ///
    /// # Errors
    /// At the first entry that cannot be understood. Options of other engines are checked when
    /// these are first started.
    pub fn parse(text: &str, hash_mb: usize) -> Result<Self, SpecError> {
        let kind = match parts(text) {
            ("usi:", entries) => Kind::Foreign(ForeignSpec::parse(entries)?),
            ("null:", entries) => without_settings("null:", entries, Kind::Null)?,
            ("material:", entries) => without_settings("material:", entries, Kind::Material)?,
            (CARELESS, entries) => careless(entries, hash_mb)?,
            (_, entries) => Kind::Builtin(Box::new(parse_settings(entries, hash_mb)?)),
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
                let entries = split(parts(&self.text).1).into_iter();
                let options = entries.filter_map(|entry| assignment(&entry).ok());
                Some((program, options.filter(|(key, _)| key != NAME).collect()))
            }
            Kind::Null | Kind::Material | Kind::Careless { .. } => None,
        }
    }

    /// A player of this kind. One in another process is not started before its first game.
    pub fn create(&self, conduct: &Conduct) -> Box<dyn Player> {
        match &self.kind {
            Kind::Null => Box::new(Null),
            Kind::Material => Box::new(Material),
            Kind::Foreign(spec) => Box::new(Foreign::new(spec.clone(), conduct.clone())),
            Kind::Builtin(settings) => Box::new(builtin(settings, conduct)),
            Kind::Careless { permille, settings } => Box::new(Careless {
                permille: *permille,
                engine: builtin(settings, conduct),
            }),
        }
    }

    /// The name that the engine gives itself, for one in another process, which is started and
    /// ended for it.
    ///
    /// # Errors
    /// If it does not become ready for a game.
    pub fn probe(&self, conduct: &Conduct) -> Result<Option<String>, Fault> {
        match &self.kind {
            Kind::Foreign(spec) => {
                let foreign = Foreign::new(spec.clone(), conduct.clone());
                foreign.probe().map(Some)
            }
            _ => Ok(None),
        }
    }
}

fn builtin(settings: &Settings, conduct: &Conduct) -> Engine {
    let mut settings = settings.clone();
    settings.max_moves = conduct.max_moves;
    settings.entering_king_rule = conduct.entering_king;
    let engine = Engine::new(settings);
    engine.heed(Arc::clone(&conduct.stop));
    engine
}

/// A text as what kind of player it names, `engine:` where it names none, and the entries.
fn parts(text: &str) -> (&'static str, &str) {
    let kinds = ["engine:", "usi:", "null:", "material:", CARELESS];
    let named = kinds
        .iter()
        .find_map(|&kind| Some((kind, text.strip_prefix(kind)?)));
    named.unwrap_or(("engine:", text))
}

/// The `kind` of player, called `name`, that has no settings but what people call it.
fn without_settings(name: &'static str, entries: &str, kind: Kind) -> Result<Kind, SpecError> {
    let mut entries = split(entries).into_iter();
    match entries.find(|entry| !entry.starts_with("name=")) {
        Some(entry) => Err(SpecError::NoSettings(name, Token::new(&entry))),
        None => Ok(kind),
    }
}

/// The engine of `random:` with these entries.
fn careless(entries: &str, hash_mb: usize) -> Result<Kind, SpecError> {
    let mut permille = 1000;
    let mut others = Vec::new();
    for entry in split(entries) {
        match assignment(&entry)? {
            (key, value) if key == "permille" => {
                let number = value.parse().ok().filter(|it| *it <= 1000);
                permille = number.ok_or_else(|| SpecError::NotPermille(Token::new(&value)))?;
            }
            _ => others.push(escaped(&entry)),
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
pub fn shown(text: &str) -> String {
    let otherwise = match text {
        "" | "engine:" => engine::usi::session::NAME,
        text => text,
    };
    name_in(text).unwrap_or_else(|| otherwise.to_owned())
}

/// What the players with these texts are called where there is little room: the name in the text, or else a letter. Of
/// players with the same name none is called by it.
pub fn labels<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let names: Vec<_> = texts.into_iter().map(name_in).collect();
    let label = |(index, name): (usize, &Option<String>)| {
        let own = name
            .clone()
            .filter(|_| names.iter().filter(|it| *it == name).count() == 1);
        own.unwrap_or_else(|| letter(index).to_string())
    };
    names.iter().enumerate().map(label).collect()
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
    for entry in split(text) {
        let (name, value) = assignment(&entry)?;
        if name != NAME && options.set(&name, Some(&value))? == Effect::Unknown {
            return Err(SpecError::UnknownName(Token::new(&name)));
        }
    }
    match options.idle() {
        Some(name) => Err(SpecError::IdleName(Token::new(name))),
        None => Ok(options.settings().clone()),
    }
}

/// What the text of a player begins with that plays any legal move now and then.
pub(super) const CARELESS: &str = "random:";

/// The key of the entry that says what people call the player.
pub(super) const NAME: &str = "name";

/// The entries of `text`, without white space around them; empty ones are left out.
pub(super) fn split(text: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        let last = all.len() - 1;
        match char {
            '\\' if chars.next_if_eq(&',').is_some() => all[last].push(','),
            ',' => all.push(String::new()),
            other => all[last].push(other),
        }
    }
    let trimmed = all.iter().map(|entry| entry.trim().to_owned());
    trimmed.filter(|entry| !entry.is_empty()).collect()
}

/// `text` as the end of an entry. White space keeps a last `\` apart from the comma after the entry.
pub fn escaped(text: &str) -> String {
    let end = if text.ends_with('\\') { " " } else { "" };
    text.replace(',', "\\,") + end
}

/// An entry as key and value.
pub(super) fn assignment(entry: &str) -> Result<(String, String), SpecError> {
    match entry.split_once('=') {
        Some((key, value)) => Ok((key.trim().to_owned(), value.trim().to_owned())),
        None => Err(SpecError::NotAnAssignment(Token::new(entry))),
    }
}

/// What the player with this text is called by its own words.
pub(super) fn name_in(text: &str) -> Option<String> {
    let (kind, entries) = parts(text);
    // The first of another program is its path.
    let skipped = usize::from(kind == "usi:");
    split(entries).into_iter().skip(skipped).find_map(|entry| {
        let (key, value) = assignment(&entry).ok()?;
        (key == NAME).then_some(value)
    })
}

/// Why a text describes no player.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum SpecError {
    /// An entry has no `=`.
    #[error("{0} is not `key=value`")]
    NotAnAssignment(Token),
    /// The engine of this program has no such option.
    #[error(
        "unknown setting {0}; expected an option of `usi-engine usi`, such as hash, threads, \
         search or same_drop_cost"
    )]
    UnknownName(Token),
    /// The kind of search has no such option.
    #[error(
        "setting {0} does nothing in this kind of search; expected one of its own, or another `search`"
    )]
    IdleName(Token),
    /// The value is not one that the option can have.
    #[error(transparent)]
    BadValue(#[from] OptionError),
    /// `usi:` without a path.
    #[error("missing path after `usi:`; expected the file of a USI engine")]
    NoPath,
    /// What can only be on or off is neither: its key and its value.
    #[error("{1} for {0}; expected on or off")]
    NotASwitch(Token, Token),
    /// A kind of player that has no settings with an entry.
    #[error("{1} after `{0}`; expected nothing")]
    NoSettings(&'static str, Token),
    /// `random:` with a share that is none.
    #[error("{0} for permille; expected a whole number from 0 to 1000")]
    NotPermille(Token),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(text: &str) -> Settings {
        let spec = PlayerSpec::parse(text, 16).unwrap();
        spec.settings().unwrap().clone()
    }

    #[test]
    fn a_bare_list_is_an_engine_in_this_process() {
        let text = "search=conventional, hash=7,threads=2,same_drop_cost=9";
        assert_eq!(settings(text), settings(&format!("engine:{text}")));
        let settings = settings(text);
        assert_eq!((settings.hash_mb, settings.threads), (7, 2));
        assert_eq!(settings.search.same_drop_cost, 9);
        assert_eq!(settings.search.interest, 0);
    }

    #[test]
    fn the_textbook_has_settings_of_its_own() {
        for text in [
            "search=alphabeta,null_move=1",
            "null_move=1,search=alphabeta",
        ] {
            assert_eq!(settings(text).textbook.unwrap().null_move, 1);
        }
        assert!(settings("").textbook.is_none());
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
            ("search=alphabeta,same_drop_cost=9", "`same_drop_cost`"),
            ("null_move=1", "`null_move`"),
            ("CostLaw=rank", "`CostLaw`"),
            ("usi:", "`usi:`"),
            ("usi:,a=b", "`usi:`"),
            ("usi:a,b", "`b`"),
            ("usi:a,ponder=yes", "`yes` for `ponder`"),
            ("null:x", "`x`"),
            ("material:x", "`x`"),
            ("random:permille=1001", "`1001` for permille"),
            ("random:x=1", "`x`"),
        ] {
            let error = PlayerSpec::parse(text, 16).unwrap_err().to_string();
            assert!(error.contains(token), "{text}: {error}");
        }
    }

    #[test]
    fn a_comma_can_be_part_of_an_entry() {
        let entries = ["a=1", "b=x,y", r"c=C:\d\"];
        let text = entries.map(escaped).join(", ,");
        assert_eq!(text, r"a=1, ,b=x\,y, ,c=C:\d\ ");
        assert_eq!(split(&text), entries);
    }

    #[test]
    fn a_label_is_a_name_or_a_letter() {
        let called = |texts: &[&str]| labels(texts.iter().copied());
        assert_eq!(
            called(&["name=bold,hash=1", "", "usi:/e,name=X"]),
            ["bold", "B", "X"]
        );
        assert_eq!(called(&["name=X", "name=X", "null:"]), ["A", "B", "C"]);
    }

    #[test]
    fn a_name_stands_anywhere() {
        for text in [
            "name=X y",
            "engine:name=X y",
            "usi:/bin/e,Name=z,name=X y,a=1",
        ] {
            assert_eq!(name_in(text).as_deref(), Some("X y"), "{text}");
        }
        assert_eq!(name_in("usi:/bin/name=x"), None);
        assert_eq!(name_in("same_drop_cost=3"), None);
    }
}
