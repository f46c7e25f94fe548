//! The help of the commands about matches, in Japanese.

use super::Help;

pub const HELP: &[Help] = &[
    Help {
        path: &["selfplay"],
        about: "エンジン同士の連続対局を行う。 大会もできる。",
        after: "\
対局者の書き方：
  engine:key=value,…     このエンジン。別のプロセスにしない。engine: は省ける
  usi:PATH,option=value  ほかの USI エンジン。名前と値に空白があってもよい
  null:                  合法手をすぐに指す
  material:              1 手先の駒の損得だけを数える
  random:permille=N,…    このエンジンだが、1000 手のうち N 手は合法手を
                         でたらめに指す。N を書かなければすべての手

対局者が 3 から 26 なら大会になる。総当たりで、--format gauntlet を付ければ
先頭の対局者がほかの全員と対局する。対局者は順に A、B、C と呼ぶ。

持ち時間やノード数などの制限は全員に同じか、X,Y,… と書いて A、B と順に決める。
空けた対局者には別の制限を付ける：--nodes 1000, --movetime ,50

めったに使わないオプションは docs/matches.md（英語）にある。

使用例：
  usi-engine selfplay search=interest search=alphabeta --games 400 --nodes 20000
  usi-engine selfplay same_drop_cost=80 \"\" --games 2000 --cpu-time 50 \\
      --concurrency 2
  usi-engine selfplay engine:hash=64 \\
      \"usi:/usr/games/fairy-stockfish,Hash=64,Move Overhead=10\" \\
      --byoyomi 200
  usi-engine selfplay \"\" same_drop_cost=40 same_drop_cost=160 \\
      --format gauntlet --games 200 --nodes 5000

分けて対局する（別々のマシンでもよい）：
  usi-engine selfplay search=interest search=alphabeta --nodes 5000 \\
      --part 1/50 --journal 1.jsonl
  usi-engine selfplay merge *.jsonl --report match.html",
        arguments: &[
            (
                "players",
                "対局者。 2 つ以上。 2 者の対局の結果は先頭の対局者から見て示す",
            ),
            (
                "engines",
                "名前を付けた対局者の TOML ファイル。 対局者ごとに表 [名前] を置き、path か settings のほか、args、dir、stderr、restart、ponder、options を書く",
            ),
            (
                "format",
                "組み合わせ。 match は 2 者の対局、gauntlet は先頭の対局者とほかの全員、round-robin は総当たり。 指定しなければ 2 者なら match、3 者以上なら round-robin",
            ),
            (
                "hash",
                "このエンジンの置換表の大きさ（それぞれ、MiB）。 書いていない対局者に使う",
            ),
            (
                "anchor",
                "大会でこの対局者のレートをこの値とし、 ほかの対局者のレートを合わせる。 名前か A、B などで指定する",
            ),
            ("ready_time", "ほかのエンジンの準備を待つ時間（秒）"),
            (
                "patience",
                "時間の制限がない手で、 これだけ待っても指さなければ止まったとみなす（秒）",
            ),
            (
                "byoyomi",
                "秒読み（ミリ秒）。 持ち時間があれば MAIN+BYOYOMI と書く",
            ),
            ("fischer", "持ち時間と一手ごとの加算（ミリ秒）"),
            (
                "tc",
                "持ち時間、加算、秒読み（秒）。 ほかの対局ソフトと同じ書き方で、10+0.1 や、5 分と秒読み 10 秒の 5:00,10。 全員に 1 つか、対局者ごとに 1 つ",
            ),
            ("movetime", "一手の時間（ミリ秒）"),
            ("nodes", "一手のノード数"),
            ("depth", "一手の反復深化の回数"),
            (
                "cpu_time",
                "一手の CPU 時間（ミリ秒）。 別のプロセスの対局者には使えない",
            ),
            ("margin", "時間を超えても許す長さ（一手ごと、ミリ秒）"),
            ("seed", "乱数の種。 無作為に決まるものはすべてこれで決まる"),
            (
                "openings",
                "このファイルの局面から始める。 1 行に 1 つ、SFEN または startpos moves …。 指定しなければプログラムに入っている開始局面を使う",
            ),
            (
                "opening_column",
                "そのファイルで読む列。 番号か、最初の行にある名前で指定する。 列の区切りはタブ",
            ),
            (
                "opening_order",
                "開始局面の順番。 random は種によって並べ替え、sequential はファイルのまま",
            ),
            ("opening_start", "その順番で何番目の開始局面から始めるか"),
            (
                "repeat",
                "一つの開始局面で続けて対局する数。 半分は先後を入れ替える",
            ),
            (
                "opening_plies",
                "開始局面の代わりに、無作為にこの手数を進めて始める。 0 なら平手の初期局面",
            ),
            ("max_moves", "引き分けにする手数"),
            (
                "entering_king",
                "入玉宣言勝ちの規則。 NoEnteringKing、CSARule24、CSARule24H、CSARule27、CSARule27H、 TryRule",
            ),
            (
                "resign",
                "両者の評価値がそれぞれ MOVES 回続けて、同じ側が CP 点以上負けていると示せば、その側の負けとして終える",
            ),
            (
                "draw",
                "両者の評価値がそれぞれ MOVES 回続けて ±CP 点以内なら引き分けとして終える。 FROM 手目より前には終えない",
            ),
            (
                "games",
                "対戦する 2 者ごとの対局数。 開始局面ごとに先後を入れ替えて 2 局指す。 指定しなければ 100、--sprt を付ければ検定に要るだけ",
            ),
            (
                "sprt",
                "この逐次検定の結論が出たら終える。 elo0=N elo1=N に、alpha=P、beta=P、model=normalized か model=logistic を加えられる",
            ),
            ("wait", "一局ごとに休む時間（ミリ秒）"),
            (
                "recover",
                "対局者に異常があったとき、on ならその対局を負けとし、起動し直して続ける。 off なら終わり、同じコマンドで続きから再開する",
            ),
            (
                "part",
                "N 個に分けたうちの I 番目だけを対局する（I は 1 から）。 --journal が要る。 selfplay merge でまとめる",
            ),
            ("concurrency", "同時に進める対局の数"),
            (
                "pin",
                "同時に進める対局を、エンジンも含めて、 それぞれ別のコアに固定する。 1 スレッドの対局者向けで、Linux だけ",
            ),
            (
                "json",
                "標準出力に、文章の代わりに出来事を 1 行ずつ JSON で書き出す",
            ),
            (
                "journal",
                "終わった対局をこのファイルに記録する。 同じコマンドで続きから再開し、対局数も増やせる。 指定しなければ一時ファイルのフォルダに作り、 最後にその名前を示す",
            ),
            ("report", "終わったら結果をこの HTML のページに書き出す"),
            (
                "serve",
                "途中経過と進行中の対局の盤面を、このマシンのブラウザーに http://127.0.0.1:PORT/ で見せる。 0 なら空いているポートを使い、その番号を示す",
            ),
            ("csa", "対局ごとの CSA の棋譜をこのフォルダに書き出す"),
            ("kif", "対局ごとの KIF の棋譜をこのフォルダに書き出す"),
            ("event", "その棋譜に書く棋戦の名前"),
            (
                "incidents",
                "対局者の異常ごとにファイルをこのフォルダに書き出す。 指定しなければ、--journal のファイルがあればそのそばに",
            ),
            (
                "compat",
                "この対局ソフトと同じ形の行を書き出す。 対局サーバーに参加するマシン向け",
            ),
            (
                "names",
                "その行での対局者の名前。 例：Kyomi-dev,Kyomi-base。 指定しなければ A、B など",
            ),
        ],
    },
    Help {
        path: &["selfplay", "merge"],
        about: "分担した対局の記録をまとめる。 一度に行ったのと同じ結果を示す。",
        after: "\
対局は予定の順に、最初に欠けている対局の前まで、または検定の結論が出たペアまでを
数え、要約値もそこまでで作る。1 台で行ったときと同じになる。

使用例：
  usi-engine selfplay merge 1.jsonl 2.jsonl 3.jsonl
  usi-engine selfplay merge *.jsonl --report match.html --journal whole.jsonl
  usi-engine selfplay merge *.jsonl --sprt elo0=0 elo1=5 --json",
        arguments: &[
            (
                "journals",
                "一つの連続対局の記録。 分担したもの、または全体のもの",
            ),
            ("report", "結果をこの HTML のページに書き出す"),
            (
                "journal",
                "すべての対局をこの記録に書き出す。 さらにまとめたり、続きを対局したりできる",
            ),
            (
                "sprt",
                "この逐次検定の結論が出るまでの対局を数える。 elo0=N elo1=N に、alpha=P、beta=P、model=normalized か model=logistic を加えられる",
            ),
            (
                "anchor",
                "大会でこの対局者のレートをこの値とし、 ほかの対局者のレートを合わせる。 名前か A、B などで指定する",
            ),
            (
                "json",
                "文章の代わりに JSON を書き出す。 decision は検定が採択した仮説で、なければ null",
            ),
        ],
    },
    Help {
        path: &["report"],
        about: "連続対局の記録を HTML のページにする。 統計、グラフ、盤面での再生。",
        after: "\
使用例：
  usi-engine report run.jsonl --out run.html
  usi-engine report run.jsonl --out run.html --sprt elo0=0 elo1=5",
        arguments: &[
            ("journal", "連続対局の記録。 途中のものでもよい"),
            ("out", "書き出す HTML ファイル。 あれば置き換える"),
            (
                "sprt",
                "この逐次検定の結果も示す。 elo0=N elo1=N に、alpha=P、beta=P、model=normalized か model=logistic を加えられる",
            ),
        ],
    },
    Help {
        path: &["stats"],
        about: "勝敗の数から、Elo の差、誤差、逐次検定の結果を示す。",
        after: "\
使用例：
  usi-engine stats 530-456-14
  usi-engine stats 105 6 243 5 141 --sprt elo0=0 elo1=10 model=logistic
  usi-engine stats 105-6-241-2-5-141 --json
  usi-engine stats --sprt elo0=0 elo1=10 model=logistic --draws 2",
        arguments: &[
            (
                "counts",
                "先頭の対局者から見た数。 勝-負-分、または 2 局のペアの 負負-負分-五分-勝分-勝勝、五分を分けるなら 負負-負分-勝負-分分-勝分-勝勝。 指定しなければ、検定に要る対局数などの見込みを示す",
            ),
            (
                "sprt",
                "強さの逐次検定をする。 elo0=N elo1=N に、alpha=P、beta=P、model=normalized か model=logistic を加えられる",
            ),
            (
                "draws",
                "引き分けの割合の見込み（%）。 勝敗の数がなく model=logistic のときに使う。 normalized の検定の長さは引き分けの割合によらない。 指定しなければ 2",
            ),
            (
                "json",
                "JSON を書き出す。 値がないものと有限でないものは null",
            ),
        ],
    },
];
