//! What is set is what is in force, in every preset.

use super::*;

#[test]
fn presets_name_existing_knobs() {
    for (name, parts) in PRESETS {
        let config = SearchConfig::preset(name).unwrap();
        assert_eq!(config.preset, *name);
        let names = parts.iter().copied().flatten().map(|(knob, _)| *knob);
        for name in names {
            assert!(Knob::named(name).is_some(), "{name}");
        }
    }
    assert_eq!(
        SearchConfig::preset("INTEREST").unwrap(),
        SearchConfig::default()
    );
}

#[test]
fn every_knob_holds_what_it_was_set_to_in_every_preset() {
    for name in preset_names() {
        let preset = SearchConfig::preset(name).unwrap();
        for knob in KNOBS {
            for value in [knob.min, knob.default, knob.max] {
                let mut config = preset.clone();
                config.set(knob.name, &value.to_string()).unwrap();
                assert_eq!(config.get(knob), value, "{name}: {}", knob.name);
                let others = KNOBS.iter().filter(|other| other.name != knob.name);
                for other in others {
                    assert_eq!(config.get(other), preset.get(other), "{}", other.name);
                }
                let change = (value != preset.get(knob)).then_some((knob.name, value));
                assert_eq!(config.changes(), Vec::from_iter(change));
            }
        }
    }
}

#[test]
fn digests_tell_configurations_apart() {
    let digest = |name: &str| SearchConfig::preset(name).unwrap().digest();
    assert_ne!(digest("interest"), digest("modern"));
    let mut changed = SearchConfig::default();
    changed.set("killer_bonus", "7").unwrap();
    assert_ne!(changed.digest(), digest("interest"));
    changed.set("killer_bonus", "100").unwrap();
    assert_eq!(changed.digest(), digest("interest"));
    assert_eq!(changed.digest().len(), 12);
}

#[test]
fn refusals_name_the_token_and_what_was_expected() {
    let message = |name: &str, value: &str| {
        let error = SearchConfig::default().set(name, value).unwrap_err();
        error.to_string()
    };
    assert!(message("killer_bonus", "x").contains("`x`"));
    assert!(message("killer_bonus", "-1").contains("0 to 1000"));
    assert!(message("nonsense", "1").contains("killer_bonus"));
    let error = SearchConfig::preset("negamax").unwrap_err().to_string();
    assert!(error.contains("alphabeta") && error.contains("`negamax`"));
}
