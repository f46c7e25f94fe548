//! The arguments of `analyze`, and where its output goes.

use super::record;
use anyhow::{Context, anyhow, bail};
use base::files::text::one_line;
use base::progress::{Progress, Screen};
use clap::Args;
use command::files::{Places, replace, replace_record};
use command::options::{ConfigArg, ReaderArgs, whole};
use engine::player::Level;
use engine::record::{Format, Reading};
use matches::games::{self, Tolerance};
use show::analyze::{self, Analysis, Effort, Extent, Lesson, Text, Thinker};
use std::collections::BTreeSet;
use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Arguments of `analyze`.
#[derive(Debug, Args)]
#[command(after_help = "\
Records are .csa, .kif, .kifu, .ki2, .ki2u, .jkf, .usi or .txt, in UTF-8, CP932 (Shift-JIS) or EUC-JP; - is standard \
input. A folder stands for all records in it and below. The main \
line is analysed, with --branches its branches too; --kif keeps them as they are. What is left out is named in notes. Each position is searched twice, forward and back \
with the same table, and the mate solver looks at it. With --nodes the result is always the same.

Values are centipawns from Black's side. Winning chances are 1 / (1 + exp(-value / 600)). A move that \
loses 5 % of them is an inaccuracy, 10 % a mistake, 20 % a blunder.

With --level three players of that level, who differ by chance, are asked about every \
mistake. They see it if two of them play the engine's move, or one that loses at most half as much.

Without --html, --quiz, --problems, --kif, --csa and --json a table is written. With several records or a folder, \
--html, --kif and --csa name folders, which are made, and the files in them are called like the records; --quiz and \
--problems (in the form of ShogiHome) are one file for all. For them and pages each mistake is searched once more.

--json writes one object a line: file, names, start, winner, players (side, moves, same_as_engine, \
inaccuracies, mistakes, blunders, mean_loss in permille, phases and kinds: moves, bad, loss), turning_points (number, kind: leads, turns, \
decided, missed_mate; side, english, japanese) and moves (number, side, move, kif, before and after: \
{cp or mate and winner, chance of Black in permille}, chance of the mover with best play, loss, class, \
missed_mate in plies, phase, themes, faults (english, japanese), seen_at_level, line and line_kif of the engine, depth, \
nodes), branches (leaves: 0 the game, n the nth branch; after, moves), shallow.

Examples:
  usi-engine analyze game.kif
  usi-engine analyze game.kif --lang ja --html game.html
  usi-engine analyze game.kif --level 6
  usi-engine analyze folder --quiz quiz.html
  usi-engine analyze game.kif --branches --html game.html
  usi-engine analyze folder --problems problems.json
  usi-engine analyze game.csa --nodes 400000 --kif analysed.kifu")]
pub struct AnalyzeArgs {
    /// The records, and folders of them.
    #[arg(required = true, value_name = "GAME")]
    games: Vec<PathBuf>,
    /// How many nodes to search for each position.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    #[arg(conflicts_with = "cpu_time")]
    #[arg(value_parser = whole(1..=u64::MAX))]
    nodes: u64,
    /// How many milliseconds of CPU time to search for each position instead.
    #[arg(long, value_name = "MS")]
    #[arg(value_parser = whole(1..=86_400_000_u64))]
    cpu_time: Option<u64>,
    /// Say of each mistake whether a player of this level, from 0 to 20, would have seen it.
    #[arg(long, value_name = "N", value_parser = whole(Level::NUMBERS))]
    level: Option<u8>,
    /// Analyse the branches of records too.
    #[arg(long)]
    branches: bool,
    #[command(flatten)]
    engine: ConfigArg,
    #[command(flatten)]
    reader: ReaderArgs,
    /// Write a page: graph, board to step through, moves with remarks, mistakes as a quiz.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write a page that asks about the mistakes of all the games.
    #[arg(long, value_name = "FILE")]
    quiz: Option<PathBuf>,
    /// Write the mistakes of all the games as next-move problems.
    #[arg(long, value_name = "FILE")]
    problems: Option<PathBuf>,
    /// Write the record with the analysis as comments, in KIF.
    #[arg(long, value_name = "FILE")]
    kif: Option<PathBuf>,
    /// Write the record with the analysis as comments, in CSA.
    #[arg(long, value_name = "FILE")]
    csa: Option<PathBuf>,
    /// Write one JSON object for each game.
    #[arg(long)]
    json: bool,
}

/// A kind of file that is written.
struct Kind<'a> {
    name: &'static str,
    extension: &'static str,
    /// The file, or the folder where there are several games or a folder of them.
    place: &'a Path,
    is_folder: bool,
}

impl Kind<'_> {
    /// Where what is written about `game` goes.
    fn path(&self, game: &Path) -> anyhow::Result<PathBuf> {
        if !self.is_folder {
            return Ok(self.place.to_owned());
        }
        let place = self.place.display();
        if self.place.exists() && !self.place.is_dir() {
            return Err(anyhow!(
                "`{place}`; expected a folder, for it is about several records or a folder of them"
            ));
        }
        let name = game.file_name().context("a record has a name")?;
        Ok(self.place.join(name).with_extension(self.extension))
    }
}

impl AnalyzeArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let is_record = |file: &Path| Format::of_path(file).is_some();
        let games = games::files(&self.games, is_record)?;
        self.take_places(&games)?;
        let readings = self.readings(&games)?;
        let reader = self.reader.reader();
        let mut thinker = self.thinker();
        let (mut questions, mut problems) = (Vec::new(), Vec::new());
        for (path, reading) in readings {
            for note in &reading.notes {
                tell(path, note)?;
            }
            let analysis = think(path, reading, self.extent(), &mut thinker)?;
            if analysis.is_shallow() {
                tell(path, &reader.language.shallow())?;
            }
            let lessons = self.asks().then(|| analyze::lessons(&analysis, &thinker));
            let lessons = lessons.unwrap_or_default();
            let asked = analyze::questions(&analysis, &lessons, reader, &title(path));
            questions.extend(asked);
            problems.extend(analyze::problems(&analysis, &lessons, &whole_path(path)));
            let found = (&analysis, &lessons[..]);
            self.write(path, games.len(), found, out)?;
        }
        if let Some(quiz) = &self.quiz {
            let page = analyze::quiz(&questions, reader)?;
            replace("quiz", quiz, page.as_bytes())?;
        }
        if let Some(file) = &self.problems {
            let title = analyze::quiz_title(reader.language);
            let text = serde_json::to_string_pretty(&analyze::problem_file(&problems, title))?;
            replace("problems", file, text.as_bytes())?;
        }
        Ok(())
    }

    /// What is read from `games`, but for what is passed over.
    fn readings<'a>(&self, games: &'a [PathBuf]) -> anyhow::Result<Vec<(&'a PathBuf, Reading)>> {
        let (mut readings, mut tolerance) = (Vec::new(), Tolerance::of(&self.games));
        for path in games {
            let reading = tolerance.take(path, record::read(path))?;
            readings.extend(reading.map(|reading| (path, reading)));
        }
        tolerance.finish()?;
        Ok(readings)
    }

    /// Makes the folders that are missing, and refuses to write two things into one file, or over what is read.
    fn take_places(&self, games: &[PathBuf]) -> anyhow::Result<()> {
        let places = Places::reading(games).and_settings(&self.engine.config.settings);
        let mut places = places.writing("quiz", &self.quiz)?;
        places = places.writing("problems", &self.problems)?;
        for kind in self.kinds(games.len()) {
            if kind.is_folder && !kind.place.exists() {
                let failed = |error| anyhow!("`{}`: {error}", kind.place.display());
                fs::create_dir_all(kind.place).map_err(failed)?;
            }
            let mut taken = BTreeSet::new();
            for game in games {
                let place = kind.path(game)?;
                if !taken.insert(place.clone()) {
                    let game = game.display();
                    bail!(
                        "`{game}`; expected a name that no other record has before its extension"
                    );
                }
                places = places.writing(kind.name, [&place])?;
            }
        }
        Ok(())
    }

    fn thinker(&self) -> Thinker {
        let effort = self
            .cpu_time
            .map_or(Effort::Nodes(self.nodes), Effort::CpuTime);
        let settings = *self.engine.config.settings.clone();
        let thinker = Thinker::new(settings.clone(), effort);
        match self.level {
            Some(level) => thinker.with_level(&settings, Level::new(level)),
            None => thinker,
        }
    }

    fn extent(&self) -> Extent {
        if self.branches {
            Extent::Branches
        } else {
            Extent::Game
        }
    }

    /// Whether anything that is written asks questions.
    fn asks(&self) -> bool {
        let files = [&self.html, &self.quiz, &self.problems];
        files.iter().any(|file| file.is_some())
    }

    /// What is written about so many games.
    fn kinds(&self, games: usize) -> impl Iterator<Item = Kind<'_>> {
        let is_folder = games > 1 || self.games.iter().any(|path| path.is_dir());
        let kinds = [
            (&self.html, "page", "html"),
            (&self.kif, "KIF record", "kif"),
            (&self.csa, "CSA record", "csa"),
        ];
        kinds
            .into_iter()
            .filter_map(move |(place, name, extension)| {
                let place = place.as_deref()?;
                Some(Kind {
                    name,
                    extension,
                    place,
                    is_folder,
                })
            })
    }

    /// Writes what was found about `game`, one of so many.
    fn write(
        &self,
        game: &Path,
        games: usize,
        (analysis, lessons): (&Analysis, &[Lesson]),
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let reader = self.reader.reader();
        let mut is_silent = self.quiz.is_some() || self.problems.is_some();
        for kind in self.kinds(games) {
            let path = kind.path(game)?;
            match kind.extension {
                "kif" => {
                    let record = analyze::annotated(analysis, reader, false);
                    replace_record(kind.name, &path, Format::Kif, &record)?;
                }
                "csa" => {
                    let record = analyze::annotated(analysis, reader, true);
                    replace_record(kind.name, &path, Format::Csa, &record)?;
                }
                _ => {
                    let page = analyze::html(analysis, lessons, reader, &title(game))?;
                    replace(kind.name, &path, page.as_bytes())?;
                }
            }
            if kind.extension == "csa" && !analysis.record.branches().is_empty() {
                let game = game.display();
                writeln!(io::stderr(), "note: {game}: CSA: {}", record::BRANCHES_LOST)?;
            }
            is_silent = true;
        }
        if self.json {
            let mut object = analyze::json(analysis);
            object["file"] = game.display().to_string().into();
            writeln!(out, "{object}")?;
        } else if !is_silent {
            if games > 1 {
                writeln!(out, "{}\n", title(game))?;
            }
            writeln!(out, "{}", Text { analysis, reader })?;
        }
        Ok(())
    }
}

/// The name of a file, without the folders it is in.
fn title(game: &Path) -> String {
    if game == Path::new(games::STANDARD_INPUT) {
        return games::STANDARD_INPUT_SHOWN.to_owned();
    }
    one_line(game.file_name().unwrap_or_default().to_string_lossy())
}

/// Says something about a record on standard error.
fn tell(path: &Path, note: &dyn Display) -> io::Result<()> {
    let note = one_line(format!("note: {}: {note}", path.display()));
    writeln!(io::stderr(), "{note}")
}

/// Where a record is, from the root on.
fn whole_path(game: &Path) -> String {
    let whole = fs::canonicalize(game);
    whole
        .unwrap_or_else(|_| game.to_owned())
        .display()
        .to_string()
}

/// The analysis of a record, with progress on standard error.
fn think(
    path: &Path,
    reading: Reading,
    extent: Extent,
    thinker: &mut Thinker,
) -> io::Result<Analysis> {
    let mut stderr = io::stderr();
    let steps = Analysis::steps(&reading.record, extent) as u64;
    let mut progress = Progress::new(Screen::of(&mut stderr), 0, steps);
    let mut show = |done: usize| {
        let account = || format!("{}: {done} of {steps} searches", title(path));
        progress.show(done as u64, account)
    };
    Analysis::new(reading.record, extent, thinker, &mut show)
}
