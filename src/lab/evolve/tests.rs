//! Evolutions can be stopped, spread and repeated, and come to the same.

use super::genome::Genome;
use super::pieces::Pieces;
use super::population::Population;
use super::run::{Generations, Plan, run};
use super::whole::Whole;
use super::*;
use std::io::sink;
use std::path::Path;
use std::thread;
use tempfile::tempdir;

fn plan(folder: &Path) -> Plan {
    Plan {
        folder: folder.to_owned(),
        demes: 2,
        members: 2,
        generations: 2,
        exchange: 1,
        nodes: 8,
        seed: 7,
        threads: 1,
        share: None,
        until: None,
    }
}

fn last<G: Genome>(demes: &[(u64, Generations<G>)]) -> Vec<&Population<G>> {
    demes.iter().filter_map(|(_, it)| it.last()).collect()
}

#[test]
fn an_evolution_goes_on_and_is_the_same_for_any_number_of_threads_and_machines() {
    let folders = [0; 3].map(|_| tempdir().unwrap());
    let [whole, parts, shares] = folders.each_ref().map(|it| plan(it.path()));
    let at_once = run::<Whole>(&whole, &mut sink()).unwrap();
    assert_eq!(last(&at_once)[0].generation, 2);
    let first = Plan {
        generations: 1,
        threads: 2,
        ..parts.clone()
    };
    run::<Whole>(&first, &mut sink()).unwrap();
    let in_parts = run::<Whole>(&parts, &mut sink()).unwrap();
    assert_eq!(last(&in_parts), last(&at_once));
    let share = |text: &str| Plan {
        share: Some(text.parse().unwrap()),
        ..shares.clone()
    };
    let [one, other] = ["0/2", "1/2"].map(share);
    let other = thread::spawn(move || run::<Whole>(&other, &mut sink()).unwrap());
    let mut shared = run::<Whole>(&one, &mut sink()).unwrap();
    shared.extend(other.join().unwrap());
    assert_eq!(last(&shared), last(&at_once));
}

#[test]
fn the_journal_of_another_evolution_is_refused() {
    let folder = tempdir().unwrap();
    let plan = Plan {
        generations: 0,
        ..plan(folder.path())
    };
    run::<Pieces>(&plan, &mut sink()).unwrap();
    let other = Plan {
        seed: 8,
        ..plan.clone()
    };
    let problem = run::<Pieces>(&other, &mut sink()).unwrap_err().to_string();
    assert!(problem.contains("seed"), "{problem}");
    let problem = run::<Whole>(&plan, &mut sink()).unwrap_err().to_string();
    assert!(problem.contains("expected \"journal\""), "{problem}");
}

#[test]
fn what_was_found_is_told_and_drawn() {
    let folder = tempdir().unwrap();
    let plan = Plan {
        generations: 1,
        exchange: 0,
        ..plan(folder.path())
    };
    let told = piece_values(&plan, &mut sink()).unwrap().to_string();
    assert!(told.contains("2 members, 1 generations, 4 games"), "{told}");
    assert!(told.contains("population 1: correlation"), "{told}");
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
