//! Kyomi.

pub mod shogi;
