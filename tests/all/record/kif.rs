//! KIF as other programs write it, and what is refused.

use super::games::{assert_lines, lines};
use super::{assert_refused, read_as, through, usi};
use engine::record::{Evaluation, Format, Reading, Termination};
use engine::shogi::{Color, sfen};

fn read(text: &str) -> Reading {
    read_as(Format::Kif, text)
}

#[test]
fn moves_times_and_comments() {
    let text = "\u{feff}#KIF version=2.0 encoding=UTF-8\r\n開始日時：2026/11/20 9:00\r\n\
        手合割：平手　　\r\n先手：甲\r\n後手：乙\r\n手数----指手---------消費時間--\r\n*before\r\n\
        1 ７六歩(77) ( 0:03/00:00:03)\r\n**評価値=35\r\n*said\r\n   2 ３四歩(33)   (1:02:03/1:02:03)+\r\n\
        3 ２二角成(88)\r\n**詰み=後手勝ち:8手\r\n4 同銀(31)\r\n&mark\r\n5 ５五角打\r\n6 投了 ( 0:09/)\r\n\
        まで5手で先手の勝ち\r\n\r\n変化：2手\r\n2 ８四歩(83)\r\n";
    let Reading { record, notes } = read(text);
    assert_eq!(usi(&record), "startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e\n");
    assert_eq!(record.names, ["甲", "乙"]);
    assert_eq!(record.header("START_TIME"), Some("2026/11/20 9:00"));
    assert_eq!(record.comment, "before");
    let infos: Vec<_> = record.moves().map(|(_, info)| info).collect();
    assert_eq!(infos[0].time_ms, Some(3000));
    assert_eq!(infos[1].time_ms, Some(3_723_000));
    assert_eq!(infos[0].evaluation, Some(Evaluation::Centipawns(35)));
    assert_eq!(infos[0].comment, "said");
    let mate = Evaluation::Mate {
        winner: Color::White,
        plies: Some(8),
    };
    assert_eq!(infos[2].evaluation, Some(mate));
    let ending = record.ending.as_ref().expect("an ending");
    assert_eq!(ending.reason, Termination::Resignation);
    assert_eq!(ending.time_ms, Some(9000));
    assert_eq!(record.winner(), Some(Color::Black));
    let notes: Vec<_> = notes.iter().map(ToString::to_string).collect();
    assert_eq!(notes, ["line 15: bookmark left out: `&mark`"]);
    let branch = &record.branches()[0];
    assert_eq!(branch.after(), 1);
    assert_eq!(branch.line().game().moves().len(), 1);
}

/// A branch with two of its own, then another that leaves the game, as KIF has them.
const BRANCHES: &str = "#KIF version=2.0 encoding=UTF-8\n手合割：平手\n先手：\n後手：\n\
    手数----指手---------消費時間--\n   \
    1 ７六歩(77)   ( 0:05/00:00:05)\n   \
    2 ３四歩(33)   ( 0:01/00:00:01)\n   \
    3 ２二角成(88) ( 0:02/00:00:07)\n   \
    4 投了\n\
    まで3手で先手の勝ち\n\n\
    変化：3手\n   \
    3 ２六歩(27)   ( 0:03/00:00:08)\n** 35 -2288UM\n*said\n   \
    4 ４二銀(31)\n\n\
    変化：4手\n   \
    4 投了\n*no need\n\
    まで3手で先手の勝ち\n\n\
    変化：4手\n   \
    4 ８八角成(22) ( 0:09/00:00:10)\n   \
    5 同　銀(79)\n\n\
    変化：2手\n   \
    2 ８四歩(83)\n";

#[test]
fn branches_are_kept() {
    let Reading { record, notes } = read(BRANCHES);
    assert!(notes.is_empty(), "{notes:?}");
    let wanted = [
        (0, "7g7f 3c3d 8h2b+"),
        (2, "7g7f 3c3d 2g2f 3a4b"),
        (3, "7g7f 3c3d 2g2f"),
        (3, "7g7f 3c3d 2g2f 2b8h+ 7i8h"),
        (1, "7g7f 8c8d"),
    ];
    assert_lines(&record, &wanted);
    let branch = record.branches()[0].line();
    let (_, info) = branch.moves().next().expect("a move");
    assert_eq!(info.time_ms, Some(3000));
    assert_eq!(info.evaluation, Some(Evaluation::Centipawns(35)));
    assert_eq!((info.pv.len(), &*info.comment), (1, "said"));
    let ending = branch.branches()[0].line().ending.as_ref();
    let ending = ending.expect("an ending");
    assert_eq!(ending.reason, Termination::Resignation);
    assert_eq!(ending.comment, "no need");
    assert_eq!(Format::Kif.write(&record), BRANCHES);
    for format in [Format::Ki2, Format::Jkf] {
        assert_eq!(lines(&through(format, &record)), lines(&record));
    }
}

#[test]
fn a_branch_leaves_the_last_line_that_is_long_enough() {
    let text = "1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n変化:1手\n1 ２六歩(27)\n\
        変化：  2手\n2 ３四歩(33)\n変化：3手\n3 ２五歩(26)\n変化：1手\n1 ９六歩(97)\n\
        変化：3手\n3 ６六歩(67)\n";
    let wanted = [
        (0, "7g7f 3c3d 2g2f"),
        (2, "7g7f 3c3d 6g6f"),
        (0, "2g2f 3c3d 2f2e"),
        (0, "9g9f"),
    ];
    assert_lines(&read(text).record, &wanted);
}

#[test]
fn a_line_that_has_stopped_goes_on() {
    let text = "1 ７六歩(77)\n変化：2手\n*go on\n2 ３四歩(33)\n*x\n変化：2手\n*else\n2 ８四歩(83)\n*y\n\
        変化：3手\n3 ２六歩(27)\n変化：1手\n*nothing\n";
    let Reading { record, notes } = read(text);
    assert_eq!(lines(&record)[0].1, "7g7f 3c3d");
    assert_eq!(lines(&record)[1], (1, "7g7f 8c8d 2g2f".to_owned()));
    // What is said before the first move of a branch is said of that.
    let (_, info) = record.branches()[0].line().moves().next().expect("a move");
    assert_eq!(info.comment, "else\ny");
    assert_eq!(record.moves().next().expect("a move").1.comment, "go on");
    let notes: Vec<_> = notes.iter().map(ToString::to_string).collect();
    assert_eq!(notes, ["line 13: empty branch left out: `nothing`"]);
}

#[test]
fn branches_too_deep_to_follow_are_refused() {
    let text = |depth: usize| {
        let shuffle = ["４八金(49)", "４二金(41)", "４九金(48)", "４一金(42)"];
        let line = |it: usize| format!("{} {}\n", it + 1, shuffle[it % 4]);
        let game: String = (0..200).map(line).collect();
        let branch = |it: usize| format!("変化：{}手\n{}{}", it + 1, line(it), line(it + 1));
        game + &(0..depth).map(branch).collect::<String>()
    };
    let record = read(&text(100)).record;
    for format in [Format::Kif, Format::Ki2, Format::Jkf] {
        assert!(through(format, &record) == record, "{format:?}");
    }
    let wanted = " … `変化：101手`; expected a move or an end before it";
    assert_refused(Format::Kif, &text(101), wanted);
}

#[test]
fn written_as_others_write_it() {
    let csa =
        "N+A\n$EVENT:E\nPI\n+\n+7776FU\nT61\n-3334FU\n+8822UM\nT2\n-3122GI\n+0055KA\n%TORYO\n";
    let record = Format::Csa.read(csa.as_bytes()).expect("a record").record;
    let kif = "#KIF version=2.0 encoding=UTF-8\n棋戦：E\n手合割：平手\n先手：A\n後手：\n\
        手数----指手---------消費時間--\n   \
        1 ７六歩(77)   ( 1:01/00:01:01)\n   \
        2 ３四歩(33)\n   \
        3 ２二角成(88) ( 0:02/00:01:03)\n   \
        4 同　銀(31)\n   \
        5 ５五角打\n   \
        6 投了\n\
        まで5手で先手の勝ち\n";
    assert_eq!(Format::Kif.write(&record), kif);
}

#[test]
fn starts_with_and_without_a_name() {
    for (name, start) in [
        (
            "平手",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        ),
        (
            "二枚落ち",
            "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        ),
        (
            "左五枚落ち",
            "1nsgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        ),
        (
            "右七枚落ち",
            "3gkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        ),
    ] {
        let record = read(&format!("手合割：{name}\n")).record;
        assert_eq!(sfen::write(record.game().start()), start);
    }
    let board = "上手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
        | ・ ・ ・ ・v王 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・v杏|二\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n\
        | ・ ・ ・ ・ 玉 ・ ・ ・ 龍|九\n+---------------------------+\n\
        下手の持駒：金　歩十二　\n上手番\n";
    let record = read(board).record;
    let start = sfen::write(record.game().start());
    assert_eq!(start, "4k4/8+l/9/9/9/9/9/9/4K3+R w G12P 1");
    assert_eq!(through(Format::Kif, &record), record);
}

#[test]
fn the_result_line_tells_the_end_if_nothing_else_does() {
    for (result, reason, winner) in [
        (
            "先手の勝ち",
            Some(Termination::Resignation),
            Some(Color::Black),
        ),
        (
            "時間切れにより先手の勝ち",
            Some(Termination::TimeUp),
            Some(Color::Black),
        ),
        ("千日手", Some(Termination::Repetition), None),
        (
            "後手の入玉勝ち",
            Some(Termination::Declaration),
            Some(Color::White),
        ),
        (
            "後手の反則負け",
            Some(Termination::IllegalMove),
            Some(Color::Black),
        ),
        (
            "不戦敗",
            Some(Termination::Forfeit {
                loser: Color::White,
            }),
            Some(Color::Black),
        ),
        ("不詰", Some(Termination::NoMate), None),
    ] {
        let Reading { record, notes } = read(&format!("1 ７六歩(77)\nまで1手で{result}\n"));
        assert_eq!(
            record.ending.as_ref().map(|ending| ending.reason),
            reason,
            "{result}"
        );
        assert_eq!(record.winner(), winner, "{result}");
        assert!(notes.is_empty(), "{result}");
    }
}

#[test]
fn every_ending_that_others_know_is_read_and_written() {
    let forfeit = |loser| Termination::Forfeit { loser };
    for (word, reason) in [
        ("中断", Termination::Interrupted),
        ("投了", Termination::Resignation),
        ("持将棋", Termination::Impasse),
        ("千日手", Termination::Repetition),
        ("詰み", Termination::Mate),
        ("詰", Termination::Mate),
        ("不詰", Termination::NoMate),
        ("切れ負け", Termination::TimeUp),
        ("時間切れ", Termination::TimeUp),
        ("反則負け", Termination::IllegalMove),
        (
            "反則勝ち",
            Termination::Foul {
                loser: Color::Black,
            },
        ),
        ("入玉勝ち", Termination::Declaration),
        ("不戦勝", forfeit(Color::Black)),
        ("不戦敗", forfeit(Color::White)),
    ] {
        let Reading { record, notes } = read(&format!("1 ７六歩(77)\n2 {word} ( 0:07/)\n"));
        assert!(notes.is_empty(), "{word}");
        let ending = record.ending.as_ref().expect("an ending");
        assert_eq!(
            (ending.reason, ending.time_ms),
            (reason, Some(7000)),
            "{word}"
        );
        for format in [Format::Kif, Format::Csa, Format::Jkf] {
            assert!(through(format, &record) == record, "{word}: {format:?}");
        }
    }
}

#[test]
fn unknown_words_after_the_last_move_end_the_game_with_a_warning() {
    for (format, text, line) in [
        (Format::Kif, "1 ７六歩(77)\n2 封じ手 ( 0:07/)\n*x\n", 2),
        (Format::Kif, "1 ７六歩(77)\nまで1手で封じ手\n*x\n", 2),
        (Format::Ki2, "▲７六歩\nまで1手で封じ手\n*x\n", 2),
        (Format::Csa, "PI\n+\n+7776FU\n%封じ手\nT7\n'*x\n", 4),
        (
            Format::Jkf,
            r#"{"moves":[{"move":{"to":{"x":7,"y":6},"from":{"x":7,"y":7},"piece":"FU"}},
                {"special":"封じ手","comments":["x"]}]}"#,
            2,
        ),
    ] {
        let Reading { record, notes } = format.read(text.as_bytes()).expect("a record");
        assert_eq!(usi(&record), "startpos moves 7g7f\n", "{text}");
        let ending = record.ending.as_ref().expect("an ending");
        assert_eq!(ending.reason, Termination::Interrupted, "{text}");
        let word = ending.comment.trim_start_matches('%');
        assert_eq!(word, "封じ手\nx", "{text}");
        let [note] = &notes[..] else {
            panic!("{text}: {notes:?}");
        };
        assert_eq!((note.line, note.what), (line, "ending"), "{text}");
    }
}

#[test]
fn unknown_words_before_other_moves_are_noted_and_no_end() {
    let Reading { record, notes } = read("1 ７六歩(77)\n2 封じ手\n2 ３四歩(33)\n3 投了\n");
    assert_eq!(usi(&record), "startpos moves 7g7f 3c3d\n");
    let (_, info) = record.moves().next().expect("a move");
    assert_eq!((&*info.comment, notes.len()), ("封じ手", 1));
    // Where the word counts as a move, what follows has no place.
    let Reading { record, notes } = read("1 パス\n2 ３四歩(33)\n3 投了\n");
    assert_eq!(usi(&record), "startpos\n");
    let notes: Vec<_> = notes.iter().map(ToString::to_string).collect();
    assert_eq!(notes[0], "line 1: ending left out: `パス`");
    assert_eq!(
        notes[1],
        "line 2: line after the end left out: `３四歩(33)`"
    );
}

#[test]
fn starts_of_mate_problems_and_unknown_handicaps() {
    let board = |name: &str| {
        let empty = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n".repeat(6);
        format!(
            "手合割：{name}\n後手の持駒：飛二角二\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|\n{empty}{}先手の持駒：金\n1 ５二金打\n2 詰\n",
            &empty[..empty.len() / 3]
        )
    };
    for (name, count) in [("詰将棋", 0), ("その他", 0), ("いろは落ち", 1)] {
        let Reading { record, notes } = read(&board(name));
        let start = sfen::write(record.game().start());
        assert_eq!(start, "4k4/9/9/9/9/9/9/9/9 b G2r2b 1", "{name}");
        assert_eq!(notes.len(), count, "{name}");
    }
    let unknown = "先手：甲\n手合割：いろは落ち\n1 ７六歩(77)\n";
    assert_refused(
        Format::Kif,
        unknown,
        "line 2: unexpected `いろは落ち`; expected 平手, a known handicap",
    );
    let jkf = "{\"header\": {\"手合割\": \"いろは落ち\"}, \"moves\": [{}]}";
    assert_refused(Format::Jkf, jkf, "line 1: unexpected `いろは落ち`");
}

#[test]
fn handicaps_of_other_programs_are_set_up() {
    let rest = "9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w";
    for (name, whites) in [
        ("七枚落ち", "3gkgs2/9/ppppppppp"),
        ("九枚落ち", "4kg3/9/ppppppppp"),
        ("飛角落ち", "lnsgkgsnl/9/ppppppppp"),
        ("角香落ち", "lnsgkgsn1/1r7/ppppppppp"),
        ("両香落ち", "1nsgkgsn1/1r5b1/ppppppppp"),
        ("左香落ち", "lnsgkgsn1/1r5b1/ppppppppp"),
        ("トンボ", "4k4/1r5b1/ppppppppp"),
        ("歩三兵", "4k4/9/9"),
        ("裸玉", "4k4/9/9"),
        ("裸王", "4k4/9/9"),
        ("十九枚落ち", "4k4/9/9"),
        ("六枚落", "2sgkgs2/9/ppppppppp"),
    ] {
        let record = read(&format!("手合割：{name}　\n")).record;
        let hand = if name == "歩三兵" { "3p" } else { "-" };
        let start = sfen::write(record.game().start());
        assert_eq!(start, format!("{whites}/{rest} {hand} 1"), "{name}");
        assert_eq!(through(Format::Kif, &record), record, "{name}");
        assert_eq!(through(Format::Jkf, &record), record, "{name}");
    }
    for name in ["平手", "平手戦", "平　手", "互先"] {
        let record = read(&format!("手合割：{name}\n1 ７六歩(77)\n")).record;
        assert_eq!(usi(&record), "startpos moves 7g7f\n", "{name}");
    }
}

#[test]
fn what_other_programs_say_in_comments_is_handed_on_byte_for_byte() {
    let comments = "**対局 時間 00:00.1 深さ 5/9 ノード数 100 評価値 35 読み筋 ▲７六歩(77) △３四歩(33)\n\
        **Engines 0 Kyomi\n***三つ\n*#評価値=-61\n* 前に空白\n*\n**\n*said　全角　\n";
    let head = "**Engines 0 Kyomi\n**評価値=5\n";
    let table = "手数----指手---------消費時間--\n";
    let moves = format!(
        "{head}{table}   1 ７六歩(77)\n{comments}   2 投了\n{comments}まで1手で先手の勝ち\n"
    );
    let text = format!("手合割：平手\n{moves}");
    let record = read(&text).record;
    let written = Format::Kif.write(&record);
    let start = written.find(head).expect("the comment of the head");
    assert_eq!(written[start..], moves);
    for format in [Format::Csa, Format::Ki2, Format::Jkf] {
        let again = through(format, &record);
        assert_eq!(Format::Kif.write(&again), written, "{format:?}");
    }
}

#[test]
fn what_is_no_record_is_refused() {
    for text in ["", "\n\n", "\0\0\0\0", "hello\nworld\n"] {
        for format in [Format::Kif, Format::Ki2] {
            assert_refused(format, text, "line … end of the record; expected a record");
        }
    }
    for text in ["#KIF version=2.0\n", "手合割：平手\n", "先手：甲\n"] {
        read(text);
    }
}

#[test]
fn moves_may_have_the_mark_of_their_side() {
    let record = read("1 ▲７六歩(77)\n2 △３四歩(33)\n").record;
    assert_eq!(usi(&record), "startpos moves 7g7f 3c3d\n");
}

#[test]
fn refusals_name_line_token_and_expectation() {
    for (text, wanted) in [
        ("先手の持駒：玉\n", "line 1 … `玉` … なし"),
        ("先手の持駒：歩百\n", "line 1 … `歩百` … なし"),
        ("| ・ ・|一\n", "line 1 … ・|一` … nine"),
        (
            "手合割：その他\n1 ７六歩(77)\n",
            "line 2 … `７六歩(77)` … that is there",
        ),
        ("1 ７六歩(77)\n3 ３四歩(33)\n", "line 2 … `3` … number"),
        ("1 ７六銀(77)\n", "line 1 … `７六銀` … that is there"),
        (
            "1 ７五歩(77)\n2 ３四歩(33)\n",
            "line 1 … `７五歩(77)` … legal move",
        ),
        ("1 同　歩(77)\n", "line 1 … `同` … a move"),
        ("1 ５五玉打\n", "line 1 … `５五玉打` … a move"),
        (
            "1 ７六歩(77)\n変化：1手\n*x\n1 ７五歩(77)\n変化：1手\n",
            "line 4 … `７五歩(77)` … legal move",
        ),
        (
            "1 ７六歩(77)\n変化：1手\n2 ３四歩(33)\n",
            "line 3 … `2` … number",
        ),
        (
            "1 ７六歩(77)\n変化：3手\n",
            "line 2 … `変化：3手` … a move or an end",
        ),
        ("1 ７六歩(77)\n変化：0手\n", "line 2 … 0手 … 変化：12手"),
        ("1 (0:01/)\n", "line 1 … `` … 投了"),
        ("1 投了\n1 ７六歩(77)\n", "line 2 … `７六歩(77)` … no move"),
    ] {
        assert_refused(Format::Kif, text, wanted);
    }
}

#[test]
fn what_is_not_understood_is_noted() {
    let notes = read("手合割：平手\nwhat is this\n1 ７六歩(77)\n").notes;
    assert_eq!(notes.len(), 1);
    assert_eq!(
        notes[0].to_string(),
        "line 2: line left out: `what is this`"
    );
}
