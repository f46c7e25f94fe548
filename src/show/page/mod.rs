//! Pages to look at in a browser: the template engine, and the style, boards and plots that all of
//! them share. Layer 1: knows nothing of what they show.
//!
//! What must hold: a page needs no other file and no network, and nothing it is filled with becomes
//! markup. Boards are drawn by `board.js`, plots by `chart.js`; `steps.js` wires the buttons that
//! step through moves.

use minijinja::{Environment, UndefinedBehavior};
use serde::Serialize;

/// The style of every page.
pub const STYLE: &str = include_str!("page.css");
/// Draws a board and makes moves on it.
pub const BOARD: &str = include_str!("board.js");
/// Draws a plot with axes.
pub const CHART: &str = include_str!("chart.js");
/// Wires buttons and keys that step through moves.
pub const STEPS: &str = include_str!("steps.js");

/// By an ending in `.html` the template engine knows to escape what it is given.
const NAME: &str = "page.html";

/// Why there is no page.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// The template asks for what is not there, or fails otherwise.
    #[error("page: {0}")]
    Template(#[from] minijinja::Error),
    /// The data cannot be written as JSON.
    #[error("page: {0}")]
    Data(#[from] serde_json::Error),
}

/// `template` filled with `content`.
///
/// # Errors
/// [`PageError`] if it asks for what is not there, or fails otherwise.
pub fn render(template: &str, content: impl Serialize) -> Result<String, PageError> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    let content = minijinja::value::Serde(content);
    Ok(environment.render_named_str(NAME, template, content)?)
}

/// `value` as JSON, as the content of a script element, which nothing in it can end.
///
/// # Errors
/// [`PageError`] if it cannot be written as JSON.
pub fn script_data(value: &impl Serialize) -> Result<String, PageError> {
    Ok(serde_json::to_string(value)?.replace('<', "\\u003c"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_drawn_without_a_font() {
        let strokes = BOARD.split("const STROKES = {").nth(1).unwrap();
        let strokes = strokes.split("};").next().unwrap();
        for kind in ["P", "L", "N", "S", "G", "B", "R", "K"] {
            assert!(strokes.contains(&format!("\n  {kind}: \"M")), "{kind}");
        }
        for kind in ["+P", "+L", "+N", "+S", "+B", "+R"] {
            assert!(strokes.contains(&format!("\n  \"{kind}\": \"M")), "{kind}");
        }
    }
}
