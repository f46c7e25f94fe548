//! Who plays: the trait that the referee knows, and its kinds.
//!
//! What must hold: a player never ends a match. Whatever goes wrong with it comes out as a
//! [`Fault`], and its next `new_game` starts afresh.

mod builtin;
mod foreign;
pub mod guard;
pub mod head;
pub mod limit;
pub mod process;
mod spec;
pub mod talk;

pub use spec::{PlayerSpec, SpecError, escaped, labels, parse_settings, shown};

use engine::search::{ClockReading, Decision, Info, Score};
use engine::shogi::declaration::EnteringKingRule;
use engine::shogi::game::Game;
use engine::usi::grammar::{Checkmate, GameResult};
use limit::MoveLimit;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// One side of a match. A player belongs to one worker thread.
pub trait Player {
    /// Makes ready for a new game, starting or restarting what it needs, and forgets the last.
    ///
    /// # Errors
    /// If it cannot be made ready: the game is lost before its first move.
    fn new_game(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    /// Chooses a move in `game`, which has not ended. `hear` is given what it says of its best line while
    /// it thinks.
    ///
    /// # Errors
    /// If no answer can be had: the game is lost.
    fn choose_aloud(&mut self, game: &Game, turn: &Turn, hear: Hear) -> Result<Answer, Fault>;

    /// The same, unheard.
    ///
    /// # Errors
    /// As there.
    fn choose(&mut self, game: &Game, turn: &Turn) -> Result<Answer, Fault> {
        self.choose_aloud(game, turn, &mut |_| {})
    }

    /// Looks for a mate by the side to move. The calling thread must have a stack of
    /// [`STACK_BYTES`](engine::mate::STACK_BYTES).
    ///
    /// # Errors
    /// If no answer can be had.
    fn solve_mate(&mut self, _game: &Game, _turn: &Turn) -> Result<MateAnswer, Fault> {
        Ok(MateAnswer {
            checkmate: Checkmate::NotImplemented,
            elapsed: Duration::ZERO,
            nodes: 0,
        })
    }

    /// The game that began with the last `new_game` has ended, for this player with `result`.
    fn game_over(&mut self, _result: GameResult) {}

    /// What was last said to it and what came back, for an incident.
    fn transcript(&mut self) -> Transcript {
        Transcript::default()
    }

    /// How what it runs had ended by itself between its last game and that of the last `new_game`,
    /// which it could be started again for. Given once.
    fn fault_between_games(&mut self) -> Option<String> {
        None
    }

    /// Ends whatever it runs, so that the next game starts afresh: it has committed a fault.
    fn restart(&mut self) {}
}

/// What a match asks of every player.
#[derive(Clone, Debug)]
pub struct Conduct {
    /// Starts engines so that they die with this process, see [`guard`].
    pub guard: Option<PathBuf>,
    /// How long an engine may take to answer `usi` or `isready`.
    pub ready_time: Duration,
    /// How long a move without a limit in time may take.
    pub patience: Duration,
    /// The game is drawn after this many moves.
    pub max_moves: u32,
    /// Which declaration of an entering king wins.
    pub entering_king: EnteringKingRule,
    /// Raised when games are to be abandoned: players then answer at once, if only with a fault.
    pub stop: Arc<AtomicBool>,
}

impl Conduct {
    /// The same as USI options, by all their names.
    fn options(&self) -> [(&'static str, String); 3] {
        let max_moves = self.max_moves.to_string();
        [
            ("MaxMovesToDraw", max_moves.clone()),
            ("Draw_Ply", max_moves),
            ("EnteringKingRule", self.entering_king.name().to_owned()),
        ]
    }
}

/// What a player may use for one move.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// The limit, with a clock as it stands now.
    pub limit: MoveLimit,
    /// The clock of the other side as it stands now; none if it has none.
    pub other: Option<ClockReading>,
    /// The longest the move may take, margin included; none without a limit in time.
    pub deadline: Option<Duration>,
}

impl Turn {
    /// One with this limit, beside which no clock runs.
    pub fn of(limit: MoveLimit) -> Self {
        Self {
            limit,
            other: None,
            deadline: None,
        }
    }
}

/// A player's answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What it does, legal or not.
    pub decision: Decision,
    /// From the request to the answer.
    pub elapsed: Duration,
    /// Its last report on the best line, if it made one.
    pub info: Option<Info>,
    /// Its last score that is no bound, for its own side: what is kept, and what games are ruled by.
    pub score: Option<Score>,
}

/// Hears reports on the best line.
pub type Hear<'a> = &'a mut (dyn FnMut(&Info) + Send);

/// A player's answer when it was asked for a mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MateAnswer {
    /// What it found.
    pub checkmate: Checkmate,
    /// From the request to the answer.
    pub elapsed: Duration,
    /// The nodes that it searched, as far as it said.
    pub nodes: u64,
}

/// Why there was no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What kind it is.
    pub kind: FaultKind,
    /// In words, one line.
    pub detail: String,
}

/// The kinds of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// There is no engine: it could not be started. That says something of the machine, not of how it plays: no game
    /// is lost by it.
    Absent,
    /// The engine ended by itself.
    Crash,
    /// The engine went silent without a limit in time to lose by.
    Stall,
    /// The engine overran its time by so much, or by more.
    Late(Duration),
    /// The engine answered with something that is no answer.
    Garbage,
}

/// The last exchange with a player; lines without their ends, empty if there were none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    /// The `position` line.
    pub position: String,
    /// The `go` line.
    pub go: String,
    /// The line that was, or should have been, the answer.
    pub answer: String,
    /// The end of what was written on standard error.
    pub stderr: String,
}
