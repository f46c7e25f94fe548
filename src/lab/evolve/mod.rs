//! Evolution by self-competition: individuals play each other, and who loses is replaced by a mutant of the winner.
//!
//! What is bred are the values of the pieces, from random ones (G. Kendall and G. Whitwell): does the textbook come back?

mod course;
mod outcome;
mod pieces;
mod population;

pub use course::Evolution;
pub use outcome::EvolvedValues;

use super::LabError;
use super::results::write;
use std::io::Write;

/// Goes on with `evolution`, writes `evolve.json` and `evolve.svg` into its folder, and returns what it has come to.
///
/// # Errors
/// If a journal or a result cannot be used, or the workers are stopped.
pub fn run(evolution: &Evolution, progress: &mut dyn Write) -> Result<EvolvedValues, LabError> {
    let values = EvolvedValues::new(evolution, &course::run(evolution, progress)?);
    let folder = &evolution.campaign.folder;
    write(folder, "evolve", &values, &values.picture())?;
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::course::Generations;
    use super::population::Population;
    use super::*;
    use crate::campaign::Campaign;
    use base::work::Workers;
    use std::io::sink;
    use std::path::Path;
    use tempfile::tempdir;

    fn evolution(folder: &Path) -> Evolution {
        Evolution {
            campaign: Campaign::of_test(folder, None),
            populations: 2,
            members: 2,
            generations: 2,
            nodes: 8,
            share: None,
        }
    }

    fn last(populations: &[(u64, Generations)]) -> Vec<&Population> {
        populations.iter().filter_map(|(_, it)| it.last()).collect()
    }

    #[test]
    fn an_evolution_goes_on_and_is_the_same_for_any_number_of_threads_and_machines() {
        let folders = [0; 3].map(|_| tempdir().unwrap());
        let [whole, parts, shares] = folders.each_ref().map(|it| evolution(it.path()));
        let at_once = course::run(&whole, &mut sink()).unwrap();
        assert_eq!(last(&at_once)[0].generation, 2);
        let mut first = Evolution {
            generations: 1,
            ..parts.clone()
        };
        first.campaign.workers = Workers::new(2);
        course::run(&first, &mut sink()).unwrap();
        let in_parts = course::run(&parts, &mut sink()).unwrap();
        assert_eq!(last(&in_parts), last(&at_once));
        let mut shared = Vec::new();
        for share in ["1/2", "2/2"] {
            let share = Evolution {
                share: Some(share.parse().unwrap()),
                ..shares.clone()
            };
            shared.extend(course::run(&share, &mut sink()).unwrap());
        }
        assert_eq!(last(&shared), last(&at_once));
    }

    #[test]
    fn the_journal_of_another_evolution_is_refused() {
        let folder = tempdir().unwrap();
        let evolution = Evolution {
            generations: 0,
            ..self::evolution(folder.path())
        };
        course::run(&evolution, &mut sink()).unwrap();
        let mut other = evolution.clone();
        other.campaign.seed = 8;
        let problem = course::run(&other, &mut sink()).unwrap_err().to_string();
        assert!(problem.contains("seed"), "{problem}");
    }

    #[test]
    fn what_was_found_is_shown_and_drawn() {
        let folder = tempdir().unwrap();
        let evolution = Evolution {
            generations: 1,
            ..self::evolution(folder.path())
        };
        let text = run(&evolution, &mut sink()).unwrap().to_string();
        assert!(text.contains("2 members, 1 generations, 4 games"), "{text}");
        assert!(text.contains("population 1: correlation"), "{text}");
        assert!(folder.path().join("evolve.svg").exists());
    }
}
