//! The help of the commands about positions, suites and records, in Japanese.

use super::Help;

pub const HELP: &[Help] = &[
    Help {
        path: &["usi"],
        about: "標準入出力で USI プロトコルを話す。 引数なしで起動したときと同じ。",
        after: "",
        arguments: &[(
            "tunables",
            "探索のパラメーターもオプションとして出す。 パラメーターを調整するプログラムのため",
        )],
    },
    Help {
        path: &["perft"],
        about: "合法手の木の末端の局面を数える。",
        after: "\
使用例：
  usi-engine perft 5
  usi-engine perft --divide --moves \"7g7f 3c3d\" 3
  usi-engine perft --convention full --sfen \"4k4/9/9/9/9/9/9/9/4K4 b G 1\" 4",
        arguments: &[
            ("depth", "何手先まで数えるか"),
            ("divide", "初めの手ごとの数も表示する"),
            (
                "convention",
                "最後の一手の数え方。 count は移動先の集合から数える。 list は指し手をすべて生成する。 full はすべての手を指して戻す",
            ),
            ("file", "棋譜のファイル。 - は標準入力"),
            ("ply", "この手数まで進めた局面を調べる。 なければ最後の局面"),
        ],
    },
    Help {
        path: &["bench"],
        about: "決まった局面を探索する。 最後の行は「N nodes N nps」で、ノード数は探索が同じかどうかの目印になる。",
        after: "\
使用例：
  usi-engine bench
  usi-engine bench --depth 8 --config search=alphabeta
  usi-engine bench --depth 8 --ends",
        arguments: &[
            ("depth", "一つの局面での反復深化の回数"),
            (
                "ends",
                "探索の枝が何で終わったかの割合も表示する。 深さ、置換表、枝刈りなど",
            ),
        ],
    },
    Help {
        path: &["suite"],
        about: "問題集を検査する。 不正解があれば終了コードは 1、読めないものがあれば 2。",
        after: "\
PLAYER の書き方は selfplay と同じ。engine:key=value,…、
usi:PATH,option=value,…、null: のどれか。
ルールと perft の問題は、解答者が誰でもこのプログラムの答えを調べる。
制限を付けなければ 1 題 1000000 ノード。

終了コードは、すべて正解なら 0、不正解があれば 1、使えない入力があれば 2。

使用例：
  usi-engine suite sfen-suites/rules sfen-suites/tsume --cpu-time 200
  usi-engine suite sfen-suites/tsume --engine \"\" \\
      --engine usi:/path/to/engine --time 1000
  usi-engine suite sfen-suites/perft/agreed.tsv --max-nodes 5000000",
        arguments: &[
            (
                "paths",
                "問題集のファイルかフォルダ。 フォルダはその中の *.sfen と *.tsv すべて",
            ),
            (
                "kind",
                "この種類の問題だけ。 perft、rules（ルール）、bestmove（次の一手）、mate（詰み）",
            ),
            ("max_nodes", "末端の数がこれより多い perft の問題を省く"),
            (
                "engines",
                "解答者。 何度も指定すると、それぞれの結果を並べて示す",
            ),
            (
                "hash",
                "解答者の置換表の大きさ（MiB）。 解答者の設定にあればそちらを使う",
            ),
            ("threads", "同時に解く問題の数"),
            ("nodes", "1 題のノード数"),
            (
                "cpu_time",
                "1 題の CPU 時間（ミリ秒）。 このプログラムの中の解答者だけ",
            ),
            ("time", "1 題の時間（ミリ秒）"),
            ("depth", "1 題の反復深化の回数。 次の一手の問題だけ"),
            (
                "json",
                "文章の代わりに、プログラムのための JSON を 1 行ずつ書き出す",
            ),
            ("report", "結果をこの HTML ファイルに書き出す"),
            (
                "journal",
                "答えをこのファイルに残す。 同じコマンドで続きから再開する",
            ),
        ],
    },
    Help {
        path: &["check"],
        about: "USI エンジンがプロトコルを守っているかを調べる。 守っていなければ終了コードは 1。",
        after: "\
終了コードは、問題がなければ 0、あれば 1、エンジンを起動できなければ 2。

使用例：
  usi-engine check usi:/usr/games/fairy-stockfish
  usi-engine check \"usi:./engine,args=--usi,EvalDir=/nets\" --json
  usi-engine check engine: --only infinite ponderhit
  usi-engine check --list",
        arguments: &[
            (
                "engine",
                "調べるエンジン。 selfplay の対局者と同じ usi:PATH,option=value。 engine: はこのエンジン",
            ),
            ("only", "この項目だけを調べる"),
            ("list", "調べる項目の一覧を表示して終わる"),
            (
                "json",
                "JSON を一つ書き出す。 項目ごとに、エンジンとのやりとりも付ける",
            ),
            ("ready_time", "エンジンの準備を待つ時間（秒）"),
            ("time", "この時間（秒）を過ぎたら次の項目を始めない"),
        ],
    },
    Help {
        path: &["eval"],
        about: "局面、評価値とその内訳を表示する。",
        after: "\
使用例：
  usi-engine eval --moves \"7g7f 3c3d 8h2b+\"
  usi-engine eval game.kif --ply 40
  usi-engine eval --json --config evalfile=nn.bin,fv_scale=24",
        arguments: &[
            ("file", "棋譜のファイル。 - は標準入力"),
            ("ply", "この手数まで進めた局面を調べる。 なければ最後の局面"),
            (
                "json",
                "JSON を一つ書き出す。 raw は換算前の評価関数の出力、value は評価値、pieces は駒ごとの先手から見た価値",
            ),
        ],
    },
    Help {
        path: &["config"],
        about: "対局者の設定の文字列が、どんな設定になるかを表示する。",
        after: "\
ダイジェストが同じ対局者は同じ探索をする。設定の文字列の読み方はどのコマンドでも
同じ。初めに探索の種類（search=…、どこにあってもよい）を読み、次にほかの項目を
書かれたとおりに読む。

使用例：
  usi-engine config search=conventional,same_drop_cost=80
  usi-engine config \"\" --all",
        arguments: &[
            ("player", "対局者の設定。 key=value,…"),
            (
                "all",
                "既定値と違うものだけでなく、 探索のすべてのパラメーターを説明付きで表示する",
            ),
            ("json", "文章の代わりに JSON を書き出す"),
        ],
    },
    Help {
        path: &["record"],
        about: "棋譜を変換する。",
        after: "",
        arguments: &[],
    },
    Help {
        path: &["record", "convert"],
        about: "棋譜を読み、別の形式で書き出す。",
        after: "\
形式と拡張子：.csa（V2 から V3.0）、.kif と .kifu、.ki2 と .ki2u、.jkf（JSON）、
.usi（1 行に 1 局）、.sfen（1 行に 1 局面）、.psv と .hcpe（教師局面）。

一つのファイルに何局あってもよい。CSA は / の行で区切り、KIF と KI2 は続けて
並べる。局面の形式には、対局のすべての手の局面を書き出す。読むときは、教師局面の
一つ一つを 1 手の対局とする。

読める文字コードは UTF-8、CP932（Shift-JIS）、EUC-JP で、自動で見分ける。
--encoding がなければ、.kif と .ki2 は CP932、ほかは UTF-8 で書き出す。
CP932 にない文字は〓にする。

.txt と、--from のない標準入力は、中身から形式を見分ける。
新しい形式で表せないものは失われる。.usi に残るのは開始局面と指し手だけ。変化を
残すのは KIF、KI2、JKF だけ。

使用例：
  usi-engine record convert game.csa game.kif
  usi-engine record convert folder all.csa
  usi-engine record convert floodgate strong.psv --rating 3500..
  usi-engine record convert all.csa folder/ --to kif
  usi-engine record convert - - --from kif --to usi",
        arguments: &[
            ("input", "読むファイルかフォルダ。 - は標準入力"),
            (
                "output",
                "書き出すファイル（あれば置き換える）か、1 局ずつのファイルを入れるフォルダ。 - は標準出力",
            ),
            (
                "from",
                "読む形式。 名前から分からないときに指定する。 usi は 1 行に 1 局、sfen は 1 行に 1 局面、psv はやねうら王、hcpe は dlshogi の教師局面",
            ),
            (
                "to",
                "書き出す形式。 名前から分からないときに指定する。 値は --from と同じ",
            ),
            (
                "encoding",
                "書き出す CSA、KIF、KI2 の文字コード。 指定しなければ .kif と .ki2 は Shift-JIS（CP932）、ほかは UTF-8",
            ),
        ],
    },
    Help {
        path: &["completions"],
        about: "シェルの補完用スクリプトを書き出す。",
        after: "\
使用例：
  usi-engine completions bash > \\
      ~/.local/share/bash-completion/completions/usi-engine
  usi-engine completions fish > ~/.config/fish/completions/usi-engine.fish",
        arguments: &[("shell", "シェルの名前")],
    },
    Help {
        path: &["man"],
        about: "プログラムとコマンドごとのマニュアルページを書き出す。",
        after: "\
使用例：
  usi-engine man ~/.local/share/man/man1",
        arguments: &[(
            "folder",
            "マニュアルページを書き出すフォルダ。 なければ作る",
        )],
    },
];
