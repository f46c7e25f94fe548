//! A recorded game judged move by move, for people who want to learn from it: what each move was
//! worth, what would have been better, where the game turned. Layer 7; never prints.
//!
//! An [`Analysis`] is a record, what a [`Thinker`] thinks of its positions, and what follows from
//! that; [`Text`], [`json`], [`html`] and [`annotated`] show it. What must hold: values, lines and
//! chances of one game are the same in all of them, and every sentence is from `words`. From the
//! bottom: `chance`, `sight` ← `think` ← `judge` ← `turning` ← `words` ← `text`, `json`, `page`, `annotate` ←
//! this file.

mod annotate;
mod chance;
mod json;
mod judge;
mod page;
mod sight;
mod text;
mod think;
mod turning;
mod words;

pub use annotate::annotated;
pub use json::json;
pub use judge::Analysis;
pub use page::html;
pub use text::Text;
pub use think::{Effort, Thinker};
pub use words::Language;

#[cfg(test)]
mod tests;
