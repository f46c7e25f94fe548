//! Finds the choices in matches, and the positions whose values are kept.

use super::{Choices, Leaf, Lessons};
use crate::dataset::SideLine;
use crate::games::own_sides;
use crate::train::TrainError;
use crate::train::examples::{Example, HELD_BACK};
use engine::eval::handmade::EXCHANGE;
use engine::eval::{Evaluation, Evaluator, LONGEST_MATE, nnue::NetworkFile};
use engine::player::{Engine, Settings};
use engine::random::{below, generator};
use engine::search::Limits;
use engine::shogi::exchange::{Pins, exchange_reaches};
use engine::shogi::game::Game;
use engine::shogi::movegen::{self, Variety};
use engine::shogi::{Checks, Move, MoveList, Position};
use matches::games::GamesError;
use matches::journal::Journal;
use matches::journal::head::Head;
use matches::progress::{Progress, Screen};
use matches::referee::finished::{FinishedGame, ReplayError};
use matches::work::Workers;
use rand::rngs::Xoshiro256PlusPlus;
use std::mem;
use std::path::{Path, PathBuf};

/// Moves of a position that a quiescence looks at, those that the network likes best.
const LOOKED_AT: usize = 26;
/// Of these the best that the chosen move is compared with.
const BEST: usize = 11;
/// And so many of the others.
const OTHERS: usize = 4;
/// Centipawns that a move is thought worth less that loses material at once.
const HANGING: i32 = 400;
/// Nothing is learned where the best move is worth more than this, in centipawns, either way.
const DECIDED: i32 = 1500;
/// Plies from the position before a quiescence takes a static value in check too, and at all.
const LAST_EVASION: usize = 6;
const LAST_CAPTURE: usize = 8;
/// Values are kept of so many positions, of the search of every so many moves of a game with so many nodes.
const KEPT: usize = 32;
const EVERY: usize = 6;
const NODES: u64 = 600;
/// Megabytes of the table of these searches.
const HASH_MB: usize = 16;
/// From which the others are drawn.
const SEED: u64 = 0x6368_6f69;

impl Choices {
    /// Those in the journals `paths`, where `network` says which moves are worth comparing with, what they lead to,
    /// and which values are kept; on `threads` threads.
    ///
    /// # Errors
    /// If a journal cannot be used, `screen` not be written to, or no other engine has chosen anything.
    pub fn gather(
        paths: &[PathBuf],
        network: &NetworkFile,
        threads: usize,
        screen: Screen<'_>,
    ) -> Result<Self, TrainError> {
        let mut journals = Vec::new();
        for path in paths {
            let (head, games) = Journal::read(path).map_err(GamesError::from)?;
            journals.push((path, head, games));
        }
        let with_heads = journals.iter().flat_map(|(path, head, games)| {
            games.iter().map(move |game| (path.as_path(), head, game))
        });
        let items: Vec<_> = (0..).zip(with_heads).collect();
        let mut progress = Progress::new(screen, 0, items.len() as u64);
        let (mut choices, mut games) = (Self::default(), 0_u64);
        let worker = || {
            let mut gatherer = Gatherer::new(network);
            move |&(number, of): &(u64, OfMatch)| gatherer.game(number, of)
        };
        Workers::new(threads).in_order(&items, worker, |lessons| {
            choices
                .part(games.is_multiple_of(HELD_BACK))
                .append(lessons?);
            games += 1;
            let account = || format!("{} choices", choices.count());
            Ok::<_, TrainError>(progress.show(games, account)?)
        })?;
        choices.finish()
    }
}

/// A game, and the journal and match that it is of.
type OfMatch<'a> = (&'a Path, &'a Head, &'a FinishedGame);

struct Gatherer {
    lessons: Lessons,
    random: Xoshiro256PlusPlus,
    engine: Engine,
    evaluator: Evaluator,
}

impl Gatherer {
    fn new(network: &NetworkFile) -> Self {
        let evaluation = Evaluation {
            file: Some(network.clone()),
            ..Evaluation::default()
        };
        Self {
            lessons: Lessons::default(),
            random: generator(SEED, 0),
            evaluator: Evaluator::new(&evaluation, LAST_CAPTURE + 1),
            engine: Engine::new(Settings {
                hash_mb: HASH_MB,
                evaluation,
                ..Settings::default()
            }),
        }
    }

    /// What is learned from game `number` of all.
    fn game(&mut self, number: u64, of: OfMatch) -> Result<Lessons, TrainError> {
        let (path, head, finished) = of;
        if finished.fault.is_none() {
            self.engine.new_game();
            self.random = generator(SEED, number);
            let gathered = self.gather(number, head, finished);
            gathered.map_err(GamesError::replay(path))?;
        }
        Ok(mem::take(&mut self.lessons))
    }

    fn gather(
        &mut self,
        of_game: u64,
        head: &Head,
        finished: &FinishedGame,
    ) -> Result<(), ReplayError> {
        let (game, given) = finished.replayed()?;
        let own = own_sides(head, finished);
        let mut line = Game::new(game.start().clone());
        for (number, &mv) in game.moves().iter().enumerate() {
            if number >= given {
                if (number + of_game as usize).is_multiple_of(EVERY) {
                    self.keep(&line);
                }
                let mut pos = line.position().clone();
                if !own[pos.side().array_index()]
                    && let Some(leaves) = self.leaves(&mut pos, mv)
                {
                    self.lessons.push(leaves);
                }
            }
            // Legal, as it was played before.
            let _ = line.play(mv);
        }
        Ok(())
    }

    /// Keeps the values of positions that a search of `game` comes to.
    fn keep(&mut self, game: &Game) {
        self.engine.set_game(game.clone());
        let limits = Limits {
            soft_nodes: Some(NODES),
            draws: KEPT,
            ..Limits::nodes(4 * NODES)
        };
        self.engine.search(limits, &mut ());
        for moves in self.engine.drawn() {
            let Ok(end) = SideLine::end(game.position(), moves) else {
                continue;
            };
            if Checks::of(&end).in_check() {
                continue;
            }
            self.evaluator.start(&end);
            let value = self.evaluator.value(0, &end, end.side());
            if let Ok(value) = i16::try_from(value) {
                self.lessons.kept.push(Example::new(&end, value, None));
            }
        }
    }

    /// The quiet positions that `chosen` and other moves of `pos` lead to, that of `chosen` first; none where
    /// there is little to choose, or the game is as good as decided.
    fn leaves(&mut self, pos: &mut Position, chosen: Move) -> Option<Vec<Leaf>> {
        let us = pos.side();
        let mut found = Vec::new();
        for mv in self.candidates(pos, chosen)? {
            let all = (-LONGEST_MATE, LONGEST_MATE);
            let (value, leaf) = self.after(pos, 0, mv, |this, pos| this.quiet(pos, 1, all));
            if value.abs() < LONGEST_MATE {
                found.push((-value, mv, leaf));
            }
        }
        found.sort_by_key(|it| -it.0);
        let best = found.first()?.0;
        let place = found.iter().position(|it| it.1 == chosen)?;
        if best.abs() > DECIDED || found[place].0 < -2 * DECIDED {
            return None;
        }
        let mut leaves = vec![found.remove(place)];
        let mut others = found.split_off(found.len().min(BEST));
        leaves.extend(found);
        for _ in 0..OTHERS.min(others.len()) {
            let place = below(&mut self.random, others.len());
            leaves.push(others.swap_remove(place));
        }
        let leaf = |(_, _, leaf): (i32, Move, Position)| Leaf {
            is_choosers: leaf.side() == us,
            example: Example::new(&leaf, 0, None),
        };
        Some(leaves.into_iter().map(leaf).collect())
    }

    /// `chosen` and the moves that the network likes best by static values; none if there are few.
    fn candidates(&mut self, pos: &mut Position, chosen: Move) -> Option<Vec<Move>> {
        let list = movegen::legal_moves(pos);
        self.evaluator.start(pos);
        let mut liked = Vec::new();
        for &mv in list.as_slice() {
            if mv != chosen && !movegen::is_sensible(pos, mv) {
                continue;
            }
            let hangs = !exchange_reaches(pos, mv, &EXCHANGE, 0, Pins::default());
            let value = self.after(pos, 0, mv, |this, pos| {
                -this.evaluator.value(1, pos, pos.side())
            });
            liked.push((value - if hangs { HANGING } else { 0 }, mv));
        }
        liked.sort_by_key(|&(value, mv)| (mv != chosen, -value));
        liked.truncate(LOOKED_AT);
        (liked.len() > OTHERS).then(|| liked.into_iter().map(|it| it.1).collect())
    }

    /// What `work` says of `pos` after `mv`, which is made at `ply`.
    fn after<T>(
        &mut self,
        pos: &mut Position,
        ply: usize,
        mv: Move,
        work: impl FnOnce(&mut Self, &mut Position) -> T,
    ) -> T {
        let captured = pos.captured(mv);
        let undo = pos.do_move(mv);
        self.evaluator.make(ply, pos, mv, captured);
        let done = work(self, pos);
        pos.undo_move(mv, undo);
        done
    }

    /// The value of `pos`, at `ply`, for the side to move, once captures that gain are made, and the position
    /// whose static value that is.
    fn quiet(
        &mut self,
        pos: &mut Position,
        ply: usize,
        (mut alpha, beta): (i32, i32),
    ) -> (i32, Position) {
        let checks = Checks::of(pos);
        let mut list = MoveList::new();
        let evades = checks.in_check() && ply < LAST_EVASION;
        let mut best = (-LONGEST_MATE, pos.clone());
        if evades {
            movegen::evasions(pos, &checks, Variety::Sensible, &mut list);
        } else {
            best.0 = self.evaluator.value(ply, pos, pos.side());
            alpha = alpha.max(best.0);
            if checks.in_check() || alpha >= beta || ply == LAST_CAPTURE {
                return best;
            }
            movegen::captures(pos, &checks, Variety::Sensible, &mut list);
        }
        list.sort_by_key(|&mv| -EXCHANGE.gain(pos, mv));
        for &mv in list.as_slice() {
            if !evades && !exchange_reaches(pos, mv, &EXCHANGE, 1, Pins::default()) {
                continue;
            }
            let window = (-beta, -alpha);
            let (value, leaf) =
                self.after(pos, ply, mv, |this, pos| this.quiet(pos, ply + 1, window));
            if -value > best.0 {
                best = (-value, leaf);
                alpha = alpha.max(-value);
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }
}
