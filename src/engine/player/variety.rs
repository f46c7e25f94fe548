//! An opening of its own for whoever gives a handicap: there is no book of such openings, and the same
//! moves every time would soon be known by heart.
//!
//! The giver judges positions of its first moves with a little noise, so that it chooses among moves
//! that are worth about the same. What must hold: no other game, and no analysis, is touched.

use crate::player::settings::Settings;
use crate::record::kif::is_handicap;
use crate::search::noise::Noise;
use crate::shogi::Color;
use crate::shogi::game::Game;

/// The giver's moves that are its own, counted with those of the other side.
const PLIES: usize = 16;

/// The noise on static values for the next search in `game`, from `seed`.
pub fn noise(settings: &Settings, game: &Game, seed: u64) -> Noise {
    let of_level = settings.search.value_noise;
    let varies = settings.handicap_variety > of_level
        && !settings.analysis
        && game.moves().len() < PLIES
        && game.start().side() == Color::White
        && game.position().side() == Color::White
        && is_handicap(game.start());
    let amount = if varies {
        settings.handicap_variety
    } else {
        of_level
    };
    Noise { amount, seed }.at_move(game.moves().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amount(position: &str, analysis: bool) -> i32 {
        let (game, _) = Game::parse(position).unwrap();
        let settings = Settings {
            analysis,
            ..Settings::default()
        };
        noise(&settings, &game, 1).amount
    }

    #[test]
    fn only_the_giver_of_a_handicap_varies_its_first_moves() {
        let two = "sfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
        assert!(amount(two, false) > 0);
        assert_eq!(amount(two, true), 0);
        assert_eq!(amount(&format!("{two} moves 3c3d"), false), 0);
        assert_eq!(amount("startpos", false), 0);
        assert_eq!(amount("startpos moves 7g7f", false), 0);
        let later = " moves 5a5b 5i5h 5b5a 5h5i".repeat(4).replace(" moves", "");
        let late = format!("{two} moves{later}");
        assert_eq!(amount(&late, false), 0);
        assert_eq!(amount("sfen 4k4/9/9/9/9/9/9/9/4K4 w G 1", false), 0);
    }
}
