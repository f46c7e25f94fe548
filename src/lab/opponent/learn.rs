//! Learning a player's habits from its games.

use super::PlayedGame;
use base::table::Table;
use engine::habits::{Chunk, Habit, Model, Pattern, Phase, Situation, found, found_in_text};
use engine::shogi::Move;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A habit is in at least so many games.
const LEAST_GAMES: u32 = 2;

/// A model, and what it was made of.
pub struct Learned {
    /// The model.
    pub model: Model,
    /// What was counted on the way.
    pub counts: Counts,
}

/// How many patterns were found, and how many kept.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Counts {
    pub games: usize,
    /// Groups of pieces, a group and its mirror image counted as two.
    pub with_mirrors: usize,
    /// Groups of pieces, a group and its mirror image counted as one.
    pub groups: usize,
    pub sequences: usize,
    /// Groups kept, as if mirror images were two.
    pub kept_with_mirrors: usize,
    pub kept_groups: usize,
    pub kept_sequences: usize,
}

/// The model of `player` by these `games`.
pub fn learn(player: &str, games: &[PlayedGame]) -> Learned {
    let mut habits = BTreeMap::new();
    let mut raw: BTreeMap<Chunk, u32> = BTreeMap::new();
    for game in games {
        let patterns = patterns(game);
        for chunk in patterns.raw {
            *raw.entry(chunk).or_default() += 1;
        }
        for (pattern, phase) in patterns.first {
            let habit = habits.entry(pattern.clone());
            let habit = habit.or_insert_with(|| Habit::new(pattern));
            habit.count(game.player.array_index(), phase, game.outcome);
        }
    }
    let is_group = |pattern: &Pattern| matches!(pattern, Pattern::Visual(_));
    let found = habits.len();
    let groups = habits.keys().filter(|it| is_group(it)).count();
    let mut kept: Vec<_> = habits.into_values().collect();
    kept.retain(|habit| habit.games >= LEAST_GAMES);
    kept.sort_by_key(|habit| std::cmp::Reverse(habit.games));
    let kept_groups = kept.iter().filter(|it| is_group(&it.pattern)).count();
    let counts = Counts {
        games: games.len(),
        with_mirrors: raw.len(),
        groups,
        sequences: found - groups,
        kept_with_mirrors: raw.values().filter(|&&games| games >= LEAST_GAMES).count(),
        kept_groups,
        kept_sequences: kept.len() - kept_groups,
    };
    let mut model = Model {
        player: player.to_owned(),
        games: games.len() as u32,
        habits: kept,
    };
    count_completions(&mut model, games);
    Learned { model, counts }
}

/// The patterns of a game.
#[derive(Default)]
struct Patterns {
    /// Each with when it first came.
    first: BTreeMap<Pattern, Phase>,
    /// The groups as they stood.
    raw: BTreeSet<Chunk>,
}

fn patterns(game: &PlayedGame) -> Patterns {
    let mut all = Patterns::default();
    for (situation, mv) in game.moments() {
        all.add(&situation, mv);
    }
    all
}

impl Patterns {
    /// Adds what the player's move `mv` makes.
    fn add(&mut self, situation: &Situation, mv: Move) {
        let mv = situation.written(mv);
        let mut after = situation.pos.clone();
        let phase = Phase::of(after.ply());
        let _ = after.do_move(mv);
        for chunk in found(&after, mv.to()) {
            self.raw.insert(chunk.clone());
            let pattern = Pattern::Visual(chunk.either());
            self.first.entry(pattern).or_insert(phase);
        }
        let mut moves = situation.moves.clone();
        moves.push(mv);
        for sequence in found_in_text(&moves) {
            let pattern = Pattern::Text(sequence.to_vec());
            self.first.entry(pattern).or_insert(phase);
        }
    }
}

/// Counts how often each habit could be completed, and was.
fn count_completions(model: &mut Model, games: &[PlayedGame]) {
    let mut counts: BTreeMap<Pattern, (u32, u32)> = BTreeMap::new();
    for (situation, mv) in games.iter().flat_map(PlayedGame::moments) {
        let mut did: BTreeMap<&Pattern, bool> = BTreeMap::new();
        for (habit, completing) in model.completing(&situation) {
            *did.entry(&habit.pattern).or_default() |= situation.written(completing) == mv;
        }
        for (pattern, did) in did {
            let count = counts.entry(pattern.clone()).or_default();
            count.0 += 1;
            count.1 += u32::from(did);
        }
    }
    for habit in &mut model.habits {
        (habit.could, habit.did) = counts.get(&habit.pattern).copied().unwrap_or_default();
    }
}

impl Learned {
    /// Sentences, and a table of the first `most` habits, without an end after the last line.
    pub fn text(&self, most: usize) -> String {
        let (
            Self { model, .. },
            Counts {
                games,
                with_mirrors,
                groups,
                sequences,
                kept_with_mirrors,
                kept_groups,
                kept_sequences,
            },
        ) = (self, self.counts);
        let saved = 100.0 - 100.0 * groups as f64 / with_mirrors.max(1) as f64;
        let mut text = format!(
            "{games} games of {}\n\
             groups of pieces: {with_mirrors}; {groups} with mirror images as one, {saved:.0} % saved \
             (published: about 60 %)\n\
             in two games or more: {kept_groups} of {groups} groups (published: 28 of 272; without \
             merging {kept_with_mirrors}); {kept_sequences} of {sequences} sequences of moves\n",
            model.player
        );
        let mut table = Table::new([
            "games",
            "black",
            "white",
            "won",
            "opening",
            "middle",
            "end",
            "completed",
            "habit",
        ]);
        for habit in model.habits.iter().take(most) {
            let [black, white] = habit.colors;
            let [opening, middle, end] = habit.phases;
            let won = habit.outcomes[0];
            let counts = [habit.games, black, white, won, opening, middle, end];
            let counts = counts.map(|it| it.to_string()).into_iter();
            let completed = format!("{} of {}", habit.did, habit.could);
            table.push(counts.chain([completed, habit.pattern.to_string()]));
        }
        // Writing into a string does not fail.
        let _ = write!(text, "{table}");
        text
    }
}
