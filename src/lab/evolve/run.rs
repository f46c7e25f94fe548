//! Running an evolution: demes, each a population with a journal, that may exchange their best.
//!
//! All journals are in one folder. After every so many generations each deme takes in the best of
//! the deme before it, read from that deme's journal, so that machines which share the folder need
//! nothing else. What must hold: everything follows from the plan but `threads`, `share` and when it
//! is stopped.

use super::genome::Genome;
use super::population::{Course, Population};
use crate::LabError;
use crate::played::is_over;
use engine::files::journal::{JournalFile, read, read_lines};
use engine::files::line::told;
use matches::journal::JournalError;
use matches::progress::{Progress, Screen};
use matches::shard::Share;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// The version of the form of journals.
const FORMAT: u32 = 1;
/// How long until another machine's journal is looked at again.
const WAIT: Duration = Duration::from_millis(200);
/// What keeps the random numbers of demes apart.
const DEMES: u64 = 0x9E37_79B9_7F4A_7C15;

/// What an evolution follows from, and how it is run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Where the journals are.
    pub folder: PathBuf,
    /// How many demes.
    pub demes: u64,
    /// Members of each, 2 or more.
    pub members: usize,
    /// Generations.
    pub generations: u64,
    /// After how many generations the best are exchanged; never if 0.
    pub exchange: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// Everything random follows from this.
    pub seed: u64,
    /// Pairs that play at a time.
    pub threads: usize,
    /// Which of the demes are run here: all, or those of a share.
    pub share: Option<Share>,
    /// When to stop.
    pub until: Option<Instant>,
}

/// The generations of a deme so far, the first population first.
pub type Generations<G> = Vec<Population<G>>;

/// Goes on with the evolution of `plan` and returns all generations of the demes run here, by their
/// numbers.
///
/// # Errors
/// If a journal cannot be used, or a member is no player.
pub fn run<G: Genome>(
    plan: &Plan,
    progress: &mut dyn Write,
) -> Result<Vec<(u64, Generations<G>)>, LabError> {
    let numbers = (0..plan.demes).filter(|&it| plan.share.is_none_or(|share| share.has(it)));
    let mut demes = numbers
        .map(|it| Deme::open(plan, it))
        .collect::<Result<Vec<_>, _>>()?;
    let all = plan.generations * demes.len() as u64;
    let done = |demes: &[Deme<G>]| demes.iter().map(|it| it.last().generation).sum::<u64>();
    let mut progress = Progress::new(Screen::Lines(progress), done(&demes), all);
    while done(&demes) < all && !is_over(plan.until) {
        let mut went_on = false;
        for deme in &mut demes {
            went_on |= deme.advance(plan)?;
        }
        if went_on {
            let done = done(&demes);
            progress.show(done, || format!("{done} of {all} generations"))?;
        } else {
            thread::sleep(WAIT);
        }
    }
    Ok(demes
        .into_iter()
        .map(|it| (it.number, it.generations))
        .collect())
}

/// A population with its journal.
struct Deme<G: Genome> {
    number: u64,
    journal: JournalFile,
    generations: Generations<G>,
}

impl<G: Genome> Deme<G> {
    fn open(plan: &Plan, number: u64) -> Result<Self, LabError> {
        let head = head::<G>(plan, number);
        let (mut journal, mut generations) = JournalFile::open_entries(&path(plan, number), &head)?;
        if generations.is_empty() {
            let first = Population::first(plan.members, seed(plan, number));
            journal.append(&serde_json::to_string(&first)?)?;
            generations.push(first);
        }
        Ok(Self {
            number,
            journal,
            generations,
        })
    }

    fn last(&self) -> &Population<G> {
        // A deme is opened with its first population.
        &self.generations[self.generations.len() - 1]
    }

    /// Goes on by a generation, unless it has come to the end or waits for another deme. Returns
    /// whether it did.
    fn advance(&mut self, plan: &Plan) -> Result<bool, LabError> {
        let mut here = self.last().clone();
        let number = here.generation;
        if number >= plan.generations {
            return Ok(false);
        }
        let exchanges = plan.exchange > 0 && plan.demes > 1 && number > 0;
        if exchanges && number.is_multiple_of(plan.exchange) {
            let before = (self.number + plan.demes - 1) % plan.demes;
            match best::<G>(plan, before, number)? {
                Some(best) => here.take_in(best),
                None => return Ok(false),
            }
        }
        let next = here.next(&Course {
            seed: seed(plan, self.number),
            nodes: plan.nodes,
            mates: plan.exchange > 0,
            threads: plan.threads,
        })?;
        self.journal.append(&serde_json::to_string(&next)?)?;
        self.generations.push(next);
        Ok(true)
    }
}

fn seed(plan: &Plan, deme: u64) -> u64 {
    plan.seed ^ deme.wrapping_mul(DEMES)
}

fn path(plan: &Plan, deme: u64) -> PathBuf {
    plan.folder.join(format!("deme-{deme}.jsonl"))
}

/// Everything that the populations of a deme follow from, but how many generations are wanted.
fn head<G: Genome>(plan: &Plan, deme: u64) -> Value {
    json!({
        "journal": format!("kyomi evolution of {}", G::KIND),
        "format": FORMAT,
        "version": env!("CARGO_PKG_VERSION"),
        "deme": deme,
        "demes": plan.demes,
        "members": plan.members,
        "exchange": plan.exchange,
        "nodes": plan.nodes,
        "seed": plan.seed,
    })
}

/// The best of `deme` after `generation`, from its journal; none if it has not come so far.
fn best<G: Genome>(plan: &Plan, deme: u64, generation: u64) -> Result<Option<G>, LabError> {
    let path = path(plan, deme);
    if !path.exists() {
        return Ok(None);
    }
    let found = generations(&path)?;
    let found = found
        .into_iter()
        .find(|it: &Population<G>| it.generation == generation);
    Ok(found.and_then(|it| it.members.get(it.best()).cloned()))
}

/// The generations in the journal at `path`, which another process may be writing to.
fn generations<G: Genome>(path: &Path) -> Result<Generations<G>, LabError> {
    let bytes = read(path)?;
    let mut found = Vec::new();
    let lines = read_lines(&bytes, |number, text| {
        if number > 1 {
            found.push(serde_json::from_str(text).map_err(told)?);
        }
        Ok(())
    });
    match lines {
        // The first line may be on its way to the disk.
        Err((1, _)) => Ok(Vec::new()),
        Err(bad) => Err(JournalError::line(path)(bad).into()),
        Ok(_) => Ok(found),
    }
}
