//! Conversations with the real program. Whatever it prints is checked by `dialogue.rs`. No verdict depends on how busy the machine is.

mod answers;
mod book;
mod clients;
mod dialogue;
mod grammar;
mod introduction;
mod levels;
mod log;
mod mates;
mod networks;
mod positions;
mod requests;

use std::time::Duration;

/// Long enough for something that must not be said to be said.
const A_WHILE: Duration = Duration::from_millis(300);
