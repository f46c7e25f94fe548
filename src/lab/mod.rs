//! The laboratory: experiments that show what an idea of the engine is worth. Layer 6: it plays
//! through `selfplay` and decides nothing about how a game goes.
//!
//! One folder for each instrument. [`interest`]: the proof of interest search.

pub mod interest;
