//! What a sample says of a mean.

use matches::stats::Z_95;
use serde::Serialize;
use std::fmt;

/// A mean with its 95 % error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// Half the width of its 95 % interval.
    pub error: f64,
}

impl Mean {
    /// That of `values`; none of an empty sample.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let values: Vec<f64> = values.into_iter().collect();
        let count = values.len() as f64;
        let value = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|it| (it - value).powi(2)).sum();
        (count > 0.0).then(|| Self {
            value,
            error: Z_95 * (squares / (count - 1.0).max(1.0) / count).sqrt(),
        })
    }

    /// That of how often something is so, in percent.
    pub fn percent(cases: impl IntoIterator<Item = bool>) -> Option<Self> {
        let percent = |is_so| if is_so { 100.0 } else { 0.0 };
        Self::of(cases.into_iter().map(percent))
    }
}

impl fmt::Display for Mean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = f.precision().unwrap_or(1);
        write!(f, "{:.decimals$} ± {:.decimals$}", self.value, self.error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_has_the_error_of_its_sample() {
        let mean = Mean::of([1.0, 2.0, 3.0, 4.0]).unwrap();
        // Standard deviation 1.291, over the root of 4, times 1.96.
        assert_eq!(mean.to_string(), "2.5 ± 1.3");
        assert_eq!(format!("{mean:.3}"), "2.500 ± 1.265");
        assert_eq!(Mean::of([]), None);
        let half = Mean::percent([true, false]).unwrap();
        assert_eq!(format!("{half:.0}"), "50 ± 98");
    }
}
