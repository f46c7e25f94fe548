//! Positions to learn from: which positions of the games they are, and how one is packed into few bytes.
//! However many there are, no more than a part of them is in memory.
//!
//! What must hold: the same files and the same [`Filter`] give the same examples in the same
//! order, which [`Examples::fingerprint`] stands for; no game is both learned from and held back.
//!
//! They come in parts, of which one is in memory at a time: the others wait in files without a name,
//! which go when the program does. `TMPDIR` says where these are. Each part is drawn at random from all, so
//! that to learn from one after the other, each shuffled, is to learn from all of them shuffled. A single
//! part is never written anywhere, and has the order in which it came.

use super::TrainError;
use super::targets::learned_scores;
use crate::dataset::{self, BadGame, GameRecord, Ply, takes_or_promotes};
use base::random::{Generator, generator};
use engine::eval::nnue::features::{self, Feature, INPUTS, MOST_ACTIVE};
use engine::search::Score;
use engine::shogi::{Color, Position};
use matches::stats::{GamePoints, WinRate};
use rand::RngExt;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, Write};
use std::path::PathBuf;

/// What fills the facts of a position that has fewer than others.
const NO_FACT: Feature = INPUTS as Feature;
/// What stands for no result.
const NO_RESULT: u8 = u8::MAX;
/// The bytes of an example in a file.
const BYTES: usize = 2 * MOST_ACTIVE + 3;

/// A position with what is known of its worth: 84 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    facts: [Feature; MOST_ACTIVE],
    score: i16,
    half_points: u8,
}

impl Example {
    /// `position`, which a search found worth `score` centipawns to the side to move, and what
    /// that side made of it in the end, if it came about.
    pub fn new(position: &Position, score: i16, result: Option<GamePoints>) -> Self {
        let mut facts = [NO_FACT; MOST_ACTIVE];
        let active = features::active(position, position.side());
        for (place, fact) in facts.iter_mut().zip(active) {
            *place = fact;
        }
        Self {
            facts,
            score,
            half_points: result.map_or(NO_RESULT, |it| it.half_points() as u8),
        }
    }

    /// The facts as the side to move sees them.
    pub fn active(&self) -> &[Feature] {
        let end = self.facts.iter().position(|&fact| fact == NO_FACT);
        &self.facts[..end.unwrap_or(MOST_ACTIVE)]
    }

    /// The score of the search in centipawns, from the side to move.
    pub fn score(&self) -> i16 {
        self.score
    }

    /// The result of the game for the side to move: 0, ½ or 1; none of a position off its line.
    pub fn result(&self) -> Option<f32> {
        (self.half_points != NO_RESULT).then(|| f32::from(self.half_points) / 2.0)
    }

    /// The example as it is in a file.
    pub fn bytes(&self) -> impl Iterator<Item = u8> + use<> {
        let facts = self.facts.into_iter().flat_map(Feature::to_le_bytes);
        let score = self.score.to_le_bytes();
        facts.chain(score).chain([self.half_points])
    }

    /// The example whose [`Self::bytes`] these are.
    fn from_bytes(bytes: &[u8; BYTES]) -> Self {
        let pair = |place: usize| [bytes[2 * place], bytes[2 * place + 1]];
        Self {
            facts: std::array::from_fn(|place| Feature::from_le_bytes(pair(place))),
            score: i16::from_le_bytes(pair(MOST_ACTIVE)),
            half_points: bytes[BYTES - 1],
        }
    }
}

/// One game in so many is held back for validation.
pub const HELD_BACK: u64 = 20;
/// The fewest bytes of a position in a file of games.
const BYTES_IN_GAMES: u64 = 4;

/// What a forced mate counts as, in centipawns, and the most that is learned of a position on the line of its game.
///
/// One aside in twenty is a mate by the side to move, as its search finds. The squared error there of a network that
/// never learned them is three times that elsewhere; learning them takes a tenth of it (`docs/notebook/2026-12-01.md`).
pub const MATE: i16 = 3000;

/// Which positions are learned from, and which score of them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Filter {
    /// Only those with a score of fewer centipawns than this, either way, and forced mates ([`MATE`]).
    pub score_below: u16,
    /// Also those in check, and those in which the best move takes or promotes. A static value
    /// says little of them: with them the data was worth half as much. Mates do not count as such: what the search
    /// asks about is whether there is one.
    pub noisy: bool,
    /// How much each later score of the game counts, as a share of the one before it, in the score
    /// that is learned: from 0 to less than 1.
    pub lambda: f32,
    /// Only those with both kings on the board: others have no value in some networks
    /// ([`Shape::needs_kings`](engine::eval::nnue::shape::Shape::needs_kings)), so that this follows from the shape.
    #[serde(skip)]
    pub with_kings: bool,
}

impl Filter {
    /// The own score of `position` in centipawns, if it is to be learned from.
    fn admit(self, position: &Position, best: Ply, in_check: bool) -> Option<i16> {
        let mut kings = Color::all().into_iter();
        let kings = !self.with_kings || kings.all(|side| position.king(side).is_some());
        let calm = self.noisy || !in_check;
        let quiet = self.noisy || !takes_or_promotes(position, best.mv);
        let (own, admitted) = match best.score {
            Score::Cp(cp) => (
                i16::try_from(cp).ok()?,
                quiet && cp.unsigned_abs() < u32::from(self.score_below),
            ),
            Score::Mate(1..) => (MATE, true),
            Score::Mate(_) | Score::Mated => (-MATE, true),
        };
        (kings && calm && admitted).then_some(own)
    }

    /// What is learned from `game`, and of positions on its line their own score and its result;
    /// `positions` counts all that had a score.
    fn learned(self, game: &GameRecord, positions: &mut u64) -> Result<Vec<Learned>, BadGame> {
        let mut learned = Vec::new();
        let scores = learned_scores(&game.plies, self.lambda);
        game.replay(|sample| {
            *positions += 1;
            let place = sample.ply as usize;
            if let Some(own) = self.admit(sample.position, game.plies[place], sample.in_check) {
                let result = sample.result;
                let score = scores[place].clamp(-MATE, MATE);
                let example = Example::new(sample.position, score, Some(result));
                let is_sure = own.abs() >= MATE;
                learned.push((example, (!is_sure).then_some((own, result))));
            }
        })?;
        game.replay_side_lines(|position, best, in_check| {
            *positions += 1;
            if let Some(own) = self.admit(position, best, in_check) {
                learned.push((Example::new(position, own, None), None));
            }
        })?;
        Ok(learned)
    }
}

/// An example, and where it is on the line of its game, and not sure, its own score and the result.
type Learned = (Example, Option<(i16, GamePoints)>);

/// What is learned from, and what the learning is checked with.
#[derive(Debug)]
pub struct Examples {
    /// For learning.
    pub training: Parts,
    /// From other games, for validation.
    pub held_back: Parts,
    /// How many games both are from.
    pub games: u64,
    /// How many positions of these games had a score.
    pub positions: u64,
    /// The own scores of the positions for learning.
    pub own_scores: WinRate,
    /// The scores that are learned of them.
    pub learned_scores: WinRate,
    fingerprint: String,
}

impl Examples {
    /// Reads the games in files and folders.
    ///
    /// # Errors
    /// If a file cannot be read or is damaged, examples cannot be kept in files, or too little is left by
    /// the filter.
    pub fn read(paths: &[PathBuf], filter: Filter) -> Result<Self, TrainError> {
        Self::in_parts(paths, filter, PART)
    }

    /// The same for parts of no more than about `most` examples.
    pub(super) fn in_parts(
        paths: &[PathBuf],
        filter: Filter,
        most: u64,
    ) -> Result<Self, TrainError> {
        let sizes = dataset::files(paths)?.into_iter().map(fs::metadata);
        let size: u64 = sizes.flatten().map(|it| it.len()).sum();
        let count = size.div_ceil(BYTES_IN_GAMES * most);
        let mut examples = Self {
            training: Parts::new(count),
            held_back: Parts::new(count.div_ceil(HELD_BACK)),
            games: 0,
            positions: 0,
            own_scores: WinRate::default(),
            learned_scores: WinRate::default(),
            fingerprint: String::new(),
        };
        let mut digest = Sha256::new();
        let mut bytes = Vec::new();
        for game in dataset::games(paths)? {
            let game = game?;
            bytes.clear();
            let held_back = game.is_held_back(HELD_BACK);
            let part = if held_back {
                &mut examples.held_back
            } else {
                &mut examples.training
            };
            for (example, outcome) in filter.learned(&game, &mut examples.positions)? {
                if let Some((own, result)) = outcome.filter(|_| !held_back) {
                    examples.own_scores.add(own.into(), result);
                    let learned = example.score().into();
                    examples.learned_scores.add(learned, result);
                }
                bytes.extend(example.bytes());
                bytes.push(u8::from(held_back));
                part.push(example)?;
            }
            digest.update(&bytes);
            examples.games += 1;
        }
        examples.training.finish();
        examples.held_back.finish();
        let (games, training) = (examples.games, examples.training.total());
        let held_back = examples.held_back.total();
        if training == 0 || held_back == 0 {
            return Err(TrainError::Unfit(format!(
                "{games} games leave {training} positions to learn from and {held_back} to check with; \
                 expected some of both (one game in {HELD_BACK} is held back)"
            )));
        }
        // Sixteen digits are enough to tell data apart.
        let digest = digest.finalize();
        let number = u64::from_be_bytes(std::array::from_fn(|place| digest[place]));
        examples.fingerprint = format!("{number:016x}");
        Ok(examples)
    }

    /// What stands for all examples and their order: 16 hexadecimal digits.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }
}

/// About the most examples of a part: 350 MB.
pub const PART: u64 = 4 << 20;
/// Examples that a part keeps in memory before it writes them: 700 KB.
const AT_A_TIME: usize = 8192;
/// From which the parts of examples are drawn.
const SEED: u64 = 0x7061_7274;

/// Examples in parts, none of which is empty.
#[derive(Debug)]
pub struct Parts {
    parts: Vec<Part>,
    random: Generator,
}

#[derive(Debug, Default)]
struct Part {
    /// The first ones; none if all are in memory.
    written: Option<File>,
    /// How many these are.
    count: usize,
    /// The others.
    rest: Vec<Example>,
}

impl Parts {
    /// No examples yet, in `count` parts.
    fn new(count: u64) -> Self {
        Self {
            parts: (0..count.max(1)).map(|_| Part::default()).collect(),
            random: generator(SEED, 0),
        }
    }

    /// Adds an example.
    fn push(&mut self, example: Example) -> io::Result<()> {
        let is_alone = self.parts.len() == 1;
        let place = self.random.random_range(0..self.parts.len());
        let part = &mut self.parts[place];
        part.rest.push(example);
        if is_alone || part.rest.len() < AT_A_TIME {
            return Ok(());
        }
        part.write()
    }

    /// Leaves out empty parts, after the last example.
    fn finish(&mut self) {
        self.parts.retain(|part| part.len() > 0);
    }

    /// How many examples each part has.
    pub fn lengths(&self) -> impl ExactSizeIterator<Item = usize> {
        self.parts.iter().map(Part::len)
    }

    /// How many there are in all.
    pub fn total(&self) -> usize {
        self.lengths().sum()
    }

    /// The examples of each part, one part after the other.
    pub fn loaded(&self) -> impl Iterator<Item = io::Result<Cow<'_, [Example]>>> {
        self.parts.iter().map(Part::load)
    }

    /// The examples of part `number`.
    pub fn load(&self, number: usize) -> io::Result<Cow<'_, [Example]>> {
        self.parts[number].load()
    }
}

impl Part {
    fn len(&self) -> usize {
        self.count + self.rest.len()
    }

    fn write(&mut self) -> io::Result<()> {
        let mut file = match self.written.take() {
            Some(file) => file,
            None => tempfile::tempfile()?,
        };
        let bytes: Vec<u8> = self.rest.iter().flat_map(Example::bytes).collect();
        file.write_all(&bytes)?;
        self.written = Some(file);
        self.count += self.rest.len();
        self.rest.clear();
        Ok(())
    }

    fn load(&self) -> io::Result<Cow<'_, [Example]>> {
        let Some(mut file) = self.written.as_ref() else {
            return Ok(Cow::Borrowed(&self.rest));
        };
        file.rewind()?;
        let mut file = BufReader::with_capacity(AT_A_TIME * BYTES, file);
        let mut examples = Vec::with_capacity(self.len());
        let mut bytes = [0; BYTES];
        for _ in 0..self.count {
            file.read_exact(&mut bytes)?;
            examples.push(Example::from_bytes(&bytes));
        }
        examples.extend_from_slice(&self.rest);
        Ok(Cow::Owned(examples))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(score: i16) -> Example {
        Example::new(&Position::default(), score, Some(GamePoints::Draw))
    }

    fn parts(count: u64, examples: i16) -> Parts {
        let mut parts = Parts::new(count);
        (0..examples).for_each(|score| parts.push(example(score)).unwrap());
        parts.finish();
        parts
    }

    fn scores(parts: &Parts) -> Vec<Vec<i16>> {
        let scores =
            |part: io::Result<Cow<[Example]>>| part.unwrap().iter().map(Example::score).collect();
        parts.loaded().map(scores).collect()
    }

    #[test]
    fn a_single_part_keeps_the_order_and_is_lent() {
        let parts = parts(1, 20_000);
        assert!(matches!(parts.load(0).unwrap(), Cow::Borrowed(_)));
        assert_eq!(scores(&parts), [(0..20_000).collect::<Vec<_>>()]);
    }

    #[test]
    fn every_example_is_in_one_of_several_parts_and_can_be_read_again() {
        let parts = parts(3, 30_000);
        assert!(parts.lengths().all(|it| (9500..10_500).contains(&it)));
        assert!(parts.parts.iter().all(|part| part.count == AT_A_TIME));
        let found = scores(&parts);
        assert_eq!(found, scores(&parts));
        assert!(found.iter().all(|part| part.is_sorted()), "in order");
        let mut all = found.concat();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..30_000));
        assert_eq!(parts.load(1).unwrap()[0], example(found[1][0]));
    }

    #[test]
    fn no_part_is_empty() {
        let parts = parts(50, 3);
        assert_eq!(parts.lengths().collect::<Vec<_>>(), [1, 1, 1]);
    }
}
