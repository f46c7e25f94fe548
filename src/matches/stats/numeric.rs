//! The three numerical tools of the statistics: a root, the normal and the beta distribution.

use libm::{erfc, lgamma};
use std::f64::consts::SQRT_2;

/// The normal deviate that leaves 2.5 % on either side.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// Halvings of an interval after which a root is as good as `f64` allows.
const HALVINGS: u32 = 100;

/// Continued fractions converge after about the root of the counts; this is for counts of 10⁹.
const MAX_TERMS: u32 = 100_000;

/// The root of `f`, which falls from positive to negative between `low` and `high`. At the ends
/// `f` need not be defined.
pub fn root_of_falling(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if f(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// Φ: the probability that a standard normal variable is at most `z`.
pub fn normal_cdf(z: f64) -> f64 {
    0.5 * erfc(-z / SQRT_2)
}

/// `exp(exponent) · Φ(z)`, also where the second factor underflows; meant for products that are
/// probabilities.
pub fn scaled_normal_cdf(exponent: f64, z: f64) -> f64 {
    if z > -30.0 {
        return exponent.exp() * normal_cdf(z);
    }
    // Asymptotic series of Φ; its next term is below 15 / z⁶ < 3e-8.
    let square = z * z;
    let series = 1.0 - 1.0 / square + 3.0 / (square * square);
    (exponent - 0.5 * square).exp() / (-z * (2.0 * std::f64::consts::PI).sqrt()) * series
}

/// The probability that a variable of the distribution Beta(`a`, `b`) is at most `x` (the
/// regularized incomplete beta function), for `a`, `b` > 0 and `x` in 0–1.
pub fn beta_cdf(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return f64::from(u8::from(x >= 1.0));
    }
    // The continued fraction converges fast below the mean; above it, the distribution mirrored.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - beta_cdf(b, a, 1.0 - x);
    }
    let ln_front = lgamma(a + b) - lgamma(a) - lgamma(b) + a * x.ln() + b * (1.0 - x).ln();
    ln_front.exp() / a * beta_fraction(a, b, x)
}

/// The continued fraction of [`beta_cdf`] (Abramowitz & Stegun 26.5.8) by Lentz's method: the
/// value is a product of ratios of successive numerators and of successive denominators.
fn beta_fraction(a: f64, b: f64, x: f64) -> f64 {
    let away_from_zero = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let (mut numerators, mut denominators, mut fraction) = (1.0, 0.0, 1.0);
    for term in 0..MAX_TERMS {
        let half = f64::from(term / 2);
        let coefficient = if term == 0 {
            1.0
        } else if term % 2 == 0 {
            half * (b - half) * x / ((a + 2.0 * half - 1.0) * (a + 2.0 * half))
        } else {
            -(a + half) * (a + b + half) * x / ((a + 2.0 * half) * (a + 2.0 * half + 1.0))
        };
        denominators = 1.0 / away_from_zero(1.0 + coefficient * denominators);
        numerators = away_from_zero(1.0 + coefficient / numerators);
        fraction *= numerators * denominators;
        if (numerators * denominators - 1.0).abs() < 1e-14 {
            break;
        }
    }
    fraction - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_probabilities() {
        assert!((normal_cdf(Z_95) - 0.975).abs() < 1e-15);
        assert!((normal_cdf(-6.0) / 9.865_876_450_376_946e-10 - 1.0).abs() < 1e-12);
    }

    #[test]
    fn scaled_probabilities_meet_at_the_seam() {
        let (above, below) = (
            scaled_normal_cdf(450.0, -29.999_999),
            scaled_normal_cdf(450.0, -30.000_001),
        );
        assert!((above / below - 1.0).abs() < 1e-4, "{above} {below}");
        assert!(scaled_normal_cdf(5000.0, -100.0).is_finite());
    }

    #[test]
    fn beta_probabilities() {
        // Polynomials: Beta(1, 1) is uniform, Beta(2, 1) has x², Beta(2, 3) as written.
        for x in [0.0, 0.1, 0.5, 0.77, 1.0_f64] {
            assert!((beta_cdf(1.0, 1.0, x) - x).abs() < 1e-14);
            assert!((beta_cdf(2.0, 1.0, x) - x * x).abs() < 1e-14);
            let cubic = x * x * (6.0 - 8.0 * x + 3.0 * x * x);
            assert!((beta_cdf(2.0, 3.0, x) - cubic).abs() < 1e-14, "{x}");
        }
        assert!((beta_cdf(1e6, 1e6, 0.5) - 0.5).abs() < 1e-9);
    }
}
