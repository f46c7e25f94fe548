//! What stands on the pages of an analysis and of a quiz besides the sentences of `words`, in English and
//! in Japanese. Names in braces are filled in by the scripts.

use super::lesson::Theme;
use super::words::Language;
use serde::Serialize;

/// Everything, by where it stands.
#[derive(Clone, Debug, Serialize)]
pub struct Labels {
    heading: &'static str,
    board: &'static str,
    graph: &'static str,
    turning: &'static str,
    bad: &'static str,
    none: &'static str,
    line: &'static str,
    legend: &'static str,
    start: &'static str,
    black_wins: &'static str,
    unknown: &'static str,
    number: &'static str,
    back: &'static str,
    quiz: Quiz,
}

/// What the quiz says.
#[derive(Clone, Debug, Serialize)]
struct Quiz {
    heading: &'static str,
    title: &'static str,
    whose: &'static str,
    everyone: &'static str,
    what: &'static str,
    everything: &'static str,
    hint: &'static str,
    answer: &'static str,
    next: &'static str,
    again: &'static str,
    keys: &'static str,
    often: &'static str,
    place: &'static str,
    ask: &'static str,
    ask_mate: &'static str,
    best: &'static str,
    good: &'static str,
    bad: &'static str,
    bad_after: &'static str,
    not_looked_at: &'static str,
    mate_on: &'static str,
    mated: &'static str,
    mates_too: &'static str,
    no_mate: &'static str,
    look_at: &'static str,
    after: &'static str,
    score: &'static str,
    /// In the order of [`Theme::ALL`].
    themes: [&'static str; Theme::ALL.len()],
}

impl Labels {
    /// The title of the page of a quiz.
    pub fn title(&self) -> &'static str {
        self.quiz.title
    }
}

/// Those of `language`.
pub fn labels(language: Language) -> Labels {
    let of = |english, japanese| language.of(english, japanese);
    Labels {
        heading: of("Analysis of a game", "棋譜解析"),
        board: of("Game", "対局"),
        graph: of("Winning chance of Black, %", "先手の勝率（%）"),
        turning: of("Turning points", "形勢の分かれ目"),
        bad: of("Moves that cost winning chances", "勝率を下げた手"),
        none: of("None.", "なし"),
        line: of("Engine's line", "読み筋"),
        legend: of(
            "Blue: the engine's choice, then its line, fainter. Orange: what was played instead. \
             Inaccuracy, mistake, blunder: a loss of 5, 10, 20 % of winning chance or more. \
             To try a line, click a piece and a square, or type a move.",
            "青：最善手と読み筋。橙：実際の指し手。緩手・疑問手・悪手は勝率がそれぞれ5・10・20%以上下がった手。\
             駒と升を順に押すか、指し手を入力すると、変化を試せます。",
        ),
        start: of("Start", "開始局面"),
        black_wins: of("Black wins", "先手勝率"),
        unknown: of("no stored line comes here", "読み筋にない局面"),
        number: of("move", "手数"),
        back: of("back to the game", "本譜に戻る"),
        quiz: quiz(language),
    }
}

fn quiz(language: Language) -> Quiz {
    let of = |english, japanese| language.of(english, japanese);
    Quiz {
        heading: of("What would have been better?", "次の一手"),
        title: of("Quiz of your mistakes", "ミスの復習"),
        whose: of("Mistakes of", "対象"),
        everyone: of("everyone", "全員"),
        what: of("What was missed", "テーマ"),
        everything: of("everything", "すべて"),
        hint: of("Hint", "ヒント"),
        answer: of("Answer", "答え"),
        next: of("Next", "次へ"),
        again: of("Again: those not found", "解けなかった問題をもう一度"),
        keys: of(
            "Keys: H hint, A answer, N next, F turn the board, arrows step through the answer.",
            "キー：H ヒント、A 答え、N 次へ、F 盤を反転、矢印 手順を進める。",
        ),
        often: of("Missed again and again", "くり返し見逃したもの"),
        place: of(
            "{game}, move {number}, {player}",
            "{game} {number}手目 {player}",
        ),
        ask: of(
            "{played} lost {loss} of winning chance. What is better?",
            "{played}で勝率が{loss}下がりました。もっと良い手は？",
        ),
        ask_mate: of(
            "{played} was played, but there is a mate in {plies}. Find it.",
            "実戦は{played}。{plies}手詰があります。",
        ),
        best: of(
            "{move}: right, the engine's choice.",
            "{move}：正解。最善手です。",
        ),
        good: of(
            "{move}: good enough, it loses {loss}.",
            "{move}：良い手です（損失{loss}）。",
        ),
        bad: of(
            "{move} loses {loss}. Try another move.",
            "{move}は{loss}の損。別の手を考えてください。",
        ),
        bad_after: of(
            "{move} loses {loss}: {reply} follows. Try another move.",
            "{move}は{reply}とされて{loss}の損。別の手を考えてください。",
        ),
        not_looked_at: of(
            "{move} is not among the engine's first moves. Try another.",
            "{move}は候補手にありません。別の手を考えてください。",
        ),
        mate_on: of(
            "{move}: right. {reply}, and now?",
            "{move}：正解。{reply}に次の手は？",
        ),
        mated: of("{move}: right, mate.", "{move}：正解。詰みです。"),
        mates_too: of("{move}: right, it mates too.", "{move}：これでも詰みます。"),
        no_mate: of(
            "{move} does not mate in {plies}. Try another move.",
            "{move}では{plies}手で詰みません。別の手を考えてください。",
        ),
        look_at: of("Look at the marked piece.", "印の付いた駒に注目。"),
        after: of("After {played} follows {line}.", "{played}には{line}。"),
        score: of(
            "Question {at} of {all}; found {found}, with help {helped}, not found {missed}.",
            "{all}問中{at}問目。正解{found}、ヒントあり{helped}、不正解{missed}。",
        ),
        themes: themes(language),
    }
}

fn themes(language: Language) -> [&'static str; Theme::ALL.len()] {
    Theme::ALL.map(|theme| {
        let (english, japanese) = match theme {
            Theme::MateInOne => ("mates in one", "1手詰"),
            Theme::MateInThree => ("mates in three", "3手詰"),
            Theme::MateInFive => ("mates in five", "5手詰"),
            Theme::LongMate => ("longer mates", "7手以上の詰み"),
            Theme::Mated => ("being mated", "自玉の詰み"),
            Theme::Hanging => ("hanging pieces", "駒のただ取られ"),
            Theme::Capture => ("captures", "駒得の手"),
            Theme::Drop => ("drops", "打つ手"),
            Theme::Check => ("checks", "王手"),
        };
        language.of(english, japanese)
    })
}
