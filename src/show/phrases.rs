//! What the layers below say in English, for people and for `grep`, in the reader's language: endings, limits,
//! figures, questions and answers of suites. What the search calls things is in [`explain`](crate::explain).
//!
//! What must hold: what is not known stays as it is. The tests of pages look for what was left in English.

use crate::language::{Language, places};
use std::fmt::Display;

/// Whole texts.
const NAMES: &[(&str, &str)] = &[
    // How games end.
    ("mate", "詰み"),
    ("resignation", "投了"),
    ("declaration", "入玉宣言"),
    ("try", "トライ"),
    ("perpetual check", "連続王手の千日手"),
    ("repetition", "千日手"),
    ("impasse", "持将棋"),
    ("max moves", "最大手数"),
    ("resign adjudication", "投了判定"),
    ("draw adjudication", "引き分け判定"),
    ("illegal move", "反則手"),
    ("false declaration", "宣言の誤り"),
    ("time", "時間切れ"),
    ("crash", "異常終了"),
    ("stall", "応答なし"),
    ("garbage", "不正な応答"),
    // Suites.
    ("rules", "ルール"),
    ("bestmove", "次の一手"),
    ("no mate", "不詰"),
    ("a mate", "詰みあり"),
    ("not decided", "未解決"),
    ("looks for no mates", "詰みを調べない"),
    ("resigns", "投了"),
    ("declares a win", "入玉宣言"),
    ("outcome open", "対局は続く"),
    ("outcome repetition", "千日手"),
    ("outcome mate black", "先手勝ち（詰み）"),
    ("outcome mate white", "後手勝ち（詰み）"),
    (
        "outcome perpetual-check black",
        "先手勝ち（連続王手の千日手）",
    ),
    (
        "outcome perpetual-check white",
        "後手勝ち（連続王手の千日手）",
    ),
];

/// Parts of texts, with `{0}`, `{1}` and so on for words that stay. Earlier ones are looked for first.
const PHRASES: &[(&str, &str)] = &[
    // Limits.
    (
        "{0} ms + {1} ms a move + {2} ms byoyomi",
        "持ち時間{0}ミリ秒、1手{1}ミリ秒加算、秒読み{2}ミリ秒",
    ),
    (
        "{0} ms + {1} ms a move",
        "持ち時間{0}ミリ秒、1手{1}ミリ秒加算",
    ),
    (
        "{0} ms + {1} ms byoyomi",
        "持ち時間{0}ミリ秒、秒読み{1}ミリ秒",
    ),
    ("{0} ms byoyomi", "秒読み{0}ミリ秒"),
    ("{0} ms of CPU time a move", "1手{0}ミリ秒（CPU時間）"),
    ("{0} ms a move", "1手{0}ミリ秒"),
    ("{0} nodes a move", "1手{0}ノード"),
    ("{0} iterations a move", "1手{0}反復"),
    ("{0} h {1} min", "{0}時間{1}分"),
    ("{0} min {1} s", "{0}分{1}秒"),
    ("{0} s", "{0}秒"),
    // Figures.
    ("{0} to {1}", "{0}〜{1}"),
    ("{0} or more", "{0}以上"),
    ("{0} or less", "{0}以下"),
    (" scores ", "の得点率 "),
    ("{0} wins, {1} losses, {2} draws", "{0}勝{1}敗{2}分"),
    (" in [", "、範囲 ["),
    ("mean 0 of ", "平均0："),
    ("mean 0", "平均を0とする"),
    ("Seen from the first player", "Aから見た値"),
    ("pairs  {0}: ", "ペア   {0}："),
    (
        "{0} LL, {1} LD, {2} WL, {3} DD, {4} WD, {5} WW",
        "負負{0}、負分{1}、勝負{2}、分分{3}、勝分{4}、勝勝{5}",
    ),
    (
        "ratio  {0} pairs won per pair lost, ",
        "比     勝ち越し÷負け越し {0}、五分 ",
    ),
    (" level", ""),
    ("score  ", "得点率 "),
    ("games  {0}: ", "局数   {0}："),
    (
        "better with probability {0}; true share of wins ",
        "強い確率 {0}、真の勝率 ",
    ),
    ("; draws left out", "（引き分けを除く）"),
    (" of the way: ", "到達："),
    ("到達：continue", "到達：継続"),
    ("{0} accepted", "{0}を採択"),
    ("after  Elo ", "終了後 Elo "),
    (", without the bias of stopping", "（打ち切りの偏りを除く）"),
    (
        "left   {0} games and H1 with ",
        "残り   {0}局、H1となる確率 ",
    ),
    (
        ", if the true score is the observed one",
        "（真の得点率が今の値の場合）",
    ),
    // Faults of players.
    ("no {0} in time", "{0} が時間内に来ない"),
    ("no {0} within {1} ms", "{0} が {1} ms以内に来ない"),
    (
        ": it does not read what it is sent",
        "（送ったものを読まない）",
    ),
    ("ended before {0}", "{0} の前に終了"),
    ("(exit status: {0})", "（終了コード {0}）"),
    ("answered after {0} ms", "応答まで {0} ms"),
    ("` without a `go`", "`（`go` がないのに応答）"),
    (
        "` before `ponderhit` or `stop`",
        "`（`ponderhit` や `stop` の前に応答）",
    ),
    ("` as the answer to `", "` は応答にならない：`"),
    ("illegal move {0}", "反則手 {0}"),
    ("; expected a legal move of the position", ""),
    (
        "declared a win that {0} does not give",
        "{0}で認められない宣言",
    ),
    // Suites.
    ("depth {0} more than {1} leaves", "深さ{0}：{1}局面より多い"),
    ("depth {0} {1} leaves", "深さ{0}：{1}局面"),
    ("{0} legal moves", "合法手{0}手"),
    (
        "{0} legal in the list or alone, not both",
        "{0}は一覧と単独の判定が食い違う",
    ),
    ("{0} illegal", "{0}は反則"),
    ("{0} legal", "{0}は合法手"),
    ("{0} win", "{0}：宣言勝ち"),
    ("{0} draw", "{0}：宣言で引き分け"),
    ("{0} none", "{0}：宣言できない"),
    ("mate in {0}, but there is none", "{0}手詰（実際は不詰）"),
    (
        "mate in {0}, but none is shorter than {1}",
        "{0}手詰（{1}手より短い詰みはない）",
    ),
    (
        "mate in {0}, but no mate begins so",
        "{0}手詰（その初手では詰まない）",
    ),
    ("mate in {0}, but {1} is not legal", "{0}手詰（{1}は反則）"),
    (
        "mate in {0}, but {1} is no check",
        "{0}手詰（{1}は王手でない）",
    ),
    (
        "mate in {0}, but its line does not end in mate",
        "{0}手詰（手順の最後が詰みでない）",
    ),
    ("mate in {0} by ", "{0}手詰、初手 "),
    ("a mate by ", "詰み、初手 "),
    ("mate in {0}", "{0}手詰"),
    ("not {0}", "{0}以外"),
    (" or ", "、"),
    ("{0} at {1}", "{0}を{1}とする"),
];

impl Language {
    /// `text`, which is English, in this language.
    pub fn read(self, text: &str) -> String {
        if self == Self::English {
            return text.to_owned();
        }
        if let Some((_, japanese)) = NAMES.iter().find(|(english, _)| *english == text) {
            return (*japanese).to_owned();
        }
        let phrases = PHRASES.iter();
        phrases.fold(text.to_owned(), |text, phrase| replaced(&text, *phrase))
    }
}

/// `text` with `japanese` wherever `english` stands as words of their own.
fn replaced(text: &str, (english, japanese): (&str, &str)) -> String {
    let mut done = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let before = done.chars().next_back();
        let found = matched(rest, english).filter(|(words, _)| is_apart(before, words, rest));
        if let Some((words, values)) = found {
            let values: Vec<_> = values.iter().map(|it| it as &dyn Display).collect();
            done += &Language::Japanese.fill([english, japanese], &values);
            rest = &rest[words.len()..];
        } else {
            done.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    done
}

/// Whether `words`, with which `rest` begins, are no parts of longer ones; `before` stands before them.
fn is_apart(before: Option<char>, words: &str, rest: &str) -> bool {
    let is_in_word = |pair: [Option<char>; 2]| {
        pair.iter()
            .all(|it| it.is_some_and(|it| it.is_ascii_alphanumeric() || "+-.*".contains(it)))
    };
    let after = rest[words.len()..].chars().next();
    !is_in_word([before, words.chars().next()]) && !is_in_word([words.chars().next_back(), after])
}

/// What of the beginning of `text` is like `form`, and the words in its places.
fn matched<'a>(text: &'a str, form: &str) -> Option<(&'a str, Vec<&'a str>)> {
    let mut rest = text;
    let mut values = Vec::new();
    for (part, place) in places(form) {
        rest = rest.strip_prefix(part)?;
        if place.is_some() {
            let end = rest.find(|it: char| it.is_whitespace() || "()[],;:：、".contains(it));
            let (value, after) = rest.split_at(end.unwrap_or(rest.len()));
            if value.is_empty() {
                return None;
            }
            values.push(value);
            rest = after;
        }
    }
    Some((&text[..text.len() - rest.len()], values))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_read_in_japanese_and_the_rest_stays() {
        let read = |text| Language::Japanese.read(text);
        for (english, japanese) in [
            ("20000 nodes a move", "1手20000ノード"),
            (
                "+25.8 ± 21.5 (95 %: +4.4 to +47.3)",
                "+25.8 ± 21.5 (95 %: +4.4〜+47.3)",
            ),
            ("mate in 5 by G*5b or 2b2a+", "5手詰、初手 G*5b、2b2a+"),
            ("7g7f legal, 39 legal moves", "7g7fは合法手, 合法手39手"),
            ("3 h 1 min", "3時間1分"),
            (
                "pairs  20: 4 LL, 0 LD, 9 WL, 0 DD, 1 WD, 6 WW",
                "ペア   20：負負4、負分0、勝負9、分分0、勝分1、勝勝6",
            ),
            ("CSARule27 win", "CSARule27：宣言勝ち"),
            ("mate", "詰み"),
            (
                "ended before `bestmove` (exit status: 3)",
                "`bestmove` の前に終了 （終了コード 3）",
            ),
            (
                "no `bestmove` within 200 ms",
                "`bestmove` が 200 ms以内に来ない",
            ),
            ("an unknown text", "an unknown text"),
        ] {
            assert_eq!(read(english), japanese);
            assert_eq!(Language::English.read(english), english);
        }
    }
}
