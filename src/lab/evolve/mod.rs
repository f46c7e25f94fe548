//! Evolution by self-competition: individuals play each other, and who loses is replaced by a mutant
//! of the winner.
//!
//! Two kinds are bred. The values of the pieces alone, from random ones (G. Kendall and G. Whitwell):
//! does the textbook come back? And whole engines in demes that exchange their best (`EvoChess`), whose
//! depth begins as gibberish.

mod demes;
mod genomes;
mod outcome;
mod population;

pub use demes::Evolution;
pub use outcome::{EvolvedEngines, EvolvedValues};

use super::LabError;
use super::results::write;
use std::io::Write;

/// Goes on with the evolution of piece values, writes `evolve.json` and `evolve.svg` into its folder, and
/// returns what it has come to.
///
/// # Errors
/// If a journal or a result cannot be used, or the workers are stopped.
pub fn piece_values(
    evolution: &Evolution,
    progress: &mut dyn Write,
) -> Result<EvolvedValues, LabError> {
    let values = EvolvedValues::new(evolution, &demes::run(evolution, progress)?);
    let folder = &evolution.campaign.folder;
    write(folder, "evolve", &values, &values.picture())?;
    Ok(values)
}

/// The same for whole engines in demes; the best is then held against other searches, with so many
/// games on each step, if any are wanted.
///
/// # Errors
/// As there.
pub fn whole_engines(
    evolution: &Evolution,
    games: u64,
    progress: &mut dyn Write,
) -> Result<EvolvedEngines, LabError> {
    let mut engines = EvolvedEngines::new(evolution, &demes::run(evolution, progress)?);
    if games > 0 {
        engines.parity = outcome::parity(evolution, &engines.best, games, progress)?;
    }
    let folder = &evolution.campaign.folder;
    write(folder, "evolve", &engines, &engines.picture())?;
    Ok(engines)
}

#[cfg(test)]
mod tests {
    use super::demes::{Generations, run};
    use super::genomes::{Genome, Pieces, Whole};
    use super::population::Population;
    use super::*;
    use crate::campaign::Campaign;
    use matches::work::Workers;
    use std::io::sink;
    use std::path::Path;
    use std::thread;
    use tempfile::tempdir;

    fn evolution(folder: &Path) -> Evolution {
        Evolution {
            campaign: Campaign::of_test(folder, None),
            demes: 2,
            members: 2,
            generations: 2,
            exchange: 1,
            nodes: 8,
            share: None,
        }
    }

    fn last<G: Genome>(demes: &[(u64, Generations<G>)]) -> Vec<&Population<G>> {
        demes.iter().filter_map(|(_, it)| it.last()).collect()
    }

    #[test]
    fn an_evolution_goes_on_and_is_the_same_for_any_number_of_threads_and_machines() {
        let folders = [0; 3].map(|_| tempdir().unwrap());
        let [whole, parts, shares] = folders.each_ref().map(|it| evolution(it.path()));
        let at_once = run::<Whole>(&whole, &mut sink()).unwrap();
        assert_eq!(last(&at_once)[0].generation, 2);
        let mut first = Evolution {
            generations: 1,
            ..parts.clone()
        };
        first.campaign.workers = Workers::new(2);
        run::<Whole>(&first, &mut sink()).unwrap();
        let in_parts = run::<Whole>(&parts, &mut sink()).unwrap();
        assert_eq!(last(&in_parts), last(&at_once));
        let share = |text: &str| Evolution {
            share: Some(text.parse().unwrap()),
            ..shares.clone()
        };
        let [one, other] = ["1/2", "2/2"].map(share);
        let other = thread::spawn(move || run::<Whole>(&other, &mut sink()).unwrap());
        let mut shared = run::<Whole>(&one, &mut sink()).unwrap();
        shared.extend(other.join().unwrap());
        assert_eq!(last(&shared), last(&at_once));
    }

    #[test]
    fn the_journal_of_another_evolution_is_refused() {
        let folder = tempdir().unwrap();
        let evolution = Evolution {
            generations: 0,
            ..self::evolution(folder.path())
        };
        run::<Pieces>(&evolution, &mut sink()).unwrap();
        let mut other = evolution.clone();
        other.campaign.seed = 8;
        let problem = run::<Pieces>(&other, &mut sink()).unwrap_err().to_string();
        assert!(problem.contains("seed"), "{problem}");
        let problem = run::<Whole>(&evolution, &mut sink())
            .unwrap_err()
            .to_string();
        assert!(problem.contains("expected \"journal\""), "{problem}");
    }

    #[test]
    fn what_was_found_is_shown_and_drawn() {
        let folder = tempdir().unwrap();
        let evolution = Evolution {
            generations: 1,
            exchange: 0,
            ..self::evolution(folder.path())
        };
        let text = piece_values(&evolution, &mut sink()).unwrap().to_string();
        assert!(text.contains("2 members, 1 generations, 4 games"), "{text}");
        assert!(text.contains("population 1: correlation"), "{text}");
        assert!(folder.path().join("evolve.svg").exists());
    }

    #[test]
    fn the_best_is_who_won_most_and_an_immigrant_replaces_the_worst() {
        let mut population = Population::<Pieces>::first(3, 1);
        population.points = vec![1, 4, 4];
        assert_eq!(population.best(), 1);
        let immigrant = population.members[1].clone();
        population.take_in(immigrant.clone());
        assert_eq!(population.members[0], immigrant);
    }
}
