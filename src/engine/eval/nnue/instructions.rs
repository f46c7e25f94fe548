//! One piece of code for every processor: compiled several times, each time for more of its
//! vector instructions, and the best that this processor has is chosen when the program runs.
//!
//! What must hold: only sets of instructions that the processor was found to have are ever made
//! into [`Instructions`]; and a [`Kernel`] computes with whole numbers, or with others in an order
//! that is written down and without fused operations, so that it gives the same whichever set it
//! is compiled for.
#![allow(unsafe_code)]

#[cfg(target_feature = "simd128")]
use super::products::Simd128;
#[cfg(target_arch = "x86_64")]
use super::products::{Avx2, Avx512};
use super::products::{Portable, Products};
use arrayvec::ArrayVec;
use base::files::text::one_line;
use std::fmt;
use std::sync::OnceLock;

/// What [`Instructions::choose`] chose.
static CHOSEN: OnceLock<Instructions> = OnceLock::new();

/// Code to be compiled for several sets of instructions. Its `run`, and what that calls, must be
/// `#[inline(always)]`, for a function of its own would be compiled only once.
pub trait Kernel {
    /// What it computes.
    type Output;
    /// Computes it, with products as the set of instructions makes them.
    fn run(self, products: impl Products) -> Self::Output;
}

/// A set of instructions that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instructions(Set);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    /// What the program as a whole is compiled for.
    Baseline,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_feature = "simd128")]
    Simd128,
}

impl Instructions {
    /// What every processor that can run this program has.
    pub const BASELINE: Self = Self(Set::Baseline);

    /// All sets that this processor has, best first.
    pub fn available() -> ArrayVec<Self, 3> {
        let mut sets = ArrayVec::new();
        #[cfg(target_arch = "x86_64")]
        {
            let has_avx512 = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vnni");
            if has_avx512 {
                sets.push(Self(Set::Avx512));
            }
            if is_x86_feature_detected!("avx2") {
                sets.push(Self(Set::Avx2));
            }
        }
        #[cfg(target_feature = "simd128")]
        sets.push(Self(Set::Simd128));
        sets.push(Self::BASELINE);
        sets
    }

    /// The best set that this processor has, or the one that [`Instructions::choose`] chose.
    pub fn best() -> Self {
        let first = || Self::available().first().copied();
        let set = CHOSEN.get().copied().or_else(first);
        set.unwrap_or(Self::BASELINE)
    }

    /// Makes the set of this name, as it is displayed, the [`Instructions::best`] of this process,
    /// unless one was chosen before. It is for measuring, and for training profile-guided builds.
    ///
    /// # Errors
    ///
    /// If this processor has no set of that name: one line that names those it has.
    pub fn choose(name: &str) -> Result<(), String> {
        let sets = Self::available();
        let Some(&set) = sets.iter().find(|set| set.to_string() == name) else {
            let names: Vec<String> = sets.iter().map(Self::to_string).collect();
            let problem = format!("expected {}, got '{name}'", names.join(" or "));
            return Err(one_line(problem));
        };
        CHOSEN.get_or_init(|| set);
        Ok(())
    }

    /// Runs `kernel` as compiled for these instructions.
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self.0 {
            Set::Baseline => kernel.run(Portable),
            // SAFETY: this value was made by `available`, which found the processor to have
            // every instruction that the function is compiled for.
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => unsafe { with_avx2(kernel) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => unsafe { with_avx512(kernel) },
            #[cfg(target_feature = "simd128")]
            Set::Simd128 => kernel.run(Simd128),
        }
    }
}

impl fmt::Display for Instructions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Set::Baseline => "baseline",
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => "AVX-512",
            #[cfg(target_feature = "simd128")]
            Set::Simd128 => "SIMD128",
        })
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2<K: Kernel>(kernel: K) -> K::Output {
    // SAFETY: this function's own instructions are those asked for.
    kernel.run(unsafe { Avx2::new() })
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")]
fn with_avx512<K: Kernel>(kernel: K) -> K::Output {
    // SAFETY: as above.
    kernel.run(unsafe { Avx512::new() })
}
