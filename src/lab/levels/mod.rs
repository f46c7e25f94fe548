//! The levels: what each is worth, and how human it is.
//!
//! By games: every level against the next, the lowest against a player that counts material, and, at
//! some levels, players that are as weak in other ways; any level against a player that is not of this
//! program. By positions of recorded games (`humans.rs`): how often each player makes the move that a
//! person made. What must hold: ratings come from whole pairs of games only.

mod humans;

pub use humans::{compare, players};

use crate::LabError;
use crate::campaign::{Bout, Campaign, Played, Points};
use crate::results::{elo, or_dash};
use base::table::Table;
use engine::player::Level;
use matches::players::limit::MoveLimit;
use matches::stats::Interval;
use matches::stats::ratings::{Encounter, ratings};
use serde::{Deserialize, Serialize};
use show::plot::{Axis, Chart, Curve, Panel};
use std::collections::BTreeSet;
use std::fmt;
use std::io::Write;

/// What full strength may use of a move where it meets the level below: about half a second.
const FULL_NODES: u64 = 400_000;
/// Games of a match of levels, and of full strength against the one below it, which take long.
const GAMES: u64 = 400;
const FULL_GAMES: u64 = 60;

/// The player that counts material one ply ahead.
const MATERIAL: &str = "material:";

/// Games of players that are weak in another way.
const RIVAL_GAMES: u64 = 60;

/// A player that is weak in another way, with a level of about its strength.
#[derive(Debug)]
struct Rival {
    way: Way,
    /// How much of it: nodes, or turns of a thousand.
    pub amount: u32,
    /// The level that it meets.
    level: u8,
}

/// Ways to be weak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
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
const RIVALS: [Rival; 11] = [
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
    fn text(&self) -> String {
        let amount = self.amount;
        match self.way {
            Way::Nodes => format!("nodeslimit={amount}"),
            Way::Lots => format!("random:permille={amount},nodeslimit={STRONG_NODES}"),
        }
    }
}

/// The text of a level.
fn text(level: Level) -> String {
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
    let limit = MoveLimit::Nodes(FULL_NODES);
    Bout::new(name.to_owned(), players, limit, games)
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

/// Plays what is missing of `chosen`, as far as there is time, and returns what has been shown of `all`.
///
/// # Errors
/// If a player's text is wrong or a journal cannot be used.
pub fn play(
    campaign: &Campaign,
    all: &[Bout],
    chosen: &[Bout],
    progress: &mut dyn Write,
) -> Result<Strengths, LabError> {
    for bout in chosen {
        campaign.play(bout, progress)?;
    }
    let matchups = all
        .iter()
        .map(|bout| Ok(Matchup::new(bout, &campaign.played(bout)?)));
    Ok(Strengths::new(matchups.collect::<Result<_, LabError>>()?))
}

/// A match with what it came to so far.
#[derive(Clone, Debug, Serialize)]
struct Matchup {
    name: String,
    players: [String; 2],
    /// The command that plays the same games.
    command: String,
    #[serde(flatten)]
    points: Points,
    /// Nodes a move, of each player.
    nodes: [u64; 2],
    /// The pairs of games, from 0 to 4 half points.
    pairs: [u64; 5],
}

impl Matchup {
    fn new(bout: &Bout, played: &Played) -> Self {
        let points = played.points();
        Self {
            name: bout.name.clone(),
            players: bout.players.clone(),
            command: played.command.clone(),
            nodes: played.nodes_a_move(),
            pairs: points.pairs.0,
            points,
        }
    }
}

/// The matches with what they came to, and the ratings of all players.
#[derive(Debug, Serialize)]
pub struct Strengths {
    bouts: Vec<Matchup>,
    /// The ratings; that of level 0 is 0.
    ratings: Vec<Rating>,
}

impl Strengths {
    /// What follows from `bouts`.
    fn new(bouts: Vec<Matchup>) -> Self {
        let ratings = rate(&bouts, &text(Level::new(0)));
        Self { bouts, ratings }
    }

    /// The rating of a player, if it has one.
    fn rating(&self, player: &str) -> Option<&Rating> {
        self.ratings.iter().find(|it| it.player == player)
    }
}

/// Draws for the intervals, and what they follow from.
const RESAMPLES: usize = 200;
const SEED: u64 = 1;

/// What a player is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    player: String,
    /// Its Elo; the first player of all has 0. `None` where it lost or won all.
    elo: Option<f64>,
    /// The ends of its 95 % interval; `None` where there is no end.
    interval: [Option<f64>; 2],
}

/// The ratings of those that a chain of games connects with `first`, whose Elo is 0.
fn rate(results: &[Matchup], first: &str) -> Vec<Rating> {
    let players = connected(results, first);
    let place = |text: &str| players.iter().position(|it| it == text);
    let encounters: Vec<Encounter> = results
        .iter()
        .filter(|it| it.points.games > 0)
        .filter_map(|it| {
            let [one, other] = it.players.each_ref().map(|text| place(text));
            Some(Encounter {
                first: one?,
                second: other?,
                pairs: it.points.pairs,
            })
        })
        .collect();
    let Ok(rated) = ratings(players.len(), &encounters, Some(0), RESAMPLES, SEED) else {
        return Vec::new();
    };
    let zero = rated.first().map_or(0.0, |it| it.value);
    let rated = players.into_iter().zip(rated);
    rated
        .map(|(player, Interval { low, value, high })| Rating {
            player,
            elo: finite(value - zero),
            interval: [low, high].map(|end| finite(end - zero)),
        })
        .collect()
}

fn finite(elo: f64) -> Option<f64> {
    elo.is_finite().then_some(elo)
}

/// Who is connected with `first`, who comes first.
fn connected(results: &[Matchup], first: &str) -> Vec<String> {
    let mut found = vec![first.to_owned()];
    let mut seen = BTreeSet::from([first]);
    let mut next = 0;
    while let Some(player) = found.get(next).cloned() {
        next += 1;
        for it in results.iter().filter(|it| it.points.games > 0) {
            let [one, other] = it.players.each_ref().map(String::as_str);
            let met = match player.as_str() {
                it if it == one => other,
                it if it == other => one,
                _ => continue,
            };
            if seen.insert(met) {
                found.push(met.to_owned());
            }
        }
    }
    found
}

impl fmt::Display for Strengths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new([
            "match",
            "players",
            "games",
            "score, %",
            "Elo",
            "nodes a move",
        ]);
        for it in self.bouts.iter().filter(|it| it.points.games > 0) {
            let score = it.points.score.map(|it| format!("{:.1}", 100.0 * it.value));
            table.push([
                it.name.clone(),
                it.players.join(" : "),
                it.points.games.to_string(),
                or_dash(score),
                or_dash(it.points.elo.map(elo)),
                it.nodes.map(|it| it.to_string()).join(" : "),
            ]);
        }
        write!(f, "{table}")?;
        let mut table = Table::new(["level", "Elo above level 0", "95 %"]);
        for level in Level::all() {
            let Some(rating) = self.rating(&text(level)) else {
                continue;
            };
            let interval = match rating.interval {
                [Some(low), Some(high)] => Some(format!("{low:.0} to {high:.0}")),
                [Some(low), None] => Some(format!("{low:.0} or more")),
                [None, Some(high)] => Some(format!("{high:.0} or less")),
                [None, None] => None,
            };
            let elo = rating.elo.map(|elo| format!("{elo:.0}"));
            table.push([level.to_string(), or_dash(elo), or_dash(interval)]);
        }
        if table.len() > 1 {
            write!(f, "\n\n{table}")?;
        }
        Ok(())
    }
}

impl Strengths {
    /// What each level is worth above level 0, with its 95 % interval.
    pub fn picture(&self) -> Chart {
        let rated = Level::all().filter_map(|level| {
            let rating = self.rating(&text(level))?;
            Some((f64::from(level.number()), rating))
        });
        let rated: Vec<_> = rated.collect();
        let points = rated
            .iter()
            .filter_map(|(level, it)| Some([*level, it.elo?]));
        let points: Vec<_> = points.collect();
        let most = points.iter().map(|[_, elo]| *elo).fold(1.0, f64::max);
        let errors = rated.iter().map(|(level, rating)| {
            let [low, high] = rating.interval;
            [*level, low.unwrap_or(0.0), high.unwrap_or(most)]
        });
        let last = f64::from(Level::FULL.number());
        Chart(vec![Panel {
            title: "Elo above level 0, by level".to_owned(),
            x: Axis::of([0.0, last]).divided(10, 0),
            y: Axis::of([0.0, (most / 500.0).ceil() * 500.0]).divided(5, 0),
            curves: vec![Curve {
                errors: errors.collect(),
                ..Curve::new("", points)
            }],
        }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::player;
    use base::work::Workers;
    use engine::shogi::game::Game;

    #[test]
    fn every_level_meets_the_next_and_every_player_can_be_made() {
        let bouts = bouts();
        for bout in &bouts {
            for text in &bout.players {
                player(text).unwrap();
            }
        }
        let steps = usize::from(Level::FULL.number());
        assert_eq!(bouts.len(), steps + 1 + RIVALS.len());
        let mut names: Vec<_> = bouts.iter().map(|it| &it.name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), bouts.len());
    }

    #[test]
    fn matches_are_rated_drawn_and_gone_on_with() {
        let folder = tempfile::tempdir().unwrap();
        let all: Vec<Bout> = bouts()
            .into_iter()
            .filter(|it| ["1", "material"].contains(&&*it.name))
            .collect();
        let campaign = Campaign::of_test(folder.path(), Some(2));
        let mut progress = Vec::new();
        let strengths = play(&campaign, &all, &all, &mut progress).unwrap();
        let games = strengths.bouts.iter().map(|it| it.points.games);
        assert_eq!(games.sum::<u64>(), 4);
        assert_eq!(strengths.ratings.len(), 3);
        let lowest = strengths.rating("skill_level=0").unwrap();
        assert_eq!(lowest.elo, Some(0.0));
        let drawn = strengths.picture().to_string();
        assert!(drawn.contains("Elo above level 0"), "{drawn}");
        let again = play(&campaign, &all, &[], &mut progress).unwrap();
        assert_eq!(again.to_string(), strengths.to_string());
        assert!(again.to_string().contains("skill_level=1 : skill_level=0"));
    }

    #[test]
    fn moves_of_people_are_compared_from_the_twenty_first_on() {
        let shuffle = "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 3i3h 7a7b 5i6h 5a4b 1g1f 1c1d 9g9f 9c9d 4i5h 6a5b 3g3f 7c7d 4g4f 6c6d";
        let (game, error) = Game::parse(&format!("startpos moves {shuffle}")).unwrap();
        assert!(error.is_none(), "{error:?}");
        let players = [
            ("levels", "skill_level=2".to_owned()),
            ("levels", "null:".to_owned()),
        ];
        let humans = compare(&players, &[game], &[], &Workers::new(1), &mut Vec::new()).unwrap();
        assert_eq!((humans.games, humans.positions), (1, 2));
        assert!(humans.picture().to_string().starts_with("<svg "));
        let text = humans.to_string();
        assert!(text.contains("2 positions of 1 games"), "{text}");
        assert!(text.contains("skill_level=2") && text.contains("null:"));
    }
}
