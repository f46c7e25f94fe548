//! Sentences about a search, in English and in Japanese: what was found, and why a move costs what it costs.

use super::{Study, terms};
use crate::language::Language::{self, English, Japanese};
use crate::language::Reader;
use engine::record::kif;
use engine::search::explanation::{Cost, ExplainedMove, Part, Term};
use engine::search::{Bound, Decision, Info, Score};
use engine::shogi::{Checks, Move, PieceKind, Position};
use std::fmt::Display;

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
    let [_, why] = terms::rule(language, pruned.rule);
    match pruned.until_plies {
        Some(plies) => language.fill(
            [
                "{0} {1}; nodes with less than {2} plies of depth drop it: {3}.",
                "{0}：{1}。残りの深さが{2}手未満の局面では読まない（理由：{3}）。",
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
    let read = |&(term, part): &Part| {
        let sign = if part < 0 { '-' } else { '+' };
        format!(" {sign} {} {}", part.abs(), terms::term(language, term))
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
        0 if explained.rank == 0 => {
            let forms = [
                "costs {0}, an ordinary move's cost, as the first move always does",
                "費用は{0}で普通の手と同じ（最初に調べる手）",
            ];
            return language.fill(forms, &[total]);
        }
        0 => {
            let forms = [
                "costs {0}, an ordinary move's cost: what makes it dearer and cheaper is even",
                "費用は{0}で普通の手と同じ（割増と割引が釣り合う）",
            ];
            return language.fill(forms, &[total]);
        }
        _ => {}
    }
    let parts = greatest(parts, lost.signum());
    let whole = match parts.first() {
        Some(&&(Term::LateMoves, _)) if explained.rank > 0 => "them",
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

/// The one or two greatest of the parts with this sign; the second only if it matters.
fn greatest(parts: &[Part], sign: i32) -> Vec<&Part> {
    let mut parts: Vec<_> = parts.iter().filter(|it| it.1.signum() == sign).collect();
    parts.sort_by_key(|it| -it.1.abs());
    let first = parts.first().map_or(0, |it| it.1.abs());
    parts.retain(|it| 4 * it.1.abs() >= first);
    parts.truncate(2);
    parts
}

/// A part of a cost in words that go on after "because", with `whole` for the moves of which some are like it.
/// A term without a sentence of its own is named.
fn reason(
    pos: &Position,
    explained: &ExplainedMove,
    (term, cost): Part,
    whole: &str,
    language: Language,
) -> String {
    let (mv, traits) = (explained.mv, explained.traits);
    let kind = pos.moved_kind(mv);
    let mover = language.of(piece(kind), kif::kind_name(kind));
    let some = |count: i32, what: &str| {
        let number = number(count, language);
        match language {
            English => format!("{number} of {whole} {what}"),
            Japanese => format!("先に調べた手のうち{number}が{what}"),
        }
    };
    let say = |forms, value: &dyn Display| language.fill(forms, &[value]);
    match term {
        Term::LateMoves if explained.rank > 1 && cost > 0 => {
            let forms = ["{0} moves came before it", "先に{0}手を調べた"];
            say(forms, &explained.rank)
        }
        Term::LateMoves => {
            let [english, japanese] = of_few_moves(explained.rank, cost);
            language.of(english, japanese).to_owned()
        }
        Term::SimilarDrops => {
            let forms = ["dropped a {0}", "{0}を打つ手"];
            some(traits.drop, &say(forms, &mover))
        }
        Term::SimilarChecks => some(traits.check, language.of("gave check", "王手")),
        Term::SamePiece => {
            let forms = ["moved this {0}", "この{0}を動かす手"];
            some(traits.piece, &say(forms, &mover))
        }
        Term::SameVictim => {
            let what = language.of("took the same piece", "同じ駒を取る手");
            some(traits.victim, what)
        }
        Term::SameSquare => {
            let forms = ["went to {0}", "{0}に行く手"];
            some(traits.square, &say(forms, &goal(mv, language)))
        }
        term => match plain_reason(term, cost) {
            Some([english, japanese]) => language.of(english, japanese).to_owned(),
            None => say(["of {0}", "{0}"], &terms::term(language, term)),
        },
    }
}

/// Why a move costs what it costs by its place in the order, if that is no more than a few words.
fn of_few_moves(rank: usize, cost: i32) -> [&'static str; 2] {
    match rank {
        _ if cost < 0 => [
            "little depth is left for so late a move to lose",
            "残りの深さが浅く、順番が遅いほど割り引かれる",
        ],
        0 => [
            "even the first move pays for its place in the order",
            "最初の手にも順番の分がかかる",
        ],
        _ => ["one move came before it", "先に1手を調べた"],
    }
}

/// What a part of a cost means, in English and in Japanese, if that depends on nothing else.
fn plain_reason(term: Term, cost: i32) -> Option<[&'static str; 2]> {
    Some(match term {
        Term::Implausible => [
            "it looked good elsewhere and failed",
            "ほかの局面で良さそうに見えて失敗した",
        ],
        Term::Check => ["it gives check", "王手になる"],
        Term::FirstMove => [
            "the first move costs an ordinary ply",
            "最初に調べる手は普通の手と同じ費用になる",
        ],
        Term::LeastCost => ["no move costs less", "これより安い手はない"],
        Term::Order if cost < 0 => [
            "it has often been good in this search",
            "この探索でたびたび良い手になった",
        ],
        Term::Order => [
            "it has seldom been good in this search",
            "この探索ではめったに良い手にならなかった",
        ],
        Term::NotImproving => [
            "its side stands no better than two plies before",
            "2手前より形勢が良くなっていない",
        ],
        Term::Window => ["many values would raise what was found", "評価値の窓が広い"],
        Term::NearPv if cost < 0 => [
            "the position is on the principal variation or near it",
            "読み筋かその近くの局面である",
        ],
        Term::NearPv => [
            "the position was near the principal variation",
            "かつて読み筋の近くだった局面である",
        ],
        Term::Correction => [
            "static values of such positions are often wrong",
            "似た局面の静的評価はよく外れる",
        ],
        Term::TableMove => [
            "it was best when the position was searched before",
            "前に調べたときの最善手である",
        ],
        Term::TableCaptures => [
            "what was best before is a capture",
            "前に調べたときの最善手が駒を取る",
        ],
        Term::AnswersCut => [
            "moves here were refuted again and again",
            "ここでの手は何度も咎められた",
        ],
        Term::CutExpected => [
            "a move before it is expected to refute the last one",
            "先に調べる手が直前の手を咎めると見込まれる",
        ],
        Term::NoCutExpected if cost < 0 => [
            "what makes it cheaper counts more where no move is expected to be good enough",
            "十分に良い手がないと見込まれ、割引が増す",
        ],
        Term::NoCutExpected => [
            "no move is expected to be good enough",
            "十分に良い手はないと見込まれる",
        ],
        Term::LateMoves
        | Term::SimilarDrops
        | Term::SimilarChecks
        | Term::SamePiece
        | Term::SameVictim
        | Term::SameSquare
        | Term::Node
        | Term::Singular
        | Term::Interest => return None,
    })
}

/// How many moves share a trait, of which each counts as 64, more or less; no more than four are counted.
fn number(count: i32, language: Language) -> &'static str {
    match (count + 32) / 64 {
        0 | 1 => language.of("one", "1手"),
        2 => language.of("about two", "約2手"),
        3 => language.of("about three", "約3手"),
        _ => language.of("four or more", "4手以上"),
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
pub(crate) fn piece(kind: PieceKind) -> &'static str {
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
