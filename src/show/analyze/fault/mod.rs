//! What is wrong with a bad move, in the terms of players: what it hangs, allows or misses.
//!
//! What must hold: every [`Fault`] follows from the position by its rule, so what is said is true; where no rule
//! applies nothing is said. *Best* is the engine's line from the position before the move, the *answer* its line after
//! it. A capture *wins* a piece, which is no pawn, where all exchanges on its square, by [`exchange_reaches`], leave more
//! than a pawn ([`MORE_THAN_A_PAWN`]).
//!
//! | fault | rule |
//! |---|---|
//! | [`AllowsMate`](Fault::AllowsMate) | the solver has proven that the opponent mates after the move; it was *threatened* where it has proven that the opponent would also mate if the side passed |
//! | [`Hangs`](Fault::Hangs) | the answer begins with a capture that wins, of a piece worth more than what the move took; of the moved piece only if the exchange that the move begins loses more than a pawn |
//! | [`Trade`](Fault::Trade) | the same of a moved piece that took one worth less, where nothing can recapture |
//! | [`AllowsFork`](Fault::AllowsFork) | the answer's first piece attacks the king and a piece that it wins, or two of those, and takes one of them by its next move |
//! | [`LetsPromote`](Fault::LetsPromote) | the answer promotes a rook, a bishop or a pawn and does not lose it, and best does not let it promote there |
//! | [`LosesMaterial`](Fault::LosesMaterial) | nothing before it in this table: until the answer comes to rest, its side loses pieces by more than a pawn, and by more than a pawn more than in best |
//! | [`MissesCapture`](Fault::MissesCapture) | best begins with a capture that wins; the move takes nothing there |
//! | [`MissesFork`](Fault::MissesFork) | best is a fork as above |
//! | [`MissesPromotion`](Fault::MissesPromotion) | best promotes a rook, a bishop or a pawn and does not lose it, and the move promotes none of that kind |
//! | [`GoesBack`](Fault::GoesBack) | the move takes back the one that its side made before, neither took or promoted anything, and the piece was not attacked |
//! | [`IsChased`](Fault::IsChased) | the first piece of the answer then attacks the moved piece and wins it, which it did not before, and the moved piece goes on |
//! | [`MissesMaterial`](Fault::MissesMaterial) | nothing above but of tempi: until best comes to rest, its side gains by more than a pawn, and by more than a pawn more than after the move |
//! | [`MissesCheck`](Fault::MissesCheck) | nothing above at all: best begins with a check, and the move gives none |

mod words;

use engine::shogi::checks::attackers;
use engine::shogi::exchange::{EXCHANGE, Pins, exchange_reaches};
use engine::shogi::game::Game;
use engine::shogi::pieces::{HAND_KINDS, kind_of, may_promote, unpromoted};
use engine::shogi::{Checks, Color, Move, PieceKind, Position, Square, movegen};

/// The least that a capture wins, in centipawns of both sides together: a pawn taken counts 166.
const MORE_THAN_A_PAWN: i32 = 200;
/// How far a line is followed to see what it costs, in plies.
const FOLLOWED: usize = 12;

/// What is wrong with a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The opponent mates.
    AllowsMate(Mated),
    /// A piece is lost on its square.
    Hangs {
        /// The piece.
        piece: Standing,
        /// How it came to hang.
        how: Hanging,
        /// Whether nothing can recapture.
        is_free: bool,
    },
    /// A piece is given for a lesser one.
    Trade {
        /// What is given.
        given: PieceKind,
        /// For what.
        taken: PieceKind,
    },
    /// The opponent attacks two at once.
    AllowsFork(Fork),
    /// A piece of the opponent promotes.
    LetsPromote(Standing),
    /// A piece of the opponent could have been won.
    MissesCapture {
        /// The piece.
        piece: Standing,
        /// Whether nothing could have recaptured.
        is_free: bool,
    },
    /// Two could have been attacked at once.
    MissesFork(Fork),
    /// A piece could have been promoted.
    MissesPromotion(Standing),
    /// A move is taken back.
    GoesBack,
    /// The moved piece has to go on.
    IsChased,
    /// In the line that follows pieces are lost for others, each with its number.
    LosesMaterial {
        /// What is lost, unpromoted, the most valuable first.
        lost: Vec<(PieceKind, u32)>,
        /// What is won for it.
        won: Vec<(PieceKind, u32)>,
    },
    /// In the engine's line pieces are won for others, each with its number.
    MissesMaterial {
        /// What is won, unpromoted, the most valuable first.
        won: Vec<(PieceKind, u32)>,
        /// What is lost for it.
        lost: Vec<(PieceKind, u32)>,
    },
    /// A check would have been better.
    MissesCheck,
}

/// A mate by the opponent, after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mated {
    /// In how many plies.
    pub plies: usize,
    /// Whether the opponent threatened to mate before the move already.
    pub was_threatened: bool,
}

/// A piece on its square, or on the one it goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The piece.
    pub kind: PieceKind,
    /// The square.
    pub square: Square,
}

/// How a piece came to hang.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hanging {
    /// It moved or was dropped there.
    Moved,
    /// It hung already and was left there.
    Left,
    /// The move made it hang.
    Bared,
}

/// An attack of two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fork {
    /// The move that begins it.
    pub mv: Move,
    /// The position before it.
    pub position: Position,
    /// What is attacked, the most valuable first.
    pub targets: Vec<PieceKind>,
}

/// A bad move, with what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The game up to the position of the move.
    pub game: &'a Game,
    /// The move.
    pub mv: Move,
    /// The engine's line from that position.
    pub best: &'a [Move],
    /// The engine's line after the move.
    pub answer: &'a [Move],
    /// Whether its side had a mate, which says enough of what it missed.
    pub misses_mate: bool,
    /// The mate of the opponent after it, if one is proven.
    pub mated: Option<Mated>,
}

/// What is wrong with the move of `case`, what weighs most first.
pub fn faults(case: &Case) -> Vec<Fault> {
    let before = case.game.position();
    let after = played(before, case.mv);
    let mut faults: Vec<Fault> = case.mated.map(Fault::AllowsMate).into_iter().collect();
    if faults.is_empty() {
        faults.extend(hangs(case, &after));
        faults.extend(fork(&after, case.answer).map(Fault::AllowsFork));
        if faults.is_empty() {
            faults.extend(lets_promote(case, &after));
        }
    }
    if case.misses_mate {
        return faults;
    }
    let is_told = !faults.is_empty();
    let material = if is_told { None } else { material(case) };
    let loses = |it: &Fault| matches!(it, Fault::LosesMaterial { .. });
    faults.extend(material.clone().filter(loses));
    let missed = fork(before, case.best).map(Fault::MissesFork);
    faults.extend(missed.or_else(|| misses_capture(case)));
    faults.extend(misses_promotion(case));
    if !is_told {
        faults.extend(goes_back(case).or_else(|| is_chased(case, &after)));
    }
    if faults.iter().all(Fault::is_of_time) {
        faults.extend(material);
    }
    if faults.is_empty() {
        faults.extend(misses_check(case, &after));
    }
    faults
}

impl Fault {
    fn is_of_time(&self) -> bool {
        matches!(self, Self::GoesBack | Self::IsChased)
    }
}

/// `pos` after `mv`.
pub fn played(pos: &Position, mv: Move) -> Position {
    let mut pos = pos.clone();
    let _ = pos.do_move(mv);
    pos
}

/// `pos`, in which there is no check, with the other side to move.
pub fn passed(pos: &Position) -> Position {
    let mut pos = pos.clone();
    pos.do_null_move();
    pos
}

fn reaches(pos: &Position, mv: Move, least: i32) -> bool {
    exchange_reaches(pos, mv, &EXCHANGE, least, Pins::default())
}

/// Whether `mv` captures a piece that is no pawn, and comes out ahead by more than a pawn.
fn wins_piece(pos: &Position, mv: Move) -> bool {
    let taken = pos.captured(mv).map(kind_of);
    taken.is_some_and(|kind| kind != PieceKind::Pawn) && reaches(pos, mv, MORE_THAN_A_PAWN)
}

/// The piece that `mv` captures.
fn victim(pos: &Position, mv: Move) -> Option<Standing> {
    let kind = kind_of(pos.captured(mv)?);
    let square = mv.to();
    Some(Standing { kind, square })
}

/// Whether no piece of the opponent can recapture after `mv`.
fn is_free(pos: &Position, mv: Move) -> bool {
    let after = played(pos, mv);
    attackers(&after, mv.to(), after.side(), after.occupied()).is_empty()
}

fn hangs(case: &Case, after: &Position) -> Option<Fault> {
    let before = case.game.position();
    let &capture = case.answer.first()?;
    let piece = victim(after, capture).filter(|_| wins_piece(after, capture))?;
    let is_free = is_free(after, capture);
    let taken = before.captured(case.mv).map(kind_of);
    let worth = |kind: PieceKind| EXCHANGE.taken[kind as usize];
    if taken.is_some_and(|taken| worth(taken) >= worth(piece.kind)) {
        return None;
    }
    if piece.square != case.mv.to() {
        let how = if hung_before(before, piece.square) {
            Hanging::Left
        } else {
            Hanging::Bared
        };
        return Some(Fault::Hangs {
            piece,
            how,
            is_free,
        });
    }
    if reaches(before, case.mv, 1 - MORE_THAN_A_PAWN) {
        return None;
    }
    Some(match taken {
        Some(taken) if is_free => Fault::Trade {
            given: before.moved_kind(case.mv),
            taken,
        },
        _ => Fault::Hangs {
            piece,
            how: Hanging::Moved,
            is_free,
        },
    })
}

/// Whether the opponent of the side to move in `pos` could already win what stands on `square`.
fn hung_before(pos: &Position, square: Square) -> bool {
    if Checks::of(pos).in_check() {
        return false;
    }
    let pos = passed(pos);
    let moves = movegen::legal_moves(&pos);
    let mut captures = moves.iter().filter(|mv| mv.to() == square);
    captures.any(|&mv| wins_piece(&pos, mv))
}

/// The fork that `line` begins with in `pos`.
fn fork(pos: &Position, line: &[Move]) -> Option<Fork> {
    let [mv, _, capture, ..] = *line else {
        return None;
    };
    if capture.from() != Some(mv.to()) {
        return None;
    }
    let after = played(pos, mv);
    let mut targets = targets(&passed(&after), mv.to());
    let is_target = |it: &Standing| it.square == capture.to();
    if targets.len() < 2 || !targets.iter().any(is_target) {
        return None;
    }
    targets.sort_by_key(|it| std::cmp::Reverse(EXCHANGE.taken[it.kind as usize]));
    Some(Fork {
        mv,
        position: pos.clone(),
        targets: targets.iter().map(|it| it.kind).collect(),
    })
}

/// The king and the pieces that the piece on `from`, of the side to move, attacks: pieces only if it wins them.
fn targets(pos: &Position, from: Square) -> Vec<Standing> {
    let us = pos.side();
    let Some(piece) = pos.piece_at(from) else {
        return Vec::new();
    };
    let is_won = |square| {
        let may_promote = may_promote(kind_of(piece), us, from, square);
        let ways = [false, true].into_iter().filter(|&it| !it || may_promote);
        ways.into_iter()
            .any(|promote| wins_piece(pos, Move::normal(from, square, promote)))
    };
    let attacked = Square::all().filter_map(|square| {
        let piece = pos.piece_at(square).filter(|it| it.color() != us)?;
        let kind = kind_of(piece);
        let is_attacked = attackers(pos, square, us, pos.occupied()).contains(from);
        let counts = is_attacked && (kind == PieceKind::King || is_won(square));
        counts.then_some(Standing { kind, square })
    });
    attacked.collect()
}

/// The promotion of a rook, a bishop or a pawn that `mv` is, if the piece is not lost by it.
fn promotion(pos: &Position, mv: Option<&Move>) -> Option<Standing> {
    const KINDS: [PieceKind; 3] = [PieceKind::Rook, PieceKind::Bishop, PieceKind::Pawn];
    let &mv = mv.filter(|mv| mv.is_promotion())?;
    let kind = pos.moved_kind(mv);
    let square = mv.to();
    (KINDS.contains(&kind) && reaches(pos, mv, 1)).then_some(Standing { kind, square })
}

fn lets_promote(case: &Case, after: &Position) -> Option<Fault> {
    let promoted = promotion(after, case.answer.first())?;
    let [best, answer, ..] = *case.best else {
        return None;
    };
    let in_best = promotion(&played(case.game.position(), best), Some(&answer));
    (in_best != Some(promoted)).then_some(Fault::LetsPromote(promoted))
}

fn misses_capture(case: &Case) -> Option<Fault> {
    let pos = case.game.position();
    let &best = case.best.first()?;
    let takes_there = pos.captured(case.mv).is_some() && case.mv.to() == best.to();
    let piece = victim(pos, best).filter(|_| wins_piece(pos, best) && !takes_there)?;
    let is_free = is_free(pos, best);
    Some(Fault::MissesCapture { piece, is_free })
}

fn misses_promotion(case: &Case) -> Option<Fault> {
    let pos = case.game.position();
    let best = case.best.first().filter(|&&best| best != case.mv);
    let missed = promotion(pos, best)?;
    let done = promotion(pos, Some(&case.mv));
    (done.map(|it| it.kind) != Some(missed.kind)).then_some(Fault::MissesPromotion(missed))
}

fn goes_back(case: &Case) -> Option<Fault> {
    let (game, mv) = (case.game, case.mv);
    let earlier = game.moves().len().checked_sub(2)?;
    let made = game.moves()[earlier];
    let start = game.position_after(earlier)?;
    let pos = game.position();
    let is_idle = |pos: &Position, mv: Move| pos.captured(mv).is_none() && !mv.is_promotion();
    let returns = mv.from() == Some(made.to()) && made.from() == Some(mv.to());
    let opponent = pos.side().flip();
    let is_driven = !attackers(pos, mv.from()?, opponent, pos.occupied()).is_empty();
    let is_so = returns && !is_driven && is_idle(&start, made) && is_idle(pos, mv);
    is_so.then_some(Fault::GoesBack)
}

fn is_chased(case: &Case, after: &Position) -> Option<Fault> {
    let [attack, retreat, ..] = *case.answer else {
        return None;
    };
    let stands = case.mv.to();
    let next = played(after, attack);
    let is_attacked = |it: &Standing| it.square == stands;
    let is_chased = retreat.from() == Some(stands)
        && next.captured(retreat).is_none()
        && !hung_before(&passed(after), stands)
        && targets(&passed(&next), attack.to()).iter().any(is_attacked);
    is_chased.then_some(Fault::IsChased)
}

/// What the lines come to, where that differs by more than a pawn.
fn material(case: &Case) -> Option<Fault> {
    let pos = case.game.position();
    let line = [&[case.mv][..], case.answer].concat();
    let (got, best) = (balance(pos, &line)?, balance(pos, case.best)?);
    let [of_got, of_best] = [&got, &best].map(worth);
    if of_best - of_got < MORE_THAN_A_PAWN {
        return None;
    }
    if -of_got >= MORE_THAN_A_PAWN {
        let (lost, won) = (changed(&got, -1), changed(&got, 1));
        return Some(Fault::LosesMaterial { lost, won });
    }
    let (won, lost) = (changed(&best, 1), changed(&best, -1));
    (of_best >= MORE_THAN_A_PAWN).then_some(Fault::MissesMaterial { won, lost })
}

fn misses_check(case: &Case, after: &Position) -> Option<Fault> {
    let best = played(case.game.position(), *case.best.first()?);
    let [of_best, of_move] = [&best, after].map(|pos| Checks::of(pos).in_check());
    (of_best && !of_move).then_some(Fault::MissesCheck)
}

/// How many pieces of a kind a side has more than before, the most valuable kind first.
type Balance = Vec<(PieceKind, i32)>;

/// What a balance is worth, in centipawns of both sides together.
fn worth(balance: &Balance) -> i32 {
    let changes = balance.iter();
    changes
        .map(|&(kind, change)| EXCHANGE.taken[kind as usize] * change)
        .sum()
}

/// The kinds of which there are more (1) or fewer (-1), and how many.
fn changed(balance: &Balance, sign: i32) -> Vec<(PieceKind, u32)> {
    let changes = balance.iter().filter(|(_, change)| change.signum() == sign);
    changes
        .map(|&(kind, change)| (kind, change.unsigned_abs()))
        .collect()
}

/// What the side to move in `pos` has gained by the time that `line` last comes to rest; none if it never does.
fn balance(pos: &Position, line: &[Move]) -> Option<Balance> {
    let side = pos.side();
    let (mut now, mut rest) = (pos.clone(), None);
    for &mv in line.iter().take(FOLLOWED) {
        let _ = now.do_move(mv);
        if is_at_rest(&now) {
            rest = Some(now.clone());
        }
    }
    let rest = rest?;
    let change = |kind| count(&rest, side, kind) - count(pos, side, kind);
    Some(HAND_KINDS.map(|kind| (kind, change(kind))).to_vec())
}

/// Whether neither side wins anything at once, and there is no check.
fn is_at_rest(pos: &Position) -> bool {
    let wins = |pos: &Position| {
        let moves = movegen::legal_moves(pos);
        moves
            .iter()
            .any(|&mv| pos.captured(mv).is_some() && reaches(pos, mv, 1))
    };
    !Checks::of(pos).in_check() && !wins(pos)
}

/// How many pieces of `kind` a side has, promoted or not, on the board and in hand.
fn count(pos: &Position, side: Color, kind: PieceKind) -> i32 {
    let stand = Square::all().filter_map(|square| pos.piece_at(square));
    let stand = stand.filter(|it| it.color() == side && unpromoted(kind_of(*it)) == kind);
    let held = pos.hand(side).iter().filter(|(held, _)| *held == kind);
    stand.count() as i32 + held.map(|(_, count)| count as i32).sum::<i32>()
}

#[cfg(test)]
mod tests;
