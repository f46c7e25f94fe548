//! Talking to a graphical interface: [`grammar`] turns lines into types and back and does nothing else,
//! `options` is what can be set, [`explanation`] how a cost is put into words, `session` holds the
//! conversation.

pub mod explanation;
pub mod grammar;
#[doc(hidden)]
pub mod options;
#[doc(hidden)]
pub mod session;
