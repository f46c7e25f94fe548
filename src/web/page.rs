//! The page on which a person plays, in either language: board, levels, clock, handicaps, hints, and the analysis of
//! the game at the end.
//!
//! What must hold: the board, its rules and its records are those of the other pages. The page needs the files that
//! `assemble.mjs` puts beside it, and asks for nothing from elsewhere.

use engine::record::kif;
use engine::shogi::sfen;
use serde::Serialize;
use show::language::{Language, Reader};
use show::page::{self, Frame, PageError};

const TEMPLATE: &str = include_str!("play.html");
const SCRIPTS: [&str; 2] = [page::BOARD, include_str!("play.js")];

/// What the template is filled with.
#[derive(Serialize)]
struct Page {
    handicaps: Vec<Start>,
}

/// A start of a game with a handicap.
#[derive(Serialize)]
struct Start {
    name: String,
    sfen: String,
}

/// The page in `language`.
///
/// # Errors
/// If the template asks for what is not there, or fails otherwise.
pub fn html(language: Language) -> Result<String, PageError> {
    let frame = Frame {
        reader: Reader::of(language),
        title: language.of("Play shogi against Kyomi", "Kyomi と将棋を指す"),
        style: include_str!("play.css"),
        scripts: &SCRIPTS,
    };
    let handicaps = kif::handicaps().filter_map(|names| start(names, language));
    let page = Page {
        handicaps: handicaps.collect(),
    };
    frame.html(TEMPLATE, page, &())
}

fn start([english, japanese]: [&str; 2], language: Language) -> Option<Start> {
    let sfen = sfen::write(&kif::handicap(english)?);
    let name = match language {
        Language::Japanese => japanese.to_owned(),
        Language::English if english.parse::<u8>().is_ok() => format!("{english} pieces"),
        Language::English => english.replace('-', " "),
    };
    Some(Start { name, sfen })
}
