//! Which of many numbers of the search help, found in one series of matches instead of a match
//! for each.
//!
//! In each of 32 matches the first player has every number at its high value where the row of a
//! Hadamard matrix has +, else at the low one, and the second player exactly the opposite. So
//! every number differs in every game, and what each is worth follows from all of them, with the
//! error that one match of so many games would have (R. L. Plackett and J. P. Burman, "The Design
//! of Optimum Multifactorial Experiments", Biometrika 33, 1946). The complement as opponent is
//! their foldover: a score is reversed when all signs are, so interactions of two, or any even
//! number, of numbers cancel. Those of three do not: they fall on the effects of others. And of
//! twenty numbers that are worth nothing one looks clear by chance. What wins here is therefore
//! to be confirmed by one match of the new settings against the old.
//!
//! What must hold: everything that is shown comes from journals, each of which is that of a match
//! which `selfplay` plays too, with openings of its own; a run that was stopped in any way is
//! continued by the same command; games of another screening never count.

mod design;
mod effects;

pub use design::Factor;
pub use effects::Screening;

use super::LabError;
use super::campaign::{Bout, Campaign};
use design::{Design, MATCHES};
use matches::players::limit::MoveLimit;
use matches::referee::adjudicate::ResignRule;
use matches::stats::Pentanomial;
use std::io::Write;

/// What is screened, and how.
#[derive(Clone, Debug)]
pub struct Screen {
    /// What is varied.
    pub factors: Vec<Factor>,
    /// Settings that both players have before that, `key=value,…`.
    pub base: String,
    /// How long a player may think about a move.
    pub limit: MoveLimit,
    /// When games that both players call lost end.
    pub resign: Option<ResignRule>,
    /// Games in all, at least: each match has whole pairs, and as many as any other.
    pub games: u64,
}

impl Screen {
    /// Games of each match.
    fn games_each(&self) -> u64 {
        2 * self.games.div_ceil(2 * MATCHES as u64)
    }

    /// Match `row` of `design`: the first player has high values where the sign is +1, the second low
    /// ones. Openings follow from the seed: no match has those of another.
    fn bout(&self, design: &Design, row: usize, seed: u64) -> Bout {
        let players = [true, false].map(|is_first| {
            let signs = design.row(row);
            let settings = self.factors.iter().zip(signs);
            let settings = settings.map(|(factor, is_plus)| factor.setting(is_plus == is_first));
            let base = Some(self.base.clone()).filter(|base| !base.is_empty());
            let entries: Vec<_> = base.into_iter().chain(settings).collect();
            entries.join(",")
        });
        Bout {
            resign: self.resign,
            seed: Some(seed.wrapping_mul(MATCHES as u64) + row as u64),
            ..Bout::new(
                format!("row-{:02}", row + 1),
                players,
                self.limit,
                self.games_each(),
            )
        }
    }
}

/// Plays what is missing of a screening, as far as there is time, and shows in `progress` how far it
/// is. Returns what has been shown so far.
///
/// # Errors
/// If a player's text is wrong, or a journal cannot be used; nothing has been played where it is
/// that of another screening.
pub fn run(
    campaign: &Campaign,
    screen: &Screen,
    progress: &mut dyn Write,
) -> Result<Screening, LabError> {
    let design = Design::new(screen.factors.len(), campaign.seed);
    let bouts: Vec<_> = (0..MATCHES)
        .map(|row| screen.bout(&design, row, campaign.seed))
        .collect();
    for bout in &bouts {
        campaign.played(bout)?;
    }
    let mut results = [Pentanomial::default(); MATCHES];
    for (bout, result) in bouts.iter().zip(&mut results) {
        *result = campaign.play(bout, progress)?.points().pairs;
    }
    Ok(Screening::new(screen, &design, &results))
}

#[cfg(test)]
mod tests;
