//! `YaneuraOu`'s `nn.bin` of an SFNN edition, from the transformer on. Numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 4 | hash of the transformer, 5F134AB8 |
//! | | a block: biases of an accumulator, F |
//! | | a block: weights, an input's row after the other, D·F |
//! | 4 | hash of progress, 6F50524F; this and the next two only where progress chooses a stack |
//! | 4 | bias of progress |
//! | 4·81·1548 | weights of progress, king by king |
//! | | stacks, each: hash, 6333718A, in 4 bytes, and three layers as in the other `nn.bin` |
//!
//! A block is the letters `COMPRESSED_LEB128`, the length of what follows in 4 bytes, and numbers of 16 bits in
//! signed LEB128.
//!
//! F, D, and with them the inputs, and the length of all layers follow from the bytes; the rest of an edition
//! is said by whoever names it, else by the description, else guessed, which is a remark. What must hold: an
//! edition is never taken for a file whose sizes, or whose description, say another.

use super::super::choice::{Choice, Progress};
use super::super::edition::Edition;
use super::super::features::halfkp::{BOARD_SQUARES, KINGLESS, NUMBERS};
use super::super::layers::{Affine, Dense, Head, Stacks};
use super::super::network::{About, Network, NetworkError, Transformer};
use super::super::products::{Vector, numbers};
use super::super::shape::{FeatureSet, LANES};
use super::super::stacks::Stacked;
use super::nnue::{Hashes, Header, clear_unused, remarks, write_header, write_layers};
use super::source::Source;
use base::files::hexadecimal;
use base::pages::Pages;
use sha2::Digest;
use std::fmt;

/// The hashes, if progress chooses no stack.
const HASHES: Hashes = Hashes {
    file: 0x3C20_3B32,
    transformer: 0x5F13_4AB8,
    network: 0x6333_718A,
};
/// The hash of progress.
const PROGRESS: u32 = 0x6F50_524F;
/// What descriptions say of the arithmetic, and what follows.
const MODEL: &str = "ModelType=";
const OUR_MODEL: &str = "SFNNWithoutPsqt";
/// After this descriptions name the edition.
const NETWORK: &str = "Network=";
/// Words of descriptions whose layers are kept in another way.
const OTHER_LAYERS: &str = "FCWeightBits";
/// What a block begins with.
const BLOCK: &[u8; 17] = b"COMPRESSED_LEB128";
/// The longest file after the description, in bytes.
const MOST_BYTES: u64 = 1 << 31;
/// Bytes that are read of a block at a time.
const PIECE: usize = 1 << 14;
/// Bytes of a number.
const WORD: usize = size_of::<u32>();
/// Bytes of what progress is measured by.
const PROGRESS_BYTES: usize = WORD * (2 + Progress::WEIGHTS);

/// Whether a file with this header is of an SFNN network.
pub fn is_sfnn(header: &Header) -> bool {
    let by_hash = [HASHES.file, HASHES.file ^ PROGRESS].contains(&header.hash);
    by_hash || header.transformer == HASHES.transformer || header.text.contains("SFNN")
}

/// Reads the network of a file of which the `header` has been read; `named` is its edition, if someone says so.
pub fn read(
    mut file: Source,
    header: Header,
    named: Option<Edition>,
) -> Result<Network, NetworkError> {
    let text = header.text;
    let mut rest = header
        .rest
        .saturating_sub(size_of_val(&header.transformer) as u64);
    check_arithmetic(&text)?;
    if rest > MOST_BYTES {
        let found = format!("{rest} bytes after the description");
        return Err(NetworkError::Conflict(
            found,
            format!("at most {MOST_BYTES}"),
        ));
    }
    let biases = file.block(&mut rest)?;
    let mut weights = file.block(&mut rest)?;
    let mut layers = vec![0; rest as usize];
    file.fill(&mut layers)?;
    if !weights.len().is_multiple_of(biases.len()) {
        return Err(NetworkError::Damaged("a row of weights is cut"));
    }
    let sizes = Sizes::of(&biases, &weights, &layers);
    let (edition, guess) = sizes.edition(&text, &layers, named)?;
    let shape = edition.shape();
    let length = biases.len();
    match shape.features {
        FeatureSet::HalfKp | FeatureSet::HalfKpVm => clear_unused(&mut weights, length),
        FeatureSet::Ka2 => fold_kings(&mut weights, length),
        _ => {}
    }
    let mut bytes = &layers[..];
    let (stacks, network) = Source::new(&mut bytes).stacks(edition)?;
    let found = Hashes {
        file: header.hash,
        transformer: header.transformer,
        network,
    };
    let remarks = remarks(
        shape,
        [found, hashes(edition)],
        is_description(&text, edition),
    );
    Ok(Network {
        about: About {
            remarks: remarks.chain(guess).collect(),
            origin: text,
            digest: Some(hexadecimal(file.digest.finalize())),
        },
        shape,
        transformer: Transformer {
            weights: Pages::from(&weights[..]),
            biases: Pages::from(&biases[..]),
        },
        head: Head::Stacked(stacks),
    })
}

/// Refuses descriptions of other models.
fn check_arithmetic(text: &str) -> Result<(), NetworkError> {
    let kind = |name: &str| Err(NetworkError::Kind(name.to_owned()));
    match after(text, MODEL) {
        Some(model) if model != OUR_MODEL => kind(model),
        _ if text.contains(OTHER_LAYERS) => kind(OTHER_LAYERS),
        _ => Ok(()),
    }
}

/// What `text` says after `key`.
fn after<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let (_, value) = text.split_once(key)?;
    value.split([';', ',', '[', '{', '}']).next()
}

/// What the bytes of a file say of a network, or an edition of its file.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Sizes {
    inputs: usize,
    hidden: usize,
    has_progress: bool,
    /// Bytes of the stacks.
    layers: usize,
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let progress = if self.has_progress {
            " and progress"
        } else {
            ""
        };
        write!(
            f,
            "{} inputs, accumulators of {}, {} bytes of layers{progress}",
            self.inputs, self.hidden, self.layers
        )
    }
}

impl Sizes {
    fn of(biases: &[Vector], weights: &[Vector], layers: &[u8]) -> Self {
        let has_progress = layers.starts_with(&PROGRESS.to_le_bytes());
        let progress = if has_progress { PROGRESS_BYTES } else { 0 };
        Self {
            inputs: weights.len() / biases.len(),
            hidden: biases.len() * LANES,
            has_progress,
            layers: layers.len().saturating_sub(progress),
        }
    }

    fn expected_for(edition: Edition) -> Self {
        let (shape, layers) = (edition.shape(), edition.layers());
        Self {
            inputs: shape.features.inputs(),
            hidden: shape.hidden,
            has_progress: layers.choice.has_progress(),
            layers: layers.choice.count() * (WORD + layers.stack_bytes(shape.hidden)),
        }
    }

    /// The edition of these sizes, and a remark if it is a guess.
    fn edition(
        self,
        text: &str,
        layers: &[u8],
        named: Option<Edition>,
    ) -> Result<(Edition, Option<String>), NetworkError> {
        let said = match named {
            Some(edition) => Some(edition),
            None => self.edition_of(text)?,
        };
        let Some(edition) = said else {
            let edition = self.guess(&layers[layers.len() - self.layers..]);
            let edition = edition.ok_or_else(|| NetworkError::Sizes(self.to_string()))?;
            let guess = format!(
                "nothing names its edition, taken for {edition}: EvalEdition can say another"
            );
            return Ok((edition, Some(guess)));
        };
        let expected = Self::expected_for(edition);
        if self == expected {
            Ok((edition, None))
        } else {
            let expected = format!("{expected} for {edition}");
            Err(NetworkError::Conflict(self.to_string(), expected))
        }
    }

    /// The edition that the description `text` names, which must not say anything that is not so.
    fn edition_of(self, text: &str) -> Result<Option<Edition>, NetworkError> {
        let edition = after(text, NETWORK).map(|name| {
            let refused = |_| NetworkError::Edition(name.to_owned());
            name.parse::<Edition>().map_err(refused)
        });
        let edition = edition.transpose()?;
        let set = FeatureSet::of_inputs(self.inputs);
        let conflict = |found: &str, expected| {
            Err(NetworkError::Conflict(
                format!("description of {found}"),
                expected,
            ))
        };
        if let (Some(name), Some(set)) = (after(text, "Features="), set)
            && name != set.name_in_files()
        {
            return conflict(name, format!("{} for {self}", set.name_in_files()));
        }
        let expected = format!("{}->{}x2", self.inputs, self.hidden);
        if let Some(sizes) = after(text, "[").and_then(|it| it.strip_suffix(']'))
            && sizes != expected
        {
            return conflict(sizes, expected);
        }
        let count = edition.map(|it| it.layers().choice.count().to_string());
        match (after(text, "LayerStack="), count) {
            (Some(found), Some(count)) if found != count => {
                conflict(&format!("{found} stacks"), count)
            }
            _ => Ok(edition),
        }
    }

    /// The likeliest edition, whose stacks are `stacks`.
    fn guess(self, stacks: &[u8]) -> Option<Edition> {
        let features = FeatureSet::of_inputs(self.inputs)?;
        let hash = HASHES.network.to_le_bytes();
        let editions = Stacked::likely().filter_map(|layers| {
            let length = WORD + layers.stack_bytes(self.hidden);
            let mut each = stacks.chunks(length);
            let fits = stacks.len().is_multiple_of(length) && each.all(|it| it.starts_with(&hash));
            let mut choices = Choice::among(stacks.len() / length, self.has_progress);
            let choice = choices.next().filter(|_| fits)?;
            let layers = Stacked { choice, ..layers };
            Some((length, Edition::new(features, self.hidden, layers)?))
        });
        let (_, edition) = editions.min_by_key(|(length, _)| *length)?;
        Some(edition)
    }
}

/// Whether a description is that of files of `edition`, however that is spelled.
fn is_description(text: &str, edition: Edition) -> bool {
    let name = after(text, NETWORK).filter(|name| name.parse() == Ok(edition));
    let plain = name.map(|name| text.replacen(name, &edition.name_in_files(), 1));
    plain.is_some_and(|it| it.starts_with(&description(edition)))
}

fn hashes(edition: Edition) -> Hashes {
    let progress = if edition.layers().choice.has_progress() {
        PROGRESS
    } else {
        0
    };
    Hashes {
        file: HASHES.file ^ progress,
        ..HASHES
    }
}

/// The description of `edition` in files.
fn description(edition: Edition) -> String {
    let shape = edition.shape();
    let (features, hidden) = (shape.features, shape.hidden);
    format!(
        "{MODEL}{OUR_MODEL};Features={}[{}->{hidden}x2],{NETWORK}{}{{LayerStack={}}}",
        features.name_in_files(),
        features.inputs(),
        edition.name_in_files(),
        edition.layers().choice.count()
    )
}

/// Makes K-P's rows of those of K+A2, which has two rows for each king: one for where it is, whosever it is,
/// and one for where it is as the own or the other king.
fn fold_kings(weights: &mut Vec<Vector>, length: usize) {
    let kings = &mut weights[KINGLESS * length..];
    let (anyones, others) = kings.split_at_mut(BOARD_SQUARES * length);
    let (owns, others) = others.split_at_mut(BOARD_SQUARES * length);
    let add = |sums: &mut [Vector], rows: &[Vector]| {
        let pairs = sums.iter_mut().zip(rows);
        pairs.for_each(|(sum, row)| *sum = sum.plus(*row));
    };
    add(others, anyones);
    add(anyones, owns);
    owns.copy_from_slice(others);
    weights.truncate(NUMBERS * length);
}

/// K+A2's rows of those of K-P.
fn unfolded(weights: &[Vector], length: usize) -> Vec<Vector> {
    let (pieces, kings) = weights.split_at(KINGLESS * length);
    [pieces, &vec![Vector::ZERO; BOARD_SQUARES * length], kings].concat()
}

impl Source<'_> {
    /// The numbers of a block, a multiple of [`LANES`], of a file of which `rest` bytes follow, and then fewer.
    fn block(&mut self, rest: &mut u64) -> Result<Vec<Vector>, NetworkError> {
        let damaged = |what| Err(NetworkError::Damaged(what));
        let mut letters = [0; BLOCK.len()];
        self.fill(&mut letters)?;
        if letters != *BLOCK {
            return damaged("no block begins with COMPRESSED_LEB128");
        }
        let length = self.number()?;
        let before = (BLOCK.len() + WORD) as u64;
        let Some(after) = rest.checked_sub(before + u64::from(length)) else {
            return damaged("a block is longer than the file");
        };
        *rest = after;
        let mut numbers = Numbers {
            vectors: Vec::with_capacity(length as usize / LANES),
            ..Numbers::default()
        };
        let mut room = [0; PIECE];
        let mut length = length as usize;
        while length > 0 {
            let bytes = &mut room[..length.min(PIECE)];
            self.fill(bytes)?;
            numbers.read(bytes).map_err(NetworkError::Damaged)?;
            length -= bytes.len();
        }
        if numbers.bits != 0 {
            damaged("a block ends within a number")
        } else if numbers.count != 0 || numbers.vectors.is_empty() {
            damaged("a block has not as many numbers as an accumulator")
        } else {
            Ok(numbers.vectors)
        }
    }

    /// The stacks of `edition`, and the last of their hashes that is wrong, if one is.
    fn stacks(&mut self, edition: Edition) -> Result<(Stacks, u32), NetworkError> {
        let (layers, hidden) = (edition.layers(), edition.shape().hidden);
        let (choice, mut hash) = (layers.choice, HASHES.network);
        let progress = choice.has_progress().then(|| self.progress()).transpose()?;
        let mut stacks = Vec::with_capacity(choice.count());
        for _ in 0..choice.count() {
            match self.number()? {
                found if found == HASHES.network => {}
                found => hash = found,
            }
            let (biases, mut rows) = self.layer(hidden, layers.first_outputs())?;
            if let Some(groups) = layers.groups {
                groups.clear(&mut rows, biases.len());
            }
            stacks.push(Dense {
                first: Affine::new(hidden, biases, &rows),
                second: self.affine(2 * layers.first, layers.second)?,
                output: self.affine(layers.second, 1)?,
            });
        }
        let stacks = Stacks {
            choice,
            progress,
            stacks,
        };
        Ok((stacks, hash))
    }

    fn progress(&mut self) -> Result<Progress, NetworkError> {
        self.number()?;
        let bias = self.number()? as i32;
        Ok(Progress::new(bias, self.wide_numbers(Progress::WEIGHTS)?))
    }
}

/// Numbers in signed LEB128, as they are read.
#[derive(Default)]
struct Numbers {
    vectors: Vec<Vector>,
    /// The last numbers, which are no vector yet.
    last: [i16; LANES],
    /// How many of those there are.
    count: usize,
    /// What has been read of the next number, and how many bits of it.
    next: i32,
    bits: u32,
}

impl Numbers {
    /// Bits of a byte that belong to the number; the next says that another byte follows.
    const BITS: u32 = 7;

    /// Reads on.
    fn read(&mut self, bytes: &[u8]) -> Result<(), &'static str> {
        for &byte in bytes {
            self.next |= i32::from(byte & 0x7F) << self.bits;
            self.bits += Self::BITS;
            if byte >= 0x80 {
                if self.bits >= 3 * Self::BITS {
                    return Err("a number of a block has more than three bytes");
                }
                continue;
            }
            let unused = i32::BITS - self.bits;
            self.last[self.count] = (self.next << unused >> unused) as i16;
            (self.next, self.bits) = (0, 0);
            self.count += 1;
            if self.count == LANES {
                self.vectors.push(Vector(self.last));
                self.count = 0;
            }
        }
        Ok(())
    }
}

/// Adds `numbers` as a block to `file`.
fn write_block(file: &mut Vec<u8>, numbers: impl IntoIterator<Item = i16>) {
    file.extend(BLOCK);
    let at = file.len();
    file.extend([0; WORD]);
    for mut number in numbers {
        while !(-64..64).contains(&number) {
            file.push(number as u8 | 0x80);
            number >>= Numbers::BITS;
        }
        file.push(number as u8 & 0x7F);
    }
    let length = (file.len() - at - WORD) as u32;
    file[at..at + WORD].copy_from_slice(&length.to_le_bytes());
}

/// The file of a network with these layers.
pub fn write(network: &Network, edition: Edition, stacks: &Stacks) -> Vec<u8> {
    let (hashes, text) = (hashes(edition), description(edition));
    let mut file = write_header(hashes.file, &text);
    file.extend(hashes.transformer.to_le_bytes());
    let Transformer { weights, biases } = &network.transformer;
    write_block(&mut file, numbers(biases));
    let rows =
        (edition.shape().features == FeatureSet::Ka2).then(|| unfolded(weights, biases.len()));
    write_block(&mut file, numbers(rows.as_deref().unwrap_or(weights)));
    if let Some(progress) = &stacks.progress {
        let all = [PROGRESS as i32, progress.bias].into_iter();
        let all = all.chain(progress.weights.iter().copied());
        file.extend(all.flat_map(i32::to_le_bytes));
    }
    for stack in &stacks.stacks {
        file.extend(hashes.network.to_le_bytes());
        write_layers(stack, &mut file);
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_one_to_three_bytes_are_read_and_written() {
        for (number, bytes) in [
            (0, &[0][..]),
            (63, &[0x3F]),
            (-64, &[0x40]),
            (-1, &[0x7F]),
            (64, &[0xC0, 0]),
            (-65, &[0xBF, 0x7F]),
            (8191, &[0xFF, 0x3F]),
            (8192, &[0x80, 0xC0, 0]),
            (-8193, &[0xFF, 0xBF, 0x7F]),
            (i16::MIN, &[0x80, 0x80, 0x7E]),
        ] {
            let mut file = Vec::new();
            write_block(&mut file, [number]);
            assert_eq!(file[BLOCK.len() + WORD..], *bytes, "{number}");
            let mut numbers = Numbers::default();
            // Byte by byte: a number may be in two pieces.
            for byte in bytes {
                numbers.read(&[*byte]).unwrap();
            }
            assert_eq!(
                (numbers.last[0], numbers.count, numbers.bits),
                (number, 1, 0)
            );
        }
        assert!(Numbers::default().read(&[0x80, 0x80, 0x80, 0]).is_err());
    }

    #[test]
    fn kings_are_folded_and_unfolded_to_the_same_sums() {
        let row = |at: usize| Vector([at as i16 * 7; LANES]);
        let mut weights: Vec<_> = (0..FeatureSet::Ka2.inputs()).map(row).collect();
        fold_kings(&mut weights, 1);
        assert_eq!(weights.len(), NUMBERS);
        assert_eq!(weights[KINGLESS - 1], row(1547));
        assert_eq!(weights[KINGLESS + 5], row(1548 + 5).plus(row(1629 + 5)));
        assert_eq!(
            weights[KINGLESS + 81 + 5],
            row(1548 + 5).plus(row(1710 + 5))
        );
        let mut again = unfolded(&weights, 1);
        assert_eq!(again.len(), FeatureSet::Ka2.inputs());
        fold_kings(&mut again, 1);
        assert_eq!(again, weights);
    }
}
