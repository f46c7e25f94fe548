//! What the shared parts of pages say, in English and in Japanese.

use serde::Serialize;

/// The words of boards and lists, by what they stand on or say.
#[derive(Serialize)]
pub struct Words {
    no_script: &'static str,
    first: &'static str,
    back: &'static str,
    on: &'static str,
    last: &'static str,
    turn: &'static str,
    copy: &'static str,
    copied: &'static str,
    save: &'static str,
    promote: &'static str,
    keep: &'static str,
    typed: &'static str,
    illegal: &'static str,
    notation: &'static str,
    japanese: &'static str,
    western: &'static str,
    filter: &'static str,
    the_first: &'static str,
}

/// Those of `language`, as HTML names it.
pub fn of(language: &str) -> &'static Words {
    match language {
        "ja" => &JAPANESE,
        _ => &ENGLISH,
    }
}

static ENGLISH: Words = Words {
    no_script: "Plots and boards are drawn by the script in this file, which is switched off.",
    first: "first position",
    back: "one move back",
    on: "one move on",
    last: "last position",
    turn: "Turn",
    copy: "Copy",
    copied: "Copied:",
    save: "Save",
    promote: "Promote",
    keep: "Do not promote",
    typed: "Move",
    illegal: "expected a legal move such as 7g7f or P*5e",
    notation: "Notation",
    japanese: "Japanese",
    western: "Western",
    filter: "Filter",
    the_first: "here",
};

static JAPANESE: Words = Words {
    no_script: "グラフと盤面を表示するにはJavaScriptを有効にしてください。",
    first: "開始局面",
    back: "一手戻る",
    on: "一手進む",
    last: "最終局面",
    turn: "盤を反転",
    copy: "コピー",
    copied: "コピーしました：",
    save: "保存",
    promote: "成る",
    keep: "成らない",
    typed: "指し手",
    illegal: "7g7fやP*5eのような合法手を入力してください",
    notation: "表記",
    japanese: "日本式",
    western: "Western",
    filter: "絞り込み",
    the_first: "件を表示",
};
