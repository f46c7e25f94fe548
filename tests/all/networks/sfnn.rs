//! Networks of SFNN editions, as `nn.bin`: generated number by number, and valued plainly.

use super::generated::{Layer, SplitMix64, draw_layers, fnv, header, spread, write_layers};
use engine::eval::nnue::features::active;
use engine::eval::nnue::features::halfkp::number;
use engine::shogi::moves::HAND_KINDS;
use engine::shogi::{Color, PieceKind, Position};

/// Numbers of pieces but kings, and of all.
const KINGLESS: usize = 1548;
const NUMBERS: usize = 1710;

/// Where a piece that is nowhere counts, and how many pieces but kings there are.
const NOWHERE: usize = 0;
const PIECES: usize = 38;

/// A network to be generated: the name of its edition, the spread of its numbers, and the FNV-1a of the file, or
/// 0 if that is not known.
pub struct Recipe {
    pub edition: &'static str,
    pub seed: u64,
    pub spreads: [u64; 4],
    pub checksum: u64,
}

/// The parts of an edition's name.
struct Parts<'a> {
    features: &'a str,
    hidden: usize,
    first: usize,
    second: usize,
    /// Common inputs, those of a group, groups.
    groups: Option<[usize; 3]>,
    tokens: Vec<&'a str>,
}

fn parts(edition: &str) -> Parts<'_> {
    let parts: Vec<&str> = edition.split('_').collect();
    let number = |text: &str| text.parse().expect("a number");
    let groups = parts.get(5).and_then(|it| it.strip_prefix('c'));
    let groups = groups.map(|common| {
        let (own, count) = parts[6][1..].split_once('x').expect("groups");
        [common, own, count].map(number)
    });
    Parts {
        features: parts[1],
        hidden: number(parts[2]),
        first: number(parts[3]),
        second: number(parts[4]),
        tokens: parts[if groups.is_some() { 7 } else { 5 }..].to_vec(),
        groups,
    }
}

impl Parts<'_> {
    fn has_short_cut(&self) -> bool {
        self.first % 8 == 7
    }

    /// Inputs and outputs of the layers.
    fn layers(&self) -> [(usize, usize); 3] {
        let first = self.first + usize::from(self.has_short_cut());
        [
            (self.hidden, first),
            (2 * self.first, self.second),
            (self.second, 1),
        ]
    }

    fn token(&self, kind: &str) -> Option<&str> {
        let mut tokens = self.tokens.iter().copied();
        tokens.find(|it| {
            it.strip_prefix(kind)
                .is_some_and(|rest| rest.starts_with(|it: char| it.is_ascii_digit()))
        })
    }

    fn stacks(&self) -> usize {
        self.tokens.iter().map(|token| classes(token)).product()
    }

    /// The name in descriptions, and how many inputs there are.
    fn inputs(&self) -> (&'static str, usize) {
        match self.features {
            "halfkahm2" => ("HalfKA_hm2(Friend)", 73_305),
            "halfka2" => ("HalfKA2(Friend)", 131_949),
            "ka2" => ("K+A2", 1791),
            "halfkahm1" => ("HalfKA_hm1(Friend)", 76_950),
            "halfka1" => ("HalfKA1(Friend)", 138_510),
            "halfkp" => ("HalfKP(Friend)", 125_388),
            "halfkpvm" => ("HalfKP_vm(Friend)", 69_660),
            _ => ("K+P", NUMBERS),
        }
    }
}

fn classes(token: &str) -> usize {
    match token {
        "k3k3" => 9,
        "k9k9" | "k9k9z" => 81,
        "k13k13z" => 169,
        "k21k21" => 441,
        "k29k29" => 841,
        _ => {
            let digits = token.trim_matches(|it: char| !it.is_ascii_digit());
            digits.parse().expect("a number")
        }
    }
}

/// The numbers of a network in the order of its file.
pub struct Numbers {
    edition: &'static str,
    biases: Vec<i16>,
    weights: Vec<i16>,
    progress: Option<(i32, Vec<i32>)>,
    stacks: Vec<[Layer; 3]>,
}

impl Recipe {
    pub const fn new(edition: &'static str) -> Self {
        Self {
            edition,
            seed: 5,
            spreads: [7, 32, 50, 50],
            checksum: 0,
        }
    }

    pub fn draw(&self) -> Numbers {
        let (parts, mut numbers) = (parts(self.edition), SplitMix64(self.seed));
        let [a, spreads @ ..] = self.spreads;
        let biases = (0..parts.hidden).map(|_| spread(numbers.draw(), 40) as i16 + 40);
        let biases = biases.collect();
        let weights = (0..parts.hidden * parts.inputs().1).map(|_| weight(numbers.draw(), a));
        let weights = weights.collect();
        let progress = parts.token("progress").map(|_| {
            let bias = spread(numbers.draw(), 30_000);
            let weights = (0..81 * KINGLESS).map(|_| spread(numbers.draw(), 15_000));
            (bias, weights.collect())
        });
        let stack = |_| draw_layers(&mut numbers, parts.layers(), spreads);
        Numbers {
            edition: self.edition,
            biases,
            weights,
            progress,
            stacks: (0..parts.stacks()).map(stack).collect(),
        }
    }

    /// The file.
    pub fn file(&self) -> Vec<u8> {
        let file = self.draw().file();
        assert!(
            self.checksum == 0 || fnv(&file) == self.checksum,
            "{}",
            self.edition
        );
        file
    }
}

/// Mostly one byte in a file, sometimes two or three.
fn weight(z: u64, a: u64) -> i16 {
    let a = match (z >> 46, z >> 54) {
        (0, _) => 8500,
        (_, 0) => 400,
        _ => a,
    };
    spread(z, a) as i16
}

/// The description of a network of `edition`.
pub fn text(edition: &str) -> String {
    let parts = parts(edition);
    let ((name, inputs), hidden, stacks) = (parts.inputs(), parts.hidden, parts.stacks());
    let network = match edition {
        "SFNN_halfkahm2_1536_15_32_k3k3" => "SFNN-1536".to_owned(),
        _ => edition.to_ascii_uppercase(),
    };
    format!(
        "ModelType=SFNNWithoutPsqt;Features={name}[{inputs}->{hidden}x2],\
         Network={network}{{LayerStack={stacks}}}"
    )
}

/// Signed LEB128, as short as it can be.
fn block(file: &mut Vec<u8>, numbers: &[i16]) {
    file.extend(b"COMPRESSED_LEB128");
    let at = file.len();
    file.extend([0; 4]);
    for &number in numbers {
        let (low, middle, high) = (number & 0x7F, number >> 7 & 0x7F, number >> 14);
        match number {
            -64..64 => file.push(low as u8),
            -8192..8192 => file.extend([low as u8 | 0x80, middle as u8]),
            _ => file.extend([low as u8 | 0x80, middle as u8 | 0x80, high as u8 & 0x7F]),
        }
    }
    let length = (file.len() - at - 4) as u32;
    file[at..at + 4].copy_from_slice(&length.to_le_bytes());
}

impl Numbers {
    pub fn file(&self) -> Vec<u8> {
        let text = text(self.edition);
        let hash = match self.progress {
            Some(_) => 0x5370_697D_u32,
            None => 0x3C20_3B32,
        };
        let mut file = header(hash, &text);
        file.extend(0x5F13_4AB8_u32.to_le_bytes());
        block(&mut file, &self.biases);
        block(&mut file, &self.weights);
        if let Some((bias, weights)) = &self.progress {
            file.extend(0x6F50_524F_u32.to_le_bytes());
            let numbers = [*bias].into_iter().chain(weights.iter().copied());
            file.extend(numbers.flat_map(i32::to_le_bytes));
        }
        for stack in &self.stacks {
            file.extend(0x6333_718A_u32.to_le_bytes());
            write_layers(&mut file, stack);
        }
        file
    }

    /// The output for the side to move, by the definition.
    pub fn output(&self, pos: &Position) -> i64 {
        let parts = parts(self.edition);
        let half = parts.hidden / 2;
        let mut inputs = Vec::new();
        for view in [pos.side(), pos.side().flip()] {
            let rows = rows(parts.features, &Seen::new(pos, view));
            let sum = |at: usize| {
                let weights = rows
                    .iter()
                    .map(|row| i64::from(self.weights[row * parts.hidden + at]));
                (i64::from(self.biases[at]) + weights.sum::<i64>()).clamp(0, 127)
            };
            inputs.extend((0..half).map(|at| sum(at) * sum(at + half) / 128));
        }
        let [first, second, output] = &self.stacks[self.stack(&parts, pos)];
        let sees = |output: usize, input: usize| match parts.groups {
            None => true,
            Some([common, own, count]) => {
                let group = output / (first.0.len() / count);
                input < common || (input - common) / own == group
            }
        };
        let sums = sums(first, &inputs, sees);
        let going_on = &sums[..parts.first];
        let squares = going_on.iter().map(|sum| ((sum * sum) >> 19).min(127));
        let clamped = going_on.iter().map(|sum| (sum >> 6).clamp(0, 127));
        let inputs: Vec<i64> = squares.chain(clamped).collect();
        let all = |_, _| true;
        let inputs: Vec<i64> = self::sums(second, &inputs, all)
            .into_iter()
            .map(|sum| (sum >> 6).clamp(0, 127))
            .collect();
        let output = self::sums(output, &inputs, all)[0];
        output + sums.get(parts.first).copied().unwrap_or(0)
    }

    fn stack(&self, parts: &Parts, pos: &Position) -> usize {
        let sides = [pos.side(), pos.side().flip()];
        let pair = |token: &str, class: &dyn Fn(Color) -> usize| {
            let count = classes(token).isqrt();
            class(sides[0]) * count + class(sides[1])
        };
        let mut index = 0;
        if let Some(token) = parts.token("hand") {
            index = pair(token, &|side| hand_class(token, pos, side));
        }
        if let Some(token) = parts.token("k") {
            let class = pair(token, &|side| king_class(token, Seen::new(pos, side).own));
            index = index * classes(token) + class;
        }
        if let Some((token, (bias, weights))) = parts.token("progress").zip(self.progress.as_ref())
        {
            let count = classes(token);
            let mut sum = i64::from(*bias);
            for side in sides {
                let seen = Seen::new(pos, side);
                let weight = |number: &usize| weights[seen.own * KINGLESS + number];
                sum += seen
                    .pieces
                    .iter()
                    .map(|it| i64::from(weight(it)))
                    .sum::<i64>();
            }
            let reached = |step: &i32| {
                let limit = 65_536.0 * (f64::from(*step) / f64::from(256 - step)).ln();
                limit.round() as i64 <= sum
            };
            index = index * count + (1..256).filter(reached).count() * count / 256;
        }
        index
    }
}

fn sums(
    (biases, weights): &Layer,
    inputs: &[i64],
    sees: impl Fn(usize, usize) -> bool,
) -> Vec<i64> {
    let rows = weights
        .chunks(inputs.len().next_multiple_of(32))
        .zip(biases);
    let sum = |(output, (row, bias)): (usize, (&[i8], &i32))| {
        let seen = inputs
            .iter()
            .zip(row)
            .enumerate()
            .filter(|(input, _)| sees(output, *input));
        i64::from(*bias) + seen.map(|(_, (x, w))| x * i64::from(*w)).sum::<i64>()
    };
    rows.enumerate().map(sum).collect()
}

/// A position as a side sees it: the numbers of all pieces but kings, and where the kings are.
struct Seen {
    pieces: Vec<usize>,
    own: usize,
    other: usize,
}

impl Seen {
    fn new(pos: &Position, view: Color) -> Self {
        let numbers: Vec<usize> = active(pos, view).map(number).collect();
        let king = |first: usize| {
            let mut kings = numbers.iter().filter(|it| (first..first + 81).contains(it));
            kings.next().expect("a king") - first
        };
        let (own, other) = (king(KINGLESS), king(KINGLESS + 81));
        let mut pieces: Vec<usize> = numbers
            .iter()
            .copied()
            .filter(|it| *it < KINGLESS)
            .collect();
        pieces.resize(PIECES, NOWHERE);
        Self { pieces, own, other }
    }

    fn mirrored(&self) -> Self {
        let square = |square: usize| (8 - square / 9) * 9 + square % 9;
        let piece = |&number: &usize| match number.checked_sub(90) {
            Some(on_board) => 90 + on_board / 81 * 81 + square(on_board % 81),
            None => number,
        };
        Self {
            pieces: self.pieces.iter().map(piece).collect(),
            own: square(self.own),
            other: square(self.other),
        }
    }
}

fn rows(features: &str, seen: &Seen) -> Vec<usize> {
    let mirrored = ["halfkahm1", "halfkahm2", "halfkpvm"].contains(&features) && seen.own >= 45;
    let mirror = mirrored.then(|| seen.mirrored());
    let Seen { pieces, own, other } = mirror.as_ref().unwrap_or(seen);
    let (width, kings) = match features {
        "halfkahm2" | "halfka2" => (1629, vec![1548 + own, 1548 + other]),
        "halfkahm1" | "halfka1" => (1710, vec![1548 + own, 1629 + other]),
        "halfkp" | "halfkpvm" => (1548, Vec::new()),
        "ka2" => (0, vec![1548 + own, 1548 + other, 1629 + own, 1710 + other]),
        _ => (0, vec![1548 + own, 1629 + other]),
    };
    let numbers = pieces.iter().copied().chain(kings);
    numbers.map(|number| own * width + number).collect()
}

fn king_class(token: &str, square: usize) -> usize {
    let (file, rank) = (square / 9, square % 9);
    match token {
        "k3k3" => rank / 3,
        "k9k9" => rank,
        "k13k13z" if rank < 7 => rank,
        "k13k13z" => 7 + (rank - 7) * 3 + file / 3,
        _ if rank < 6 => rank / 3,
        "k29k29" => 2 + (rank - 6) * 9 + file,
        _ if rank == 6 => 2,
        "k21k21" => 3 + (rank - 7) * 9 + file,
        _ => 3 + (rank - 7) * 3 + file / 3,
    }
}

fn hand_class(token: &str, pos: &Position, side: Color) -> usize {
    use PieceKind::{Bishop, Gold, Knight, Lance, Pawn, Rook, Silver};
    let count = |kind| pos.hand(side).count(kind) as usize;
    let has = |kinds: &[PieceKind]| usize::from(kinds.iter().any(|&kind| count(kind) > 0));
    match token {
        "hand4" => has(&[Bishop]),
        "hand16" => has(&[Pawn]) + 2 * has(&[Bishop]),
        "hand64" => {
            has(&[Pawn, Lance, Knight]) + 2 * has(&[Gold, Silver, Rook]) + 4 * has(&[Bishop])
        }
        "hand64z" => {
            // In the order of `HAND_KINDS`.
            let points = HAND_KINDS.into_iter().zip([5, 5, 3, 3, 2, 2, 1]);
            let points: usize = points.map(|(kind, points)| points * count(kind)).sum();
            usize::min(points.div_ceil(4), 7)
        }
        "hand256" => {
            let small = has(&[Pawn, Lance, Knight]) + 2 * has(&[Silver, Gold]);
            small + 4 * has(&[Bishop]) + 8 * has(&[Rook])
        }
        _ => {
            let small = has(&[Pawn]) + 2 * has(&[Lance, Knight]) + 4 * has(&[Silver, Gold]);
            small + 8 * has(&[Bishop]) + 16 * has(&[Rook])
        }
    }
}
