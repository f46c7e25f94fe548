//! Models and scores in words, for people.

use super::commonest::commonest;
use super::learn::{Counts, Learned};
use super::plies::Gain;
use super::score::{Class, PUBLISHED, Score};
use crate::mean::Mean;
use crate::results::{Columns, dash};
use engine::habits::{Habit, Model, name};
use engine::shogi::diagram::Diagram;
use std::fmt;

/// What was learned, displayed as sentences and a table of so many habits, without an end after the
/// last line.
pub struct LearnTable<'a>(pub &'a Learned, pub usize);

/// The groups among the first habits, so many, displayed as boards.
pub struct Boards<'a>(pub &'a Model, pub usize);

/// A score, displayed as a table, with what the model gains a search.
pub struct ScoreTable<'a>(pub &'a Score, pub Option<&'a Gain>);

const HABIT_HEAD: [&str; 9] = [
    "games",
    "black",
    "white",
    "won",
    "opening",
    "middle",
    "end",
    "completed",
    "habit",
];

impl fmt::Display for LearnTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Learned { model, counts }, most) = (self.0, self.1);
        let Counts {
            games,
            with_mirrors,
            groups,
            sequences,
            kept_with_mirrors,
            kept_groups,
            kept_sequences,
        } = counts;
        writeln!(f, "{games} games of {}", model.player)?;
        writeln!(
            f,
            "groups of pieces: {with_mirrors}; {groups} with mirror images as one, {:.0} % saved \
             (published: about 60 %)",
            saved(*with_mirrors, *groups)
        )?;
        writeln!(
            f,
            "in two games or more: {kept_groups} of {groups} groups (published: 28 of 272; without \
             merging {kept_with_mirrors}); {kept_sequences} of {sequences} sequences of moves"
        )?;
        let mut rows = vec![HABIT_HEAD.map(str::to_owned)];
        rows.extend(model.habits.iter().take(most).map(cells));
        write!(f, "{}", Columns(&rows))
    }
}

fn saved(before: usize, after: usize) -> f64 {
    100.0 - 100.0 * after as f64 / before.max(1) as f64
}

fn cells(habit: &Habit) -> [String; HABIT_HEAD.len()] {
    let [black, white] = habit.colors;
    let [opening, middle, end] = habit.phases;
    let counts = [
        habit.games,
        black,
        white,
        habit.outcomes[0],
        opening,
        middle,
        end,
    ];
    let [games, black, white, won, opening, middle, end] = counts.map(|it| it.to_string());
    let completed = format!("{} of {}", habit.did, habit.could);
    let pattern = habit.pattern.to_string();
    [
        games, black, white, won, opening, middle, end, completed, pattern,
    ]
}

impl fmt::Display for Boards<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (habit, chunk)) in commonest(self.0, self.1).into_iter().enumerate() {
            let end = if place == 0 { "" } else { "\n\n" };
            let board = Diagram(&chunk.board()).to_string();
            let board: Vec<_> = board.lines().skip(1).take(10).collect();
            let (games, all) = (habit.games, self.0.games);
            let called = name(chunk).map_or_else(String::new, |name| format!(", {name}"));
            write!(
                f,
                "{end}{games} of {all} games{called}\n{}",
                board.join("\n")
            )?;
        }
        Ok(())
    }
}

const SCORE_HEAD: [&str; 8] = [
    "belief, %",
    "right",
    "of",
    "%",
    "95 %",
    "published, 12 games",
    "22 games",
    "80 games",
];

impl fmt::Display for ScoreTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Score {
            player,
            learned,
            games,
            moves,
            foretold,
            classes,
            among,
        } = self.0;
        writeln!(
            f,
            "{player}: {learned} games learned from; tried on {games} others with {moves} of its moves, \
             of which {foretold} were foretold at all"
        )?;
        let mut rows = vec![SCORE_HEAD.map(str::to_owned)];
        rows.extend((0..classes.len()).map(|place| class_cells(classes, place)));
        writeln!(f, "{}", Columns(&rows))?;
        let shares = among.iter().map(|&count| {
            let share = 100.0 * count as f64 / (*foretold).max(1) as f64;
            format!("{share:.1} %")
        });
        let shares: Vec<_> = shares.collect();
        let count = among.len();
        write!(
            f,
            "The move was among the first 1 to {count} predictions in {} of these.",
            shares.join(", ")
        )?;
        match self.1 {
            Some(gain) => write!(f, "\n{}", GainText(gain)),
            None => Ok(()),
        }
    }
}

fn class_cells(classes: &[Class], place: usize) -> [String; SCORE_HEAD.len()] {
    let class = &classes[place];
    let name = match classes.get(place + 1) {
        Some(next) => format!("{:.0}–{:.0}", class.from, next.from),
        None => format!("> {:.0}", class.from),
    };
    let (share, interval) = if class.all == 0 {
        (dash(), dash())
    } else {
        let [low, share, high] = class.share();
        (format!("{share:.0}"), format!("{low:.0}–{high:.0}"))
    };
    let [twelve, more, most] = PUBLISHED.map(|(_, published)| {
        let [right, all] = published[place];
        format!("{right}/{all}")
    });
    let (right, all) = (class.right.to_string(), class.all.to_string());
    [name, right, all, share, interval, twelve, more, most]
}

/// A gain in a sentence.
struct GainText<'a>(&'a Gain);

impl fmt::Display for GainText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Gain {
            positions,
            nodes,
            without,
            gained,
            same_move,
        } = self.0;
        let text = |mean: &Option<Mean>| mean.map_or_else(dash, |it| format!("{it:.2}"));
        let percent = match (gained, without) {
            (Some(gained), Some(without)) => {
                format!("{:+.1}", 100.0 * gained.value / without.value)
            }
            _ => dash(),
        };
        write!(
            f,
            "{positions} positions, {nodes} nodes: iteration {} without the model, {} more with it, \
             {percent} % (published: +12.5 %); the same move in {} %",
            text(without),
            text(gained),
            text(same_move)
        )
    }
}
