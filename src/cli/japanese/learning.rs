//! The help of the commands that learn, in Japanese.

use super::Help;

pub const HELP: &[Help] = &[
    Help {
        path: &["datagen"],
        about: "自己対局で学習用の対局を作る。 統合、分割、書き出しもできる。",
        after: "\
同じコマンドをもう一度実行すると、足りない対局だけを指す。途中で止まっても、
対局の数やスレッドの数を変えてもよい。
分担（--part）はどのマシンで実行してもよい。ほかのオプションは同じにする。

使用例：
  usi-engine datagen --out data --games 10000 --threads 2
  usi-engine datagen --out data2 --games 10000 --seed 2 --positions data \\
      --part 1/4
  usi-engine datagen stats data
  usi-engine datagen import run.jsonl --out run.games
  usi-engine datagen import floodgate --rating 3500.. --result black,white \\
      --nodes 1000 --out floodgate.games
  usi-engine datagen export data --format psv --out data.psv",
        arguments: &[
            ("out", "対局を書き出すフォルダ。 分担ごとに 1 ファイル"),
            ("games", "対局の数。 分担するときは全体の数"),
            (
                "nodes",
                "1 手の探索のノード数。 この数に達したら、その深さを読み切って終える。 8 倍に達すれば途中でも打ち切る",
            ),
            (
                "asides",
                "各手の探索で静的評価をした局面から N 個を無作為に選び、 学習に加える。 選んだ局面は対局の後で探索する",
            ),
            (
                "aside_nodes",
                "選んだ局面の探索のノード数。 数え方は --nodes と同じ",
            ),
            ("threads", "同時に指す対局の数"),
            (
                "hash",
                "スレッドごとの置換表の大きさ（MiB）。 --config の指定が優先。 1000 ノードでは、大きくしても結果はほぼ同じで遅くなる。 5000 ノードから効き始める",
            ),
            ("seed", "乱数の種"),
            ("part", "N 個に分けたうちの I 番目だけを指す（I は 1 から）"),
            (
                "opening_plies",
                "初めにランダムに指す手数。 1 手少ないこともある。 初期局面から始める対局の半分では、さらに 4 から 16 手指す",
            ),
            (
                "positions",
                "一部の対局を、前の対局の局面から数手ランダムに進めて始める。 学習用の対局のファイルやフォルダ、selfplay の記録、棋譜",
            ),
            ("positions_percent", "そこから始める対局の割合（%）"),
            (
                "max_moves",
                "この手数で対局を打ち切る。 その対局は学習に使わない",
            ),
            (
                "resign",
                "双方が MOVES 回ずつ続けて、同じ側が CP 点以上悪いか詰みと評価すれば、 その側の負けとする",
            ),
        ],
    },
    Help {
        path: &["datagen", "stats"],
        about: "学習用の対局のファイルやフォルダの中身を表示する。",
        after: "",
        arguments: &[("paths", "対局のファイルやフォルダ")],
    },
    Help {
        path: &["datagen", "import"],
        about: "対局の記録や棋譜から学習用の対局を作る。",
        after: "\
このエンジンの対局では、対局中の評価値をそのまま使う。
--nodes を付けると、ほかのエンジンの対局や人の棋譜も読む。評価値は、
このエンジンが各局面を探索して付ける。",
        arguments: &[
            (
                "out",
                "書き出すファイル。 すでにあればエラー。 --nodes なら同じコマンドで続きから再開する",
            ),
            (
                "nodes",
                "すべての局面を探索する。 この数に達したら、その深さを読み切って終える",
            ),
            (
                "asides",
                "各手の探索で静的評価をした局面から N 個を無作為に選び、 学習に加える。 選んだ局面は対局の後で探索する",
            ),
            (
                "aside_nodes",
                "選んだ局面の探索のノード数。 数え方は --nodes と同じ",
            ),
            ("threads", "同時に調べる対局の数"),
            (
                "hash",
                "スレッドごとの置換表の大きさ（MiB）。 --config の指定が優先。 1000 ノードでは、大きくしても結果はほぼ同じで遅くなる。 5000 ノードから効き始める",
            ),
            (
                "paths",
                "selfplay の記録。 --nodes なら棋譜（.csa、.kif など）も。 それらのフォルダでもよい",
            ),
        ],
    },
    Help {
        path: &["datagen", "merge"],
        about: "分担して指した対局を、番号の順に 1 つのファイルにまとめる。",
        after: "",
        arguments: &[
            ("out", "書き出すファイル。 すでにあればエラー"),
            ("paths", "対局のファイルやフォルダ"),
        ],
    },
    Help {
        path: &["datagen", "split"],
        about: "対局を学習用と検証用に分ける。",
        after: "",
        arguments: &[
            ("train", "学習用の対局を書き出すフォルダ"),
            ("validation", "検証用の対局を書き出すフォルダ"),
            ("every", "K 局に 1 局を検証用にする"),
            ("paths", "対局のファイルやフォルダ"),
        ],
    },
    Help {
        path: &["datagen", "export"],
        about: "すべての局面を、ほかの学習プログラムが読む形式で書き出す。",
        after: "",
        arguments: &[
            (
                "format",
                "教師局面の形式。 psv はやねうら王の PackedSfenValue（1 局面 40 バイト）、 hcpe は Apery の HuffmanCodedPosAndEval（38 バイト）",
            ),
            ("out", "書き出すファイル。 あれば置き換える"),
            ("paths", "対局のファイルやフォルダ"),
        ],
    },
    Help {
        path: &["train"],
        about: "エンジンの自己対局からネットワーク（評価関数）を学習する。",
        after: "\
使用例：
  usi-engine train --data games --out net.bin --hidden 64 --curve net.svg
  usi-engine train --data games --out nn.bin --arch halfkp_256x2-32-32
  usi-engine train --data games1 --out net1.bin --start net0.bin \\
      --rate 0.0005 --lambda 0.9
  usi-engine train --data games0 games1 --out net.bin --checkpoint run.state",
        arguments: &[
            (
                "data",
                "対局（.games）か教師局面（.psv、.hcpe）のファイル。 それらのフォルダでもよい",
            ),
            ("out", "書き出すネットワーク。 あれば置き換える"),
            (
                "arch",
                "ネットワークの形。 Kyomi の flat_Hx2、near_Hx2、 attacks_Hx2 か、やねうら王の形式で書き出す kp_Hx2-N-M、 halfkp_Hx2-N-M （例：halfkp_256x2-32-32）、 SFNN のエディション（例：SFNN1536、 SFNN_halfka2_256_7_64_k3k3）。 指定しなければ --start の形、なければ flat_256x2",
            ),
            ("hidden", "--arch flat_Hx2 と同じ。 H は 32 の倍数"),
            (
                "start",
                "ランダムな重みの代わりに、Kyomi の形のこのネットワークから 学習を始める。 入力は --arch より少なくてもよい。 near_Hx2 には flat_Hx2、 attacks_Hx2 にはそのどちらも使える",
            ),
            (
                "old_rate",
                "--start の重みを学習する速さの割合。 0 なら変えずに、 そこにない入力の重みだけを学習する",
            ),
            (
                "epochs",
                "各局面を学習する回数。 0 なら学習前のネットワークを書き出す",
            ),
            (
                "batch",
                "1 ステップで学習する局面の数。 指定しなければ 8192。 1000 ステップに満たないときは減らす",
            ),
            ("rate", "学習率の最大値"),
            ("decay", "重み減衰。 学習率に掛ける倍率"),
            (
                "epsilon",
                "Adam の ε。 勾配がたいていこれより小さい重みは学習が遅くなる。 0.0003 なら、 --start がまれな入力について学んだことは残り、 ほかの学習も少ない",
            ),
            ("blend", "学習する値のうち、探索の評価値の割合。 残りは勝敗"),
            (
                "lambda",
                "同じ対局の後の評価値も使う。 その重みは一つ前の L 倍。 0 ならその局面の評価値だけを使う",
            ),
            (
                "scale",
                "勝ちが負けの e 倍になる評価値。 指定しなければデータに合わせる",
            ),
            ("no_flip", "左右を反転した局面からは学習しない"),
            (
                "noisy",
                "王手がかかった局面と、 最善手が駒を取る手か成る手の局面からも学習する",
            ),
            (
                "score_below",
                "評価値の絶対値の限度。 これ以上の局面は使わない",
            ),
            ("seed", "乱数の種"),
            (
                "threads",
                "スレッドの数。 指定しなければプロセッサーの数。 結果は変わらない",
            ),
            ("curve", "損失のグラフをこの SVG ファイルに書き出す"),
            (
                "checkpoint",
                "再開に必要なものをこのファイルに残す。 エポックごとに、また途中でもときどき残す。 同じコマンドで続きから再開する",
            ),
            ("minutes", "エポックの途中で --checkpoint に残す間隔（分）"),
            (
                "resume",
                "再開だけする。 --checkpoint のファイルがなければエラー",
            ),
        ],
    },
    Help {
        path: &["net"],
        about: "ネットワーク（評価関数）を調べる。",
        after: "",
        arguments: &[],
    },
    Help {
        path: &["net", "info"],
        about: "ネットワークの形と、ファイルのおかしなところを表示する。",
        after: "\
使用例：
  usi-engine net info eval/nn.bin",
        arguments: &[
            ("file", "nn.bin か、Kyomi のネットワークのファイル"),
            (
                "edition",
                "SFNN のネットワークの版。 USI オプションの EvalEdition と同じ",
            ),
        ],
    },
    Help {
        path: &["net", "fit"],
        about: "自己対局で評価値と勝率の関係を調べ、合う EvalScale を求める。",
        after: "\
EvalScale は、評価値を Kyomi の尺度に合わせる USI オプション。

使用例：
  usi-engine net fit eval/nn.bin --fv-scale 24",
        arguments: &[
            ("file", "nn.bin か、Kyomi のネットワークのファイル"),
            (
                "edition",
                "SFNN のネットワークの版。 USI オプションの EvalEdition と同じ",
            ),
            (
                "fv_scale",
                "出力を割る数。 USI オプションの FV_SCALE と同じ",
            ),
            ("games", "対局の数"),
            (
                "nodes",
                "1 手の探索のノード数。 この数に達したら、 その深さを読み切って終える",
            ),
            ("seed", "乱数の種"),
            (
                "threads",
                "スレッドの数。 指定しなければプロセッサーの数。 結果は変わらない",
            ),
            ("json", "文章の代わりに JSON を書き出す"),
        ],
    },
];
