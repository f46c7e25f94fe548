//! How the text of records becomes the bytes of files: UTF-8, or CP932 (Shift-JIS), which older programs expect.
//!
//! What must hold: reading gives back what was written but for characters that CP932 lacks, and these are named.

use encoding_rs::SHIFT_JIS;
use std::collections::BTreeSet;
use std::path::Path;

/// An encoding that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8.
    Utf8,
    /// CP932, which Windows calls Shift-JIS.
    ShiftJis,
}

/// The extensions of files in CP932, as `ShogiHome`, `ShogiGUI` and cshogi have it; `.kifu` and `.ki2u` are UTF-8.
const IN_SHIFT_JIS: [&str; 2] = ["kif", "ki2"];

/// What stands for a character that CP932 lacks, as in print.
const GETA: char = '〓';

/// What CP932 has under another code point.
const SAME: [(char, char); 8] = [
    ('〜', '～'),
    ('−', '－'),
    ('‖', '∥'),
    ('—', '―'),
    ('¢', '￠'),
    ('£', '￡'),
    ('¬', '￢'),
    ('¥', '￥'),
];

/// What is written into a file, and what it lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The characters that the encoding lacks, each once; `〓` stands for them.
    pub lost: BTreeSet<char>,
}

impl Encoding {
    /// That of files that are called like `path`.
    pub fn of_path(path: &Path) -> Self {
        let extension = path.extension().and_then(|it| it.to_str());
        let is_called = |name: &&str| extension.is_some_and(|it| it.eq_ignore_ascii_case(name));
        if IN_SHIFT_JIS.iter().any(is_called) {
            Self::ShiftJis
        } else {
            Self::Utf8
        }
    }

    /// What it is called in the first line of a record.
    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::ShiftJis => "Shift_JIS",
        }
    }

    /// The bytes of `text`.
    pub fn encode(self, text: &str) -> Encoded {
        let mut lost = BTreeSet::new();
        if self == Self::Utf8 {
            let bytes = text.as_bytes().to_vec();
            return Encoded { bytes, lost };
        }
        let mut fitting = |char: char| {
            let same = SAME.iter().find(|(other, _)| *other == char);
            let char = same.map_or(char, |(_, same)| *same);
            if is_in_cp932(char) {
                return char;
            }
            lost.insert(char);
            GETA
        };
        let fitting: String = text.chars().map(&mut fitting).collect();
        let bytes = SHIFT_JIS.encode(&fitting).0.into_owned();
        Encoded { bytes, lost }
    }
}

/// Whether it is read back as itself.
fn is_in_cp932(char: char) -> bool {
    let mut buffer = [0; 4];
    let text = &*char.encode_utf8(&mut buffer);
    let (bytes, _, is_lost) = SHIFT_JIS.encode(text);
    char.is_ascii() || (!is_lost && SHIFT_JIS.decode_without_bom_handling(&bytes).0 == text)
}

impl Encoded {
    /// What it lacks, in words; none if nothing.
    pub fn remark(&self) -> Option<String> {
        let lost: Vec<_> = self.lost.iter().map(char::to_string).collect();
        (!lost.is_empty()).then(|| {
            let lost = lost.join(" ");
            format!("〓 stands for what Shift-JIS lacks: {lost}; .kifu, .ki2u and UTF-8 have it")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::files::text::decode;

    #[test]
    fn what_shift_jis_lacks_is_told_and_replaced() {
        let text = "先手：髙橋①ｱ\n後手：𠮷田 한\n*5〜6−7 ¥ é\n";
        let Encoded { bytes, lost } = Encoding::ShiftJis.encode(text);
        let read = decode(&bytes).unwrap();
        assert_eq!(read, "先手：髙橋①ｱ\n後手：〓田 〓\n*5～6－7 ￥ 〓\n");
        assert_eq!(lost, BTreeSet::from(['𠮷', '한', 'é']));
        let remark = Encoded { bytes, lost }.remark().unwrap();
        assert!(remark.contains("é 한 𠮷"), "{remark}");
        let whole = Encoding::Utf8.encode(text);
        assert_eq!(
            (whole.bytes.as_slice(), whole.remark()),
            (text.as_bytes(), None)
        );
    }

    #[test]
    fn the_encoding_follows_from_the_name() {
        for (name, encoding) in [
            ("a.kif", Encoding::ShiftJis),
            ("a.KI2", Encoding::ShiftJis),
            ("a.kifu", Encoding::Utf8),
            ("a.ki2u", Encoding::Utf8),
            ("a.csa", Encoding::Utf8),
            ("kif", Encoding::Utf8),
        ] {
            assert_eq!(Encoding::of_path(Path::new(name)), encoding, "{name}");
        }
    }
}
