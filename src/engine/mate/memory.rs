//! What a search knows about positions: a table of its own, or one that several threads share.

use super::table::Table;
use super::value::Value;
use crate::shogi::Hand;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A table in parts, each with a lock of its own, so that threads rarely wait for each other.
pub(super) struct SharedTable(Vec<Mutex<Table>>);

impl SharedTable {
    const PARTS: usize = 64;

    /// A table that grows to `megabytes` at most; see [`Table::new`].
    pub(super) fn new(megabytes: usize, exact_hands: bool) -> Self {
        let part = || Mutex::new(Table::new(megabytes / Self::PARTS, exact_hands));
        Self((0..Self::PARTS).map(|_| part()).collect())
    }

    /// The part where positions with this key are. The table itself uses the other end of the key.
    fn part(&self, board_key: u64) -> MutexGuard<'_, Table> {
        lock(&self.0[(board_key >> 48) as usize % Self::PARTS])
    }
}

/// A part is whole whatever happened to the thread that had it.
fn lock(part: &Mutex<Table>) -> MutexGuard<'_, Table> {
    part.lock().unwrap_or_else(PoisonError::into_inner)
}

/// See the module.
pub(super) enum Memory<'a> {
    /// That of the only thread.
    Own(Table),
    /// That of several.
    Shared(&'a SharedTable),
}

impl Memory<'_> {
    /// Whether other threads use it too.
    pub(super) fn is_shared(&self) -> bool {
        matches!(self, Self::Shared(_))
    }

    /// See [`Table::find`].
    pub(super) fn find(&self, board_key: u64, hand: Hand, remaining: u16) -> Option<Value> {
        match self {
            Self::Own(table) => table.find(board_key, hand, remaining),
            Self::Shared(table) => table.part(board_key).find(board_key, hand, remaining),
        }
    }

    /// See [`Table::store`].
    pub(super) fn store(&mut self, board_key: u64, hand: Hand, value: Value, nodes: u32) {
        match self {
            Self::Own(table) => table.store(board_key, hand, value, nodes),
            Self::Shared(table) => table.part(board_key).store(board_key, hand, value, nodes),
        }
    }

    /// See [`Table::permille`].
    pub(super) fn permille(&self) -> u32 {
        match self {
            Self::Own(table) => table.permille(),
            Self::Shared(table) => {
                let all = table.0.iter().map(|part| lock(part).permille());
                all.sum::<u32>() / SharedTable::PARTS as u32
            }
        }
    }
}
