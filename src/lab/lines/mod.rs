//! What lines a search looks at: frozen at random moments, how bad are the moves of the line that
//! it is examining?
//!
//! The claim is Rollason's ("Interest Search", AI Factory, 2014): a full-width search frozen at any
//! moment looks at junk, an interest search at plausible lines. A line is the moves from the root to
//! the node at hand; those of quiescence are left out, and what comes after a null move too, because
//! no one would play so. What must hold: everything follows from seed, positions and players; all
//! players are frozen at the same moments. From the bottom: `plan` ← `moment` ← `loss` ← `finding` ←
//! `table`, `picture` ← this file.

mod finding;
mod loss;
mod moment;
mod picture;
mod plan;
mod table;

pub use finding::Finding;
pub use plan::Plan;
pub use table::Table;

use super::LabError;
use super::results::write_json;
use super::searches::Searches;
use engine::files::durable;
use loss::Reference;
use matches::progress::Screen;
use moment::Moment;
use std::io::Write;
use std::path::Path;

/// Freezes the players, makes the searches of the reference that are missing, tells `progress` about
/// it, and returns what they show.
///
/// # Errors
/// If a player is not this engine, or the folder's file cannot be used.
pub fn run(plan: &Plan, progress: &mut dyn Write) -> Result<Finding, LabError> {
    let mut searches = Searches::open(&plan.folder, plan.threads)?;
    let moments: Vec<_> = (0..plan.moments).map(|it| Moment::draw(plan, it)).collect();
    let lines = plan.players.iter().map(|player| {
        let name = player.name();
        writeln!(progress, "{name}: frozen at {} moments", moments.len())?;
        moment::freeze(&moments, player, plan.threads)
    });
    let lines = lines.collect::<Result<Vec<_>, _>>()?;
    let reference = Reference { plan };
    let requests: Vec<_> = lines
        .iter()
        .flatten()
        .flat_map(|it| reference.requests(it))
        .collect();
    searches.make(&requests, Screen::Lines(progress))?;
    let losses = |line| (line, reference.losses(line, &searches));
    let scored = lines
        .iter()
        .map(|lines| lines.iter().map(losses).collect::<Vec<_>>());
    Ok(Finding::new(plan, &scored.collect::<Vec<_>>()))
}

/// Writes `lines.json` and `lines.svg` into `folder`.
///
/// # Errors
/// If they cannot be written.
pub fn write(folder: &Path, finding: &Finding) -> Result<(), LabError> {
    write_json(&folder.join("lines.json"), finding)?;
    let picture = picture::picture(finding).to_string();
    durable::write(&folder.join("lines.svg"), picture.as_bytes())?;
    Ok(())
}

#[cfg(test)]
mod tests;
