//! Numbers side by side, as vector instructions take them, and sums of their products, as each set of
//! instructions computes them.
//!
//! What must hold: a value of one of these types exists only in code that runs on a processor that
//! was found to have its instructions ([`super::instructions`] makes them); and all give the same
//! sums, which the tests check for those that the processor has.
#![allow(unsafe_code)]
// What `Kernel`s call must be compiled with them.
#![allow(clippy::inline_always)]

use base::pages::Pages;
#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
use bytemuck::cast;
use bytemuck::{Pod, Zeroable};
#[cfg(target_feature = "simd128")]
use std::arch::wasm32::{
    i16x8_add, i16x8_shl, i16x8_shr, i16x8_sub, i32x4_add, i32x4_dot_i16x8, i32x4_splat,
    i64x2_splat, v128,
};
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{
    __m256i, __m512i, _mm256_add_epi16, _mm256_add_epi32, _mm256_madd_epi16, _mm256_maddubs_epi16,
    _mm256_set1_epi16, _mm256_set1_epi32, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_sub_epi16, _mm512_add_epi16, _mm512_add_epi32, _mm512_dpbusd_epi32, _mm512_dpwssd_epi32,
    _mm512_set1_epi32, _mm512_set1_epi64, _mm512_setzero_si512, _mm512_sub_epi16,
};

/// Numbers of an accumulator come in multiples of this.
pub const LANES: usize = 32;

/// Numbers of an accumulator, as many as one cache line and one AVX-512 register hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct Vector(pub [i16; LANES]);

impl Vector {
    /// All numbers zero.
    pub const ZERO: Self = Self([0; LANES]);

    /// The sums, wrapping round.
    #[inline(always)]
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let mut sum = self.0;
        for (lane, number) in sum.iter_mut().zip(other.0) {
            *lane = lane.wrapping_add(number);
        }
        Self(sum)
    }

    /// The differences, wrapping round.
    #[inline(always)]
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        let mut rest = self.0;
        for (lane, number) in rest.iter_mut().zip(other.0) {
            *lane = lane.wrapping_sub(number);
        }
        Self(rest)
    }
}

/// `numbers`, a multiple of [`LANES`], in vectors.
pub fn vectors(numbers: &[i16]) -> Pages<Vector> {
    let (members, _) = numbers.as_chunks();
    let mut vectors = Pages::new(members.len());
    for (vector, numbers) in vectors.iter_mut().zip(members) {
        *vector = Vector(*numbers);
    }
    vectors
}

/// The numbers of `vectors`.
pub fn numbers(vectors: &[Vector]) -> Vec<i16> {
    vectors.iter().flat_map(|vector| vector.0).collect()
}

/// As many sums as one AVX-512 register holds.
pub const SUMS: usize = 16;
/// How many inputs a sum takes at a time.
pub const STEP: usize = 4;

/// Activations, 0 to 127, as many as one cache line holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct Activations(pub [u8; STEP * SUMS]);

/// For each of [`SUMS`] sums in turn the weights of [`STEP`] inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct Weights(pub [i8; STEP * SUMS]);

/// How to add up products of activations and weights.
pub trait Products: Copy {
    /// [`SUMS`] sums.
    type Sums: Copy;
    /// Activations for [`SUMS`] sums.
    type Inputs: Copy;

    /// A [`Vector`] in registers.
    type Lanes: Pod;

    /// `lanes` and the numbers of `row`, wrapping round.
    fn plus(self, lanes: Self::Lanes, row: &Vector) -> Self::Lanes;
    /// `lanes` without the numbers of `row`, wrapping round.
    fn minus(self, lanes: Self::Lanes, row: &Vector) -> Self::Lanes;
    /// Sums of nothing.
    fn nothing(self) -> Self::Sums;
    /// Both added.
    fn both(self, one: Self::Sums, other: Self::Sums) -> Self::Sums;
    /// The sums as numbers.
    fn numbers(self, sums: Self::Sums) -> [i32; SUMS];
    /// Four or eight activations, again and again.
    fn repeated<const COUNT: usize>(self, inputs: &[u8; COUNT]) -> Self::Inputs;
    /// `sums` and to each the products of its [`STEP`] inputs and their weights.
    fn added(self, sums: Self::Sums, inputs: Self::Inputs, weights: &Weights) -> Self::Sums;
    /// `sums`, and to each the products of two of the numbers and their weights; which two is not said.
    /// Sums wrap round.
    fn pairs(self, sums: Self::Sums, numbers: &Vector, weights: &Vector) -> Self::Sums;
}

/// For every processor.
#[derive(Clone, Copy)]
pub struct Portable;

impl Products for Portable {
    type Sums = [i32; SUMS];
    type Inputs = [u8; STEP * SUMS];
    type Lanes = Vector;

    #[inline(always)]
    fn plus(self, lanes: Vector, row: &Vector) -> Vector {
        lanes.plus(*row)
    }

    #[inline(always)]
    fn minus(self, lanes: Vector, row: &Vector) -> Vector {
        lanes.minus(*row)
    }

    #[inline(always)]
    fn nothing(self) -> Self::Sums {
        [0; SUMS]
    }

    #[inline(always)]
    fn both(self, mut one: Self::Sums, other: Self::Sums) -> Self::Sums {
        for (one, other) in one.iter_mut().zip(other) {
            *one += other;
        }
        one
    }

    #[inline(always)]
    fn numbers(self, sums: Self::Sums) -> [i32; SUMS] {
        sums
    }

    #[inline(always)]
    fn repeated<const COUNT: usize>(self, inputs: &[u8; COUNT]) -> Self::Inputs {
        let mut all = [0; STEP * SUMS];
        for (at, input) in all.iter_mut().enumerate() {
            *input = inputs[at % COUNT];
        }
        all
    }

    #[inline(always)]
    fn added(self, mut sums: Self::Sums, inputs: Self::Inputs, weights: &Weights) -> Self::Sums {
        let (inputs, weights) = (
            inputs.as_chunks::<STEP>().0,
            weights.0.as_chunks::<STEP>().0,
        );
        for ((sum, inputs), weights) in sums.iter_mut().zip(inputs).zip(weights) {
            for (input, weight) in inputs.iter().zip(weights) {
                *sum += i32::from(*input) * i32::from(*weight);
            }
        }
        sums
    }

    #[inline(always)]
    fn pairs(self, mut sums: Self::Sums, numbers: &Vector, weights: &Vector) -> Self::Sums {
        let product = |lane: usize| i32::from(numbers.0[lane]) * i32::from(weights.0[lane]);
        for (lane, sum) in sums.iter_mut().enumerate() {
            *sum = sum.wrapping_add(product(lane) + product(lane + SUMS));
        }
        sums
    }
}

/// With AVX2.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    /// # Safety
    /// The processor has AVX2.
    #[inline(always)]
    pub const unsafe fn new() -> Self {
        Self(())
    }
}

#[cfg(target_arch = "x86_64")]
impl Products for Avx2 {
    type Sums = [__m256i; 2];
    type Inputs = __m256i;
    type Lanes = [__m256i; 2];

    #[inline(always)]
    fn nothing(self) -> Self::Sums {
        // SAFETY: `new` was promised that the processor has the instructions.
        [unsafe { _mm256_setzero_si256() }; 2]
    }

    #[inline(always)]
    fn plus(self, [low, high]: Self::Lanes, row: &Vector) -> Self::Lanes {
        let row: Self::Lanes = cast(*row);
        // SAFETY: as in `nothing`.
        unsafe {
            [
                _mm256_add_epi16(low, row[0]),
                _mm256_add_epi16(high, row[1]),
            ]
        }
    }

    #[inline(always)]
    fn minus(self, [low, high]: Self::Lanes, row: &Vector) -> Self::Lanes {
        let row: Self::Lanes = cast(*row);
        // SAFETY: as in `nothing`.
        unsafe {
            [
                _mm256_sub_epi16(low, row[0]),
                _mm256_sub_epi16(high, row[1]),
            ]
        }
    }

    #[inline(always)]
    fn both(self, one: Self::Sums, other: Self::Sums) -> Self::Sums {
        let ([one, two], [three, four]) = (one, other);
        // SAFETY: as in `nothing`.
        unsafe { [_mm256_add_epi32(one, three), _mm256_add_epi32(two, four)] }
    }

    #[inline(always)]
    fn numbers(self, sums: Self::Sums) -> [i32; SUMS] {
        cast(sums)
    }

    #[inline(always)]
    fn repeated<const COUNT: usize>(self, inputs: &[u8; COUNT]) -> Self::Inputs {
        // SAFETY: as in `nothing`.
        unsafe {
            match (inputs.first_chunk(), inputs.first_chunk()) {
                (Some(eight), _) => _mm256_set1_epi64x(i64::from_le_bytes(*eight)),
                (None, Some(four)) => _mm256_set1_epi32(i32::from_le_bytes(*four)),
                (None, None) => _mm256_setzero_si256(),
            }
        }
    }

    /// Two products of 0..=127 and -128..=127 add up to 16 bits.
    #[inline(always)]
    fn added(self, sums: Self::Sums, inputs: Self::Inputs, weights: &Weights) -> Self::Sums {
        let ([low, high], weights): (_, [__m256i; 2]) = (sums, cast(*weights));
        // SAFETY: as in `nothing`.
        unsafe {
            let ones = _mm256_set1_epi16(1);
            let first = _mm256_madd_epi16(_mm256_maddubs_epi16(inputs, weights[0]), ones);
            let second = _mm256_madd_epi16(_mm256_maddubs_epi16(inputs, weights[1]), ones);
            [_mm256_add_epi32(low, first), _mm256_add_epi32(high, second)]
        }
    }

    #[inline(always)]
    fn pairs(self, sums: Self::Sums, numbers: &Vector, weights: &Vector) -> Self::Sums {
        let ([low, high], numbers, weights): (_, [__m256i; 2], [__m256i; 2]) =
            (sums, cast(*numbers), cast(*weights));
        // SAFETY: as in `nothing`.
        unsafe {
            let first = _mm256_madd_epi16(numbers[0], weights[0]);
            let second = _mm256_madd_epi16(numbers[1], weights[1]);
            [_mm256_add_epi32(low, first), _mm256_add_epi32(high, second)]
        }
    }
}

/// With AVX-512 and its VNNI.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub struct Avx512(());

#[cfg(target_arch = "x86_64")]
impl Avx512 {
    /// # Safety
    /// The processor has AVX-512F and AVX-512VNNI.
    #[inline(always)]
    pub const unsafe fn new() -> Self {
        Self(())
    }
}

#[cfg(target_arch = "x86_64")]
impl Products for Avx512 {
    type Sums = __m512i;
    type Inputs = __m512i;
    type Lanes = __m512i;

    #[inline(always)]
    fn nothing(self) -> Self::Sums {
        // SAFETY: `new` was promised that the processor has the instructions.
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    fn plus(self, lanes: Self::Lanes, row: &Vector) -> Self::Lanes {
        // SAFETY: as in `nothing`.
        unsafe { _mm512_add_epi16(lanes, cast(*row)) }
    }

    #[inline(always)]
    fn minus(self, lanes: Self::Lanes, row: &Vector) -> Self::Lanes {
        // SAFETY: as in `nothing`.
        unsafe { _mm512_sub_epi16(lanes, cast(*row)) }
    }

    #[inline(always)]
    fn both(self, one: Self::Sums, other: Self::Sums) -> Self::Sums {
        // SAFETY: as in `nothing`.
        unsafe { _mm512_add_epi32(one, other) }
    }

    #[inline(always)]
    fn numbers(self, sums: Self::Sums) -> [i32; SUMS] {
        cast(sums)
    }

    #[inline(always)]
    fn repeated<const COUNT: usize>(self, inputs: &[u8; COUNT]) -> Self::Inputs {
        // SAFETY: as in `nothing`.
        unsafe {
            match (inputs.first_chunk(), inputs.first_chunk()) {
                (Some(eight), _) => _mm512_set1_epi64(i64::from_le_bytes(*eight)),
                (None, Some(four)) => _mm512_set1_epi32(i32::from_le_bytes(*four)),
                (None, None) => _mm512_setzero_si512(),
            }
        }
    }

    #[inline(always)]
    fn added(self, sums: Self::Sums, inputs: Self::Inputs, weights: &Weights) -> Self::Sums {
        // SAFETY: as in `nothing`.
        unsafe { _mm512_dpbusd_epi32(sums, inputs, cast(*weights)) }
    }

    #[inline(always)]
    fn pairs(self, sums: Self::Sums, numbers: &Vector, weights: &Vector) -> Self::Sums {
        // SAFETY: as in `nothing`.
        unsafe { _mm512_dpwssd_epi32(sums, cast(*numbers), cast(*weights)) }
    }
}

/// With 128 bits of WebAssembly.
#[cfg(target_feature = "simd128")]
#[derive(Clone, Copy)]
pub struct Simd128;

#[cfg(target_feature = "simd128")]
impl Simd128 {
    /// The second and fourth of each four bytes, as signed numbers of 16 bits; the others if shifted up before.
    #[inline(always)]
    fn upper(bytes: v128) -> v128 {
        i16x8_shr(bytes, 8)
    }

    /// `op` of the vectors of both in turn.
    #[inline(always)]
    fn each(one: [v128; 4], other: [v128; 4], op: impl Fn(v128, v128) -> v128) -> [v128; 4] {
        std::array::from_fn(|at| op(one[at], other[at]))
    }
}

#[cfg(target_feature = "simd128")]
impl Products for Simd128 {
    type Sums = [v128; 4];
    /// The first and third activation of four, and the others.
    type Inputs = [v128; 2];
    type Lanes = [v128; 4];

    #[inline(always)]
    fn nothing(self) -> Self::Sums {
        [i32x4_splat(0); 4]
    }

    #[inline(always)]
    fn plus(self, lanes: Self::Lanes, row: &Vector) -> Self::Lanes {
        Self::each(lanes, cast(*row), |one, other| i16x8_add(one, other))
    }

    #[inline(always)]
    fn minus(self, lanes: Self::Lanes, row: &Vector) -> Self::Lanes {
        Self::each(lanes, cast(*row), |one, other| i16x8_sub(one, other))
    }

    #[inline(always)]
    fn both(self, one: Self::Sums, other: Self::Sums) -> Self::Sums {
        Self::each(one, other, |one, other| i32x4_add(one, other))
    }

    #[inline(always)]
    fn numbers(self, sums: Self::Sums) -> [i32; SUMS] {
        cast(sums)
    }

    #[inline(always)]
    fn repeated<const COUNT: usize>(self, inputs: &[u8; COUNT]) -> Self::Inputs {
        let all = match (inputs.first_chunk(), inputs.first_chunk()) {
            (Some(eight), _) => i64x2_splat(i64::from_le_bytes(*eight)),
            (None, Some(four)) => i32x4_splat(i32::from_le_bytes(*four)),
            (None, None) => i32x4_splat(0),
        };
        [Self::upper(i16x8_shl(all, 8)), Self::upper(all)]
    }

    #[inline(always)]
    fn added(
        self,
        sums: Self::Sums,
        [first, second]: Self::Inputs,
        weights: &Weights,
    ) -> Self::Sums {
        Self::each(sums, cast(*weights), |sums, weights| {
            let first = i32x4_dot_i16x8(first, Self::upper(i16x8_shl(weights, 8)));
            let second = i32x4_dot_i16x8(second, Self::upper(weights));
            i32x4_add(sums, i32x4_add(first, second))
        })
    }

    #[inline(always)]
    fn pairs(self, sums: Self::Sums, numbers: &Vector, weights: &Vector) -> Self::Sums {
        let products = Self::each(cast(*numbers), cast(*weights), |one, other| {
            i32x4_dot_i16x8(one, other)
        });
        Self::each(sums, products, |one, other| i32x4_add(one, other))
    }
}
