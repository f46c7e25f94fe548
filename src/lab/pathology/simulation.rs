//! Many random trees, spread over threads, with a journal from which they go on.
//!
//! Trees are grown in blocks, a line of the journal each. What must hold: a block follows from model, seed and
//! number alone, and sums are made in the order of blocks, so that the numbers are the same for any threads
//! and after any stop.

use super::finding::{Curve, Point};
use super::tree::Model;
use crate::LabError;
use crate::mean::Mean;
use crate::spread::spread;
use engine::files::journal::JournalFile;
use matches::progress::{Progress, Screen};
use matches::stats::Z_95;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Trees of a block.
const BLOCK: u64 = 100;

/// A series of models that differ in nothing but the depth.
#[derive(Clone, Debug, Serialize)]
pub struct Series {
    /// What people are shown.
    pub name: String,
    /// The deepest of them.
    pub model: Model,
    /// How many trees for each depth.
    pub trees: u64,
}

/// How a simulation is made.
#[derive(Clone, Debug)]
pub struct Course {
    /// Where its journal is kept; none for no journal.
    pub folder: Option<PathBuf>,
    /// Everything random follows from this.
    pub seed: u64,
    /// How many threads.
    pub threads: usize,
}

/// A block of trees: the place of its series, the depth, the number of its first tree.
type Key = (usize, u32, u64);

/// What the trees of a block show, added up: the errors and their squares.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Sums {
    trees: u64,
    of_move: [f64; 2],
    of_position: [f64; 2],
}

/// A line of the journal.
#[derive(Serialize, Deserialize)]
struct Entry {
    key: Key,
    sums: Sums,
}

/// The errors of `all`, with a journal called `name` if there is a folder.
///
/// # Errors
/// If the journal cannot be used or is that of another run, or progress cannot be told.
pub fn run(
    all: &[Series],
    course: &Course,
    name: &str,
    screen: Screen,
) -> Result<Vec<Curve>, LabError> {
    let (mut journal, mut made) = opened(all, course, name)?;
    let keys = all.iter().enumerate().flat_map(keys);
    let missing: Vec<Key> = keys.filter(|key| !made.contains_key(key)).collect();
    let work = missing.iter().map(|key| leaves(all, key)).sum();
    let mut progress = Progress::new(screen, 0, work);
    let (mut done, mut blocks) = (0, 0);
    spread(
        &missing,
        course.threads,
        || (),
        |(), key| grow(all, course.seed, key),
        |place, sums| {
            let key = missing[place];
            if let Some(journal) = &mut journal {
                journal.append(&serde_json::to_string(&Entry { key, sums })?)?;
            }
            made.insert(key, sums);
            blocks += 1;
            done += leaves(all, &key);
            let account = || format!("{blocks} of {} blocks of trees", missing.len());
            Ok::<(), LabError>(progress.show(done, account)?)
        },
    )?;
    let curves = all.iter().enumerate();
    Ok(curves
        .map(|(place, series)| curve(place, series, &made))
        .collect())
}

/// The journal, and the blocks that stand in it.
fn opened(
    all: &[Series],
    course: &Course,
    name: &str,
) -> Result<(Option<JournalFile>, BTreeMap<Key, Sums>), LabError> {
    let Some(folder) = &course.folder else {
        return Ok((None, BTreeMap::new()));
    };
    let head = json!({ "journal": "pathology", "seed": course.seed, "series": all });
    let path: &Path = &folder.join(format!("{name}.jsonl"));
    let (mut journal, entries) = JournalFile::open_entries::<Entry>(path, &head)?;
    journal.unsynced();
    let made = entries.into_iter().map(|it| (it.key, it.sums));
    Ok((Some(journal), made.collect()))
}

/// The blocks of the series at a place.
fn keys((place, series): (usize, &Series)) -> impl Iterator<Item = Key> {
    let depths = 1..=series.model.depth;
    let trees = series.trees;
    depths.flat_map(move |depth| {
        let firsts = (0..trees.div_ceil(BLOCK)).map(|block| block * BLOCK);
        firsts.map(move |first| (place, depth, first))
    })
}

/// The leaves of a block.
fn leaves(all: &[Series], (place, depth, _): &Key) -> u64 {
    BLOCK * u64::from(all[*place].model.branching).pow(*depth)
}

fn grow(all: &[Series], seed: u64, &(place, depth, first): &Key) -> Sums {
    let series = &all[place];
    let model = Model {
        depth,
        ..series.model.clone()
    };
    let apart = seed ^ (place as u64) << 40 ^ u64::from(depth) << 32;
    let mut sums = Sums::default();
    for number in first..series.trees.min(first + BLOCK) {
        let errors = model.errors(apart, number);
        sums.trees += 1;
        add(&mut sums.of_move, errors.of_move);
        add(&mut sums.of_position, errors.of_position);
    }
    sums
}

fn add([sum, squares]: &mut [f64; 2], error: f64) {
    *sum += error;
    *squares += error * error;
}

fn curve(place: usize, series: &Series, made: &BTreeMap<Key, Sums>) -> Curve {
    let point = |depth| {
        let blocks = made.range((place, depth, 0)..(place, depth + 1, 0));
        let blocks: Vec<&Sums> = blocks.map(|(_, sums)| sums).collect();
        Point {
            depth,
            move_error: mean(&blocks, |it| it.of_move),
            position_error: mean(&blocks, |it| it.of_position),
        }
    };
    Curve {
        name: series.name.clone(),
        points: (1..=series.model.depth).map(point).collect(),
        expected: Vec::new(),
    }
}

/// The mean over trees, with its 95 % error.
fn mean(blocks: &[&Sums], sums: fn(&Sums) -> [f64; 2]) -> Option<Mean> {
    let trees = blocks.iter().map(|it| it.trees).sum::<u64>() as f64;
    let total = |which: usize| blocks.iter().map(|it| sums(it)[which]).sum::<f64>();
    let value = total(0) / trees;
    let variance = (total(1) / trees - value * value).max(0.0);
    (trees > 0.0).then(|| Mean {
        value,
        error: Z_95 * (variance / trees).sqrt(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pathology::steps::Steps;
    use std::fs;
    use tempfile::tempdir;

    fn series() -> Vec<Series> {
        let model = Model {
            branching: 2,
            depth: 2,
            steps: Steps::Normal,
            bound: None,
            noise: 0.2,
        };
        vec![Series {
            name: "b = 2".to_owned(),
            model,
            trees: 250,
        }]
    }

    fn told(folder: Option<&Path>, threads: usize, seed: u64) -> Result<String, LabError> {
        let course = Course {
            folder: folder.map(Path::to_owned),
            seed,
            threads,
        };
        let curves = run(&series(), &course, "trees", Screen::Lines(&mut Vec::new()))?;
        Ok(serde_json::to_string(&curves)?)
    }

    #[test]
    fn numbers_are_the_same_for_any_threads_and_after_any_stop() {
        let folder = tempdir().unwrap();
        let expected = told(None, 1, 1).unwrap();
        assert_eq!(told(Some(folder.path()), 3, 1).unwrap(), expected);
        let path = folder.path().join("trees.jsonl");
        let whole = fs::read(&path).unwrap();
        fs::write(&path, &whole[..whole.len() / 2]).unwrap();
        assert_eq!(told(Some(folder.path()), 2, 1).unwrap(), expected);
        assert_eq!(fs::read(&path).unwrap().len(), whole.len());
        assert_ne!(told(None, 1, 2).unwrap(), expected);
        let refused = told(Some(folder.path()), 1, 2).unwrap_err().to_string();
        assert!(
            refused.contains("belongs to another run: seed"),
            "{refused}"
        );
    }
}
