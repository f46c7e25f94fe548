//! Running an evolution: demes, each a population with a journal, that may exchange their best.
//!
//! All journals are in one folder. After every so many generations each deme takes in the best of
//! the deme before it, read from that deme's journal, so that machines which share the folder need
//! nothing else. What must hold: everything follows from it but `workers`, `share` and when it
//! is stopped.

use super::genomes::Genome;
use super::population::{Course, Population};
use crate::LabError;
use crate::campaign::Campaign;
use engine::files::journal::{JournalFile, read, read_lines};
use engine::files::text::one_line;
use matches::contest::schedule::Part;
use matches::journal::JournalError;
use matches::progress::{Progress, Screen};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// The version of the form of journals.
const FORMAT: u32 = 1;
/// How long until another machine's journal is looked at again.
const WAIT: Duration = Duration::from_millis(200);
/// What keeps the random numbers of demes apart.
const DEMES: u64 = 0x9E37_79B9_7F4A_7C15;

/// What an evolution follows from, and how it is run.
#[derive(Clone, Debug)]
pub struct Evolution {
    /// Where the journals are, from what everything random follows, and who plays how long.
    pub campaign: Campaign,
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
    /// Which of the demes are run here: all, or those of a share.
    pub share: Option<Part>,
}

/// The generations of a deme so far, the first population first.
pub type Generations<G> = Vec<Population<G>>;

/// Goes on with `evolution` and returns all generations of the demes run here, by their
/// numbers.
pub fn run<G: Genome>(
    evolution: &Evolution,
    progress: &mut dyn Write,
) -> Result<Vec<(u64, Generations<G>)>, LabError> {
    let numbers =
        (0..evolution.demes).filter(|&it| evolution.share.is_none_or(|share| share.has(it)));
    let mut demes = numbers
        .map(|it| Deme::open(evolution, it))
        .collect::<Result<Vec<_>, _>>()?;
    let all = evolution.generations * demes.len() as u64;
    let done = |demes: &[Deme<G>]| demes.iter().map(|it| it.last().generation).sum::<u64>();
    let mut progress = Progress::new(Screen::Lines(progress), done(&demes), all);
    while done(&demes) < all && !evolution.campaign.is_over() {
        let mut went_on = false;
        for deme in &mut demes {
            went_on |= deme.advance(evolution)?;
        }
        if went_on {
            let done = done(&demes);
            progress.show(done, || format!("{done} of {all} generations"))?;
        } else {
            thread::sleep(WAIT);
        }
    }
    let demes = demes.into_iter().map(|it| (it.number, it.generations));
    Ok(demes.collect())
}

/// A population with its journal.
struct Deme<G: Genome> {
    number: u64,
    journal: JournalFile,
    generations: Generations<G>,
}

impl<G: Genome> Deme<G> {
    fn open(evolution: &Evolution, number: u64) -> Result<Self, LabError> {
        let head = head::<G>(evolution, number);
        let (mut journal, mut generations) =
            JournalFile::open_entries(&path(evolution, number), &head)?;
        if generations.is_empty() {
            let first = Population::first(evolution.members, seed(evolution, number));
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
    fn advance(&mut self, evolution: &Evolution) -> Result<bool, LabError> {
        let mut here = self.last().clone();
        let number = here.generation;
        if number >= evolution.generations {
            return Ok(false);
        }
        let exchanges = evolution.exchange > 0 && evolution.demes > 1 && number > 0;
        if exchanges && number.is_multiple_of(evolution.exchange) {
            let before = (self.number + evolution.demes - 1) % evolution.demes;
            match best::<G>(evolution, before, number)? {
                Some(best) => here.take_in(best),
                None => return Ok(false),
            }
        }
        let next = here.next(&Course {
            seed: seed(evolution, self.number),
            nodes: evolution.nodes,
            mates: evolution.exchange > 0,
            workers: &evolution.campaign.workers,
        })?;
        self.journal.append(&serde_json::to_string(&next)?)?;
        self.generations.push(next);
        Ok(true)
    }
}

fn seed(evolution: &Evolution, deme: u64) -> u64 {
    evolution.campaign.seed ^ deme.wrapping_mul(DEMES)
}

fn path(evolution: &Evolution, deme: u64) -> PathBuf {
    let folder = &evolution.campaign.folder;
    folder.join(format!("deme-{deme}.jsonl"))
}

/// Everything that the populations of a deme follow from, but how many generations are wanted.
fn head<G: Genome>(evolution: &Evolution, deme: u64) -> Value {
    json!({
        "journal": format!("kyomi evolution of {}", G::KIND),
        "format": FORMAT,
        "version": env!("CARGO_PKG_VERSION"),
        "deme": deme,
        "demes": evolution.demes,
        "members": evolution.members,
        "exchange": evolution.exchange,
        "nodes": evolution.nodes,
        "seed": evolution.campaign.seed,
    })
}

/// The best of `deme` after `generation`, from its journal; none if it has not come so far.
fn best<G: Genome>(
    evolution: &Evolution,
    deme: u64,
    generation: u64,
) -> Result<Option<G>, LabError> {
    let path = path(evolution, deme);
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
            found.push(serde_json::from_str(text).map_err(one_line)?);
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
