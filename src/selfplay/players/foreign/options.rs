//! Which options an engine is given, and what is wrong with one that it does not take.

use super::ForeignSpec;
use crate::selfplay::players::Conduct;
use crate::usi::grammar::{OptionDeclaration, OptionKind};

/// All options to set, by the engine's own names for them: those of the match, as far as the
/// engine has them and can take them, then its own.
///
/// # Errors
/// If the engine does not have an option of its own, or refuses its value; in words.
pub(super) fn settings(
    conduct: &Conduct,
    spec: &ForeignSpec,
    known: &[OptionDeclaration],
) -> Result<Vec<(String, String)>, String> {
    let find = |name: &str| {
        let mut known = known.iter();
        known.find(|option| option.name.eq_ignore_ascii_case(name))
    };
    let mut settings = Vec::new();
    for (name, value) in conduct.options() {
        if let Some(option) = find(name).filter(|option| check(option, &value).is_ok()) {
            settings.push((option.name.clone(), value));
        }
    }
    for (name, value) in &spec.options {
        let name = match find(name) {
            Some(option) => {
                check(option, value)?;
                &option.name
            }
            // The protocol has these two whether an engine declares them or not.
            None if ["USI_Hash", "USI_Ponder"].contains(&name.as_str()) => name,
            None => return Err(unknown_option(name, known)),
        };
        settings.push((name.clone(), value.clone()));
    }
    Ok(settings)
}

/// Refuses what the engine says it will not take.
fn check(option: &OptionDeclaration, value: &str) -> Result<(), String> {
    let (is_good, expected) = match &option.kind {
        OptionKind::Spin { min, max, .. } => (
            value.parse().is_ok_and(|n: i64| (*min..=*max).contains(&n)),
            format!("a whole number from {min} to {max}"),
        ),
        OptionKind::Check { .. } => (
            ["true", "false"].contains(&value),
            "true or false".to_owned(),
        ),
        _ => (true, String::new()),
    };
    if is_good {
        Ok(())
    } else {
        let name = &option.name;
        Err(format!(
            "`{value}` is no value for {name}; expected {expected}"
        ))
    }
}

fn unknown_option(name: &str, known: &[OptionDeclaration]) -> String {
    let known: Vec<_> = known.iter().map(|option| option.name.as_str()).collect();
    let known = known.join(", ");
    format!("the engine has no option `{name}`; expected one of: {known}")
}
