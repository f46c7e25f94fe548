//! What a record holds: a game, what was noted about its moves, its branches (変化), and how it ended.
//!
//! A [`Branch`] is a record of its own, without names, headers and a comment before the first move. It
//! begins at a position of the line that it leaves: the game, or another branch. What must hold: it stands
//! in place of a move of that line or of its ending. Of the branches of a line, those that leave last come
//! first, as KIF has them; those that leave together keep their order.

use crate::search::Score;
use crate::shogi::game::{self, Game, IllegalMove};
use crate::shogi::repetition::Sennichite;
use crate::shogi::{Color, Move, Position, Square};
use std::cmp::Reverse;

/// The headers with the ratings of Black and White.
pub(super) const RATINGS: [&str; 2] = ["BLACK_RATE", "WHITE_RATE"];

/// How deep branches of branches may go, so that nothing that follows them runs out of stack.
pub(super) const DEEPEST: usize = 100;

/// What an engine thought of a position, always from one point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// Hundredths of a pawn; positive is good for Black, whoever is to move.
    Centipawns(i32),
    /// A forced mate.
    Mate {
        /// The side that mates.
        winner: Color,
        /// In how many plies, if that is known.
        plies: Option<u32>,
    },
}

impl Evaluation {
    /// `centipawns` from the side of `mover`, as engines say it.
    pub fn of_mover(centipawns: i32, mover: Color) -> Self {
        Self::Centipawns(match mover {
            Color::Black => centipawns,
            Color::White => centipawns.saturating_neg(),
        })
    }

    /// `score` from the side of `mover`, as searches say it.
    pub fn of_score(score: Score, mover: Color) -> Self {
        let mate = |winner, plies: i32| Self::Mate {
            winner,
            plies: Some(plies.unsigned_abs()),
        };
        match score {
            Score::Cp(cp) => Self::of_mover(cp, mover),
            Score::Mate(plies) if plies > 0 => mate(mover, plies),
            Score::Mate(plies) => mate(mover.flip(), plies),
            Score::Mated => mate(mover.flip(), 0),
        }
    }
}

/// What was noted about a move. Nothing of it is needed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveInfo {
    /// Time spent on the move, in milliseconds.
    pub time_ms: Option<u64>,
    /// What the mover thought the position was worth.
    pub evaluation: Option<Evaluation>,
    /// How deep it searched, in plies.
    pub depth: Option<u32>,
    /// How many nodes it searched.
    pub nodes: Option<u64>,
    /// How it expected the game to go on after the move; legal moves. Kept only beside an
    /// evaluation.
    pub pv: Vec<Move>,
    /// What people said about the move; may have several lines.
    pub comment: String,
}

/// A game and what was noted about it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// Names of Black and White; empty if not known.
    pub names: [String; 2],
    /// Other headers as (name, value), in order. Names are those of CSA, such as `EVENT`, `SITE`,
    /// `START_TIME`, `END_TIME`, `TIME_LIMIT`, `OPENING`; others are kept as they are. `BLACK_RATE` and `WHITE_RATE`
    /// are what floodgate says of the players' ratings.
    pub headers: Vec<(String, String)>,
    /// What people said before the first move; may have several lines.
    pub comment: String,
    /// How the game ended; none if it is not known to have.
    pub ending: Option<Ending>,
    pub(super) game: Game,
    pub(super) infos: Vec<MoveInfo>,
    branches: Vec<Branch>,
}

impl Record {
    /// A record of `game`, with nothing noted yet.
    pub fn new(game: Game) -> Self {
        Self {
            infos: vec![MoveInfo::default(); game.moves().len()],
            game,
            ..Self::default()
        }
    }

    /// Adds a move and what was noted about it.
    ///
    /// # Errors
    /// [`IllegalMove`] when it is not legal; the record stays as it was.
    pub fn push(&mut self, mv: Move, info: MoveInfo) -> Result<(), IllegalMove> {
        self.game.play(mv)?;
        self.infos.push(info);
        Ok(())
    }

    /// The game: start position, moves, and the position that they lead to.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The moves in order, each with what was noted about it.
    pub fn moves(&self) -> impl Iterator<Item = (Move, &MoveInfo)> {
        self.game.moves().iter().copied().zip(&self.infos)
    }

    /// What was noted about each move, in order, to note more.
    pub fn infos_mut(&mut self) -> &mut [MoveInfo] {
        &mut self.infos
    }

    /// The value of the first header called `name`.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The rating of the player of `color`, in points of the site where the game was played.
    pub fn rating(&self, color: Color) -> Option<f64> {
        let text = self.header(RATINGS[color.array_index()])?;
        text.parse().ok().filter(|it: &f64| it.is_finite())
    }

    /// The side that won; none for draws and games without a result.
    pub fn winner(&self) -> Option<Color> {
        let reason = self.ending.as_ref()?.reason;
        reason.winner(self.game.position().side())
    }

    /// The moves with the position before each.
    pub(super) fn replay(&self) -> impl Iterator<Item = (Position, Move, &MoveInfo)> {
        let mut pos = self.game.start().clone();
        self.moves().map(move |(mv, info)| {
            let before = pos.clone();
            let _ = pos.do_move(mv);
            (before, mv, info)
        })
    }

    /// The branches that leave this line, the last first.
    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// Those, to note more about their moves.
    pub fn branches_mut(&mut self) -> &mut [Branch] {
        &mut self.branches
    }

    /// Those, each as a record from the start of this line on, and how many moves of this line it begins with. What
    /// leaves a branch leaves its record.
    pub fn whole_branches(&self) -> Vec<(usize, Self)> {
        let whole = |branch: &Branch| {
            let mut record = Self {
                names: self.names.clone(),
                headers: self.headers.clone(),
                comment: self.comment.clone(),
                ending: branch.line.ending.clone(),
                game: self.game.up_to(branch.after)?,
                infos: self.infos[..branch.after].to_vec(),
                branches: branch.line.branches.clone(),
            };
            for branch in &mut record.branches {
                branch.after += record.infos.len();
            }
            for (mv, info) in branch.line.moves() {
                record.push(mv, info.clone()).ok()?;
            }
            Some((branch.after, record))
        };
        self.branches.iter().filter_map(whole).collect()
    }

    /// Adds a branch that leaves this line after so many of its moves, and returns its line, to add
    /// moves or an ending there; none if no move or ending follows those. What stands in place of the
    /// first move of a branch is a branch of the line that both leave: add it there.
    pub fn branch(&mut self, after: usize) -> Option<&mut Self> {
        let branch = self.leave(after)?;
        let at = self.hang(branch);
        Some(&mut self.branches[at].line)
    }

    /// A branch that leaves this line after so many of its moves, not yet part of it.
    pub(super) fn leave(&self, after: usize) -> Option<Branch> {
        if after == self.infos.len() && self.ending.is_none() {
            return None;
        }
        let start = self.game.position_after(after)?;
        let line = Box::new(Self::new(Game::new(start)));
        Some(Branch { after, line })
    }

    /// Makes `branch` one of this line, and returns which it is.
    fn hang(&mut self, branch: Branch) -> usize {
        let at = self.branches.partition_point(|it| it.after >= branch.after);
        self.branches.insert(at, branch);
        at
    }

    /// Makes `branch` one of this line, whose branches are to be [sorted](Self::sort_branches).
    pub(super) fn hang_last(&mut self, branch: Branch) {
        self.branches.push(branch);
    }

    /// Puts the branches of this line in their order.
    pub(super) fn sort_branches(&mut self) {
        self.branches.sort_by_key(|it| Reverse(it.after));
    }
}

/// A line of moves beside another.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    after: usize,
    line: Box<Record>,
}

impl Branch {
    /// How many moves of the line that it leaves come before it.
    pub fn after(&self) -> usize {
        self.after
    }

    /// Its moves, what was noted about them, its ending and its own branches.
    pub fn line(&self) -> &Record {
        &self.line
    }

    /// The same, to note more.
    pub fn line_mut(&mut self) -> &mut Record {
        &mut self.line
    }
}

/// A line of a record, with what came before it.
pub(super) struct Line<'a> {
    /// The game or the branch.
    pub record: &'a Record,
    /// Whether it is a branch.
    pub is_branch: bool,
    /// How many moves come before it.
    pub before: usize,
    /// Where the last of them went.
    pub last: Option<Square>,
    /// What Black and White spent on them, in milliseconds.
    pub spent_ms: [u64; 2],
}

impl<'a> Line<'a> {
    /// The game itself.
    pub fn game(record: &'a Record) -> Self {
        Self {
            record,
            is_branch: false,
            before: 0,
            last: None,
            spent_ms: [0; 2],
        }
    }

    /// The game and all branches: after each line those that leave it, with theirs.
    pub fn all(record: &'a Record) -> Vec<Self> {
        let mut lines = Vec::new();
        let mut due = vec![Self::game(record)];
        while let Some(line) = due.pop() {
            due.extend(line.branches().into_iter().rev());
            lines.push(line);
        }
        lines
    }

    /// The branches that leave this line, the last first.
    pub fn branches(&self) -> Vec<Self> {
        let mut moves = self.record.moves();
        let mut side = self.record.game.start().side();
        let (mut made, mut last, mut spent_ms) = (0, self.last, self.spent_ms);
        let mut lines = Vec::new();
        for branch in self.record.branches.iter().rev() {
            for (mv, info) in moves.by_ref().take(branch.after - made) {
                last = Some(mv.to());
                let spent_ms = &mut spent_ms[side.array_index()];
                *spent_ms = spent_ms.saturating_add(info.time_ms.unwrap_or(0));
                side = side.flip();
            }
            made = branch.after;
            lines.push(Self {
                record: &branch.line,
                is_branch: true,
                before: self.before + branch.after,
                last,
                spent_ms,
            });
        }
        lines.reverse();
        lines
    }
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Why it ended.
    pub reason: Termination,
    /// Time spent by the side to move until it ended, in milliseconds.
    pub time_ms: Option<u64>,
    /// What people said about it; may have several lines.
    pub comment: String,
}

impl From<Termination> for Ending {
    fn from(reason: Termination) -> Self {
        Self {
            reason,
            time_ms: None,
            comment: String::new(),
        }
    }
}

/// Why a game ended. "The mover" is the side to move after the last move of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Termination {
    /// The mover resigned.
    Resignation,
    /// The mover has no legal move.
    Mate,
    /// The mover used up its time.
    TimeUp,
    /// The mover answered with a move that is not legal.
    IllegalMove,
    /// `loser` broke another rule, or could not go on: a wrong declaration, a crash.
    Foul {
        /// The side that loses.
        loser: Color,
    },
    /// `loser` gave perpetual check until a position occurred for the fourth time.
    PerpetualCheck {
        /// The side that loses.
        loser: Color,
    },
    /// `loser` did not come to play.
    Forfeit {
        /// The side that loses.
        loser: Color,
    },
    /// The mover declared a win by entering king.
    Declaration,
    /// A position occurred for the fourth time: a draw.
    Repetition,
    /// Both kings have entered: a draw.
    Impasse,
    /// The greatest number of moves has been made: a draw.
    MaxMoves,
    /// A draw for another reason, such as agreement or adjudication.
    Draw,
    /// There is no mate where one was looked for, without a result.
    NoMate,
    /// The game was broken off, without a result. So is one that ended in a way that has no name here.
    Interrupted,
}

impl From<game::Ending> for Termination {
    fn from(ending: game::Ending) -> Self {
        match ending {
            game::Ending::NoMoves { .. } => Self::Mate,
            game::Ending::Repetition(Sennichite::Draw) => Self::Repetition,
            game::Ending::Repetition(Sennichite::PerpetualCheck { loser }) => {
                Self::PerpetualCheck { loser }
            }
            game::Ending::MaxMoves => Self::MaxMoves,
        }
    }
}

impl Termination {
    /// The side that wins so when `mover` is to move; none for draws and games without a result.
    pub fn winner(self, mover: Color) -> Option<Color> {
        match self {
            Self::Resignation | Self::Mate | Self::TimeUp | Self::IllegalMove => Some(mover.flip()),
            Self::Foul { loser } | Self::PerpetualCheck { loser } | Self::Forfeit { loser } => {
                Some(loser.flip())
            }
            Self::Declaration => Some(mover),
            _ => None,
        }
    }

    /// The side that loses so when `mover` is to move.
    pub(super) fn loser(self, mover: Color) -> Option<Color> {
        let winner = self.winner(mover)?;
        Some(winner.flip())
    }

    /// Whether it is a draw.
    pub fn is_draw(self) -> bool {
        matches!(
            self,
            Self::Repetition | Self::Impasse | Self::MaxMoves | Self::Draw
        )
    }

    /// The word for what the endings of a format cannot say themselves; see
    /// [`Termination::refined`].
    pub(super) fn fine_point(self) -> Option<&'static str> {
        match self {
            Self::PerpetualCheck { .. } => Some("連続王手の千日手"),
            Self::Foul { .. } => Some("反則行為"),
            Self::Forfeit { .. } => Some("不戦敗"),
            Self::MaxMoves => Some("最大手数"),
            Self::Draw => Some("引き分け"),
            _ => None,
        }
    }

    /// What `self`, as a format has it, means together with the word `fine_point`; `self` if that
    /// makes no sense.
    pub(super) fn refined(self, fine_point: &str, mover: Color) -> Self {
        let loser = match self {
            Self::Foul { loser } => Some(loser),
            Self::IllegalMove => Some(mover),
            _ => None,
        };
        match (loser, fine_point) {
            (Some(loser), "連続王手の千日手") => Self::PerpetualCheck { loser },
            (Some(loser), "反則行為") => Self::Foul { loser },
            (Some(loser), "不戦敗") => Self::Forfeit { loser },
            (None, "最大手数") if self.is_draw() => Self::MaxMoves,
            (None, "引き分け") if self.is_draw() => Self::Draw,
            _ => self,
        }
    }
}
