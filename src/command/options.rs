//! Options that several commands have: numbers, a position, languages, players and limits.

use anyhow::bail;
use clap::{Args, ValueEnum};
use engine::player::Settings;
use engine::record::notation::Notation;
use engine::record::usi::split_end;
use engine::shogi::Color;
use engine::shogi::game::Game;
use matches::HASH_MB;
use matches::crew::MOST_WORKERS;
use matches::games::{self, Day, Filter, GameResult};
use matches::players::PlayerSpec;
use matches::players::limit::MoveLimit;
use matches::referee::adjudicate::ResignRule;
use matches::stats::Hypotheses;
use show::language::{Language, Reader};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Reads a whole number in `range`.
pub fn whole<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: Clone + Display + FromStr + PartialOrd,
{
    number("a whole number", range)
}

/// Reads a number in `range`, which is called `what`.
pub fn number<T>(
    what: &'static str,
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: Clone + Display + FromStr + PartialOrd,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let (min, max) = (range.start(), range.end());
        number.ok_or_else(|| format!("expected {what} from {min} to {max}"))
    }
}

/// The start of an even game, as typed.
const STARTPOS: &str = "startpos";

/// A position, as typed.
#[derive(Debug, Args)]
pub struct PositionArgs {
    /// Start from this position: board, side to move, hands, and perhaps a move number; or a whole line
    /// `position …`, as interfaces copy it.
    #[arg(long, default_value = STARTPOS)]
    sfen: String,
    /// Then make these moves, in USI notation, separated by spaces.
    #[arg(long, default_value = "", hide_default_value = true)]
    moves: String,
}

impl PositionArgs {
    /// The game up to the position.
    ///
    /// # Errors
    /// If the text is no position, or a move is not legal: the token, and what was expected.
    pub fn game(&self) -> anyhow::Result<Game> {
        let text = self.text()?;
        let (line, _) = split_end(&text);
        Ok(line.parse()?)
    }

    /// Both in a line. Either may be the whole line, as interfaces copy it.
    fn text(&self) -> anyhow::Result<String> {
        let moves = self.moves.trim();
        let first = moves.split_whitespace().next().unwrap_or_default();
        if ["position", "startpos", "sfen"].contains(&first) || first.contains('/') {
            if self.sfen != STARTPOS {
                bail!("`{first}` in --moves beside --sfen; expected moves such as 7g7f 3c3d");
            }
            return Ok(moves.to_owned());
        }
        let moves = moves.strip_prefix("moves ").unwrap_or(moves);
        let has_moves = self.sfen.split_whitespace().any(|word| word == "moves");
        let between = if has_moves { "" } else { "moves" };
        Ok(format!("{} {between} {moves}", self.sfen))
    }
}

/// Which of the games that are read are taken.
#[derive(Debug, Args)]
pub struct FilterArgs {
    /// Take only games in which both players have a rating from FROM to TO, either of which may be left out:
    /// 3000.. or 2000..2500. CSA files of floodgate tell the ratings.
    #[arg(long, value_name = "FROM..TO", value_parser = |text: &str| games::range(text, [0, u32::MAX]))]
    rating: Option<RangeInclusive<u32>>,
    /// Take only games played on these days, or in these months or years: 2024.. or 2023-04..2024-03-15.
    #[arg(long, value_name = "FROM..TO", value_parser = games::days)]
    date: Option<RangeInclusive<Day>>,
    /// Take only games of so many moves: 60.. or 60..300.
    #[arg(long, value_name = "FROM..TO", value_parser = |text: &str| games::range(text, [0, usize::MAX]))]
    length: Option<RangeInclusive<usize>>,
    /// Take only games that ended so, by who won; several with commas between.
    #[arg(long, value_name = "RESULT", value_enum, value_delimiter = ',')]
    result: Vec<ResultName>,
}

/// How a game ended, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ResultName {
    /// Black won.
    Black,
    /// White won.
    White,
    /// Nobody did.
    Draw,
}

impl FilterArgs {
    /// What was asked for.
    pub fn filter(&self) -> Filter {
        let result = |name: &ResultName| match name {
            ResultName::Black => GameResult::Won(Color::Black),
            ResultName::White => GameResult::Won(Color::White),
            ResultName::Draw => GameResult::Drawn,
        };
        Filter {
            ratings: self.rating.clone(),
            days: self.date.clone(),
            plies: self.length.clone(),
            results: self.result.iter().map(result).collect(),
        }
    }
}

/// A language, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LanguageName {
    /// English.
    En,
    /// Japanese.
    Ja,
}

impl From<LanguageName> for Language {
    fn from(name: LanguageName) -> Self {
        match name {
            LanguageName::En => Self::English,
            LanguageName::Ja => Self::Japanese,
        }
    }
}

/// `--lang` and `--notation`.
#[derive(Clone, Copy, Debug, Args)]
pub struct ReaderArgs {
    /// The language of what is shown; the system's unless given.
    #[arg(long, value_enum, value_name = "LANG")]
    lang: Option<LanguageName>,
    /// How moves are written; as is usual in the language unless given.
    #[arg(long, value_enum)]
    notation: Option<NotationName>,
}

/// A notation, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum NotationName {
    /// 7g7f, 8h2b+, P*5e.
    Usi,
    /// P7f, Bx2b+, P*5e.
    Western,
    /// ７六歩, ２二角成, ５五歩打.
    Japanese,
}

impl ReaderArgs {
    /// The language that was given, or the system's.
    pub fn language(self) -> Language {
        self.lang.map_or_else(Language::of_system, Language::from)
    }

    /// The notation that was given, or the usual one.
    pub fn notation(self) -> Notation {
        let usual = match self.language() {
            Language::English => Notation::Western,
            Language::Japanese => Notation::Japanese,
        };
        self.reader().notation.unwrap_or(usual)
    }

    /// For whom something is shown.
    pub fn reader(self) -> Reader {
        let notation = self.notation.map(|name| match name {
            NotationName::Usi => Notation::Usi,
            NotationName::Western => Notation::Western,
            NotationName::Japanese => Notation::Japanese,
        });
        Reader {
            language: self.language(),
            notation,
        }
    }
}

/// `--seed`.
#[derive(Debug, Args)]
pub struct SeedArg {
    /// From which everything random follows.
    #[arg(long, value_name = "S", default_value_t = 1)]
    #[arg(value_parser = whole(0..=u64::MAX))]
    pub seed: u64,
}

/// `--concurrency`.
#[derive(Debug, Args)]
pub struct ConcurrencyArg {
    /// How many games at a time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = whole(1..=MOST_WORKERS))]
    pub concurrency: usize,
}

/// `--threads`.
#[derive(Debug, Args)]
pub struct ThreadsArg {
    /// How many threads; as many as the processor has unless given. The result is the same.
    #[arg(long, value_name = "N")]
    #[arg(value_parser = whole(1..=512_usize))]
    threads: Option<usize>,
}

impl ThreadsArg {
    /// How many.
    pub fn count(&self) -> usize {
        let here = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or_else(here)
    }
}

/// `--config`.
#[derive(Debug, Args)]
pub struct ConfigArg {
    /// Settings of the engine, as of a player of `selfplay`: `key=value,…`
    #[arg(long, value_name = "SETTINGS")]
    #[arg(default_value = "", hide_default_value = true)]
    #[arg(value_parser = Base::parse)]
    pub config: Base,
}

/// `--base`.
#[derive(Debug, Args)]
pub struct BaseArg {
    /// Settings that all players begin with, `key=value,…`, such as search=conventional.
    #[arg(long, value_name = "SETTINGS")]
    #[arg(default_value = "", hide_default_value = true)]
    #[arg(value_parser = Base::parse)]
    pub base: Base,
}

/// A player of this engine that others are made of.
#[derive(Clone, Debug)]
pub struct Base {
    /// As it was given: what others add follows after a comma.
    pub text: String,
    /// What it says.
    pub settings: Box<Settings>,
}

impl Base {
    /// Reads the text of a player.
    ///
    /// # Errors
    /// If it is none, or not of this engine.
    pub fn parse(text: &str) -> Result<Self, String> {
        let spec = PlayerSpec::parse(text, HASH_MB).map_err(|error| error.to_string())?;
        let settings = spec.settings().cloned().ok_or_else(|| {
            format!("`{text}` is another kind of player; expected settings of this engine")
        })?;
        Ok(Self {
            text: text.to_owned(),
            settings: Box::new(settings),
        })
    }
}

/// One limit for all players: CPU time or nodes.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct MoveLimitArgs {
    /// CPU time a move, in milliseconds.
    #[arg(long, value_name = "MS")]
    #[arg(value_parser = whole(1..=86_400_000_u64))]
    cpu_time: Option<u64>,
    /// Nodes a move; everything is then reproducible.
    #[arg(long, value_name = "N")]
    #[arg(value_parser = whole(1..=u64::MAX))]
    nodes: Option<u64>,
}

impl MoveLimitArgs {
    /// The limit that was given.
    ///
    /// # Errors
    /// If none was.
    pub fn limit(&self) -> anyhow::Result<MoveLimit> {
        match (self.nodes, self.cpu_time) {
            (Some(nodes), _) => Ok(MoveLimit::Nodes(nodes)),
            (None, Some(ms)) => Ok(MoveLimit::CpuTimeMs(ms)),
            (None, None) => bail!("no limit; expected --nodes or --cpu-time"),
        }
    }
}

/// The test that the words of `--sprt` say, if it is given.
///
/// # Errors
/// If they say none: the word, and what was expected.
pub fn test(words: &[String]) -> anyhow::Result<Option<Hypotheses>> {
    match words {
        [] => Ok(None),
        words => Ok(Some(words.join(" ").parse()?)),
    }
}

/// `--resign`.
#[derive(Debug, Args)]
pub struct ResignArg {
    /// End a game as lost when both players say so by CP centipawns, MOVES times in a row each.
    #[arg(long, value_name = "CP,MOVES", value_parser = resign_rule)]
    pub resign: Option<ResignRule>,
}

/// Reads the whole numbers of `text` between commas, as many as `N`.
///
/// # Errors
/// If they are none: what was `expected`.
pub fn numbers<const N: usize>(text: &str, expected: &str) -> Result<[u32; N], String> {
    let numbers: Option<Vec<u32>> = text.split(',').map(|n| u32::from_str(n).ok()).collect();
    let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
    numbers.ok_or_else(|| format!("expected {expected}"))
}

/// Reads the rule by which a game is lost: centipawns and moves.
///
/// # Errors
/// If it is none: what was expected.
pub fn resign_rule(text: &str) -> Result<ResignRule, String> {
    let expected = "CP,MOVES with 1 to 30000 centipawns and 2 to 1000 moves, such as 2000,4";
    match numbers(text, expected)? {
        [score @ 1..=30_000, moves @ 2..=1000] => Ok(ResignRule {
            score: score as i32,
            moves,
        }),
        _ => Err(format!("expected {expected}")),
    }
}
