#!/usr/bin/env python3
"""Plays games between two USI engines under an independent referee.

The rules, the order of play and the result of each game come from PyPI's
`cshogi` (its cli.main), which shares no code with this project. This script
talks to the engines in that referee's place, to keep what it lacks: it flags
nobody who has byoyomi only, waits for ever for an engine that died, believes
every declaration of a win, and accepts a piece moved or dropped where it could
never move again.

Usage:
  scripts/referee.py ENGINE1 ENGINE2 [--games 20] [--byoyomi 100]
      [--options1 NAME=VALUE ...] [--options2 NAME=VALUE ...]
      [--openings FILE] [--draw 320] [--csa OUT.csa]

  scripts/referee.py target/release/usi-engine /usr/games/fairy-stockfish \\
      --byoyomi 200 --options2 Threads=1 Hash=64 "Move Overhead=10"

  (With its default overhead Fairy-Stockfish plays 100 ms byoyomi in 23 ms.)

An engine is a command line; one with arguments is quoted as a whole. The
colours are swapped after each game, so each opening is played twice. Without
--openings they are random quiet moves from the initial position (--seed).
An engine learns of --draw only by its own option, as MaxMovesToDraw=320.

An opening file holds one opening a line: USI moves from the initial position,
with or without `startpos moves` in front.

Needs Python 3.8 or newer and cshogi:  python3 -m pip install cshogi

Exit status: 0 ENGINE1 committed no fault (illegal move or declaration, time
loss, crash, bestmove without a go), whatever the score; 1 it did; 2 wrong
usage or no cshogi.
"""

import argparse
import contextlib
import io
import os
import queue
import random
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter

try:
    import cshogi
    from cshogi import cli
    from cshogi.elo import Elo
except ImportError:
    print("referee: cshogi is missing, install it with: python3 -m pip install cshogi", file=sys.stderr)
    sys.exit(2)

START_S = 30.0
READY_S = 60.0
QUIT_S = 5.0
# An engine that is this late with a bestmove will not send one any more.
HANG_S = 10.0

ILLEGAL, TIME, CRASH, PROTOCOL = "illegal move", "time loss", "crash", "protocol"
FAULTS = (ILLEGAL, TIME, CRASH, PROTOCOL)


class Player:
    """One side: what cshogi's cli.main expects of an engine, with a watch on it.

    A fault is written down once a game. After a fatal one the engine resigns in
    the eyes of cshogi, which so counts the game as lost.
    """

    def __init__(self, number, command, margin_ms):
        self.command = shlex.split(command)
        self.label = f"engine{number}"
        self.name = os.path.basename(self.command[0])
        self.margin_ms = margin_ms
        self.proc = None
        self.faults = Counter()
        self.game_faults = []
        # How this game ended on this side's turn: the last answer, or the fault.
        self.said = None
        self.moves = 0
        self.used_ms = 0.0
        self.longest_ms = 0.0
        # The worst move against its allowance: (excess in ms, used, allowed).
        self.worst = (float("-inf"), 0.0, 0)
        self.over = 0
        self.stderr_bytes = 0
        self.stderr_tail = b""

    def fault(self, kind, message):
        if kind not in (known for known, _ in self.game_faults):
            self.faults[kind] += 1
            self.game_faults.append((kind, message))

    # The pipe to the process.

    def _send(self, line):
        if self.proc is None:
            return
        try:
            self.proc.stdin.write(line.encode() + b"\n")
            self.proc.stdin.flush()
        except OSError:
            pass

    def _read_output(self, stream, lines):
        for raw in stream:
            lines.put((time.perf_counter(), raw.decode("ascii", "backslashreplace").strip()))
        lines.put(None)

    def _read_errors(self, stream):
        for raw in stream:
            self.stderr_bytes += len(raw)
            self.stderr_tail = raw

    def _join_readers(self):
        for reader in self.readers:
            reader.join(1.0)

    def _wait_for(self, word, seconds):
        """Lines up to one that begins with the word, as (time, line) pairs.

        None when the engine ended or kept silent, which ends its process.
        """
        if self.proc is None:
            return None
        deadline = time.perf_counter() + seconds
        place = f", in '{self.position_line}'" if word == "bestmove" else ""
        read = []
        while True:
            try:
                item = self.lines.get(timeout=max(0.0, deadline - time.perf_counter()))
            except queue.Empty:
                kind = TIME if word == "bestmove" else CRASH
                self.fault(kind, f"no '{word}' within {seconds:g} s{place}")
                self.kill()
                return None
            if item is None:
                status = self.proc.wait()
                self._join_readers()
                tail = self.stderr_tail.decode("utf-8", "backslashreplace").strip()[-300:]
                self.fault(
                    CRASH, f"ended with status {status} before '{word}'{place}; on stderr: {tail or 'nothing'}"
                )
                self.proc = None
                return None
            read.append(item)
            first = item[1].split(" ")[0]
            if first == word:
                return read
            if first == "bestmove":
                self.fault(PROTOCOL, f"'{item[1]}' without a go")

    def _stray_bestmoves(self):
        while True:
            try:
                item = self.lines.get_nowait()
            except queue.Empty:
                return
            if item is None:
                self.lines.put(None)
                return
            if item[1].startswith("bestmove"):
                self.fault(PROTOCOL, f"'{item[1]}' without a go")

    def kill(self):
        if self.proc is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.proc.pid, signal.SIGKILL)
            self.proc.wait()
            self.proc = None

    # What cli.main calls.

    def connect(self, listener=None):
        self.lines = queue.Queue()
        # In a group of its own: out of reach of the terminal's Ctrl-C, and
        # killed together with what it started itself.
        self.proc = subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self.readers = [
            threading.Thread(target=self._read_output, args=(self.proc.stdout, self.lines), daemon=True),
            threading.Thread(target=self._read_errors, args=(self.proc.stderr,), daemon=True),
        ]
        for reader in self.readers:
            reader.start()
        self._send("usi")
        for _, line in self._wait_for("usiok", START_S) or []:
            if line.startswith("id name "):
                self.name = line[8:]

    def setoption(self, name, value, listener=None):
        self._send(f"setoption name {name} value {value}")

    def isready(self, listener=None):
        self._send("isready")
        self._wait_for("readyok", READY_S)

    def usinewgame(self, listener=None):
        self._send("usinewgame")

    def position(self, moves, listener=None):
        self.position_line = "position startpos" + (" moves " + " ".join(moves) if moves else "")
        self.board = cshogi.Board()
        for move in moves:
            self.board.push_usi(move)
        self._send(self.position_line)

    def go(self, byoyomi=None, btime=None, wtime=None, binc=None, winc=None, listener=None):
        """Gives back the move as cshogi is to see it, and no ponder move."""
        black = self.board.turn == cshogi.BLACK
        allowed = (byoyomi or 0) + ((btime if black else wtime) or 0) + ((binc if black else winc) or 0)
        command = f"go btime {btime or 0} wtime {wtime or 0}"
        command += f" byoyomi {byoyomi}" if byoyomi is not None else f" binc {binc or 0} winc {winc or 0}"
        if self.proc is not None:
            self._stray_bestmoves()
        start = time.perf_counter()
        self._send(command)
        read = self._wait_for("bestmove", allowed / 1000 + HANG_S)
        if read is None:
            self.said = self.game_faults[-1][0] if self.game_faults else CRASH
            return "resign", None
        for _, line in read:
            listener(line)
        arrival, line = read[-1]
        self._count_time((arrival - start) * 1000, allowed)
        return self._judged(line), None

    def _count_time(self, used, allowed):
        self.moves += 1
        self.used_ms += used
        self.longest_ms = max(self.longest_ms, used)
        self.worst = max(self.worst, (used - allowed, used, allowed))
        self.over += used > allowed
        if used > allowed + self.margin_ms:
            self.fault(TIME, f"{used:.0f} ms for a move that had {allowed} ms, in '{self.position_line}'")

    def _judged(self, line):
        words = line.split()
        answer = words[1] if len(words) > 1 else ""
        if any(kind == TIME for kind, _ in self.game_faults):
            self.said = TIME
            return "resign"
        if answer == "win" and not self.board.is_nyugyoku():
            self.fault(ILLEGAL, f"'{line}' without the points, in '{self.position_line}'")
            self.said = ILLEGAL
            return "resign"
        # legal_moves is strict where is_legal, which cli.main asks, is not.
        if answer not in ("win", "resign") and answer not in (
            cshogi.move_to_usi(move) for move in self.board.legal_moves
        ):
            self.fault(ILLEGAL, f"'{line}' in '{self.position_line}'")
            self.said = ILLEGAL
            return "0000"
        self.said = answer
        return answer

    def gameover(self, listener=None):
        self._send("gameover")

    def quit(self, listener=None):
        if self.proc is None:
            return
        self._send("quit")
        try:
            status = self.proc.wait(QUIT_S)
        except subprocess.TimeoutExpired:
            self.fault(CRASH, f"still running {QUIT_S:g} s after 'quit'")
            self.kill()
            return
        if status != 0:
            self.fault(CRASH, f"ended with status {status} after 'quit'")
        self._join_readers()
        self._stray_bestmoves()
        self.proc = None

    def summary(self):
        faults = ", ".join(f"{self.faults[kind]} {kind}" for kind in FAULTS)
        text = f"{self.label} ({self.name})\n  games with a fault: {faults}"
        if self.moves:
            text += (
                f"\n  time: {self.moves} moves, mean {self.used_ms / self.moves:.0f} ms,"
                f" longest {self.longest_ms:.0f} ms,"
                f" worst {self.worst[1]:.0f} of {self.worst[2]} ms, {self.over} over their time"
            )
        if self.stderr_bytes:
            text += f"\n  {self.stderr_bytes} bytes on stderr"
        return text


class Report:
    """Follows cli.main: reads its lines, prints one for each game and counts."""

    def __init__(self, players, printed, out):
        self.players = players
        self.printed = printed
        self.out = out
        self.counts = [0, 0, 0]
        self.reported = 0

    def game_over(self, totals):
        """Called by cli.main after each game with its totals so far."""
        counts = [totals["engine1_won"], totals["engine2_won"], totals["draw"]]
        result = ["won", "lost", "drawn"][
            next(i for i in range(3) if counts[i] > self.counts[i])
        ]
        self.counts = counts
        # The line "まで87手で先手の勝ち".
        ending = [line for line in self.printed.getvalue().splitlines() if line.startswith("まで")][-1]
        self.printed.seek(0)
        self.printed.truncate()
        plies = ending[2 : ending.index("手")]
        game = sum(counts)
        colour = "black" if game % 2 else "white"
        print(
            f"game {game:3}: engine1 {colour} {result:5} in {plies:>3} plies, {self.reason(ending, result)}",
            file=self.out,
        )
        self.print_faults()
        for player in self.players:
            player.said = None
        self.out.flush()
        return True

    def print_faults(self):
        for player in self.players:
            for kind, message in player.game_faults:
                print(f"          {player.label}: {kind}: {message}", file=self.out)
            player.game_faults = []

    def reason(self, ending, result):
        for words, reason in (
            ("持将棋", "move limit"),
            ("千日手", "repetition"),
            ("入玉宣言", "declaration"),
            ("反則勝ち", "perpetual check"),
            ("切れ負け", TIME),
        ):
            if ending.endswith(words):
                return reason
        loser = self.players[1 if result == "won" else 0]
        if loser.said in FAULTS:
            return loser.said
        if ending.endswith("反則負け"):
            return "perpetual check"
        return "resignation" if loser.said == "resign" else "checkmate"

    def summary(self):
        # Those from after the last game.
        self.print_faults()
        won, lost, drawn = self.counts
        games = won + lost + drawn
        print(file=self.out)
        if games:
            points = 100 * (won + drawn / 2) / games
            print(f"engine1: {won}-{lost}-{drawn} (won-lost-drawn), {points:.1f} %", file=self.out)
        if won and lost:
            elo = Elo(won, lost, drawn)
            with contextlib.suppress(ValueError):
                print(f"Elo difference: {elo.diff():.0f} +/- {elo.error_margin():.0f}", file=self.out)
        for player in self.players:
            print(player.summary(), file=self.out)


VALUE = dict(
    zip(
        (cshogi.PAWN, cshogi.LANCE, cshogi.KNIGHT, cshogi.SILVER, cshogi.GOLD, cshogi.BISHOP, cshogi.ROOK),
        (1, 3, 4, 5, 6, 8, 10),
    )
)


def wins_a_piece(board):
    """Whether a capture gains more than a pawn after the cheapest answer."""

    def piece(square):
        return VALUE.get(board.piece(square) & 7, 0)

    for move in board.legal_moves:
        if cshogi.move_is_drop(move):
            continue
        target = cshogi.move_to(move)
        gain, risk = piece(target), piece(cshogi.move_from(move))
        if gain <= 1:
            continue
        board.push(move)
        answered = any(cshogi.move_to(answer) == target for answer in board.legal_moves)
        board.pop()
        if gain - (risk if answered else 0) > 1:
            return True
    return False


def random_openings(count, plies, seed):
    """Openings of quiet moves that leave the side to move nothing to win at once."""
    generator = random.Random(seed)
    openings = []
    while len(openings) < count:
        board = cshogi.Board()
        moves = []
        for _ in range(plies):
            quiet = [move for move in board.legal_moves if board.piece(cshogi.move_to(move)) == 0]
            move = generator.choice(quiet)
            moves.append(cshogi.move_to_usi(move))
            board.push(move)
            if board.is_check() or wins_a_piece(board):
                break
        else:
            if moves not in openings:
                openings.append(moves)
    return openings


def read_openings(path):
    openings = []
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            moves = [word for word in line.split() if word not in ("position", "startpos", "moves")]
            if not moves or moves[0].startswith("#"):
                continue
            board = cshogi.Board()
            for move in moves:
                if move not in (cshogi.move_to_usi(legal) for legal in board.legal_moves):
                    raise ValueError(f"{path}, line {number}: '{move}' is no legal move there")
                board.push_usi(move)
            openings.append(moves)
    if not openings:
        raise ValueError(f"{path} holds no opening")
    return openings


def option(text):
    name, separator, value = text.partition("=")
    if not separator or not name:
        raise argparse.ArgumentTypeError(f"'{text}' is not NAME=VALUE")
    return name, value


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("engine1", help="command line of the engine under test")
    parser.add_argument("engine2", help="command line of its opponent")
    parser.add_argument("--options1", type=option, nargs="+", action="extend", default=[], metavar="NAME=VALUE")
    parser.add_argument("--options2", type=option, nargs="+", action="extend", default=[], metavar="NAME=VALUE")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--byoyomi", type=int, metavar="MS", help="time for each move (default 100)")
    parser.add_argument("--time", type=int, metavar="MS", help="time for the game, instead of byoyomi")
    parser.add_argument("--inc", type=int, metavar="MS", help="increment for each move, with --time")
    parser.add_argument("--margin", type=int, default=100, metavar="MS", help="lateness forgiven (default 100)")
    parser.add_argument("--draw", type=int, default=320, metavar="PLIES", help="drawn after so many (default 320)")
    parser.add_argument("--openings", metavar="FILE")
    parser.add_argument("--plies", type=int, default=6, help="length of the random openings (default 6)")
    parser.add_argument("--seed", type=int, default=1, help="for the openings and their order (default 1)")
    parser.add_argument("--csa", metavar="FILE", help="write all games there")
    parser.add_argument("--keep-process", action="store_true", help="one process for all games of an engine")
    args = parser.parse_args()

    if args.time is not None and args.byoyomi is not None:
        parser.error("--time and --byoyomi together: cshogi's clock does not know that")
    if args.inc is not None and args.time is None:
        parser.error("--inc goes with --time")
    if args.time is None and args.byoyomi is None:
        args.byoyomi = 100
    if args.plies < 0 or args.games < 1:
        parser.error("--games must be positive and --plies not negative")
    for command in (args.engine1, args.engine2):
        words = shlex.split(command)
        if not words or shutil.which(words[0]) is None:
            parser.error(f"'{command}' is no program to start")
    try:
        if args.openings:
            args.openings = read_openings(args.openings)
        else:
            args.openings = random_openings(max(24, (args.games + 1) // 2) if args.plies else 1, args.plies, args.seed)
        if args.csa:
            # cshogi appends.
            open(args.csa, "w").close()
    except (OSError, ValueError) as error:
        parser.error(str(error))
    return args


def main():
    args = arguments()
    players = [Player(n + 1, command, args.margin) for n, command in enumerate((args.engine1, args.engine2))]
    waiting = iter(players)
    cli.Engine = lambda *_, **__: next(waiting)

    printed = io.StringIO()
    report = Report(players, printed, sys.stdout)
    complete = False
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as openings:
        # The form cli.main wants: it drops the first 15 characters of a line.
        openings.writelines(f"startpos moves {' '.join(moves)}\n" for moves in args.openings)
        openings.flush()
        try:
            with contextlib.redirect_stdout(printed):
                cli.main(
                    args.engine1,
                    args.engine2,
                    options1=dict(args.options1),
                    options2=dict(args.options2),
                    games=args.games,
                    byoyomi=args.byoyomi,
                    time=args.time,
                    inc=args.inc,
                    draw=args.draw,
                    opening=openings.name,
                    opening_moves=sys.maxsize,
                    opening_seed=args.seed,
                    keep_process=args.keep_process,
                    csa=args.csa,
                    multi_csa=True,
                    print_summary=False,
                    callback=report.game_over,
                )
            complete = True
        except KeyboardInterrupt:
            print("referee: interrupted", file=sys.stderr)
        finally:
            for player in players:
                player.kill()
    report.summary()
    return 1 if sum(players[0].faults.values()) or not complete else 0


if __name__ == "__main__":
    sys.exit(main())
