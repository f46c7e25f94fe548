//! Judgements for people: one in full, many as a table.

use super::{Beside, Docket, Judged, read_moves};
use crate::output;
use base::table::{Table, grouped};
use engine::mate::judge::{Flaw, Verdict, Way};
use engine::record::kif;
use engine::shogi::sfen::{self, Diagram};
use engine::shogi::{Move, Position};
use show::language::{Language, Reader};
use std::io::{self, Write};

/// Writes all that is known of a problem.
///
/// # Errors
/// Only those of writing.
pub fn write_one(judged: &Judged, reader: Reader, out: &mut dyn Write) -> io::Result<()> {
    let language = reader.language;
    let Ok(start) = sfen::parse(&judged.sfen) else {
        return Ok(());
    };
    match language {
        Language::English => writeln!(out, "{}\n", Diagram(&start))?,
        Language::Japanese => writeln!(out, "{}\n", kif::drawing(&start).join("\n"))?,
    }
    writeln!(out, "{}", verdict(judged, language))?;
    if !judged.moves.is_empty() {
        writeln!(out, "{}", named(&start, &[], &judged.moves, reader))?;
        writeln!(out, "{}", judged.moves.join(" "))?;
    }
    for (title, rows) in sections(judged, &start, reader) {
        if rows.is_empty() {
            continue;
        }
        writeln!(out, "\n{title}")?;
        let mut table = Table::new(std::iter::empty::<String>());
        for row in rows {
            table.push(row);
        }
        let lines = table.lines().skip(1);
        lines
            .into_iter()
            .try_for_each(|line| writeln!(out, "  {line}"))?;
    }
    let nodes = grouped(judged.nodes);
    let seconds = format!("{:.3}", judged.ms as f64 / 1000.0);
    let cost = language.fill(["{0} nodes, {1} s", "{0}局面、{1}秒"], &[&nodes, &seconds]);
    writeln!(out, "\n{cost}")
}

/// Writes what cannot be used, a line for each problem, and how many there are of each verdict.
///
/// # Errors
/// Only those of writing.
pub fn write_table(
    docket: &Docket,
    judged: &[Judged],
    reader: Reader,
    out: &mut dyn Write,
) -> io::Result<()> {
    let language = reader.language;
    output::write_bad(docket.unusable(), out)?;
    if judged.is_empty() {
        return Ok(());
    }
    let mut table = Table::new(heads(language)).right([1, 6]);
    for one in judged {
        table.push(cells(one, reader));
    }
    table.lines().try_for_each(|line| writeln!(out, "{line}"))?;
    writeln!(out, "{}", summary(judged, language))
}

/// The heads of the table.
pub(super) fn heads(language: Language) -> [&'static str; 7] {
    [
        language.of("problem", "問題"),
        language.of("plies", "手数"),
        language.of("verdict", "判定"),
        language.of("first move", "初手"),
        language.of("what is wrong, what is open", "不備・未確定"),
        language.of("left", "残り駒"),
        language.of("nodes", "ノード"),
    ]
}

/// The cells of a problem in the table.
pub(super) fn cells(judged: &Judged, reader: Reader) -> [String; 7] {
    let language = reader.language;
    let first = sfen::parse(&judged.sfen).ok().map(|start| {
        named(
            &start,
            &[],
            &judged.moves[..judged.moves.len().min(1)],
            reader,
        )
    });
    [
        judged.name(),
        plies(judged),
        word(judged.verdict, language).to_owned(),
        first.unwrap_or_default(),
        remarks(judged, language).join(language.of(", ", "、")),
        pieces(&judged.left, language),
        judged.nodes.to_string(),
    ]
}

/// The length in a cell; `≤` stands before a bound.
fn plies(judged: &Judged) -> String {
    match (judged.plies, judged.exact) {
        (0, _) if judged.moves.is_empty() => String::new(),
        (plies, true) => plies.to_string(),
        (plies, false) => format!("≤ {plies}"),
    }
}

/// How many problems there are of each verdict.
pub(super) fn summary(judged: &[Judged], language: Language) -> String {
    let count = |verdict| judged.iter().filter(|it| it.verdict == verdict).count();
    let [sound, unsound, no_mate, open] = [
        Verdict::Sound,
        Verdict::Unsound,
        Verdict::NoMate,
        Verdict::Open,
    ]
    .map(count);
    let forms = [
        "{0} problems: {1} sound, {2} unsound, {3} without a mate, {4} open",
        "{0}題：完全 {1}、不完全 {2}、不詰 {3}、未確定 {4}",
    ];
    language.fill(forms, &[&judged.len(), &sound, &unsound, &no_mate, &open])
}

/// A verdict in a word.
pub(super) fn word(verdict: Verdict, language: Language) -> &'static str {
    match verdict {
        Verdict::Sound => language.of("sound", "完全"),
        Verdict::Unsound => language.of("unsound", "不完全"),
        Verdict::NoMate => language.of("no mate", "不詰"),
        Verdict::Open => language.of("open", "未確定"),
    }
}

/// The verdict, the length, and what is wrong.
pub(super) fn verdict(judged: &Judged, language: Language) -> String {
    let word = word(judged.verdict, language);
    if judged.moves.is_empty() && judged.plies == 0 && judged.verdict != Verdict::Sound {
        return word.to_owned();
    }
    let forms = if judged.exact {
        ["{0}: mate in {1}", "{0}：{1}手詰"]
    } else {
        ["{0}: mate in at most {1}", "{0}：{1}手以内の詰み"]
    };
    let mut text = language.fill(forms, &[&word, &judged.plies]);
    for remark in remarks(judged, language) {
        text += language.of("; ", "、");
        text += &remark;
    }
    if !judged.left.is_empty() {
        let left = pieces(&judged.left, language);
        text += &language.fill([" ({0})", "（{0}）"], &[&left]);
    }
    text
}

/// What is wrong, and what is open.
pub(super) fn remarks(judged: &Judged, language: Language) -> Vec<String> {
    let mut remarks: Vec<String> = judged
        .flaws
        .iter()
        .map(|flaw| remark(judged, *flaw, language))
        .collect();
    let open = judged.ways(Way::Open).count();
    if open > 0 {
        let forms = ["{0} other moves open", "未確定の手 {0}"];
        remarks.push(language.fill(forms, &[&open]));
    }
    remarks
}

fn remark(judged: &Judged, flaw: Flaw, language: Language) -> String {
    let announced = judged.announced.unwrap_or(0);
    match flaw {
        Flaw::SecondSolution => {
            let plies: Vec<_> = judged.ways(Way::Second).map(|it| it.ply).collect();
            let first = plies.first().copied().unwrap_or(0);
            let forms = ["second solution at move {0}", "余詰（{0}手目）"];
            language.fill(forms, &[&first])
        }
        Flaw::Early => {
            let forms = [
                "shorter than the {0} announced",
                "早詰（{0}手とされている）",
            ];
            language.fill(forms, &[&announced])
        }
        Flaw::Late => {
            let forms = [
                "longer than the {0} announced",
                "変化長手数（{0}手とされている）",
            ];
            language.fill(forms, &[&announced])
        }
        Flaw::PiecesLeft => language.of("pieces left in hand", "駒余り").to_owned(),
    }
}

/// The pieces of `letters`, as they are called.
pub(super) fn pieces(letters: &str, language: Language) -> String {
    if language == Language::English {
        return letters.to_owned();
    }
    let name = |letter: char| {
        let piece = sfen::parse_piece(&letter.to_string())?;
        Some(kif::kind_name(piece.piece_kind()))
    };
    letters.chars().filter_map(name).collect()
}

/// What an other move of the attacker is, in words.
pub(super) fn way(beside: &Beside, language: Language) -> String {
    let plies = beside.plies.map(|plies| {
        let forms = if beside.exact {
            ["mates in {0}", "{0}手詰"]
        } else {
            ["mates in at most {0}", "{0}手以内の詰み"]
        };
        language.fill(forms, &[&plies])
    });
    let kind = match beside.way {
        Some(Way::Second) => language.of("second solution", "余詰"),
        Some(Way::LastMove) => language.of("last move", "最終手余詰"),
        Some(Way::Alike) => language.of("alike", "非限定"),
        Some(Way::Detour) => language.of("detour", "迂回"),
        Some(Way::Open) => language.of("open", "未確定"),
        None => "",
    };
    match plies {
        Some(plies) if kind.is_empty() => plies,
        Some(plies) => language.fill(["{0}, {1}", "{0}、{1}"], &[&kind, &plies]),
        None => kind.to_owned(),
    }
}

/// `moves` in the notation of `reader`, after those `before` them from `start` on.
pub(super) fn named(start: &Position, before: &[Move], moves: &[String], reader: Reader) -> String {
    let mut pos = start.clone();
    let mut last = None;
    for &mv in before {
        let _ = pos.do_move(mv);
        last = Some(mv.to());
    }
    reader.line(&pos, last, &read_moves(moves)).join(" ")
}

/// The main line before move `ply`.
pub(super) fn before(judged: &Judged, ply: usize) -> Vec<Move> {
    let main = read_moves(&judged.moves);
    let made = (ply - 1).min(main.len());
    main[..made].to_vec()
}

/// A title, and the rows below it.
pub(super) type Section = (&'static str, Vec<Vec<String>>);

/// What there is beside the main line.
pub(super) fn sections(judged: &Judged, start: &Position, reader: Reader) -> [Section; 3] {
    let language = reader.language;
    let row = |beside: &Beside| {
        let left = pieces(&beside.left, language);
        let left = if left.is_empty() {
            String::new()
        } else {
            language.fill(["left {0}", "余り {0}"], &[&left])
        };
        let moves = named(start, &before(judged, beside.ply), &beside.moves, reader);
        vec![beside.ply.to_string(), way(beside, language), left, moves]
    };
    [
        (
            language.of("Other moves of the attacker:", "攻方の別の手："),
            judged.others.iter().map(row).collect(),
        ),
        (
            language.of("Other replies:", "変化："),
            judged.variations.iter().map(row).collect(),
        ),
        (
            language.of("Futile interpositions:", "無駄合："),
            futile(judged, start, reader),
        ),
    ]
}

/// A row for each ply at which there are futile interpositions.
fn futile(judged: &Judged, start: &Position, reader: Reader) -> Vec<Vec<String>> {
    let mut plies: Vec<usize> = judged.futile.iter().map(|(ply, _)| *ply).collect();
    plies.dedup();
    let row = |ply: usize| {
        let moves = judged.futile.iter().filter(|(at, _)| *at == ply);
        let made = before(judged, ply);
        let names = moves.map(|(_, mv)| named(start, &made, std::slice::from_ref(mv), reader));
        vec![ply.to_string(), names.collect::<Vec<_>>().join(" ")]
    };
    plies.into_iter().map(row).collect()
}
