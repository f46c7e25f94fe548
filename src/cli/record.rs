//! `record`: what is done with files of games.

mod paths;

use anyhow::anyhow;
use base::files::text::printable;
use clap::{Args, Subcommand, ValueEnum};
use command::options::FilterArgs;
use engine::record::{Encoding, Format, Reading};
use learn::dataset::PackedFormat;
use matches::games;
use paths::Sink;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The note where branches have no place.
pub(super) const BRANCHES_LOST: &str = "branches left out: only KIF, KI2 and JKF hold them";

/// What can be done with game records.
#[derive(Debug, Subcommand)]
pub enum RecordCommand {
    /// Read a record and write it in another format.
    Convert(ConvertArgs),
}

/// Arguments of `record convert`.
#[derive(Debug, Args)]
#[command(
    after_help = "Forms by extension: .csa (V2 to V3.0), .kif or .kifu, .ki2 or .ki2u, .jkf (JSON), .usi (a game in a line), .sfen (a position in a \
line), .psv and .hcpe (positions to learn from).\n\
    A file may hold many games: CSA with lines of / between, KIF and KI2 one after another. Positions are written of every move of \
the games, and read as games of one move.\n\
    Read are UTF-8, CP932 (Shift-JIS) and EUC-JP, which is found out; written is CP932 for .kif and .ki2, UTF-8 for all \
others, or what --encoding says. 〓 stands for a character that CP932 lacks.\n\
    A file called .txt, and standard input without --from, is what its lines look like.\n\
    What the new form cannot hold is lost: .usi keeps the start and the moves only, and only KIF, KI2 and JKF keep branches.\n\n\
    Examples:\n  \
    usi-engine record convert game.csa game.kif\n  \
    usi-engine record convert folder all.csa\n  \
    usi-engine record convert floodgate strong.psv --rating 3500..\n  \
    usi-engine record convert all.csa folder/ --to kif\n  \
    usi-engine record convert - - --from kif --to usi"
)]
pub struct ConvertArgs {
    /// The file to read, or a folder of such files, or - for standard input.
    input: PathBuf,
    /// The file to write, which is replaced if it is there, or a folder for a file a game, or - for
    /// standard output.
    output: PathBuf,
    /// What the input is in, if it does not follow from the name.
    #[arg(long, value_enum, value_name = "FORM")]
    from: Option<Form>,
    /// What the output is in, if it does not follow from the name.
    #[arg(long, value_enum, value_name = "FORM")]
    to: Option<Form>,
    /// How CSA, KIF and KI2 are encoded; unless given in Shift-JIS (CP932) for .kif and .ki2, else in UTF-8.
    #[arg(long, value_enum, value_name = "ENCODING")]
    encoding: Option<EncodingName>,
    #[command(flatten)]
    filter: FilterArgs,
}

/// An encoding, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EncodingName {
    /// UTF-8.
    #[value(name = "utf-8", alias = "utf8")]
    Utf8,
    /// CP932 (Shift-JIS).
    #[value(name = "shift-jis", aliases = ["sjis", "cp932", "shift_jis"])]
    ShiftJis,
}

impl From<EncodingName> for Encoding {
    fn from(name: EncodingName) -> Self {
        match name {
            EncodingName::Utf8 => Self::Utf8,
            EncodingName::ShiftJis => Self::ShiftJis,
        }
    }
}

impl ConvertArgs {
    /// Converts, and writes what was left out: on `out`, or on standard error if the games
    /// are written there.
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let mut notes = Vec::new();
        let is_out = self.output == Path::new("-");
        let encoding = self.encoding.map(Encoding::from);
        let mut sink = Sink::new(&self.output, self.to, encoding, &mut *out)?;
        let mut last = (PathBuf::new(), 0);
        let filter = self.filter.filter();
        let mut unwanted = 0_u64;
        paths::each(&self.input, self.from, &self.output, |path, item| {
            last = match last {
                (ref there, number) if there == path => (path.to_owned(), number + 1),
                _ => (path.to_owned(), 0),
            };
            let plies = item.reading.record.game().moves().len();
            if !filter.admits(plies, &item.facts()) {
                unwanted += 1;
                return Ok(());
            }
            let notes_of_item = item.reading.notes.iter();
            notes.extend(notes_of_item.map(|note| format!("{}: {note}", path.display())));
            if !sink.holds_branches() && !item.reading.record.branches().is_empty() {
                let (path, number) = (path.display(), last.1 + 1);
                notes.push(format!("{path}: game {number}: {BRANCHES_LOST}"));
            }
            let remark = sink.write(path, last.1, &item)?;
            let remark = remark.map(|it| format!("{}: game {}: {it}", path.display(), last.1 + 1));
            notes.extend(remark);
            Ok(())
        })?;
        if unwanted > 0 {
            notes.push(format!("{unwanted} games left out, {} written", sink.games));
        }
        sink.finish()?;
        for note in notes.iter().map(|note| printable(note)) {
            if is_out {
                writeln!(io::stderr(), "{note}")?;
            } else {
                writeln!(out, "{note}")?;
            }
        }
        Ok(())
    }
}

/// A form of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Games in the format of the Computer Shogi Association.
    Csa,
    /// Games in the format of Kifu for Windows.
    Kif,
    /// Games as they are printed in books.
    Ki2,
    /// Games as JSON, for boards on the web.
    Jkf,
    /// A game in a line: startpos moves …
    Usi,
    /// A position in a line.
    Sfen,
    /// Positions as `YaneuraOu` learns from them, 40 bytes each.
    Psv,
    /// Positions as dlshogi learns from them, 38 bytes each.
    Hcpe,
}

/// What a form holds.
enum Holds {
    /// Games.
    Games(Format),
    /// Positions in lines.
    Lines,
    /// Positions in bytes.
    Packed(PackedFormat),
}

impl Form {
    /// That of files that are called like `path`.
    fn of_path(path: &Path) -> Option<Self> {
        let games = Format::of_path(path);
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        let is_called = |form: &Self| match form.holds() {
            Holds::Games(format) => games == Some(format),
            Holds::Lines | Holds::Packed(_) => form.extension() == extension,
        };
        Self::value_variants().iter().copied().find(is_called)
    }

    /// What files of this form are called after the point.
    fn extension(self) -> &'static str {
        match self.holds() {
            Holds::Games(format) => format.extension(),
            Holds::Lines => "sfen",
            Holds::Packed(PackedFormat::Psv) => "psv",
            Holds::Packed(PackedFormat::Hcpe) => "hcpe",
        }
    }

    /// What it holds.
    fn holds(self) -> Holds {
        match self {
            Self::Csa => Holds::Games(Format::Csa),
            Self::Kif => Holds::Games(Format::Kif),
            Self::Ki2 => Holds::Games(Format::Ki2),
            Self::Jkf => Holds::Games(Format::Jkf),
            Self::Usi => Holds::Games(Format::Usi),
            Self::Sfen => Holds::Lines,
            Self::Psv => Holds::Packed(PackedFormat::Psv),
            Self::Hcpe => Holds::Packed(PackedFormat::Hcpe),
        }
    }
}

/// Why the form of a file is not known.
fn unknown_form(path: &Path) -> String {
    let path = path.display();
    format!(
        "unknown form of `{path}`; expected .csa, .kif, .kifu, .ki2, .ki2u, .jkf, .usi, .sfen, .psv or .hcpe, or --from and --to"
    )
}

/// The record in the file at `path`, or on standard input.
pub(super) fn read(path: &Path) -> anyhow::Result<Reading> {
    let (bytes, format) = games::record(path)?;
    let read = format.read(&bytes);
    read.map_err(|error| anyhow!("`{}`: {error}", path.display()))
}
