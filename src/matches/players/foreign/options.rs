//! An engine in another process as a text says it, and its options: which it is given, and what is wrong
//! with one that it does not take.

use crate::players::Conduct;
use crate::players::guard::Program;
use crate::players::spec::{NAME, SpecError, assignment, split};
use engine::shogi::sfen::Token;
use engine::usi::grammar::{OptionDeclaration, OptionKind};
use std::path::{Path, PathBuf};

/// How engines are told to leave their book alone: both players begin at the same opening.
const BOOKS: [(&str, &str); 3] = [
    ("USI_OwnBook", "false"),
    ("OwnBook", "false"),
    ("BookFile", "no_book"),
];

/// Whether `value` is one that the engine itself names.
fn offers(option: &OptionDeclaration, value: &str) -> bool {
    let is_named = matches!(option.kind, OptionKind::Check(_) | OptionKind::Combo { .. });
    is_named && check(option, value).is_ok()
}

/// All options to set, by the engine's own names for them: those of the match, as far as the
/// engine has them and can take them, then its own.
///
/// # Errors
/// If the engine does not have an option of its own, or refuses its value; in words.
pub(super) fn settings(
    conduct: &Conduct,
    spec: &ForeignSpec,
    known: &[OptionDeclaration],
) -> Result<Vec<(String, String)>, String> {
    let find = |name: &str| {
        let mut known = known.iter();
        known.find(|option| option.name.eq_ignore_ascii_case(name))
    };
    let mut settings = Vec::new();
    for (name, value) in conduct.options() {
        if let Some(option) = find(name).filter(|option| check(option, &value).is_ok()) {
            settings.push((option.name.clone(), value));
        }
    }
    for (name, value) in BOOKS {
        if let Some(option) = find(name).filter(|option| offers(option, value)) {
            settings.push((option.name.clone(), value.to_owned()));
        }
    }
    let ponder = find("USI_Ponder").map(|option| option.name.clone());
    if ponder.is_some() || spec.ponder {
        let name = ponder.unwrap_or_else(|| "USI_Ponder".to_owned());
        settings.push((name, spec.ponder.to_string()));
    }
    for (name, value) in &spec.options {
        let name = match find(name) {
            Some(option) => {
                check(option, value)?;
                &option.name
            }
            // The protocol has these two whether an engine declares them or not.
            None if ["USI_Hash", "USI_Ponder"].contains(&name.as_str()) => name,
            None => return Err(unknown_option(name, known)),
        };
        settings.push((name.clone(), value.clone()));
    }
    Ok(settings)
}

/// Refuses what the engine says it will not take.
fn check(option: &OptionDeclaration, value: &str) -> Result<(), String> {
    let (is_good, expected) = match &option.kind {
        OptionKind::Spin { min, max, .. } => (
            value.parse().is_ok_and(|n: i64| (*min..=*max).contains(&n)),
            format!("a whole number from {min} to {max}"),
        ),
        OptionKind::Check(_) => (
            ["true", "false"].contains(&value),
            "true or false".to_owned(),
        ),
        OptionKind::Combo { choices, .. } => (
            choices.iter().any(|choice| choice == value),
            format!("one of {}", choices.join(", ")),
        ),
        _ => (true, String::new()),
    };
    if is_good {
        Ok(())
    } else {
        let name = &option.name;
        Err(format!(
            "`{value}` is no value for {name}; expected {expected}"
        ))
    }
}

fn unknown_option(name: &str, known: &[OptionDeclaration]) -> String {
    let known: Vec<_> = known.iter().map(|option| option.name.as_str()).collect();
    let known = known.join(", ");
    format!("the engine has no option `{name}`; expected one of: {known}")
}

/// An engine to be run as a child process.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForeignSpec {
    /// The program.
    pub program: Program,
    /// Whether it is started anew for each game.
    pub restart: bool,
    /// Whether it thinks in the time of its opponent.
    pub ponder: bool,
    /// Options to set, by name and value, in order.
    pub options: Vec<(String, String)>,
}

impl ForeignSpec {
    /// Reads what follows `usi:`: the path, then entries `key=value`, of which those that are not
    /// about the program are options of the engine.
    ///
    /// # Errors
    /// If there is no path, and at the first entry that cannot be understood.
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        let mut entries = split(text).into_iter();
        let path = entries.next().filter(|_| !text.starts_with(','));
        let path = located(Path::new(&path.ok_or(SpecError::NoPath)?));
        let mut spec = Self {
            program: Program::new(path),
            ..Self::default()
        };
        entries.try_for_each(|entry| {
            let (key, value) = assignment(&entry)?;
            spec.set(key, value)
        })?;
        Ok(spec)
    }

    fn set(&mut self, key: String, value: String) -> Result<(), SpecError> {
        match key.as_str() {
            NAME => {}
            "args" => {
                let words = value.split_whitespace().map(str::to_owned);
                self.program.args = words.collect();
            }
            "dir" => self.program.dir = Some(PathBuf::from(value)),
            "stderr" => self.program.stderr = Some(PathBuf::from(value)),
            "restart" => self.restart = switch(&key, &value)?,
            "ponder" => self.ponder = switch(&key, &value)?,
            _ => self.options.push((key, value)),
        }
        Ok(())
    }
}

/// A program that is named by its place is found from there also when it runs in another folder;
/// one word is looked up where the system keeps programs.
fn located(path: &Path) -> PathBuf {
    let is_place = path.components().count() > 1;
    let absolute = is_place.then(|| std::path::absolute(path).ok()).flatten();
    absolute.unwrap_or_else(|| path.to_owned())
}

fn switch(key: &str, value: &str) -> Result<bool, SpecError> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(SpecError::NotASwitch(Token::new(key), Token::new(value))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::standard_conduct;
    use engine::usi::grammar::Response;

    fn settings_for(lines: &[&str], text: &str) -> Result<Vec<(String, String)>, String> {
        let declared = |line: &&str| match Response::parse(&format!("option name {line}")) {
            Ok(Response::Option(option)) => option,
            other => panic!("{other:?}"),
        };
        let known: Vec<_> = lines.iter().map(declared).collect();
        let spec = ForeignSpec::parse(text).unwrap();
        settings(&standard_conduct(), &spec, &known)
    }

    fn set(lines: &[&str], text: &str) -> Vec<String> {
        let settings = settings_for(lines, text).unwrap().into_iter();
        settings
            .map(|(name, value)| format!("{name}={value}"))
            .collect()
    }

    #[test]
    fn books_are_closed_where_an_engine_says_how() {
        let combo = "BookFile type combo default a.db var no_book var a.db";
        assert_eq!(set(&[combo], "/e"), ["BookFile=no_book"]);
        let own = "usi_ownbook type check default true";
        let both = ["usi_ownbook=false", "BookFile=no_book"];
        assert_eq!(set(&[own, combo], "/e"), both);
        for other in [
            "BookFile type filename default a.db",
            "BookFile type combo default a var a",
        ] {
            assert!(set(&[other], "/e").is_empty(), "{other}");
        }
    }

    #[test]
    fn what_the_text_says_comes_last() {
        let own = "OwnBook type check default true";
        let both = ["OwnBook=false", "OwnBook=true"];
        assert_eq!(set(&[own], "/e,ownbook=true"), both);
    }

    #[test]
    fn an_engine_ponders_if_its_text_says_so() {
        let declared = "USI_Ponder type check default true";
        assert_eq!(set(&[declared], "/e"), ["USI_Ponder=false"]);
        assert_eq!(set(&[declared], "/e,ponder=on"), ["USI_Ponder=true"]);
        assert_eq!(set(&[], "/e,ponder=on"), ["USI_Ponder=true"]);
        assert!(set(&[], "/e").is_empty());
    }

    #[test]
    fn a_choice_is_one_of_those_named() {
        let problem = settings_for(&["Eval type combo default a var a var b"], "/e,Eval=c");
        let expected = "`c` is no value for Eval; expected one of a, b";
        assert_eq!(problem, Err(expected.to_owned()));
    }
}
