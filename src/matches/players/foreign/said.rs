//! What an engine says of its best line while it thinks, and what of it holds in the end.
//!
//! What must hold: a bound is no score. An engine whose search is cut off may end with one, and with
//! no more of its line than a move.

use engine::search::{Info, Score};

/// The last word on the best line, and the last score that is no bound.
#[derive(Debug, Default)]
pub(super) struct Said {
    pub info: Option<Info>,
    pub score: Option<Score>,
}

impl Said {
    /// Takes `report`. A bound does not replace the whole line of the same move; only its nodes and its
    /// time count.
    pub fn take(&mut self, report: &Info) {
        let exact = report.exact_score();
        self.score = exact.or(self.score);
        let first = report.pv.first();
        match &mut self.info {
            Some(info) if exact.is_none() && (first.is_none() || info.pv.first() == first) => {
                (info.nodes, info.time_ms) = (report.nodes, report.time_ms);
            }
            info => *info = Some(report.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::usi::grammar::Response;

    fn last_of(lines: &[&str]) -> (Option<Score>, u32, u64, usize) {
        let mut said = Said::default();
        for line in lines {
            let Ok(Response::Info(info)) = Response::parse(line) else {
                panic!("{line}")
            };
            said.take(&info);
        }
        let info = said.info.unwrap();
        (said.score, info.depth, info.nodes, info.pv.len())
    }

    #[test]
    fn a_bound_is_no_score_and_leaves_the_whole_line_of_its_move() {
        let whole = "info depth 8 score cp 543 nodes 100 pv 7g7f 3c3d 2g2f";
        let high = "info depth 9 score cp 603 lowerbound nodes 150 pv 7g7f";
        let bare = "info depth 9 score cp 483 upperbound nodes 200";
        let other = "info depth 9 score cp 700 lowerbound nodes 300 pv 2g2f";
        let score = Some(Score::Cp(543));
        assert_eq!(last_of(&[whole, high, bare]), (score, 8, 200, 3));
        assert_eq!(last_of(&[whole, other]), (score, 9, 300, 1));
        assert_eq!(last_of(&[high]), (None, 9, 150, 1));
    }
}
