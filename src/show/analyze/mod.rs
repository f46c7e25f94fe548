//! A recorded game judged move by move, for people who want to learn from it: what each move was
//! worth, what would have been better, where the game turned.
//!
//! An [`Analysis`] is a record, what a [`Thinker`] thinks of its positions, and what follows from
//! that; [`Text`], [`json`], [`html`] and [`annotated`] show it. [`Fault`]s say what is wrong with a move. [`lessons`] are
//! its mistakes as questions, which [`html`] and [`quiz`] ask. What must hold: values, lines and chances of one game are
//! the same in all of them, and every sentence is from `words`, or `fault`'s words.

mod chance;
mod fault;
mod lesson;
mod page;
mod phase;
mod problems;
mod shares;
mod text;
mod theme;
mod think;
mod words;

pub use chance::{CHANCE_SCALE, Class, chance};
pub use fault::Fault;
pub use lesson::{Lesson, lessons};
pub use page::{Question, html, questions, quiz, quiz_title};
pub use phase::Phase;
pub use problems::{problem_file, problems};
pub use text::{Text, annotated, json};
pub use think::{Effort, Thinker};

use crate::language::Reader;
use engine::player::Level;
use engine::record::{Evaluation, Record};
use engine::shogi::game::Game;
use engine::shogi::{Color, Move, Position, Square};
use fault::{Case, Mated, faults};
use std::io;
use think::{MAJORITY, Thought};

/// A move of a game, judged.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Its number, counted from 1.
    pub number: usize,
    /// Who made it.
    pub side: Color,
    /// The move.
    pub mv: Move,
    /// The position before it.
    pub position: Position,
    /// Where the move before it went.
    pub last: Option<Square>,
    /// What the position was worth with best play.
    pub before: Evaluation,
    /// What it was worth after the move.
    pub after: Evaluation,
    /// The chance of its side to win with best play, in permille.
    pub chance: u32,
    /// How much of that the move lost, in permille.
    pub loss: u32,
    /// How bad that is.
    pub class: Option<Class>,
    /// The engine's own line from the position before; empty if it had no move.
    pub line: Vec<Move>,
    /// In how many plies its side could have mated and then did not.
    pub missed_mate: Option<usize>,
    /// The phase of the game.
    pub phase: Phase,
    /// What is wrong with it, if it is bad; what weighs most first.
    pub faults: Vec<Fault>,
    /// Where a level was asked about a bad move: which, and whether its players mostly find a better one.
    pub seen: Option<(Level, bool)>,
}

impl Judged {
    /// What it is called.
    pub fn name(&self, reader: Reader) -> String {
        reader.line(&self.position, self.last, &[self.mv]).concat()
    }

    /// What the moves of the engine's line are called.
    pub fn line_names(&self, reader: Reader) -> Vec<String> {
        reader.line(&self.position, self.last, &self.line)
    }

    /// Whether it is the move that the engine would have made.
    pub fn is_choice(&self) -> bool {
        self.line.first() == Some(&self.mv)
    }

    /// Whether there was something better to see: chances or a mate.
    pub fn is_bad(&self) -> bool {
        self.class.is_some() || self.missed_mate.is_some()
    }

    /// The chance of its side to win after it, in permille.
    pub fn chance_after(&self) -> u32 {
        self.chance - self.loss
    }
}

/// How much of a record is analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The game.
    Game,
    /// The game and its branches.
    Branches,
}

/// The iterations that half of the searches have to reach, or the analysis says little. Our own: with
/// `--nodes 1000` they reach 4, with 3,000 they reach 7 (2026-11-29).
const DEEP_ENOUGH: u32 = 6;

/// A game, or a line that leaves it, with what is thought of it.
#[derive(Debug)]
pub struct Analysis {
    /// The game as it was read, or the line from the start of the game on.
    pub record: Record,
    /// What is thought of its positions, one more than moves.
    pub thoughts: Vec<Thought>,
    /// Its moves.
    pub moves: Vec<Judged>,
    /// Its branches in the order of the record; none if they were not asked for.
    pub branches: Vec<Branch>,
}

/// A line that leaves another.
#[derive(Debug)]
pub struct Branch {
    /// How many moves from the start on both have.
    pub after: usize,
    /// The line from the start on.
    pub analysis: Analysis,
}

impl Analysis {
    /// Thinks about `record` as far as `extent` says; `progress` is called with how many of [`Analysis::steps`] are
    /// done.
    ///
    /// # Errors
    /// If `progress` fails.
    pub fn new(
        record: Record,
        extent: Extent,
        thinker: &mut Thinker,
        progress: &mut dyn FnMut(usize) -> io::Result<()>,
    ) -> io::Result<Self> {
        let mut done = 0;
        let mut step = || {
            done += 1;
            progress(done)
        };
        thinker.new_game();
        let mut analysis = Self::of_line(record, (&[], &[]), thinker, &mut step)?;
        if extent == Extent::Branches {
            analysis.follow_branches(thinker, &mut step)?;
        }
        Ok(analysis)
    }

    /// Thinks about a line; what is known of its first positions and moves is given.
    fn of_line(
        record: Record,
        known: (&[Thought], &[Judged]),
        thinker: &mut Thinker,
        step: &mut dyn FnMut() -> io::Result<()>,
    ) -> io::Result<Self> {
        let game = record.game();
        let found = thinker.think(game, known.0.len(), step)?;
        let thoughts = [known.0, &found].concat();
        let mut moves = known.1.to_vec();
        let phases = phase::phases(game);
        for (index, &mv) in game.moves().iter().enumerate().skip(moves.len()) {
            if let Some(before) = game.up_to(index) {
                let judged = judge(thinker, &before, mv, &thoughts[index..]);
                let phase = phases[index];
                moves.push(Judged { phase, ..judged });
            }
        }
        Ok(Self {
            record,
            thoughts,
            moves,
            branches: Vec::new(),
        })
    }

    fn follow_branches(
        &mut self,
        thinker: &mut Thinker,
        step: &mut dyn FnMut() -> io::Result<()>,
    ) -> io::Result<()> {
        for (after, record) in self.record.whole_branches() {
            let known = (&self.thoughts[..=after], &self.moves[..after]);
            let mut analysis = Self::of_line(record, known, thinker, step)?;
            analysis.follow_branches(thinker, step)?;
            self.branches.push(Branch { after, analysis });
        }
        Ok(())
    }

    /// How many steps the analysis of `record` takes.
    pub fn steps(record: &Record, extent: Extent) -> usize {
        let of_branches = match extent {
            Extent::Game => 0,
            Extent::Branches => branch_positions(record),
        };
        2 * (record.game().moves().len() + 1 + of_branches)
    }

    /// The branches and their own, each after the line that it leaves, with the number of that line: 0 is the game, and
    /// others count from 1 in this order.
    pub fn all_branches(&self) -> Vec<(usize, &Branch)> {
        let mut all = Vec::new();
        let mut due: Vec<_> = self.branches.iter().rev().map(|it| (0, it)).collect();
        while let Some((parent, branch)) = due.pop() {
            all.push((parent, branch));
            let number = all.len();
            due.extend(branch.analysis.branches.iter().rev().map(|it| (number, it)));
        }
        all
    }

    /// Whether the searches were too short to tell bad moves from good ones.
    pub fn is_shallow(&self) -> bool {
        let searched = self.thoughts.iter().filter(|it| it.mate.is_none());
        let mut depths: Vec<u32> = searched.map(|it| it.depth).collect();
        depths.sort_unstable();
        depths
            .get(depths.len() / 2)
            .is_some_and(|&it| it < DEEP_ENOUGH)
    }

    /// The chances of Black to win in each position, in permille.
    pub fn chances(&self) -> impl Iterator<Item = u32> {
        let values = self.thoughts.iter().map(|it| it.evaluation);
        values.map(|value| chance(value, Color::Black))
    }

    /// The moves of `side`.
    pub fn moves_of(&self, side: Color) -> impl Iterator<Item = &Judged> {
        self.moves.iter().filter(move |it| it.side == side)
    }
}

/// How many positions the branches of `record` and theirs have of their own.
fn branch_positions(record: &Record) -> usize {
    let of_branch =
        |it: &engine::record::Branch| it.line().game().moves().len() + branch_positions(it.line());
    record.branches().iter().map(of_branch).sum()
}

/// `game` with one more move, if that is legal.
fn after(game: &Game, mv: Move) -> Option<Game> {
    let mut game = game.clone();
    game.play(mv).ok()?;
    Some(game)
}

/// Judges `mv`, made in the last position of `game`. `thoughts` are those of this position and of
/// the ones after it.
fn judge(thinker: &mut Thinker, game: &Game, mv: Move, thoughts: &[Thought]) -> Judged {
    let side = game.position().side();
    let now = &thoughts[0];
    let after = thoughts.get(1).map_or(now.evaluation, |it| it.evaluation);
    let chance = chance_of_best(thinker, game, mv, now, after);
    let loss = chance - chance::chance(after, side).min(chance);
    let class = Class::of_loss(loss);
    let missed_mate = now.mate.filter(|_| !still_mates(mv, loss, thoughts));
    let is_bad = class.is_some() || missed_mate.is_some();
    let faults = is_bad.then(|| {
        let mated_in = thoughts.get(1).and_then(|it| it.mate);
        faults(&Case {
            game,
            mv,
            best: &now.line,
            answer: thoughts.get(1).map_or(&[], |it| &it.line),
            misses_mate: missed_mate.is_some(),
            mated: mated_in.map(|plies| Mated {
                plies,
                was_threatened: thinker.is_mate_threatened(game.position()),
            }),
        })
    });
    let best = now.line.first().copied();
    let seen = is_bad.then(|| seen(thinker, game, best, [chance, loss]));
    Judged {
        number: game.moves().len() + 1,
        side,
        mv,
        position: game.position().clone(),
        last: game.moves().last().map(|mv| mv.to()),
        before: now.evaluation,
        after,
        chance,
        loss,
        class,
        line: now.line.clone(),
        missed_mate,
        phase: Phase::Opening,
        faults: faults.unwrap_or_default(),
        seen: seen.flatten(),
    }
}

/// Whether most players of the level that is asked for play better here than by a move that lost `loss` of the chance
/// with best play: the `best` move, or one that loses at most half as much. None if no level is asked for.
fn seen(
    thinker: &mut Thinker,
    game: &Game,
    best: Option<Move>,
    [chance_of_best, loss]: [u32; 2],
) -> Option<(Level, bool)> {
    let (level, choices) = thinker.choices_at_level(game)?;
    let side = game.position().side();
    let is_better = |&choice: &Move| {
        if Some(choice) == best {
            return true;
        }
        let Some(after) = after(game, choice).filter(|_| loss > 0) else {
            return false;
        };
        let chance = chance(thinker.look(after).evaluation, side);
        2 * chance_of_best.saturating_sub(chance) <= loss
    };
    let count = choices.iter().map(is_better).filter(|is_so| *is_so).count();
    Some((level, count >= MAJORITY))
}

/// The chance of the side to move with best play instead of `mv`, which leads to a position worth
/// `after`. Where `mv` seems to be bad, the position after the engine's own move is searched like
/// the one after `mv`: what neither could avoid is not the fault of `mv`.
fn chance_of_best(
    thinker: &mut Thinker,
    game: &Game,
    mv: Move,
    now: &Thought,
    value_after: Evaluation,
) -> u32 {
    let side = game.position().side();
    let [promised, got] = [now.evaluation, value_after].map(|value| chance(value, side));
    let choice = now.line.first().filter(|&&choice| choice != mv);
    let Some(&choice) = choice else {
        return got;
    };
    if now.mate.is_some() || Class::of_loss(promised.saturating_sub(got)).is_none() {
        return promised.max(got);
    }
    let best = after(game, choice).map(|game| thinker.look(game).evaluation);
    let best = best.map_or(promised, |value| chance(value, side).min(promised));
    best.max(got)
}

/// Whether a side that could mate still does after its move `mv`: it begins the mate, or lost next
/// to nothing and can mate at its next turn.
fn still_mates(mv: Move, loss: u32, thoughts: &[Thought]) -> bool {
    let mates_later = thoughts.get(2).is_none_or(|it| it.mate.is_some());
    let loses_nothing = Class::of_loss(loss).is_none();
    thoughts[0].line.first() == Some(&mv) || loses_nothing && mates_later
}

#[cfg(test)]
mod tests;
