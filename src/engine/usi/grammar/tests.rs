//! Reading and writing lines of both sides.

use super::*;
use crate::search::{Bound, ClockReading, Info, Score};
use crate::shogi::Color;

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
    for line in [
        "id name Kyomi 1",
        "id author who",
        "option name USI_Ponder type check default false",
        "option name Threads type spin default 1 min 1 max 512",
        "option name Rule type combo default B var A var B",
        "option name Style type combo default Very Risky var Solid var Very Risky var Normal",
        "option name Book type string default my book var 2.db",
        "option name Clear_Hash type button",
        "option name BookDir type string default book",
        "option name EvalFile type filename default <empty>",
        "usiok",
        "readyok",
        "info string so it is",
        "bestmove 7g7f",
        "bestmove 8h2b+ ponder 3a2b",
        "bestmove resign",
        "bestmove win",
        "checkmate G*5b",
        "checkmate nomate",
        "checkmate timeout",
        "checkmate notimplemented",
    ] {
        let response = Response::parse(&format!(" {line} \r\n")).map(|r| r.to_string());
        assert_eq!(response.as_deref(), Ok(line));
    }
}

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
fn names_may_hold_spaces() {
    let declaration = OptionDeclaration::parse("name Skill Level type spin default 20").unwrap();
    assert_eq!(declaration.name, "Skill Level");
    assert!(OptionDeclaration::parse("name Skill").is_err());
    assert!(OptionDeclaration::parse("").is_err());
}

/// Analysis in the order that every parser accepts.
const INFO: &str = "info depth 12 seldepth 31 multipv 1 score cp -35 nodes 5000000000 nps 2500000000 \
    hashfull 3 time 2000 pv 7g7f P*5e";

fn info() -> Info {
    match Response::parse(INFO) {
        Ok(Response::Info(info)) => info,
        other => panic!("{other:?}"),
    }
}

#[test]
fn analysis_is_written_in_the_order_every_parser_accepts() {
    let info = info();
    assert_eq!((info.depth, info.selective_depth), (12, 31));
    assert_eq!((info.score, info.bound), (Score::Cp(-35), Bound::Exact));
    assert_eq!((info.nodes, info.time_ms), (5_000_000_000, 2000));
    assert_eq!((info.hash_full, info.pv.len()), (3, 2));
    assert_eq!(Response::Info(info).to_string(), INFO);
}

#[test]
fn scores_are_read_as_written() {
    for (score, bound, text) in [
        (Score::Cp(0), Bound::Lower, "score cp 0 lowerbound nodes"),
        (Score::Cp(9), Bound::Upper, "score cp 9 upperbound nodes"),
        (Score::Mate(5), Bound::Exact, "score mate 5 nodes"),
        (Score::Mate(-4), Bound::Exact, "score mate -4 nodes"),
    ] {
        let response = Response::Info(Info {
            score,
            bound,
            ..info()
        });
        let line = response.to_string();
        assert!(line.contains(text), "{line}");
        assert_eq!(Response::parse(&line), Ok(response));
    }
    for score in [Score::Mate(0), Score::Mated] {
        let response = Response::Info(Info { score, ..info() });
        assert!(response.to_string().contains("score mate -1 nodes"));
    }
    let unknown = Response::parse("info score mate - nodes 5");
    assert_eq!(
        unknown.map(|it| matches!(it, Response::Info(info) if info.score == Score::Mated)),
        Ok(true)
    );
}

#[test]
fn foreign_analysis_is_understood_as_far_as_it_goes() {
    let line = "info time 5 nodes x score mate + currmove 7g7f pv 7g7f rep_draw depth 9";
    let Ok(Response::Info(info)) = Response::parse(line) else {
        panic!("{line}")
    };
    assert_eq!(
        (info.score, info.time_ms, info.pv.len()),
        (Score::Mate(1), 5, 1)
    );
    let early = Response::parse("info pv 7g7f 3c3d score cp 30 nodes 9");
    assert!(
        matches!(&early, Ok(Response::Info(info)) if info.pv.len() == 2 && info.nodes == 9),
        "{early:?}"
    );
    assert_eq!(
        Response::parse("info depth 3 currmove 7g7f"),
        Ok(Response::Other)
    );
    assert_eq!(Response::parse("info score cp"), Ok(Response::Other));
    let win = Response::parse("info depth 1 score mate 1 pv win").map(|it| it.to_string());
    assert!(win.is_ok_and(|line| line.ends_with(" pv win")));
}

#[test]
fn what_cannot_be_understood_is_named() {
    for (line, token) in [
        ("bestmove none", "none"),
        ("bestmove (none)", "(none)"),
        ("bestmove p*5e", "p*5e"),
        ("bestmove 7g7g", "7g7g"),
        ("bestmove 0g7f", "0g7f"),
        ("bestmove 7g7j", "7g7j"),
        ("bestmove", ""),
        ("checkmate", ""),
        ("checkmate G*5b none", "none"),
        ("option name X type slider", "slider"),
    ] {
        assert_eq!(
            Response::parse(line).map_err(|e| e.token),
            Err(token.to_owned()),
            "{line}"
        );
    }
    assert_eq!(Response::parse("Error! 無"), Ok(Response::Other));
    assert_eq!(Response::parse(""), Ok(Response::Other));
}

#[test]
fn remarks_are_one_line_and_keep_their_characters() {
    let line = Response::Remark("/本/将棋.db\r\n\t\x1b[31m… ok".to_owned()).to_string();
    assert_eq!(line, "info string /本/将棋.db????[31m… ok");
    assert!(Response::Remark("x".repeat(9999)).to_string().len() < 400);
}
