//! A running sequential test that decides on the completed prefix of pairs.
//!
//! Pairs arrive in the order in which workers finish them, and short games finish first. Counting
//! them in that order would make the verdict depend on the machine, and lean towards whatever
//! ends games quickly. So a pair waits until all before it are there; the test then sees one fixed
//! sequence, and stops at the same pair for any number of workers.

use super::counts::{Counts, GamePoints};
use super::hypotheses::{Hypotheses, Hypothesis};
use super::sample::Sample;
use std::collections::BTreeMap;

/// The end of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// What is accepted.
    pub accepted: Hypothesis,
    /// After how many pairs.
    pub pairs: u64,
    /// The log likelihood ratio at that moment.
    pub llr: f64,
}

/// A sequential test, fed with pairs.
#[derive(Clone, Debug)]
pub struct Sprt {
    hypotheses: Hypotheses,
    counts: Counts,
    waiting: BTreeMap<u64, [GamePoints; 2]>,
    verdict: Option<Verdict>,
}

impl Sprt {
    /// A test that has seen nothing yet.
    pub fn new(hypotheses: Hypotheses) -> Self {
        Self {
            hypotheses,
            counts: Counts::default(),
            waiting: BTreeMap::new(),
            verdict: None,
        }
    }

    /// Takes the result of pair `number`, counted from 0, in any order, and returns the verdict if
    /// there is one. A number that has been there before changes nothing, nor does anything after
    /// the verdict.
    pub fn add(&mut self, number: u64, pair: [GamePoints; 2]) -> Option<Verdict> {
        if number >= self.counts.pairs.pairs() {
            self.waiting.entry(number).or_insert(pair);
        }
        while self.verdict.is_none() {
            let next = self.waiting.remove(&self.counts.pairs.pairs());
            let Some(pair) = next else { break };
            self.counts.add_pair(pair);
            self.verdict = self.decide();
        }
        self.verdict
    }

    fn decide(&self) -> Option<Verdict> {
        let sample = Sample::from(&self.counts.pairs);
        Some(Verdict {
            accepted: self.hypotheses.decide(&sample)?,
            pairs: self.counts.pairs.pairs(),
            llr: self.hypotheses.llr(&sample)?,
        })
    }

    /// What is tested.
    pub fn hypotheses(&self) -> &Hypotheses {
        &self.hypotheses
    }

    /// The verdict, if there is one.
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// What the test has counted: the completed prefix, up to the verdict.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The log likelihood ratio of what has been counted; `None` for strengths out of reach.
    pub fn llr(&self) -> Option<f64> {
        self.hypotheses.llr(&Sample::from(&self.counts.pairs))
    }
}
