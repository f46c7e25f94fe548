//! Where winning chances went: by phase of the game, and by kind of mistake.

use super::Analysis;
use super::phase::Phase;
use super::theme::{Theme, themes};
use engine::shogi::Color;

/// What some of a side's moves lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// How many moves.
    pub moves: usize,
    /// How many of them are bad.
    pub bad: usize,
    /// How much winning chance they lost together, in permille.
    pub loss: u32,
}

/// What `side` lost in each of [`Phase::ALL`].
pub fn by_phase(analysis: &Analysis, side: Color) -> [Share; 3] {
    let mut shares = [Share::default(); Phase::ALL.len()];
    for it in analysis.moves_of(side) {
        let share = &mut shares[it.phase as usize];
        share.moves += 1;
        share.bad += usize::from(it.is_bad());
        share.loss += it.loss;
    }
    shares
}

/// What the bad moves of both sides lost by kind, their first [`Theme`] or none; Black and White for each kind that
/// there is.
pub fn by_kind(analysis: &Analysis) -> Vec<(Option<Theme>, [Share; 2])> {
    let kinds = Theme::ALL.map(Some).into_iter().chain([None]);
    let mut shares: Vec<_> = kinds.map(|kind| (kind, [Share::default(); 2])).collect();
    for it in analysis.moves.iter().filter(|it| it.is_bad()) {
        let kind = themes(it).first().copied();
        if let Some((_, sides)) = shares.iter_mut().find(|(other, _)| *other == kind) {
            let share = &mut sides[it.side.array_index()];
            share.moves += 1;
            share.bad += 1;
            share.loss += it.loss;
        }
    }
    shares.retain(|(_, sides)| sides.iter().any(|it| it.bad > 0));
    shares
}
