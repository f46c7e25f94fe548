//! Moves that other engines chose, as lessons for a network: which of a position's moves is best.
//!
//! A choice is the quiet positions that some moves of a position lead to, the chosen move's first. The network's
//! values of these, over [`TEMPERATURE`], give each move a probability (a softmax), and the loss is the
//! cross-entropy: so it learns from what stronger engines do, and not from what they say. The idea is that of
//! Bonanza's learning from records (Hoki 2006).
//!
//! A network that learns only this forgets what it knew of other positions. So others, which searches come to,
//! keep the value that it had. Worth with both, after 220,000 to 300,000 choices: something in short games against
//! `YaneuraOu`, 50 % of 1,126 at 3,000 nodes for its 5,000 where 46 % was before, and nothing at 100,000 (2026-11-27).
//!
//! What must hold: the same journals and network give the same lessons in the same order; none is both learned and
//! held back. All are in memory, 88 bytes a position and some sixteen positions a choice.

mod gather;

use super::TrainError;
use super::batch::Item;
use super::examples::Example;
use super::targets::Target;
use super::trainer::shuffled;
use engine::files::Checksum;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Centipawns by which a move must be better to be chosen e times as often. With this the values of the network of
/// 2026-11-23 fit `YaneuraOu`'s choices best.
const TEMPERATURE: f32 = 250.0;
/// Choices that a step learns from.
const IN_STEP: usize = 256;
/// Values that it keeps.
const KEPT_IN_STEP: usize = 4096;

/// How much lessons count, beside a loss of 1 for each position of games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Weights {
    /// What stands for all of them: [`Choices::fingerprint`].
    pub lessons: String,
    /// The weight of the mean cross-entropy of choices, in nats.
    pub choices: f32,
    /// That of the mean squared error of values that are kept.
    pub kept: f32,
}

/// A quiet position that a move leads to.
#[derive(Debug)]
struct Leaf {
    /// Whether who chose is to move there.
    is_choosers: bool,
    example: Example,
}

/// Lessons, some of which are held back.
#[derive(Debug, Default)]
struct Lessons {
    leaves: Vec<Leaf>,
    /// Where each choice ends among the leaves.
    ends: Vec<usize>,
    /// Positions with the value that they keep as their score.
    kept: Vec<Example>,
}

impl Lessons {
    fn push(&mut self, choice: impl IntoIterator<Item = Leaf>) {
        self.leaves.extend(choice);
        self.ends.push(self.leaves.len());
    }

    fn append(&mut self, other: Self) {
        let before = self.leaves.len();
        self.leaves.extend(other.leaves);
        self.ends
            .extend(other.ends.into_iter().map(|end| before + end));
        self.kept.extend(other.kept);
    }

    fn choice(&self, number: usize) -> &[Leaf] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.leaves[start..self.ends[number]]
    }
}

/// All lessons.
#[derive(Debug, Default)]
pub struct Choices {
    training: Lessons,
    held_back: Lessons,
    /// The order of the choices and of the kept positions in a turn, and which turn.
    orders: [Order; 2],
}

/// An order in which all come once.
#[derive(Debug, Default)]
struct Order {
    turn: Option<u64>,
    numbers: Vec<u32>,
}

impl Order {
    /// Number `place` of all `count`, one turn after the other, and whether it comes in its mirror image: each does
    /// every second time.
    fn at(&mut self, seed: u64, place: u64, count: usize) -> (usize, bool) {
        let (turn, place) = (place / count as u64, place % count as u64);
        if self.turn != Some(turn) {
            self.numbers = shuffled(seed, turn, count);
            self.turn = Some(turn);
        }
        let number = self.numbers[place as usize];
        (number as usize, (turn + u64::from(number)) % 2 == 1)
    }
}

/// The lessons of a step: numbers of choices and of kept positions, and whether these come in their mirror image.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    choices: Vec<(usize, bool)>,
    kept: Vec<(usize, bool)>,
}

/// How a network does on lessons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Marks {
    /// The mean cross-entropy of choices, in nats.
    pub cross_entropy: f64,
    /// The share of choices whose move it values most.
    pub first: f64,
    /// The mean squared error of values that are kept.
    pub kept: f64,
}

impl fmt::Display for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            cross_entropy,
            first,
            kept,
        } = self;
        write!(
            f,
            "choices {cross_entropy:.4} (cross-entropy), {:.1} % first, kept {kept:.5} (mse)",
            100.0 * first
        )
    }
}

impl Choices {
    /// How many choices there are.
    pub fn count(&self) -> u64 {
        (self.training.ends.len() + self.held_back.ends.len()) as u64
    }

    /// How many values are kept.
    pub fn kept(&self) -> usize {
        self.training.kept.len() + self.held_back.kept.len()
    }

    fn part(&mut self, is_held_back: bool) -> &mut Lessons {
        if is_held_back {
            &mut self.held_back
        } else {
            &mut self.training
        }
    }

    /// These, if there are some of each kind.
    fn finish(self) -> Result<Self, TrainError> {
        let lacks = |part: &Lessons| part.ends.is_empty() || part.kept.is_empty();
        if lacks(&self.training) || lacks(&self.held_back) {
            return Err(TrainError::Unfit(format!(
                "{} choices of other engines in the journals; expected some to learn from, and some to check with",
                self.count()
            )));
        }
        Ok(self)
    }

    /// What stands for all lessons and their order.
    pub fn fingerprint(&self) -> String {
        let mut sum = Checksum::default();
        for part in [&self.training, &self.held_back] {
            for end in &part.ends {
                sum.add(end.to_le_bytes());
            }
            for leaf in &part.leaves {
                sum.add([u8::from(leaf.is_choosers)]);
            }
            let leaves = part.leaves.iter().map(|leaf| &leaf.example);
            for example in leaves.chain(&part.kept) {
                sum.add(example.bytes().collect::<Vec<_>>());
            }
        }
        sum.text()
    }

    /// The lessons of step `step` of a run with this seed.
    pub fn of_step(&mut self, seed: u64, step: u64) -> Chosen {
        let [choices, kept] = &mut self.orders;
        let numbers =
            |in_step: usize| (0..in_step as u64).map(move |it| step * in_step as u64 + it);
        let counts = [self.training.ends.len(), self.training.kept.len()];
        Chosen {
            choices: numbers(IN_STEP)
                .map(|it| choices.at(seed, it, counts[0]))
                .collect(),
            kept: numbers(KEPT_IN_STEP)
                .map(|it| kept.at(!seed, it, counts[1]))
                .collect(),
        }
    }

    /// The positions of `chosen`.
    pub fn items(&self, chosen: &Chosen) -> Vec<Item<'_>> {
        let lessons = &self.training;
        let leaves = chosen.choices.iter().flat_map(|&(number, flip)| {
            let leaves = lessons.choice(number).iter();
            leaves.map(move |leaf| (&leaf.example, flip))
        });
        let kept = chosen.kept.iter();
        let kept = kept.map(|&(number, flip)| (&lessons.kept[number], flip));
        leaves.chain(kept).collect()
    }

    /// The slopes of the loss by `outputs`, those for the [`Self::items`] of `chosen`, where an output of 1 is worth
    /// so many centipawns.
    pub fn slopes(
        &self,
        chosen: &Chosen,
        outputs: &[f32],
        worth: f32,
        weights: &Weights,
    ) -> Vec<f32> {
        let mut slopes = Vec::with_capacity(outputs.len());
        let sharpness = worth / TEMPERATURE;
        for &(number, _) in &chosen.choices {
            let choice = self.training.choice(number);
            let outputs = &outputs[slopes.len()..][..choice.len()];
            let verdict = Verdict::of(choice, outputs, sharpness);
            let share = weights.choices * sharpness / chosen.choices.len() as f32;
            let all = verdict.probabilities.iter().zip(choice).enumerate();
            slopes.extend(all.map(|(place, (probability, leaf))| {
                let wanted = if place == 0 { 1.0 } else { 0.0 };
                share * leaf.sign() * (probability - wanted)
            }));
        }
        let share = weights.kept / chosen.kept.len() as f32;
        let kept = chosen.kept.iter().zip(&outputs[slopes.len()..]);
        slopes.extend(kept.map(|(&(number, _), &output)| {
            let [_, slope] = keeping(worth).loss(&self.training.kept[number], output);
            share * slope
        }));
        slopes
    }

    /// How `value`, which finds the outputs for positions, does on the lessons held back.
    pub fn marks(&self, worth: f32, mut value: impl FnMut(&[Item]) -> Vec<f32>) -> Marks {
        let lessons = &self.held_back;
        let mut marks = Marks::default();
        let count = lessons.ends.len();
        let all: Vec<_> = (0..count).map(|it| lessons.choice(it)).collect();
        for choices in all.chunks(IN_STEP) {
            let leaves = choices.iter().copied().flatten();
            let items: Vec<_> = leaves.map(|leaf| (&leaf.example, false)).collect();
            let outputs = value(&items);
            let mut outputs = &outputs[..];
            for choice in choices {
                let (own, rest) = outputs.split_at(choice.len());
                outputs = rest;
                let verdict = Verdict::of(choice, own, worth / TEMPERATURE);
                marks.cross_entropy += verdict.loss / count as f64;
                marks.first += f64::from(u8::from(verdict.is_first)) / count as f64;
            }
        }
        for kept in lessons.kept.chunks(KEPT_IN_STEP) {
            let items: Vec<_> = kept.iter().map(|example| (example, false)).collect();
            for (example, output) in kept.iter().zip(value(&items)) {
                let [loss, _] = keeping(worth).loss(example, output);
                marks.kept += f64::from(loss) / lessons.kept.len() as f64;
            }
        }
        marks
    }
}

/// What values that are kept are measured by, where the score `worth` is won e times as often as lost.
fn keeping(worth: f32) -> Target {
    Target {
        scale: worth,
        blend: 1.0,
    }
}

impl Leaf {
    /// What makes a value that of who chose.
    fn sign(&self) -> f32 {
        if self.is_choosers { 1.0 } else { -1.0 }
    }
}

/// What a network thinks of a choice.
struct Verdict {
    probabilities: Vec<f32>,
    /// The cross-entropy, in nats.
    loss: f64,
    /// Whether no move is worth more than the chosen one.
    is_first: bool,
}

impl Verdict {
    fn of(choice: &[Leaf], outputs: &[f32], sharpness: f32) -> Self {
        let values = choice.iter().zip(outputs);
        let values = values.map(|(leaf, output)| sharpness * leaf.sign() * output);
        let values: Vec<_> = values.collect();
        let most = values.iter().copied().fold(f32::MIN, f32::max);
        let odds = values.iter().map(|value| libm::expf(value - most));
        let mut probabilities: Vec<_> = odds.collect();
        let sum: f32 = probabilities.iter().sum();
        for probability in &mut probabilities {
            *probability /= sum;
        }
        Self {
            loss: f64::from(libm::logf(sum) + most - values[0]),
            is_first: values[0] >= most,
            probabilities,
        }
    }
}

#[cfg(test)]
mod tests;
