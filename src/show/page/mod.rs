//! Pages to look at in a browser: their one frame, and the style, boards and plots that they share.
//!
//! A page is a template that extends `frame.html` and fills its blocks `header` and `main`; it may
//! include `board.html`, a board with all its controls, `notation.html`, `list.html`, a list to sort
//! and to filter, and `unusable.html`, the lines `bad` of an input that cannot be used. Where a page has two boards, `prefix` tells their parts apart; `playable` boards take
//! moves. Templates and scripts say what they say by `say("in English", "in Japanese")`; in templates values
//! may follow, for the places `{0}`, `{1}` and so on. What must hold: a page needs no other file and no
//! network, and nothing that it is filled with becomes markup.

use crate::language::{Language, Reader};
use engine::record::Termination;
use engine::record::notation::Notation;
use minijinja::value::{Rest, Serde, Value};
use minijinja::{Environment, HtmlEscape, UndefinedBehavior, context};
use serde::Serialize;
use std::fmt::Display;

/// What every script begins with: one of two texts, by the language of the page.
const SAY: &str = "const say = (english, japanese) => (document.documentElement.lang === \"ja\" ? japanese : english);";
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
const PARTS: [(&str, &str); 5] = [
    ("frame.html", include_str!("frame.html")),
    ("board.html", include_str!("board.html")),
    ("notation.html", include_str!("notation.html")),
    ("list.html", include_str!("list.html")),
    ("unusable.html", include_str!("unusable.html")),
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
    /// For whom.
    pub reader: Reader,
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
        let Reader { language, notation } = self.reader;
        environment.add_function(
            "say",
            move |english: &str, japanese: &str, values: Rest<Value>| {
                say(language, [english, japanese], &values)
            },
        );
        let script = match self.scripts {
            [] => String::new(),
            scripts => [&[SAY], scripts].concat().join("\n"),
        };
        let frame = context! {
            language => language.of("en", "ja"),
            notation => notation.map_or("", name_of),
            title => self.title,
            style => STYLE.to_owned() + self.style,
            script,
            data => script_data(data)?,
            prefix => "",
            playable => false,
        };
        let content = Value::from(Serde(content));
        Ok(environment.render_named_str(NAME, template, context! { ..frame, ..content })?)
    }
}

/// One of two texts with `values`; of all that only values that are marked as safe become markup.
fn say(language: Language, forms: [&str; 2], values: &[Value]) -> Value {
    let escaped = |text: &str| HtmlEscape(text).to_string();
    let [english, japanese] = forms.map(escaped);
    let value = |it: &Value| {
        let text = it.to_string();
        if it.is_safe() { text } else { escaped(&text) }
    };
    let values: Vec<_> = values.iter().map(value).collect();
    let values: Vec<_> = values.iter().map(|it| it as &dyn Display).collect();
    Value::from_safe_string(language.fill([&english, &japanese], &values))
}

/// What a game ended by, as `record.js` calls it; none where it has no word of its own.
pub fn ending_name(reason: Termination) -> Option<&'static str> {
    Some(match reason {
        Termination::Resignation => "resignation",
        Termination::Mate => "mate",
        Termination::TimeUp => "time",
        Termination::IllegalMove => "illegal move",
        Termination::Declaration => "declaration",
        Termination::Repetition => "repetition",
        Termination::Impasse => "impasse",
        Termination::MaxMoves => "max moves",
        _ => return None,
    })
}

/// What the scripts call a notation.
fn name_of(notation: Notation) -> &'static str {
    match notation {
        Notation::Usi => "usi",
        Notation::Western => "western",
        Notation::Japanese => "japanese",
    }
}

/// `value` as JSON, as the content of a script element, which nothing in it can end.
fn script_data(value: &impl Serialize) -> Result<String, PageError> {
    Ok(serde_json::to_string(value)?.replace('<', "\\u003c"))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The English words that are seen in `text`, a page in Japanese or plain text, but for names that every
    /// Japanese reader of engines knows and those `known` besides. Code is nobody's language.
    pub fn english_in(text: &str, known: &[&str]) -> Vec<String> {
        const NAMES: &str = "SFEN USI KIF CSA Elo nElo SPRT LLR LOS JavaScript UTC CPU all";
        let body = text.split("<script").next().unwrap_or_default();
        let body = body.rsplit("</style>").next().unwrap_or_default();
        let told = body.split("aria-label=\"").skip(1);
        let told = told.filter_map(|it| it.split('"').next());
        let seen = body.split('<').map(|part| match part.split_once('>') {
            Some((tag, _)) if tag.starts_with("code") || tag.starts_with("pre") => "",
            Some((_, seen)) => seen,
            None => part,
        });
        let words = seen.chain(told).flat_map(|it| {
            let words = it.split(|letter: char| !letter.is_ascii_alphabetic());
            words.filter(|word| word.len() > 2)
        });
        let names = NAMES.split(' ').chain(known.iter().copied());
        words
            .filter(|word| !names.clone().any(|name| name == *word))
            .map(str::to_owned)
            .collect()
    }

    /// Asserts that `page` asks for nothing from elsewhere.
    pub fn assert_alone(page: &str) {
        for outside in [
            "http", "src=", "url(", "@import", "<link", "<base", "fetch(", "import ",
        ] {
            assert!(!page.contains(outside), "{outside}");
        }
    }

    #[test]
    fn english_words_are_found_where_they_are_seen() {
        let page = "<style>solid</style>\n<p class=\"wide\">先手 won, <code>search</code> Elo</p>\
                    <b aria-label=\"board\"></b><script>const</script>";
        assert_eq!(english_in(page, &[]), ["won", "board"]);
    }

    #[test]
    fn a_template_says_one_text_of_two_and_nothing_becomes_markup() {
        let said = |language| {
            let frame = Frame {
                reader: Reader::of(language),
                title: "",
                style: "",
                scripts: &[],
            };
            let template = "{{ say(\"{0}'s {1}\", \"{1} {0}\", \"<a>\", \"<b>\"|safe) }}";
            frame.html(template, (), &()).unwrap()
        };
        assert_eq!(said(Language::English), "&lt;a&gt;&#x27;s <b>");
        assert_eq!(said(Language::Japanese), "<b> &lt;a&gt;");
    }

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
