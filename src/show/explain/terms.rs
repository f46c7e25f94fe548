//! What the search calls things, in both languages: terms of costs, kinds of moves, why moves are pruned and why
//! lines end. The English words are the search's own. What must hold: there is no such word without Japanese.

use crate::language::Language;
use engine::search::explanation::{Kind, LineEnd, Pruning, Term};

/// The name of a term.
pub fn term(language: Language, term: Term) -> &'static str {
    let japanese = match term {
        Term::LateMoves => "順番",
        Term::Window => "窓の幅",
        Term::NotImproving => "形勢停滞",
        Term::NearPv => "読み筋の近く",
        Term::SimilarDrops => "似た打つ手",
        Term::SimilarChecks => "似た王手",
        Term::SamePiece => "同じ駒",
        Term::SameVictim => "同じ獲物",
        Term::SameSquare => "同じ升",
        Term::Implausible => "見かけ倒し",
        Term::Correction => "評価の補正",
        Term::CutExpected => "カット見込み",
        Term::NoCutExpected => "カット見込みなし",
        Term::TableCaptures => "最善が駒取り",
        Term::TableMove => "置換表の手",
        Term::AnswersCut => "応手のカット",
        Term::Order => "実績",
        Term::Check => "王手",
        Term::FirstMove => "最初の手",
        Term::LeastCost => "下限",
        Term::Node => "局面の深さ",
        Term::Singular => "ただ一手",
        Term::Interest => "関心",
    };
    language.of(term.name(), japanese)
}

/// What a sort of moves is called.
pub fn kind(language: Language, kind: Kind) -> &'static str {
    let japanese = match kind {
        Kind::Table => "置換表の手",
        Kind::GoodCapture => "得な駒取り",
        Kind::Quiet => "静かな手",
        Kind::BadCapture => "損な駒取り",
    };
    language.of(kind.name(), japanese)
}

/// The name of a rule that prunes, and its reason in words that go on after "pruned: ".
pub fn rule(language: Language, rule: Pruning) -> [&'static str; 2] {
    let [name, reason] = match rule {
        Pruning::Futility => ["見込み", "評価値が届く見込みがない"],
        Pruning::LateMove => ["順番", "先に十分な数の手を調べた"],
        Pruning::History => ["履歴", "失敗した回数が多い"],
        Pruning::Exchange => ["駒損", "駒損になる"],
    };
    [
        language.of(rule.name(), name),
        language.of(rule.reason(), reason),
    ]
}

/// Why a line ends, in words that go on after "the line ends here: ".
pub fn end(language: Language, end: LineEnd) -> &'static str {
    let japanese = match end {
        LineEnd::NoMoves => "手番の側に指せる手がない",
        LineEnd::Repetition => "同一局面に戻る",
        LineEnd::Declaration => "手番の側が入玉宣言で勝つ",
        LineEnd::MaxMoves => "最大手数に達した",
        LineEnd::Spent => "残りの深さがない",
        LineEnd::Open => "これより先の最善手は見つかっていない",
    };
    language.of(end.reason(), japanese)
}
