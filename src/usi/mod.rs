//! Talking to a graphical interface. Layer 4: knows the search and the rules.
//!
//! [`grammar`] turns lines into types and back and does nothing else, [`options`] is what can be
//! set, [`session`] holds the conversation.

pub mod grammar;
pub mod options;
pub mod session;
