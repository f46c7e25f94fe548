#!/usr/bin/env python3
"""Short games without end, in one process, and sessions without end: does memory stay flat, does every
descriptor come back, does every process end?

    python3 scripts/soak.py target/release/usi-engine                      # a few seconds
    python3 scripts/soak.py target/release/usi-engine --games 50000 --sessions 5000

Games are a few moves of a few nodes with `usinewgame` and `gameover`, and now and then an `isready`, an
option, a `stop` in mid-search or a ponder hit. Sessions end by `quit`, by the end of input, by a kill in
mid-search, or with nobody who reads. Prints tables; the exit code is 1 if something has grown or is left.
Linux only: it reads /proc. Standard library only.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import time

WAIT = 60  # seconds for any answer
WARM = 10  # percent of the games until memory is measured first
GROWTH_MIB = 8  # how much more the last may be than the first
MOST_THREADS = 8  # beside those of the search; the search of the last answer may be ending still


class Engine:
    """The engine over pipes."""

    def __init__(self, path):
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.pid = self.process.pid

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def until(self, word):
        """Reads up to the line that begins with `word`."""
        while True:
            line = self.process.stdout.readline()
            if not line:
                sys.exit(f"soak: the engine ended before `{word}`")
            if line.startswith(word):
                return line.split()

    def start(self, threads=1):
        self.send("usi", "setoption name USI_Hash value 16", "setoption name USI_OwnBook value false", f"setoption name Threads value {threads}")
        self.send("isready")
        self.until("readyok")

    def status(self, name):
        with open(f"/proc/{self.pid}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith(name))

    def state(self):
        """Resident memory in KiB, open descriptors, threads."""
        files = len(os.listdir(f"/proc/{self.pid}/fd"))
        return self.status("VmRSS"), files, self.status("Threads")

    def quit(self):
        self.send("quit")
        self.process.stdin.close()
        self.process.stdout.read()
        self.process.stdout.close()
        return self.process.wait(WAIT)


def play(engine, rng):
    """A game of a few moves, as a GUI plays it, with what GUIs do beside it."""
    moves = []
    engine.send("usinewgame")
    if rng.random() < 0.1:
        engine.send(f"setoption name MultiPV value {rng.randint(1, 3)}", "isready")
        engine.until("readyok")
    for _ in range(rng.randint(1, 6)):
        position = "position startpos" + (" moves " + " ".join(moves) if moves else "")
        kind = rng.random()
        if kind < 0.05:
            engine.send(position, "go infinite", "stop")
        elif kind < 0.1:
            engine.send(position, "go ponder nodes 50", "ponderhit btime 0 wtime 0 byoyomi 10")
        elif kind < 0.12:
            engine.send(position, "go byoyomi 10")
        elif kind < 0.14:
            engine.send(position, "go mate 10")
            engine.until("checkmate")
            continue
        else:
            engine.send(position, f"go nodes {rng.randint(1, 60)}")
        move = engine.until("bestmove")[1]
        if move in ("resign", "win"):
            break
        moves.append(move)
    engine.send("gameover " + rng.choice(["win", "lose", "draw"]))


def games(path, count, seed, threads):
    """`count` games in one process. Whether something grew."""
    rng = random.Random(seed)
    engine = Engine(path)
    engine.start(threads)
    every = max(1, count // 10)
    first = last = None
    print(f"{'games':>8} {'resident KiB':>13} {'descriptors':>12} {'threads':>8} {'seconds':>8}")
    began = time.monotonic()
    for number in range(1, count + 1):
        play(engine, rng)
        is_warm = number == max(1, count * WARM // 100)
        if is_warm or number % every == 0 or number == count:
            engine.send("isready")
            engine.until("readyok")
            last = engine.state()
            first = first or last
            print(f"{number:8} {last[0]:13} {last[1]:12} {last[2]:8} "
                  f"{time.monotonic() - began:8.0f}", flush=True)
    status = engine.quit()
    grown = (last[0] - first[0]) / 1024
    is_bad = grown > GROWTH_MIB or last[1] > first[1] or last[2] > MOST_THREADS + threads or status != 0
    print(f"memory {grown:+.1f} MiB, descriptors {last[1] - first[1]:+}, threads {last[2] - first[2]:+}, "
          f"exit code {status}: {'GROWN' if is_bad else 'flat'}")
    return is_bad


def by_quit(engine):
    engine.send("go nodes 100")
    engine.until("bestmove")
    return engine.quit() == 0


def by_end_of_input(engine):
    engine.send("go nodes 1000")
    engine.process.stdin.close()
    text = engine.process.stdout.read()
    return engine.process.wait(WAIT) == 0 and text.count("bestmove") == 1


def by_kill(engine):
    engine.send("go infinite")
    engine.process.kill()
    return engine.process.wait(WAIT) == -signal.SIGKILL


def by_quit_in_search(engine):
    engine.send("go infinite")
    return engine.quit() == 0


def without_reader(engine):
    engine.process.stdout.close()
    engine.send("go infinite")
    try:
        engine.send("stop", "isready", "quit")
        engine.process.stdin.close()
    except BrokenPipeError:
        pass  # it has ended already
    return engine.process.wait(WAIT) == 0


ENDS = [by_quit, by_end_of_input, by_kill, by_quit_in_search, without_reader]


def sessions(path, count, seed):
    """`count` processes, one after the other. Whether one ended wrongly or left something."""
    rng = random.Random(seed)
    before = len(os.listdir("/proc/self/fd"))
    table = {end: [0, 0, 0.0] for end in ENDS}
    began = time.monotonic()
    for number in range(count):
        end = ENDS[number % len(ENDS)]
        engine = Engine(path)
        engine.start()
        engine.send("usinewgame", "position startpos moves 7g7f")
        time.sleep(rng.random() * 0.002)
        start = time.monotonic()
        right = end(engine)
        row = table[end]
        row[0] += 1
        row[1] += not right
        row[2] = max(row[2], time.monotonic() - start)
        for pipe in (engine.process.stdin, engine.process.stdout):
            try:
                pipe.close()
            except BrokenPipeError:
                pass
        if (number + 1) % 1000 == 0:
            print(f"{number + 1} sessions", file=sys.stderr, flush=True)
    print(f"{'session ended':20} {'sessions':>9} {'wrongly':>8} {'longest s':>10}")
    for end, (done, wrong, longest) in table.items():
        print(f"{end.__name__.replace('_', ' '):20} {done:9} {wrong:8} {longest:10.2f}")
    left = children()
    lost = len(os.listdir("/proc/self/fd")) - before
    wrong = sum(row[1] for row in table.values())
    print(f"{count} sessions in {time.monotonic() - began:.0f} s: {wrong} ended wrongly, "
          f"{len(left)} orphans, {lost} descriptors lost")
    return wrong > 0 or bool(left) or lost > 0


def children():
    """Processes that this one started and that still exist, and those that lost their parent."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                parent = int(file.read().rsplit(")", 1)[1].split()[1])
        except (OSError, ValueError):
            continue
        if parent == os.getpid():
            found.append(name)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", 1)[0])
    parser.add_argument("engine")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--sessions", type=int, default=50)
    parser.add_argument("--threads", type=int, default=1, help="threads of the search in games (1)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    # An orphan that the engine leaves becomes a child of this process.
    become_subreaper()
    bad = args.games > 0 and games(args.engine, args.games, args.seed, args.threads)
    bad = (args.sessions > 0 and sessions(args.engine, args.sessions, args.seed)) or bad
    sys.exit(1 if bad else 0)


def become_subreaper():
    import ctypes

    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER


if __name__ == "__main__":
    main()
