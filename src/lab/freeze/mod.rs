//! What lines a search looks at: frozen at random moments, how bad are the moves of the line that
//! it is examining?
//!
//! The claim is Rollason's ("Interest Search", AI Factory, 2014): a full-width search frozen at any
//! moment looks at junk, an interest search at plausible lines. A line is the moves from the root to
//! the node at hand, in quiescence too; what comes after a null move is left out, because
//! no one would play so. What must hold: everything follows from seed, positions and players; all
//! players are frozen at the same moments.

mod quality;

pub use quality::LineQuality;

use super::LabError;
use super::searches::{Found, Request, Searcher, Searches};
use base::progress::Screen;
use base::random::generator;
use base::work::Workers;
use engine::player::{Engine, Settings};
use engine::search::Limits;
use engine::shogi::Move;
use engine::shogi::game::Game;
use rand::RngExt;
use std::io::Write;
use std::path::PathBuf;

/// Who is frozen, on what, and by whom it is judged.
#[derive(Clone, Debug)]
pub struct Frozen {
    /// Where the searches of the reference are kept.
    pub folder: PathBuf,
    /// What is searched.
    pub games: Vec<Game>,
    /// Who is frozen; each has to be this engine.
    pub players: Vec<Searcher>,
    /// How many moments.
    pub moments: u64,
    /// The nodes of a search; it is frozen at one of them.
    pub nodes: u64,
    /// Who says what a move is worth.
    pub reference: Searcher,
    /// Its nodes for a position.
    pub reference_nodes: u64,
    /// Everything random follows from this.
    pub seed: u64,
    /// Who makes the searches.
    pub workers: Workers,
}

/// Freezes the players, makes the searches of the reference that are missing, shows in `progress` how
/// far it is, and returns what they show.
///
/// # Errors
/// If a player is not this engine, the folder's file cannot be used, or the workers are stopped.
pub fn run(frozen: &Frozen, progress: &mut dyn Write) -> Result<LineQuality, LabError> {
    let mut searches = Searches::open(&frozen.folder, &frozen.workers)?;
    let moments = (0..frozen.moments).map(|it| Moment::draw(frozen, it));
    let moments: Vec<_> = moments.collect();
    let lines = frozen.players.iter().map(|player| {
        let name = player.name();
        writeln!(progress, "{name}: frozen at {} moments", moments.len())?;
        freeze(&moments, player, &frozen.workers)
    });
    let lines = lines.collect::<Result<Vec<_>, _>>()?;
    let all = lines.iter().flatten();
    let requests: Vec<_> = all.flat_map(|it| frozen.requests(it)).collect();
    searches.make(&requests, Screen::Lines(progress))?;
    let losses = |line| (line, frozen.losses(line, &searches));
    let scored = lines
        .iter()
        .map(|lines| lines.iter().map(losses).collect::<Vec<_>>());
    Ok(LineQuality::new(frozen, &scored.collect::<Vec<_>>()))
}

/// What keeps the moments apart from whatever else is drawn with the same seed.
const APART: u64 = 0x11AE_0F5E_A7C4_0001;

/// A node of a search: which position is searched, and how many nodes are.
#[derive(Clone, Debug)]
struct Moment {
    game: Game,
    nodes: u64,
}

/// The line that was examined at a moment.
#[derive(Clone, Debug)]
struct Line {
    /// Where it begins.
    start: Game,
    /// Its moves.
    moves: Vec<Move>,
    /// Whether a null move came after them.
    passes: bool,
}

impl Moment {
    /// Moment `number` of `frozen`: any position, any node of its search.
    fn draw(frozen: &Frozen, number: u64) -> Self {
        let mut random = generator(frozen.seed ^ APART, number);
        Self {
            game: frozen.games[random.random_range(0..frozen.games.len())].clone(),
            nodes: random.random_range(1..=frozen.nodes),
        }
    }

    /// What `engine` examines then.
    fn line(&self, engine: &mut Engine) -> Line {
        engine.new_game();
        engine.set_game(self.game.clone());
        engine.search(Limits::nodes(self.nodes), &mut ());
        let whole = engine.line_at_stop();
        let moves = whole.iter().copied().take_while(|mv| mv.is_some());
        let moves: Vec<Move> = moves.collect();
        Line {
            start: self.game.clone(),
            passes: moves.len() < whole.len(),
            moves,
        }
    }
}

/// What `player`, which has to be this engine, examines at each of `moments`.
fn freeze(moments: &[Moment], player: &Searcher, workers: &Workers) -> Result<Vec<Line>, LabError> {
    let settings = Settings {
        threads: 1,
        ..player.settings()?.clone()
    };
    let lines = workers.all(moments, || {
        let mut engine = Engine::new(settings.clone());
        move |moment: &Moment| moment.line(&mut engine)
    });
    Ok(lines?)
}

/// The most that a move can lose, in centipawns.
const MOST_LOSS: i32 = 1000;

impl Frozen {
    /// The searches of the positions of `line`, from the first to that after its last move.
    fn requests(&self, line: &Line) -> Vec<Request<'_>> {
        if line.moves.is_empty() {
            return Vec::new();
        }
        let request = |game| Request {
            by: &self.reference,
            nodes: self.reference_nodes,
            game,
        };
        games(line).map(request).collect()
    }

    /// What each move of `line` loses by the reference in centipawns: by how much the value falls, seen
    /// from the side that moves; none if the move is the reference's own. The searches must have been
    /// made.
    fn losses(&self, line: &Line, searches: &Searches) -> Vec<i32> {
        let requests = self.requests(line);
        let found = requests.iter().filter_map(|it| searches.found(it));
        let found: Vec<_> = found.collect();
        let loss = |(around, mv): (&[&Found], &Move)| {
            if around[0].mv == mv.to_string() {
                0
            } else {
                (around[0].cp() + around[1].cp()).clamp(0, MOST_LOSS)
            }
        };
        found.windows(2).zip(&line.moves).map(loss).collect()
    }
}

/// The positions of `line`, with what led to them.
fn games(line: &Line) -> impl Iterator<Item = Game> {
    let after = line.moves.iter().scan(line.start.clone(), |game, &mv| {
        game.play(mv).ok()?;
        Some(game.clone())
    });
    std::iter::once(line.start.clone()).chain(after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::Mean;
    use matches::standard_conduct;
    use std::path::Path;
    use tempfile::tempdir;

    fn frozen(folder: &Path, threads: usize) -> Frozen {
        let searcher = |text| Searcher::new(text, 1, standard_conduct()).unwrap();
        let game = |text| Game::parse(text).unwrap().0;
        Frozen {
            folder: folder.to_owned(),
            games: ["startpos", "startpos moves 7g7f 3c3d"].map(game).into(),
            players: ["search=interest", "search=alphabeta"].map(searcher).into(),
            moments: 12,
            nodes: 2000,
            reference: searcher("").of_any_build().unwrap(),
            reference_nodes: 300,
            seed: 1,
            workers: Workers::new(threads),
        }
    }

    #[test]
    fn the_line_at_a_node_can_be_played() {
        let folder = tempdir().unwrap();
        let frozen = frozen(folder.path(), 1);
        let moments: Vec<_> = (0..frozen.moments)
            .map(|it| Moment::draw(&frozen, it))
            .collect();
        for player in &frozen.players {
            let lines = freeze(&moments, player, &Workers::new(1)).unwrap();
            for line in &lines {
                assert_eq!(games(line).count(), 1 + line.moves.len());
            }
            let deepest = lines.iter().map(|line| line.moves.len()).max().unwrap();
            assert!(deepest >= 2, "{lines:?}");
            let again = freeze(&moments, player, &Workers::new(3)).unwrap();
            assert_eq!(format!("{lines:?}"), format!("{again:?}"));
        }
    }

    #[test]
    fn qualities_are_shown_and_the_reference_is_not_asked_again() {
        let folder = tempdir().unwrap();
        let mut progress = Vec::new();
        let quality = run(&frozen(folder.path(), 2), &mut progress).unwrap();
        let [interest, alphabeta] = &quality.players[..] else {
            panic!("two players");
        };
        assert!(interest.lines > 8 && alphabeta.lines > 8);
        assert!(interest.length.unwrap().value > 1.0);
        assert_eq!(alphabeta.passes.map(|it: Mean| it.value), Some(0.0));
        let table = quality.to_string();
        assert!(table.contains("% with search=alphabeta"), "{table}");

        let mut progress = Vec::new();
        let again = run(&frozen(folder.path(), 1), &mut progress).unwrap();
        assert_eq!(again.to_string(), table);
        assert!(!String::from_utf8(progress).unwrap().contains("searches"));
        assert!(quality.picture().to_string().contains("search=alphabeta"));
    }

    #[test]
    fn a_player_in_another_process_cannot_be_frozen() {
        let folder = tempdir().unwrap();
        let mut frozen = frozen(folder.path(), 1);
        frozen.players = vec![Searcher::new("usi:/bin/false", 1, standard_conduct()).unwrap()];
        let problem = run(&frozen, &mut Vec::new()).unwrap_err().to_string();
        let expected = "`usi:/bin/false`; expected settings";
        assert!(problem.contains(expected), "{problem}");
    }
}
