//! The sentences on faults, in English and in Japanese: they stand nowhere else.

use super::{Fault, Fork, Hanging, Mated};
use crate::explain::piece_name;
use crate::language::{Language, Reader};
use engine::record::kif;
use engine::record::notation::Notation;
use engine::shogi::{PieceKind, Square, ToUsi};
use std::fmt::Display;

impl Reader {
    /// What is wrong with a move, in a sentence.
    pub fn fault(self, fault: &Fault) -> String {
        let values = self.values(fault);
        let values: Vec<&dyn Display> = values.iter().map(|it| it as _).collect();
        self.language.fill(forms(fault), &values)
    }

    /// What stands in the places of the sentence.
    fn values(self, fault: &Fault) -> Vec<String> {
        match fault {
            Fault::AllowsMate(mated) => vec![mated.plies.to_string()],
            Fault::Hangs { piece, .. }
            | Fault::MissesCapture { piece, .. }
            | Fault::LetsPromote(piece)
            | Fault::MissesPromotion(piece) => {
                vec![self.piece(piece.kind).to_owned(), self.square(piece.square)]
            }
            Fault::Trade { given, taken } => {
                vec![self.piece(*given).to_owned(), self.piece(*taken).to_owned()]
            }
            Fault::AllowsFork(fork) | Fault::MissesFork(fork) => {
                vec![self.first_move(fork), self.targets(fork)]
            }
            Fault::LosesMaterial {
                lost: first,
                won: second,
            }
            | Fault::MissesMaterial {
                won: first,
                lost: second,
            } => vec![self.pieces(first), self.pieces(second)],
            Fault::GoesBack | Fault::IsChased | Fault::MissesCheck => Vec::new(),
        }
    }

    fn piece(self, kind: PieceKind) -> &'static str {
        self.language.of(piece_name(kind), kif::kind_name(kind))
    }

    /// A square as the notation has it: `５七`, `5g`.
    fn square(self, square: Square) -> String {
        let usual = self.language == Language::Japanese;
        let is_japanese = self.notation.map_or(usual, |it| it == Notation::Japanese);
        if is_japanese {
            [kif::file_name(square.file()), kif::rank_name(square.rank())]
                .iter()
                .collect()
        } else {
            square.to_usi_owned()
        }
    }

    /// The move that begins a fork, in USI notation besides for those who chose none.
    fn first_move(self, fork: &Fork) -> String {
        let name = self.line(&fork.position, None, &[fork.mv]).concat();
        match (self.language, self.notation) {
            (Language::English, None) => format!("{name} ({})", fork.mv),
            _ => name,
        }
    }

    fn targets(self, fork: &Fork) -> String {
        let names: Vec<_> = fork.targets.iter().map(|&kind| self.piece(kind)).collect();
        names.join(self.language.of(" and ", "と"))
    }

    /// Pieces with their numbers: `a gold, a silver and 2 pawns`.
    fn pieces(self, pieces: &[(PieceKind, u32)]) -> String {
        let name = |&(kind, count): &(PieceKind, u32)| match (self.language, count) {
            (Language::English, 1) => format!("a {}", self.piece(kind)),
            (Language::English, _) => format!("{count} {}s", self.piece(kind)),
            (Language::Japanese, 1) => self.piece(kind).to_owned(),
            (Language::Japanese, _) => format!("{}{count}枚", self.piece(kind)),
        };
        let names: Vec<_> = pieces.iter().map(name).collect();
        match (self.language, &names[..]) {
            (Language::English, [most @ .., last]) if !most.is_empty() => {
                format!("{} and {last}", most.join(", "))
            }
            _ => names.join("と"),
        }
    }
}

/// The sentence on a fault, in English and in Japanese.
fn forms(fault: &Fault) -> [&'static str; 2] {
    match fault {
        Fault::AllowsMate(Mated { was_threatened, .. }) if *was_threatened => [
            "Leaves the threat of mate: allows a mate in {0}.",
            "詰めろを受けず、{0}手詰を許した。",
        ],
        Fault::AllowsMate(_) => ["Allows a mate in {0}.", "{0}手詰を許した。"],
        Fault::Hangs { how, is_free, .. } => hanging(*how, *is_free),
        Fault::Trade { .. } => ["Gives the {0} for a {1}.", "{0}を{1}と刺し違えて駒損。"],
        Fault::AllowsFork(_) => ["Allows the fork {0}: {1}.", "{0}の{1}の両取りがある。"],
        Fault::LetsPromote(_) => [
            "Lets the {0} promote on {1}.",
            "{1}に{0}の成り込みを許した。",
        ],
        Fault::LosesMaterial { won, .. } if won.is_empty() => [
            "In the line that follows it loses {0}.",
            "以下の読み筋で{0}を失う。",
        ],
        Fault::LosesMaterial { .. } => [
            "In the line that follows it loses {0} for {1}.",
            "以下の読み筋で{0}を失い、得るのは{1}だけ。",
        ],
        Fault::MissesCapture { is_free: true, .. } => [
            "Misses the {0} on {1}: nothing protects it.",
            "{1}の{0}をただで取れた。",
        ],
        Fault::MissesCapture { .. } => [
            "Misses the {0} on {1}: the exchange wins material.",
            "{1}の{0}を取れば駒得だった。",
        ],
        Fault::MissesFork(_) => ["Misses the fork {0}: {1}.", "{0}の{1}の両取りを逃した。"],
        Fault::MissesPromotion(_) => [
            "Misses the promotion of the {0} on {1}.",
            "{1}に{0}を成り込めた。",
        ],
        Fault::GoesBack => [
            "Takes its last move back and loses a tempo.",
            "前の手を元に戻し、手損。",
        ],
        Fault::IsChased => [
            "The piece is attacked and has to move again: a lost tempo.",
            "動いた駒がすぐに追われて手損。",
        ],
        Fault::MissesMaterial { lost, .. } if lost.is_empty() => {
            ["The engine's line wins {0}.", "最善の読み筋なら{0}を得る。"]
        }
        Fault::MissesMaterial { .. } => [
            "The engine's line wins {0} for {1}.",
            "最善の読み筋なら{1}と引き換えに{0}を得る。",
        ],
        Fault::MissesCheck => ["Lets a check go by.", "王手を逃した。"],
    }
}

fn hanging(how: Hanging, is_free: bool) -> [&'static str; 2] {
    match (how, is_free) {
        (Hanging::Moved, true) => [
            "Puts the {0} on {1}, where it is lost for nothing.",
            "{1}の{0}をただで取られる。",
        ],
        (Hanging::Moved, false) => [
            "Puts the {0} on {1}, where the exchange loses material.",
            "{1}の{0}を取られ、取り合いは駒損。",
        ],
        (Hanging::Left, true) => [
            "Leaves the {0} hanging on {1}: nothing protects it.",
            "取られそうな{1}の{0}を放置し、ただで取られる。",
        ],
        (Hanging::Left, false) => [
            "Leaves the {0} hanging on {1}: the exchange loses material.",
            "取られそうな{1}の{0}を放置し、取り合いは駒損。",
        ],
        (Hanging::Bared, true) => [
            "Hangs the {0} on {1}: nothing protects it.",
            "{1}の{0}がただで取られる形になった。",
        ],
        (Hanging::Bared, false) => [
            "Hangs the {0} on {1}: the exchange loses material.",
            "{1}の{0}を取られ、駒損になる形になった。",
        ],
    }
}
