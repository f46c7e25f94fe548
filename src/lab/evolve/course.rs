//! Running an evolution: populations, each with a journal. All journals are in one folder.
//!
//! What must hold: everything follows from it but `workers`, `share` and when it is stopped.

use super::population::{Course, Population};
use crate::LabError;
use crate::campaign::Campaign;
use base::files::journal::JournalFile;
use base::progress::{Progress, Screen};
use matches::contest::schedule::Part;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;

/// The version of the form of journals.
const FORMAT: u32 = 2;
/// What keeps the random numbers of populations apart.
const POPULATIONS: u64 = 0x9E37_79B9_7F4A_7C15;

/// What an evolution follows from, and how it is run.
#[derive(Clone, Debug)]
pub struct Evolution {
    /// Where the journals are, from what everything random follows, and who plays how long.
    pub campaign: Campaign,
    /// How many populations.
    pub populations: u64,
    /// Members of each, 2 or more.
    pub members: usize,
    /// Generations.
    pub generations: u64,
    /// Nodes a move.
    pub nodes: u64,
    /// Which of the populations are run here: all, or those of a share.
    pub share: Option<Part>,
}

/// The generations of a population so far, the first one first.
pub type Generations = Vec<Population>;

/// Goes on with `evolution` and returns all generations of the populations run here, by their numbers.
pub fn run(
    evolution: &Evolution,
    progress: &mut dyn Write,
) -> Result<Vec<(u64, Generations)>, LabError> {
    let is_here = |&it: &u64| evolution.share.is_none_or(|share| share.has(it));
    let numbers = (0..evolution.populations).filter(is_here);
    let lineages = numbers.map(|it| Lineage::open(evolution, it));
    let mut lineages = lineages.collect::<Result<Vec<_>, _>>()?;
    let all = evolution.generations * lineages.len() as u64;
    let done = |lineages: &[Lineage]| lineages.iter().map(|it| it.last().generation).sum::<u64>();
    let mut progress = Progress::new(Screen::Lines(progress), done(&lineages), all);
    while done(&lineages) < all && !evolution.campaign.is_over() {
        for lineage in &mut lineages {
            lineage.advance(evolution)?;
        }
        let done = done(&lineages);
        progress.show(done, || format!("{done} of {all} generations"))?;
    }
    let lineages = lineages.into_iter().map(|it| (it.number, it.generations));
    Ok(lineages.collect())
}

/// A population through its generations, with its journal.
struct Lineage {
    number: u64,
    journal: JournalFile,
    generations: Generations,
}

impl Lineage {
    fn open(evolution: &Evolution, number: u64) -> Result<Self, LabError> {
        let head = head(evolution, number);
        let (mut journal, mut generations) =
            JournalFile::open_entries(&path(evolution, number), &head)?;
        if generations.is_empty() {
            let first = Population::first(evolution.members, seed(evolution, number));
            journal.add(&first)?;
            generations.push(first);
        }
        Ok(Self {
            number,
            journal,
            generations,
        })
    }

    fn last(&self) -> &Population {
        // It is opened with its first population.
        &self.generations[self.generations.len() - 1]
    }

    /// Goes on by a generation, unless it has come to the end.
    fn advance(&mut self, evolution: &Evolution) -> Result<(), LabError> {
        if self.last().generation >= evolution.generations {
            return Ok(());
        }
        let next = self.last().next(&Course {
            seed: seed(evolution, self.number),
            nodes: evolution.nodes,
            workers: &evolution.campaign.workers,
        })?;
        self.journal.add(&next)?;
        self.generations.push(next);
        Ok(())
    }
}

fn seed(evolution: &Evolution, population: u64) -> u64 {
    evolution.campaign.seed ^ population.wrapping_mul(POPULATIONS)
}

fn path(evolution: &Evolution, population: u64) -> PathBuf {
    let folder = &evolution.campaign.folder;
    folder.join(format!("population-{population}.jsonl"))
}

/// Everything that a population follows from, but how many generations are wanted.
fn head(evolution: &Evolution, population: u64) -> Value {
    json!({
        "journal": "kyomi evolution of piece values",
        "format": FORMAT,
        "version": env!("CARGO_PKG_VERSION"),
        "population": population,
        "populations": evolution.populations,
        "members": evolution.members,
        "nodes": evolution.nodes,
        "seed": evolution.campaign.seed,
    })
}
