//! The text of others: the encodings that it comes in, and how it is shown so that it does no harm.

use encoding_rs::{EUC_JP, Encoding, SHIFT_JIS, UTF_8};
use std::borrow::Cow;
use std::fmt::Display;

/// Bytes are not text in any of the encodings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NotText {
    /// The first line that is not, counted from 1.
    pub line: usize,
}

/// The text in `bytes`, without a byte order mark: Unicode, EUC-JP or CP932 (Shift-JIS).
///
/// A first line that names CP932 (`#KIF version=2.0 encoding=Shift_JIS`) is believed if it can be.
/// EUC-JP is tried before CP932, whose kana and most of whose kanji begin with bytes that EUC-JP does not
/// have, while almost every text of EUC-JP can be read as CP932.
///
/// # Errors
/// [`NotText`] if some bytes fit into none of them, with the line that the best one comes to.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, NotText> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return decode_as(encoding, &bytes[mark..]);
    }
    let first = bytes.split(|&byte| byte == b'\n').next();
    let first = String::from_utf8_lossy(first.unwrap_or_default()).to_ascii_lowercase();
    let labels = ["encoding=shift_jis", "encoding=shift-jis", "encoding=cp932"];
    if labels.iter().any(|label| first.contains(label))
        && str::from_utf8(bytes).is_err()
        && let Ok(text) = decode_as(SHIFT_JIS, bytes)
    {
        return Ok(text);
    }
    decode_as(UTF_8, bytes)
        .or_else(|_| decode_as(EUC_JP, bytes))
        .or_else(|euc| decode_as(SHIFT_JIS, bytes).map_err(|cp932| cp932.max(euc)))
}

fn decode_as<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> Result<Cow<'a, str>, NotText> {
    let (text, has_faults) = encoding.decode_without_bom_handling(bytes);
    if !has_faults {
        return Ok(text);
    }
    let sound = text.split(char::REPLACEMENT_CHARACTER).next();
    let line = 1 + sound.unwrap_or_default().matches('\n').count();
    Err(NotText { line })
}

/// How many characters [`one_line`] keeps.
const LONGEST: usize = 300;

/// `text` as [`shortened`] to what people read of a problem: a parser may name all of what it did not
/// expect.
pub fn one_line(text: impl Display) -> String {
    shortened(&text.to_string(), LONGEST)
}

/// `text`, which engines, files or users may have written, as one line that does nothing to a
/// terminal: [`printable`], with spaces for ends of lines, and without its middle if it has more than
/// `longest` characters.
pub fn shortened(text: &str, longest: usize) -> String {
    let text = printable(text).replace('\n', " ");
    let count = text.chars().count();
    if count <= longest {
        return text;
    }
    let tail = longest / 3;
    let [head, tail] = [longest - tail, count - tail].map(|place| {
        let place = text.char_indices().nth(place);
        place.map_or(text.len(), |(byte, _)| byte)
    });
    format!("{}…{}", &text[..head], &text[tail..])
}

/// `text` with what a terminal would obey written out, as in `\u{1b}[2J`; ends of lines stay, tabs and
/// returns are spaces.
pub fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '\t' | '\r' => printable.push(' '),
            '\n' => printable.push('\n'),
            _ if is_obeyed(char) => printable.extend(char.escape_unicode()),
            _ => printable.push(char),
        }
    }
    printable
}

/// Whether a terminal does something else than show `char`: controls, and what turns the direction of
/// the text around it.
fn is_obeyed(char: char) -> bool {
    char.is_control()
        || matches!(char, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Seconds since 1970 as date and time of day in minutes: `2026-11-23 07:05`.
pub fn utc(seconds: u64) -> String {
    let (days, minutes) = (seconds / 86_400, seconds / 60 % 1440);
    let (year, month, day) = date(days);
    let (hour, minute) = (minutes / 60, minutes % 60);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}")
}

/// Year, month and day so many days after the first of 1970.
fn date(mut days: u64) -> (u64, u64, u64) {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "#KIF\n先手：山田太郎\n   1 ７六歩(77)\n*ｱ､①髙\n";

    #[test]
    fn japanese_text_is_read_in_every_encoding() {
        let with_mark = format!("\u{feff}{TEXT}");
        let cp932 = SHIFT_JIS.encode(TEXT).0;
        let wide = with_mark.encode_utf16().flat_map(u16::to_le_bytes);
        let wide: Vec<u8> = wide.collect();
        for bytes in [TEXT.as_bytes(), with_mark.as_bytes(), &cp932, &wide] {
            assert_eq!(decode(bytes).as_deref(), Ok(TEXT));
        }
        let plain = TEXT.replace("①髙", "");
        let euc = EUC_JP.encode(&plain).0;
        assert_eq!(decode(&euc).as_deref(), Ok(plain.as_str()));
    }

    #[test]
    fn short_texts_are_read_in_either_japanese_encoding() {
        for text in [
            "N+先\n",
            "N+羽生\n",
            "+\n'*歩\n",
            "▲７六歩",
            "$EVENT:王座戦\n",
        ] {
            for encoding in [SHIFT_JIS, EUC_JP] {
                let bytes = encoding.encode(text).0;
                assert_eq!(decode(&bytes).as_deref(), Ok(text), "{}", encoding.name());
            }
        }
    }

    #[test]
    fn what_is_no_text_is_refused_by_its_line() {
        let plain = TEXT.replace("①髙", "");
        for encoding in [SHIFT_JIS, EUC_JP] {
            let mut bytes = encoding.encode(&plain).0.into_owned();
            bytes.extend(b"good\n\xff\xff\n");
            assert_eq!(
                decode(&bytes),
                Err(NotText { line: 6 }),
                "{}",
                encoding.name()
            );
        }
    }

    #[test]
    fn what_is_wrong_fits_into_a_line_whatever_its_length() {
        assert_eq!(one_line("a\nb"), "a b");
        let long = one_line(format!("unknown `{}`; expected b", "長".repeat(1000)));
        assert_eq!(long.chars().count(), LONGEST + 1);
        assert!(long.starts_with("unknown `長"), "{long}");
        assert!(long.ends_with("長`; expected b"), "{long}");
        assert_eq!(shortened("長い", 2), "長い");
        assert_eq!(shortened("abcdefg", 3), "ab…g");
    }

    #[test]
    fn nothing_in_a_text_is_obeyed_by_a_terminal() {
        assert_eq!(
            one_line("\u{1b}[2Ja\u{7}\r\tb\u{9b}m"),
            "\\u{1b}[2Ja\\u{7}  b\\u{9b}m"
        );
        assert_eq!(one_line("a\u{202e}b"), "a\\u{202e}b");
        assert_eq!(printable("７六歩\na\0"), "７六歩\na\\u{0}");
        for text in ["\u{1b}]0;x\u{7}", "長\u{85}"] {
            assert_eq!(one_line(one_line(text)), one_line(text));
        }
    }

    #[test]
    fn seconds_become_dates() {
        // As `date -u -d @SECONDS` says.
        for (seconds, text) in [
            (0, "1970-01-01 00:00"),
            (951_782_399, "2000-02-28 23:59"),
            (951_782_400, "2000-02-29 00:00"),
            (1_795_417_500, "2026-11-23 07:05"),
            (4_107_542_399, "2100-02-28 23:59"),
            (4_107_542_400, "2100-03-01 00:00"),
        ] {
            assert_eq!(utc(seconds), text);
        }
    }
}
