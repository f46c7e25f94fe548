//! A judgement as a record: the main line, with variations and other moves that mate as its branches.

use super::text::{pieces, verdict, way};
use super::{Beside, Judged, read_moves};
use engine::record::{MoveInfo, Record, Termination};
use engine::shogi::Move;
use engine::shogi::game::Game;
use engine::shogi::sfen::{self, SfenError};
use show::language::Language;

/// `judged` as a record with comments in `language`. The branches at a move are in the order of the judgement, the
/// attacker's and the defender's.
///
/// # Errors
/// If its position is none.
pub fn record(judged: &Judged, language: Language) -> Result<Record, SfenError> {
    let mut record = Record::new(Game::new(sfen::parse(&judged.sfen)?));
    record.comment = verdict(judged, language);
    add(&mut record, &read_moves(&judged.moves), "");
    if judged.moves.len() == judged.plies && !judged.moves.is_empty() {
        record.ending = Some(Termination::Mate.into());
    }
    for beside in judged.others.iter().chain(&judged.variations) {
        let Some(branch) = record.branch(beside.ply - 1) else {
            continue;
        };
        add(
            branch,
            &read_moves(&beside.moves),
            &remark(beside, language),
        );
        if beside.exact {
            branch.ending = Some(Termination::Mate.into());
        }
    }
    Ok(record)
}

/// What is said of the first move of a branch.
fn remark(beside: &Beside, language: Language) -> String {
    let way = way(beside, language);
    if beside.left.is_empty() {
        return way;
    }
    let left = pieces(&beside.left, language);
    language.fill(["{0}, left {1}", "{0}、余り {1}"], &[&way, &left])
}

/// Adds `moves` as far as they are legal, `comment` to the first.
fn add(record: &mut Record, moves: &[Move], comment: &str) {
    for (number, &mv) in moves.iter().enumerate() {
        let comment = if number == 0 { comment } else { "" };
        let info = MoveInfo {
            comment: comment.to_owned(),
            ..MoveInfo::default()
        };
        if record.push(mv, info).is_err() {
            return;
        }
    }
}
