//! The forms that games and positions have in files.

use clap::ValueEnum;
use engine::record;
use learn::export;
use std::path::Path;

/// A form of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    /// Games in the format of the Computer Shogi Association.
    Csa,
    /// Games in the format of Kifu for Windows.
    Kif,
    /// Games as they are told in print.
    Ki2,
    /// Games as JSON, for boards on the web.
    Jkf,
    /// A game in a line: startpos moves …
    Usi,
    /// A position in a line.
    Sfen,
    /// Positions as `YaneuraOu` learns from them, 40 bytes each.
    Psv,
    /// Positions as dlshogi learns from them, 38 bytes each.
    Hcpe,
}

/// What a form holds.
pub(super) enum Kind {
    /// Games.
    Games(record::Format),
    /// Positions in lines.
    Lines,
    /// Positions in bytes.
    Packed(export::Format),
}

impl Form {
    /// That of files that are called like `path`.
    pub fn of_path(path: &Path) -> Option<Self> {
        let games = record::Format::of_path(path);
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        let is_called = |form: &Self| match form.kind() {
            Kind::Games(format) => games == Some(format),
            Kind::Lines | Kind::Packed(_) => form.extension() == extension,
        };
        Self::value_variants().iter().copied().find(is_called)
    }

    /// What files of this form are called after the point.
    pub fn extension(self) -> &'static str {
        match self.kind() {
            Kind::Games(format) => format.extension(),
            Kind::Lines => "sfen",
            Kind::Packed(export::Format::Psv) => "psv",
            Kind::Packed(export::Format::Hcpe) => "hcpe",
        }
    }

    /// What it holds.
    pub fn kind(self) -> Kind {
        match self {
            Self::Csa => Kind::Games(record::Format::Csa),
            Self::Kif => Kind::Games(record::Format::Kif),
            Self::Ki2 => Kind::Games(record::Format::Ki2),
            Self::Jkf => Kind::Games(record::Format::Jkf),
            Self::Usi => Kind::Games(record::Format::Usi),
            Self::Sfen => Kind::Lines,
            Self::Psv => Kind::Packed(export::Format::Psv),
            Self::Hcpe => Kind::Packed(export::Format::Hcpe),
        }
    }
}
