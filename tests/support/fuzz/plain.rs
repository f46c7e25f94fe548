//! The rules that need a game's history, and declarations, as they are written for people: slow, plain, and
//! without anything of the engine's but the start. Positions are texts, repetitions are counted, and legality is that
//! of `shogi_legality_lite`.

use engine::shogi::Position;
use shogi_core::{Color, Hand, Move, PartialPosition, PieceKind, Square, ToUsi};
use shogi_legality_lite::{all_legal_moves_partial, is_in_check_partial_lite};

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The side to move has no move.
    NoMoves(Color),
    /// For the fourth time the same, without a winner.
    Draw,
    /// For the fourth time the same, and this side gave check all the time.
    PerpetualCheck(Color),
}

/// A game.
#[derive(Clone)]
pub struct Plain {
    position: PartialPosition,
    /// The legal moves there.
    moves: Vec<Move>,
    /// Each position so far: board, side to move and hands as a text, and whether that side is in check.
    past: Vec<(String, bool)>,
}

impl Plain {
    /// A game that begins at `start`; none if a side has no king.
    pub fn at(start: &Position) -> Option<Self> {
        let position = partial(start);
        let has_king = |color| position.king_position(color).is_some();
        let is_usual = Color::all().into_iter().all(has_king);
        let mut plain = Self {
            position,
            moves: Vec::new(),
            past: Vec::new(),
        };
        plain.note();
        is_usual.then_some(plain)
    }

    fn note(&mut self) {
        let text = self.position.to_sfen_owned();
        let (place, _number) = text.rsplit_once(' ').unwrap_or((&text, ""));
        let is_checked = is_in_check_partial_lite(&self.position);
        self.past.push((place.to_owned(), is_checked));
        self.moves = all_legal_moves_partial(&self.position);
    }

    /// The legal moves, in the words of USI.
    pub fn moves(&self) -> Vec<String> {
        let moves = self.moves.iter().map(ToUsi::to_usi_owned);
        let mut moves: Vec<_> = moves.collect();
        moves.sort();
        moves
    }

    /// Makes the move `text`; false if it is not legal.
    pub fn play(&mut self, text: &str) -> bool {
        let found = self.moves.iter().find(|mv| mv.to_usi_owned() == text);
        let is_made = found.is_some_and(|&mv| self.position.make_move(mv).is_some());
        if is_made {
            self.note();
        }
        is_made
    }

    /// Whether the side to move is in check.
    pub fn is_checked(&self) -> bool {
        self.past.last().is_some_and(|(_, checked)| *checked)
    }

    /// How the game has ended, if it has.
    pub fn end(&self) -> Option<End> {
        let side = self.position.side_to_move();
        if self.moves.is_empty() {
            return Some(End::NoMoves(side));
        }
        let (place, _) = self.past.last()?;
        let same = (0..self.past.len()).filter(|&at| self.past[at].0 == *place);
        let times: Vec<usize> = same.collect();
        if times.len() < 4 {
            return None;
        }
        // The positions after the first of the four times, the last one back: those in which this side
        // is to move, and those of the other.
        let after_first = &self.past[times[times.len() - 4] + 1..];
        let all_checked = |from: usize| {
            let mut of_one_side = after_first.iter().rev().skip(from).step_by(2);
            of_one_side.all(|(_, checked)| *checked)
        };
        Some(match (all_checked(0), all_checked(1)) {
            (true, false) => End::PerpetualCheck(side.flip()),
            (false, true) => End::PerpetualCheck(side),
            _ => End::Draw,
        })
    }

    /// What the side to move may claim by the rule with this name: `win`, `draw`, nothing, or the move that
    /// wins.
    pub fn claim(&self, rule: &str) -> String {
        let side = self.position.side_to_move();
        if rule == "TryRule" {
            let goal = if side == Color::Black { "5a" } else { "5i" };
            let king = self.position.king_position(side);
            let step = king.map(|king| king.to_usi_owned() + goal);
            let step = step.filter(|step| self.moves().contains(step));
            return step.unwrap_or_default();
        }
        let (points, is_in_order) = self.points();
        let credit = match (side, rule.ends_with('H')) {
            (Color::White, true) => self.missing(),
            _ => 0,
        };
        let (win, draw) = match (rule.trim_end_matches('H'), side) {
            ("CSARule24", _) => (31, 24),
            ("CSARule27", Color::Black) => (28, 28),
            ("CSARule27", Color::White) => (27, 27),
            _ => return String::new(),
        };
        let claim = match points + credit {
            _ if !is_in_order => "",
            points if points >= win => "win",
            points if points >= draw => "draw",
            _ => "",
        };
        claim.to_owned()
    }

    /// The points of the side to move in its hand and in the enemy camp, and whether all else that a
    /// declaration needs is given.
    fn points(&self) -> (u32, bool) {
        let side = self.position.side_to_move();
        let is_camp = |square: &Square| match side {
            Color::Black => square.rank() <= 3,
            Color::White => square.rank() >= 7,
        };
        let piece = |square: &Square| self.position.piece_at(*square);
        let own = |square: &Square| piece(square).is_some_and(|piece| piece.color() == side);
        let inside: Vec<_> = Square::all().filter(is_camp).filter(own).collect();
        let kinds: Vec<_> = inside
            .iter()
            .filter_map(|square| Some(piece(square)?.piece_kind()))
            .collect();
        let has_king = kinds.contains(&PieceKind::King);
        let points = kinds.iter().copied().map(worth).sum::<u32>() + self.held(side);
        (points, has_king && kinds.len() > 10 && !self.is_checked())
    }

    fn held(&self, side: Color) -> u32 {
        let hand = self.position.hand_of_a_player(side);
        let worth_of = |kind| u32::from(hand.count(kind).unwrap_or(0)) * worth(kind);
        PieceKind::all().into_iter().map(worth_of).sum()
    }

    /// The points of the pieces that are nowhere: two rooks and bishops at five, and 34 others, are all.
    fn missing(&self) -> u32 {
        let on_board = Square::all().filter_map(|square| self.position.piece_at(square));
        let on_board: u32 = on_board.map(|piece| worth(piece.piece_kind())).sum();
        let there = on_board + self.held(Color::Black) + self.held(Color::White);
        (4 * 5 + 34_u32).saturating_sub(there)
    }
}

fn worth(kind: PieceKind) -> u32 {
    match kind {
        PieceKind::King => 0,
        PieceKind::Rook | PieceKind::Bishop | PieceKind::ProRook | PieceKind::ProBishop => 5,
        _ => 1,
    }
}

/// `pos` as `shogi_core` has it.
pub fn partial(pos: &Position) -> PartialPosition {
    let mut partial = PartialPosition::empty();
    for square in Square::all() {
        partial.piece_set(square, pos.piece_at(square));
    }
    for color in Color::all() {
        let mut hand = Hand::new();
        for (kind, count) in pos.hand(color).iter() {
            for _ in 0..count {
                hand = hand.added(kind).expect("a kind that can be held");
            }
        }
        *partial.hand_of_a_player_mut(color) = hand;
    }
    partial.side_to_move_set(pos.side());
    partial
}
