//! The arguments of `mate`, and its output: the board, the line in Japanese and in USI notation,
//! its length, and what it cost.

use super::judge::{BoundArgs, JudgeArgs};
use super::source::PositionSource;
use clap::{Args, Subcommand};
use command::files::{Places, replace_record};
use command::options::{ReaderArgs, whole};
use engine::mate::{
    MateAnswer, MateLength, MateLimits, MateProblem, MateProgress, MateReport,
    length_without_futile,
};
use engine::record::{Format, Record, Termination, kif};
use engine::shogi::game::Game;
use engine::shogi::sfen::Diagram;
use engine::shogi::{Move, Position};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use show::language::Language;
use show::texts::Text;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Arguments of `mate`.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "\
The side to move attacks. `mate` and `no mate` are proven; without a limit the search goes on \
until one of them is. The exit code is 0 if one is, 1 if a limit was reached before. `mate in at most` \
a number of moves is a bound: the longest defence was not found out within the limit.

A record in which every move of the side that begins gives check is a solution, and is solved from its start; of another the last \
position is solved, or that of --ply.

Examples:
  usi-engine mate --sfen \"4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1\"
  usi-engine mate problem.kif --shortest --kif solution.kif
  usi-engine mate game.kif --ply 80")]
pub struct MateArgs {
    #[command(subcommand)]
    command: Option<MateCommand>,
    #[command(flatten)]
    source: PositionSource,
    #[command(flatten)]
    bounds: BoundArgs,
    /// Threads that search, together.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = whole(1..=512_usize))]
    threads: usize,
    /// Find a shortest mate.
    #[arg(long)]
    shortest: bool,
    #[command(flatten)]
    reader: ReaderArgs,
    /// Write one JSON object instead of lines of text.
    #[arg(long)]
    json: bool,
    /// Write the line as a KIF record to this file.
    #[arg(long, value_name = "FILE")]
    kif: Option<PathBuf>,
}

/// What is done instead of looking for a mate.
#[derive(Debug, Subcommand)]
enum MateCommand {
    /// Judge problems: length, second solutions, variations, pieces left in hand.
    Judge(JudgeArgs),
}

impl MateArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        if let Some(MateCommand::Judge(args)) = &self.command {
            return args.run(out);
        }
        Places::reading(self.source.file()).writing("KIF record", &self.kif)?;
        let game = self.source.problem()?;
        let problem = self.problem(&game);
        if !self.json {
            writeln!(out, "{}\n", self.drawing(game.position()))?;
        }
        let stop = AtomicBool::new(false);
        let screen = Screen::new(self.reader);
        let mut show = |now: &MateProgress| screen.show(game.position(), now);
        let report = problem.solve_after(game.history(), self.threads, &stop, &mut show);
        drop(screen);
        let solution = Solution::new(&game, report);
        if self.json {
            writeln!(out, "{}", solution.as_json())?;
        } else {
            solution.write(self.reader, out)?;
        }
        if let (Some(path), Some(record)) = (&self.kif, &solution.record) {
            replace_record("KIF record", path, Format::Kif, record)?;
        }
        let undecided = solution.report.answer == MateAnswer::NotDecided;
        Ok(ExitCode::from(u8::from(undecided)))
    }

    /// The board; in Japanese as records have it.
    fn drawing(&self, pos: &Position) -> String {
        match self.reader.language() {
            Language::English => Diagram(pos).to_string(),
            Language::Japanese => kif::drawing(pos).join("\n"),
        }
    }

    fn problem(&self, game: &Game) -> MateProblem {
        let time = self.bounds.time();
        MateProblem {
            position: game.position().clone(),
            limits: MateLimits {
                nodes: self.bounds.nodes,
                until: time.and_then(|time| Instant::now().checked_add(time)),
            },
            hash_mb: self.bounds.hash,
            length: if self.shortest {
                MateLength::Shortest
            } else {
                MateLength::Shortened
            },
        }
    }
}

/// Shows on a terminal how far the search is, on a line that is gone when this is dropped.
struct Screen {
    bar: ProgressBar,
    reader: ReaderArgs,
}

impl Screen {
    fn new(reader: ReaderArgs) -> Self {
        let bar = ProgressBar::no_length();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
            bar.set_style(style);
        }
        Self { bar, reader }
    }

    fn show(&self, start: &Position, progress: &MateProgress) {
        if self.bar.is_hidden() {
            return;
        }
        let line = self.reader.notation().line(start, None, &progress.line);
        let effort = effort(self.reader.language(), progress);
        self.bar
            .set_message(format!("{effort}: {}", line.join(" ")));
        self.bar.tick();
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// What the search took so far.
fn effort(language: Language, progress: &MateProgress) -> String {
    let seconds = format!("{:.3}", progress.time_ms as f64 / 1000.0);
    language.say(Text::MateCost, &[&progress.nodes, &seconds])
}

/// What was found, ready to be written.
struct Solution {
    report: MateReport,
    line: Vec<Move>,
    /// The mate as a game from the position asked about; none if there is no mate.
    record: Option<Record>,
    /// The plies of the line without pieces that are dropped in vain at its end.
    length: usize,
}

impl Solution {
    fn new(game: &Game, report: MateReport) -> Self {
        let start = game.position().clone();
        let line = match &report.answer {
            MateAnswer::Mate(line) => line.clone(),
            _ => Vec::new(),
        };
        let length = length_without_futile(&start, &line);
        let record = (!line.is_empty()).then(|| as_record(Game::new(start), &line));
        Self {
            report,
            line,
            record,
            length,
        }
    }

    fn write(&self, reader: ReaderArgs, out: &mut dyn Write) -> anyhow::Result<()> {
        let language = reader.language();
        match &self.record {
            Some(record) => self.write_mate(record, reader, out)?,
            None if self.report.answer == MateAnswer::NoMate => {
                writeln!(out, "{}", language.say(Text::NoMate, &[]))?;
            }
            None => writeln!(out, "{}", language.say(Text::NotDecided, &[]))?,
        }
        Ok(writeln!(
            out,
            "{}",
            effort(language, &self.report.progress)
        )?)
    }

    fn write_mate(
        &self,
        record: &Record,
        reader: ReaderArgs,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let (is_bound, language) = (self.report.is_bound(), reader.language());
        let text = if is_bound {
            Text::MateWithin
        } else {
            Text::MateIn
        };
        write!(out, "{}", language.say(text, &[&self.report.plies]))?;
        if self.report.is_shortest {
            write!(out, "{}", language.say(Text::Shortest, &[]))?;
        }
        if !is_bound && self.length < self.line.len() {
            write!(
                out,
                "{}",
                language.say(Text::WithoutFutile, &[&self.length])
            )?;
        }
        let named = reader
            .notation()
            .line(record.game().start(), None, &self.line)
            .join(" ");
        let usi = usi(&self.line).join(" ");
        writeln!(out, "\n{named}")?;
        if named != usi {
            writeln!(out, "{usi}")?;
        }
        Ok(())
    }

    fn as_json(&self) -> Value {
        let answer = match self.report.answer {
            MateAnswer::Mate(_) => "mate",
            MateAnswer::NoMate => "nomate",
            MateAnswer::NotDecided => "undecided",
        };
        let is_bound = self.report.is_bound();
        json!({
            "answer": answer,
            "plies": self.report.plies,
            "is_bound": is_bound,
            "plies_without_futile": (!is_bound).then_some(self.length),
            "shortest": self.report.is_shortest,
            "line": usi(&self.line),
            "japanese": self.record.as_ref().map(japanese),
            "nodes": self.report.progress.nodes,
            "time_ms": self.report.progress.time_ms,
        })
    }
}

/// `line`, which is legal, as a record that begins with `game`.
fn as_record(game: Game, line: &[Move]) -> Record {
    let mut record = Record::new(game);
    for &mv in line {
        if record
            .push(mv, engine::record::MoveInfo::default())
            .is_err()
        {
            break;
        }
    }
    record.ending = Some(Termination::Mate.into());
    record
}

fn usi(line: &[Move]) -> Vec<String> {
    line.iter().map(Move::to_string).collect()
}

/// The moves as books print them.
fn japanese(record: &Record) -> Vec<String> {
    kif::line_names(record.game().start(), None, record.game().moves())
}
