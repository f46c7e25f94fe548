//! The file of engines: players by name, so that command lines stay short.

use anyhow::{anyhow, bail};
use engine::files::found;
use engine::files::line::told;
use engine::shogi::sfen::Token;
use matches::players::{PlayerSpec, escaped};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Players by name.
#[derive(Debug, Default)]
pub(super) struct Engines {
    /// The file, in words.
    file: String,
    /// The texts of its players, by name.
    players: BTreeMap<String, String>,
}

/// One of them, as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// The program of a USI engine.
    path: Option<PathBuf>,
    /// Settings of this engine instead of a program.
    settings: Option<String>,
    args: Option<String>,
    dir: Option<PathBuf>,
    stderr: Option<PathBuf>,
    #[serde(default)]
    restart: bool,
    #[serde(default)]
    ponder: bool,
    #[serde(default)]
    options: BTreeMap<String, toml::Value>,
}

impl Engines {
    /// Reads the file `path`.
    ///
    /// # Errors
    /// If it cannot be read or understood, in one line.
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let named = |problem: String| anyhow!("engines `{}`: {problem}", path.display());
        let text = found::read_text(path).map_err(|error| named(error.to_string()))?;
        let entries: BTreeMap<String, Entry> =
            toml::from_str(&text).map_err(|error| named(one_line(&error, &text)))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let players = entries.into_iter().map(|(name, entry)| {
            let text = entry.text(&name, folder);
            let text = text.map_err(|problem| named(format!("{}: {problem}", told(&name))))?;
            Ok((name, text))
        });
        Ok(Self {
            file: format!("engines `{}`", path.display()),
            players: players.collect::<anyhow::Result<_>>()?,
        })
    }

    /// The text of the player that was typed as `text`: a name of the file, perhaps with more
    /// entries after a comma; anything else is such a text already.
    ///
    /// # Errors
    /// If it begins with what can only be a name, and no player has it.
    pub(super) fn text_of(&self, text: &str) -> anyhow::Result<String> {
        let (name, more) = text.split_once(',').unwrap_or((text, ""));
        let is_name = !name.is_empty() && !name.contains(['=', ':']);
        match self.players.get(name) {
            None if is_name && !self.players.is_empty() => {
                let names: Vec<_> = self.players.keys().map(String::as_str).collect();
                let (typed, names) = (Token::new(name), told(names.join(", ")));
                bail!("no {typed} in {}; expected one of {names}", self.file)
            }
            None => Ok(text.to_owned()),
            Some(player) if more.is_empty() => Ok(player.clone()),
            Some(player) => Ok(format!("{player},{more}")),
        }
    }
}

fn one_line(error: &toml::de::Error, text: &str) -> String {
    let before = error.span().and_then(|span| text.get(..span.start));
    let line = before.map(|before| format!("line {}: ", before.split('\n').count()));
    let words: Vec<_> = error.message().split_whitespace().collect();
    line.unwrap_or_default() + &told(words.join(" "))
}

impl Entry {
    fn text(self, name: &str, folder: &Path) -> anyhow::Result<String> {
        let mut entries = vec![self.kind(folder)?, format!("name={}", escaped(name))];
        let file =
            |key, path: &Path| Ok::<_, anyhow::Error>(format!("{key}={}", placed(path, folder)?));
        entries.extend(
            self.args
                .iter()
                .map(|args| format!("args={}", escaped(args))),
        );
        if let Some(path) = &self.dir {
            entries.push(file("dir", path)?);
        }
        if let Some(path) = &self.stderr {
            entries.push(file("stderr", path)?);
        }
        entries.extend(self.restart.then(|| "restart=on".to_owned()));
        entries.extend(self.ponder.then(|| "ponder=on".to_owned()));
        for (option, value) in &self.options {
            let value = match value {
                toml::Value::String(text) => text.clone(),
                toml::Value::Integer(number) => number.to_string(),
                toml::Value::Boolean(is_on) => is_on.to_string(),
                other => bail!(
                    "option {option} is {}; expected text, a whole number, true or false",
                    other.type_str()
                ),
            };
            entries.push(format!("{}={}", escaped(option), escaped(&value)));
        }
        let text = entries.join(",");
        PlayerSpec::parse(&text, matches::HASH_MB)?;
        Ok(text)
    }

    /// What the text begins with.
    fn kind(&self, folder: &Path) -> anyhow::Result<String> {
        match (&self.path, &self.settings) {
            (Some(path), None) => Ok(format!("usi:{}", placed(path, folder)?)),
            (None, Some(settings)) => Ok(format!("engine:{settings}")),
            _ => bail!("expected either path or settings"),
        }
    }
}

/// `path` as in a text: from the folder of the file that names it, unless it is one word, which is
/// looked up as commands are.
fn placed(path: &Path, folder: &Path) -> anyhow::Result<String> {
    let is_place = path.components().count() > 1;
    let path = if is_place {
        folder.join(path)
    } else {
        path.to_owned()
    };
    let text = path.to_str().map(escaped);
    text.ok_or_else(|| anyhow!("`{}` is not UTF-8", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Engines, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("engines.toml");
        std::fs::write(&path, text).unwrap();
        let engines = Engines::read(&path).map_err(|error| error.to_string())?;
        let folder = folder.path().to_str().unwrap();
        let texts = engines
            .players
            .into_iter()
            .map(|(name, text)| (name, text.replace(folder, "/F")));
        Ok(Engines {
            file: "engines `e`".to_owned(),
            players: texts.collect(),
        })
    }

    #[test]
    fn players_are_found_by_name() {
        let text = "[fairy]\npath = \"fairy-stockfish\"\nponder = true\n\
            options = { Hash = 64, 'Move Overhead' = 10, X = \"a,b\" }\n\
            [own]\nsettings = \"killer_bonus=80\"\n\
            [\"other, one\"]\npath = \"bin/e\"\nargs = \"usi -v\"\n";
        let engines = read(text).unwrap();
        for (typed, expected) in [
            (
                "fairy",
                r"usi:fairy-stockfish,name=fairy,ponder=on,Hash=64,Move Overhead=10,X=a\,b",
            ),
            ("own,hash=3", "engine:killer_bonus=80,name=own,hash=3"),
            ("search=modern,hash=3", "search=modern,hash=3"),
            ("null:", "null:"),
            ("", ""),
        ] {
            assert_eq!(engines.text_of(typed).unwrap(), expected);
        }
        let other = &engines.players["other, one"];
        assert_eq!(other, r"usi:/F/bin/e,name=other\, one,args=usi -v");
        let problem = engines.text_of("fairyx,hash=3").unwrap_err().to_string();
        let expected = "no `fairyx` in engines `e`; expected one of fairy, other, one, own";
        assert_eq!(problem, expected);
        assert_eq!(Engines::default().text_of("fairyx").unwrap(), "fairyx");
    }

    #[test]
    fn what_is_no_engine_is_named() {
        for (text, expected) in [
            ("[a]", "a: expected either path or settings"),
            (
                "[a]\npath = \"x\"\nsettings = \"\"",
                "either path or settings",
            ),
            ("[a]\npath = 3", "line 2: "),
            ("[a]\nhash = 3", "unknown field `hash`"),
            ("[a]\nsettings = \"hush=3\"", "unknown setting `hush`"),
            (
                "[a]\npath = \"x\"\noptions = { A = 1.5 }",
                "option A is float",
            ),
            ("a", "line 1: "),
        ] {
            let problem = read(text).unwrap_err();
            assert!(problem.contains(expected), "{text}: {problem}");
            assert_eq!(problem.lines().count(), 1, "{problem}");
        }
    }
}
