//! The moves of a node one by one: what each costs, which are pruned, what is remembered of those tried, and what is
//! learned from them.
//!
//! Ideas: late-move pruning, futility (J. Schaeffer, 1986; E. Heinz, 1998), pruning by history and by exchange, all as in
//! Stockfish. Numbers: `YaneuraOu` 33ccf1f.

use super::conventions::Conventions;
use super::cost::{self, Facts, MoreFacts, PLY};
use super::ends::End;
use super::exchange::{self, VALUES};
use super::explanation::Pruning;
use super::histories::Arrival;
use super::interest::Interest;
use super::node::{Kind, Node};
use super::picker::{Context, Picked, Picker, Wanted};
use super::similarity::Similarity;
use super::worker::Worker;
use crate::eval::INFINITE;
use crate::shogi::{Color, Move};
use arrayvec::ArrayVec;

/// Moves of one node that histories remember: those handed out first.
const MOST_TRIED: usize = 32;

/// What is known of the moves tried at a node.
pub struct Tried {
    /// Moves handed out, pruned ones too.
    pub number: i32,
    /// The best value; −[`INFINITE`] before the first.
    pub best: i32,
    /// The best move, if one was above alpha.
    pub best_move: Move,
    /// Whether quiet moves are still to be handed out.
    pub quiets_wanted: bool,
    /// Moves that were searched and not best, in their order.
    pub failed: ArrayVec<Move, MOST_TRIED>,
    /// Traits of the moves searched.
    pub similar: Similarity,
    /// Moves searched.
    pub searched: i32,
    /// Whether one was pruned.
    pub pruned: bool,
}

/// A move of a node with what is known of it and what it costs.
pub struct Charged {
    pub mv: Move,
    pub arrival: Arrival,
    /// The kind of piece that it takes, as a number; 0 for none.
    pub takes: usize,
    pub check: bool,
    /// What it costs above an ordinary ply, in 1024ths of one.
    pub cost: i32,
    /// What of that is for similarity, and what for negative plausibility.
    pub of_interest: [i32; 2],
    /// The depth that an ordinary ply and what is known of it leave, in plies.
    pub depth: i32,
    /// The facts behind it.
    pub facts: Facts,
}

impl Tried {
    /// No move.
    pub fn new() -> Self {
        Self {
            number: 0,
            best: -INFINITE,
            best_move: Move::NONE,
            quiets_wanted: true,
            failed: ArrayVec::new(),
            similar: Similarity::new(),
            searched: 0,
            pruned: false,
        }
    }

    /// Notes the traits of a move that was searched and fell short by so many units.
    #[inline]
    pub fn note_searched(&mut self, charged: &Charged, short: i32) {
        let captures = charged.takes > 0;
        self.similar
            .note(charged.mv, charged.check, captures, short);
    }

    /// Remembers a move that was searched and did not cut.
    #[inline]
    pub fn remember(&mut self, charged: &Charged) {
        self.searched += 1;
        if charged.mv != self.best_move && self.number <= MOST_TRIED as i32 {
            let _ = self.failed.try_push(charged.mv);
        }
    }

    /// How a node ended whose window was this.
    pub fn end(&self, alpha: i32, beta: i32) -> End {
        if self.number == 0 {
            End::NoMove
        } else if self.best >= beta {
            End::cut_by(self.searched as usize + 1)
        } else if self.best_move.is_some() && self.best >= alpha {
            End::Raised
        } else if self.pruned {
            End::RestPruned
        } else {
            End::AllFailed
        }
    }
}

impl Worker {
    /// A picker of all moves of `node`.
    #[inline]
    pub fn pick_from(&self, node: &Node) -> Picker {
        Picker::new(Wanted::All(node.depth), node.table_move, self.moves.len())
    }

    /// The next move of `picker`, at `ply`.
    #[inline]
    pub fn pick<K: Kind, C: Conventions>(
        &mut self,
        ply: usize,
        picker: &mut Picker,
        quiets_wanted: bool,
    ) -> Option<Picked> {
        let (config, pos) = (&self.settings.config, &self.line.pos);
        let context = Context {
            config,
            line: &self.line,
            ply,
            histories: &self.learned.histories,
            variety: if K::ROOT {
                C::ROOT
            } else {
                self.settings.variety
            },
            interest: Interest::new(config, &self.learned.plausibility, pos.side()),
        };
        picker.next::<C>(&context, &mut self.moves, &mut self.scratch, quiets_wanted)
    }

    /// Charges a move of `node` for what can be said of it at once.
    #[inline]
    pub fn charge(&self, node: &Node, picked: Picked, tried: &Tried) -> Charged {
        let (mv, pos) = (picked.mv, &self.line.pos);
        let here = self.line.at(node.ply);
        let check = here.squares.gives_check(pos, mv);
        let takes = exchange::taken_kind(pos, mv);
        let config = &self.settings.config;
        let facts = Facts {
            depth: node.depth,
            number: tried.number,
            window: node.beta - node.alpha,
            root_window: self.root.window,
            improving: node.improving,
            was_pv: here.was_pv,
            traits: tried.similar.shared_traits(mv, check, takes > 0),
            points: if config.interest > 0 {
                self.learned.plausibility.points(pos.side(), mv)
            } else {
                0
            },
        };
        let mut cost = 0;
        let of_interest = cost::charge_at_once(&mut cost, config, &facts);
        Charged {
            mv,
            arrival: Arrival::new(pos.placed(mv), mv.to()),
            takes,
            check,
            cost,
            of_interest,
            depth: node.depth - 1,
            facts,
        }
    }

    /// Why a move is pruned, if it is. With enough moves handed out quiet ones are no longer wanted.
    #[inline]
    pub fn prunes<K: Kind>(
        &self,
        node: &Node,
        tried: &mut Tried,
        charged: &Charged,
    ) -> Option<Pruning> {
        let config = &self.settings.config;
        let slow = 2 - i32::from(node.improving);
        let enough = (3 + node.depth * node.depth) * config.move_count_percent;
        if (tried.number + 1) * slow * 100 > enough {
            tried.quiets_wanted = false;
        }
        let left = charged.depth - charged.cost / PLY;
        let rule = if charged.takes > 0 || charged.check {
            self.prunes_noisy(node, charged, left)
        } else if K::PV && self.line.at(node.ply).on_last_pv {
            None
        } else {
            self.prunes_quiet(node, tried, charged, left)
        };
        tried.pruned |= rule.is_some();
        rule
    }

    /// Why a capture or a check is pruned.
    #[inline]
    fn prunes_noisy(&self, node: &Node, charged: &Charged, left: i32) -> Option<Pruning> {
        let config = &self.settings.config;
        let history = self
            .learned
            .histories
            .captures
            .get(charged.arrival, charged.takes);
        if !charged.check && left < 7 {
            let hope = node.eval
                + config.noisy_futility_margin
                + 223 * left
                + VALUES[charged.takes]
                + 131 * history / 1024;
            if hope <= node.alpha {
                return Some(Pruning::Futility);
            }
        }
        let margin = (config.exchange_margin * node.depth + 34 * history / 1024).max(0);
        (node.alpha >= 0 && !self.gains(node.ply, charged.mv, -margin)).then_some(Pruning::Exchange)
    }

    /// Why another move is pruned.
    #[inline]
    fn prunes_quiet(
        &self,
        node: &Node,
        tried: &mut Tried,
        charged: &Charged,
        mut left: i32,
    ) -> Option<Pruning> {
        let histories = &self.learned.histories;
        let pawns = self.line.at(node.ply).keys.pawns;
        let mut history =
            self.follows_well(node.ply, charged) + histories.pawns.get(pawns, charged.arrival);
        if history < -4097 * node.depth {
            return Some(Pruning::History);
        }
        history += 71 * histories.main.get(self.line.pos.side(), charged.mv) / 32;
        left += history / 3220;
        let hope = node.eval
            + 42
            + 151 * i32::from(tried.best_move.is_none())
            + self.settings.config.futility_margin * left
            + 86 * i32::from(node.eval > node.alpha);
        if !node.in_check && left < 13 && hope <= node.alpha {
            tried.best = tried.best.max(hope);
            return Some(Pruning::Futility);
        }
        let left = left.max(0);
        (!self.gains(node.ply, charged.mv, -25 * left * left)).then_some(Pruning::Exchange)
    }

    /// Whether `mv`, made at `ply`, gains at least so many units by exchange.
    #[inline]
    pub fn gains(&self, ply: usize, mv: Move, least: i32) -> bool {
        exchange::gains(&self.line.pos, &self.line.at(ply).pins, mv, least)
    }

    /// Charges a move of `node` that was just made for all else.
    #[inline]
    pub fn charge_rest<K: Kind>(&mut self, node: &Node, charged: &mut Charged) {
        let order = self.order_of(node.ply, self.line.pos.side().flip(), charged);
        self.line.at_mut(node.ply).order = order;
        // The node may have become one near the principal variation since, and deeper.
        charged.facts.was_pv = self.line.at(node.ply).was_pv;
        charged.facts.depth = node.depth;
        let more = self.more_facts::<K>(node, charged, order);
        let config = &self.settings.config;
        cost::charge_rest(&mut charged.cost, config, &charged.facts, &more);
    }

    /// What more the cost of a move of `node` depends on, of which histories have so much.
    #[inline]
    pub fn more_facts<K: Kind>(&self, node: &Node, charged: &Charged, order: i32) -> MoreFacts {
        let known = &node.known;
        MoreFacts {
            pv: K::PV,
            cut: node.cut,
            table_is_above: known.value > node.alpha,
            table_is_deep: known.depth >= node.depth,
            has_table_move: node.table_move.is_some(),
            table_captures: node.table_captures,
            is_table_move: charged.mv == node.table_move,
            correction: node.correction,
            cuts_after: self.line.at(node.ply + 1).cuts,
            order,
            check: charged.check,
        }
    }

    /// How good histories have a move of `side` at `ply`.
    #[inline]
    pub fn order_of(&self, ply: usize, side: Color, charged: &Charged) -> i32 {
        let (histories, arrival) = (&self.learned.histories, charged.arrival);
        if charged.takes > 0 {
            let of_capture = histories.captures.get(arrival, charged.takes);
            return 863 * VALUES[charged.takes] / 128 + of_capture;
        }
        2 * histories.main.get(side, charged.mv) + self.follows_well(ply, charged)
    }

    /// How well a move at `ply` follows the last two.
    #[inline]
    fn follows_well(&self, ply: usize, charged: &Charged) -> i32 {
        let follows = |back| {
            let row = self.line.before(ply, back).row;
            let continuations = &self.learned.histories.continuations;
            continuations.get(row, charged.arrival)
        };
        follows(1) + follows(2)
    }
}
