//! Where games come from: a file, the files of a folder, standard input.

use super::form::{Form, Kind};
use anyhow::{Context, anyhow, bail};
use engine::files::found;
use engine::record::{Format, MoveInfo, Reading, Record};
use engine::shogi::Color;
use engine::shogi::game::Game;
use learn::export::{self, Unpacked};
use matches::observers::records::evaluation;
use matches::stats::GamePoints;
use std::fs;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

/// A game, and where it comes from.
pub(super) struct Item {
    /// The game, and what was left out of it.
    pub reading: Reading,
    /// How Black did, where that is known without an ending.
    pub result: Option<GamePoints>,
}

/// Calls `visit` with every game of `input` in turn; `form` is what it is in, if that does not
/// follow from the name. The games go to `output`.
///
/// # Errors
/// If `output` is read too; the first thing that cannot be read, by its file, and those of `visit`.
pub(super) fn each(
    input: &Path,
    form: Option<Form>,
    output: &Path,
    mut visit: impl FnMut(&Path, Item) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    if input == Path::new("-") {
        let form = form.context("standard input without --from; expected --from FORM")?;
        return one(Path::new("standard input"), form, io::stdin(), &mut visit);
    }
    let paths = files(input, form)?;
    if paths.iter().any(|path| found::is_same(path, output)) {
        bail!(
            "`{}` is read too; expected another file to write",
            output.display()
        );
    }
    for path in paths {
        let own = form.or_else(|| Form::of_path(&path));
        let own = own.with_context(|| super::unknown_form(&path))?;
        let opened = found::open(&path).map_err(|error| anyhow!("{}: {error}", path.display()));
        one(&path, own, opened?, &mut visit)?;
    }
    Ok(())
}

/// The files of `input`, in the order of their names; in a folder those of a known form.
fn files(input: &Path, form: Option<Form>) -> anyhow::Result<Vec<PathBuf>> {
    if !input.is_dir() {
        return Ok(vec![input.to_owned()]);
    }
    let failed = |error| anyhow!("{}: {error}", input.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(input).map_err(failed)? {
        paths.push(entry.map_err(failed)?.path());
    }
    let is_wanted = |path: &PathBuf| match (Form::of_path(path), form) {
        (Some(there), Some(wanted)) => there == wanted,
        (there, None) => there.is_some(),
        (None, Some(_)) => false,
    };
    paths.retain(|path| path.is_file() && is_wanted(path));
    paths.sort();
    if paths.is_empty() {
        bail!(
            "no games in `{}`; expected files such as .csa or .kif",
            input.display()
        );
    }
    Ok(paths)
}

fn one(
    path: &Path,
    form: Form,
    mut input: impl Read,
    visit: &mut impl FnMut(&Path, Item) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let format = match form.kind() {
        Kind::Games(format) => format,
        Kind::Lines => Format::Usi,
        Kind::Packed(format) => return packed(path, format, input, visit),
    };
    let mut bytes = Vec::new();
    let name = path.display();
    input
        .read_to_end(&mut bytes)
        .map_err(|error| anyhow!("{name}: {error}"))?;
    let readings = format
        .read_all(&bytes)
        .map_err(|error| anyhow!("{name}: {error}"))?;
    for reading in readings {
        let result = None;
        visit(path, Item { reading, result })?;
    }
    Ok(())
}

/// Positions of other programs: each a game of at most one move.
fn packed(
    path: &Path,
    format: export::Format,
    input: impl Read,
    visit: &mut impl FnMut(&Path, Item) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut input = BufReader::new(input);
    let name = path.display();
    for number in 1_u64.. {
        let mut bytes = Vec::new();
        let piece = Read::by_ref(&mut input).take(format.size() as u64);
        let mut piece = piece;
        piece
            .read_to_end(&mut bytes)
            .map_err(|error| anyhow!("{name}: {error}"))?;
        if bytes.is_empty() {
            break;
        }
        let bad = |problem: String| anyhow!("{name}: position {number}: {problem}");
        let unpacked = format.unpack(&bytes).map_err(&bad)?;
        let item = item(unpacked).map_err(bad)?;
        visit(path, item)?;
    }
    Ok(())
}

fn item(unpacked: Unpacked) -> Result<Item, String> {
    let Unpacked {
        position,
        best,
        score,
        winner,
    } = unpacked;
    let mover = position.side();
    let mut record = Record::new(Game::new(position));
    if let Some(mv) = best {
        let info = MoveInfo {
            evaluation: Some(evaluation(score, mover)),
            ..MoveInfo::default()
        };
        record.push(mv, info).map_err(|error| error.to_string())?;
    }
    let notes = Vec::new();
    Ok(Item {
        reading: Reading { record, notes },
        result: Some(match winner {
            None => GamePoints::Draw,
            Some(Color::Black) => GamePoints::Win,
            Some(Color::White) => GamePoints::Loss,
        }),
    })
}
