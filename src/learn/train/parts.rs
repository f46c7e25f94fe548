//! Examples in parts, of which one is in memory at a time: the others wait in files without a name,
//! which go when the program does. `TMPDIR` says where these are.
//!
//! What must hold: the same examples in the same order give the same parts. Each part is drawn at
//! random from all, so that to learn from one after the other, each shuffled, is to learn from all of
//! them shuffled. A single part is never written anywhere, and has the order in which it came.

use super::example::{BYTES, Example};
use engine::random::{Generator, generator};
use rand::RngExt;
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, Write};

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
    pub fn new(count: u64) -> Self {
        Self {
            parts: (0..count.max(1)).map(|_| Part::default()).collect(),
            random: generator(SEED, 0),
        }
    }

    /// One more example.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn push(&mut self, example: Example) -> io::Result<()> {
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
    pub fn finish(&mut self) {
        self.parts.retain(|part| part.len() > 0);
    }

    /// How many examples each part has.
    pub fn lengths(&self) -> impl ExactSizeIterator<Item = usize> {
        self.parts.iter().map(Part::len)
    }

    /// How many there are in all.
    pub fn len(&self) -> usize {
        self.lengths().sum()
    }

    /// The examples of each part, one part after the other.
    pub fn loaded(&self) -> impl Iterator<Item = io::Result<Cow<'_, [Example]>>> {
        self.parts.iter().map(Part::load)
    }

    /// The examples of part `number`.
    ///
    /// # Errors
    /// If they cannot be read.
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
    use engine::shogi::Position;
    use matches::stats::GamePoints;

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
