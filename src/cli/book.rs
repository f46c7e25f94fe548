//! The arguments of `book`: opening books made, merged, worked out, looked into.

use base::progress::Screen;
use clap::{Args, Subcommand, ValueEnum};
use command::files::{Places, replace};
use command::options::{ConfigArg, FilterArgs, PositionArgs, ThreadsArg, whole};
use engine::book::{Book, MemoryBook, Summary};
use engine::shogi::Color;
use learn::book::{self, Choice, DrawValues, GamesBook, Growth, Movers};
use learn::games;
use matches::contest::schedule::Part;
use matches::games as records;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What a draw may be worth, in centipawns.
const DRAWS: RangeInclusive<i32> = -30_000..=30_000;

/// What can be done with books.
#[derive(Debug, Subcommand)]
pub enum BookCommand {
    /// Make a book from games, or by searching the positions that a book leads to.
    Make(Box<MakeArgs>),
    /// Say what is in a book, and what is wrong with it; exit with 1 if anything is.
    Stats {
        /// The book.
        file: PathBuf,
    },
    /// Put books (.db, .ybb, .sbk or .bin) together into one whose positions are in order: .db, or .ybb if it is called
    /// so. Needs memory for all of them.
    #[command(visible_alias = "convert")]
    Merge {
        /// The file to write; it is replaced if it is there.
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        #[command(flatten)]
        avoid: AvoidArg,
        /// The books.
        #[arg(required = true)]
        books: Vec<PathBuf>,
    },
    /// Carry the values at the ends of a book's lines back to all its moves: each is worth what it comes to if both
    /// sides play for the best in the book ("peta shock" in `YaneuraOu`). Needs memory for the book.
    #[command(visible_alias = "peta-shock")]
    Minimax {
        /// The file to write; it is replaced if it is there.
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// What a draw by repetition is worth to Black, in centipawns, where Black's moves are chosen.
        #[arg(
            long,
            value_name = "CP",
            default_value_t = 0,
            allow_negative_numbers = true
        )]
        #[arg(value_parser = whole(DRAWS))]
        draw_black: i32,
        /// The same to White, where White's moves are chosen.
        #[arg(
            long,
            value_name = "CP",
            default_value_t = 0,
            allow_negative_numbers = true
        )]
        #[arg(value_parser = whole(DRAWS))]
        draw_white: i32,
        /// First add the legal moves that lead from one position of the book to another.
        #[arg(long)]
        connect: bool,
        /// The books, which are put together first.
        #[arg(required = true)]
        books: Vec<PathBuf>,
    },
    /// Show the moves that a book has for a position.
    Lookup {
        /// The book.
        file: PathBuf,
        #[command(flatten)]
        position: PositionArgs,
    },
}

/// Headings of the options of `book make`.
pub(super) const GAMES: &str = "A book from games";
pub(super) const SEARCH: &str = "A book from searches";

/// `--avoid`.
#[derive(Debug, Args)]
pub struct AvoidArg {
    /// Never play the last moves of these records, such as `startpos moves 7g7f 3c3d 8h2b+` in a file called .usi. The
    /// book says so in a remark `# avoid MOVE` below the position.
    #[arg(long, value_name = "FILE")]
    avoid: Vec<PathBuf>,
}

impl AvoidArg {
    /// A book with nothing but what is to be avoided.
    fn draft(&self) -> anyhow::Result<MemoryBook> {
        let mut draft = MemoryBook::default();
        book::avoid(&mut draft, &records::read_all(&self.avoid)?);
        Ok(draft)
    }
}

/// Whose moves are taken, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MoversName {
    /// Both sides'.
    Both,
    /// Those of the side that won.
    Winner,
    /// Black's.
    Black,
    /// White's.
    White,
}

impl From<MoversName> for Movers {
    fn from(name: MoversName) -> Self {
        match name {
            MoversName::Both => Self::Both,
            MoversName::Winner => Self::Winner,
            MoversName::Black => Self::Side(Color::Black),
            MoversName::White => Self::Side(Color::White),
        }
    }
}

/// Arguments of `book make`.
#[derive(Debug, Args)]
#[command(after_help = "\
Positions searched are kept in a journal beside the book, from which the same command goes on \
after any end; with more plies or another margin it goes on too. With parts, one round is \
searched: merge the base and the books of all parts, and give the result as --base of the next.

Examples:
  usi-engine book make --out book.db --games games/*.csa --least 3
  usi-engine book make --out book.db --games floodgate --rating 3500.. \
      --moves-of winner --plies 40
  usi-engine book make --out book.db --nodes 100000 --plies 8
  usi-engine book make --out part0.db --base book.db --nodes 100000 \\
      --plies 8 --part 1/2
  usi-engine book merge --out book2.db book.db part0.db part1.db")]
pub struct MakeArgs {
    /// The file to write; it is replaced if it is there.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many plies deep.
    #[arg(long, value_name = "N", default_value_t = 8)]
    #[arg(value_parser = whole(0..=200_usize))]
    plies: usize,
    #[command(flatten)]
    avoid: AvoidArg,
    /// Take the moves of these games: records, journals of `selfplay`, files and folders of `datagen`.
    #[arg(help_heading = GAMES, long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["base", "margin", "part"])]
    games: Vec<PathBuf>,
    /// Keep moves that were played so often in the games.
    #[arg(help_heading = GAMES, long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = whole(1..=u64::MAX))]
    least: u64,
    /// Keep moves with which at least so many percent of the points were made, half a point for a draw; games without
    /// a result do not count.
    #[arg(help_heading = GAMES, long, value_name = "PERCENT", default_value_t = 0)]
    #[arg(value_parser = whole(0..=100_u64))]
    least_share: u64,
    /// Whose moves.
    #[arg(help_heading = GAMES, long, value_enum, value_name = "SIDE", default_value = "both")]
    moves_of: MoversName,
    #[command(flatten, next_help_heading = GAMES)]
    filter: FilterArgs,
    /// Books to begin with.
    #[arg(help_heading = SEARCH, long, value_name = "FILE")]
    base: Vec<PathBuf>,
    /// How many nodes the search of a position has.
    #[arg(help_heading = SEARCH, long, value_name = "N", default_value_t = 100_000)]
    #[arg(value_parser = whole(1..=1_000_000_000_u64))]
    nodes: u64,
    /// How many moves of a position are kept.
    #[arg(help_heading = SEARCH, long, value_name = "N", default_value_t = 3)]
    #[arg(value_parser = whole(1..=600_usize))]
    lines: usize,
    /// Follow moves that are worse than the best by at most so many centipawns.
    #[arg(help_heading = SEARCH, long, value_name = "CP", default_value_t = 30)]
    #[arg(value_parser = whole(0..=30_000))]
    margin: i32,
    /// Search only part I of N, I from 1 to N.
    #[arg(help_heading = SEARCH, long, value_name = "I/N", default_value_t = Part::ALL)]
    part: Part,
    #[command(flatten, next_help_heading = SEARCH)]
    root: PositionArgs,
    #[command(flatten, next_help_heading = SEARCH)]
    threads: ThreadsArg,
    #[command(flatten, next_help_heading = SEARCH)]
    engine: ConfigArg,
}

impl BookCommand {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        match self {
            Self::Make(args) => args.run(out)?,
            Self::Merge {
                out: file,
                avoid,
                books,
            } => {
                Places::reading(books)
                    .and_reading(&avoid.avoid)
                    .writing("book", [file])?;
                write(&read(avoid.draft()?, books)?, file, out)?;
            }
            Self::Minimax {
                out: file,
                draw_black: black,
                draw_white: white,
                connect,
                books,
            } => {
                Places::reading(books).writing("book", [file])?;
                let draws = DrawValues {
                    black: *black,
                    white: *white,
                };
                let mut draft = read(MemoryBook::default(), books)?;
                if *connect {
                    let added;
                    (draft, added) = book::connect(draft);
                    writeln!(out, "{added} moves between positions of the book added")?;
                }
                let mut err = io::stderr();
                let (draft, carried) = book::minimax(draft, draws, Screen::of(&mut err))?;
                write(&draft, file, out)?;
                writeln!(out, "{carried}")?;
            }
            Self::Lookup { file, position } => lookup(file, position, out)?,
            Self::Stats { file } => {
                let summary = Summary::of(file)?;
                write!(out, "{summary}")?;
                return Ok(ExitCode::from(u8::from(!summary.is_sound())));
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl MakeArgs {
    fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        Places::reading(games::files(&self.games)?)
            .and_reading(&self.base)
            .and_reading(&self.avoid.avoid)
            .and_settings(&self.engine.config.settings)
            .writing("book", [&self.out])?
            .writing("journal", self.games.is_empty().then(|| self.journal()))?;
        let draft = if self.games.is_empty() {
            self.grown()?
        } else {
            self.of_games(out)?
        };
        write(&draft, &self.out, out)
    }

    fn of_games(&self, out: &mut dyn Write) -> anyhow::Result<MemoryBook> {
        let choice = Choice {
            plies: self.plies,
            movers: self.moves_of.into(),
            least: self.least,
            least_share: self.least_share,
        };
        let filter = self.filter.filter();
        let mut book = GamesBook::new(choice, self.avoid.draft()?);
        let (mut all, mut wanted) = (0_u64, 0_u64);
        games::each(&self.games, |game| {
            all += 1;
            if game.is_wanted(&filter) {
                wanted += 1;
                book.add(&game);
            }
        })?;
        if !filter.is_all() {
            writeln!(out, "{wanted} of {all} games")?;
        }
        Ok(book.finish())
    }

    fn grown(&self) -> anyhow::Result<MemoryBook> {
        let base = read(self.avoid.draft()?, &self.base)?;
        let news = &mut io::stderr();
        Ok(self.plan()?.run(&base, &self.journal(), news)?)
    }

    /// The file beside the book.
    fn journal(&self) -> PathBuf {
        let mut name = self.out.clone().into_os_string();
        name.push(".journal");
        name.into()
    }

    fn plan(&self) -> anyhow::Result<Growth> {
        let mut settings = (*self.engine.config.settings).clone();
        settings.multi_pv = self.lines;
        settings.threads = 1;
        Ok(Growth {
            engine: self.engine.config.text.clone(),
            settings,
            root: self.root.game()?.position().clone(),
            nodes: self.nodes,
            plies: self.plies,
            margin: self.margin,
            part: self.part,
            threads: self.threads.count(),
        })
    }
}

/// All that is in `books`, on top of `draft`.
fn read(mut draft: MemoryBook, books: &[PathBuf]) -> anyhow::Result<MemoryBook> {
    for path in books {
        if let Some(remark) = draft.read(path)? {
            writeln!(io::stderr(), "note: {remark}")?;
        }
    }
    Ok(draft)
}

fn write(draft: &MemoryBook, file: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut bytes = Vec::new();
    let lost = draft.write_as(file, &mut bytes)?;
    replace("book", file, &bytes)?;
    if lost > 0 {
        writeln!(
            io::stderr(),
            "note: without {lost} positions that have not all forty pieces: .ybb has no place for them"
        )?;
    }
    writeln!(out, "{} positions", draft.len())?;
    Ok(())
}

fn lookup(file: &Path, position: &PositionArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let book = Book::at(file)?;
    if let Some(remark) = book.remark() {
        writeln!(io::stderr(), "note: {remark}")?;
    }
    let game = position.game()?;
    let (moves, avoided) = (
        book.moves(game.position(), true)?,
        book.avoided(game.position(), true)?,
    );
    if moves.is_empty() {
        writeln!(out, "not in the book")?;
    }
    for mv in avoided {
        writeln!(out, "{mv}  never to be played")?;
    }
    for it in &moves {
        let reply = it.reply.map_or("none".to_owned(), |mv| mv.to_string());
        let (mv, value, depth, count) = (it.mv, it.value, it.depth, it.count);
        writeln!(
            out,
            "{mv}  value {value:>6}  depth {depth:>3}  count {count:>6}  reply {reply}"
        )?;
    }
    Ok(())
}
