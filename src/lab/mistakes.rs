//! Where games are lost: what the moves of recorded games cost their players, by what kind of position they
//! were made in.
//!
//! A move costs the difference between the chance of winning before it and after it, as a reference, best a
//! stronger one, values both positions; chances and bad moves are those of `analyze`. Moves in positions that are as good as decided are left out: there
//! nothing is lost any more.
//!
//! What must hold: both players of a game are judged by the same searches, each from an empty table, so that a
//! reference that errs errs for both. Errors come from games, since mistakes of one game are not independent.

use super::LabError;
use super::results::{Mean, mean, mean_by_game};
use super::searches::{Request, Searcher, Searches};
use super::values::{KINDS, kinds};
use base::progress::Screen;
use base::table::Table;
use base::work::Workers;
use engine::shogi::game::Game;
use matches::games::NamedGame;
use matches::stats::win_chance;
use serde::Serialize;
use show::analyze::{CHANCE_SCALE, Class};
use show::plot::{Axis, Chart, Curve, Panel};
use std::fmt;
use std::io::Write;
use std::path::PathBuf;

/// A move counts where the chance before it is at least this, and at most the rest of one.
const OPEN: f64 = 0.08;
/// Over so many moves of a game the drawing takes a mean.
const STEP: usize = 20;
/// Whose king is in more danger, seen from the player that moves.
const DANGER: [&str; 3] = ["its own", "neither", "the other's"];

/// Games to look at, and who judges them.
#[derive(Clone, Debug)]
pub struct Inquiry {
    /// Where searches are kept.
    pub folder: PathBuf,
    /// The games.
    pub games: Vec<NamedGame>,
    /// Who says what positions are worth; the mean of all counts.
    pub references: Vec<Searcher>,
    /// With how many nodes.
    pub nodes: u64,
    /// Who makes the searches.
    pub workers: Workers,
}

/// A move with what it cost.
#[derive(Clone, Copy, Debug)]
struct Cost {
    /// The number of the game.
    game: usize,
    /// The place of the player's name.
    player: usize,
    /// How many moves came before.
    ply: usize,
    /// Its kind in each of [`KINDS`].
    kinds: [usize; KINDS.len()],
    /// In points of a hundred; negative where the reference thinks better of it afterwards.
    points: f64,
}

/// What moves cost.
#[derive(Clone, Debug, Serialize)]
pub struct Costs {
    games: usize,
    nodes: u64,
    players: Vec<Record>,
}

/// Those of one player.
#[derive(Clone, Debug, Serialize)]
struct Record {
    player: String,
    moves: usize,
    /// Points of a hundred that a move costs.
    cost: Option<Mean>,
    /// How many moves in a hundred cost as much as each [`Class`] of bad moves at least.
    mistakes: [f64; Class::ALL.len()],
    /// The same as `cost`, by kind of position.
    by_kind: Vec<ByKind>,
    /// The middle of [`STEP`] moves of the game, and the cost of a move there.
    by_ply: Vec<[f64; 2]>,
}

#[derive(Clone, Debug, Serialize)]
struct ByKind {
    kind: String,
    moves: usize,
    cost: Option<Mean>,
}

/// Makes the searches that are missing, shows in `progress` how far it is, and returns what they show.
///
/// # Errors
/// If a reference gives no answer, the folder's file cannot be used, or the workers are stopped.
pub fn run(inquiry: &Inquiry, progress: &mut dyn Write) -> Result<Costs, LabError> {
    let mut searches = Searches::open(&inquiry.folder, &inquiry.workers)?;
    let request = |by, game: &Game| Request {
        by,
        nodes: inquiry.nodes,
        game: game.clone(),
    };
    let reached: Vec<_> = inquiry.games.iter().map(reached).collect();
    let open = reached.iter().flatten();
    let open = open.filter(|game| game.ending(None).is_none());
    let requests = open.flat_map(|game| inquiry.references.iter().map(|by| request(by, game)));
    searches.make(&requests.collect::<Vec<_>>(), Screen::Lines(progress))?;
    let chance = |named: &NamedGame, game: &Game| {
        if game.ending(None).is_some() {
            let side = game.position().side();
            return named
                .winner()
                .map_or(0.5, |it| f64::from(u8::from(it == side)));
        }
        let found = inquiry.references.iter();
        let found = found.filter_map(|by| searches.found(&request(by, game)));
        let chances = found.map(|it| win_chance(it.cp(), CHANCE_SCALE));
        Mean::of(chances).map_or(0.5, |it| it.value)
    };
    let games = inquiry.games.iter().zip(&reached);
    let chances = games.map(|(named, games)| games.iter().map(|it| chance(named, it)).collect());
    let chances: Vec<Vec<f64>> = chances.collect();
    let (players, costs) = costs(&inquiry.games, &reached, &chances);
    Ok(Costs::new(inquiry, &players, &costs))
}

/// The positions of a game from the first that a player had to move in.
fn reached(named: &NamedGame) -> Vec<Game> {
    let plies = named.given..=named.game.moves().len();
    plies.filter_map(|plies| named.game.up_to(plies)).collect()
}

/// The players of `games`, and what each move cost that counts: `chances` are those of the side to move in the positions
/// `reached`.
fn costs(
    games: &[NamedGame],
    reached: &[Vec<Game>],
    chances: &[Vec<f64>],
) -> (Vec<String>, Vec<Cost>) {
    let (mut players, mut costs) = (Vec::new(), Vec::new());
    for (number, named) in games.iter().enumerate() {
        let players = named.names.each_ref().map(|name| {
            let known = players.iter().position(|it| it == name);
            known.unwrap_or_else(|| {
                players.push(name.clone());
                players.len() - 1
            })
        });
        let pairs = chances[number].windows(2);
        for ((ply, pair), game) in (named.given..).zip(pairs).zip(&reached[number]) {
            let position = game.position();
            if (OPEN..=1.0 - OPEN).contains(&pair[0]) {
                costs.push(Cost {
                    game: number,
                    player: players[position.side().array_index()],
                    ply,
                    kinds: kinds(position, ply),
                    points: 100.0 * (pair[0] + pair[1] - 1.0),
                });
            }
        }
    }
    (players, costs)
}

/// From which cost on, in points of a hundred, a move is of each [`Class`] that `analyze` knows.
fn bars() -> [f64; Class::ALL.len()] {
    Class::ALL.map(|class| f64::from(class.least_loss()) / 10.0)
}

/// The mean of the costs.
fn mean_cost(costs: &[Cost]) -> Option<Mean> {
    let known: Vec<_> = costs.iter().map(|it| (it.game, it.points)).collect();
    mean_by_game(&known)
}

impl Costs {
    fn new(inquiry: &Inquiry, players: &[String], costs: &[Cost]) -> Self {
        let records = players.iter().enumerate().map(|(player, name)| {
            let own = costs.iter().filter(|it| it.player == player);
            Record::new(name, &own.copied().collect::<Vec<_>>())
        });
        Self {
            games: inquiry.games.len(),
            nodes: inquiry.nodes,
            players: records.collect(),
        }
    }
}

impl Record {
    fn new(player: &str, costs: &[Cost]) -> Self {
        let of = |counts: &dyn Fn(&Cost) -> bool| {
            costs
                .iter()
                .filter(|it| counts(it))
                .copied()
                .collect::<Vec<_>>()
        };
        let by_kind = KINDS.iter().enumerate().flat_map(|(by, &(what, names))| {
            let names = if by + 1 == KINDS.len() { DANGER } else { names };
            names
                .into_iter()
                .enumerate()
                .map(move |(kind, name)| (by, kind, what, name))
        });
        let by_kind = by_kind.map(|(by, kind, what, name)| {
            let costs = of(&|it| it.kinds[by] == kind);
            ByKind {
                kind: format!("{what}: {name}"),
                moves: costs.len(),
                cost: mean_cost(&costs),
            }
        });
        let last = costs.iter().map(|it| it.ply / STEP).max().unwrap_or(0);
        let by_ply = (0..=last).filter_map(|step| {
            let costs = of(&|it| it.ply / STEP == step);
            let cost = Mean::of(costs.iter().map(|it| it.points))?;
            Some([(step * STEP + STEP / 2) as f64, cost.value])
        });
        let share = |least| of(&|it| it.points >= least).len() as f64 / costs.len().max(1) as f64;
        Self {
            player: player.to_owned(),
            moves: costs.len(),
            cost: mean_cost(costs),
            mistakes: bars().map(|least| 100.0 * share(least)),
            by_kind: by_kind.collect(),
            by_ply: by_ply.collect(),
        }
    }
}

impl fmt::Display for Costs {
    /// Two tables, without an end after the last line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, nodes, .. } = self;
        writeln!(
            f,
            "{games} games, judged with {nodes} nodes; costs in points of a hundred"
        )?;
        let from = bars().map(|least| format!("{least} or more, %"));
        let head = ["player", "moves", "a move costs"].map(str::to_owned);
        let mut table = Table::new(head.into_iter().chain(from));
        for record in &self.players {
            let cells = [
                record.player.clone(),
                record.moves.to_string(),
                mean(record.cost, 2),
            ];
            let shares = record.mistakes.map(|it| format!("{it:.1}"));
            table.push(cells.into_iter().chain(shares));
        }
        writeln!(f, "{table}\n")?;
        let names = self.players.iter().map(|it| it.player.clone());
        let mut table = Table::new(["a move where".to_owned()].into_iter().chain(names));
        for place in 0..self.players.first().map_or(0, |it| it.by_kind.len()) {
            let kind = self.players[0].by_kind[place].kind.clone();
            let cells = self
                .players
                .iter()
                .map(|it| mean(it.by_kind[place].cost, 2));
            table.push([kind].into_iter().chain(cells));
        }
        write!(f, "{table}")
    }
}

impl Costs {
    /// The drawing: what a move costs, by how many moves were made.
    pub fn picture(&self) -> Chart {
        let curves = self.players.iter();
        let curves = curves.map(|it| Curve::new(it.player.clone(), it.by_ply.clone()));
        let points = || self.players.iter().flat_map(|it| &it.by_ply);
        let last = points().fold(STEP as f64, |last, it| last.max(it[0]));
        let least = points().fold(0.0, |least: f64, it| least.min(it[1]));
        let most = points().fold(1.0, |most: f64, it| most.max(it[1]));
        Chart(vec![Panel {
            title: "what a move costs, points of a hundred, by moves played".to_owned(),
            x: Axis::of([0.0, last]).divided(5, 0),
            y: Axis::of([least.floor(), most.ceil()]).divided(4, 1),
            curves: curves.collect(),
        }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::shogi::Color;
    use matches::games::{GameFacts, GameResult};

    /// A game of four moves of which an opening gave the first, won by Black.
    fn named() -> NamedGame {
        let (game, _) = Game::parse("startpos moves 7g7f 3c3d 2g2f 8c8d").unwrap();
        NamedGame {
            game,
            given: 1,
            names: ["one", "other"].map(str::to_owned),
            facts: GameFacts::of_result(GameResult::Won(Color::Black)),
        }
    }

    fn costs_of(chances: [f64; 4]) -> (Vec<String>, Vec<Cost>) {
        let games = [named()];
        let reached = [reached(&games[0])];
        assert_eq!(reached[0].len(), 4);
        costs(&games, &reached, &[chances.to_vec()])
    }

    #[test]
    fn a_move_costs_what_the_chance_falls_by() {
        // White has 0.5, 0.4 are left; then Black 0.6, of which 0.05 go; White's last move is found better than thought.
        let (players, costs) = costs_of([0.5, 0.6, 0.45, 0.5]);
        assert_eq!(players, ["one", "other"]);
        let found = costs
            .iter()
            .map(|it| (it.player, it.ply, it.points.round()));
        assert_eq!(
            found.collect::<Vec<_>>(),
            [(1, 1, 10.0), (0, 2, 5.0), (1, 3, -5.0)]
        );
        let other = Record::new("other", &costs[..1]);
        assert_eq!((other.moves, other.mistakes), (1, [100.0, 100.0, 0.0]));
        assert_eq!(other.by_ply.len(), 1);
        let kinds: Vec<_> = other.by_kind.iter().filter(|it| it.moves == 1).collect();
        assert_eq!(kinds[0].kind, "moves played: below 50");
        assert_eq!(kinds[2].kind, "king in more danger: neither");
    }

    #[test]
    fn what_is_decided_does_not_count() {
        assert_eq!(costs_of([0.05, 0.95, 0.05, 0.95]).1.len(), 0);
        assert_eq!(costs_of([0.5, 0.95, 0.95, 0.2]).1.len(), 1);
    }
}
