//! Where games come from, a file, the files of a folder or standard input, and where they go to: a
//! file, a file for each, or standard output.

use super::{Form, Holds};
use anyhow::{Context, anyhow, bail};
use base::files::{self, Draft};
use engine::record::{Encoded, Encoding, Evaluation, Format, MoveInfo, Reading, Record};
use engine::search::Score;
use engine::shogi::game::Game;
use engine::shogi::{Color, Position, sfen};
use learn::dataset::Sample;
use learn::dataset::packed::{self, PackedFormat, Unpacked};
use matches::games::{self, GameFacts, GameResult, Tolerance};
use matches::stats::GamePoints;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

/// A game, and where it comes from.
pub(super) struct Item {
    /// The game, and what was left out of it.
    pub reading: Reading,
    /// How Black did, where that is known without an ending.
    pub result: Option<GamePoints>,
}

impl Item {
    /// What is told of the game.
    pub fn facts(&self) -> GameFacts {
        let known = self.result.map(|points| match points {
            GamePoints::Win => GameResult::Won(Color::Black),
            GamePoints::Draw => GameResult::Drawn,
            GamePoints::Loss => GameResult::Won(Color::White),
        });
        let facts = GameFacts::of(&self.reading.record);
        GameFacts {
            result: known.or(facts.result),
            ..facts
        }
    }
}

/// Calls `visit` with every game of `input` in turn; `form` is what it is in, if that does not
/// follow from the name. The games go to `output`.
///
/// # Errors
/// If `output` is read too; the first thing that cannot be read, by its file, unless [`Tolerance`] passes that over, and
/// those of `visit`.
pub(super) fn each(
    input: &Path,
    form: Option<Form>,
    output: &Path,
    mut visit: impl FnMut(&Path, Item) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    if input == Path::new("-") {
        let path = Path::new(games::STANDARD_INPUT_SHOWN);
        if let Some(Holds::Packed(format)) = form.map(Form::holds) {
            return read_packed(path, format, io::stdin(), &mut visit);
        }
        return visit_all(path, read_games(path, form, io::stdin())?, &mut visit);
    }
    let paths = files(input, form)?;
    if paths.iter().any(|path| files::is_same(path, output)) {
        bail!(
            "`{}` is read too; expected another file to write",
            output.display()
        );
    }
    let named = [input.to_owned()];
    let mut tolerance = Tolerance::of(&named);
    for path in paths {
        let own = form.or_else(|| Form::of_path(&path));
        if own.is_none() && !Format::is_record(&path) {
            bail!("{}", super::unknown_form(&path));
        }
        let opened = files::open(&path).map_err(|error| anyhow!("{}: {error}", path.display()));
        if let Some(Holds::Packed(format)) = own.map(Form::holds) {
            tolerance.note_read();
            read_packed(&path, format, opened?, &mut visit)?;
            continue;
        }
        let readings = opened.and_then(|input| read_games(&path, own, input));
        let readings = tolerance.take(&path, readings)?.unwrap_or_default();
        visit_all(&path, readings, &mut visit)?;
    }
    Ok(tolerance.finish()?)
}

/// The files of `input`, in the order of their names; in a folder those of a known form.
fn files(input: &Path, form: Option<Form>) -> anyhow::Result<Vec<PathBuf>> {
    if !input.is_dir() {
        return Ok(vec![input.to_owned()]);
    }
    let is_wanted = |path: &Path| match (Form::of_path(path), form) {
        (Some(there), Some(wanted)) => there == wanted,
        (there, None) => there.is_some(),
        (None, Some(_)) => false,
    };
    Ok(games::files(&[input.to_owned()], is_wanted)?)
}

/// The games of `input`, which are in `form`, or in what they look like.
fn read_games(
    path: &Path,
    form: Option<Form>,
    mut input: impl Read,
) -> anyhow::Result<Vec<Reading>> {
    let format = match form.map(Form::holds) {
        Some(Holds::Games(format)) => Some(format),
        Some(Holds::Lines) => Some(Format::Usi),
        Some(Holds::Packed(_)) | None => None,
    };
    let mut bytes = Vec::new();
    let name = path.display();
    input
        .read_to_end(&mut bytes)
        .map_err(|error| anyhow!("{name}: {error}"))?;
    let format = format.or_else(|| Format::of_content(&bytes));
    let format = format.with_context(|| format!("{name} without --from; expected --from FORM"))?;
    format
        .read_all(&bytes)
        .map_err(|error| anyhow!("{name}: {error}"))
}

/// Calls `visit` with each of `readings`, which come from `path`.
fn visit_all(
    path: &Path,
    readings: Vec<Reading>,
    visit: &mut impl FnMut(&Path, Item) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for reading in readings {
        let result = None;
        visit(path, Item { reading, result })?;
    }
    Ok(())
}

/// Positions of other programs: each a game of at most one move.
fn read_packed(
    path: &Path,
    format: PackedFormat,
    input: impl Read,
    visit: &mut impl FnMut(&Path, Item) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut input = BufReader::new(input);
    let name = path.display();
    for number in 1_u64.. {
        let record = format.next_record(&mut input);
        let Some(bytes) = record.map_err(|error| anyhow!("{name}: {error}"))? else {
            break;
        };
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
            evaluation: Some(Evaluation::of_score(score, mover)),
            ..MoveInfo::default()
        };
        record.push(mv, info).map_err(|error| error.to_string())?;
    }
    let notes = Vec::new();
    Ok(Item {
        reading: Reading { record, notes },
        result: Some(blacks(winner)),
    })
}

/// How Black did in a game with this winner.
fn blacks(winner: Option<Color>) -> GamePoints {
    match winner {
        None => GamePoints::Draw,
        Some(Color::Black) => GamePoints::Win,
        Some(Color::White) => GamePoints::Loss,
    }
}

/// What games are written to.
pub(super) struct Sink<'a> {
    form: Form,
    encoding: Encoding,
    place: Place<'a>,
    /// How many games have been written.
    pub games: u64,
    /// Whether none of them had anything that the form holds.
    is_empty: bool,
}

enum Place<'a> {
    /// Standard output.
    Out(&'a mut dyn Write),
    /// A file, which is made when the first game comes: one that cannot be read leaves it alone.
    File(PathBuf, Option<Draft>),
    /// A folder with a file for each game, and the files written there.
    Folder(PathBuf, BTreeSet<PathBuf>),
}

impl<'a> Sink<'a> {
    /// To `output`, in `form` and `encoding` unless these follow from its name: a folder, `-` for `out`, or a file.
    ///
    /// # Errors
    /// If the form is not known or has no other encoding, or a folder cannot be made.
    pub fn new(
        output: &Path,
        form: Option<Form>,
        encoding: Option<Encoding>,
        out: &'a mut dyn Write,
    ) -> anyhow::Result<Self> {
        let is_folder = output.is_dir() || output.as_os_str().as_encoded_bytes().ends_with(b"/");
        let path = output.display();
        let (place, form) = if output == Path::new("-") {
            let form = form.context("standard output without --to; expected --to FORM")?;
            (Place::Out(out), form)
        } else if is_folder {
            let form =
                form.with_context(|| format!("folder `{path}` without --to; expected --to FORM"))?;
            fs::create_dir_all(output).map_err(|error| anyhow!("{path}: {error}"))?;
            (Place::Folder(output.to_owned(), BTreeSet::new()), form)
        } else {
            let form = form.or_else(|| Form::of_path(output));
            let form = form.with_context(|| super::unknown_form(output))?;
            (Place::File(output.to_owned(), None), form)
        };
        let has_encodings = matches!(form, Form::Csa | Form::Kif | Form::Ki2);
        if encoding == Some(Encoding::ShiftJis) && !has_encodings {
            let form = form.extension();
            bail!("--encoding shift-jis for {form}; expected csa, kif or ki2");
        }
        let usual = match &place {
            Place::File(path, _) if has_encodings => Encoding::of_path(path),
            Place::Folder(..) if has_encodings => Encoding::of_path(&named("game", form)),
            _ => Encoding::Utf8,
        };
        Ok(Self {
            form,
            encoding: encoding.unwrap_or(usual),
            place,
            games: 0,
            is_empty: true,
        })
    }

    /// Whether games keep their branches here.
    pub fn holds_branches(&self) -> bool {
        matches!(self.form.holds(), Holds::Games(format) if format.holds_branches())
    }

    /// Writes a game of the file `from`, the one with this number in it, from 0. Returns what the encoding lacks of it,
    /// in words.
    ///
    /// # Errors
    /// If it cannot be written, or the form has no place for it.
    pub fn write(
        &mut self,
        from: &Path,
        number: u64,
        item: &Item,
    ) -> anyhow::Result<Option<String>> {
        let Encoded { bytes, lost } = self.content(item)?;
        self.put(from, number, &bytes)?;
        Ok(Encoded { bytes, lost }.remark())
    }

    fn put(&mut self, from: &Path, number: u64, bytes: &[u8]) -> anyhow::Result<()> {
        let separator = match (self.form.holds(), self.games) {
            (Holds::Games(format), 1..) => format.separator(),
            _ => "",
        };
        self.games += 1;
        if bytes.is_empty() {
            return Ok(());
        }
        self.is_empty = false;
        match &mut self.place {
            Place::Out(out) => {
                out.write_all(separator.as_bytes())?;
                Ok(out.write_all(bytes)?)
            }
            Place::File(path, file) => {
                let failed = |error| anyhow!("{}: {error}", path.display());
                let mut writer = match file.take() {
                    Some(writer) => writer,
                    None => Draft::create(path).map_err(failed)?,
                };
                writer.write_all(separator.as_bytes()).map_err(failed)?;
                writer.write_all(bytes).map_err(failed)?;
                *file = Some(writer);
                Ok(())
            }
            Place::Folder(folder, written) => {
                let stem = from.file_stem().unwrap_or_default().to_string_lossy();
                let count = if number == 0 {
                    String::new()
                } else {
                    format!("-{}", number + 1)
                };
                let path = folder.join(named(&format!("{stem}{count}"), self.form));
                let shown = path.display();
                if !written.insert(path.clone()) {
                    let from = from.display();
                    bail!(
                        "`{shown}` has a game already, and {from} has one for it; expected files of different names"
                    );
                }
                if files::is_same(from, &path) {
                    bail!("`{shown}` is read too; expected another folder to write to");
                }
                files::write(&path, bytes).map_err(|error| anyhow!("{shown}: {error}"))
            }
        }
    }

    /// Sees to it that all is written.
    ///
    /// # Errors
    /// If that fails, or there were games and the form holds nothing of them.
    pub fn finish(self) -> anyhow::Result<()> {
        if self.games > 0 && self.is_empty {
            let form = self.form.extension();
            bail!(
                "no position has a move; expected games: {form} holds positions with their moves"
            );
        }
        match self.place {
            Place::Out(out) => Ok(out.flush()?),
            Place::File(path, Some(draft)) => draft
                .finish()
                .map_err(|error| anyhow!("{}: {error}", path.display())),
            Place::File(path, None) => {
                files::write(&path, b"").map_err(|error| anyhow!("{}: {error}", path.display()))
            }
            Place::Folder(..) => Ok(()),
        }
    }

    fn content(&self, item: &Item) -> anyhow::Result<Encoded> {
        let record = &item.reading.record;
        let bytes = match self.form.holds() {
            Holds::Games(format) => return Ok(format.encode(record, self.encoding)),
            Holds::Lines => lines(record).into_bytes(),
            Holds::Packed(format) => write_packed(format, item)?,
        };
        let lost = BTreeSet::new();
        Ok(Encoded { bytes, lost })
    }
}

/// What a file of this form is called.
fn named(stem: &str, form: Form) -> PathBuf {
    PathBuf::from(format!("{stem}.{}", form.extension()))
}

/// Every position of `record`, one in a line; of a record without moves the only one.
fn lines(record: &Record) -> String {
    let mut position = record.game().start().clone();
    let mut text = sfen::write(&position) + "\n";
    for (mv, _) in record.moves() {
        let _ = position.do_move(mv);
        text += &(sfen::write(&position) + "\n");
    }
    text
}

/// Every position of a game that has a move.
fn write_packed(format: PackedFormat, item: &Item) -> anyhow::Result<Vec<u8>> {
    let record = &item.reading.record;
    let blacks = item.result.unwrap_or(blacks(record.winner()));
    let mut position = record.game().start().clone();
    let mut bytes = Vec::new();
    for (ply, (mv, info)) in (0..).zip(record.moves()) {
        let side = position.side();
        let sample = Sample {
            position: &position,
            best: mv,
            score: info.evaluation.map_or(Score::Cp(0), |it| score(it, side)),
            result: if side == Color::Black {
                blacks
            } else {
                blacks.reversed()
            },
            ply,
            in_check: false,
        };
        bytes.extend(packed::record(format, &sample).ok_or_else(|| no_code(&position))?);
        let _ = position.do_move(mv);
    }
    Ok(bytes)
}

fn no_code(position: &Position) -> anyhow::Error {
    let place = sfen::write(position);
    anyhow!("`{place}` has no code; expected a position with all forty pieces")
}

/// What a position is worth to `side`, which is to move.
fn score(evaluation: Evaluation, side: Color) -> Score {
    match evaluation {
        Evaluation::Centipawns(cp) if side == Color::Black => Score::Cp(cp),
        Evaluation::Centipawns(cp) => Score::Cp(cp.saturating_neg()),
        Evaluation::Mate { winner, plies } => {
            let plies = plies.map_or(1, |plies| plies.clamp(1, 1000) as i32);
            Score::Mate(if winner == side { plies } else { -plies })
        }
    }
}
