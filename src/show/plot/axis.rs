//! A scale along one side of a drawing.

/// Values along a line, and where on the drawing each of them is.
#[derive(Clone, Debug)]
pub struct Axis {
    ends: [f64; 2],
    pixels: [f64; 2],
    is_logarithmic: bool,
    ticks: Vec<f64>,
    decimals: usize,
}

impl Axis {
    /// The axis on which the values `ends` are at `pixels`.
    pub fn new(ends: [f64; 2], pixels: [f64; 2]) -> Self {
        Self {
            ends,
            pixels,
            is_logarithmic: false,
            ticks: Vec::new(),
            decimals: 0,
        }
    }

    /// The same axis, but equal distances are equal ratios. Its ends must be above 0.
    #[must_use]
    pub fn logarithmic(mut self) -> Self {
        self.is_logarithmic = true;
        self
    }

    /// The same axis with labels at `ticks`, written with `decimals`.
    #[must_use]
    pub fn with_ticks(mut self, ticks: impl IntoIterator<Item = f64>, decimals: usize) -> Self {
        self.ticks = ticks.into_iter().collect();
        self.decimals = decimals;
        self
    }

    /// The same axis with labels at both ends and at `parts - 1` places between them.
    #[must_use]
    pub fn divided(self, parts: u32, decimals: usize) -> Self {
        let [low, high] = self.ends;
        let tick = |part: u32| low + (high - low) * f64::from(part) / f64::from(parts);
        self.with_ticks((0..=parts).map(tick), decimals)
    }

    /// Where `value` is, in pixels; the nearer end if it lies beyond. On an axis of one value
    /// everything is at the first end.
    pub fn at(&self, value: f64) -> f64 {
        let [low, high] = self.ends.map(|end| self.measure(end));
        let share = if low < high {
            (self.measure(value) - low) / (high - low)
        } else {
            0.0
        };
        self.pixels[0] + share.clamp(0.0, 1.0) * (self.pixels[1] - self.pixels[0])
    }

    /// Where it begins and ends, in pixels.
    pub fn pixels(&self) -> [f64; 2] {
        self.pixels
    }

    /// Each labelled value: where it is, in pixels, and its label.
    pub fn labels(&self) -> impl Iterator<Item = (f64, String)> {
        let label = |&tick: &f64| (self.at(tick), format!("{tick:.*}", self.decimals));
        self.ticks.iter().map(label)
    }

    fn measure(&self, value: f64) -> f64 {
        if self.is_logarithmic {
            value.max(f64::MIN_POSITIVE).ln()
        } else {
            value
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_placed_evenly_or_by_their_ratios_and_never_outside() {
        let even = Axis::new([0.0, 10.0], [100.0, 0.0]);
        assert_eq!([2.5, -1.0, 11.0].map(|it| even.at(it) as i32), [75, 100, 0]);
        let ratios = Axis::new([1.0, 100.0], [0.0, 200.0]).logarithmic();
        assert_eq!([10.0, 0.0].map(|it| ratios.at(it).round() as i32), [100, 0]);
        assert_eq!(Axis::new([1.0; 2], [5.0, 9.0]).at(1.0) as i32, 5);
    }

    #[test]
    fn labels_stand_where_their_values_are() {
        let axis = Axis::new([0.0, 1.0], [0.0, 10.0]).divided(2, 1);
        let labels: Vec<_> = axis.labels().collect();
        let expected = [(0.0, "0.0"), (5.0, "0.5"), (10.0, "1.0")];
        assert_eq!(labels, expected.map(|(at, text)| (at, text.to_owned())));
    }
}
