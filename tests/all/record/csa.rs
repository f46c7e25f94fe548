//! CSA as other programs write it, and what is refused.

use super::{assert_refused, read_as, through, usi};
use engine::record::{Evaluation, Format, Reading, Termination};
use engine::shogi::{Color, sfen};

fn read(text: &str) -> Reading {
    read_as(Format::Csa, text)
}

#[test]
fn floodgate_comments_and_times() {
    let text = "\u{feff}V2.2\r\nN+A\nN-B\n$EVENT:x\nPI\n+\n+7776FU\n'** 35 -3334FU +2726FU\nT3\n\
        -3334FU,T1\n'*text\n'plain\n+8822UM\nT0\n%TORYO,T5\n$END_TIME:2026/11/20\n/\nV2.2\n";
    let Reading { record, notes } = read(text);
    assert_eq!(usi(&record), "startpos moves 7g7f 3c3d 8h2b+\n");
    let infos: Vec<_> = record.moves().map(|(_, info)| info).collect();
    assert_eq!(infos[0].evaluation, Some(Evaluation::Centipawns(35)));
    assert_eq!(infos[0].pv.len(), 2);
    assert_eq!(
        infos.iter().map(|info| info.time_ms).collect::<Vec<_>>(),
        [Some(3000), Some(1000), Some(0)]
    );
    assert_eq!(infos[1].comment, "text");
    let ending = record.ending.as_ref().expect("an ending");
    assert_eq!(
        (ending.reason, ending.time_ms),
        (Termination::Resignation, Some(5000))
    );
    assert_eq!(record.winner(), Some(Color::Black));
    assert_eq!(record.header("END_TIME"), Some("2026/11/20"));
    assert_eq!(notes.len(), 1);
    assert_eq!(notes[0].to_string(), "line 17: further games left out: `/`");
}

#[test]
fn ratings_are_those_that_floodgate_tells() {
    let text = "V2.2\nN+A\nPI\n+\n'black_rate:A+0f:3105.5\n'white_rate:B:none\n+7776FU\n%TORYO\n";
    let record = read(text).record;
    assert_eq!(
        Color::all().map(|color| record.rating(color)),
        [Some(3105.5), None]
    );
    let kif = through(Format::Kif, &record);
    assert!(Format::Kif.write(&record).contains("先手レート：3105.5"));
    let again = Format::Csa.write(&kif);
    assert!(
        again.contains("+\n'black_rate:A:3105.5\n+7776FU\n"),
        "{again}"
    );
    assert!(!again.contains('$'), "{again}");
}

#[test]
fn version_three() {
    let text = "'CSA encoding=UTF-8\nV3.0\n$TIME:600+10+0\nPI82HI22KA\n-\n-3334FU\nT0.25\n+7776FU\nT12.3456\n%MAX_MOVES";
    let record = read(text).record;
    let times: Vec<_> = record.moves().map(|(_, info)| info.time_ms).collect();
    assert_eq!(times, [Some(250), Some(12_345)]);
    assert_eq!(
        record.ending.expect("an ending").reason,
        Termination::MaxMoves
    );
}

#[test]
fn starts_by_pieces() {
    let text = "P-51OU\nP+53FU00KI00KI59OU\nP-00AL\n+\n";
    let start = sfen::write(read(text).record.game().start());
    assert_eq!(start, "4k4/9/4P4/9/9/9/9/9/4K4 b 2G2r2b2g4s4n4l17p 1");
    let crushed = "P1-KY-KE-GI * -OU * -GI-KE-KY\nP2 * * * * * * * * *.\nP9 *  *  *  * +OU\n+\n";
    assert_refused(Format::Csa, crushed, "line 3: unexpected `P9");
}

#[test]
fn headers_are_read_as_they_are_written() {
    let record = read("V2.2\n$START_PLY:12\0\n$EVENT:\ta\0b\nPI\n+\n+7776FU\n").record;
    assert_eq!(record.game().start().ply(), 12);
    assert_eq!(record.header("EVENT"), Some("a b"));
    let again = through(Format::Csa, &record);
    assert_eq!(again.game().start(), record.game().start());
}

#[test]
fn a_foul_may_be_shown_as_a_move() {
    let Reading { record, notes } = read("PI\n+\n+7776FU\nT1\n-3355FU\nT2\n%-ILLEGAL_ACTION\n");
    assert_eq!(usi(&record), "startpos moves 7g7f\n");
    assert_eq!(record.winner(), Some(Color::Black));
    assert_eq!(
        notes[0].to_string(),
        "line 5: illegal move left out: `-3355FU`"
    );
}

#[test]
fn refusals_name_line_token_and_expectation() {
    for (text, wanted) in [
        ("", "line 1 … end … who moves first"),
        ("V2.2\nPI\n", "line 2 … end … who moves first"),
        (
            "PI\n+\n+7775FU\n%TORYO\n",
            "line 3 … `+7775FU` … legal move",
        ),
        ("PI\n+\n+7775FU\n", "line 3 … `+7775FU` … legal move"),
        (
            "PI\n+\n+7775FU\n+2726FU\n",
            "line 3 … `+7775FU` … legal move",
        ),
        ("PI\n+\n-3334FU\n", "line 3 … `-3334FU` … of the side"),
        ("PI\n+\n+7776KI\n", "line 3 … `+7776KI` … of a piece"),
        ("PI\n+\n+7776\n", "line 3 … `+7776` … such as"),
        ("PI\n+\n+あ\n", "line 3 … `+あ` … such as"),
        ("PI\n+\n+7776FU\nTx\n", "line 4 … `Tx` … seconds"),
        (
            "PI\n+\n+7776FU\nT99999999999999999999\n",
            "line 4 … `T9 … seconds",
        ),
        ("PI\n+\n%TORYO\n+7776FU\n", "line 4 … `+7776FU` … no move"),
        ("PI\n+\n%TORYO\n%TORYO\n", "line 4 … `%TORYO` … one end"),
        ("PI\n+\ngarbage\n", "line 3 … `garbage` … a move"),
        ("N?\n", "line 1 … `N?` … header"),
        ("PI99FU\n", "line 1 … `PI99FU` … squares"),
        ("P+00OU\n", "line 1 … `P+00OU` … pieces"),
        ("P+77\n", "line 1 … `P+77` … pieces"),
        ("P1é\n", "line 1 … `P1é` … squares"),
        ("P+11FU\n+\n", "line 2 … could never move … promoted"),
        ("+7776FU\n", "line 1 … `+7776FU` … who moves first"),
    ] {
        assert_refused(Format::Csa, text, wanted);
    }
    let error = Format::Csa.read(b"V2.2\nN+\xff\n").expect_err("a refusal");
    assert_eq!(
        error.to_string(),
        "line 2: not text; expected UTF-8, CP932 (Shift-JIS) or EUC-JP"
    );
}
