//! A whole conversation with the engine, in memory.

use engine::usi::grammar::{Command, Query};
use engine::usi::session::{self, Patience};
use std::io::{self, BufReader, Cursor, Read, Write};
use std::sync::{Arc, Condvar, Mutex};

/// What is said before: searches are short unless an input says otherwise.
const BEFORE: &str = "setoption name USI_Hash value 1\nsetoption name NodesLimit value 50\n";
/// What is said after: no search goes on.
const AFTER: &str = "\nstop\nquit\n";
/// Words of lines that are left out, because what they ask for takes long or reads other files.
const LEFT_OUT: [&str; 6] = ["hash", "threads", "file", "dir", "perft", "model"];

/// What the engine says, and a bell that is rung when it says something.
#[derive(Clone, Default)]
struct Heard(Arc<(Mutex<Vec<u8>>, Condvar)>);

impl Heard {
    fn text(&self) -> String {
        let heard = self.0.0.lock().expect("no panic while it is held");
        String::from_utf8(heard.clone()).expect("UTF-8")
    }

    /// Waits until as many searches have been answered.
    fn wait_for(&self, answers: usize) {
        let (heard, bell) = &*self.0;
        let is_waiting =
            |heard: &mut Vec<u8>| count(&String::from_utf8_lossy(heard), "bestmove ") < answers;
        let heard = heard.lock().expect("no panic while it is held");
        drop(bell.wait_while(heard, is_waiting).expect("no panic"));
    }
}

fn count(text: &str, word: &str) -> usize {
    text.lines().filter(|line| line.starts_with(word)).count()
}

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (heard, bell) = &*self.0;
        let mut heard = heard.lock().expect("no panic while it is held");
        heard.extend_from_slice(bytes);
        bell.notify_all();
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
    converse(Cursor::new(input), &heard);
    let text = heard.text();
    assert_eq!(count(&text, "bestmove "), moves, "{text}");
    assert_eq!(count(&text, "checkmate "), mates, "{text}");
    assert_eq!(count(&text, "readyok"), readies, "{text}");
}

fn converse(input: impl io::BufRead + Send + 'static, heard: &Heard) {
    session::run(input, heard.clone(), true, Patience(None)).expect("a session");
}

/// Questions, of which the next is asked when the one before has been answered.
struct Questions {
    left: std::vec::IntoIter<String>,
    asked: usize,
    at_hand: Cursor<Vec<u8>>,
    heard: Heard,
}

impl Read for Questions {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.at_hand.read(buffer)?;
        if count > 0 || buffer.is_empty() {
            return Ok(count);
        }
        self.heard.wait_for(self.asked);
        let Some(question) = self.left.next() else {
            return Ok(0);
        };
        self.asked += 1;
        self.at_hand = Cursor::new(question.into_bytes());
        self.at_hand.read(buffer)
    }
}

/// What the engine says to `questions`, each of which is some lines, the last of them a `go`.
pub fn answers_to(questions: Vec<String>) -> String {
    let heard = Heard::default();
    let input = Questions {
        left: questions.into_iter(),
        asked: 0,
        at_hand: Cursor::default(),
        heard: heard.clone(),
    };
    converse(BufReader::new(input), &heard);
    heard.text()
}
