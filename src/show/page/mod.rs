//! Pages to look at in a browser: their one frame, and the style, boards and plots that they share.
//!
//! A page is a template that extends `frame.html` and fills its blocks `header` and `main`; it may
//! include `board.html`, a board with all its controls, `notation.html`, and `list.html`, a list to sort
//! and to filter. Where a page has two boards, `prefix` tells their parts apart; `playable` boards take
//! moves. What must hold: a page needs no other file and no network, nothing that it is filled with
//! becomes markup, and what the shared parts say stands in `words` only.

mod words;

use minijinja::value::{Serde, Value};
use minijinja::{Environment, UndefinedBehavior, context};
use serde::Serialize;

/// The style of every page.
const STYLE: &str = include_str!("page.css");
/// A board: drawing it, the rules, games as text, and its controls.
pub const BOARD: &str = concat!(
    include_str!("board.js"),
    include_str!("rules.js"),
    include_str!("record.js"),
    include_str!("controls.js")
);
/// Draws a plot with axes.
pub const CHART: &str = include_str!("chart.js");
/// Lists many things.
pub const LIST: &str = include_str!("list.js");

/// What templates may extend and include.
const PARTS: [(&str, &str); 4] = [
    ("frame.html", include_str!("frame.html")),
    ("board.html", include_str!("board.html")),
    ("notation.html", include_str!("notation.html")),
    ("list.html", include_str!("list.html")),
];

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

/// What surrounds the content of a page.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// The language, as HTML names it.
    pub language: &'static str,
    /// The title of the window.
    pub title: &'a str,
    /// Its style besides that of every page.
    pub style: &'static str,
    /// Its scripts, in order; they find the data in the element `data`.
    pub scripts: &'static [&'static str],
}

impl Frame<'_> {
    /// The page: `template` filled with `content`, and `data` for the scripts.
    ///
    /// # Errors
    /// If the template asks for what is not there, or the data cannot be written as JSON.
    pub fn html(
        &self,
        template: &str,
        content: impl Serialize,
        data: &impl Serialize,
    ) -> Result<String, PageError> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        for (name, text) in PARTS {
            environment.add_template(name, text)?;
        }
        let frame = context! {
            language => self.language,
            title => self.title,
            style => STYLE.to_owned() + self.style,
            script => self.scripts.join("\n"),
            data => script_data(data)?,
            words => Value::from(Serde(words::of(self.language))),
            prefix => "",
            playable => false,
        };
        let content = Value::from(Serde(content));
        Ok(environment.render_named_str(NAME, template, context! { ..frame, ..content })?)
    }
}

/// `value` as JSON, as the content of a script element, which nothing in it can end.
fn script_data(value: &impl Serialize) -> Result<String, PageError> {
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
