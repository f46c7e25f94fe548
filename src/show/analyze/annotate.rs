//! An analysis as comments of the record, in the words that graphical interfaces read.
//!
//! After each move stand what is to be said of it, the value of the position that it led to, as `ShogiHome` writes what it
//! found (`#評価値=35`, `#詰み=先手勝ち:7手`), and that value with the line of play from there, as
//! `ShogiGUI` does (`*解析 0 … 評価値 35 読み筋 △３四歩(33) …`). Both count from Black's side. What must
//! hold: comments of people, values of players and branches stay as they are, and an older analysis of the game goes.

use super::judge::Analysis;
use super::think::Thought;
use super::words::Language;
use engine::record::{Evaluation, Record, STUDY, kif};
use engine::shogi::{Color, Move, Position, Square};

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
/// as those of the players too, where they said none: for programs that know no others.
pub fn annotated(analysis: &Analysis, language: Language, as_players: bool) -> Record {
    let mut record = analysis.record.clone();
    let mut pos = record.game().start().clone();
    let moves: Vec<Move> = record.game().moves().to_vec();
    let thoughts = &analysis.thoughts;
    let first = thoughts.first().map(|it| study(&pos, None, it));
    record.comment = joined(&record.comment, first);
    let notes = moves.iter().zip(&analysis.moves).zip(&thoughts[1..]);
    for (((&mv, judged), thought), info) in notes.zip(record.infos_mut()) {
        let _ = pos.do_move(mv);
        let words = language.judgement(judged);
        let words = (!words.is_empty()).then(|| format!("{REMARK}{words}"));
        let study = study(&pos, Some(mv.to()), thought);
        info.comment = joined(&info.comment, words.into_iter().chain([study]));
        if as_players && info.evaluation.is_none() {
            info.evaluation = Some(thought.evaluation);
            info.pv.clone_from(&thought.line);
        }
    }
    record
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
fn study(pos: &Position, last: Option<Square>, thought: &Thought) -> String {
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
