//! An analysis in text: lines for a terminal, one JSON object, and comments of the record, in the
//! words that graphical interfaces read.
//!
//! After each move stand a remark on it, the value of the position that it led to, as `ShogiHome`
//! writes what it found (`#評価値=35`, `#詰み=先手勝ち:7手`), and that value with the line of play from
//! there, as `ShogiGUI` does (`*解析 0 … 評価値 35 読み筋 △３四歩(33) …`). Both count from Black's side.
//! What must hold: comments of people, values of players and branches stay as they are, and an older
//! analysis of the game goes.

use super::chance::{Class, Turn, TurningPoint, chance, turning_points};
use super::phase::Phase;
use super::shares::{Share, by_kind, by_phase};
use super::theme::{Theme, themes};
use super::think::Thought;
use super::words::{Totals, black_percent, percent, rows};
use super::{Analysis, Judged};
use crate::language::{Language, Reader};
use base::table::Table;
use engine::record::{Evaluation, Record, STUDY, kif};
use engine::shogi::{Color, Move, Position, Square, sfen};
use serde_json::{Map, Value, json};
use std::fmt::{self, Display, Formatter};

/// An analysis as text; displays as lines, each with its end.
pub struct Text<'a> {
    /// What is shown.
    pub analysis: &'a Analysis,
    /// For whom.
    pub reader: Reader,
}

/// How many moves of the engine's line are shown.
const SHOWN: usize = 5;

/// The cells of a line of the table.
type Cells = [String; 7];

impl Display for Text<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        for side in Color::all() {
            writeln!(out, "{}", self.reader.language.summary(self.analysis, side))?;
        }
        writeln!(out)?;
        let points = turning_points(self.analysis);
        for point in &points {
            let words = self.reader.turning_point(self.analysis, point);
            writeln!(out, "{words}")?;
        }
        if !points.is_empty() {
            writeln!(out)?;
        }
        let mut is_told = false;
        for it in self
            .analysis
            .moves
            .iter()
            .filter(|it| !it.faults.is_empty())
        {
            writeln!(out, "{}", self.reader.faults(it))?;
            is_told = true;
        }
        if is_told {
            writeln!(out)?;
        }
        writeln!(out, "{}\n", self.shares())?;
        writeln!(out, "{}", self.table(&self.analysis.moves))?;
        for (_, branch) in self.analysis.all_branches() {
            let moves = &branch.analysis.moves[branch.after..];
            writeln!(out, "\n{}\n", self.reader.branch(branch))?;
            writeln!(out, "{}", self.table(moves))?;
        }
        Ok(())
    }
}

impl Text<'_> {
    /// Where winning chances went, by phase and by kind.
    fn shares(&self) -> Table {
        let language = self.reader.language;
        let [black, white] = Color::all().map(|side| language.side(side));
        let bad = language.of("bad", "悪手等");
        let head = [language.of("lost", "損失"), black, bad, white, bad];
        let mut table = Table::new(head.map(str::to_owned)).right([1, 2, 3, 4]);
        for (name, shares) in rows(self.analysis, language) {
            let [black, white] = shares.map(|it| [percent(it.loss), it.bad.to_string()]);
            let [black, bad_black] = black;
            let [white, bad_white] = white;
            table.push([name.to_owned(), black, bad_black, white, bad_white]);
        }
        table
    }

    fn table(&self, moves: &[Judged]) -> Table {
        let mut table = Table::new(self.head()).right([0, 2, 3, 4]);
        for judged in moves {
            table.push(self.cells(judged));
        }
        table
    }

    fn head(&self) -> Cells {
        let words = [
            ("", ""),
            ("move", "指し手"),
            ("value", "評価値"),
            ("Black wins", "先手勝率"),
            ("loss", "損失"),
            ("", ""),
            ("engine", "最善"),
        ];
        words.map(|(english, japanese)| self.reader.language.of(english, japanese).to_owned())
    }

    fn cells(&self, it: &Judged) -> Cells {
        let loss = if it.loss < 10 {
            String::new()
        } else {
            percent(it.loss)
        };
        let name = it.name(self.reader);
        [
            it.number.to_string(),
            match self.reader.notation {
                None => format!("{name} {}", it.mv),
                Some(_) => name,
            },
            self.reader.language.value(it.after),
            black_percent(it.after),
            loss,
            self.mark(it),
            other_line(it, self.reader),
        ]
    }

    /// What is wrong with a move, in a word or two.
    fn mark(&self, it: &Judged) -> String {
        let language = self.reader.language;
        let class = it.class.map(|class| language.class(class).to_owned());
        let missed = it.missed_mate.map(|plies| match language {
            Language::English => format!("mate in {plies} missed"),
            Language::Japanese => format!("{plies}手詰逃し"),
        });
        let seen = it.seen.map(|(level, is_seen)| match (language, is_seen) {
            (Language::English, true) => format!("level {level} sees it"),
            (Language::English, false) => format!("level {level} does not"),
            (Language::Japanese, true) => format!("レベル{level}○"),
            (Language::Japanese, false) => format!("レベル{level}×"),
        });
        let words: Vec<_> = class.into_iter().chain(missed).chain(seen).collect();
        words.join(", ")
    }
}

/// The engine's line, if it is not that of the game.
fn other_line(it: &Judged, reader: Reader) -> String {
    if it.is_choice() {
        return String::new();
    }
    let names = it.line_names(reader);
    names[..names.len().min(SHOWN)].join(" ")
}

/// An analysis as an object with everything that `usi-engine analyze --help` lists.
pub fn json(analysis: &Analysis) -> Value {
    let points = turning_points(analysis);
    json!({
        "names": analysis.record.names,
        "start": sfen::write(analysis.record.game().start()),
        "winner": analysis.record.winner().map(side_name),
        "players": Color::all().map(|color| player_object(analysis, color)),
        "turning_points": points.iter().map(|it| turning_point(analysis, it)).collect::<Vec<_>>(),
        "moves": move_objects(analysis, 0),
        "branches": analysis.all_branches().into_iter().map(|(parent, branch)| json!({
            "leaves": parent,
            "after": branch.after,
            "moves": move_objects(&branch.analysis, branch.after),
        })).collect::<Vec<_>>(),
        "shallow": analysis.is_shallow(),
    })
}

/// The moves from the one after so many on.
fn move_objects(analysis: &Analysis, after: usize) -> Vec<Value> {
    let moves = analysis.moves[after..].iter();
    moves.map(|it| move_object(analysis, it)).collect()
}

fn side_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn player_object(analysis: &Analysis, color: Color) -> Value {
    let totals = Totals::of(analysis, color);
    let [inaccuracies, mistakes, blunders] = totals.classes;
    let share =
        |share: &Share| json!({ "moves": share.moves, "bad": share.bad, "loss": share.loss });
    let phases = Phase::ALL.iter().zip(by_phase(analysis, color));
    let phases: Map<_, _> = phases
        .map(|(phase, it)| (phase.name().to_owned(), share(&it)))
        .collect();
    let kinds = by_kind(analysis).into_iter().map(|(kind, shares)| {
        let name = kind.map_or("other", Theme::name);
        (name.to_owned(), share(&shares[color.array_index()]))
    });
    let kinds: Map<_, _> = kinds.collect();
    json!({
        "side": side_name(color),
        "moves": totals.moves,
        "same_as_engine": totals.same,
        "inaccuracies": inaccuracies,
        "mistakes": mistakes,
        "blunders": blunders,
        "mean_loss": totals.mean_loss,
        "phases": phases,
        "kinds": kinds,
    })
}

fn turning_point(analysis: &Analysis, point: &TurningPoint) -> Value {
    let (kind, color) = match point.turn {
        Turn::Leads(color) => ("leads", color),
        Turn::Turns(color) => ("turns", color),
        Turn::Decided(color) => ("decided", color),
        Turn::MissedMate(_) => ("missed_mate", analysis.moves[point.number - 1].side),
    };
    json!({
        "number": point.number,
        "kind": kind,
        "side": side_name(color),
        "english": Reader::of(Language::English).turning_point(analysis, point),
        "japanese": Reader::of(Language::Japanese).turning_point(analysis, point),
    })
}

fn move_object(analysis: &Analysis, it: &Judged) -> Value {
    let thought = &analysis.thoughts[it.number - 1];
    let usi: Vec<_> = it.line.iter().map(ToString::to_string).collect();
    let printed = Reader::of(Language::Japanese);
    let themes = if it.is_bad() { themes(it) } else { Vec::new() };
    json!({
        "number": it.number,
        "side": side_name(it.side),
        "move": it.mv.to_string(),
        "kif": it.name(printed),
        "before": value(it.before),
        "after": value(it.after),
        "chance": it.chance,
        "loss": it.loss,
        "class": it.class.map(Class::name),
        "missed_mate": it.missed_mate,
        "phase": it.phase.name(),
        "themes": themes.into_iter().map(Theme::name).collect::<Vec<_>>(),
        "faults": it.faults.iter().map(|fault| json!({
            "english": Reader::of(Language::English).fault(fault),
            "japanese": printed.fault(fault),
        })).collect::<Vec<_>>(),
        "seen_at_level": it.seen.map(|(_, is_seen)| is_seen),
        "line": usi,
        "line_kif": it.line_names(printed),
        "depth": thought.depth,
        "nodes": thought.nodes,
    })
}

/// A value from Black's side, and the chance of Black that it means.
fn value(evaluation: Evaluation) -> Value {
    let chance = chance(evaluation, Color::Black);
    match evaluation {
        Evaluation::Centipawns(cp) => json!({ "cp": cp, "chance": chance }),
        Evaluation::Mate { winner, plies } => {
            json!({ "mate": plies, "winner": side_name(winner), "chance": chance })
        }
    }
}

/// How a sentence begins.
const REMARK: &str = "Kyomi: ";

/// How lines of an analysis begin.
const OLD: [&str; 8] = [
    REMARK,
    "#評価値=",
    "#詰み=",
    "#深さ=",
    "#ノード数=",
    "#読み筋=",
    "#エンジン=",
    STUDY,
];

/// What stands for a mate in the line for `ShogiGUI`.
const MATE: i32 = 30_000;

/// The record of `analysis` with what was found as comments. With `as_players` the values are given
/// as those of the players too, where they gave none: for programs that know no others.
pub fn annotated(analysis: &Analysis, reader: Reader, as_players: bool) -> Record {
    let mut record = analysis.record.clone();
    let first = analysis.thoughts.first();
    let first = first.map(|it| found(record.game().start(), None, it));
    record.comment = joined(&record.comment, first);
    annotate(&mut record, analysis, 0, reader, as_players);
    record
}

/// Notes what was found about the moves of `line`, which has the moves of `analysis` after so many, and of the branches
/// that were looked at.
fn annotate(
    line: &mut Record,
    analysis: &Analysis,
    after: usize,
    reader: Reader,
    as_players: bool,
) {
    let mut pos = line.game().start().clone();
    let moves: Vec<Move> = line.game().moves().to_vec();
    let found_later = analysis.thoughts[after + 1..].iter();
    let notes = moves.iter().zip(&analysis.moves[after..]).zip(found_later);
    for (((&mv, judged), thought), info) in notes.zip(line.infos_mut()) {
        let _ = pos.do_move(mv);
        let words = reader.judgement(judged);
        let words = (!words.is_empty()).then(|| format!("{REMARK}{words}"));
        let found = found(&pos, Some(mv.to()), thought);
        info.comment = joined(&info.comment, words.into_iter().chain([found]));
        if as_players && info.evaluation.is_none() {
            info.evaluation = Some(thought.evaluation);
            info.pv.clone_from(&thought.line);
        }
    }
    for (branch, it) in line.branches_mut().iter_mut().zip(&analysis.branches) {
        annotate(
            branch.line_mut(),
            &it.analysis,
            it.after,
            reader,
            as_players,
        );
    }
}

/// `comment` without an older analysis, and `more` after it.
fn joined(comment: &str, more: impl IntoIterator<Item = String>) -> String {
    let own = comment
        .lines()
        .filter(|line| !OLD.iter().any(|old| line.starts_with(old)));
    let lines: Vec<_> = own.map(str::to_owned).chain(more).collect();
    lines.join("\n")
}

/// What is thought of `pos`, in lines.
fn found(pos: &Position, last: Option<Square>, thought: &Thought) -> String {
    let value = match thought.evaluation {
        Evaluation::Centipawns(cp) => format!("#評価値={cp}"),
        Evaluation::Mate { winner, plies } => {
            let plies = plies.map_or(String::new(), |plies| format!(":{plies}手"));
            format!("#詰み={}勝ち{plies}", Language::Japanese.side(winner))
        }
    };
    let line = kif::written_line(pos, last, &thought.line).join(" ");
    let (depth, nodes) = (thought.depth, thought.nodes);
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "{value}\n#深さ={depth}\n#ノード数={nodes}\n#エンジン=Kyomi {version}\n\
         {STUDY}0  候補1 深さ {depth}/{} ノード数 {nodes} 評価値 {} 読み筋 {line}",
        thought.selective_depth,
        number(thought.evaluation),
    )
}

/// A value as a plain number.
fn number(evaluation: Evaluation) -> i32 {
    match evaluation {
        Evaluation::Centipawns(cp) => cp,
        Evaluation::Mate {
            winner: Color::Black,
            ..
        } => MATE,
        Evaluation::Mate { .. } => -MATE,
    }
}
