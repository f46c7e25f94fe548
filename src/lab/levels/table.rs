//! The findings as tables.

use super::bouts::text;
use super::finding::Finding;
use super::humans::Humans;
use crate::results::{Columns, dash, elo};
use engine::search::Level;
use std::fmt;

/// The matches, and what the levels are worth.
pub struct Table<'a>(pub &'a Finding);

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = [
            "match",
            "players",
            "games",
            "score, %",
            "Elo",
            "nodes a move",
        ];
        let mut rows = vec![head.map(str::to_owned)];
        for it in self.0.bouts.iter().filter(|it| it.games > 0) {
            let score = it.score.map(|it| 100.0 * it.value);
            rows.push([
                it.name.clone(),
                it.players.join(" : "),
                it.games.to_string(),
                score.map_or_else(dash, |it| format!("{it:.1}")),
                it.elo.map_or_else(dash, elo),
                it.nodes.map(|it| it.to_string()).join(" : "),
            ]);
        }
        write!(f, "{}", Columns(&rows))?;
        let head = ["level", "Elo above level 0", "95 %"];
        let mut rows = vec![head.map(str::to_owned)];
        for level in Level::all() {
            let Some(rating) = self.0.rating(&text(level)) else {
                continue;
            };
            rows.push([
                level.to_string(),
                rating.elo.map_or_else(dash, |elo| format!("{elo:.0}")),
                match rating.interval {
                    [Some(low), Some(high)] => format!("{low:.0} to {high:.0}"),
                    [Some(low), None] => format!("{low:.0} or more"),
                    [None, Some(high)] => format!("{high:.0} or less"),
                    [None, None] => dash(),
                },
            ]);
        }
        if rows.len() > 2 {
            write!(f, "\n\n{}", Columns(&rows))?;
        }
        Ok(())
    }
}

/// How often each player makes the move of the game.
impl fmt::Display for Humans {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = ["player", "Elo above level 0", "move of the game, %"];
        let mut rows = vec![head.map(str::to_owned)];
        for it in &self.players {
            rows.push([
                it.player.clone(),
                it.elo.map_or_else(dash, |it| format!("{it:.0}")),
                it.same.to_string(),
            ]);
        }
        let (games, positions) = (self.games, self.positions);
        write!(
            f,
            "{}\n{positions} positions of {games} games",
            Columns(&rows)
        )
    }
}
