//! Which of its stacks of layers a network with several of them uses: by what the sides hold, where their
//! kings are, and how far the game has gone on.
//!
//! The ways to sort positions are data: each is an entry of a list here, with the name that editions have
//! for it. What must hold: a choice is below [`Choice::count`] for every position with both kings.

use super::features::halfkp::{BOARD_SQUARES, KINGLESS, number};
use super::features::{MOST_ACTIVE, active};
use crate::shogi::geometry::seen_from;
use crate::shogi::{Color, Hand, PieceKind, Position};
use std::fmt;

/// A way to sort kings, each as its own side sees the board: files from the right, ranks from the far edge.
#[derive(Debug, PartialEq, Eq)]
struct Kings {
    name: &'static str,
    /// The classes of the far ranks.
    far: &'static [usize],
    /// Classes of each rank after these, all of as many files.
    near: usize,
}

const KINGS: [Kings; 6] = {
    const fn kings(name: &'static str, far: &'static [usize], near: usize) -> Kings {
        Kings { name, far, near }
    }
    [
        kings("k3k3", &[0, 0, 0, 1, 1, 1, 2, 2, 2], 0),
        kings("k9k9", &[0, 1, 2, 3, 4, 5, 6, 7, 8], 0),
        kings("k9k9z", &[0, 0, 0, 1, 1, 1, 2], 3),
        kings("k13k13z", &[0, 1, 2, 3, 4, 5, 6], 3),
        kings("k21k21", &[0, 0, 0, 1, 1, 1, 2], 9),
        kings("k29k29", &[0, 0, 0, 1, 1, 1], 9),
    ]
};

impl Kings {
    /// The classes that are only of far ranks.
    fn far_classes(&self) -> usize {
        self.far.last().map_or(0, |last| last + 1)
    }

    /// How many classes there are.
    fn count(&self) -> usize {
        self.far_classes() + (9 - self.far.len()) * self.near
    }

    /// The class of a king on this square.
    fn class(&self, king: usize) -> usize {
        let (file, rank) = (king / 9, king % 9);
        self.far.get(rank).copied().unwrap_or_else(|| {
            self.far_classes() + (rank - self.far.len()) * self.near + file * self.near / 9
        })
    }

    /// The other names that editions have for this.
    fn long_names(&self) -> [String; 2] {
        let sort = self.name[1..].split_once('k').map_or("", |(_, sort)| sort);
        [sort.to_owned(), sort.replace('z', "zone")].map(|sort| format!("king{sort}_by_king{sort}"))
    }
}

/// A way to sort hands.
#[derive(Debug, PartialEq, Eq)]
struct Hands {
    name: &'static str,
    sort: HandSort,
}

#[derive(Debug, PartialEq, Eq)]
enum HandSort {
    /// By which of these groups of kinds are held, the first counting once, the next twice, and so on.
    Held(&'static [&'static [PieceKind]]),
    /// By the [`POINTS`] of all that is held, four of them a class, at most so many.
    Points(usize),
}

const POINTS: [(PieceKind, usize); 7] = [
    (PieceKind::Pawn, 1),
    (PieceKind::Lance, 2),
    (PieceKind::Knight, 2),
    (PieceKind::Silver, 3),
    (PieceKind::Gold, 3),
    (PieceKind::Bishop, 5),
    (PieceKind::Rook, 5),
];

const HANDS: [Hands; 6] = {
    use HandSort::{Held, Points};
    use PieceKind::{Bishop, Gold, Knight, Lance, Pawn, Rook, Silver};
    const fn hands(name: &'static str, sort: HandSort) -> Hands {
        Hands { name, sort }
    }
    const SMALL: &[PieceKind] = &[Pawn, Lance, Knight];
    [
        hands("hand4", Held(&[&[Bishop]])),
        hands("hand16", Held(&[&[Pawn], &[Bishop]])),
        hands("hand64", Held(&[SMALL, &[Gold, Silver, Rook], &[Bishop]])),
        hands("hand64z", Points(8)),
        hands(
            "hand256",
            Held(&[SMALL, &[Silver, Gold], &[Bishop], &[Rook]]),
        ),
        hands(
            "hand1024",
            Held(&[
                &[Pawn],
                &[Lance, Knight],
                &[Silver, Gold],
                &[Bishop],
                &[Rook],
            ]),
        ),
    ]
};

impl Hands {
    /// How many classes there are.
    fn count(&self) -> usize {
        match self.sort {
            HandSort::Held(groups) => 1 << groups.len(),
            HandSort::Points(classes) => classes,
        }
    }

    fn class(&self, hand: Hand) -> usize {
        match self.sort {
            HandSort::Held(groups) => (0..)
                .zip(groups)
                .map(|(bit, group)| usize::from(group.iter().any(|&kind| hand.has(kind))) << bit)
                .sum(),
            HandSort::Points(classes) => {
                let points = POINTS.map(|(kind, points)| points * hand.count(kind) as usize);
                points.iter().sum::<usize>().div_ceil(4).min(classes - 1)
            }
        }
    }
}

/// What editions call a sort of progress, before the number of classes.
const PROGRESS: &str = "progress";
/// How many classes of progress there can be.
const PROGRESSES: [usize; 6] = [2, 3, 4, 8, 16, 32];
/// The grades of progress that are made into classes.
const GRADES: usize = 256;

/// How to choose one of several stacks. Each of the three ways may be there or not: without any there is one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    hands: Option<&'static Hands>,
    kings: Option<&'static Kings>,
    progress: Option<usize>,
}

impl Choice {
    /// The choice that these parts of an edition's name say, in any order; none if one of them says
    /// nothing, or two say the same.
    pub fn named<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let mut choice = Self::default();
        for name in names {
            let is_new = if let Some(hands) = HANDS.iter().find(|it| it.name == name) {
                choice.hands.replace(hands).is_none()
            } else if let Some(kings) = KINGS.iter().find(|it| it.name == name) {
                choice.kings.replace(kings).is_none()
            } else {
                let count = name.strip_prefix(PROGRESS)?;
                let count = PROGRESSES.into_iter().find(|it| it.to_string() == count)?;
                choice.progress.replace(count).is_none()
            };
            is_new.then_some(())?;
        }
        Some(choice)
    }

    /// `name` with the short names of all sorts of kings.
    pub fn with_short_names(name: String) -> String {
        KINGS.iter().fold(name, |name, kings| {
            let long = kings.long_names();
            long.iter()
                .fold(name, |name, it| name.replace(it, kings.name))
        })
    }

    /// All ways to choose among `count` stacks.
    pub fn among(count: usize, has_progress: bool) -> impl Iterator<Item = Self> {
        fn and_none<T>(all: &'static [T]) -> impl Iterator<Item = Option<&'static T>> {
            std::iter::once(None).chain(all.iter().map(Some))
        }
        let all = and_none(&HANDS).flat_map(|hands| and_none(&KINGS).map(move |it| (hands, it)));
        let all = all.flat_map(|(hands, kings)| {
            and_none(&PROGRESSES).map(move |progress| Self {
                hands,
                kings,
                progress: progress.copied(),
            })
        });
        all.filter(move |it| it.count() == count && it.has_progress() == has_progress)
    }

    /// Whether progress counts.
    pub fn has_progress(self) -> bool {
        self.progress.is_some()
    }

    /// How many stacks there are.
    pub fn count(self) -> usize {
        self.hands.map_or(1, |it| it.count().pow(2)) * self.after_hands()
    }

    /// The stacks for each class of hands.
    fn after_hands(self) -> usize {
        self.kings.map_or(1, |it| it.count().pow(2)) * self.progress.unwrap_or(1)
    }

    /// The stack for `side` to move in `pos`, which must have both kings; `progress` is what progress is
    /// measured by.
    pub fn of(self, progress: Option<&Progress>, pos: &Position, side: Color) -> usize {
        let sides = [side, side.flip()];
        let hands = self.hands.map_or(0, |it| {
            let [own, other] = sides.map(|side| it.class(pos.hand(side)));
            own * it.count() + other
        });
        let kings = self.kings.map_or(0, |it| {
            let [own, other] = sides.map(|side| it.class(king(pos, side)));
            own * it.count() + other
        });
        let classes = self.progress.unwrap_or(1);
        let progress = progress.map_or(0, |it| it.grade(pos) * classes / GRADES);
        hands * self.after_hands() + kings * classes + progress
    }
}

/// The name as part of an edition's.
impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hands = self.hands.map(|it| it.name);
        for name in hands.into_iter().chain(self.kings.map(|it| it.name)) {
            write!(f, "_{name}")?;
        }
        match self.progress {
            Some(count) => write!(f, "_{PROGRESS}{count}"),
            None => Ok(()),
        }
    }
}

/// Where the king of `side` is, as that side sees the board.
fn king(pos: &Position, side: Color) -> usize {
    let square = pos.king(side);
    square.map_or(0, |square| seen_from(side, square))
}

/// How far a game has gone on, learned as a sum over pieces by where the king of their view is.
#[derive(Clone, PartialEq, Eq)]
pub struct Progress {
    /// What the sum begins with.
    pub bias: i32,
    /// What each piece adds, king by king.
    pub weights: Vec<i32>,
    /// The least sums of the grades but for the first.
    limits: Vec<i64>,
}

impl Progress {
    /// How many weights there are.
    pub const WEIGHTS: usize = BOARD_SQUARES * KINGLESS;

    /// Progress by these [`Progress::WEIGHTS`].
    pub fn new(bias: i32, weights: Vec<i32>) -> Self {
        // The sum is the logarithm of the odds, times 2^16.
        let limit = |grade: usize| {
            let odds = (grade + 1) as f64 / (GRADES - 1 - grade) as f64;
            (65_536.0 * odds.ln()).round() as i64
        };
        Self {
            bias,
            weights,
            limits: (0..GRADES - 1).map(limit).collect(),
        }
    }

    /// The grade of `pos`, below [`GRADES`].
    fn grade(&self, pos: &Position) -> usize {
        let views = Color::all().into_iter();
        let sums = views.map(|view| {
            let weights = &self.weights[king(pos, view) * KINGLESS..][..KINGLESS];
            let mut absent = MOST_ACTIVE;
            let mut sum = 0;
            for fact in active(pos, view) {
                absent = absent.saturating_sub(1);
                let weight = weights.get(number(fact)).copied();
                sum += i64::from(weight.unwrap_or_default());
            }
            sum + absent as i64 * i64::from(weights[0])
        });
        let sum = i64::from(self.bias) + sums.sum::<i64>();
        self.limits.partition_point(|&limit| limit <= sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorts_have_the_number_of_classes_that_their_names_say() {
        for (name, count) in [
            ("hand4", 4),
            ("hand16", 16),
            ("hand64", 64),
            ("hand64z", 64),
            ("hand256", 256),
            ("hand1024", 1024),
            ("k3k3", 9),
            ("k9k9", 81),
            ("k9k9z", 81),
            ("k13k13z", 169),
            ("k21k21", 441),
            ("k29k29", 841),
            ("progress32", 32),
        ] {
            let choice = Choice::named([name]).unwrap();
            assert_eq!(choice.count(), count, "{name}");
            assert_eq!(choice.to_string(), format!("_{name}"));
            assert_eq!(Choice::named([name, name]), None);
        }
        assert_eq!(Choice::named(["progress5"]), None);
        assert_eq!(Choice::named([]), Some(Choice::default()));
        let all = Choice::named(["progress16", "k3k3", "hand256"]).unwrap();
        assert_eq!(
            (all.count(), all.to_string()),
            (36_864, "_hand256_k3k3_progress16".to_owned())
        );
    }

    #[test]
    fn long_names_are_short_ones() {
        for (long, short) in [
            ("king3_by_king3", "k3k3"),
            ("hand4_king9z_by_king9z", "hand4_k9k9z"),
            ("king9zone_by_king9zone", "k9k9z"),
            ("king13zone_by_king13zone_hand4", "k13k13z_hand4"),
            ("king29_by_king29", "k29k29"),
        ] {
            assert_eq!(Choice::with_short_names(long.to_owned()), short);
        }
    }

    #[test]
    fn what_a_number_of_stacks_can_mean_is_listed() {
        let among = |count, progress| -> Vec<String> {
            let all = Choice::among(count, progress);
            all.map(|it| it.to_string()).collect()
        };
        assert_eq!(among(1, false), [""]);
        assert_eq!(among(9, false), ["_k3k3"]);
        assert_eq!(among(81, false), ["_k9k9", "_k9k9z"]);
        let both = ["_k3k3_progress8", "_hand4_k3k3_progress2"];
        assert_eq!(among(72, true), both);
        assert_eq!(among(7, false).len(), 0);
    }

    #[test]
    fn grades_begin_where_the_odds_say() {
        let progress = Progress::new(0, Vec::new());
        let limits = progress.limits;
        assert_eq!(
            [limits[0], limits[1], limits[126]],
            [-363_152, -317_469, -1024]
        );
        assert_eq!([limits[127], limits[254]], [0, 363_152]);
        assert_eq!(limits.iter().map(|it| it.abs()).sum::<i64>(), 22_774_180);
    }
}
