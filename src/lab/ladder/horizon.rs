//! The horizon effect: what lies one ply beyond the depth is not there.
//!
//! One position in which a search that ends after its own move takes a piece and loses a greater one.
//! A search that is deeper, or that looks at captures where it ends, does not.

use super::{QUIESCENCE, RUNGS, Step, game, score_text, search, settings};
use base::table::Table;
use engine::player::Engine;
use engine::shogi::Move;
use engine::shogi::game::Game;
use engine::shogi::sfen::Diagram;
use engine::shogi::sfen::parse_move;
use serde::Serialize;
use show::explain::board::{Arrow, EXTENT, STYLE, board};
use show::language::Language;
use show::plot::Svg;
use std::fmt;

/// The position.
const POSITION: &str =
    "sfen 1nsg3nl/1r1kg1sb1/2pppppp1/lp7/p6Rp/1P4P2/P1PPPP2P/1B1KGS2L/LNSG3N1 b P 23";

/// The rung that takes static values where the depth ends, whatever is in the air there.
const BLIND: usize = QUIESCENCE - 2;

/// Who looks, to which depth.
const LOOKS: [(usize, u32); 4] = [(BLIND, 1), (BLIND, 2), (BLIND, 3), (QUIESCENCE, 1)];

/// The height of a title in the drawing.
const TITLE: f64 = 30.0;

/// The horizon effect on one position.
#[derive(Clone, Debug, Serialize)]
pub struct Horizon {
    /// The argument of USI's `position`.
    pub position: String,
    /// The capture that looks best where nothing after it is seen.
    pub capture: String,
    /// What is seen, from the blindest on.
    pub looks: Vec<Look>,
}

/// What a rung sees to a depth.
#[derive(Clone, Debug, Serialize)]
pub struct Look {
    pub rung: &'static str,
    /// What it thinks best.
    pub(super) best: Step,
    /// What it thinks of the capture.
    pub(super) capture: Step,
}

impl Horizon {
    /// Lets them look.
    pub fn look() -> Self {
        let game = game(POSITION);
        let mut capture = None;
        let looks = LOOKS.map(|(rung, depth)| {
            let look = Look::new(&game, rung, depth, capture);
            capture = capture.or(parse_move(&look.best.best).ok());
            look
        });
        Self {
            position: game.to_string(),
            capture: looks[0].best.best.clone(),
            looks: looks.into(),
        }
    }

    /// The position, the moves of the boards that show it, and the title of each.
    pub fn views(&self) -> [View; 3] {
        let [blind, deeper, .., quiet] = &self.looks[..] else {
            return Default::default();
        };
        let game = game(&self.position);
        let reply = deeper.capture.line.get(1).cloned().unwrap_or_default();
        let mut after = game.clone();
        let _ = parse_move(&self.capture).map(|mv| after.play(mv));
        let seen = |look: &Look| format!("{}, depth {}", look.rung, look.best.depth);
        [
            View {
                title: format!("{}: {} looks best", seen(blind), self.capture),
                game: game.clone(),
                mv: self.capture.clone(),
            },
            View {
                title: format!("what it does not see: {reply}"),
                game: after,
                mv: reply,
            },
            View {
                title: format!("{}: {} instead", seen(quiet), quiet.best.best),
                game,
                mv: quiet.best.best.clone(),
            },
        ]
    }

    /// The drawing: its boards side by side.
    pub fn picture(&self) -> Svg {
        let [width, height] = EXTENT;
        let views = self.views();
        let mut svg = Svg::new([width * views.len() as f64, height + TITLE]);
        svg.style(STYLE);
        for (number, view) in (0_u32..).zip(&views) {
            let left = width * f64::from(number);
            svg.words("title", [left + 14.0, 20.0], &view.title);
            let arrow = parse_move(&view.mv).map(|mv| Arrow {
                mv,
                weight: 0.3,
                class: "arrow",
            });
            let drawn = board(
                view.game.position(),
                &Vec::from_iter(arrow),
                Language::English,
            );
            svg.part([left, TITLE], EXTENT, &drawn);
        }
        svg
    }
}

impl fmt::Display for Horizon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "The horizon: {}", self.position)?;
        let worth = format!("{} is worth", self.capture);
        let mut table = Table::new(["seen by", "depth", "best", "value", "line", &worth]);
        for look in &self.looks {
            let best = &look.best;
            table.push([
                look.rung.to_owned(),
                best.depth.to_string(),
                best.best.clone(),
                score_text(best.score),
                best.line.join(" "),
                score_text(look.capture.score),
            ]);
        }
        write!(f, "{table}")?;
        for view in self.views() {
            write!(f, "\n\n{}\n{}", view.title, Diagram(view.game.position()))?;
        }
        Ok(())
    }
}

/// A board to be shown.
#[derive(Clone, Debug, Default)]
pub struct View {
    pub title: String,
    pub game: Game,
    /// A move in it.
    pub mv: String,
}

impl Look {
    /// What the rung at `place` sees of `game` to `depth`; the capture is its best move unless given.
    fn new(game: &Game, place: usize, depth: u32, capture: Option<Move>) -> Self {
        let mut engine = Engine::new(settings(place));
        let best = search(&mut engine, game, depth, &[]);
        let capture = match capture {
            Some(mv) => search(&mut engine, game, depth, &[mv]),
            None => best.clone(),
        };
        Self {
            rung: RUNGS[place].name,
            best,
            capture,
        }
    }
}
