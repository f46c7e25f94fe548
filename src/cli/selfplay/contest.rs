//! What a match is, as typed: players, also by name from a file, openings, the sequential test.

use super::limits::{LimitArgs, RuleArgs};
use anyhow::{anyhow, bail};
use base::files::{self, text::one_line};
use clap::{Args, ValueEnum};
use command::files::Places;
use command::options::{SeedArg, test, whole};
use command::players::check_limits;
use command::signals::stop_sign;
use engine::shogi::sfen::Token;
use matches::contest::openings::{Course, OpeningList, Openings};
use matches::contest::schedule::{Format, Part, letter};
use matches::observers::tally::Anchor;
use matches::players::{Conduct, PlayerSpec, escaped, guard};
use matches::referee::finished::PLAYERS;
use matches::stats::Hypotheses;
use matches::{HASH_MB, Match, PATIENCE, READY_TIME};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Everything that the games of a match follow from.
#[derive(Debug, Args)]
pub(super) struct MatchArgs {
    /// Who plays, two or more; results of a match are told from the first one's side.
    #[arg(required = true, num_args = 2.., value_name = "PLAYER")]
    players: Vec<String>,
    #[command(flatten)]
    who: PlayerArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    openings: OpeningArgs,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    end: EndArgs,
    /// Play only part I of N of the match, from 1 to N, with a journal of its own; `selfplay merge` brings
    /// the parts together.
    #[arg(long, value_name = "I/N", help_heading = "Machines")]
    #[arg(requires = "journal", conflicts_with = "sprt")]
    part: Option<Part>,
}

/// Who meets whom.
#[derive(Debug, Args)]
#[command(next_help_heading = "Players")]
struct PlayerArgs {
    /// Players by name, in TOML: a table `[NAME]` for each, with path or settings, args, dir, stderr,
    /// restart, ponder, options.
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
    /// Who meets whom: a match unless there are more than two players, and a round robin then.
    #[arg(long, value_enum)]
    format: Option<FormatArg>,
    /// The size of each table of this engine in MiB, for players that do not say.
    #[arg(long, value_name = "MIB", default_value_t = HASH_MB)]
    #[arg(value_parser = whole(1..=1_usize << 20))]
    hash: usize,
    /// The rating of a player of a tournament, by its name or letter; those of the others follow.
    #[arg(long, value_name = "NAME=ELO")]
    anchor: Option<String>,
    /// How many seconds another engine may take to become ready.
    #[arg(long, value_name = "S", default_value_t = READY_TIME.as_secs(), hide = true)]
    #[arg(value_parser = whole(1..=86_400_u64))]
    ready_time: u64,
    /// After how many seconds a move that is not limited in time has stalled.
    #[arg(long, value_name = "S", default_value_t = PATIENCE.as_secs())]
    #[arg(value_parser = whole(1..=86_400_u64))]
    patience: u64,
}

/// Where games begin.
#[derive(Debug, Args)]
#[command(next_help_heading = "Openings")]
struct OpeningArgs {
    #[command(flatten)]
    seed: SeedArg,
    /// Begin games at the positions of this file: an SFEN or `startpos moves …` in each line. Unless
    /// given, at the openings that are part of the program.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// The column of that file to read, by number or by name in its first line; columns are
    /// separated by tabs.
    #[arg(long, value_name = "COLUMN", requires = "openings", hide = true)]
    opening_column: Option<String>,
    /// In which order openings are played.
    #[arg(long, value_enum, default_value = "random")]
    opening_order: OrderArg,
    /// Which of them is the first, in that order.
    #[arg(long, value_name = "N", default_value_t = 1, hide = true)]
    #[arg(value_parser = whole(1..=1_000_000_000_u64))]
    opening_start: u64,
    /// How many games are played at each opening before the next, half of them with swapped colours.
    #[arg(long, value_name = "N", default_value_t = 2, hide = true)]
    #[arg(value_parser = even)]
    repeat: u64,
    /// Begin games with so many random plies instead; 0 is the start position.
    #[arg(long, value_name = "N", value_parser = whole(0..=1000_usize))]
    #[arg(conflicts_with_all = ["openings", "opening_order", "opening_start", "repeat"])]
    opening_plies: Option<usize>,
}

/// When the match stops.
#[derive(Debug, Args)]
#[command(next_help_heading = "When to stop")]
struct EndArgs {
    /// How many games between any two that meet; each opening is played twice, with colours
    /// swapped. 100 unless given, or as many as --sprt takes.
    #[arg(long, value_name = "N")]
    #[arg(value_parser = whole(1..=100_000_000_u64))]
    games: Option<u64>,
    /// End the match when this test is decided: elo0=N elo1=N, perhaps alpha=P beta=P
    /// model=normalized|logistic.
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    sprt: Vec<String>,
    /// How many milliseconds to rest after each game.
    #[arg(long, value_name = "MS", default_value_t = 0, hide = true)]
    #[arg(value_parser = whole(0..=86_400_000_u64))]
    wait: u64,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormatArg {
    /// Two players meet.
    Match,
    /// The first player meets each of the others.
    Gauntlet,
    /// Everyone meets everyone.
    RoundRobin,
}

/// In which order openings are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OrderArg {
    /// Shuffled, as the seed says.
    Random,
    /// As they stand in the file.
    Sequential,
}

fn even(text: &str) -> Result<u64, String> {
    let number: Option<u64> = text.parse().ok();
    let number = number.filter(|number| (2..=1_000_000).contains(number) && number % 2 == 0);
    number.ok_or_else(|| "expected an even number from 2 to 1000000".to_owned())
}

impl MatchArgs {
    /// The files that the match between `players` reads.
    pub(super) fn files(&self, players: &[PlayerSpec]) -> Places {
        let files = Places::reading(&self.openings.openings).and_reading(&self.who.engines);
        let settings = players.iter().filter_map(PlayerSpec::settings);
        settings.fold(files, Places::and_settings)
    }

    /// Who meets whom, for as many players as there are.
    fn format(&self) -> anyhow::Result<Format> {
        let count = self.players.len();
        if !PLAYERS.contains(&count) {
            let (least, most) = (PLAYERS.start(), PLAYERS.end());
            bail!("{count} players; expected {least} to {most}");
        }
        if count > 2 && !self.end.sprt.is_empty() {
            bail!("--sprt with {count} players; expected 2: it tests one against the other");
        }
        match self.who.format {
            Some(FormatArg::Match) if count > 2 => {
                bail!("--format match with {count} players; expected gauntlet or round-robin")
            }
            _ if count == 2 => Ok(Format::Match),
            Some(FormatArg::Gauntlet) => Ok(Format::Gauntlet),
            _ => Ok(Format::RoundRobin),
        }
    }

    /// The match, with `concurrency` games at a time, each on a core of its own if to `pin`.
    pub(super) fn contest(&self, concurrency: usize, pin: bool) -> anyhow::Result<Match> {
        let format = self.format()?;
        let engines = self.who.engines.as_deref().map(Engines::read).transpose()?;
        let engines = engines.unwrap_or_default();
        let players = self.players.iter().enumerate().map(|(index, text)| {
            let name = letter(index);
            let named = |problem: String| anyhow!("player {name}: {problem}");
            let text = engines
                .text_of(text)
                .map_err(|error| named(error.to_string()))?;
            PlayerSpec::parse(&text, self.who.hash).map_err(|error| named(error.to_string()))
        });
        let players = players.collect::<anyhow::Result<Vec<_>>>()?;
        let limits = self.limits.limits(players.len())?;
        check_limits(&players, &limits)?;
        let openings = self.openings.openings()?;
        let rules = &self.rules;
        let (max_moves, plies) = (rules.max_moves, openings.plies());
        if max_moves as usize <= plies {
            bail!("--max-moves {max_moves}; expected more than the {plies} plies of the openings");
        }
        let contest = Match {
            players,
            limits,
            format,
            games: self.end.games.unwrap_or(if self.end.sprt.is_empty() {
                100
            } else {
                100_000_000
            }),
            seed: self.openings.seed.seed,
            part: self.part,
            concurrency,
            pin,
            pause: Duration::from_millis(self.end.wait),
            openings,
            rules: rules.rules(self.limits.margin),
            conduct: Conduct {
                guard: guard::this_program(),
                ready_time: Duration::from_secs(self.who.ready_time),
                patience: Duration::from_secs(self.who.patience),
                max_moves: rules.max_moves,
                entering_king: rules.entering_king,
                stop: stop_sign()?,
            },
        };
        let pairs = contest.schedule().games() / 2;
        match self.part {
            Some(part) if part.of() > pairs => {
                bail!("--part {part}; expected at most {pairs} parts, the pairs of the match")
            }
            _ => Ok(contest),
        }
    }

    /// The test that ends the match, if one was asked for.
    pub(super) fn test(&self) -> anyhow::Result<Option<Hypotheses>> {
        test(&self.end.sprt)
    }

    /// The player of a tournament whose rating is known.
    pub(super) fn anchor(&self, players: &[PlayerSpec]) -> anyhow::Result<Option<Anchor>> {
        let names: Vec<&str> = players.iter().map(PlayerSpec::name).collect();
        anchor(self.who.anchor.as_deref(), &names)
    }
}

impl OpeningArgs {
    fn openings(&self) -> anyhow::Result<Openings> {
        if let Some(plies) = self.opening_plies {
            return Ok(Openings::Random { plies });
        }
        let mut list = match &self.openings {
            Some(path) => OpeningList::read(path, self.opening_column.as_deref())?,
            None => OpeningList::shipped(),
        };
        list.course = Course {
            is_shuffled: self.opening_order == OrderArg::Random,
            skipped: self.opening_start - 1,
            pairs_each: self.repeat / 2,
            ..list.course
        };
        Ok(Openings::List(list))
    }
}

/// The player that `--anchor` says, if it is given, among those called `names`.
pub(super) fn anchor(text: Option<&str>, names: &[&str]) -> anyhow::Result<Option<Anchor>> {
    let Some(text) = text else {
        return Ok(None);
    };
    if names.len() == 2 {
        bail!("--anchor with 2 players; expected 3 or more, who have ratings");
    }
    let (name, elo) = text.rsplit_once('=').unwrap_or((text, ""));
    let elo: Option<f64> = elo.parse().ok().filter(|elo: &f64| elo.is_finite());
    let is = |(index, own): (usize, &&str)| *own == name || letter(index).to_string() == name;
    let player = names.iter().enumerate().position(is);
    match player.zip(elo) {
        Some((player, elo)) => Ok(Some(Anchor { player, elo })),
        None => bail!("--anchor `{text}`; expected NAME=ELO with the name or letter of a player"),
    }
}

/// The file of engines: players by name, so that command lines stay short.
#[derive(Debug, Default)]
struct Engines {
    /// The file, in words.
    file: String,
    /// The texts of its players, by name.
    players: BTreeMap<String, String>,
}

/// One of them, as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenPlayer {
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
    fn read(path: &Path) -> anyhow::Result<Self> {
        let named = |problem: String| anyhow!("engines `{}`: {problem}", path.display());
        let text = files::read_text(path).map_err(|error| named(error.to_string()))?;
        let entries: BTreeMap<String, WrittenPlayer> =
            toml::from_str(&text).map_err(|error| named(problem_of(&error, &text)))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let players = entries.into_iter().map(|(name, entry)| {
            let text = entry.text(&name, folder);
            let text = text.map_err(|problem| named(format!("{}: {problem}", one_line(&name))))?;
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
    fn text_of(&self, text: &str) -> anyhow::Result<String> {
        let (name, more) = text.split_once(',').unwrap_or((text, ""));
        let is_name = !name.is_empty() && !name.contains(['=', ':']);
        match self.players.get(name) {
            None if is_name && !self.players.is_empty() => {
                let names: Vec<_> = self.players.keys().map(String::as_str).collect();
                let (typed, names) = (Token::new(name), one_line(names.join(", ")));
                bail!("no {typed} in {}; expected one of {names}", self.file)
            }
            None => Ok(text.to_owned()),
            Some(player) if more.is_empty() => Ok(player.clone()),
            Some(player) => Ok(format!("{player},{more}")),
        }
    }
}

fn problem_of(error: &toml::de::Error, text: &str) -> String {
    let before = error.span().and_then(|span| text.get(..span.start));
    let line = before.map(|before| format!("line {}: ", before.split('\n').count()));
    let words: Vec<_> = error.message().split_whitespace().collect();
    line.unwrap_or_default() + &one_line(words.join(" "))
}

impl WrittenPlayer {
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
            [own]\nsettings = \"same_drop_cost=80\"\n\
            [\"other, one\"]\npath = \"bin/e\"\nargs = \"usi -v\"\n";
        let engines = read(text).unwrap();
        for (typed, expected) in [
            (
                "fairy",
                r"usi:fairy-stockfish,name=fairy,ponder=on,Hash=64,Move Overhead=10,X=a\,b",
            ),
            ("own,hash=3", "engine:same_drop_cost=80,name=own,hash=3"),
            ("search=conventional,hash=3", "search=conventional,hash=3"),
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
