//! The functions that the module gives to the script around it, and takes from it.
//!
//! The script writes a line into [`room`], and says by [`hear`] how long it is; what is said to it comes through
//! `say`, before `hear` returns. What must hold: while `hear` runs nothing but [`stop`] is called.
#![allow(unsafe_code)]

use crate::requests::{Desk, MARK};
use engine::usi::session::{Conversation, Stopper};
use std::cell::RefCell;
use std::io::{self, Write};
use std::panic;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;

#[link(wasm_import_module = "kyomi")]
unsafe extern "C" {
    /// Takes a line of so many bytes in UTF-8.
    fn say(line: *const u8, bytes: usize);
}

/// Says `line`.
fn tell(line: &str) {
    // SAFETY: the line is there until the script has read it.
    unsafe { say(line.as_ptr(), line.len()) };
}

/// Says what is written, a line a write.
struct Lines;

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        tell(String::from_utf8_lossy(bytes).trim_end());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

thread_local! {
    /// What the script writes.
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static CONVERSATION: RefCell<Option<Conversation<Lines>>> = const { RefCell::new(None) };
    static DESK: RefCell<Desk> = RefCell::default();
}

static STOPPER: OnceLock<Stopper> = OnceLock::new();

/// Where a line of so many bytes can be written.
#[unsafe(no_mangle)]
extern "C" fn room(bytes: usize) -> *mut u8 {
    ROOM.with_borrow_mut(|room| {
        room.resize(bytes, 0);
        room.as_mut_ptr()
    })
}

/// Answers the line that stands in the room, and does all that it asks for.
#[unsafe(no_mangle)]
extern "C" fn hear() {
    let line = ROOM.take();
    let line = String::from_utf8_lossy(&line);
    if let Some(request) = line.strip_prefix(MARK) {
        let answer = &mut |answer: &str| tell(&format!("{MARK}{answer}"));
        DESK.with_borrow_mut(|desk| desk.answer(request, answer));
    } else {
        CONVERSATION.with_borrow_mut(|it| it.get_or_insert_with(begin).hear(&line));
    }
}

/// Begins the conversation. Before a panic ends the module its reason is said.
fn begin() -> Conversation<Lines> {
    panic::set_hook(Box::new(|problem| {
        let problem = problem.to_string().replace('\n', " ");
        tell(&format!("info string {problem}"));
    }));
    let conversation = Conversation::new(Lines);
    STOPPER.get_or_init(|| conversation.stopper());
    conversation
}

/// Ends what is searched.
#[unsafe(no_mangle)]
extern "C" fn stop() {
    if let Some(stopper) = STOPPER.get() {
        stopper.stop();
    }
    crate::requests::STOP.store(true, Ordering::Relaxed);
}
