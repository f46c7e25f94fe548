//! A recorded game judged move by move, for people who want to learn from it: what each move was
//! worth, what would have been better, where the game turned.
//!
//! An [`Analysis`] is a record, what a [`Thinker`] thinks of its positions, and what follows from
//! that; [`Text`], [`json`], [`html`] and [`annotated`] show it. [`lessons`] are its mistakes as
//! questions, which [`html`] and [`quiz`] ask. What must hold: values, lines and chances of one game are
//! the same in all of them, and every sentence is from `words`.

mod chance;
mod lesson;
mod page;
mod text;
mod think;
mod words;

pub use chance::{CHANCE_SCALE, Class, chance};
pub use lesson::{Lesson, lessons};
pub use page::{Question, html, questions, quiz};
pub use text::{Text, annotated, json};
pub use think::{Effort, Thinker};

use crate::language::Reader;
use engine::player::Level;
use engine::record::{Evaluation, Record};
use engine::shogi::game::Game;
use engine::shogi::{Color, Move, Position, Square};
use std::io;
use think::{MAJORITY, Thought, parts};

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

/// A game with what is thought of it.
#[derive(Debug)]
pub struct Analysis {
    /// The game as it was read.
    pub record: Record,
    /// What is thought of its positions, one more than moves.
    pub thoughts: Vec<Thought>,
    /// Its moves.
    pub moves: Vec<Judged>,
}

impl Analysis {
    /// Thinks about all of `record`; `progress` is called with how many of [`Analysis::steps`] are done.
    ///
    /// # Errors
    /// If `progress` fails.
    pub fn new(
        record: Record,
        thinker: &mut Thinker,
        progress: &mut dyn FnMut(usize) -> io::Result<()>,
    ) -> io::Result<Self> {
        let thoughts = thinker.think(record.game(), progress)?;
        let moves = parts(record.game()).zip(record.game().moves()).enumerate();
        let moves = moves.map(|(index, (game, &mv))| judge(thinker, &game, mv, &thoughts[index..]));
        Ok(Self {
            moves: moves.collect(),
            thoughts,
            record,
        })
    }

    /// How many steps the analysis of `record` takes.
    pub fn steps(record: &Record) -> usize {
        2 * (record.game().moves().len() + 1)
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
