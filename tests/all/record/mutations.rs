//! Damaged records are read or refused, and nothing else.

use super::games::random_tree;
use crate::common::rng;
use engine::record::Format;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

/// Changes, doubles, moves or removes a few characters of `text`.
fn damage(rng: &mut Xoshiro256PlusPlus, text: &str) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..rng.random_range(1..4) {
        let at = rng.random_range(0..chars.len());
        let other = *chars.choose(rng).expect("a character");
        match rng.random_range(0..4) {
            0 => chars[at] = other,
            1 => chars.insert(at, other),
            2 => chars.truncate(at.max(1)),
            _ => drop(chars.remove(at)),
        }
        if chars.is_empty() {
            chars.push('\n');
        }
    }
    chars.into_iter().collect()
}

#[test]
fn damaged_records_do_no_harm() {
    const ROUNDS: usize = 500;
    let mut rng = rng(99);
    let records: Vec<_> = (0..40).map(|_| random_tree(&mut rng)).collect();
    for format in Format::ALL {
        let texts: Vec<_> = records.iter().map(|it| format.write(it)).collect();
        let mut refused = 0;
        for _ in 0..ROUNDS {
            let text = texts.choose(&mut rng).expect("a record");
            let text = damage(&mut rng, text);
            match format.read(text.as_bytes()) {
                Ok(reading) => {
                    let again = format.read(format.write(&reading.record).as_bytes());
                    assert!(again.is_ok(), "{format:?}: {again:?}\n{text}");
                }
                Err(error) => {
                    refused += 1;
                    let error = error.to_string();
                    assert!(
                        error.starts_with("line ") && !error.contains('\n'),
                        "{error}"
                    );
                }
            }
        }
        assert!(refused > ROUNDS / 10, "{format:?}: {refused} refused");
    }
}

#[test]
fn noise_is_not_a_record() {
    let mut rng = rng(7);
    let mut noise = [0; 200];
    for _ in 0..2_000 {
        rng.fill_bytes(&mut noise);
        for format in Format::ALL {
            let _ = format.read(&noise);
        }
    }
}
