//! Why a search answers as it does, in words for people, where its line of analysis does not tell.

use crate::player::settings::Settings;
use crate::search::report::Score;
use crate::search::report::{Decision, Outcome};
use crate::shogi::Move;
use crate::shogi::game::Game;
use crate::shogi::repetition::{Repetition, Sennichite};

/// Why `outcome` is the answer to the last position of `game`; none where there is nothing to say.
pub fn reason(game: &Game, settings: &Settings, outcome: &Outcome) -> Option<String> {
    match (outcome.decision, outcome.info.score) {
        (Decision::Resign, Score::Cp(cp)) => {
            let least = -settings.resign_value;
            Some(format!("resigns: {cp} is not above {least} (ResignValue)"))
        }
        (Decision::Resign, _) => Some("resigns: no legal move".to_owned()),
        (Decision::DeclareWin, _) => Some(declaration(settings)),
        (Decision::Play { best, .. }, _) => repetition(game, best),
    }
}

/// What is said of a win that may be declared.
fn declaration(settings: &Settings) -> String {
    format!("declares a win by {}", settings.entering_king_rule)
}

/// What it means that `best` brings a position back.
fn repetition(game: &Game, best: Move) -> Option<String> {
    let mut after = game.clone();
    after.play(best).ok()?;
    let history = after.history();
    let meaning = match (history.fourfold(), history.in_search(history.len())) {
        (Some(Sennichite::Draw), _) => "for the fourth time: a draw",
        (Some(Sennichite::PerpetualCheck { loser }), _) if loser == game.position().side() => {
            "for the fourth time: a loss by perpetual check"
        }
        (Some(_), _) => "for the fourth time: a win by perpetual check",
        (None, Repetition::Draw) => "again; the fourth time is a draw",
        (None, Repetition::Win) => "again; the fourth time loses by perpetual check",
        (None, Repetition::Loss) => "again; the fourth time wins by perpetual check",
        (None, _) => return None,
    };
    Some(format!("repetition: {best} brings a position {meaning}"))
}
