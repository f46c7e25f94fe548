//! Changing valid inputs into invalid ones: bits, numbers, words, lines, pieces of other inputs, other
//! encodings. Input `n` under a seed is always the same.

use encoding_rs::{EUC_JP, SHIFT_JIS};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// No input of text is made longer than this; others not longer than their sample.
const LONGEST: usize = 1 << 14;
/// The most changes of one input.
const MOST_CHANGES: usize = 6;

/// Numbers as text at the edges of what programs keep them in, and what is no number.
const NUMBERS: &str = "0 -1 1 -0 127 128 255 256 32767 -32769 65535 65536 2147483647 -2147483649 4294967296 \
                       9223372036854775807 18446744073709551615 18446744073709551616 1e309 NaN ０１ \
                       00000000000000000000000000000000001";
/// The same as they stand in binary files.
const WORDS: [u64; 8] = [0, 1, 0x7F, 0x80, 0x7FFF, 0x8000_0000, 0xFFFF_FFFF, u64::MAX];
/// Bytes that mean something to some reader, or to none.
const BYTES: &[u8] = b"\0\n\r\t +-*/=;:,.'\"%#&!{}[]09azAZ\x7f\x80\xa4\xe3\xfe\xff";

/// Samples, their words, and inputs made of them.
pub struct Mutator {
    samples: Vec<Vec<u8>>,
    words: Vec<Vec<u8>>,
    longest: usize,
}

impl Mutator {
    /// Makes inputs of `samples`, of which there must be one.
    pub fn new(samples: Vec<Vec<u8>>) -> Self {
        let sample_length = samples.iter().map(Vec::len).max().unwrap_or_default();
        let texts = samples.iter().filter(|it| it.len() < LONGEST);
        let mut words: Vec<_> = texts
            .flat_map(|it| words_of(it).map(<[u8]>::to_vec))
            .collect();
        words.sort();
        words.dedup();
        words.extend(numbers().map(|it| it.as_bytes().to_vec()));
        Self {
            longest: sample_length.max(LONGEST),
            samples,
            words,
        }
    }

    /// How many samples there are.
    pub fn samples(&self) -> usize {
        self.samples.len()
    }

    /// Input `number` under `seed`: a sample, changed. One in fifty is a sample as it is.
    pub fn input(&self, seed: u64, number: u64) -> Vec<u8> {
        let mixed = seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(mixed);
        let mut input = self.samples.choose(&mut rng).cloned().unwrap_or_default();
        if rng.random_ratio(49, 50) {
            for _ in 0..rng.random_range(1..=MOST_CHANGES) {
                self.change(&mut rng, &mut input);
                input.truncate(self.longest);
            }
        }
        input
    }

    fn change(&self, rng: &mut Xoshiro256PlusPlus, input: &mut Vec<u8>) {
        let at = rng.random_range(0..=input.len());
        let part = part_of(rng, input.len());
        match rng.random_range(0..16) {
            0 => flip(rng, input),
            1 | 2 => drop(input.splice(part, self.word(rng))),
            3 => drop(input.splice(at..at, [b' '].into_iter().chain(self.word(rng)))),
            4 => drop(input.drain(part)),
            5 => input.truncate(at),
            6 => repeat(rng, input, part),
            7 => self.splice(rng, input, at),
            8 => swap_words(rng, input),
            9 | 10 => self.replace_word(rng, input),
            11 => replace_number(rng, input),
            12 => set_binary(rng, input),
            13 => change_lines(rng, input),
            14 => insert_bytes(rng, input, at),
            _ => change_encoding(rng, input),
        }
    }

    fn word(&self, rng: &mut Xoshiro256PlusPlus) -> Vec<u8> {
        self.words.choose(rng).cloned().unwrap_or_default()
    }

    /// Goes on with the end of another sample.
    fn splice(&self, rng: &mut Xoshiro256PlusPlus, input: &mut Vec<u8>, at: usize) {
        if let Some(other) = self.samples.choose(rng) {
            input.truncate(at);
            input.extend_from_slice(&other[rng.random_range(0..=other.len())..]);
        }
    }

    fn replace_word(&self, rng: &mut Xoshiro256PlusPlus, input: &mut Vec<u8>) {
        if let Some(place) = any_word(rng, input) {
            input.splice(place, self.word(rng));
        }
    }
}

fn numbers() -> impl Iterator<Item = &'static str> {
    NUMBERS.split(' ')
}

fn is_between(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"=;:,\"{}[]()/+-".contains(&byte)
}

fn words_of(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let words = text.split(|&byte| is_between(byte));
    words.filter(|word| (1..40).contains(&word.len()))
}

/// A short part of `length` bytes, most of the time.
fn part_of(rng: &mut Xoshiro256PlusPlus, length: usize) -> std::ops::Range<usize> {
    let from = rng.random_range(0..=length);
    let most = if rng.random_ratio(1, 8) { length } else { 16 };
    from..(from + rng.random_range(0..=most)).min(length)
}

/// Where the word stands that is nearest after a place chosen at random.
fn any_word(rng: &mut Xoshiro256PlusPlus, input: &[u8]) -> Option<std::ops::Range<usize>> {
    let near = rng.random_range(0..=input.len());
    let from = near + input[near..].iter().position(|&byte| !is_between(byte))?;
    let rest = &input[from..];
    let length = rest.iter().position(|&byte| is_between(byte));
    Some(from..from + length.unwrap_or(rest.len()))
}

fn flip(rng: &mut Xoshiro256PlusPlus, input: &mut [u8]) {
    if let Some(last) = input.len().checked_sub(1) {
        input[rng.random_range(0..=last)] ^= 1 << rng.random_range(0..8);
    }
}

fn repeat(rng: &mut Xoshiro256PlusPlus, input: &mut Vec<u8>, part: std::ops::Range<usize>) {
    let count = 1 << rng.random_range(0..8);
    let (at, part) = (part.end, input[part].to_vec());
    let count = count.min(LONGEST / part.len().max(1));
    input.splice(at..at, part.repeat(count));
}

fn swap_words(rng: &mut Xoshiro256PlusPlus, input: &mut Vec<u8>) {
    if let (Some(one), Some(other)) = (any_word(rng, input), any_word(rng, input))
        && one.end <= other.start
    {
        let first = input[one.clone()].to_vec();
        let second: Vec<u8> = input.splice(other, first).collect();
        input.splice(one, second);
    }
}

fn replace_number(rng: &mut Xoshiro256PlusPlus, input: &mut Vec<u8>) {
    let near = rng.random_range(0..=input.len());
    let digits = |byte: &u8| byte.is_ascii_digit();
    if let Some(from) = input[near..].iter().position(digits) {
        let from = near + from;
        let length = input[from..].iter().take_while(|it| digits(it)).count();
        let numbers: Vec<_> = numbers().collect();
        let number = numbers.choose(rng).unwrap_or(&"");
        input.splice(from..from + length, number.bytes());
    }
}

fn set_binary(rng: &mut Xoshiro256PlusPlus, input: &mut [u8]) {
    let word = WORDS.choose(rng).copied().unwrap_or_default().to_le_bytes();
    let width = [1, 2, 4, 8].choose(rng).copied().unwrap_or(1);
    // Heads are short, and matter most.
    let most = if rng.random() { 80 } else { input.len() };
    let at = rng.random_range(0..=most.min(input.len()));
    let places = input[at..].iter_mut().take(width);
    places.zip(word).for_each(|(place, byte)| *place = byte);
}

fn change_lines(rng: &mut Xoshiro256PlusPlus, input: &mut Vec<u8>) {
    let mut lines: Vec<_> = input.split(|&byte| byte == b'\n').collect();
    let (one, other) = (
        rng.random_range(0..lines.len()),
        rng.random_range(0..lines.len()),
    );
    match rng.random_range(0..4) {
        0 => lines.swap(one, other),
        1 => drop(lines.remove(one)),
        2 => lines.insert(one, lines[other]),
        _ => lines.truncate(one + 1),
    }
    let end: &[u8] = if rng.random_ratio(1, 8) {
        b"\r\n"
    } else {
        b"\n"
    };
    *input = lines.join(end);
}

fn insert_bytes(rng: &mut Xoshiro256PlusPlus, input: &mut Vec<u8>, at: usize) {
    let count = rng.random_range(1..=8);
    let byte = |rng: &mut Xoshiro256PlusPlus| {
        let known = BYTES.choose(rng).copied();
        known
            .filter(|_| rng.random())
            .unwrap_or_else(|| rng.random())
    };
    let bytes: Vec<u8> = (0..count).map(|_| byte(rng)).collect();
    input.splice(at..at, bytes);
}

fn change_encoding(rng: &mut Xoshiro256PlusPlus, input: &mut Vec<u8>) {
    if input.len() > LONGEST {
        return;
    }
    let text = String::from_utf8_lossy(input).into_owned();
    *input = match rng.random_range(0..5) {
        0 => SHIFT_JIS.encode(&text).0.into_owned(),
        1 => EUC_JP.encode(&text).0.into_owned(),
        2 => [b"\xef\xbb\xbf", text.as_bytes()].concat(),
        order => {
            let bytes: fn(u16) -> [u8; 2] = match order {
                3 => u16::to_le_bytes,
                _ => u16::to_be_bytes,
            };
            let units = [0xFEFF].into_iter().chain(text.encode_utf16());
            units.flat_map(bytes).collect()
        }
    };
}
