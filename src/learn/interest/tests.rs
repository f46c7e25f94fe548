//! A law that is known is learned, and what is learned is a configuration.

use super::*;
use crate::search::interest::Facts;

/// Failure by a law that is known is found again.
#[test]
fn a_known_law_is_learned() {
    let mut random = 12_345_u64;
    let mut next = move || {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (random >> 33) as f64 / f64::from(1_u32 << 31)
    };
    let mut trials = Trials::default();
    for _ in 0..60_000 {
        let mut row = [0.0_f32; COUNT];
        row[0] = 1.0;
        row[1] = (next() * 4.0) as f32;
        row[2] = -(f32::from(u8::from(next() < 0.3)));
        let odds = 1.0 + 0.5 * f64::from(row[1]) + 2.0 * f64::from(row[2]);
        trials.rows.push(row);
        trials.succeeded.push(next() > 1.0 / (1.0 + (-odds).exp()));
        trials.costs.push((20.0 + 40.0 * odds) as f32);
    }
    let weights = trials.weights();
    for (found, law) in weights.iter().zip([1.0, 0.5, 2.0, 0.0]) {
        assert!((found - law).abs() < 0.06, "{weights:?}");
    }
    let fit = trials.fit(&SearchConfig::default());
    assert!(fit.loss < fit.blind_loss);
    let knob = |name| fit.knobs.iter().find(|(it, _)| *it == name).unwrap().1;
    assert!((knob("growth_log_cost") - 20).abs() <= 2);
    assert!((knob("killer_bonus") - 80).abs() <= 5);
}

/// Each feature is what one unit of its knob adds to a cost, over the feature's unit.
#[test]
fn features_are_what_their_knobs_add() {
    let config = SearchConfig::default();
    let settings = Settings {
        hash_mb: 4,
        ..Settings::default()
    };
    let is_summand = |it: &&Feature| ![ORDER, GOOD_CAPTURE, BAD_CAPTURE].contains(&it.knob);
    let mut seen = [0; COUNT];
    gather(&settings, 1, 300, 5, |_, samples| {
        for Sample { facts, .. } in samples {
            let dear = |facts: &Facts| lost_interest(&config, facts) > 0;
            if facts.rank == 0 || facts.in_check || !dear(facts) || !facts.kind.is_quiet() {
                continue;
            }
            for (i, feature) in FEATURES.iter().filter(is_summand).enumerate() {
                let knob = Knob::named(feature.knob).unwrap();
                let added = |more: i32| {
                    let mut changed = config.clone();
                    let value = config.get(knob) + more;
                    changed.set(knob.name, &value.to_string()).unwrap();
                    f64::from(lost_interest(&changed, facts) - lost_interest(&config, facts))
                };
                let (more, fact) = (100, (feature.of)(facts) * feature.unit);
                let floor = if facts.in_proportion {
                    -config.surplus_limit
                } else {
                    0
                };
                let least = floor - lost_interest(&config, facts);
                let expected = (fact * f64::from(more)).max(f64::from(least));
                assert!(
                    (added(more) - expected).abs() <= 1.0,
                    "{}: {} and {expected}",
                    knob.name,
                    added(more)
                );
                seen[i] += u32::from(fact != 0.0);
            }
        }
    });
    assert!(
        seen.iter().filter(|&&times| times > 0).count() > 12,
        "{seen:?}"
    );
}

#[test]
fn samples_of_games_make_a_valid_configuration() {
    let config = SearchConfig::default();
    let mut trials = Trials::default();
    let settings = Settings {
        hash_mb: 4,
        ..Settings::default()
    };
    gather(&settings, 1, 400, 7, |_, samples| {
        trials.add(&config, samples);
    });
    assert!(trials.len() > 1000 && trials.successes() > 10);
    let mut learned = config.clone();
    for (knob, value) in trials.fit(&config).knobs {
        learned.set(knob, &value.to_string()).unwrap();
    }
    assert_ne!(learned, config);
}
