//! What several commands have in common: options, steps before the work, files that are written whole,
//! signals, and standard output.

use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use engine::book::Book;
use engine::files::{self, text::printable};
use engine::player::Settings;
use engine::record::notation::Notation;
use engine::record::usi::split_end;
use engine::record::{Encoding, Format, Record};
use engine::shogi::game::Game;
use matches::HASH_MB;
use matches::contest::schedule::letter;
use matches::crew::MOST_WORKERS;
use matches::players::limit::MoveLimit;
use matches::players::{Conduct, PlayerSpec};
use matches::stats::Hypotheses;
use show::language::{Language, Reader};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

/// Reads a whole number in `range`.
pub(super) fn whole<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: Clone + Display + FromStr + PartialOrd,
{
    number("a whole number", range)
}

/// Reads a number in `range`, which is called `what`.
pub(super) fn number<T>(
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
    pub(super) fn game(&self) -> anyhow::Result<Game> {
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

/// A language, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum LanguageName {
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
pub(super) struct ReaderArgs {
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
    pub(super) fn language(self) -> Language {
        self.lang.map_or_else(Language::of_system, Language::from)
    }

    /// The notation that was given, or the usual one.
    pub(super) fn notation(self) -> Notation {
        let usual = match self.language() {
            Language::English => Notation::Western,
            Language::Japanese => Notation::Japanese,
        };
        self.reader().notation.unwrap_or(usual)
    }

    pub(super) fn reader(self) -> Reader {
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
pub(super) struct SeedArg {
    /// From which everything random follows.
    #[arg(long, value_name = "S", default_value_t = 1)]
    #[arg(value_parser = whole(0..=u64::MAX))]
    pub seed: u64,
}

/// `--concurrency`.
#[derive(Debug, Args)]
pub(super) struct ConcurrencyArg {
    /// How many games at a time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = whole(1..=MOST_WORKERS))]
    pub concurrency: usize,
}

/// `--threads`.
#[derive(Debug, Args)]
pub(super) struct ThreadsArg {
    /// How many threads; as many as the processor has unless given. The result is the same.
    #[arg(long, value_name = "N")]
    #[arg(value_parser = whole(1..=512_usize))]
    threads: Option<usize>,
}

impl ThreadsArg {
    /// How many.
    pub(super) fn count(&self) -> usize {
        let here = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or_else(here)
    }
}

/// Says on standard error what is strange about the network and the book that `settings` name, which
/// belong to what is called `name`.
pub(super) fn remark(name: &str, settings: &Settings) -> io::Result<()> {
    let network = settings.evaluation.remarks().map(str::to_owned);
    let book = match Book::open(&settings.book) {
        Ok(book) => book.and_then(|book| book.remark()),
        Err(error) => Some(error.to_string()),
    };
    let mut remarks = network.chain(book);
    remarks.try_for_each(|remark| writeln!(io::stderr(), "note: {name}: {remark}"))
}

/// `--config`.
#[derive(Debug, Args)]
pub(super) struct ConfigArg {
    /// Settings of the engine, as of a player of `selfplay`: `key=value,…`
    #[arg(long, value_name = "SETTINGS")]
    #[arg(default_value = "", hide_default_value = true)]
    #[arg(value_parser = Base::parse)]
    pub config: Base,
}

/// `--base`.
#[derive(Debug, Args)]
pub(super) struct BaseArg {
    /// Settings that all players begin with, `key=value,…`, such as search=conventional.
    #[arg(long, value_name = "SETTINGS")]
    #[arg(default_value = "", hide_default_value = true)]
    #[arg(value_parser = Base::parse)]
    pub base: Base,
}

/// A player of this engine that others are made of.
#[derive(Clone, Debug)]
pub(super) struct Base {
    /// As it was given: what others add follows after a comma.
    pub text: String,
    /// What it says.
    pub settings: Box<Settings>,
}

impl Base {
    pub(super) fn parse(text: &str) -> Result<Self, String> {
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

/// Refuses CPU time as the limit of a player in another process.
pub(super) fn check_limits<'a>(
    players: &[PlayerSpec],
    limits: impl IntoIterator<Item = &'a MoveLimit>,
) -> anyhow::Result<()> {
    for (index, (player, limit)) in players.iter().zip(limits).enumerate() {
        if matches!(limit, MoveLimit::CpuTimeMs(_)) && !player.is_in_process() {
            let (name, text) = (letter(index), &player.text);
            bail!(
                "--cpu-time for player {name}, `{text}`; expected another limit for a player \
                 in another process"
            );
        }
    }
    Ok(())
}

/// Says what is strange about networks that players name, and starts every engine in another
/// process once, so that no work is done in vain. Returns their names.
pub(super) fn probe(
    players: &[PlayerSpec],
    conduct: &Conduct,
) -> anyhow::Result<Vec<Option<String>>> {
    for (index, player) in players.iter().enumerate() {
        if let Some(settings) = player.settings() {
            remark(&format!("player {}", letter(index)), settings)?;
        }
    }
    let name_of = |(index, player): (usize, &PlayerSpec)| {
        player.probe(conduct).map_err(|fault| {
            let (name, text) = (letter(index), &player.text);
            anyhow!("player {name}, `{text}`: {}", fault.detail)
        })
    };
    players.iter().enumerate().map(name_of).collect()
}

/// One limit for all players: CPU time or nodes.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(super) struct MoveLimitArgs {
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
    pub(super) fn limit(&self) -> anyhow::Result<MoveLimit> {
        match (self.nodes, self.cpu_time) {
            (Some(nodes), _) => Ok(MoveLimit::Nodes(nodes)),
            (None, Some(ms)) => Ok(MoveLimit::CpuTimeMs(ms)),
            (None, None) => bail!("no limit; expected --nodes or --cpu-time"),
        }
    }
}

/// The test that the words of `--sprt` say, if it is given.
pub(super) fn test(words: &[String]) -> anyhow::Result<Option<Hypotheses>> {
    match words {
        [] => Ok(None),
        words => Ok(Some(words.join(" ").parse()?)),
    }
}

/// The files of a command: those that it reads, and those that it writes. None is both, nor written twice.
#[derive(Debug, Default)]
pub(super) struct Places {
    read: Vec<PathBuf>,
    written: Vec<PathBuf>,
}

impl Places {
    /// A command that reads the files `paths`.
    pub(super) fn reading(paths: impl IntoIterator<Item = impl AsRef<Path>>) -> Self {
        Self::default().and_reading(paths)
    }

    /// It also reads the files `paths`.
    pub(super) fn and_reading(mut self, paths: impl IntoIterator<Item = impl AsRef<Path>>) -> Self {
        let paths = paths.into_iter();
        self.read.extend(paths.map(|path| path.as_ref().to_owned()));
        self
    }

    /// It also reads the network and the book that `settings` name.
    pub(super) fn and_settings(self, settings: &Settings) -> Self {
        let network = settings.evaluation.file.as_ref().map(|file| &file.path);
        let book = Book::open(&settings.book).ok().flatten();
        let book = book.as_ref().map(Book::path);
        self.and_reading(network).and_reading(book)
    }

    /// It writes the files `paths`, each of which is `what`. Refuses paths that no file can be written to, so that no
    /// work is done in vain.
    pub(super) fn writing(
        mut self,
        what: &str,
        paths: impl IntoIterator<Item = impl AsRef<Path>>,
    ) -> anyhow::Result<Self> {
        for path in paths {
            let path = path.as_ref();
            let shown = path.display();
            let parent = path.parent().filter(|it| !it.as_os_str().is_empty());
            let folder = parent.unwrap_or(Path::new("."));
            if !folder.is_dir() || path.is_dir() {
                bail!("{what} `{shown}`; expected a file in a folder that exists");
            }
            let is_path = |other: &PathBuf| files::is_same(path, other);
            if self.read.iter().any(is_path) {
                bail!("{what} `{shown}` is read too; expected another file to write");
            }
            if self.written.iter().any(is_path) {
                bail!("{what} `{shown}` is written twice; expected another file");
            }
            self.written.push(path.to_owned());
        }
        Ok(self)
    }
}

/// Refuses a path that no folder can have, because there is a file. `what` is what the folder would be.
pub(super) fn check_folder(what: &str, path: &Path) -> anyhow::Result<()> {
    if path.is_dir() || !path.exists() {
        return Ok(());
    }
    let path = path.display();
    Err(anyhow!("{what} `{path}`; expected a folder"))
}

/// Writes the file at `path`, which is `what`: all of it, or nothing.
pub(super) fn replace(what: &str, path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    files::write(path, bytes).map_err(|error| anyhow!("{what} `{}`: {error}", path.display()))
}

/// Writes `record` in `format` to the file at `path`, which is `what`, in the encoding that follows from its name. Says
/// on standard error what that lacks.
pub(super) fn replace_record(
    what: &str,
    path: &Path,
    format: Format,
    record: &Record,
) -> anyhow::Result<()> {
    let encoded = format.encode(record, Encoding::of_path(path));
    replace(what, path, &encoded.bytes)?;
    if let Some(remark) = encoded.remark() {
        writeln!(io::stderr(), "note: {}: {remark}", path.display())?;
    }
    Ok(())
}

/// The exit status of a program that was interrupted, as shells have it.
const INTERRUPTED: u8 = 130;

/// What is raised by the first signal from now on.
pub(super) fn stop_sign() -> io::Result<Arc<AtomicBool>> {
    static SIGN: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    if let Some(sign) = SIGN.get() {
        return Ok(Arc::clone(sign));
    }
    let sign = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order the first signal finds the sign down.
        flag::register_conditional_shutdown(signal, INTERRUPTED.into(), Arc::clone(&sign))?;
        flag::register(signal, Arc::clone(&sign))?;
    }
    Ok(Arc::clone(SIGN.get_or_init(|| sign)))
}

/// The exit code of a run with this sign.
pub(super) fn exit_code(sign: &AtomicBool) -> ExitCode {
    if sign.load(Relaxed) {
        ExitCode::from(INTERRUPTED)
    } else {
        ExitCode::SUCCESS
    }
}

/// Standard output: as it is where a file or a program reads it, guarded where a terminal does.
pub fn standard_output() -> Box<dyn Write> {
    let stdout = io::stdout();
    if stdout.is_terminal() {
        Box::new(Guarded(stdout))
    } else {
        Box::new(stdout)
    }
}

/// Writes out what a terminal would obey, see [`printable`]. Tabs are spaces.
struct Guarded<W>(W);

impl<W: Write> Write for Guarded<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        self.0.write_all(printable(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_obeys_nothing_that_is_written() {
        let mut written = Guarded(Vec::new());
        written.write_all("６八銀\t\u{1b}[2J\n".as_bytes()).unwrap();
        written.write_all(b"\x80\x07").unwrap();
        let text = String::from_utf8(written.0).unwrap();
        assert_eq!(text, "６八銀 \\u{1b}[2J\n\u{fffd}\\u{7}");
    }
}
