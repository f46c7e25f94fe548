//! What setting options does to the settings.

use super::list::GREATEST;
use super::*;
use crate::shogi::declaration::EnteringKingRule;

fn expected(options: &mut Options, name: &str, value: &str) -> String {
    options.set(name, Some(value)).unwrap_err().expected
}

#[test]
fn every_declared_option_takes_its_default_and_then_changes_nothing() {
    let mut options = Options::new(true);
    for declaration in Options::new(true).declarations() {
        assert!(!declaration.name.contains(' '), "{declaration}");
        let default = match &declaration.kind {
            OptionKind::Check(default) => default.to_string(),
            OptionKind::Spin { default, min, max } => {
                assert!(
                    min <= default && default <= max && *max <= GREATEST,
                    "{declaration}"
                );
                default.to_string()
            }
            OptionKind::Combo { default, choices } => {
                assert!(choices.contains(default), "{declaration}");
                default.clone()
            }
            OptionKind::Text(default) => default.clone(),
            _ => String::new(),
        };
        let effect = options.set(&declaration.name, Some(&default));
        assert!(
            matches!(effect, Ok(Effect::Set | Effect::ClearHash)),
            "{declaration}"
        );
        assert!(options.set(&declaration.name, None).is_ok());
    }
    assert_eq!(options.settings(), &Settings::default());
}

#[test]
fn every_spin_keeps_its_bounds() {
    let mut options = Options::new(true);
    for declaration in Options::new(true).declarations() {
        let OptionKind::Spin { min, max, .. } = declaration.kind else {
            continue;
        };
        let mut takes = |value: i64| {
            let text = value.to_string();
            options.set(&declaration.name, Some(&text)).is_ok()
        };
        assert!(takes(min) && takes(max), "{}", declaration.name);
        assert!(!takes(min - 1) && !takes(max + 1), "{}", declaration.name);
    }
}

#[test]
fn values_arrive() {
    let mut options = Options::new(true);
    for (name, value) in [
        ("usi_hash", "32"),
        ("USI_Ponder", "TRUE"),
        ("USI_MultiPV", "5"),
        ("Draw_Ply", "256"),
        ("EnteringKingRule", "csarule24h"),
        ("same_drop_cost", "7"),
    ] {
        assert_eq!(options.set(name, Some(value)), Ok(Effect::Set), "{name}");
    }
    let settings = options.settings();
    assert_eq!(
        (settings.hash_mb, settings.multi_pv, settings.max_moves),
        (32, 5, 256)
    );
    assert!(settings.time.ponder);
    assert_eq!(settings.entering_king_rule, EnteringKingRule::CsaRule24H);
    assert_eq!(settings.search.same_drop_cost, 7);
}

#[test]
fn refusals_say_what_was_expected_and_change_nothing() {
    let mut options = Options::new(true);
    for (name, value, range) in [
        ("Threads", "0", "a whole number from 1 to 512"),
        ("Threads", "4 ", "a whole number from 1 to 512"),
        ("USI_Ponder", "yes", "true or false"),
    ] {
        assert_eq!(expected(&mut options, name, value), range);
    }
    for (value, is_on) in [("1", true), ("0", false)] {
        options.set("USI_Ponder", Some(value)).unwrap();
        assert_eq!(options.settings().time.ponder, is_on);
    }
    assert!(expected(&mut options, "EnteringKingRule", "27").contains("CSARule27H"));
    assert!(expected(&mut options, "search", "negamax").contains("alphabeta"));
    assert!(expected(&mut options, "same_drop_cost", "-1").contains("from 0"));
    assert_eq!(options.settings(), &Settings::default());
    let error = options.set("threads", Some("x")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "option Threads: `x` refused, expected a whole number from 1 to 512"
    );
}

#[test]
fn unknown_names_and_buttons() {
    let mut options = Options::new(true);
    assert_eq!(options.set("Skill Level", Some("20")), Ok(Effect::Set));
    assert_eq!(options.set("Slow Level", Some("20")), Ok(Effect::Unknown));
    assert_eq!(options.set("", None), Ok(Effect::Unknown));
    assert_eq!(options.set("Clear_Hash", None), Ok(Effect::ClearHash));
    assert_eq!(options.set("clear hash", Some("")), Ok(Effect::ClearHash));
}

#[test]
fn knobs_are_options_only_for_those_who_ask() {
    let count = |tunables| Options::new(tunables).declarations().count();
    let knobs = KNOBS.len() + switches(true).count();
    assert_eq!(count(true), count(false) + EXPERIMENTS.len() + knobs);
    assert!(count(false) <= 50);
    let mut options = Options::new(false);
    assert_eq!(
        options.set("same_drop_cost", Some("7")),
        Ok(Effect::Unknown)
    );
    assert_eq!(options.settings(), &Settings::default());
}

/// Whatever the kind of search, and also where a knob is set to the default of another kind.
#[test]
fn what_was_set_is_what_is_in_force_in_any_order() {
    for preset in ["interest", "conventional"] {
        for knob in KNOBS {
            let value = knob.default.to_string();
            let entries = [("search", preset), (knob.name, value.as_str())];
            let [first, last] = [[0, 1], [1, 0]].map(|order| {
                let mut options = Options::new(true);
                for i in order {
                    options.set(entries[i].0, Some(entries[i].1)).unwrap();
                }
                options.settings().search.clone()
            });
            let mut expected = SearchConfig::preset(preset).unwrap();
            expected.put(knob, knob.default);
            assert_eq!(first, expected, "{preset}: {}", knob.name);
            assert_eq!(last, expected, "{preset}: {}", knob.name);
        }
    }
}

#[test]
fn a_kind_of_the_textbook_has_knobs_of_its_own_in_any_order() {
    for (preset, _) in textbook::PRESETS {
        for knob in textbook::KNOBS {
            let value = knob.max.to_string();
            let entries = [("search", preset), (knob.name, value.as_str())];
            let mut expected = Rules::of_preset(preset).unwrap();
            expected.put(knob, knob.max);
            for order in [[0, 1], [1, 0]] {
                let mut options = Options::new(true);
                for i in order {
                    options.set(entries[i].0, Some(entries[i].1)).unwrap();
                }
                assert_eq!(options.idle(), None);
                assert_eq!(options.settings().textbook, Some(expected.clone()));
            }
        }
    }
    let mut options = Options::new(true);
    options.set("null_move", Some("1")).unwrap();
    assert_eq!(options.settings(), &Settings::default());
    assert_eq!(options.idle(), Some("null_move"));
}
