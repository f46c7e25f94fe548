//! The levels: what each is worth, and how human it is.
//!
//! By games: every level against the next ([`bouts`]), the lowest against a player that counts material,
//! and, at some levels, players that are as weak in other ways; any level against a player that is not
//! of this program. By positions of recorded games ([`humans`]): how often each player makes the move
//! that a person made. What must hold: each match is that of a `selfplay` command and goes on from its
//! journal; ratings come from whole pairs of games only. From the bottom: `bout` ← `bouts`, `rating` ←
//! `finding`, `humans` ← `table`, `picture` ← this file.

mod bout;
mod bouts;
mod finding;
mod humans;
mod picture;
mod rating;
mod table;

#[cfg(test)]
mod tests;

pub use bout::Bout;
pub use bouts::{against, bouts};
pub use finding::Finding;
pub use humans::Humans;
pub use rating::Rating;
pub use table::Table;

use super::LabError;
use super::played::{self, Journaled};
use super::results::write_json;
use engine::files::durable;
use engine::shogi::game::Game;
use matches::players::PlayerSpec;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// How the matches are played this time.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Where the journals are.
    pub folder: PathBuf,
    /// No more games than this in a match.
    pub most_games: Option<u64>,
    /// Everything random follows from this.
    pub seed: u64,
    /// Games played at the same time, 1 or more.
    pub concurrency: usize,
    /// Play until then at most.
    pub until: Option<Instant>,
}

/// Plays what is missing of `chosen`, and returns what has been shown of `all`.
///
/// # Errors
/// If a player's text is wrong or a journal cannot be used.
pub fn play(
    plan: &Plan,
    all: &[Bout],
    chosen: &[Bout],
    progress: &mut dyn Write,
) -> Result<Finding, LabError> {
    for bout in chosen {
        if played::is_over(plan.until) {
            break;
        }
        let journaled = journaled(plan, bout)?;
        writeln!(progress, "{}: {}", bout.name, journaled.command())?;
        journaled.play(plan.until, progress)?;
    }
    let results = all.iter().map(|bout| {
        let journaled = journaled(plan, bout)?;
        Ok(bout.result(journaled.command(), &journaled.games()?))
    });
    Ok(Finding::new(results.collect::<Result<_, LabError>>()?))
}

fn journaled(plan: &Plan, bout: &Bout) -> Result<Journaled, LabError> {
    let games = plan
        .most_games
        .map_or(bout.games, |most| most.min(bout.games));
    let contest = played::contest(
        bout.players.clone(),
        bout.limits,
        games.next_multiple_of(2),
        plan.seed,
        plan.concurrency,
    )?;
    let path = plan.folder.join(format!("{}.jsonl", bout.name));
    Ok(Journaled::new(contest, path))
}

/// Writes `finding` into the folder, as data and as a drawing.
///
/// # Errors
/// If a file cannot be written.
pub fn write(folder: &Path, finding: &Finding) -> Result<(), LabError> {
    write_json(&folder.join("levels.json"), finding)?;
    draw(
        &folder.join("levels.svg"),
        &picture::strengths(finding).to_string(),
    )
}

/// How often the players with these texts make the moves of `games`, rated as far as `ratings` has them.
/// `progress` hears of each player.
///
/// # Errors
/// If a text is wrong, a player gives no answer, or `progress` fails.
pub fn compare(
    games: &[Game],
    ratings: &[Rating],
    threads: usize,
    progress: &mut dyn Write,
) -> Result<Humans, LabError> {
    humans::compare(games, ratings, threads, progress)
}

/// Writes `humans` into the folder, as data and as a drawing.
///
/// # Errors
/// If a file cannot be written.
pub fn write_humans(folder: &Path, humans: &Humans) -> Result<(), LabError> {
    write_json(&folder.join("humans.json"), humans)?;
    draw(
        &folder.join("humans.svg"),
        &picture::agreement(humans).to_string(),
    )
}

fn draw(path: &Path, picture: &str) -> Result<(), LabError> {
    durable::write(path, picture.as_bytes()).map_err(LabError::file(path))
}

/// Whether `text` is that of a player.
///
/// # Errors
/// If it is not.
pub fn check_player(text: &str) -> Result<(), LabError> {
    let spec = PlayerSpec::parse(text, matches::HASH_MB);
    spec.map(drop).map_err(|source| LabError::Player {
        text: text.to_owned(),
        source,
    })
}
