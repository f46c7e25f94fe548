//! What a game on the terminal and an explanation say, in both languages: one table.
//!
//! What must hold: every text stands here in English and in Japanese, and both have the same places for
//! values.

use crate::language::Language;
use std::fmt::Display;

/// Makes an enum of the names, and the table of what each says.
macro_rules! texts {
    ($($name:ident: $english:literal, $japanese:literal;)*) => {
        /// A text, by what it says.
        #[allow(missing_docs)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Text { $($name),* }

        impl Text {
            #[cfg(test)]
            const ALL: &[Self] = &[$(Self::$name),*];

            /// In English and in Japanese, with `{0}`, `{1}` and so on where values go.
            fn forms(self) -> [&'static str; 2] {
                match self { $(Self::$name => [$english, $japanese]),* }
            }
        }
    };
}

texts! {
    // A game on the terminal.
    Welcome: "You play {0} against {1} at level {2}. `help` says what you can type.",
        "あなたは{0}、相手は {1}（レベル{2}）です。help で使い方を表示します。";
    ToMove: "{0} to move, move {1}", "{0}の手番、{1}手目";
    LowerHand: "Black", "下手";
    UpperHand: "White", "上手";
    LevelIs: "level {0}", "レベル{0}";
    BadLevel: "`{0}`; expected a level from 0 to {1}", "`{0}`：レベルは 0 から {1} までです。";
    TakenBack: "taken back: {0} moves", "{0}手戻しました。";
    OneTakenBack: "taken back: 1 move", "1手戻しました。";
    EndTakenBack: "taken back: the end of the game", "終局を取り消しました。";
    NothingToTakeBack: "you have made no move to take back", "戻せる手がありません。";
    IsOver: "the game is over; undo takes back the last moves", "対局は終わっています。undo で待ったができます。";
    CannotDeclare: "you cannot declare a win here (by {0})", "ここでは入玉宣言で勝てません（{0}）。";
    NoMoveYet: "no move yet", "まだ一手も指していません。";
    NoMoveLeft: "there is no move", "指せる手がありません。";
    Hint: "hint: {0}, {1}: {2}", "ヒント：{0}、{1}。読み筋 {2}";
    ValueForYou: "{0} centipawns for you", "評価値 {0}";
    YouMate: "you mate in {0}", "{0}手詰";
    YouAreMatedIn: "you are mated in {0}", "{0}手で詰まされる";
    YouAreMated: "you are mated", "詰み";
    SoFar: "the game so far: {0}", "ここまでの棋譜：{0}";
    AfterEnd: "save FILE, undo or quit", "save ファイル名 で保存、undo で待った、quit で終了";
    SaveWhat: "save what? expected a file, such as save game.kif",
        "ファイル名を付けてください。例：save game.kif";
    BadFileName: "`{0}`; expected a name that ends in .kif, .ki2, .csa or .usi",
        "`{0}`：ファイル名の末尾は .kif、.ki2、.csa、.usi のどれかにしてください。";
    Saved: "saved in {0}", "{0} に保存しました。";
    SavedWithout: "saved in {0}, with 〓 for characters that Shift-JIS lacks (.kifu has them)",
        "{0} に保存しました。Shift_JIS にない文字は〓になりました（.kifu なら残ります）。";
    FileIsThere: "there is a file {0} already; the same once more replaces it",
        "{0} は既にあります。もう一度入力すると上書きします。";
    NoMoveHere: "`{0}` is no move here; expected one such as 7g7f, 76歩 or P7f",
        "`{0}` は指し手として読めません。7g7f、76歩、P7f のように入力してください。";
    SeveralMoves: "`{0}` can be {1}; expected one of them", "`{0}` では {1} のどれか分かりません。";
    NotLegal: "{0} is not legal here; expected a legal move", "{0} は指せません（反則か、動けない手です）。";
    Resigns: "{0} resigns", "{0}の投了";
    IsMated: "{0} is mated", "{0}の詰み";
    Declares: "{0} declares an entering king", "{0}の入玉宣言";
    TimeIsUp: "{0} ran out of time", "{0}の時間切れ";
    Perpetual: "{0} gave perpetual check", "{0}の連続王手の千日手";
    FourthTime: "the position came for the fourth time", "千日手";
    Over: "the game is over", "終局";
    YouWin: "{0}: you win", "{0}。あなたの勝ちです。";
    YouLose: "{0}: you lose", "{0}。あなたの負けです。";
    Draw: "{0}: a draw", "{0}。引き分けです。";
    Help: "\
Make a move:    7g7f  8h2b+  P*5e   (USI)
                76歩  ▲７六歩  同銀  58金右  +7776FU   (as in records)
                P7f  Bx2b+  N*5e  G4i5h   (western)
hint            what the engine at full strength would play
undo            take back your last move and the answer to it
board, moves    show the board, or the moves so far
level [N]       say or change how strong the engine plays, 0 to 20
resign, declare give up; claim a win by entering king
save FILE       save the game as .kif, .ki2, .csa or .usi
help, quit", "\
指し手：        76歩  ▲７六歩  同銀  58金右  +7776FU
                7g7f  8h2b+  P*5e（USI）   P7f  Bx2b+  N*5e（英語式）
hint            ヒント（最強のエンジンならどう指すか）
undo、待った    自分の最後の手と相手の応手を戻す
board           盤面を表示
moves           棋譜を表示
level [N]       強さを表示、または変更（0〜20）
resign、投了    投了する
declare、宣言   入玉宣言をする
save ファイル名 棋譜を保存（.kif、.ki2、.csa、.usi）
help、quit      使い方を表示、終了";
    // A mate.
    MateIn: "mate in {0}", "{0}手詰";
    MateWithin: "mate in at most {0} (the defence shown may not be the longest)", "{0}手以内の詰み（受けは最長とは限りません）";
    Shortest: ", the shortest", "（最短）";
    WithoutFutile: "; in {0} without futile interpositions", "、無駄合いを除いて{0}手詰";
    NoMate: "no mate", "詰みなし";
    NotDecided: "not decided within the limit", "制限内では分かりませんでした";
    MateCost: "{0} nodes, {1} s", "{0}局面、{1}秒";
}

impl Language {
    /// `text` with `values` in their places.
    pub fn say(self, text: Text, values: &[&dyn Display]) -> String {
        self.fill(text.forms(), values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::places;

    #[test]
    fn every_text_is_there_in_both_languages_with_the_same_places() {
        for &text in Text::ALL {
            let [english, japanese] = text.forms();
            assert!(!english.is_empty() && !japanese.is_ascii(), "{text:?}");
            let [english, japanese] = [english, japanese].map(|form| {
                let mut numbers: Vec<_> = places(form).filter_map(|it| it.1).collect();
                numbers.sort_unstable();
                numbers
            });
            assert_eq!(english, japanese, "{text:?}");
        }
    }
}
