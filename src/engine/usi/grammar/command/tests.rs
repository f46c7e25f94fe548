//! Reading and writing what an interface sends.

use super::*;

fn go(arguments: &str) -> GoRequest {
    match Command::parse(&format!("go {arguments}")) {
        Command::Go(request) => request,
        other => panic!("{other:?}"),
    }
}

#[test]
fn plain_commands_in_any_white_space() {
    for (line, command) in [
        ("usi", Command::Usi),
        ("  isready \r\n", Command::IsReady),
        ("\tusinewgame", Command::NewGame),
        ("stop\r", Command::Stop),
        ("quit now", Command::Quit),
        ("gameover", Command::GameOver(None)),
        ("gameover  lose", Command::GameOver(Some(GameResult::Lose))),
        ("nonsense isready", Command::IsReady),
        ("debug on", Command::Other),
        ("register later quit", Command::Other),
        ("", Command::Other),
        (" \r\n", Command::Other),
        ("Usi USI ポジション", Command::Other),
        (
            "position  startpos  moves 7g7f \r",
            Command::Position("startpos  moves 7g7f".into()),
        ),
        ("position", Command::Position(String::new())),
    ] {
        assert_eq!(Command::parse(line), command, "{line:?}");
    }
}

#[test]
fn options_with_and_without_values() {
    for (line, name, value) in [
        ("setoption name Threads value 4", "Threads", Some("4")),
        ("setoption name BookFile value ", "BookFile", None),
        ("setoption name BookFile value", "BookFile", None),
        ("setoption name Clear_Hash", "Clear_Hash", None),
        (
            "setoption  name Skill   Level value 3 ",
            "Skill Level",
            Some("3"),
        ),
        (
            "setoption name EvalDir value C:/My Files\r",
            "EvalDir",
            Some("C:/My Files"),
        ),
        ("setoption name", "", None),
    ] {
        let value = value.map(str::to_owned);
        let expected = Command::SetOption {
            name: name.to_owned(),
            value,
        };
        assert_eq!(Command::parse(line), expected, "{line:?}");
    }
    assert_eq!(Command::parse("setoption Threads 4"), Command::Other);
}

#[test]
fn clocks() {
    let request = go("btime 1000 wtime 2000 byoyomi 300 ponder");
    assert!(request.ponder && !request.infinite);
    let white = request.times.reading(Color::White);
    assert_eq!(
        white,
        Some(ClockReading {
            main_ms: 2000,
            byoyomi_ms: 300,
            increment_ms: 0
        })
    );
    let request = go("btime -50 wtime 7 binc 99999999999999999999999 winc 3");
    let black = request.times.reading(Color::Black);
    let expected = ClockReading {
        main_ms: 0,
        byoyomi_ms: 0,
        increment_ms: u64::MAX,
    };
    assert_eq!(black, Some(expected));
    assert_eq!(go("wtime 5000").times.reading(Color::Black), None);
    assert_eq!(go("btime wtime 5").times.white_ms, Some(5));
    let hit = Command::parse("ponderhit btime 0 wtime 0 byoyomi 500");
    let Command::PonderHit(times) = hit else {
        panic!("{hit:?}")
    };
    assert_eq!(times.byoyomi_ms, Some(500));
}

#[test]
fn limits_are_mixed_and_unknown_words_skipped() {
    let request = go("movetime 300 depth 3 rtime 5 nodes 1000 7g7f perft -");
    assert_eq!(request.move_time_ms, Some(300));
    assert_eq!((request.depth, request.nodes), (Some(3), Some(1000)));
    assert!(request.moves.is_empty());
    assert_eq!(go("depth 9999999999").depth, Some(u32::MAX));
    assert_eq!(go("nodes many"), GoRequest::default());
    assert_eq!(go(""), GoRequest::default());
}

#[test]
fn search_moves_end_at_a_keyword() {
    for line in [
        "searchmoves 7g7f P*5e 8h2b+ infinite",
        "infinite searchmoves 7g7f P*5e x9 8h2b+",
    ] {
        let request = go(line);
        assert!(request.infinite, "{line}");
        let moves: Vec<_> = request.moves.iter().map(Move::to_string).collect();
        assert_eq!(moves, ["7g7f", "P*5e", "8h2b+"], "{line}");
    }
    assert!(go("searchmoves").moves.is_empty());
}

#[test]
fn every_form_of_mate() {
    let of = |arguments| go(arguments).mate;
    for unlimited in [
        "mate infinite",
        "mate",
        "mate ?",
        "nodes 5 mate infinite",
        "mate nodes 5",
    ] {
        assert_eq!(of(unlimited), Some(MateTime::Unlimited), "{unlimited}");
    }
    assert_eq!(of("mate 12345"), Some(MateTime::Ms(12_345)));
    assert_eq!(go("mate nodes 5").nodes, Some(5));
    assert!(!go("mate infinite").infinite);
}

#[test]
fn what_is_written_is_read_back() {
    for line in [
        "usi",
        "setoption name Threads value 4",
        "setoption name Clear_Hash",
        "isready",
        "usinewgame",
        "position startpos moves 7g7f",
        "go",
        "go ponder btime 1 wtime 2 byoyomi 3",
        "go btime 1 wtime 2 binc 3 winc 4",
        "go movetime 1 depth 2 nodes 3",
        "go infinite searchmoves 7g7f P*5e",
        "go mate infinite",
        "go nodes 9 mate 500",
        "ponderhit",
        "ponderhit btime 1 wtime 2 byoyomi 3",
        "stop",
        "gameover win",
        "gameover",
        "quit",
    ] {
        assert_eq!(Command::parse(line).to_string(), line);
    }
}
