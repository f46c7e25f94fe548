//! The positions that are measured on: those of a file, or of own games.

use super::LabError;
use super::results::spread;
use base::files;
use base::random::generator;
use base::work::Workers;
use engine::player::{Engine, Settings};
use engine::search::{Decision, Limits, Score};
use engine::shogi::game::Game;
use matches::contest::openings::Openings;
use rand::RngExt;
use std::ops::RangeInclusive;
use std::path::Path;

/// What begins the line that names the columns.
const HEAD: &str = "# position\t";

/// Of own games: how many moves after the opening a position is taken.
const PLIES: RangeInclusive<usize> = 4..=90;
/// Nodes for each move of the game.
const NODES: u64 = 300;
/// A position of which the engine thinks that one side is so far ahead, in centipawns, is not taken.
const DECIDED: i32 = 1000;
/// What keeps the openings apart from those of matches with the same seed.
const APART: u64 = 0x5EED_0F9A_3E5C_A1E5;

/// Positions, each with what its line says after it.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    /// The names of the further columns; none where the file does not say.
    pub columns: Vec<String>,
    /// The positions.
    pub rows: Vec<Row>,
}

/// A position and the further columns of its line.
#[derive(Clone, Debug)]
pub struct Row {
    /// The position, with what led to it.
    pub game: Game,
    /// As many cells as there are columns.
    pub cells: Vec<String>,
}

impl Positions {
    /// Reads a file with a position in each line, as the argument of USI's `position`, and perhaps
    /// further columns behind tabs, which a first line `# position`, tab, … names. Empty lines and
    /// others that begin with `#` are skipped.
    ///
    /// # Errors
    /// If it cannot be read, at the first line that is no position, and if there is none.
    pub fn read(path: &Path) -> Result<Self, LabError> {
        let text = files::read_text(path).map_err(LabError::file(path))?;
        Self::parse(&text).map_err(LabError::file(path))
    }

    fn parse(text: &str) -> Result<Self, String> {
        let mut positions = Self::default();
        for (number, line) in (1..).zip(text.lines().map(str::trim_end)) {
            let head = line.strip_prefix(HEAD);
            if let Some(names) = head.filter(|_| positions.rows.is_empty()) {
                positions.columns = names.split('\t').map(str::to_owned).collect();
            } else if !line.is_empty() && !line.starts_with('#') {
                let row = positions.row(line);
                let row = row.map_err(|problem| format!("line {number}: {problem}"))?;
                positions.rows.push(row);
            }
        }
        if positions.rows.is_empty() {
            return Err("no position; expected one in a line, as `startpos moves …`".to_owned());
        }
        Ok(positions)
    }

    fn row(&self, line: &str) -> Result<Row, String> {
        let mut cells = line.split('\t').map(str::to_owned);
        let position = cells.next().unwrap_or_default();
        let game = position.parse::<Game>();
        let game = game.map_err(|error| error.to_string())?;
        if game.ending(None).is_some() {
            return Err("the game is over there; expected one that goes on".to_owned());
        }
        let cells: Vec<_> = cells.collect();
        let (there, expected) = (cells.len(), self.columns.len());
        if expected > 0 && there != expected {
            return Err(format!(
                "{there} columns after the position; expected {expected}"
            ));
        }
        Ok(Row { game, cells })
    }

    /// The positions of `count` own games: those kept in `folder`, and new ones, which are kept
    /// there too. They follow from the seed and the build of the program that played them.
    ///
    /// # Errors
    /// If the file in the folder cannot be read or written, or `workers` are stopped.
    pub fn of_own_games(
        folder: &Path,
        seed: u64,
        count: usize,
        workers: &Workers,
    ) -> Result<Self, LabError> {
        let path = folder.join(format!("positions-{seed}.usi"));
        let mut kept = if path.exists() {
            Self::read(&path)?
        } else {
            Self::default()
        };
        let missing: Vec<u64> = (kept.rows.len() as u64..count as u64).collect();
        if !missing.is_empty() {
            let games = workers.all(&missing, || |&number: &u64| own_position(seed, number))?;
            let rows = games.into_iter().map(|game| Row {
                game,
                cells: Vec::new(),
            });
            kept.rows.extend(rows);
            let lines: Vec<_> = kept.rows.iter().map(|it| it.game.to_string()).collect();
            let text = lines.join("\n") + "\n";
            files::write(&path, text.as_bytes())?;
        }
        kept.rows.truncate(count);
        Ok(kept)
    }

    /// So many of them, evenly spread; all if there are no more.
    #[must_use]
    pub fn spread(mut self, count: usize) -> Self {
        self.rows = spread(&self.rows, count);
        self
    }

    /// The cells of the column `name`.
    pub fn column(&self, name: &str) -> Option<Vec<&str>> {
        let place = self.columns.iter().position(|column| column == name)?;
        let cells = self.rows.iter().map(|row| row.cells[place].as_str());
        Some(cells.collect())
    }
}

/// Position `number` under `seed`: a standard opening, played on for as many moves as are drawn;
/// drawn again until the game goes on there and is open.
fn own_position(seed: u64, number: u64) -> Game {
    let mut random = generator(seed ^ APART, number);
    let mut engine = Engine::new(Settings {
        hash_mb: 1,
        ..Settings::default()
    });
    loop {
        let opening = Openings::RANDOM.opening(random.random(), number);
        let plies = random.random_range(PLIES);
        engine.new_game();
        if let Some(game) = played_on(&mut engine, opening, plies) {
            return game;
        }
    }
}

/// The game so many plies later, if it is open.
fn played_on(engine: &mut Engine, mut game: Game, plies: usize) -> Option<Game> {
    for _ in 0..plies {
        let (decision, _) = searched(engine, &game);
        let Decision::Play { best, .. } = decision else {
            return None;
        };
        game.play(best).ok()?;
        if game.ending(None).is_some() {
            return None;
        }
    }
    let (_, score) = searched(engine, &game);
    matches!(score, Score::Cp(cp) if cp.abs() < DECIDED).then_some(game)
}

fn searched(engine: &mut Engine, game: &Game) -> (Decision, Score) {
    engine.set_game(game.clone());
    let outcome = engine.search(Limits::nodes(NODES), &mut ());
    (outcome.decision, outcome.score)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::tempdir;

    #[test]
    fn columns_are_found_by_their_names() {
        let text = "# a remark\n# position\tmove\tcp\nstartpos\t7g7f\t12\n\
                    position startpos moves 7g7f\t3c3d\t-5\n";
        let positions = Positions::parse(text).unwrap();
        assert_eq!(positions.column("move").unwrap(), ["7g7f", "3c3d"]);
        assert!(positions.column("depth").is_none());
        assert_eq!(positions.rows[1].game.to_string(), "startpos moves 7g7f");
    }

    #[test]
    fn positions_are_taken_from_all_over_the_list() {
        let text = "startpos\nstartpos moves 7g7f\nstartpos moves 2g2f\nstartpos moves 1g1f";
        let positions = Positions::parse(text).unwrap();
        let taken = |count| -> Vec<_> {
            let rows = positions.clone().spread(count).rows;
            rows.iter().map(|row| row.game.to_string()).collect()
        };
        assert_eq!(taken(2), ["startpos", "startpos moves 2g2f"]);
        assert_eq!(taken(9).len(), 4);
    }

    #[test]
    fn refusals_name_the_line_and_what_was_expected() {
        for (text, expected) in [
            (
                "startpos\nstartpos moves 7g7e",
                "line 2: move 1: illegal move `7g7e`",
            ),
            (
                "# position\ta\tb\nstartpos\t1",
                "line 2: 1 columns after the position; expected 2",
            ),
            (
                "4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1",
                "line 1: the game is over",
            ),
            ("# nothing", "no position; expected one"),
        ] {
            let problem = Positions::parse(text).unwrap_err();
            assert!(problem.starts_with(expected), "{problem}");
        }
    }

    #[test]
    fn own_positions_are_kept_and_more_are_added() {
        let folder = tempdir().unwrap();
        let texts = |count| -> Vec<_> {
            let positions =
                Positions::of_own_games(folder.path(), 3, count, &Workers::new(2)).unwrap();
            positions
                .rows
                .iter()
                .map(|row| row.game.to_string())
                .collect()
        };
        let two = texts(2);
        assert_ne!(two[0], two[1]);
        assert_eq!(texts(3)[..2], two[..]);
        assert_eq!(texts(1)[..], two[..1]);
    }
}
