//! Nothing that users have is lost: no command writes what it reads, no file is left half written.

use crate::common::program::{assert_refused, engine_in, run};
use std::fs;
use std::path::Path;
use tempfile::tempdir;

/// Asserts that each of `lines` is refused in `folder` with `wanted`, and that the files there stay as they are.
fn assert_nothing_lost(folder: &Path, lines: &[&str], wanted: &str) {
    let content = || {
        let entries = fs::read_dir(folder).expect("a folder");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let mut files: Vec<_> = paths.filter(|path| path.is_file()).collect();
        files.sort();
        let read = |path: &std::path::PathBuf| (path.clone(), fs::read(path).expect("a file"));
        files.iter().map(read).collect::<Vec<_>>()
    };
    let before = content();
    for line in lines {
        assert_refused(&mut engine_in(folder, line), wanted);
        assert!(content() == before, "{line} changed something");
    }
}

#[test]
fn no_command_writes_what_it_reads() {
    let folder = tempdir().expect("a folder");
    let folder = folder.path();
    let usi = "startpos moves 7g7f 3c3d 2g2f\n";
    fs::write(folder.join("g.usi"), usi).expect("a file");
    run(&mut engine_in(folder, "record convert g.usi g.kif"));
    run(&mut engine_in(
        folder,
        "selfplay null: null: --nodes 1 --games 2 --journal j",
    ));
    run(&mut engine_in(
        folder,
        "datagen import --nodes 1 --out f.games j",
    ));
    run(&mut engine_in(folder, "book make --games g.usi --out b.db"));
    fs::write(folder.join("s.tsv"), "startpos\t1\t30\n").expect("a file");
    #[cfg(unix)]
    for (target, link) in [("g.kif", "link.kif"), ("j", "link")] {
        std::os::unix::fs::symlink(target, folder.join(link)).expect("a link");
    }
    let mut lines = vec![
        "report j --out j",
        "report j --out ./j",
        "selfplay merge j --report j",
        "selfplay merge j --journal j",
        "analyze g.kif --nodes 1 --kif g.kif",
        "analyze g.kif --nodes 1 --csa g.kif",
        "analyze g.kif --nodes 1 --html g.kif",
        "analyze g.kif --nodes 1 --quiz g.kif",
        "analyze g.kif --nodes 1 --problems g.kif",
        "suite s.tsv --report s.tsv",
        "suite s.tsv --journal s.tsv",
        "train --data f.games --out f.games",
        "train --data f.games --out n.bin --curve f.games",
        "train --data f.games --out n.bin --checkpoint f.games",
        "book make --games g.kif --out g.kif",
        "book make --base b.db --out b.db --nodes 1 --plies 0",
        "book merge --out b.db b.db",
        "datagen export f.games --format psv --out f.games",
        "mate g.kif --kif g.kif",
        "record convert g.kif g.kif",
        "record convert . g.kif --from kif",
        "explain --config bookfile=b.db --html b.db",
    ];
    #[cfg(unix)]
    lines.extend([
        "analyze g.kif --nodes 1 --kif link.kif",
        "report j --out link",
    ]);
    assert_nothing_lost(
        folder,
        &lines,
        "is read too; expected another file to write",
    );
    let twice = [
        "selfplay null: null: --nodes 1 --games 2 --journal k --report k",
        "analyze g.kif --nodes 1 --html x --kif x",
        "train --data f.games --out x --curve x",
    ];
    assert_nothing_lost(folder, &twice, "is written twice; expected another file");
}

#[test]
fn what_cannot_be_read_leaves_the_old_output() {
    let folder = tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("old"), "old").expect("a file");
    fs::write(folder.join("old.csa"), "old").expect("a file");
    fs::write(
        folder.join("bad.usi"),
        "startpos moves 7g7f\nstartpos moves 7g7e\n",
    )
    .expect("a file");
    let lines = [
        "datagen export none --format psv --out old",
        "datagen export bad.usi --format psv --out old",
        "record convert bad.usi old.csa",
        "book make --games bad.usi --out old",
        "report bad.usi --out old",
    ];
    assert_nothing_lost(folder, &lines, "");
}

#[cfg(unix)]
#[test]
fn devices_are_written_to_and_links_followed() {
    use std::os::unix::fs::FileTypeExt;
    let folder = tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("g.usi"), "startpos moves 7g7f\n").expect("a file");
    run(&mut engine_in(
        folder,
        "book make --games g.usi --out /dev/null",
    ));
    let null = fs::metadata("/dev/null").expect("a device").file_type();
    assert!(null.is_char_device());
    std::os::unix::fs::symlink("b.db", folder.join("link.db")).expect("a link");
    run(&mut engine_in(
        folder,
        "book make --games g.usi --out link.db",
    ));
    assert!(fs::read_link(folder.join("link.db")).is_ok());
    assert!(
        fs::read_to_string(folder.join("b.db"))
            .expect("a file")
            .contains("7g7f")
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_old_file() {
    let folder = tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("g.usi"), "startpos moves 7g7f\n".repeat(20_000)).expect("a file");
    fs::write(folder.join("out.csa"), "old").expect("a file");
    // No file may have more than a few blocks.
    let program = env!("CARGO_BIN_EXE_usi-engine");
    let mut limited = std::process::Command::new("bash");
    let line = format!("trap '' XFSZ; ulimit -f 64; exec {program} record convert g.usi out.csa");
    limited.args(["-c", &line]).current_dir(folder);
    assert_refused(&mut limited, "out.csa: … (os error");
    assert_eq!(
        fs::read_to_string(folder.join("out.csa")).expect("a file"),
        "old"
    );
    assert_eq!(fs::read_dir(folder).expect("a folder").count(), 2);
}
