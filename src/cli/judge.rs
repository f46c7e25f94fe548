//! The arguments of `mate judge`, and where its output goes.

use anyhow::anyhow;
use base::progress::Screen;
use clap::Args;
use command::files::{Places, check_folder, replace, replace_record};
use command::options::{PositionArgs, ReaderArgs, whole};
use engine::mate::judge::Verdict;
use engine::record::Format;
use matches::games::{self, STANDARD_INPUT};
use show::language::Reader;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use suite::judge::{self, Docket, Judged, Problem, ProblemFile};

/// The limit of a problem unless one is given.
const NODES: u64 = 1_000_000;

/// What bounds the search for a mate.
#[derive(Debug, Args)]
pub(super) struct BoundArgs {
    /// Give up a problem after so many positions.
    #[arg(long, value_name = "N", value_parser = whole(1..=u64::MAX))]
    pub nodes: Option<u64>,
    /// Give up a problem after so many milliseconds.
    #[arg(long, value_name = "MS", conflicts_with = "nodes")]
    #[arg(value_parser = whole(1..=u64::from(u32::MAX)))]
    pub time: Option<u64>,
    /// Memory for what is known about positions, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 256)]
    #[arg(value_parser = whole(1..=1_usize << 20))]
    pub hash: usize,
}

impl BoundArgs {
    /// The time that --time gives.
    pub fn time(&self) -> Option<Duration> {
        self.time.map(Duration::from_millis)
    }
}

/// Arguments of `mate judge`.
#[derive(Debug, Args)]
#[command(after_help = "\
Says how long a problem is, how it goes, whether another move mates too, what is left in hand, and what follows other replies. Futile \
interpositions do not count. `sound` is proven; what is not proven within the limit is `open`: 1,000,000 positions a problem unless \
--nodes or --time says otherwise. Each of the --threads has memory of --hash.

A file of lines (.sfen) has a position a line, perhaps with the moves of its solution; a record is a solution if every move of the attacker \
gives check. Several problems make a table. The side to move attacks, unless it alone has a king, or with --defender.

--json writes one object a line: file, line, id, sfen, defends, verdict (sound, unsound, no-mate, open), flaws (second-solution, early, \
late, pieces-left), plies, exact, announced, moves, left (a letter a piece), others (ply, way: second, last-move, alike, detour or open; \
plies, exact, moves), variations (ply, plies, exact, moves, left), futile (ply and move), nodes, ms; and bad for what cannot be read.

Exit code: 0 all is proven, 1 something is open, 2 some of the input cannot be used.

Examples:
  usi-engine mate judge --sfen \"8k/9/8P/9/9/9/9/9/9 b G 1\"
  usi-engine mate judge problem.kif --html problem.html
  usi-engine mate judge folder problems.sfen --journal judged.jsonl --kif solved")]
pub struct JudgeArgs {
    /// Records and files of lines (.sfen), and folders of them; - for a record on standard input.
    #[arg(value_name = "PATH", conflicts_with_all = ["sfen", "moves"])]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    typed: PositionArgs,
    /// The side to move is the one that is mated.
    #[arg(long)]
    defender: bool,
    #[command(flatten)]
    bounds: BoundArgs,
    /// How many problems at a time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = whole(1..=512_usize))]
    threads: usize,
    #[command(flatten)]
    reader: ReaderArgs,
    /// Write JSON objects instead of text, one a line.
    #[arg(long)]
    json: bool,
    /// Write the solution with its variations as a KIF record to this file; of several problems to this folder.
    #[arg(long, value_name = "FILE")]
    kif: Option<PathBuf>,
    /// Write a page: a board for each problem, its solution and its variations.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write each judgement into this file; the same command again goes on from it.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
}

impl JudgeArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let paths = games::files(&self.paths, judge::is_wanted)?;
        let docket = self.docket(&paths)?;
        let records = self.records(&docket)?;
        Places::reading(&paths)
            .writing("journal", &self.journal)?
            .writing("page", &self.html)?
            .writing("KIF record", &records)?;
        let journal = self.journal.as_ref().map(|path| docket.journal(path));
        let answers = journal.transpose()?.unwrap_or_default();
        let (mut stderr, mut nowhere) = (io::stderr(), io::sink());
        let screen = match docket.problems().nth(1) {
            Some(_) => Screen::of(&mut stderr),
            None => Screen::Lines(&mut nowhere),
        };
        let judged = docket.judge(answers, screen)?;
        self.write(&docket, &judged, out)?;
        for (one, path) in judged.iter().zip(&records) {
            let record = judge::record(one, self.reader.language())?;
            replace_record("KIF record", path, Format::Kif, &record)?;
        }
        if let Some(path) = &self.html {
            let page = judge::html(&docket, &judged, self.reader())?;
            replace("page", path, page.as_bytes())?;
        }
        Ok(ExitCode::from(exit_code(&docket, &judged)))
    }

    fn docket(&self, paths: &[PathBuf]) -> anyhow::Result<Docket> {
        let files = if paths.is_empty() {
            vec![self.typed()?]
        } else {
            let open = |path: &PathBuf| ProblemFile::open(path, self.defender);
            paths.iter().map(open).collect()
        };
        let is_unreadable =
            |file: &&ProblemFile| file.name == STANDARD_INPUT && !file.bad.is_empty();
        if let Some(file) = files.iter().find(is_unreadable) {
            return Err(anyhow!("{}", file.bad[0].1));
        }
        let bounds = &self.bounds;
        Ok(Docket {
            files,
            nodes: bounds.nodes.or(bounds.time.is_none().then_some(NODES)),
            time: bounds.time(),
            hash_mb: bounds.hash,
            threads: self.threads,
        })
    }

    /// The problem that was typed, as a file without a name.
    fn typed(&self) -> anyhow::Result<ProblemFile> {
        let game = self.typed.game()?;
        Ok(ProblemFile {
            problems: vec![Problem::new("", 1, &game, self.defender)],
            ..ProblemFile::default()
        })
    }

    /// The reader, who reads moves as is usual in the language unless a notation was given.
    fn reader(&self) -> Reader {
        Reader {
            notation: Some(self.reader.notation()),
            ..self.reader.reader()
        }
    }

    /// Where the records of the problems go, if they are wanted; makes the folder where there are several.
    fn records(&self, docket: &Docket) -> anyhow::Result<Vec<PathBuf>> {
        let Some(place) = &self.kif else {
            return Ok(Vec::new());
        };
        let is_folder =
            docket.problems().nth(1).is_some() || self.paths.iter().any(|it| it.is_dir());
        if !is_folder {
            return Ok(docket.problems().map(|_| place.clone()).collect());
        }
        check_folder("KIF records", place)?;
        let failed = |error| anyhow!("KIF records `{}`: {error}", place.display());
        fs::create_dir_all(place).map_err(failed)?;
        let name = |file: &ProblemFile, problem: &Problem| {
            let stem = Path::new(&file.name).file_stem().unwrap_or_default();
            let stem = stem.to_string_lossy();
            match file.problems.len() {
                1 => place.join(format!("{stem}.kif")),
                _ => place.join(format!("{stem}-{:04}.kif", problem.line)),
            }
        };
        let files = docket.files.iter();
        let names = files.flat_map(|file| file.problems.iter().map(move |it| name(file, it)));
        Ok(names.collect())
    }

    fn write(&self, docket: &Docket, judged: &[Judged], out: &mut dyn Write) -> io::Result<()> {
        let reader = self.reader();
        match judged {
            _ if self.json => judge::write_events(docket, judged, out),
            [one] if docket.unusable().next().is_none() => judge::write_one(one, reader, out),
            _ => judge::write_table(docket, judged, reader, out),
        }
    }
}

fn exit_code(docket: &Docket, judged: &[Judged]) -> u8 {
    let is_open = |it: &Judged| it.verdict == Verdict::Open;
    match docket.unusable().next() {
        Some(_) => 2,
        None => u8::from(judged.iter().any(is_open)),
    }
}
