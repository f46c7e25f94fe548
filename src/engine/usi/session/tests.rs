//! Conversations in process, with a pipe on each side; every write is one line.

use super::input::decoded;
use super::request::{DEFAULT_MOVE_TIME_MS, limits};
use super::*;
use crate::search::ClockReading;
use std::io::{BufReader, Read};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

/// Longer than any answer takes, on the busiest machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// Reads what is sent, until the sender is dropped.
struct FakeInput {
    receiver: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for FakeInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.receiver.recv().unwrap_or_default();
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

/// Sends on each write as it comes.
struct FakeOutput(Sender<String>);

impl Write for FakeOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8(bytes.to_vec()).map_err(io::Error::other)?;
        self.0.send(text).map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The interface's side of a conversation.
struct Interface {
    input: Sender<Vec<u8>>,
    output: Receiver<String>,
    session: thread::JoinHandle<io::Result<()>>,
}

impl Interface {
    fn new() -> Self {
        let (input, receiver) = mpsc::channel();
        let (sender, output) = mpsc::channel();
        let rest = Vec::new();
        let input_end = BufReader::new(FakeInput { receiver, rest });
        let interface = Self {
            input,
            output,
            session: thread::spawn(move || {
                run(input_end, FakeOutput(sender), false, Patience(None))
            }),
        };
        // These are about searches.
        interface.say("setoption name USI_OwnBook value false");
        interface
    }

    fn say(&self, lines: &str) {
        let bytes = format!("{lines}\n").into_bytes();
        self.input.send(bytes).unwrap();
    }

    /// The next line that is not analysis.
    fn hear(&self) -> String {
        loop {
            let line = self.output.recv_timeout(PATIENCE).expect("an answer");
            let text = line.strip_suffix('\n').expect("a whole line in one write");
            assert!(!text.contains('\n'), "one line in one write");
            if !(text.starts_with("info depth") || text.starts_with("info nodes")) {
                return text.to_owned();
            }
        }
    }

    /// Everything up to `readyok`, but analysis.
    fn hear_until_ready(&self) -> Vec<String> {
        self.say("isready");
        let lines = std::iter::repeat_with(|| self.hear());
        lines.take_while(|line| line != "readyok").collect()
    }

    /// Waits for the session to end and returns what it said meanwhile, analysis included.
    fn close(self) -> Vec<String> {
        drop(self.input);
        self.session.join().unwrap().unwrap();
        self.output.iter().collect()
    }
}

#[test]
fn silence_until_asked_and_an_introduction_each_time() {
    let interface = Interface::new();
    interface.say("\n  \nhello\nstop\nponderhit\ngameover\ndebug on");
    assert!(interface.hear_until_ready().is_empty());
    for _ in 0..2 {
        interface.say("usi");
        assert_eq!(interface.hear(), format!("id name {NAME}"));
        assert_eq!(interface.hear(), format!("id author {AUTHOR}"));
        while interface.hear() != "usiok" {}
    }
    assert!(interface.close().is_empty());
}

#[test]
fn each_go_has_one_answer() {
    let interface = Interface::new();
    for _ in 0..50 {
        interface.say("go infinite\nstop\nstop");
    }
    interface.say("go infinite\ngo depth 1\nstop");
    let answers = (0..52).map(|_| interface.hear());
    assert!(
        answers
            .into_iter()
            .all(|line| line.starts_with("bestmove "))
    );
    assert!(interface.hear_until_ready().is_empty());
}

#[test]
fn isready_and_settings_leave_a_search_alone() {
    let interface = Interface::new();
    interface.say("go infinite");
    interface.say("setoption name MultiPV value 2\nsetoption name USI_Hash value 1");
    interface.say("usinewgame\nposition startpos moves 2g2f");
    assert!(interface.hear_until_ready().is_empty());
    interface.say("stop");
    assert!(interface.hear().starts_with("bestmove "));
    interface.say("position startpos moves 2g2f\ngo nodes 10");
    assert!(interface.hear().starts_with("bestmove "));
}

#[test]
fn pondering_ends_by_hit_or_stop_only() {
    let interface = Interface::new();
    for end in [
        "ponderhit",
        "ponderhit btime 0 wtime 0 byoyomi 100",
        "stop",
        "gameover",
        "stop\nponderhit",
    ] {
        interface.say("go ponder");
        assert!(interface.hear_until_ready().is_empty());
        interface.say(end);
        assert!(interface.hear().starts_with("bestmove "), "{end}");
        assert!(interface.hear_until_ready().is_empty());
    }
}

#[test]
fn a_ponder_hit_means_nothing_to_another_search() {
    let interface = Interface::new();
    interface.say("go infinite\nponderhit");
    assert!(interface.hear_until_ready().is_empty());
    interface.say("stop");
    assert!(interface.hear().starts_with("bestmove "));
}

#[test]
fn mate_searches_are_answered_once() {
    let interface = Interface::new();
    interface.say("go infinite\ngo mate infinite\nstop\ngo mate 500\ngameover");
    assert!(interface.hear().starts_with("bestmove "));
    assert_eq!(interface.hear(), "checkmate nomate");
    assert_eq!(interface.hear(), "checkmate nomate");
    assert!(interface.hear_until_ready().is_empty());
}

#[test]
fn a_search_that_was_told_to_stop_answers_before_readyok() {
    let interface = Interface::new();
    for _ in 0..20 {
        interface.say("go infinite\nstop\ngameover\nisready\nusinewgame");
        assert!(interface.hear().starts_with("bestmove "));
        assert_eq!(interface.hear(), "readyok");
    }
}

#[test]
fn no_move_of_another_position_answers_a_go() {
    let interface = Interface::new();
    interface.say("position startpos moves 7g7f\nposition sfen x/y b -\ngo nodes 100");
    assert!(interface.hear().contains("x/y"));
    assert!(
        interface
            .hear()
            .starts_with("info string no position to search")
    );
    assert_eq!(interface.hear(), "bestmove resign");
    interface.say("go ponder");
    assert!(interface.hear_until_ready().is_empty());
    interface.say("position startpos\nponderhit");
    assert!(
        interface
            .hear()
            .starts_with("info string no position to search")
    );
    assert_eq!(interface.hear(), "bestmove resign");
    interface.say("position sfen x/y b -\ngo mate infinite");
    assert!(interface.hear().contains("x/y"));
    assert!(
        interface
            .hear()
            .starts_with("info string no position to search")
    );
    assert_eq!(interface.hear(), "checkmate timeout");
    interface.say("position startpos\ngo nodes 100");
    assert!(interface.hear().starts_with("bestmove ") && interface.hear_until_ready().is_empty());
}

#[test]
fn questions_about_the_position_are_answered() {
    let interface = Interface::new();
    interface.say("position startpos moves 7g7f\nside\nmoves\ngo perft 2\neval");
    assert_eq!(interface.hear(), "white");
    assert_eq!(interface.hear().split(' ').count(), 30);
    assert_eq!(interface.hear(), "Nodes searched: 1110");
    assert!(interface.hear().starts_with("eval = "));
    interface.say("d");
    assert_eq!(interface.hear(), "White in hand: nothing");
    while !interface.hear().starts_with("sfen lnsgkgsnl/") {}
    let mated = "position sfen 4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1";
    interface.say(&format!("{mated}\ngo perft 4294967297"));
    assert_eq!(interface.hear(), "Nodes searched: 0");
    interface.say("position nowhere\nside\ngetoption USI_Hash");
    assert!(interface.hear().starts_with("info string position refused"));
    assert!(interface.hear().starts_with("info string no position"));
    assert!(interface.hear().contains("USI_Hash"));
}

#[test]
fn an_option_may_be_set_in_two_words() {
    let interface = Interface::new();
    interface.say("multipv 2\nposition startpos\ngo depth 3");
    let lines: Vec<_> = std::iter::repeat_with(|| interface.output.recv_timeout(PATIENCE).unwrap())
        .take_while(|line| !line.starts_with("bestmove"))
        .collect();
    assert!(lines.iter().any(|line| line.contains(" multipv 2 ")));
}

#[test]
fn a_few_nodes_are_no_mate() {
    let interface = Interface::new();
    for nodes in 1..30 {
        interface.say(&format!("go nodes {nodes}"));
        loop {
            let line = interface.output.recv_timeout(PATIENCE).unwrap();
            assert!(!line.contains("mate"), "{nodes}: {line}");
            if line.starts_with("bestmove") {
                break;
            }
        }
    }
}

#[test]
fn what_is_decided_by_rule_is_said_in_words() {
    let interface = Interface::new();
    interface.say("position sfen 4k4/4G4/4G4/9/9/9/9/9/4K4 w - 1\ngo");
    assert_eq!(interface.hear(), "info string resigns: no legal move");
    assert_eq!(interface.hear(), "bestmove resign");
    interface.say("position sfen KRRBBGGGG/SSSS5/NN7/9/9/9/9/9/8k b - 1\ngo");
    assert_eq!(interface.hear(), "info string declares a win by CSARule27");
    assert_eq!(interface.hear(), "bestmove win");
}

#[test]
fn a_line_that_is_no_utf_8_is_cp932() {
    assert_eq!(
        decoded(b"setoption name EvalDir value \x95\x5d\x89\xbf"),
        "setoption name EvalDir value 評価"
    );
    assert_eq!(decoded("評価".as_bytes()), "評価");
    let utf_16 = decoded(b"\xFE\xFF\0q\0u\0i\0t").into_owned();
    assert_ne!(utf_16, "quit");
}

#[test]
fn what_is_refused_is_named() {
    let interface = Interface::new();
    interface.say(
        "setoption name Threads value many\nposition sfen x/y b -\nposition startpos moves 7g7e",
    );
    for token in ["many", "x/y", "7g7e"] {
        let line = interface.hear();
        assert!(
            line.starts_with("info string ") && line.contains(token),
            "{line}"
        );
    }
}

/// At the end of input, and after `quit`, which nothing follows.
#[test]
fn a_search_is_answered_at_the_end_and_nothing_else_is_said() {
    for go in [
        "go infinite",
        "go infinite\nponderhit",
        "go ponder",
        "go ponder infinite\nponderhit",
        "go nodes 3000",
        "go movetime 20",
    ] {
        for end in ["quit\nusi\nisready", ""] {
            let interface = Interface::new();
            interface.say(&format!("setoption name USI_Hash value 1\n{go}\n{end}"));
            let said = interface.close();
            let (last, before) = said.split_last().expect("an answer");
            assert!(last.starts_with("bestmove "), "{go} {end}: {said:?}");
            let mut before = before.iter();
            assert!(
                before.all(|line| line.starts_with("info ")),
                "{go} {end}: {said:?}"
            );
        }
    }
}

#[test]
fn a_search_that_ends_by_itself_does_so_at_the_end_of_input() {
    let interface = Interface::new();
    interface.say("setoption name USI_Hash value 1\ngo depth 4");
    let said = interface.close();
    let reached = said.iter().any(|line| line.starts_with("info depth 4 "));
    assert!(reached, "{said:?}");
}

#[test]
fn bytes_that_are_no_text_do_no_harm() {
    let interface = Interface::new();
    interface
        .input
        .send(b"\xFF\xFE\x00 usi\xFF\nsetoption name \x82\xA0 value \x82\n".to_vec())
        .unwrap();
    assert!(interface.hear_until_ready().is_empty());
}

#[test]
fn a_reader_that_has_gone_ends_the_session() {
    let Interface {
        input,
        output,
        session,
    } = Interface::new();
    drop(output);
    input.send(b"usi\n".to_vec()).unwrap();
    session.join().unwrap().unwrap();
}

#[test]
fn requests_become_limits() {
    let of = |text: &str, game: &Game| match Command::parse(text) {
        Command::Go(request) => limits(&request, game, Instant::now()),
        other => panic!("{other:?}"),
    };
    let game = Game::default();
    assert_eq!(of("go", &game).move_time_ms, Some(DEFAULT_MOVE_TIME_MS));
    assert_eq!(
        of("go wtime 900", &game).move_time_ms,
        Some(DEFAULT_MOVE_TIME_MS)
    );
    assert_eq!(of("go infinite", &game).move_time_ms, None);
    assert!(of("go infinite", &game).infinite);
    assert!(!of("go nodes 5 infinite", &game).infinite);
    assert!(!of("go infinite depth 5", &game).infinite);
    assert_eq!(of("go depth 0 nodes 0", &game).depth, Some(1));
    assert_eq!(of("go depth 0 nodes 0", &game).nodes, Some(1));

    let (game, _) = Game::parse("startpos moves 7g7f").unwrap();
    let limits = of(
        "go btime 1 wtime 2 byoyomi 3 searchmoves 3c3d 7g7f 9z9z",
        &game,
    );
    let clock = ClockReading {
        main_ms: 2,
        byoyomi_ms: 3,
        increment_ms: 0,
    };
    assert_eq!(limits.clock, Some(clock));
    assert_eq!(limits.moves.len(), 1);
    assert_eq!(limits.move_time_ms, None);
}
