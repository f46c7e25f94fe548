//! The options but for the knobs of the search: names, ranges and the settings they stand for.

use super::{Effect, OptionError};
use crate::eval::EvaluationKind;
use crate::eval::nnue::{NetworkFile, Scaling};
use crate::search::Settings;
use crate::shogi::declaration::EnteringKingRule;
use crate::usi::grammar::{OptionDeclaration, OptionKind};
use std::ops::RangeInclusive;
use std::path::Path;

/// The greatest number: some programs read them in 32 bits.
pub(super) const GREATEST: i64 = i32::MAX as i64;
/// How interfaces write that no file is named.
const NO_FILE: &str = "<empty>";

/// The file of the network in a folder that `EvalDir` names.
const FILE_IN_FOLDER: &str = "nn.bin";

/// An option and the setting it stands for.
pub(super) struct Entry {
    name: &'static str,
    /// Other engines' names for it, accepted without being declared.
    aliases: &'static [&'static str],
    kind: Kind,
}

/// The type of an option, with the way to its setting.
enum Kind {
    Check {
        get: fn(&Settings) -> bool,
        set: fn(&mut Settings, bool),
    },
    Spin {
        range: RangeInclusive<i64>,
        get: fn(&Settings) -> i64,
        set: fn(&mut Settings, i64),
    },
    Combo {
        choices: fn() -> Vec<&'static str>,
        get: fn(&Settings) -> String,
        /// Called with one of the choices.
        set: fn(&mut Settings, &str),
    },
    /// What is made of a file; `None` for what is part of the program.
    File {
        set: fn(&mut Settings, Option<&Path>) -> Result<(), String>,
    },
    Button(Effect),
}

pub(super) const TABLE: &[Entry] = &[
    Entry {
        name: "USI_Hash",
        aliases: &["Hash"],
        kind: Kind::Spin {
            range: 1..=1 << 20,
            get: |settings| settings.hash_mb as i64,
            set: |settings, mib| settings.hash_mb = mib as usize,
        },
    },
    Entry {
        name: "USI_Ponder",
        aliases: &["Ponder"],
        kind: Kind::Check {
            get: |settings| settings.time.ponder,
            set: |settings, on| settings.time.ponder = on,
        },
    },
    Entry {
        name: "Threads",
        aliases: &[],
        kind: Kind::Spin {
            range: 1..=512,
            get: |settings| settings.threads as i64,
            set: |settings, count| settings.threads = count as usize,
        },
    },
    Entry {
        name: "MultiPV",
        aliases: &["USI_MultiPV"],
        kind: Kind::Spin {
            range: 1..=600,
            get: |settings| settings.multi_pv as i64,
            set: |settings, lines| settings.multi_pv = lines as usize,
        },
    },
    Entry {
        name: "Clear_Hash",
        aliases: &["Clear Hash"],
        kind: Kind::Button(Effect::ClearHash),
    },
    Entry {
        name: "Eval",
        aliases: &[],
        kind: Kind::Combo {
            choices: || EvaluationKind::ALL.map(EvaluationKind::name).to_vec(),
            get: |settings| settings.evaluation.kind.name().to_owned(),
            set: |settings, name| {
                let mut kinds = EvaluationKind::ALL.into_iter();
                if let Some(kind) = kinds.find(|kind| kind.name() == name) {
                    settings.evaluation.kind = kind;
                }
            },
        },
    },
    Entry {
        name: "EvalFile",
        aliases: &[],
        kind: Kind::File {
            set: |settings, path| {
                settings.evaluation.file = path.map(load).transpose()?;
                Ok(())
            },
        },
    },
    Entry {
        name: "EvalDir",
        aliases: &[],
        kind: Kind::File {
            set: |settings, folder| {
                let path = folder.map(|folder| folder.join(FILE_IN_FOLDER));
                settings.evaluation.folder = path.as_deref().map(load).transpose()?;
                Ok(())
            },
        },
    },
    Entry {
        name: "FV_SCALE",
        aliases: &[],
        kind: Kind::Spin {
            range: Scaling::FV_SCALES,
            get: |settings| i64::from(settings.evaluation.scaling.fv_scale),
            set: |settings, scale| settings.evaluation.scaling.fv_scale = scale as i32,
        },
    },
    Entry {
        name: "EvalScale",
        aliases: &[],
        kind: Kind::Spin {
            range: Scaling::PERCENTS,
            get: |settings| i64::from(settings.evaluation.scaling.percent),
            set: |settings, percent| settings.evaluation.scaling.percent = percent as i32,
        },
    },
    Entry {
        name: "NetworkDelay",
        aliases: &[],
        kind: Kind::Spin {
            range: 0..=10_000,
            get: |settings| settings.time.network_delay_ms as i64,
            set: |settings, ms| settings.time.network_delay_ms = ms as u64,
        },
    },
    Entry {
        name: "NetworkDelay2",
        aliases: &["Move_Overhead"],
        kind: Kind::Spin {
            range: 0..=10_000,
            get: |settings| settings.time.network_delay2_ms as i64,
            set: |settings, ms| settings.time.network_delay2_ms = ms as u64,
        },
    },
    Entry {
        name: "MinimumThinkingTime",
        aliases: &[],
        kind: Kind::Spin {
            range: 1..=100_000,
            get: |settings| settings.time.minimum_thinking_ms as i64,
            set: |settings, ms| settings.time.minimum_thinking_ms = ms as u64,
        },
    },
    Entry {
        name: "SlowMover",
        aliases: &["Slow_Mover"],
        kind: Kind::Spin {
            range: 1..=1000,
            get: |settings| settings.time.slow_mover_percent as i64,
            set: |settings, percent| settings.time.slow_mover_percent = percent as u64,
        },
    },
    Entry {
        name: "RoundUpToFullSecond",
        aliases: &[],
        kind: Kind::Check {
            get: |settings| settings.time.round_up_to_full_second,
            set: |settings, on| settings.time.round_up_to_full_second = on,
        },
    },
    Entry {
        name: "MaxMovesToDraw",
        aliases: &["Draw_Ply"],
        kind: Kind::Spin {
            range: 0..=100_000,
            get: |settings| i64::from(settings.max_moves),
            set: |settings, moves| settings.max_moves = moves as u32,
        },
    },
    Entry {
        name: "EnteringKingRule",
        aliases: &[],
        kind: Kind::Combo {
            choices: || EnteringKingRule::ALL.map(EnteringKingRule::name).to_vec(),
            get: |settings| settings.entering_king_rule.to_string(),
            set: |settings, name| {
                let rule = name.parse::<EnteringKingRule>();
                settings.entering_king_rule = rule.unwrap_or(settings.entering_king_rule);
            },
        },
    },
    Entry {
        name: "Explain",
        aliases: &[],
        kind: Kind::Check {
            get: |settings| settings.explain,
            set: |settings, on| settings.explain = on,
        },
    },
    Entry {
        name: "ResignValue",
        aliases: &[],
        kind: Kind::Spin {
            range: 0..=99_999,
            get: |settings| i64::from(settings.resign_value),
            set: |settings, cp| settings.resign_value = cp as i32,
        },
    },
    Entry {
        name: "DepthLimit",
        aliases: &[],
        kind: Kind::Spin {
            range: 0..=GREATEST,
            get: |settings| i64::from(settings.depth_limit),
            set: |settings, depth| settings.depth_limit = depth as u32,
        },
    },
    Entry {
        name: "NodesLimit",
        aliases: &[],
        kind: Kind::Spin {
            range: 0..=GREATEST,
            get: |settings| settings.nodes_limit as i64,
            set: |settings, nodes| settings.nodes_limit = nodes as u64,
        },
    },
    Entry {
        name: "PvInterval",
        aliases: &["PV_Interval"],
        kind: Kind::Spin {
            range: 0..=100_000,
            get: |settings| settings.pv_interval_ms as i64,
            set: |settings, ms| settings.pv_interval_ms = ms as u64,
        },
    },
];

impl Entry {
    pub(super) fn is_called(&self, name: &str) -> bool {
        let mut names = std::iter::once(&self.name).chain(self.aliases);
        names.any(|known| known.eq_ignore_ascii_case(name))
    }

    pub(super) fn set(
        &self,
        settings: &mut Settings,
        value: Option<&str>,
    ) -> Result<Effect, OptionError> {
        if let Kind::Button(effect) = self.kind {
            return Ok(effect);
        }
        if let Some(value) = value {
            self.set_value(settings, value)
                .map_err(|expected| OptionError {
                    name: self.name,
                    value: value.to_owned(),
                    expected,
                })?;
        }
        Ok(Effect::Set)
    }

    /// Sets what is no button; the error says what was expected.
    fn set_value(&self, settings: &mut Settings, value: &str) -> Result<(), String> {
        match &self.kind {
            Kind::Check { set, .. } => match value.to_ascii_lowercase().as_str() {
                "true" => set(settings, true),
                "false" => set(settings, false),
                _ => return Err("true or false".to_owned()),
            },
            Kind::Spin { range, set, .. } => {
                let number = value.parse().ok().filter(|number| range.contains(number));
                let (min, max) = (range.start(), range.end());
                let expected = || format!("a whole number from {min} to {max}");
                set(settings, number.ok_or_else(expected)?);
            }
            Kind::Combo { choices, set, .. } => {
                let choices = choices();
                let choice = choices
                    .iter()
                    .find(|choice| choice.eq_ignore_ascii_case(value));
                set(settings, choice.ok_or_else(|| one_of(&choices))?);
            }
            Kind::File { set } => {
                let path = (!matches!(value, "" | NO_FILE)).then(|| Path::new(value));
                set(settings, path).map_err(|error| format!("a network ({error})"))?;
            }
            Kind::Button(_) => {}
        }
        Ok(())
    }

    pub(super) fn declaration(&self, defaults: &Settings) -> OptionDeclaration {
        OptionDeclaration {
            name: self.name.to_owned(),
            kind: match &self.kind {
                Kind::Check { get, .. } => OptionKind::Check {
                    default: get(defaults),
                },
                Kind::Spin { range, get, .. } => OptionKind::Spin {
                    default: get(defaults),
                    min: *range.start(),
                    max: *range.end(),
                },
                Kind::Combo { choices, get, .. } => OptionKind::Combo {
                    default: get(defaults),
                    choices: choices().into_iter().map(str::to_owned).collect(),
                },
                Kind::File { .. } => OptionKind::FileName {
                    default: String::new(),
                },
                Kind::Button(_) => OptionKind::Button,
            },
        }
    }
}

/// The network of the file at `path`, or why there is none.
fn load(path: &Path) -> Result<NetworkFile, String> {
    NetworkFile::load(path).map_err(|error| format!("{}: {error}", path.display()))
}

pub(super) fn one_of(choices: &[&str]) -> String {
    format!("one of {}", choices.join(", "))
}
