//! The options but for the knobs of the search: names, ranges and the settings they stand for.

use super::{Effect, Kind, UsiOption};
use crate::eval::EvaluationKind;
use crate::eval::nnue::edition::AN_EDITION;
use crate::eval::nnue::{Edition, NetworkFile, Scaling};
use crate::habits::ModelFile;
use crate::player::Level;
use crate::shogi::declaration::EnteringKingRule;
use base::files::located;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The greatest number: some programs read them in 32 bits.
pub(super) const GREATEST: i64 = i32::MAX as i64;
/// Milliseconds of delay.
const DELAYS: RangeInclusive<i64> = 0..=10_000;
/// Centipawns.
const VALUES: RangeInclusive<i64> = -99_999..=99_999;

/// How many characters of a path are shown when there is no file.
const LONGEST_SHOWN: usize = 300;

/// The file of the network in a folder that `EvalDir` names; a file that it names is the network itself.
const FILE_IN_FOLDER: &str = "nn.bin";

/// An option that is true or false, and the field of the settings that it is.
macro_rules! check {
    ($name:literal, $($field:ident).+) => {
        UsiOption::new($name, Kind::Check {
            get: |settings| settings.$($field).+,
            set: |settings, on| settings.$($field).+ = on,
        })
    };
}

/// An option that is a whole number in a range, and the field of the settings that it is.
macro_rules! spin {
    ($name:literal, $range:expr, $($field:ident).+ $([$index:literal])? : $type:ty) => {
        UsiOption::new($name, Kind::Spin {
            range: $range,
            get: |settings| settings.$($field).+$([$index])? as i64,
            set: |settings, number| settings.$($field).+$([$index])? = number as $type,
        })
    };
}

/// Those that are always offered.
pub(super) const OPTIONS: &[UsiOption] = &[
    spin!("USI_Hash", 1..=1 << 20, hash_mb: usize).also(&["Hash"]),
    check!("USI_Ponder", time.ponder).also(&["Ponder"]),
    check!("Stochastic_Ponder", time.stochastic_ponder),
    spin!("Threads", 1..=512, threads: usize),
    spin!("MultiPV", 1..=600, multi_pv: usize).also(&["USI_MultiPV"]),
    UsiOption::new("Clear_Hash", Kind::Button(Effect::ClearHash)).also(&["Clear Hash"]),
    UsiOption::new("Eval", EVAL),
    UsiOption::new("EvalEdition", EVAL_EDITION),
    UsiOption::new("EvalFile", EVAL_FILE),
    UsiOption::new("EvalDir", EVAL_DIR).also(&["Eval_Dir"]),
    spin!("FV_SCALE", Scaling::FV_SCALES, evaluation.scaling.fv_scale: i32),
    spin!("EvalScale", Scaling::PERCENTS, evaluation.scaling.percent: i32),
    spin!("NetworkDelay", DELAYS, time.network_delay_ms: u64),
    spin!("NetworkDelay2", DELAYS, time.network_delay2_ms: u64).also(&["Move_Overhead"]),
    spin!("MinimumThinkingTime", 0..=100_000, time.minimum_thinking_ms: u64),
    spin!("SlowMover", 1..=1000, time.slow_mover_percent: u64).also(&["Slow_Mover"]),
    check!("RoundUpToFullSecond", time.round_up_to_full_second),
    spin!("MaxMovesToDraw", 0..=100_000, max_moves: u32).also(&["Draw_Ply"]),
    UsiOption::new("EnteringKingRule", ENTERING_KING_RULE),
    spin!("DrawValueBlack", -30_000..=30_000, draw_values[0]: i32),
    spin!("DrawValueWhite", -30_000..=30_000, draw_values[1]: i32),
    spin!("ResignValue", 0..=99_999, resign_value: i32),
    check!("GenerateAllLegalMoves", all_moves),
    spin!("DepthLimit", 0..=GREATEST, depth_limit: u32),
    spin!("NodesLimit", 0..=GREATEST, nodes_limit: u64),
    spin!("PvInterval", 0..=100_000, pv_interval_ms: u64).also(&["PV_Interval"]),
    check!("OutputFailLHPV", report_bounds),
    UsiOption::new("SkillLevel", SKILL_LEVEL).also(&[
        "Skill_Level",
        "USI_SkillLevel",
        "Skill Level",
    ]),
    spin!("HandicapVariety", 0..=500, handicap_variety: i32),
    check!("ConsiderationMode", analysis).also(&["USI_AnalyseMode"]),
    check!("Explain", explain),
    UsiOption::new("LogFile", LOG_FILE),
    UsiOption::new("OpponentModel", OPPONENT_MODEL),
    check!("USI_OwnBook", book.on).also(&["OwnBook"]),
    UsiOption::new("BookFile", BOOK_FILE).also(&["Book_File"]),
    UsiOption::new("BookDir", BOOK_DIR),
    spin!("BookMoves", 0..=10_000, book.moves: u32),
    spin!("BookIgnoreRate", 0..=100, book.ignore_percent: u32),
    spin!("BookEvalDiff", 0..=99_999, book.margin: i32),
    spin!("BookEvalBlackLimit", VALUES, book.least_values[0]: i32),
    spin!("BookEvalWhiteLimit", VALUES, book.least_values[1]: i32),
    spin!("BookDepthLimit", 0..=99_999, book.least_depth: u32),
    spin!("BookPvMoves", 1..=100, book.line_plies: usize),
    check!("ConsiderBookMoveCount", book.by_count),
    check!("NarrowBook", book.narrow),
    check!("FlippedBook", book.flipped),
];

/// Those for experiments, which are offered with the knobs of the search.
pub(super) const EXPERIMENTS: &[UsiOption] = &[
    UsiOption::new("PieceValues", PIECE_VALUES),
    spin!("SkillSeed", 0..=GREATEST, noise_seed: u64),
];

const SKILL_LEVEL: Kind = Kind::Spin {
    range: 0..=Level::FULL.number() as i64,
    get: |settings| i64::from(settings.level.number()),
    set: |settings, number| settings.level = Level::new(number as u8),
};

const EVAL: Kind = Kind::Combo {
    choices: || EvaluationKind::ALL.map(EvaluationKind::name).to_vec(),
    get: |settings| settings.evaluation.kind.name().to_owned(),
    set: |settings, name| {
        let mut kinds = EvaluationKind::ALL.into_iter();
        if let Some(kind) = kinds.find(|kind| kind.name() == name) {
            settings.evaluation.kind = kind;
        }
    },
};

/// Files in use are read again: it is no matter which of the options is set first.
const EVAL_EDITION: Kind = Kind::Text {
    get: |settings| text(settings.evaluation.edition.as_ref()),
    set: |settings, name| {
        let evaluation = &mut settings.evaluation;
        let edition = read(name).map_err(|_| AN_EDITION.to_owned())?;
        let again = |file: &Option<NetworkFile>| {
            let path = file.as_ref().map(|file| &file.path);
            path.map(|path| load(path, edition)).transpose()
        };
        (evaluation.file, evaluation.folder) =
            (again(&evaluation.file)?, again(&evaluation.folder)?);
        evaluation.edition = edition;
        Ok(())
    },
};

const EVAL_FILE: Kind = Kind::File {
    get: |settings| Some(&settings.evaluation.file.as_ref()?.path),
    set: |settings, path| {
        let edition = settings.evaluation.edition;
        settings.evaluation.file = path.map(|path| load(path, edition)).transpose()?;
        Ok(())
    },
};

const EVAL_DIR: Kind = Kind::File {
    get: |settings| settings.evaluation.folder.as_ref()?.path.parent(),
    set: |settings, folder| {
        let path = folder.map(|folder| {
            if located(folder).is_file() {
                folder.to_owned()
            } else {
                folder.join(FILE_IN_FOLDER)
            }
        });
        let edition = settings.evaluation.edition;
        let folder = path.as_deref().map(|path| load(path, edition));
        settings.evaluation.folder = folder.transpose()?;
        Ok(())
    },
};

const OPPONENT_MODEL: Kind = Kind::File {
    get: |settings| Some(&settings.opponent.as_ref()?.path),
    set: |settings, path| {
        let refused = |error| format!("a model of `kyomi-lab opponent learn` ({error})");
        settings.opponent = path.map(ModelFile::load).transpose().map_err(refused)?;
        Ok(())
    },
};

/// What a log is added to is a log: the wrong file of a list is not spoiled.
const LOG_FILE: Kind = Kind::File {
    get: |settings| settings.log.as_deref(),
    set: |settings, path| {
        let is_log = |path: &Path| {
            path.extension()
                .is_some_and(|it| it.eq_ignore_ascii_case("log"))
        };
        if !path.is_none_or(is_log) {
            return Err("a file whose name ends in .log".to_owned());
        }
        settings.log = path.map(Path::to_owned);
        Ok(())
    },
};

const ENTERING_KING_RULE: Kind = Kind::Combo {
    choices: || EnteringKingRule::ALL.map(EnteringKingRule::name).to_vec(),
    get: |settings| settings.entering_king_rule.to_string(),
    set: |settings, name| {
        let rule = name.parse::<EnteringKingRule>();
        settings.entering_king_rule = rule.unwrap_or(settings.entering_king_rule);
    },
};

/// `no_book` is how other engines name none.
const BOOK_FILE: Kind = Kind::Text {
    get: |settings| path_text(settings.book.file.as_deref()),
    set: |settings, name| {
        let file = !matches!(name, "" | "no_book");
        settings.book.file = file.then(|| PathBuf::from(name));
        Ok(())
    },
};

const BOOK_DIR: Kind = Kind::Text {
    get: |settings| settings.book.folder.display().to_string(),
    set: |settings, name| {
        settings.book.folder = PathBuf::from(name);
        Ok(())
    },
};

const PIECE_VALUES: Kind = Kind::Text {
    get: |settings| text(settings.evaluation.pieces.as_ref()),
    set: |settings, values| {
        let refused = |error| format!("values of the pieces ({error})");
        settings.evaluation.pieces = read(values).map_err(refused)?;
        Ok(())
    },
};

/// What was set, as it is written; nothing if nothing was.
fn text(set: Option<&impl Display>) -> String {
    set.map_or_else(String::new, ToString::to_string)
}

/// What `text` sets; nothing if it is empty.
fn read<T: FromStr>(text: &str) -> Result<Option<T>, T::Err> {
    let text = Some(text.trim()).filter(|it| !it.is_empty());
    text.map(str::parse).transpose()
}

pub(super) fn path_text(path: Option<&Path>) -> String {
    path.map_or_else(String::new, |path| path.display().to_string())
}

/// The network of the file at `path`, or why there is none.
fn load(path: &Path, edition: Option<Edition>) -> Result<NetworkFile, String> {
    // What is no path may be of any length.
    let shown: String = path.to_string_lossy().chars().take(LONGEST_SHOWN).collect();
    let refused = |error| format!("a network ({shown}: {error})");
    NetworkFile::load(path, edition).map_err(refused)
}
