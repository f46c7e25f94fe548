//! In which order the openings of a list are played, and how often each.

use std::fmt;

/// The way through a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// Whether the order follows from the seed, another one each time the list is gone through;
    /// otherwise it is that of the file.
    pub is_shuffled: bool,
    /// How many openings are left out before the first.
    pub skipped: u64,
    /// How many pairs of games begin at one opening before the next has its turn, 1 or more.
    pub pairs_each: u64,
    /// Whether an opening is followed by random plies when it comes again: by one the second time
    /// through the list, by two the third time, and so on.
    pub lengthens: bool,
}

impl Course {
    /// Unless something else is said.
    pub const STANDARD: Self = Self {
        is_shuffled: true,
        skipped: 0,
        pairs_each: 1,
        lengthens: false,
    };

    /// Where pair `pair` is in a list of `count`: how often the list has been gone through, and the
    /// place in it.
    pub(super) fn place(self, pair: u64, count: u64) -> (u64, u64) {
        let number = (pair / self.pairs_each.max(1)).saturating_add(self.skipped);
        (number / count, number % count)
    }

    /// The course that `description`, of openings, ends with.
    pub(super) fn in_description(description: &str) -> Option<Self> {
        let mut course = Self::STANDARD;
        // Before it stand the number of openings and their checksum.
        for part in description.split(", ").skip(2) {
            match part.split(' ').collect::<Vec<_>>()[..] {
                ["in", "order"] => course.is_shuffled = false,
                ["from", "number", number] => {
                    course.skipped = number.parse::<u64>().ok()?.checked_sub(1)?;
                }
                [pairs, "pairs", "each"] => course.pairs_each = pairs.parse().ok()?,
                ["then", "longer"] => course.lengthens = true,
                _ => return None,
            }
        }
        Some(course)
    }
}

/// What is not standard, each part after a comma.
impl fmt::Display for Course {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_shuffled {
            f.write_str(", in order")?;
        }
        if self.skipped > 0 {
            write!(f, ", from number {}", self.skipped + 1)?;
        }
        if self.pairs_each > 1 {
            write!(f, ", {} pairs each", self.pairs_each)?;
        }
        if self.lengthens {
            f.write_str(", then longer")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_course_is_read_as_it_is_displayed() {
        for (is_shuffled, skipped, pairs_each) in [(true, 0, 1), (false, 4, 3), (true, 1, 1)] {
            let course = Course {
                is_shuffled,
                skipped,
                pairs_each,
                lengthens: !is_shuffled,
            };
            let text = format!("7 openings, sha256 0f{course}");
            assert_eq!(Course::in_description(&text), Some(course));
        }
        assert_eq!(Course::in_description("7 openings, sha256 0f, x"), None);
    }

    #[test]
    fn a_list_is_gone_through_again() {
        let course = Course {
            skipped: 2,
            pairs_each: 2,
            ..Course::STANDARD
        };
        let places = [0, 1, 2, 3, 4].map(|pair| course.place(pair, 3));
        assert_eq!(places, [(0, 2), (0, 2), (1, 0), (1, 0), (1, 1)]);
    }
}
