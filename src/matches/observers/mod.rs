//! Those who follow a match: what people see of it, what programs read, what is counted and what
//! is filed.
//!
//! From the bottom: `effort` ← `tables`; `standings` ← `tally`; `live` ← `console`; `events`,
//! `records`, `incidents`, `compat`, `control`.

pub mod compat;
pub mod console;
pub mod control;
pub mod effort;
pub mod events;
pub mod incidents;
mod live;
pub mod records;
pub mod standings;
pub mod tables;
pub mod tally;
