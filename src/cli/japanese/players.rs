//! The help of the program and of the commands that players use, in Japanese.

use super::Help;

pub const HELP: &[Help] = &[
    Help {
        path: &[],
        about: "興味で探索する将棋エンジン Kyomi。",
        after: "\
引数なしで起動すると USI で話す。将棋の GUI にエンジンとして登録できる。",
        arguments: &[],
    },
    Help {
        path: &["play"],
        about: "端末でエンジンと対局する。強さを選べて、ヒントと待ったもある。",
        after: "\
指し手は 76歩、▲７六歩、+7776FU のような棋譜の形、7g7f、P*5e のような USI 形式、P7f、Bx2b+ のような英語式で入力する。
対局中に help と入力すると、ほかに使える言葉（hint、undo、level、save、投了など）を表示する。

駒落ちの名前：lance、right-lance、bishop、rook、rook-lance、2、4、6、8、10、
または香落ち、六枚落ちなど。
上手（White）が先に指し、入玉宣言では落とした駒も数える。

使用例：
  usi-engine play --level 3
  usi-engine play --level 10 --handicap 六枚落ち
  usi-engine play --resume game.kif",
        arguments: &[
            ("level", "エンジンの強さ。0 から 20 まで"),
            ("color", "自分の手番。black が先手（下手）、white が後手（上手）。指定しなければ、これから指す側"),
            ("handicap", "駒を落としてもらう。--color white なら自分が落とす"),
            ("resume", "この棋譜の続きを指す"),
            ("time", "エンジンが一手に考える時間の上限（ミリ秒）"),
            ("kanji", "盤面を漢字で描く。日本語ではいつも漢字で描く"),
        ],
    },
    Help {
        path: &["analyze"],
        about: "棋譜のすべての手を調べる。悪手、逃した詰み、勝負どころを示す。",
        after: "\
読める棋譜は .csa、.kif、.kifu、.ki2、.ki2u、.jkf、.usi、.txt。- は標準入力、フォルダはその中と下の棋譜すべて。文字コードは
UTF-8、Shift-JIS、EUC-JP。.kif は Shift-JIS、.kifu は UTF-8 で書き出す。本譜を解析し、
--branches では変化も解析する。--kif では変化もそのまま残す。各局面を前からと後ろからの 2 回探索し、詰みも調べる。--nodes なら結果はいつも同じになる。

評価値は先手から見た値。勝率は 1 / (1 + exp(-評価値 / 600))。勝率を 5 % 下げる手を緩手、10 % 下げる手を疑問手、
20 % 下げる手を悪手と呼ぶ。

--level を付けると、その強さの 3 人に悪手ごとに尋ねる。3 人の指す手は偶然で変わる。2 人が最善手か、損が
半分以下の手を選べば「気づく」とする。

書き出しの指定も --json もなければ、表を表示する。棋譜が複数のときやフォルダのときは --html、--kif、--csa に
フォルダを指定する（なければ作る）。

使用例：
  usi-engine analyze game.kif
  usi-engine analyze game.kif --html game.html
  usi-engine analyze game.kif --level 6
  usi-engine analyze games --quiz quiz.html
  usi-engine analyze game.kif --branches --html game.html
  usi-engine analyze games --problems problems.json
  usi-engine analyze game.csa --nodes 400000 --kif analysed.kifu",
        arguments: &[
            ("games", "棋譜のファイル"),
            ("nodes", "一つの局面を探索するノード数"),
            ("cpu_time", "ノード数の代わりに、一つの局面に使う CPU 時間（ミリ秒）"),
            ("level", "この強さ（0 から 20）の人が悪手に気づくかどうかを示す"),
            ("branches", "棋譜の変化も解析する"),
            ("html", "ページを書き出す。グラフ、盤面、指し手と評、悪手の問題"),
            ("quiz", "すべての対局の悪手を問題にしたページを書き出す"),
            ("problems", "すべての対局の悪手を ShogiHome の次の一手問題集として書き出す"),
            ("kif", "解析をコメントにした KIF の棋譜を書き出す"),
            ("csa", "解析をコメントにした CSA の棋譜を書き出す"),
            ("json", "棋譜ごとに JSON を 1 行で書き出す"),
        ],
    },
    Help {
        path: &["mate"],
        about: "詰みを調べる。手番の側が攻め方。",
        after: "\
「詰み」も「詰みなし」も証明された答え。
制限を付けなければ、どちらかが証明されるまで探索する。
終了コードは、答えが出れば 0、制限に達すれば 1。
「…手以内の詰み」は上限で、制限内では最長の受けが分からなかったことを示す。

攻め方の手がすべて王手の棋譜は詰将棋の解答とみなし、初めの局面を解く。
ほかの棋譜では最後の局面か、--ply の局面を解く。

使用例：
  usi-engine mate --sfen \"4k4/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1\"
  usi-engine mate problem.kif --shortest --kif solution.kif
  usi-engine mate game.kif --ply 80",
        arguments: &[
            ("file", "棋譜のファイル。- は標準入力"),
            ("ply", "この手数まで進めた局面を解く。なければ最後の局面"),
            ("nodes", "調べる局面の数の上限"),
            ("time", "時間の上限（ミリ秒）"),
            ("hash", "局面を覚えておくメモリ（MiB）"),
            ("threads", "一緒に探索するスレッドの数"),
            ("shortest", "最短の詰みを見つける"),
            ("json", "文章の代わりに JSON を書き出す"),
            ("kif", "手順を KIF の棋譜として書き出す"),
        ],
    },
    Help {
        path: &["mate", "judge"],
        about: "詰将棋を検討する。手数、余詰、変化、駒余りを調べる。",
        after: "\
手数、作意、余詰、余り駒、変化を示す。無駄合は手数に数えない。
「完全」は証明された答え。制限内で証明できなければ「未確定」。

.sfen は 1 行に 1 局面で、後に解答の手順を続けてもよい。
攻方の手がすべて王手の棋譜は解答とみなす。問題が複数なら表にする。
手番の側が攻方。
手番の側にだけ玉があるときと --defender を付けたときは、手番の側が玉方。

--json で書き出す項目は、英語の説明（--lang en --help）にある。

終了コードは、すべて証明されれば 0、未確定があれば 1、読めない入力があれば 2。

使用例：
  usi-engine mate judge --sfen \"8k/9/8P/9/9/9/9/9/9 b G 1\"
  usi-engine mate judge problem.kif --html problem.html
  usi-engine mate judge folder problems.sfen --journal judged.jsonl --kif solved",
        arguments: &[
            ("paths", "棋譜、1 行に 1 局面の .sfen、それらのフォルダ。- は標準入力の棋譜"),
            ("defender", "手番の側を玉方とする"),
            ("nodes", "1 題で調べる局面の数の上限。--time もなければ 1000000"),
            ("time", "1 題の時間の上限（ミリ秒）"),
            ("hash", "局面を覚えておくメモリ（スレッドごと、MiB）"),
            ("threads", "同時に調べる問題の数"),
            ("json", "文章の代わりに JSON を 1 行ずつ書き出す"),
            ("kif", "作意と変化を KIF の棋譜として書き出す。問題が複数ならフォルダに"),
            ("html", "問題ごとの盤面、作意、変化を 1 つのページに書き出す"),
            ("journal", "判定をこのファイルに残す。同じコマンドで続きから再開する"),
        ],
    },
    Help {
        path: &["explain"],
        about: "各指し手の探索の費用とその理由、読んだ深さを示す。",
        after: "\
局面、読み筋、最善手についての一文、ノード数の多い 10 手とその費用の内訳を表示する。費用と深さの単位は
1 手の 100 分の 1 で、100 が普通の手の費用。根元の局面ではどの手も枝刈りしない。

--json で書き出す項目は、英語の説明（--lang en --help）にある。

使用例：
  usi-engine explain --nodes 100000 --moves \"7g7f 3c3d\" --move 3i4h
  usi-engine explain --sfen \"8k/9/8P/9/9/9/9/9/4K4 b RG 1\" --config search=conventional
  usi-engine explain game.kif --ply 40 --html explained.html",
        arguments: &[
            ("file", "棋譜のファイル。- は標準入力"),
            ("ply", "この手数まで進めた局面を調べる。なければ最後の局面"),
            ("nodes", "先に探索するノード数"),
            ("asked", "この手（USI 形式）の費用の理由を文章で示す"),
            ("all", "ノード数の多い 10 手だけでなく、すべての手を表示する"),
            ("html", "ページも書き出す。矢印付きの盤面、すべての手、読み筋に沿った深さ"),
            ("json", "文章の代わりに JSON を書き出す"),
        ],
    },
    Help {
        path: &["book"],
        about: "定跡を作る、調べる。",
        after: "",
        arguments: &[],
    },
    Help {
        path: &["book", "make"],
        about: "棋譜から、または定跡の先の局面を探索して、定跡を作る。",
        after: "\
探索した局面は定跡のそばの記録ファイルに残る。
途中で止まっても、同じコマンドで続きから始まる。
手数や許す差を増やしたときも同じ。
分担するとき（--part）は一回り分を探索する。元の定跡とすべての分担の結果を merge でまとめ、次の --base にする。

使用例：
  usi-engine book make --out book.db --games games/*.csa --least 3
  usi-engine book make --out book.db --games floodgate --rating 3500.. --moves-of winner
  usi-engine book make --out book.db --nodes 100000 --plies 8
  usi-engine book make --out part0.db --base book.db --nodes 100000 --plies 8 --part 1/2
  usi-engine book merge --out book2.db book.db part0.db part1.db",
        arguments: &[
            ("out", "書き出すファイル。あれば置き換える"),
            ("plies", "何手目まで作るか"),
            ("games", "この棋譜の手を使う。棋譜、selfplay の記録、datagen のファイルやフォルダ"),
            ("least", "棋譜で少なくともこの回数指された手を残す"),
            ("least_share", "指した側がこの割合（%）以上の点を取った手を残す。 引き分けは半点。 勝敗の分からない対局は数えない"),
            ("moves_of", "どちらの手を使うか。winner は勝った側"),
            ("base", "元にする定跡"),
            ("nodes", "一つの局面を探索するノード数"),
            ("lines", "一つの局面に残す手の数"),
            ("margin", "最善手との差がこの評価値以内の手の先も調べる"),
            ("part", "N 個に分けたうちの I 番目だけを探索する（I は 1 から）"),
            ("threads", "スレッドの数。指定しなければプロセッサーの数。結果は変わらない"),
        ],
    },
    Help {
        path: &["book", "stats"],
        about: "定跡の中身を表示する。おかしなところがあれば終了コードは 1。",
        after: "",
        arguments: &[("file", "定跡のファイル")],
    },
    Help {
        path: &["book", "merge"],
        about: "定跡をまとめて書き出す。.db、.ybb、.sbk、.bin の定跡を読む。",
        after: "",
        arguments: &[
            ("out", "書き出すファイル。あれば置き換える"),
            ("books", "定跡のファイル"),
        ],
    },
    Help {
        path: &["book", "minimax"],
        about: "定跡の末端の評価値を根元まで伝える（ペタショック化）。",
        after: "",
        arguments: &[
            ("out", "書き出すファイル。あれば置き換える"),
            ("draw_black", "先手の手を選ぶとき、千日手は先手にとって何点か"),
            ("draw_white", "後手の手を選ぶとき、千日手は後手にとって何点か"),
            (
                "connect",
                "まず、 定跡の局面から定跡の局面へ進む合法手のうち、 足りないものを加える",
            ),
            ("books", "定跡のファイル。いくつかあれば、まずまとめる"),
        ],
    },
    Help {
        path: &["book", "lookup"],
        about: "ある局面の定跡手を表示する。",
        after: "",
        arguments: &[("file", "定跡のファイル")],
    },
];
