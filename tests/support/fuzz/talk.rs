//! A whole conversation with the engine, in memory.

use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};
use usi_engine::usi::grammar::{Command, Query};
use usi_engine::usi::session::{self, Patience};

/// What is said before: searches are short unless an input says otherwise.
const BEFORE: &str = "setoption name USI_Hash value 1\nsetoption name NodesLimit value 50\n";
/// What is said after: no search goes on.
const AFTER: &str = "\nstop\nquit\n";
/// Words of lines that are left out, because what they ask for takes long or reads other files.
const LEFT_OUT: [&str; 6] = ["hash", "threads", "file", "dir", "perft", "model"];

/// What the engine says.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<u8>>>);

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut heard = self.0.lock().expect("no panic while it is held");
        heard.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Any lines from an interface. Each `go` has one answer, and so has each `isready`.
pub fn session(bytes: &[u8]) {
    let mut input = BEFORE.as_bytes().to_vec();
    let (mut moves, mut mates, mut readies) = (0, 0, 0);
    for line in bytes.split(|&byte| byte == b'\n') {
        let text = String::from_utf8_lossy(line).to_lowercase();
        let is_slow = LEFT_OUT.iter().any(|word| text.contains(word));
        match Command::parse(&String::from_utf8_lossy(line)) {
            _ if is_slow => continue,
            Command::Query(Query::Bench) => continue,
            Command::Quit => break,
            Command::Go(request) if request.mate.is_some() => mates += 1,
            Command::Go(_) => moves += 1,
            Command::IsReady => readies += 1,
            _ => {}
        }
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    input.extend_from_slice(AFTER.as_bytes());
    let heard = Heard::default();
    session::run(Cursor::new(input), heard.clone(), true, Patience(None)).expect("a session");
    let heard = heard.0.lock().expect("no panic while it was held");
    let text = std::str::from_utf8(&heard).expect("UTF-8");
    let count = |word: &str| text.lines().filter(|line| line.starts_with(word)).count();
    assert_eq!(count("bestmove "), moves, "{text}");
    assert_eq!(count("checkmate "), mates, "{text}");
    assert_eq!(count("readyok"), readies, "{text}");
}
