//! How the lower levels choose: by what moves are worth one ply ahead, by what a person sees at once, and by chance,
//! as amateurs do.
//!
//! A move's chance is proportional to *e* to the power of its value over the temperature plus its weight, the sum of what
//! speaks for it at first sight. To draw by that, each move gets a number of E. J. Gumbel's distribution, and the greatest
//! sum is taken. The numbers follow from the seed of the game, the position and the move.
//!
//! Source: our own, weights by maximum likelihood from games of amateurs (`docs/notebook/2026-11-29.md`).

use crate::eval::PAWN;
use crate::player::settings::Settings;
use crate::search::Listener;
use crate::search::exchange::VALUES;
use crate::search::root::RootMove;
use crate::search::signals::Shared;
use crate::search::worker::Worker;
use crate::shogi::checks::attacked_by;
use crate::shogi::game::Game;
use crate::shogi::pieces::{kind_of, opponent};
use crate::shogi::position::mixed;
use crate::shogi::{Bitboard, Checks, Move, PieceKind, Position, Square, movegen};
use std::cmp::Reverse;

/// The iterations from which a choice is made.
pub const ITERATIONS: u32 = 1;

/// A move that is so much worse than the best, in centipawns, or more, counts as this much worse.
const MOST_LOSS: i32 = 3000;

/// What a move at the last move's square has on its side, and a neighbour of it e^(−1/2) of that, and so on.
const NEAR: f64 = 2.87;
/// What is captured, in silvers, one at most.
const CAPTURE: f64 = 0.55;
/// A capture where the last move went: less than nearness and the capture say.
const RECAPTURE: f64 = -0.82;
/// A check: people give fewer than one ply suggests.
const CHECK: f64 = -0.76;
/// A drop.
const DROP: f64 = -0.33;
/// A piece leaves an attack; not the king.
const ESCAPE: f64 = 0.55;
/// A piece, by its worth in silvers, goes where it can be taken.
const EXPOSED: f64 = -0.34;
/// A move of the king.
const KING: f64 = 0.36;

/// Has `main`, at the root of a search in `game`, value each move by itself, and puts what is chosen first, then the best.
/// Reports the lines that are asked for but the first.
pub fn search(
    main: &mut Worker,
    shared: &Shared,
    game: &Game,
    settings: &Settings,
    listener: &mut dyn Listener,
) {
    value_each(main, shared);
    choose(main, game, settings.search.choice_temperature);
    let lines = settings.multi_pv.min(main.root.moves.len());
    for line in (1..lines).rev() {
        listener.info(&main.info(shared, line));
    }
}

/// Puts the moves of the root in order: what is chosen at this `temperature`, in centipawns, then the best.
fn choose(main: &mut Worker, game: &Game, temperature: i32) {
    let seed = main.settings.noise.seed;
    let moves = &mut main.root.moves;
    moves.sort_by_key(|root| Reverse(value(root)));
    let Some(best) = moves.first().and_then(value) else {
        return;
    };
    let sight = Sight::of(game);
    let key = mixed(game.position().key() ^ seed);
    let wish = |root: &RootMove| {
        let loss = (best - value(root)?).min(MOST_LOSS);
        let chance = gumbel(mixed(key ^ u64::from(root.mv.bits())));
        Some(sight.weight(root.mv) + chance - f64::from(loss) / f64::from(temperature))
    };
    let wishes = moves.iter().map_while(wish).enumerate();
    let chosen = wishes.max_by(|(_, a), (_, b)| a.total_cmp(b));
    moves[..=chosen.map_or(0, |(index, _)| index)].rotate_right(1);
}

/// Searches each move of the root as if there were no other. After a stop the rest have no value.
fn value_each(main: &mut Worker, shared: &Shared) {
    let mut searched = Vec::with_capacity(main.root.moves.len());
    for root in std::mem::take(&mut main.root.moves) {
        main.root.moves = vec![root];
        if !main.stopped {
            main.iterate(shared, ITERATIONS, None);
        }
        searched.append(&mut main.root.moves);
    }
    main.root.moves = searched;
}

/// The value of a move in centipawns; none if the search was stopped before it was known.
fn value(root: &RootMove) -> Option<i32> {
    let whole = root.whole.as_ref()?;
    Some(whole.value * 100 / PAWN)
}

/// What a person sees at once of a position.
struct Sight<'a> {
    pos: &'a Position,
    /// Where the last move went.
    last: Option<Square>,
    /// What the other side attacks.
    attacked: Bitboard,
}

impl<'a> Sight<'a> {
    fn of(game: &'a Game) -> Self {
        let pos = game.position();
        Self {
            pos,
            last: game.moves().last().map(|mv| mv.to()),
            attacked: attacked_by(pos, opponent(pos.side())),
        }
    }

    /// What speaks for `mv` at first sight.
    fn weight(&self, mv: Move) -> f64 {
        let mut after = self.pos.clone();
        let _ = after.do_move(mv);
        let (to, kind) = (mv.to(), self.pos.moved_kind(mv));
        let is_king = kind == PieceKind::King;
        let taken = self.pos.captured(mv).map_or(0.0, |it| silvers(kind_of(it)));
        let is_taken = |reply: &Move| !reply.is_drop() && reply.to() == to;
        let is_exposed =
            !mv.is_drop() && !is_king && movegen::legal_moves(&after).iter().any(is_taken);
        let leaves_attack = !is_king && mv.from().is_some_and(|it| self.attacked.contains(it));
        let when = |holds: bool, weight: f64| if holds { weight } else { 0.0 };
        self.last.map_or(0.0, |last| NEAR * nearness(last, to))
            + CAPTURE * taken.min(1.0)
            + when(taken > 0.0 && self.last == Some(to), RECAPTURE)
            + when(Checks::of(&after).in_check(), CHECK)
            + when(mv.is_drop(), DROP)
            + when(leaves_attack, ESCAPE)
            + when(is_exposed, EXPOSED * silvers(kind))
            + when(is_king, KING)
    }
}

/// 1 on the same square, and with each king's step between them e^(1/2) times less.
fn nearness(a: Square, b: Square) -> f64 {
    let files = a.file().abs_diff(b.file());
    let ranks = a.rank().abs_diff(b.rank());
    libm::exp(-f64::from(files.max(ranks)) / 2.0)
}

/// What a piece is worth, in silvers.
fn silvers(kind: PieceKind) -> f64 {
    f64::from(VALUES[kind as usize]) / f64::from(VALUES[PieceKind::Silver as usize])
}

/// The number by chance, of Gumbel's distribution, that follows from `bits`.
fn gumbel(bits: u64) -> f64 {
    let share = ((bits >> 12) as f64 + 0.5) / (1_u64 << 52) as f64;
    -libm::log(-libm::log(share))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What speaks for a move of the game at first sight.
    fn weight(game: &str, mv: &str) -> f64 {
        let (game, _) = Game::parse(game).unwrap();
        Sight::of(&game).weight(mv.parse().unwrap())
    }

    fn is(weight: f64, parts: &[f64]) {
        assert!(
            (weight - parts.iter().sum::<f64>()).abs() < 1e-9,
            "{weight}, {parts:?}"
        );
    }

    #[test]
    fn a_move_is_seen_by_where_it_goes_and_what_it_does() {
        let near = |steps: f64| NEAR * (-steps / 2.0).exp();
        is(weight("startpos", "7g7f"), &[]);
        is(
            weight("startpos moves 7g7f 3c3d", "8h2b+"),
            &[near(2.0), CAPTURE, ESCAPE, EXPOSED * 855.0 / 495.0],
        );
        let taken = "startpos moves 7g7f 3c3d 8h2b+";
        is(
            weight(taken, "3a2b"),
            &[near(0.0), CAPTURE, RECAPTURE, ESCAPE],
        );
        is(weight(taken, "5a4b"), &[near(2.0), KING]);
        is(
            weight("sfen 4k4/9/9/9/9/9/9/9/4K4 b G 1", "G*5b"),
            &[CHECK, DROP],
        );
    }

    #[test]
    fn chance_has_the_distribution_of_gumbel() {
        let drawn: Vec<f64> = (0..20_000).map(|bits| gumbel(mixed(bits))).collect();
        let below = |limit: f64| drawn.iter().filter(|&&it| it < limit).count() as f64 / 20_000.0;
        for limit in [-1.0_f64, 0.0, 1.0, 3.0] {
            let share = (-(-limit).exp()).exp();
            assert!((below(limit) - share).abs() < 0.015, "{limit}: {share}");
        }
        assert!(gumbel(0).is_finite() && gumbel(u64::MAX).is_finite());
    }
}
