//! Text in the encodings that Japanese programs write: Unicode, CP932 (Shift-JIS) and EUC-JP, told
//! apart by the bytes alone.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{EUC_JP, Encoding, SHIFT_JIS, UTF_8};
use std::borrow::Cow;

/// Bytes are not text in any of the encodings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotText {
    /// The first line that is not, counted from 1.
    pub line: usize,
}

/// The text in `bytes`, without a byte order mark.
///
/// # Errors
/// [`NotText`] if some bytes fit neither into Unicode nor into the Japanese encoding that the
/// whole looks like most.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, NotText> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return decode_as(encoding, &bytes[mark..]);
    }
    decode_as(UTF_8, bytes).or_else(|_| decode_as(japanese(bytes), bytes))
}

/// The Japanese encoding that `bytes` look like.
fn japanese(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let guess = detector.guess(Some(b"jp"), Utf8Detection::Deny);
    if guess == EUC_JP { EUC_JP } else { SHIFT_JIS }
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
    fn short_texts_are_taken_for_cp932() {
        let bytes = SHIFT_JIS.encode("N+先\n").0;
        assert_eq!(decode(&bytes).as_deref(), Ok("N+先\n"));
    }

    #[test]
    fn what_is_no_text_is_refused_by_its_line() {
        let mut bytes = SHIFT_JIS.encode(TEXT).0.into_owned();
        bytes.extend(b"good\n\xff\xff\n");
        assert_eq!(decode(&bytes), Err(NotText { line: 6 }));
    }
}
