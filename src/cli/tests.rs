//! What the command line accepts, prints and refuses.

use super::*;

fn parse(line: &str) -> Result<Cli, clap::Error> {
    Cli::try_parse_from(
        line.split(' ')
            .map(|word| word.trim_matches('"').replace('_', " ")),
    )
}

/// What `line` prints, with `_` for a space within an argument.
fn run(line: &str) -> Result<String, String> {
    let mut out = Vec::new();
    let cli = parse(line).map_err(|error| one_line(&error))?;
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
fn eval_shows_the_value() {
    assert!(run("x eval").unwrap().contains("value 0 "));
}

#[test]
fn refusals_are_one_line_and_name_the_token() {
    for (line, token, expected) in [
        ("x play", "'play'", "perft, bench"),
        ("x perft", "<DEPTH>", "required"),
        ("x perft -1", "'-1'", "unexpected"),
        ("x perft many", "'many'", "from 0 to 100"),
        ("x perft 1 --moves 7g7e", "`7g7e`", "legal"),
        ("x perft 1 --moves 7g", "`7g`", "such as"),
        ("x perft 1 --sfen 9/9_b_-", "`9/9`", "expected 9"),
        ("x perft 1 --sfen ", "position", "startpos"),
        ("x perft 1 --convention most", "'most'", "count, list, full"),
        ("x bench --depth 0", "'0'", "from 1 to 100"),
        (
            "x bench --config killer_bonus",
            "`killer bonus`",
            "key=value",
        ),
        ("x selfplay search=a search=b --nodes 1", "`a`", "alphabeta"),
        (
            "x selfplay search=interest search=alphabeta",
            "player A",
            "--nodes",
        ),
        ("x suite", "<FILES>", "required"),
    ] {
        let error = run(line).unwrap_err();
        assert!(
            error.contains(token) && error.contains(expected),
            "{line}: {error}"
        );
        assert!(!error.contains('\n'), "{line}: {error}");
    }
}
