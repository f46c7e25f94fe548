//! Standard output.

use base::files::text::printable;
use std::io::{self, IsTerminal, Write};

/// Standard output: as it is where a file or a program reads it, guarded where a terminal does.
pub fn standard_output() -> Box<dyn Write> {
    let stdout = io::stdout();
    if stdout.is_terminal() {
        Box::new(Guarded(stdout))
    } else {
        Box::new(stdout)
    }
}

/// Writes out what a terminal would obey, see [`printable`]. Tabs are spaces.
struct Guarded<W>(W);

impl<W: Write> Write for Guarded<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        self.0.write_all(printable(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_obeys_nothing_that_is_written() {
        let mut written = Guarded(Vec::new());
        written.write_all("６八銀\t\u{1b}[2J\n".as_bytes()).unwrap();
        written.write_all(b"\x80\x07").unwrap();
        let text = String::from_utf8(written.0).unwrap();
        assert_eq!(text, "６八銀 \\u{1b}[2J\n\u{fffd}\\u{7}");
    }
}
