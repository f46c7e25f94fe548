//! `EvalDir` and `EvalFile` in a session: right, wrong and special files.

use super::dialogue::Dialogue;
use crate::common::program::assert_has;
use crate::networks::generated::RECIPES;
use std::fs;
use std::path::Path;

/// The score of a short search that knows nothing of the ones before.
fn score(dialogue: &mut Dialogue) -> (String, String) {
    dialogue.say("setoption name Clear_Hash");
    assert_eq!(dialogue.hear_until_ready(), [""; 0]);
    dialogue.think("nodes 300");
    dialogue.analysis.last().expect("analysis").score.clone()
}

/// What is said when `option` is set to `path`: one line.
fn said(dialogue: &mut Dialogue, option: &str, path: &Path) -> String {
    dialogue.say(&format!("setoption name {option} value {}", path.display()));
    let lines = dialogue.hear_until_ready();
    assert_eq!(lines.len(), 1, "{lines:?}");
    lines[0].clone()
}

/// A folder of that name with these bytes as its `nn.bin`.
fn evaluation(parent: &Path, name: &str, file: Option<&[u8]>) -> std::path::PathBuf {
    let folder = parent.join(name);
    fs::create_dir(&folder).expect("a folder");
    if let Some(bytes) = file {
        fs::write(folder.join("nn.bin"), bytes).expect("a file");
    }
    folder
}

#[test]
fn a_wrong_folder_leaves_the_evaluation_in_use_and_a_right_one_is_played_with() {
    let parent = tempfile::tempdir().expect("a folder");
    let right = RECIPES[0].file();
    let folder = |name, file| evaluation(parent.path(), name, file);
    let [empty, wrong, short, right] = [
        folder("empty", None),
        folder("wrong", Some(b"wrong")),
        folder("short", Some(&right[..right.len() - 1])),
        folder("right", Some(&right)),
    ];
    let mut dialogue = Dialogue::small();
    dialogue.say("setoption name USI_OwnBook value false");
    assert_eq!(dialogue.hear_until_ready(), [""; 0]);
    let builtin = score(&mut dialogue);
    for (folder, reason) in [
        (&empty, "cannot be read"),
        (&wrong, "not a network"),
        (&short, "893739 bytes after the description"),
    ] {
        let line = said(&mut dialogue, "EvalDir", folder);
        assert!(line.starts_with("info string "), "{line}");
        assert!(line.contains(reason) && line.contains("EvalDir"), "{line}");
        assert_eq!(score(&mut dialogue), builtin);
    }
    let line = said(&mut dialogue, "EvalDir", &right);
    assert!(
        line.ends_with("nn.bin, kp_256x2-32-32, FV_SCALE 16"),
        "{line}"
    );
    let kp = score(&mut dialogue);
    assert_ne!(kp, builtin);
    // What a file picker picks: the file itself.
    let line = said(&mut dialogue, "EvalDir", &empty);
    assert_has(&line, "cannot be read");
    dialogue.say(&format!(
        "setoption name EvalDir value {}",
        right.join("nn.bin").display()
    ));
    assert_eq!(dialogue.hear_until_ready(), [""; 0]);
    assert_eq!(score(&mut dialogue), kp);
    // Again an empty one: what is in use is now the right one.
    let line = said(&mut dialogue, "EvalDir", &empty);
    assert_has(&line, "cannot be read");
    assert_eq!(score(&mut dialogue), kp);
    let line = said(&mut dialogue, "EvalDir", Path::new("<empty>"));
    assert_eq!(line, "info string eval the program's own network");
    assert_eq!(score(&mut dialogue), builtin);
}

/// A pipe that nobody writes to would be waited for, a device read for ever.
#[test]
#[cfg(unix)]
fn devices_and_pipes_are_refused_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("nn.bin");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    let mut dialogue = Dialogue::small();
    for (option, path) in [
        ("EvalFile", Path::new("/dev/zero")),
        ("EvalFile", &pipe),
        ("EvalDir", folder.path()),
    ] {
        let line = said(&mut dialogue, option, path);
        assert_has(&line, "a device or pipe; expected a file");
    }
    let line = said(&mut dialogue, "EvalFile", folder.path());
    assert_has(&line, "a folder; expected a file");
    score(&mut dialogue);
}
