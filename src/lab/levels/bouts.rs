//! Which matches are played.

use super::bout::Bout;
use engine::search::Level;
use matches::players::limit::MoveLimit;

/// What full strength may use of a move where it meets the level below: about half a second.
const FULL_NODES: u64 = 400_000;
/// Games of a match of levels, and of full strength against the one below it, which take long.
const GAMES: u64 = 400;
const FULL_GAMES: u64 = 60;

/// The player that counts material one ply ahead.
pub const MATERIAL: &str = "material:";

/// Games of players that are weak in another way.
const RIVAL_GAMES: u64 = 60;

/// A player that is weak in another way, with a level of about its strength.
#[derive(Debug)]
pub struct Rival {
    /// In which way.
    pub way: Way,
    /// How much of it: nodes, or turns of a thousand.
    pub amount: u32,
    /// The level that it meets.
    level: u8,
}

/// Ways to be weak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Few nodes, and all else as at full strength.
    Nodes,
    /// Any legal move in some turns, and a strong one in all others.
    Lots,
}

const fn rival(way: Way, amount: u32, level: u8) -> Rival {
    Rival { way, amount, level }
}

/// The nodes of a strong move between those drawn by lot.
const STRONG_NODES: u64 = 10_000;

/// All of them.
pub const RIVALS: [Rival; 11] = [
    rival(Way::Nodes, 20, 1),
    rival(Way::Nodes, 60, 6),
    rival(Way::Nodes, 200, 12),
    rival(Way::Nodes, 600, 18),
    rival(Way::Nodes, 2_000, 19),
    rival(Way::Lots, 600, 3),
    rival(Way::Lots, 400, 7),
    rival(Way::Lots, 250, 10),
    rival(Way::Lots, 150, 13),
    rival(Way::Lots, 80, 17),
    rival(Way::Lots, 30, 19),
];

impl Rival {
    /// Its text.
    pub fn text(&self) -> String {
        let amount = self.amount;
        match self.way {
            Way::Nodes => format!("nodeslimit={amount}"),
            Way::Lots => format!("random:permille={amount},nodeslimit={STRONG_NODES}"),
        }
    }
}

/// The text of a level.
pub fn text(level: Level) -> String {
    format!("skill_level={level}")
}

/// Every match: level against level, then what the lowest meets, then the rivals.
pub fn bouts() -> Vec<Bout> {
    let steps = Level::all().zip(Level::all().skip(1));
    let steps =
        steps.map(|(low, high)| bout(&high.to_string(), [text(high), text(low)], games(high)));
    let lowest = text(Level::new(0));
    let material = bout("material", [MATERIAL.to_owned(), lowest], GAMES);
    let rivals = RIVALS.iter().map(|rival| {
        let name = match rival.way {
            Way::Nodes => format!("nodes-{}", rival.amount),
            Way::Lots => format!("lots-{}", rival.amount),
        };
        let level = text(Level::new(rival.level));
        bout(&name, [rival.text(), level], RIVAL_GAMES)
    });
    steps.chain([material]).chain(rivals).collect()
}

fn games(level: Level) -> u64 {
    if level == Level::FULL {
        FULL_GAMES
    } else {
        GAMES
    }
}

fn bout(name: &str, players: [String; 2], games: u64) -> Bout {
    Bout {
        name: name.to_owned(),
        players,
        limits: [MoveLimit::Nodes(FULL_NODES); 2],
        games,
    }
}

/// The matches of `levels` against the player with this text, who has `limit`.
pub fn against(opponent: &str, limit: MoveLimit, levels: &[Level], games: u64) -> Vec<Bout> {
    let bout = |&level: &Level| Bout {
        limits: [MoveLimit::Nodes(FULL_NODES), limit],
        ..bout(
            &format!("against-{level}"),
            [text(level), opponent.to_owned()],
            games,
        )
    };
    levels.iter().map(bout).collect()
}
