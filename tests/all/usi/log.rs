//! `LogFile` in a session: what is written, and that a file that cannot be written is one line.

use super::dialogue::{Dialogue, End};
use std::fs;
use std::path::Path;

fn log_to(dialogue: &mut Dialogue, path: &Path) -> Vec<String> {
    dialogue.remarks(&format!("setoption name LogFile value {}", path.display()))
}

/// A line of the log without its time, which must be a number of seconds.
fn timeless(line: &str) -> &str {
    let (time, rest) = line.trim_start().split_once(' ').expect("a time");
    assert!(time.parse::<f64>().is_ok_and(|it| it >= 0.0), "{line}");
    rest
}

#[test]
fn the_whole_dialogue_stands_in_the_file_and_the_next_comes_after_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("kyomi.log");
    for session in 1..=2 {
        let mut dialogue = Dialogue::small();
        dialogue.say("setoption name USI_OwnBook value false");
        let said = log_to(&mut dialogue, &path);
        assert_eq!(said, [format!("info string log {}", path.display())]);
        dialogue.position("startpos moves 7g7f");
        let answer = dialogue.think("nodes 100");
        dialogue.end(End::Quit);
        let text = fs::read_to_string(&path).expect("a log");
        let (head, lines): (Vec<_>, Vec<_>) = text.lines().partition(|it| it.starts_with('#'));
        assert_eq!(head.len(), 3 * session, "{text}");
        assert!(
            head[0].starts_with("# Kyomi ") && head[2].contains("USI_Hash = 8"),
            "{text}"
        );
        let lines: Vec<_> = lines.into_iter().map(timeless).collect();
        let count = lines.len() / session;
        let lines = &lines[count * (session - 1)..];
        assert_eq!(lines[..2], ["< isready", "> readyok"]);
        assert_eq!(
            lines[2..4],
            ["< position startpos moves 7g7f", "< go nodes 100"]
        );
        assert!(lines[4].starts_with("> info depth 1 "), "{text}");
        let best = format!("> bestmove {}", answer.best);
        assert!(lines[lines.len() - 2].starts_with(&best), "{text}");
        assert_eq!(lines[lines.len() - 1], "< quit");
    }
}

#[test]
fn a_file_that_cannot_be_written_is_one_line_and_the_session_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let other = folder.path().join("nn.bin");
    fs::write(&other, "a network").expect("a file");
    let taken = folder.path().join("folder.log");
    fs::create_dir(&taken).expect("a folder");
    let nowhere = folder.path().join("no/kyomi.log");
    let mut dialogue = Dialogue::small();
    for (path, reason) in [
        (&other, "expected a file whose name ends in .log"),
        (&taken, "a folder; expected a file"),
        (&nowhere, "no log: "),
    ] {
        let said = log_to(&mut dialogue, path);
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(
            said[0].starts_with("info string ") && said[0].contains(reason),
            "{said:?}"
        );
    }
    assert_eq!(fs::read(&other).expect("a file"), b"a network");
    let path = folder.path().join("kyomi.log");
    assert_eq!(log_to(&mut dialogue, &path).len(), 1);
    // Another engine does not write among these lines.
    let mut second = Dialogue::small();
    let said = log_to(&mut second, &path);
    assert!(
        said[0].ends_with("another engine is writing to it"),
        "{said:?}"
    );
    second.end(End::Quit);
    dialogue.say("setoption name LogFile value <empty>");
    dialogue.think("nodes 100");
    dialogue.end(End::Eof);
    let text = fs::read_to_string(&path).expect("a log");
    assert!(
        text.ends_with("< setoption name LogFile value <empty>\n"),
        "{text}"
    );
}
