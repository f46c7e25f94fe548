//! What the command line accepts, prints and refuses.

use super::*;
use clap::CommandFactory;

fn parse(line: &str) -> Result<Cli, String> {
    let words = line.split(' ');
    let words = words.map(|word| word.trim_matches('"').replace('_', " ").into());
    let words: Vec<OsString> = words.collect();
    command::read(&words).map_err(|error| command::one_line::<Cli>(&error, &words))
}

/// What `line` prints, with `_` for a space within an argument.
fn run(line: &str) -> Result<String, String> {
    let mut out = Vec::new();
    let cli = parse(line)?;
    cli.command
        .run(&mut out)
        .map_err(|error| error.to_string())?;
    String::from_utf8(out).map_err(|error| error.to_string())
}

#[test]
fn the_definition_is_sound() {
    Cli::command().debug_assert();
}

#[test]
fn help_fits_a_terminal_in_both_languages() {
    for command in [Cli::command(), japanese::translated(Cli::command())] {
        assert_eq!(command::first_wide_line(command), None);
    }
}

#[test]
fn perft_counts() {
    for (line, start) in [
        ("x perft 3", "25470 leaves"),
        ("x perft 0", "1 leaves"),
        ("x perft --divide 0", "1 leaves"),
        ("x perft --convention full 2", "900 leaves"),
        ("x perft --convention list --moves 7g7f_3c3d 1", "39 leaves"),
        ("x perft --sfen 4k4/9/9/9/9/9/9/9/9_b_G 1", "80 leaves"),
    ] {
        assert!(
            run(line).unwrap().starts_with(start),
            "{line}: {:?}",
            run(line)
        );
    }
    let divided = run("x perft --divide 2").unwrap();
    assert_eq!(divided.lines().count(), 31);
    assert!(divided.lines().last().unwrap().starts_with("900 leaves"));
}

#[test]
fn a_position_is_read_as_interfaces_copy_it() {
    let wanted = run("x perft --divide --moves 7g7f_3c3d 1").unwrap();
    let moves_of = |text: &str| text.lines().count();
    for words in [
        "--moves position_startpos_moves_7g7f_3c3d",
        "--moves startpos_moves_7g7f_3c3d_resign",
        "--moves moves_7g7f_3c3d",
        "--sfen position_startpos_moves_7g7f_3c3d",
        "--sfen position_startpos --moves 7g7f_3c3d",
        "--sfen position_startpos_moves_7g7f --moves 3c3d",
    ] {
        let shown = run(&format!("x perft --divide {words} 1"));
        let shown = shown.unwrap_or_else(|error| panic!("{words}: {error}"));
        assert_eq!(moves_of(&shown), moves_of(&wanted), "{words}");
        assert!(shown.contains("8h2b+ 1"), "{words}: {shown}");
    }
    let twice = run("x perft --sfen 4k4/9/9/9/9/9/9/9/9_b_G --moves startpos 1").unwrap_err();
    assert!(
        twice.contains("`startpos` in --moves beside --sfen"),
        "{twice}"
    );
    let unknown = run("x perft --moves 7g7f_foo 1").unwrap_err();
    assert!(unknown.contains("unexpected move `foo`"), "{unknown}");
}

#[test]
fn eval_shows_the_value() {
    let shown = run("x eval --config eval=handmade").unwrap();
    assert!(shown.contains("value 0 "), "{shown}");
    let shown = run("x eval").unwrap();
    let (before, after) = shown.split_once("by taking it away:\n").unwrap();
    assert!(before.contains("centipawns"), "{shown}");
    assert_eq!(
        after
            .lines()
            .take(9)
            .flat_map(str::split_whitespace)
            .count(),
        81
    );
    assert!(after.contains("most: ") && after.contains("by a network of"));
    assert!(!after.contains('/'), "a path of another machine: {after}");
}

#[test]
fn explain_writes_text_json_and_a_page() {
    let shown = run("x explain --nodes 2000 --move 7g7f").unwrap();
    assert!(shown.contains("Black to move, move 1") && shown.contains("7g7f (７六歩)"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("e.html");
    let line = format!("x explain --nodes 2000 --json --html {}", path.display());
    let json: serde_json::Value = serde_json::from_str(&run(&line).unwrap()).unwrap();
    assert_eq!(json["moves"].as_array().unwrap().len(), 30);
    assert!(std::fs::read_to_string(path).unwrap().contains("</html>"));
}

#[test]
fn shells_and_manuals_are_told_of_every_command() {
    let shown = |it: &&clap::Command| !it.is_hide_set();
    let command = Cli::command();
    let names: Vec<_> = command
        .get_subcommands()
        .filter(shown)
        .map(clap::Command::get_name)
        .collect();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = run(&format!("x completions {shell}")).unwrap();
        assert!(names.iter().all(|name| script.contains(name)), "{shell}");
        assert!(!script.contains("guard"), "{shell}");
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("man1");
    let shown = run(&format!("x man {}", path.display())).unwrap();
    let pages = std::fs::read_dir(&path).unwrap().count();
    assert!(shown.starts_with(&format!("{pages} pages in ")), "{shown}");
    for name in names {
        assert!(
            path.join(format!("usi-engine-{name}.1")).is_file(),
            "{name}"
        );
    }
    let convert = std::fs::read_to_string(path.join("usi-engine-record-convert.1")).unwrap();
    assert!(convert.contains("\\-\\-from"), "{convert}");
}

#[test]
fn stats_answers_in_words_and_in_json() {
    for (line, part) in [
        ("x stats 268-206-0", "better with probability 0.998"),
        ("x stats 268-206-0", "52.0–60.9 % (95 %)"),
        (
            "x stats 268 206 0",
            "Elo    +45.71 ± 31.64 (95 %: +14.44 to +77.73)",
        ),
        ("x stats 10-0-0", "Elo    +246.77 or more (95 %)"),
        ("x stats 0-0-12", "nElo   +0.00 ±"),
        (
            "x stats 39 8843 26675 9240 44 --sprt elo0=0.5 elo1=2.5",
            "LLR    2.942 in [-2.944, 2.944], 100 % of the way: continue",
        ),
        (
            "x stats 184-15-508-17-290 --sprt elo0=0 elo1=5",
            "after  Elo +35.98",
        ),
        (
            "x stats 105-6-241-2-5-141",
            "528 wins, 457 losses, 15 draws",
        ),
        ("x stats --sprt elo0=0 elo1=10", "after 6398 games"),
        ("x stats 0-0-0 --json", r#""nelo": null"#),
    ] {
        let text = run(line).unwrap();
        assert!(text.contains(part), "{line}: {text}");
        assert!(!text.contains("NaN"), "{line}: {text}");
    }
    let json = run("x stats 105-6-241-2-5-141 --sprt elo0=0 elo1=5 --json").unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let llr = json["pairs"]["sprt"]["llr"].as_f64().unwrap();
    assert!((llr - 0.921).abs() < 1e-3, "{llr}");
}

/// Asserts that `line` is refused in one line with all the parts of `wanted`.
fn assert_refused(line: &str, wanted: &str) {
    let error = run(line).unwrap_err();
    for part in wanted.split(" … ") {
        assert!(error.contains(part), "{line}: {error}");
    }
    assert!(!error.contains('\n'), "{line}: {error}");
}

#[test]
fn what_is_mistyped_is_answered_with_what_was_meant() {
    for (line, wanted) in [
        ("x plays", "'plays' … did you mean `play`?"),
        ("x perft 1 --convention ful", "'ful' … did you mean `full`?"),
        (
            "x selfplay --gmaes 3",
            "'--gmaes' … did you mean `--games`?",
        ),
    ] {
        assert_refused(line, wanted);
    }
}

/// Each is one line with all the parts beside it.
#[test]
fn refusals_are_one_line_and_name_the_token() {
    for (line, wanted) in [
        ("x zzz", "'zzz' … perft, bench"),
        (
            "x lab ladder --json",
            "of its own … `kyomi-lab ladder --json`",
        ),
        ("x tune spsa", "of its own … `kyomi-lab spsa`"),
        ("x perft", "<DEPTH> … required"),
        ("x perft -1", "'-1' … from 0 to 100"),
        ("x perft many", "'many' … from 0 to 100"),
        ("x perft 1 --moves 7g7e", "`7g7e` … legal"),
        ("x perft 1 --moves 7g", "`7g` … such as"),
        ("x perft 1 --sfen 9/9_b_-", "`9/9` … expected 9"),
        ("x perft 1 --sfen ", "position … startpos"),
        ("x perft 1 --convention most", "'most' … count, list, full"),
        ("x bench --depth 0", "'0' … from 1 to 100"),
        ("x bench --config interest", "`interest` … key=value"),
        ("x selfplay search=a search=b --nodes 1", "`a` … alphabeta"),
        (
            "x selfplay search=interest search=alphabeta",
            "player A … --nodes",
        ),
        ("x explain --move 3i9i", "`3i9i` … a legal move"),
        ("x explain --move 3i", "`3i` … such as"),
        ("x explain --moves 7g7f --move 7g7f", "`7g7f` … legal"),
        (
            "x explain --html no/such/e.html",
            "`no/such/e.html` … exists",
        ),
        ("x explain --all --json", "--json … --all"),
        ("x explain --nodes 0", "'0' … from 1 to"),
        ("x stats", "<COUNTS> … required"),
        ("x stats 1-2", "`1-2` … W-L-D"),
        ("x stats 1-2-x", "`x` … whole number"),
        ("x stats 1-2-3 --sprt elo0=0", "`elo0=0` … elo1="),
        ("x stats 1-2-3 --sprt elo0=2 elo1=2", "elo1=2 … elo0 below"),
        ("x stats 1-2-3 --sprt elo0=0 elo1=x", "`elo1=x` … a number"),
        ("x stats 1-2-3 --sprt alpha=0.5", "`alpha=0.5` … below 0.5"),
        ("x stats 1-2-3 --sprt model=best", "`model=best` … logistic"),
        ("x stats 1-2-3 --sprt elo2=3", "`elo2=3` … elo0="),
        ("x stats --sprt elo0=0 --draws 100", "'100' … below 100"),
        ("x suite", "<PATH> … required"),
        ("x completions tcsh", "'tcsh' … bash, elvish"),
        ("x completions", "<SHELL> … required"),
        ("x man", "<DIR> … required"),
        ("x man Cargo.toml", "`Cargo.toml` … expected a folder"),
        // What cannot be meant is refused for what it is.
        (
            "x stats --sprt elo0=0 elo1=5 --draws 9",
            "--draws … logistic",
        ),
        ("x stats 1-2-3 --draws 9", "--draws … cannot be used"),
        ("x stats -5 1 2", "`-5 1 2` … whole number"),
        ("x selfplay a b --games -3", "'-3' … from 1 to"),
        ("x selfplay a b --nodes -5", "'-5' … from 1 to"),
        (
            "x selfplay null: null: --nodes 1 --max-moves 24",
            "--max-moves 24 … more than the 24 plies",
        ),
        ("x selfplay merge /no/such a", "`/no/such` … No such file"),
    ] {
        assert_refused(line, wanted);
    }
}
