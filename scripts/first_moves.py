#!/usr/bin/env python3
"""How long do the first moves take, told from outside? For a quiet machine.

    python3 scripts/first_moves.py target/release/usi-engine                    # 20 games
    python3 scripts/first_moves.py target/release/usi-engine --games 200
    python3 scripts/first_moves.py target/release/usi-engine --ready 1024 4096  # time to `readyok`

Plays the engine against itself at byoyomi, as a careless GUI does: `usinewgame` between games, but neither
`gameover` nor `isready`, and one process for both sides. A move is timed from the write of `go` to the
read of `bestmove`; it is an overrun if it takes more than the byoyomi and the margin. Prints a table by
move number; the exit code is 1 if there was an overrun, or if a table was not ready in time. Standard
library only.
"""

import argparse
import subprocess
import sys
import time


class Engine:
    """The engine over pipes."""

    def __init__(self, path, *options):
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        # A move of the book would take no time.
        own = ("USI_OwnBook value false", *options)
        self.send("usi", *(f"setoption name {option}" for option in own))
        self.until("usiok")

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def lines(self, word):
        """The lines up to that which begins with `word`, which is the last."""
        for line in self.process.stdout:
            yield line
            if line.startswith(word):
                return
        sys.exit(f"the engine ended before `{word}`")

    def until(self, word):
        *_, last = self.lines(word)
        return last.split()

    def timed(self, line, word):
        """Sends `line`; the answer that begins with `word`, and how many milliseconds it took."""
        began = time.monotonic()
        self.send(line)
        answer = self.until(word)
        return answer, (time.monotonic() - began) * 1000

    def cpu_ms(self):
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) * 10

    def quit(self):
        self.send("quit")
        self.process.stdin.close()
        self.process.wait(60)


def moves(args):
    """Plays games. Whether a move overran."""
    engine = Engine(args.engine, f"USI_Hash value {args.hash}")
    engine.timed("isready", "readyok")
    times = {}
    for _ in range(args.games):
        line, played = "position startpos", []
        engine.send("usinewgame")
        for number in range(1, args.plies + 1):
            engine.send(line + (" moves " + " ".join(played) if played else ""))
            answer, ms = engine.timed(f"go btime 0 wtime 0 byoyomi {args.byoyomi}", "bestmove")
            times.setdefault(number, []).append(ms)
            if answer[1] in ("resign", "win"):
                break
            played.append(answer[1])
    engine.quit()
    most = args.byoyomi + args.margin
    print(f"{'move':>5} {'times':>6} {'median ms':>10} {'longest ms':>11} {'overruns':>9}")
    for number, all_ms in times.items():
        over = sum(ms > most for ms in all_ms)
        print(f"{number:5} {len(all_ms):6} {sorted(all_ms)[len(all_ms) // 2]:10.1f} "
              f"{max(all_ms):11.1f} {over:9}")
    every = [ms for all_ms in times.values() for ms in all_ms]
    over = sum(ms > most for ms in every)
    print(f"{args.games} games, {len(every)} moves at byoyomi {args.byoyomi} ms, USI_Hash {args.hash}: "
          f"longest {max(every):.1f} ms, {over} overruns of {args.byoyomi} + {args.margin} ms")
    return over > 0


def ready(args):
    """Times `isready` with new tables. Whether one took too long."""
    print(f"{'USI_Hash':>9} {'readyok ms':>11} {'CPU ms':>7} {'first move of 100 ms':>21}")
    slow = False
    for size in args.ready:
        engine = Engine(args.engine, f"USI_Hash value {size}")
        _, ms = engine.timed("isready", "readyok")
        cpu = engine.cpu_ms()
        engine.send("usinewgame", "position startpos")
        _, first = engine.timed("go btime 0 wtime 0 byoyomi 100", "bestmove")
        engine.quit()
        slow |= ms > args.ready_ms
        print(f"{size:9} {ms:11.0f} {cpu:7} {first:21.1f}")
    return slow


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[0])
    parser.add_argument("engine")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--plies", type=int, default=12, help="moves of a game (12)")
    parser.add_argument("--byoyomi", type=int, default=100, help="ms a move (100)")
    parser.add_argument("--margin", type=int, default=0, help="ms that the GUI allows beyond (0)")
    parser.add_argument("--hash", type=int, default=1024, help="USI_Hash (1024)")
    parser.add_argument("--ready", type=int, nargs="+", metavar="MB", help="time `isready` instead")
    parser.add_argument("--ready-ms", type=int, default=2000, help="how long it may take (2000)")
    args = parser.parse_args()
    sys.exit(1 if (ready(args) if args.ready else moves(args)) else 0)


if __name__ == "__main__":
    main()
