//! `YaneuraOu`'s books in bytes (`.ybb`), which `ShogiHome` reads and writes too.
//!
//! The form, all numbers little-endian: a magic of 16 bytes, the number of positions (8 bytes), flags (8), then for each
//! position, in the order of their bytes: its code (32, see [`packed`](crate::packed)), where its moves begin after all
//! positions (8), the number of the move (2), how many moves it has (2). A move has its bits (2), its value (2) and,
//! where flag 0 is set, its depth (2).
//!
//! What must hold: whatever stands in a file, reading it takes no more memory than the file, and ends.

use super::MemoryBook;
use super::text::{BookEntry, BookMove, BookProblem, key};
use crate::packed::YANEURAOU;
use crate::shogi::sfen;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};

const MAGIC: &[u8; 16] = b"YANE-BINBOOK-V1\0";
/// What stands before the positions.
const HEAD: usize = 32;
/// The bytes of a position.
const POSITION: usize = 44;
/// The flag that moves have a depth, and all that are known.
const HAS_DEPTH: u64 = 1;

/// The book whose file is `bytes`.
pub fn read(bytes: &[u8]) -> Result<MemoryBook, BookProblem> {
    let bad = |problem: String| BookProblem::Form(problem);
    let head = bytes.get(..HEAD).filter(|head| head.starts_with(MAGIC));
    let head = head.ok_or_else(|| {
        bad(
            "no `YANE-BINBOOK-V1` at its beginning; expected a book of YaneuraOu in bytes"
                .to_owned(),
        )
    })?;
    let (count, flags) = (number::<8>(head, 16), number::<8>(head, 24));
    if flags & !HAS_DEPTH != 0 {
        return Err(bad(format!("flags {flags:#x}; expected 0 or 1")));
    }
    let size = usize::try_from(count)
        .ok()
        .and_then(|count| count.checked_mul(POSITION));
    let index = size.and_then(|size| bytes[HEAD..].split_at_checked(size));
    let (index, moves) = index.ok_or_else(|| {
        let length = bytes.len();
        bad(format!(
            "{length} bytes for {count} positions; expected {POSITION} for each and their moves"
        ))
    })?;
    let mut book = MemoryBook::default();
    for (place, record) in index.chunks_exact(POSITION).enumerate() {
        let named = |problem: String| bad(format!("position {}: {problem}", place + 1));
        let entry = entry(record, moves, flags & HAS_DEPTH != 0);
        book.add(entry.map_err(named)?);
    }
    Ok(book)
}

/// The position of `record`, whose moves are among `moves`.
fn entry(record: &[u8], moves: &[u8], has_depth: bool) -> Result<BookEntry, String> {
    let code = record.first_chunk::<32>().ok_or("no code")?;
    let position = sfen::parse(&YANEURAOU.decode(code)?).map_err(|error| error.to_string())?;
    let size = if has_depth { 6 } else { 4 };
    let (start, count) = (number::<8>(record, 32), number::<2>(record, 42) as usize);
    let own = usize::try_from(start)
        .ok()
        .and_then(|start| moves.get(start..));
    let own = own.and_then(|moves| moves.get(..count * size));
    let own =
        own.ok_or_else(|| format!("{count} moves from byte {start}; expected them in the file"))?;
    let read = |bytes: &[u8]| {
        Some(BookMove {
            mv: YANEURAOU.move_of(number::<2>(bytes, 0) as u16)?,
            reply: None,
            value: i32::from(number::<2>(bytes, 2) as u16 as i16),
            depth: if has_depth {
                number::<2>(bytes, 4) as u32
            } else {
                0
            },
            count: 1,
        })
    };
    let number = (number::<2>(record, 40) as u32).max(1);
    // Bits that are no move are passed over.
    let moves = own.chunks_exact(size).filter_map(read).collect();
    Ok(BookEntry::new(key(&position), number, moves))
}

/// The number in the `N` bytes from `at` on; 0 where there are not so many.
fn number<const N: usize>(bytes: &[u8], at: usize) -> u64 {
    let bytes = bytes.get(at..).unwrap_or_default().iter().take(N);
    bytes
        .rev()
        .fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// Writes `book`, and says how many of its positions the form has no place for: those without all forty pieces.
///
/// # Errors
/// If writing fails.
pub fn write(book: &MemoryBook, out: &mut dyn Write) -> io::Result<usize> {
    let mut coded = BTreeMap::new();
    for (key, (number, moves)) in &book.positions {
        if let Some(code) = sfen::parse(key).ok().and_then(|pos| YANEURAOU.code(&pos)) {
            coded.insert(code, (*number, moves));
        }
    }
    out.write_all(MAGIC)?;
    out.write_all(&(coded.len() as u64).to_le_bytes())?;
    out.write_all(&HAS_DEPTH.to_le_bytes())?;
    let mut start = 0_u64;
    for (code, (number, moves)) in &coded {
        let count = moves.len().min(u16::MAX.into());
        out.write_all(code)?;
        out.write_all(&start.to_le_bytes())?;
        out.write_all(&(*number).min(u16::MAX.into()).to_le_bytes()[..2])?;
        out.write_all(&(count as u16).to_le_bytes())?;
        start += 6 * count as u64;
    }
    for (_, moves) in coded.values() {
        let mut moves = (*moves).clone();
        moves.sort_by_key(|it| Reverse((it.value, it.count)));
        for it in moves.iter().take(u16::MAX.into()) {
            let value = it.value.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
            let depth = it.depth.min(u16::MAX.into()) as u16;
            out.write_all(&YANEURAOU.bits_of(it.mv).to_le_bytes())?;
            out.write_all(&value.to_le_bytes())?;
            out.write_all(&depth.to_le_bytes())?;
        }
    }
    Ok(book.len() - coded.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::text::Entries;

    const TEXT: &str = "#YANEURAOU-DB2016 1.00\n\
        sfen 4k4/9/9/9/9/9/9/9/4K4 b G 5\nG*5b none 10 1 1\n\
        sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n\
        7g7f none 35 12 1\n2g2f none -40000 3 1\n\
        sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2\n3c3d none 0 0 1\n";

    fn book(text: &str) -> MemoryBook {
        let mut entries = Entries::new(text.as_bytes()).unwrap();
        let mut book = MemoryBook::default();
        while let Some(entry) = entries.next_entry().unwrap() {
            book.add(entry);
        }
        book
    }

    #[test]
    fn a_book_is_read_back_and_what_has_no_code_is_counted() {
        let mut bytes = Vec::new();
        assert_eq!(write(&book(TEXT), &mut bytes).unwrap(), 1);
        assert_eq!(bytes.len(), HEAD + 2 * POSITION + 3 * 6);
        // As `YaneuraOu` looks for positions: in the order of their bytes.
        assert!(bytes[HEAD..HEAD + 32] < bytes[HEAD + POSITION..HEAD + POSITION + 32]);
        let again = read(&bytes).unwrap();
        let without = TEXT.replace("sfen 4k4/9/9/9/9/9/9/9/4K4 b G 5\nG*5b none 10 1 1\n", "");
        assert_eq!(again, book(&without.replace("-40000", "-32768")));
    }

    #[test]
    fn damaged_books_are_refused_and_nothing_is_read_without_end() {
        let mut bytes = Vec::new();
        write(&book(TEXT), &mut bytes).unwrap();
        for length in 0..bytes.len() {
            assert!(read(&bytes[..length]).is_err(), "{length}");
        }
        for place in 0..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[place] ^= 1 << bit;
                // Not all of it can be seen.
                let _ = read(&damaged);
            }
        }
        let mut many = bytes.clone();
        many[16..24].fill(0xff);
        let refused = read(&many).unwrap_err().to_string();
        assert!(
            refused.contains("18446744073709551615 positions"),
            "{refused}"
        );
    }
}
