//! What interest adds to the order of quiet moves: negative plausibility, and threats.

use super::config::SearchConfig;
use super::exchange::VALUES;
use super::plausibility::Plausibility;
use crate::shogi::threats::{Mover, Threats};
use crate::shogi::{Color, Move, Position};

/// Where what interest adds at a node comes from.
pub struct Interest<'a> {
    config: &'a SearchConfig,
    plausibility: &'a Plausibility,
    side: Color,
}

impl<'a> Interest<'a> {
    /// What it adds for `side` to move.
    #[inline]
    pub fn new(config: &'a SearchConfig, plausibility: &'a Plausibility, side: Color) -> Self {
        Self {
            config,
            plausibility,
            side,
        }
    }

    /// What it adds to the order of the quiet moves of `pos`.
    #[inline]
    pub fn at(&self, pos: &'a Position) -> Order<'a> {
        let is_on = self.config.interest > 0;
        let threats = (is_on && self.config.threat_order > 0).then(|| Threats::of(pos, &VALUES));
        Order {
            plausibility: self.plausibility,
            side: self.side,
            implausible: if is_on {
                self.config.implausible_order
            } else {
                0
            },
            threat: self.config.threat_order,
            threats,
        }
    }
}

/// What interest adds at one node.
pub struct Order<'a> {
    plausibility: &'a Plausibility,
    side: Color,
    /// Order score lost per point of negative plausibility.
    implausible: i32,
    /// Order score per unit of threat.
    threat: i32,
    threats: Option<Threats<'a>>,
}

impl Order<'_> {
    /// What threatens by `mv` and by other moves of the same piece, if threats count.
    #[inline]
    pub fn mover(&self, mv: Move) -> Option<Mover<'_>> {
        self.threats.as_ref().map(|threats| threats.mover(mv))
    }

    /// What it adds to the order of `mv`, by which `mover` threatens.
    #[inline]
    pub fn of(&self, mv: Move, mover: Option<&Mover>) -> i32 {
        let mut order = 0;
        if self.implausible > 0 {
            order -= self.plausibility.points(self.side, mv) * self.implausible;
        }
        if let Some(mover) = mover {
            order += mover.threat(mv.to()) * self.threat;
        }
        order
    }
}
