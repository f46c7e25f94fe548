//! What a first look at positions says that it does not decide: four of five positions that the search
//! knows are such leaves. A word each, in one of two places; the older of two others makes room. What is
//! lost is looked at again, and says the same.

use super::node::Value;
use crate::shogi::Hand;
use base::pages::{Pages, prefetch};

/// Bits of the proof number, and as many of the disproof number: no position has 4,096 moves.
const NUMBER: u32 = 12;

/// First looks, by board and hand. Each is 40 bits of the key and two numbers; zero is none. Two
/// positions with the same bits may be taken for each other: then one seems as hard as the other, and
/// nothing more.
pub(super) struct Looks(Pages<u64>);

impl Looks {
    /// Bits of the key that every place has in common; the places are at least as many.
    const SKIPPED: u32 = 8;

    /// Places for so many looks, a power of two.
    pub(super) fn new(count: usize) -> Self {
        debug_assert!(count.is_power_of_two() && count >= 1 << Self::SKIPPED);
        Self(Pages::new(count))
    }

    /// The same looks in so many places, which are more.
    pub(super) fn in_places(&self, count: usize) -> Self {
        let mut grown = Self::new(count);
        let seen = self.0.iter().enumerate().filter(|(_, look)| **look != 0);
        for (place, &look) in seen {
            let low = place as u64 & ((1 << Self::SKIPPED) - 1);
            let key = (look >> (2 * NUMBER)) << Self::SKIPPED | low;
            let place = grown.place(key);
            grown.0[place] = look;
        }
        grown
    }

    fn key(board_key: u64, hand: Hand) -> u64 {
        board_key ^ u64::from(hand.bits()).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    /// Where a look of this key is put; the other place is beside it.
    fn place(&self, key: u64) -> usize {
        key as usize & (self.0.len() - 1)
    }

    /// The bits of the key that are kept, where they are kept.
    fn tag(key: u64) -> u64 {
        key >> Self::SKIPPED << (2 * NUMBER)
    }

    pub(super) fn prefetch(&self, board_key: u64, hand: Hand) {
        prefetch(&self.0[self.place(Self::key(board_key, hand))]);
    }

    pub(super) fn find(&self, board_key: u64, hand: Hand) -> Option<Value> {
        let key = Self::key(board_key, hand);
        let (place, tag) = (self.place(key), Self::tag(key));
        let look = [self.0[place], self.0[place ^ 1]]
            .into_iter()
            .find(|look| (look ^ tag) >> (2 * NUMBER) == 0 && *look != 0)?;
        let number = |bits: u64| bits as u32 & ((1 << NUMBER) - 1);
        Some(Value::open(number(look >> NUMBER), number(look), hand))
    }

    /// Keeps `value`, which decides nothing, for `hand`.
    pub(super) fn store(&mut self, board_key: u64, hand: Hand, value: &Value) {
        debug_assert!(value.pn.max(value.dn) < 1 << NUMBER && value.pn.min(value.dn) > 0);
        let key = Self::key(board_key, hand);
        let place = self.place(key);
        let numbers = u64::from(value.pn) << NUMBER | u64::from(value.dn);
        self.0[place ^ 1] = self.0[place];
        self.0[place] = Self::tag(key) | numbers;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shogi::PieceKind;

    #[test]
    fn looks_are_found_again_by_board_and_hand_and_after_growing() {
        let mut looks = Looks::new(256);
        let mut pawn = Hand::EMPTY;
        pawn.add(PieceKind::Pawn);
        let board_key = 0x0123_4567_89AB_CDEF;
        looks.store(board_key, pawn, &Value::open(4095, 7, pawn));
        for looks in [&looks.in_places(4096), &looks] {
            assert_eq!(
                looks.find(board_key, pawn),
                Some(Value::open(4095, 7, pawn))
            );
            assert_eq!(looks.find(board_key, Hand::EMPTY), None);
            assert_eq!(looks.find(board_key ^ 1 << 40, pawn), None);
        }
    }
}
