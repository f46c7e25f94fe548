//! The rungs: the techniques in the order in which they are added.

use engine::search::{SearchConfig, Settings};

/// Values of knobs by name.
type Changes = &'static [(&'static str, i32)];

/// A technique, added to all before it.
#[derive(Debug)]
pub struct Rung {
    /// Its name.
    pub name: &'static str,
    /// What it changes of the rung before.
    changes: Changes,
}

/// The rungs from the lowest. The last is the search as it plays, with all its numbers.
pub const RUNGS: [Rung; 10] = [
    Rung {
        name: "minimax",
        changes: &[],
    },
    Rung {
        name: "alpha-beta",
        changes: &[("cuts", 1)],
    },
    Rung {
        // A mate in one is found before any move is tried; at the last ply it would look further.
        name: "ordering",
        changes: &[("ordering", 1), ("mate_one_from", 200)],
    },
    Rung {
        name: "iterative deepening",
        changes: &[("deepening", 1)],
    },
    Rung {
        name: "zero windows",
        changes: &[("zero_windows", 1)],
    },
    Rung {
        name: "table",
        changes: &[("table", 1)],
    },
    Rung {
        name: "null move",
        changes: &[("null_move_cost", 325)],
    },
    Rung {
        name: "quiescence",
        changes: &[("quiescence", 1)],
    },
    Rung {
        name: "singular moves",
        changes: &[
            ("singular_margin", 2),
            ("evasion_cost", 50),
            ("mate_one_from", 1),
            ("mate_one_quiescence", 1),
        ],
    },
    Rung {
        name: "interest",
        changes: &[],
    },
];

/// The place of the rung whose static values come after captures only.
pub const QUIESCENCE: usize = 7;

/// The table's size, in MiB.
const HASH_MB: usize = 16;

/// The settings of the rung at `place`.
pub fn settings(place: usize) -> Settings {
    Settings {
        hash_mb: HASH_MB,
        all_moves: true,
        search: config(place),
        ..Settings::default()
    }
}

fn config(place: usize) -> SearchConfig {
    let last = RUNGS.len() - 1;
    if place >= last {
        return SearchConfig::default();
    }
    let mut config = SearchConfig::preset("minimax").unwrap_or_default();
    let changes = RUNGS[..=place].iter().flat_map(|rung| rung.changes);
    for (name, value) in changes {
        // The names are known: a test sets every rung.
        let _ = config.set(name, &value.to_string());
    }
    config
}

/// The rung at `place` as a player's text.
pub fn player(place: usize) -> String {
    let effective = config(place).effective();
    let changes = effective.changes.iter();
    let changes = changes.map(|(name, value)| format!("{name}={value}"));
    let entries = std::iter::once(format!("search={}", effective.preset)).chain(changes);
    entries.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rung_is_one_step_from_the_last_and_names_its_knobs() {
        assert_eq!(player(0), "search=minimax");
        assert_eq!(
            player(2),
            "search=minimax,cuts=1,mate_one_from=200,ordering=1"
        );
        assert_eq!(player(9), "search=interest");
        for (place, rung) in RUNGS.iter().enumerate().take(9).skip(1) {
            let (config, before) = (config(place), config(place - 1));
            for (name, value) in rung.changes {
                assert!(
                    player(place).contains(&format!(",{name}={value}")),
                    "{name}"
                );
            }
            assert_ne!(config, before, "{}", rung.name);
        }
        assert_eq!(RUNGS[QUIESCENCE].name, "quiescence");
    }
}
