//! The moves that a player expected after its own: what a report shows of its line of play.

use engine::shogi::game::Game;
use engine::shogi::{Move, sfen};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// More moves are not kept: journals would grow, and few come true.
const MOST: usize = 5;

/// A few moves after a move. Its text form has them separated by spaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Foreseen([Option<Move>; MOST]);

impl Foreseen {
    /// The moves of `line` after its first, as far as they are legal in `game`, in which the first
    /// has just been made; nothing if another move was made.
    pub fn new(line: &[Move], game: &Game) -> Self {
        let mut kept = Self::default();
        let Some((first, rest)) = line.split_first() else {
            return kept;
        };
        if game.moves().last() != Some(first) {
            return kept;
        }
        let mut game = game.clone();
        for (place, mv) in kept.0.iter_mut().zip(rest) {
            if game.play(*mv).is_err() {
                break;
            }
            *place = Some(*mv);
        }
        kept
    }

    /// Whether nothing was foreseen.
    pub fn is_empty(&self) -> bool {
        self.0[0].is_none()
    }
}

/// The moves, separated by spaces.
impl std::fmt::Display for Foreseen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let moves: Vec<_> = self.0.iter().flatten().map(ToString::to_string).collect();
        f.write_str(&moves.join(" "))
    }
}

impl Serialize for Foreseen {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Foreseen {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let mut kept = Self::default();
        for (place, word) in kept.0.iter_mut().zip(text.split(' ')) {
            *place = Some(sfen::parse_move(word).map_err(de::Error::custom)?);
        }
        Ok(kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<Move> {
        text.split(' ')
            .map(|word| sfen::parse_move(word).unwrap())
            .collect()
    }

    #[test]
    fn legal_moves_after_the_one_made_are_kept() {
        let (game, _) = Game::parse("startpos moves 7g7f").unwrap();
        for (line, kept) in [
            (
                "7g7f 3c3d 8h2b+ 3a2b B*4e 5a4b 4e6c+",
                "3c3d 8h2b+ 3a2b B*4e 5a4b",
            ),
            ("7g7f 3c3d 2b2a", "3c3d"),
            ("2g2f 3c3d", ""),
            ("7g7f", ""),
        ] {
            let foreseen = Foreseen::new(&moves(line), &game);
            assert_eq!(foreseen.to_string(), kept);
            assert_eq!(foreseen.is_empty(), kept.is_empty());
            if !kept.is_empty() {
                let text = serde_json::to_string(&foreseen).unwrap();
                assert_eq!(serde_json::from_str::<Foreseen>(&text).unwrap(), foreseen);
            }
        }
        assert!(serde_json::from_str::<Foreseen>("\"7g7z\"").is_err());
    }
}
