//! The proof that the base of the search is the tree of the reference, node by node: the same search by conventions
//! that another program can share.
//!
//! What must hold: with the network, the limits and the conventions of the reference, node counts, values and moves are
//! those of `tests/data/tree_*.tsv`, from empty tables and in games searched in turn. Where they come from is told in
//! `docs/search.md`.

use super::config::SearchConfig;
use super::conventions::{Conventions, Visit};
use super::game_rules::GameRules;
use super::limits::Limits;
use super::report::{Info, Listener};
use super::root::{MainThread, RootMove};
use super::signals::{Shared, Signals};
use super::table::Table;
use super::worker::{Worker, WorkerSettings};
use super::{Clock, TimeSettings, noise};
use crate::eval::Evaluation;
use crate::shogi::declaration::EnteringKingRule;
use crate::shogi::game::Game;
use crate::shogi::movegen::{self, Variety, is_sensible};
use crate::shogi::pieces::HAND_KINDS;
use crate::shogi::position::{common_number, numbered_key};
use crate::shogi::{CheckSquares, Checks, Color, Move, MoveList, Position};
use std::cell::RefCell;

/// The conventions of the reference: moves that are generated together come in the order of their numbers, keys are sums of
/// numbered ones, the first check that mates is the mate in one, and limits are noticed late.
struct Reference;

thread_local! {
    /// The calls of the search at hand, if they are wanted, a line each.
    static CALLS: RefCell<Option<Vec<String>>> = const { RefCell::new(None) };
}

impl Conventions for Reference {
    const LATE: bool = true;
    const ROOT: Variety = Variety::Sensible;

    fn key(pos: &Position) -> u64 {
        let of_hand = |color: Color| {
            let of_kind = move |&kind: &crate::shogi::PieceKind| {
                let number = 5000 + 8 * color.array_index() + common_number(kind as usize);
                let count = u64::from(pos.hand(color).count(kind));
                count.wrapping_mul(numbered_key(number as u64))
            };
            HAND_KINDS.iter().map(of_kind).fold(0, u64::wrapping_add)
        };
        let hands = of_hand(Color::Black).wrapping_add(of_hand(Color::White));
        pos.board_key() ^ hands
    }

    fn arrange(moves: &mut MoveList) {
        moves.sort_by_key(|&mv| number(mv));
    }

    fn mate_in_one(
        pos: &mut Position,
        checks: &Checks,
        squares: &CheckSquares,
        scratch: &mut MoveList,
    ) -> Option<Move> {
        scratch.clear();
        movegen::checking(pos, checks, squares, Variety::All, scratch);
        Self::arrange(scratch);
        scratch.iter().copied().find(|&mv| {
            let undo = pos.do_move(mv);
            let mates = movegen::count_legal(pos) == 0;
            pos.undo_move(mv, undo);
            mates
        })
    }

    fn visit(visit: impl FnOnce() -> Visit) {
        CALLS.with_borrow_mut(|calls| {
            if let Some(calls) = calls {
                calls.push(written(&visit()));
            }
        });
    }
}

/// A call in a line, as the traces of the reference have it.
fn written(visit: &Visit) -> String {
    let Visit {
        nodes,
        ply,
        window: (alpha, beta),
        ..
    } = visit;
    let before = match visit.before {
        Move::NONE if *ply == 0 => 0,
        Move::NONE => 129,
        mv => number(mv),
    };
    match visit.search {
        None => format!("Q {nodes} {ply} {alpha} {beta} {before}"),
        Some((depth, cut, excluded)) => {
            let (cut, excluded) = (u8::from(cut), number(excluded));
            format!("S {nodes} {ply} {alpha} {beta} {depth} {cut} {excluded} {before}")
        }
    }
}

/// The number of a move: destination + 128 · origin + 16384 for a drop + 32768 for a promotion; 0 for none.
fn number(mv: Move) -> u32 {
    if mv.is_none() {
        return 0;
    }
    let origin = match (mv.from(), mv.dropped()) {
        (Some(from), _) => from.array_index(),
        (None, Some(kind)) => common_number(kind as usize),
        (None, None) => 0,
    };
    let form = 16_384 * u32::from(mv.is_drop()) + 32_768 * u32::from(mv.is_promotion());
    mv.to().array_index() as u32 + 128 * origin as u32 + form
}

/// What an iteration came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// Its number.
    pub depth: u32,
    /// Nodes so far.
    pub nodes: u64,
    /// The value as USI shows it: `cp N` or `mate N`.
    pub score: String,
}

/// A search by the conventions of the reference.
pub struct Proof {
    worker: Worker,
    table: Table,
}

/// Megabytes of its table.
const HASH_MB: usize = 64;

impl Proof {
    /// A search that knows nothing, by the values of `evaluation`.
    pub fn new(evaluation: &Evaluation) -> Self {
        let settings = WorkerSettings {
            config: SearchConfig::of_preset("conventional").unwrap_or_default(),
            rules: GameRules {
                entering_king: EnteringKingRule::CsaRule27,
                max_moves: 0,
                draw_values: [-1; 2],
            },
            variety: Variety::Sensible,
            noise: noise::Noise::default(),
        };
        Self {
            worker: Worker::new(settings, evaluation),
            table: Table::new(HASH_MB),
        }
    }

    /// Forgets all that was learned.
    pub fn new_game(&mut self) {
        self.worker.forget();
        self.table.clear();
    }

    /// Searches the last position of `game`: its whole iterations, and the move that is played. `limits` are depth or nodes.
    pub fn search(&mut self, game: &Game, limits: &Limits) -> (Vec<Iteration>, Move) {
        let legal = movegen::legal_moves(game.position());
        let mut moves = MoveList::new();
        let sensible = legal.iter().filter(|&&mv| is_sensible(game.position(), mv));
        sensible.for_each(|&mv| moves.push(mv));
        Reference::arrange(&mut moves);
        let moves = moves.iter().map(|&mv| RootMove::new(mv)).collect();
        self.table.new_search();
        let (signals, mut heard) = (Signals::default(), Recorder(Vec::new()));
        let clock = Clock::new(
            limits,
            TimeSettings::default(),
            (game.position().ply(), 0),
            false,
        );
        let shared = Shared::new(&self.table, &signals, limits, clock, 1);
        self.worker.start(game, moves, 0);
        let main_thread = MainThread::new(&mut heard, 1, None);
        self.worker
            .iterate_by::<Reference>(&shared, 1, Some(main_thread));
        (heard.0, self.worker.root.moves[0].mv)
    }

    /// The same, and every call of the search and of quiescence, a line each.
    pub fn traced(&mut self, game: &Game, limits: &Limits) -> (Vec<Iteration>, Vec<String>) {
        CALLS.set(Some(Vec::new()));
        let (iterations, _) = self.search(game, limits);
        (iterations, CALLS.take().unwrap_or_default())
    }
}

/// Whole iterations.
struct Recorder(Vec<Iteration>);

impl Listener for Recorder {
    fn info(&mut self, info: &Info) {
        self.0.push(Iteration {
            depth: info.depth,
            nodes: info.nodes,
            score: match info.score {
                super::Score::Cp(cp) => format!("cp {cp}"),
                super::Score::Mate(plies) => format!("mate {plies}"),
                super::Score::Mated => "mated".to_owned(),
            },
        });
    }
}

impl Worker {
    /// Looks now and then whether the limit of nodes is reached, as the reference does.
    pub fn look_late(&mut self, shared: &Shared) {
        let Some(limit) = shared.limits.nodes else {
            return;
        };
        if self.calls_until_look > 1 {
            self.calls_until_look -= 1;
            return;
        }
        self.calls_until_look = (limit / 1024).min(512);
        self.stopped |= self.root.last_whole > 0 && self.counts.nodes >= limit;
    }
}
