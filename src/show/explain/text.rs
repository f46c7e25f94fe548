//! A study as lines of text for a terminal, and as one JSON object.

use super::page::MoveRow;
use super::{Named, SHOWN, Study, named_line, terms, words};
use crate::language::{Language, Reader};
use base::table::{Table, grouped, padded, width};
use engine::record::kif;
use engine::search::Score;
use engine::search::explanation::{Cost, ExplainedMove, LineEnd, Pruning, Step};
use engine::shogi::sfen;
use serde_json::{Map, Value};
use std::fmt::{self, Display, Formatter};

/// Columns after which the line of play is broken.
const WIDTH: usize = 78;

/// A study as text; displays as lines, each with its end.
pub struct Text<'a> {
    /// What is shown.
    pub study: &'a Study,
    /// For whom.
    pub reader: Reader,
    /// Whether to show every move.
    pub all: bool,
    /// Whether to write the codes that make terminals show colours.
    pub colored: bool,
}

impl Display for Text<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let (study, language) = (self.study, self.reader.language);
        for line in kif::drawing(study.position()) {
            writeln!(out, "{line}")?;
        }
        let number = study.position().ply();
        let forms = ["{0} to move, move {1}", "{0}の手番、{1}手目"];
        let side = study.side(language);
        writeln!(out, "{}\n", language.fill(forms, &[&side, &number]))?;
        if !study.info().pv.is_empty() {
            self.write_summary(out)?;
        }
        writeln!(out, "{}", self.strong(&words::finding(study, self.reader)))?;
        let asked = study.asked.and_then(|mv| study.explained(mv));
        if let Some(asked) = asked {
            let sentence = words::sentence(study, asked, self.reader);
            writeln!(out, "\n{}", self.strong(&sentence))?;
            let cost = language.of("cost", "費用");
            writeln!(out, "{cost} {}", words::sum(language, &asked.cost))?;
        }
        let rows = MoveRow::all(study, self.reader);
        if rows.is_empty() {
            return Ok(());
        }
        self.write_table(out, &rows)?;
        self.write_legend(out)
    }
}

impl Text<'_> {
    fn write_summary(&self, out: &mut Formatter) -> fmt::Result {
        let (study, info) = (self.study, self.study.info());
        let (iterations, nodes) = (info.depth, grouped(info.nodes));
        let language = self.reader.language;
        let (value, side) = (words::worth(language, info), study.side(language));
        let forms = [
            "{0} iterations, {1} nodes, value {2} for {3}",
            "反復{0}回、{1}ノード、{3}から見た評価値 {2}",
        ];
        let summary = language.fill(forms, &[&iterations, &nodes, &value, &side]);
        writeln!(out, "{summary}")?;
        let line = named_line(study.position(), study.last_square(), &info.pv, self.reader);
        self.write_line(
            out,
            language.of("line", "読み筋"),
            line.iter().map(|it| &it.name),
        )?;
        if self.reader.notation.is_none() {
            let title = language.of("USI ", "USI   ");
            self.write_line(out, title, line.iter().map(|it| &it.usi))?;
        }
        writeln!(out)
    }

    /// Words in lines of at most [`WIDTH`], the first behind `title`.
    fn write_line<'a>(
        &self,
        out: &mut Formatter,
        title: &str,
        words: impl Iterator<Item = &'a String>,
    ) -> fmt::Result {
        write!(out, "{}", self.faint(title))?;
        let mut column = width(title);
        for word in words {
            if column + 1 + width(word) > WIDTH {
                column = width(title);
                write!(out, "\n{}", " ".repeat(column))?;
            }
            column += 1 + width(word);
            write!(out, " {word}")?;
        }
        writeln!(out)
    }

    fn write_table(&self, out: &mut Formatter, rows: &[MoveRow]) -> fmt::Result {
        let shown = if self.all { rows.len() } else { SHOWN };
        let shown = &rows[..shown.min(rows.len())];
        let language = self.reader.language;
        let head = HEAD.map(|(english, japanese)| language.of(english, japanese));
        let mut table = Table::new(head).right([1, 2, 3, 5, 6]);
        for row in shown {
            table.push(cells(row));
        }
        let indent = " ".repeat(table.width_of(0) + 2);
        let mut lines = table.lines();
        let head = lines.next().unwrap_or_default();
        writeln!(out, "\n{}", self.faint(&head))?;
        for (row, line) in shown.iter().zip(lines) {
            let marked = row.best || row.asked;
            let line = if marked { self.strong(&line) } else { line };
            writeln!(out, "{line}")?;
            writeln!(out, "{}", self.faint(&format!("{indent}{}", row.sum)))?;
        }
        let more = rows.len() - shown.len();
        if more > 0 {
            let forms = [
                "and {0} more moves: --all shows them",
                "ほかに{0}手（--all で表示）",
            ];
            writeln!(out, "{}", language.fill(forms, &[&more]))?;
        }
        Ok(())
    }

    fn write_legend(&self, out: &mut Formatter) -> fmt::Result {
        let language = self.reader.language;
        let [english, japanese] = LEGEND;
        writeln!(out, "\n{}", self.faint(language.of(english, japanese)))?;
        let moves = self.study.explanation.moves.iter();
        let used: Vec<_> = moves.filter_map(|it| it.pruned.map(|it| it.rule)).collect();
        for rule in Pruning::ALL.into_iter().filter(|it| used.contains(it)) {
            let [name, reason] = terms::rule(language, rule);
            let line = format!("  {}  {reason}", padded(name, 9, false));
            writeln!(out, "{}", self.faint(&line))?;
        }
        Ok(())
    }

    fn strong(&self, text: &str) -> String {
        self.styled("1", text)
    }

    fn faint(&self, text: &str) -> String {
        self.styled("2", text)
    }

    fn styled(&self, code: &str, text: &str) -> String {
        if self.colored {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }
}

/// What stands above the moves.
pub const HEAD: [(&str, &str); 8] = [
    ("move", "指し手"),
    ("nodes", "ノード"),
    ("share", "割合"),
    ("cost", "費用"),
    ("kind", "種類"),
    ("value", "評価値"),
    ("plies", "深さ"),
    ("pruned", "枝刈り"),
];

const LEGEND: [&str; 2] = [
    "\
cost    what a node that looks for more than the value found pays for the move, in
        hundredths of a ply: what an ordinary move costs and what its terms add or take.
        The first move is searched at ordinary cost; none gains more than two plies
value   for the side to move, in hundredths of a pawn; ≤ at most, ≥ at least
plies   the depth with which that value was found
pruned  nodes of less depth than so many plies do not search it; the root does",
    "\
費用    今の評価値より良い手を探す局面が、この手を読むために払う量。単位は1手の100分の1。
        普通の手の費用に、各項目の増減を加える。最初の手は普通の費用で読む。
        どの手も、深くなるのは2手分まで
評価値  手番の側から見た値。歩1枚を100とする。≤ は以下、≥ は以上
深さ    その評価値を得たときの深さ（手数）
枝刈り  残りの深さがこの手数に満たない局面では、この手を読まない。最初の局面では必ず読む",
];

fn cells(row: &MoveRow) -> [String; 8] {
    let Named { name, usi } = &row.name;
    let name = match usi.as_str() {
        "" => name.clone(),
        usi => format!("{} {name}", padded(usi, 5, false)),
    };
    [
        name,
        row.nodes.clone(),
        row.share.clone(),
        row.cost.to_string(),
        row.kind.to_owned(),
        row.value.clone(),
        row.plies.clone(),
        row.pruned.clone(),
    ]
}

/// Sentences in objects are always in English: programs read them.
const PROGRAM: Reader = Reader {
    language: Language::English,
    notation: None,
};

/// A study as an object with everything that `usi-engine explain --help` lists.
pub fn json(study: &Study) -> Value {
    let (info, explanation) = (study.info(), &study.explanation);
    let asked = study.asked.and_then(|mv| study.explained(mv));
    let moves: Vec<_> = study
        .by_nodes()
        .iter()
        .map(|it| move_object(study, it))
        .collect();
    serde_json::json!({
        "position": sfen::write(study.position()),
        "search": study.settings.effective(),
        "iteration": info.depth,
        "nodes": info.nodes,
        "value": value_object(study.outcome.score),
        "finding": words::finding(study, PROGRAM),
        "line": explanation.line.iter().map(step_object).collect::<Vec<_>>(),
        "line_end": explanation.end.map(LineEnd::reason),
        "move": asked.map(|it| move_object(study, it)),
        "moves": moves,
    })
}

fn move_object(study: &Study, it: &ExplainedMove) -> Value {
    let mut object = serde_json::json!({
        "move": it.mv.to_string(),
        "kif": study.named(it.mv, PROGRAM).name,
        "words": words::sentence(study, it, PROGRAM),
        "kind": it.kind.name(),
        "rank": it.rank,
        "order": it.order,
        "nodes": it.nodes,
        "share": study.share(it),
        "value": it.found.map(|found| value_object(found.score)),
        "bound": it.found.map(|found| format!("{:?}", found.bound).to_lowercase()),
        "plies": it.found.map(|found| found.plies),
        "pruned": it.pruned.map(|it| it.rule.reason()),
        "pruned_below_plies": it.pruned.map(|it| it.until_plies),
    });
    add_cost(&mut object, &it.cost);
    object
}

fn step_object(step: &Step) -> Value {
    let mut object = serde_json::json!({
        "move": step.mv.to_string(),
        "left": step.left,
    });
    add_cost(&mut object, &step.cost);
    object
}

fn add_cost(object: &mut Value, cost: &Cost) {
    let parts = cost.parts.iter();
    let parts: Map<_, _> = parts
        .map(|&(term, cost)| (term.name().to_owned(), cost.into()))
        .collect();
    object["cost"] = cost.total.into();
    object["ordinary"] = cost.ordinary.into();
    object["parts"] = parts.into();
}

fn value_object(score: Score) -> Value {
    match score {
        Score::Cp(cp) => serde_json::json!({ "cp": cp }),
        Score::Mate(plies) => serde_json::json!({ "mate": plies }),
        Score::Mated => serde_json::json!({ "mate": 0 }),
    }
}
