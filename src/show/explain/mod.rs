//! What a search says about a position, for people: as text, as a page, as JSON. Layer 6.
//!
//! A [`Study`] is a position, the search of it, and its explanation; [`Text`], [`html`] and [`json`]
//! show it. What must hold: all three say the same, for they take their words from `words`; a page
//! needs no other file and no network. From the bottom: `names`, `board` ← `study` ← `words` ←
//! `rows` ← `text`, `json`, `page` ← this file.

pub mod board;
mod json;
mod names;
mod page;
mod rows;
mod study;
mod text;
mod words;

pub use json::json;
pub use page::html;
pub use study::Study;
pub use text::Text;

#[cfg(test)]
mod tests;
