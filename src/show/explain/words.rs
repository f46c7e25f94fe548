//! Sentences about a search, in English and in Japanese: what was found, and why a move costs what it costs.

use super::Study;
use crate::language::Language::{self, English, Japanese};
use crate::language::Reader;
use engine::record::kif;
use engine::search::explanation::{Cost, ExplainedMove, Part};
use engine::search::{Bound, Decision, Info, Score};
use engine::shogi::{Checks, Move, PieceKind, Position};
use std::fmt::Display;

// The names of parts that have a sentence of their own.
const LATE_MOVES: &str = "late moves";
const FIRST_MOVE: &str = "first move";
const LEAST_COST: &str = "least cost";

/// A value in centipawns, or in how many plies a mate comes: `+50`, `mate in 5`.
pub fn value(language: Language, score: Score) -> String {
    match score {
        Score::Cp(cp) => format!("{cp:+}"),
        Score::Mate(plies @ 1..) => language.fill(["mate in {0}", "{0}手詰"], &[&plies]),
        Score::Mate(0) | Score::Mated => language.of("mated", "詰み").to_owned(),
        Score::Mate(plies) => language.fill(["mated in {0}", "{0}手で詰まされる"], &[&-plies]),
    }
}

/// The worth of a line of analysis: its value, or what that bounds.
pub fn worth(language: Language, info: &Info) -> String {
    sign(info.bound).to_owned() + &value(language, info.score)
}

/// A part of 1 in percent: `84 %`, `< 1 %`.
pub fn percent(part: f64) -> String {
    if part < 0.01 {
        "< 1 %".to_owned()
    } else {
        format!("{:.0} %", 100.0 * part)
    }
}

/// What a bound says of a value, to stand before it.
pub fn sign(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "",
        Bound::Lower => "≥ ",
        Bound::Upper => "≤ ",
    }
}

/// What the search came to, in one sentence or two.
pub fn finding(study: &Study, reader: Reader) -> String {
    let language = reader.language;
    let Some(best) = study.best() else {
        return by_rule(study, reader);
    };
    let (name, side) = (study.told(best.mv, reader), study.side(language));
    match study.info().exact_score() {
        Some(Score::Mate(count @ 1..)) => match language {
            English => format!("{side} mates in {} with {name}.", plies(count)),
            Japanese => format!("{name}から{count}手詰で{side}の勝ち。"),
        },
        Some(Score::Mate(count)) => match language {
            English => {
                let plies = plies(-count);
                format!("{side} is mated in {plies}; {name} holds out longest.")
            }
            Japanese => format!("{side}は{}手で詰まされる。最も長く粘る手は{name}。", -count),
        },
        _ => {
            let (value, share) = (worth(language, study.info()), percent(study.share(best)));
            let reason = why_it_costs(study.position(), best, language);
            match language {
                English => format!(
                    "{name} is best, worth {value}: no other move was found to be worth more. \
                     It took {share} of the nodes and {reason}."
                ),
                Japanese => format!(
                    "最善手は{name}、評価値{value}。これより良い手は見つからなかった。\
                     ノードの{share}を使った。{reason}。"
                ),
            }
        }
    }
}

fn plies(count: i32) -> String {
    format!("{count} {}", if count == 1 { "ply" } else { "plies" })
}

/// What the rules decide without a search.
fn by_rule(study: &Study, reader: Reader) -> String {
    let language = reader.language;
    let (side, rule) = (study.side(language), study.settings.entering_king_rule);
    match study.outcome.decision {
        Decision::DeclareWin => language.fill(
            [
                "{0} wins by declaration ({1}).",
                "{0}の入玉宣言勝ち（{1}）。",
            ],
            &[&side, &rule],
        ),
        Decision::Play { best, .. } => language.fill(
            [
                "{0} wins with {1}: the king reaches its goal ({2}).",
                "{0}は{1}で勝ち：玉がトライする（{2}）。",
            ],
            &[&side, &study.told(best, reader), &rule],
        ),
        Decision::Resign if Checks::of(study.position()).in_check() => language.fill(
            [
                "{0} is mated: it is in check and has no legal move.",
                "{0}玉は詰み。王手を逃れる手がない。",
            ],
            &[&side],
        ),
        Decision::Resign => language.fill(
            [
                "{0} has no legal move, and loses.",
                "{0}に指せる手がなく、負け。",
            ],
            &[&side],
        ),
    }
}

/// Why a move costs what it costs and which nodes prune it, in one sentence.
pub fn sentence(study: &Study, explained: &ExplainedMove, reader: Reader) -> String {
    let language = reader.language;
    let name = study.told(explained.mv, reader);
    let reason = why_it_costs(study.position(), explained, language);
    let Some(pruned) = explained.pruned else {
        return language.fill(
            [
                "{0} {1}; no node prunes it.",
                "{0}：{1}。枝刈りされることはない。",
            ],
            &[&name, &reason],
        );
    };
    let why = language.read(pruned.rule.reason());
    match pruned.until_plies {
        Some(plies) => language.fill(
            [
                "{0} {1}; nodes with a budget below {2} plies drop it: {3}.",
                "{0}：{1}。予算が{2}手未満の局面では読まない（理由：{3}）。",
            ],
            &[&name, &reason, &plies, &why],
        ),
        None => language.fill(
            [
                "{0} {1}; every node drops it: {2}.",
                "{0}：{1}。どの局面でも読まない（理由：{2}）。",
            ],
            &[&name, &reason, &why],
        ),
    }
}

/// A cost as a sum with the names of its parts: `143 = 100 + 60 late moves - 17 threat`.
pub fn sum(language: Language, cost: &Cost) -> String {
    let read = |&(name, part): &Part| {
        let sign = if part < 0 { '-' } else { '+' };
        format!(" {sign} {} {}", part.abs(), language.read(name))
    };
    let parts: String = cost.parts.iter().map(read).collect();
    format!("{} = {}{parts}", cost.total, cost.ordinary)
}

/// `costs 501 where an ordinary move costs 100, mostly because …`.
fn why_it_costs(pos: &Position, explained: &ExplainedMove, language: Language) -> String {
    let Cost {
        total,
        ordinary,
        parts,
    } = &explained.cost;
    let lost = total - ordinary;
    match lost {
        0 if parts.is_empty() => {
            let forms = [
                "costs {0}, an ordinary move's cost",
                "費用は{0}で普通の手と同じ",
            ];
            return language.fill(forms, &[total]);
        }
        0 => {
            let forms = [
                "costs {0}, an ordinary move's cost: {1}",
                "費用は{0}で普通の手と同じ（{1}）",
            ];
            return language.fill(forms, &[total, &bound(parts, language)]);
        }
        _ => {}
    }
    let parts = greatest(parts, lost.signum());
    let whole = match parts.first() {
        Some(&&(LATE_MOVES, _)) => "them",
        _ => "the moves before it",
    };
    let reasons: Vec<_> = parts
        .iter()
        .map(|&&part| {
            let reason = reason(pos, explained, part, whole, language);
            format!("{reason} ({:+})", part.1)
        })
        .collect();
    let reasons = reasons.join(language.of(" and ", "、"));
    language.fill(
        [
            "costs {0} where an ordinary move costs {1}, mostly because {2}",
            "費用は{0}、普通の手なら{1}（主な理由：{2}）",
        ],
        &[total, ordinary, &reasons],
    )
}

/// The bound among `parts` that makes the cost that of an ordinary ply, or what comes near.
fn bound(parts: &[Part], language: Language) -> &'static str {
    match parts.last() {
        Some((FIRST_MOVE, _)) => language.of(
            "the first move costs no more",
            "最初に調べる手はこれより高くならない",
        ),
        Some((LEAST_COST, _)) => language.of("no move costs less", "これより安い手はない"),
        _ => language.of(
            "what makes it dearer and cheaper is even",
            "割増と割引が釣り合う",
        ),
    }
}

/// The one or two greatest of the parts with this sign; the second only if it matters.
fn greatest(parts: &[Part], sign: i32) -> Vec<&Part> {
    let mut parts: Vec<_> = parts.iter().filter(|it| it.1.signum() == sign).collect();
    parts.sort_by_key(|it| -it.1.abs());
    let first = parts.first().map_or(0, |it| it.1.abs());
    parts.retain(|it| 4 * it.1.abs() >= first);
    parts.truncate(2);
    parts
}

/// A part of a cost in words that go on after "because", with `whole` for the moves of which some
/// are like it. A term without words of its own is named.
fn reason(
    pos: &Position,
    explained: &ExplainedMove,
    (name, cost): Part,
    whole: &str,
    language: Language,
) -> String {
    let (mv, traits) = (explained.mv, explained.traits);
    let kind = pos.moved_kind(mv);
    let mover = language.of(piece(kind), kif::kind_name(kind));
    let some = |count: u8, what: &str| match language {
        English => format!("{} of {whole} {what}", number(count)),
        Japanese => {
            let more = if count > 3 { "以上" } else { "" };
            format!("先に調べた手のうち{}手{more}が{what}", count.clamp(1, 4))
        }
    };
    let say = |forms, value: &dyn Display| language.fill(forms, &[value]);
    let [english, japanese] = match name {
        LATE_MOVES if explained.rank == 1 => ["one move came before it", "先に1手を調べた"],
        LATE_MOVES => {
            let forms = ["{0} moves came before it", "先に{0}手を調べた"];
            return say(forms, &explained.rank);
        }
        "similar drops" => {
            let forms = ["dropped a {0}", "{0}を打つ手"];
            return some(traits.drop, &say(forms, &mover));
        }
        "similar checks" => return some(traits.check, language.of("gave check", "王手")),
        "same piece" => {
            let forms = ["moved this {0}", "この{0}を動かす手"];
            return some(traits.piece, &say(forms, &mover));
        }
        "same victim" => {
            let what = language.of("took the same piece", "同じ駒を取る手");
            return some(traits.victim, what);
        }
        "same square" => {
            let forms = ["went to {0}", "{0}に行く手"];
            return some(traits.square, &say(forms, &goal(mv, language)));
        }
        "implausible" => [
            "it looked good elsewhere and failed",
            "ほかの局面で良さそうに見えて失敗した",
        ],
        "killer" => [
            "it refuted another move a moment ago",
            "さきほど別の手を咎めた",
        ],
        "countermove" => [
            "it has answered the last move well",
            "直前の手への応手として実績がある",
        ],
        "check" => ["it gives check", "王手になる"],
        "threat" if cost < 0 => ["it makes a threat", "狙いがある"],
        "threat" => ["it goes where it is attacked", "取られる升に行く"],
        "order" if cost < 0 => [
            "it has often been good in this search",
            "この探索でたびたび良い手になった",
        ],
        "order" => [
            "it has seldom been good in this search",
            "この探索ではめったに良い手にならなかった",
        ],
        "not improving" => [
            "its side stands no better than two plies before",
            "2手前より形勢が良くなっていない",
        ],
        "table move captures" => [
            "the best move captures and this one does not",
            "最善手が駒を取る手で、この手はそうでない",
        ],
        "moves before" => [
            "the move before it is charged too",
            "先に調べた手の分も加わる",
        ],
        "surcharges" => ["it is like moves before it", "先に調べた手に似ている"],
        "scale over interest, above a ply" if cost < 0 => ["it has much interest", "関心が高い"],
        "scale over interest, above a ply" => ["it has little interest", "関心が低い"],
        LEAST_COST => ["no move costs less", "これより安い手はない"],
        "in check" => [
            "less of this counts in check",
            "王手を受けていると割り引かれる",
        ],
        name => return say(["of {0}", "{0}"], &language.read(name)),
    };
    language.of(english, japanese).to_owned()
}

/// A count of moves with a common trait, which goes no further than four.
fn number(count: u8) -> &'static str {
    match count {
        0 | 1 => "one",
        2 => "two",
        3 => "three",
        _ => "four or more",
    }
}

/// The square that a move goes to, as USI or as KIF writes it.
fn goal(mv: Move, language: Language) -> String {
    let to = mv.to();
    match language {
        English => mv.to_string()[2..4].to_owned(),
        Japanese => String::from_iter([kif::file_name(to.file()), kif::rank_name(to.rank())]),
    }
}

/// The English name of a kind of piece.
fn piece(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "pawn",
        PieceKind::Lance => "lance",
        PieceKind::Knight => "knight",
        PieceKind::Silver => "silver",
        PieceKind::Gold => "gold",
        PieceKind::Bishop => "bishop",
        PieceKind::Rook => "rook",
        PieceKind::King => "king",
        PieceKind::ProPawn => "promoted pawn",
        PieceKind::ProLance => "promoted lance",
        PieceKind::ProKnight => "promoted knight",
        PieceKind::ProSilver => "promoted silver",
        PieceKind::ProBishop => "horse",
        PieceKind::ProRook => "dragon",
    }
}
