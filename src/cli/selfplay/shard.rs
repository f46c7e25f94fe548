//! Playing a match in parts: `--write-run`, and `--run` with `--shard` and `--out`.

use super::super::interrupt::{exit_code, stop_sign};
use super::{probe, shown_names};
use anyhow::{anyhow, bail};
use clap::Args;
use engine::files::durable;
use matches::crew::observer::Observer;
use matches::journal::aside::AsideFile;
use matches::journal::head::Head;
use matches::journal::{Journal, JournalError, Order};
use matches::observers::console::{self, Console};
use matches::observers::incidents::IncidentFiles;
use matches::observers::tally::Tally;
use matches::progress::Screen;
use matches::referee::finished::FinishedGame;
use matches::shard::Share;
use matches::shard::file::{Place, ShardError};
use matches::shard::run::Run;
use matches::{self, Match};
use std::fs::create_dir_all;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;
use std::thread::sleep;
use std::time::Duration;

/// How long to wait before looking again whether a shard is still being played elsewhere.
const PAUSE: Duration = Duration::from_millis(500);

/// Which part of which run.
#[derive(Debug, Args)]
pub(super) struct ShardArgs {
    /// Play a part of the match in this file, which --write-run wrote.
    #[arg(long, value_name = "FILE", requires_all = ["shard", "out"])]
    #[arg(conflicts_with_all = ["MatchArgs", "LimitArgs", "RuleArgs", "OutputArgs"])]
    run: Option<PathBuf>,
    /// Which part: number I, from 0, of N. They are neighbouring pairs, in order.
    #[arg(long, value_name = "I/N", requires = "run")]
    shard: Option<Share>,
    /// The folder to leave it in; if it is there already, nothing is done.
    #[arg(long, value_name = "DIR", requires = "run")]
    out: Option<PathBuf>,
}

/// A part of a run to be played.
pub(super) struct Chosen<'a> {
    run: &'a Path,
    share: Share,
    folder: &'a Path,
}

impl ShardArgs {
    /// The shard to be played, if that is what is wanted.
    pub(super) fn chosen(&self) -> Option<Chosen<'_>> {
        Some(Chosen {
            run: self.run.as_deref()?,
            share: self.shard?,
            folder: self.out.as_deref()?,
        })
    }
}

impl Chosen<'_> {
    /// Plays it, unless it has been, and names its file in the last line.
    pub(super) fn run(
        &self,
        (concurrency, pin): (usize, bool),
        incidents: Option<&Path>,
        out: &mut dyn Write,
    ) -> anyhow::Result<ExitCode> {
        let Self { share, folder, .. } = *self;
        let run = Run::read(self.run)?;
        let mut contest = run.contest()?;
        (contest.concurrency, contest.pin) = (concurrency, pin);
        contest.conduct.stop = stop_sign()?;
        let games = share.games(contest.schedule().games())?;
        writeln!(
            out,
            "shard {share}: games {} to {}",
            games.start,
            games.end - 1
        )?;
        let place = Place::new(&run, share, games, folder);
        if !is_left(&place)? {
            create_dir_all(folder)
                .map_err(|error| anyhow!("folder `{}`: {error}", folder.display()))?;
            play(&run, &contest, &place, incidents, out)?;
        }
        if !is_left(&place)? {
            let journal = place.journal();
            writeln!(io::stderr(), "journal: {}", journal.display())?;
            return Ok(exit_code(&contest.conduct.stop));
        }
        writeln!(out, "{}", place.path().display())?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Whether there is nothing to do. A file that is damaged is named and counts as none.
fn is_left(place: &Place) -> anyhow::Result<bool> {
    match place.left() {
        Ok(is_left) => Ok(is_left),
        Err(error @ ShardError::Damaged { .. }) => {
            writeln!(io::stderr(), "{error}; playing it again")?;
            Ok(false)
        }
        Err(error) => Err(error.into()),
    }
}

fn play(
    run: &Run,
    contest: &Match,
    place: &Place,
    incidents: Option<&Path>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    place.check()?;
    run.check(&Head::new(
        contest,
        &probe(&contest.players, &contest.conduct)?,
    ))?;
    let (mut journal, earlier) = open_journal(run, contest, place)?;
    place.claim()?;
    // Whoever held the journal until now may have been playing the same shard.
    if is_left(place)? {
        place.forget_journal();
        return Ok(());
    }
    let mut progress = io::stderr();
    let mut console = Console::new(
        contest,
        Tally::new(contest.players.len(), None),
        Screen::Lines(&mut progress),
    );
    let mut files = IncidentFiles {
        folder: incidents.map_or_else(|| place.incidents(), Path::to_owned),
        players: shown_names(contest),
    };
    console::introduce(contest, earlier.len(), out)?;
    let mut aside = AsideFile::open(&place.journal())?;
    let mut observers: [&mut dyn Observer; 4] =
        [&mut journal, &mut aside, &mut files, &mut console];
    matches::run_part(contest, place.games(), earlier, &mut observers)?;
    let tally = console.into_tally();
    if tally.standings().games() == place.games().count() as u64 {
        place.publish(&mut journal)?;
    }
    writeln!(out, "{tally}")?;
    Ok(())
}

/// Opens the shard's journal, waiting while another process is playing the shard: one that has
/// been taken for lost and is not.
fn open_journal(
    run: &Run,
    contest: &Match,
    place: &Place,
) -> anyhow::Result<(Journal, Vec<FinishedGame>)> {
    let path = place.journal();
    loop {
        match Journal::open(&path, run.head(), Order::of(contest)) {
            Err(JournalError::InUse(_)) if !contest.conduct.stop.load(Relaxed) => sleep(PAUSE),
            opened => return Ok(opened?),
        }
    }
}

/// Writes `run` to a new file, or accepts the one that says the same.
pub(super) fn write_run(run: &Run, path: &Path) -> anyhow::Result<()> {
    match Run::read(path) {
        Ok(there) if there.id() == run.id() => return Ok(()),
        Err(error) if !path.exists() => drop(error),
        _ => bail!("`{}` is there already; expected a new file", path.display()),
    }
    durable::write(path, run.text().as_bytes())
        .map_err(|error| anyhow!("run `{}`: {error}", path.display()))
}
