#!/usr/bin/env python3
"""A short USI dialogue that tells whether a built engine works at all.

Usage:  usi_smoke.py COMMAND [ARGUMENT...]
        usi_smoke.py target/release/usi-engine
        usi_smoke.py /usr/lib/wine/wine64 usi-engine.exe

Needs Python 3.8 or newer, nothing else. Three processes are started one after
the other: a whole session with CRLF line ends, a `quit` during a search, and
an end of the input during a search.

Exit status: 0 every expectation held; 1 one did not, and one line on stderr
says what was expected and what came; 2 wrong usage.
"""

import queue
import re
import subprocess
import sys
import threading
import time

# The thirty legal moves of the initial position.
FIRST_MOVES = frozenset(
    [f"{file}g{file}f" for file in range(1, 10)]
    + "1i1h 9i9h 7i7h 7i6h 3i4h 3i3h 6i7h 6i6h 6i5h 4i5h 4i4h 4i3h 5i6h 5i5h 5i4h".split()
    + [f"2h{file}h" for file in (1, 3, 4, 5, 6, 7)]
)
MOVE = r"(?:[1-9][a-i][1-9][a-i]\+?|[PLNSGBR]\*[1-9][a-i])"
BESTMOVE = re.compile(rf"bestmove ({MOVE})(?: ponder {MOVE})?")

# Generous: a busy build machine, and wine.
ANSWER_S = 10.0
EXIT_S = 5.0
QUIET_S = 0.3


class Unexpected(Exception):
    """An expectation that did not hold."""


class Session:
    """One engine process, its output collected by threads as it comes."""

    def __init__(self, command, newline):
        self.newline = newline
        self.lines = queue.Queue()
        self.recent = []
        self.errors = b""
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.readers = [
            threading.Thread(target=self._read_output, daemon=True),
            threading.Thread(target=self._read_errors, daemon=True),
        ]
        for reader in self.readers:
            reader.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def _read_output(self):
        for raw in self.process.stdout:
            self.lines.put(raw.decode("utf-8", "backslashreplace").rstrip("\r\n"))
        self.lines.put(None)

    def _read_errors(self):
        self.errors = self.process.stderr.read()

    def send(self, line):
        try:
            self.process.stdin.write((line + self.newline).encode())
            self.process.stdin.flush()
        except OSError as error:
            raise Unexpected(f"expected the engine to read '{line}', but: {error}; {self.last()}")

    def last(self):
        """What came last, for a message."""
        return f"the last line was '{self.recent[-1]}'" if self.recent else "no line came"

    def next_line(self, deadline):
        """The next line; None at the deadline or at the end of the output."""
        try:
            line = self.lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            return None
        if line is None:
            self.lines.put(None)
            return None
        self.recent = (self.recent + [line])[-5:]
        return line

    def expect(self, wanted, seconds=ANSWER_S):
        """Reads up to a line that begins with the word; gives back all lines read."""
        deadline = time.monotonic() + seconds
        read = []
        while True:
            line = self.next_line(deadline)
            if line is None:
                # At the end of the output the exit status is there in a moment.
                try:
                    status = self.process.wait(0.2)
                    state = f"the engine ended with status {status}"
                except subprocess.TimeoutExpired:
                    state = f"nothing within {seconds:g} s"
                raise Unexpected(f"expected '{wanted}', but {state}; {self.last()}")
            read.append(line)
            if line.split(" ")[0] == wanted:
                return read

    def expect_none_of(self, pattern, seconds, when):
        """Fails when a line matching the pattern comes within the time."""
        deadline = time.monotonic() + seconds
        while (line := self.next_line(deadline)) is not None:
            if re.match(pattern, line):
                raise Unexpected(f"expected no such line {when}, but '{line}' came")
        if self.process.poll() is not None:
            raise Unexpected(
                f"expected the engine to run on {when}, but it ended with status {self.process.returncode}"
            )

    def handshake(self):
        self.expect_none_of("", QUIET_S, "before 'usi'")
        self.send("usi")
        answer = self.expect("usiok")
        for word in ("id name ", "id author "):
            if not any(line.startswith(word) for line in answer):
                raise Unexpected(f"expected a line '{word}...' before 'usiok', but {answer} came")
        self.send("isready")
        self.expect("readyok")

    def expect_bestmove(self, seconds):
        """One legal first move, and no second one after it."""
        read = self.expect("bestmove", seconds)
        match = BESTMOVE.fullmatch(read[-1])
        if not match or match[1] not in FIRST_MOVES:
            raise Unexpected(f"expected 'bestmove' with a legal first move, but '{read[-1]}' came")
        if not any(line.startswith("info ") and " pv " in line for line in read):
            raise Unexpected(f"expected an 'info ... pv ...' before the bestmove, but {read[-3:]} came")
        self.expect_none_of("bestmove", QUIET_S, "after the bestmove")

    def expect_exit(self, after):
        try:
            status = self.process.wait(EXIT_S)
        except subprocess.TimeoutExpired:
            raise Unexpected(f"expected the engine to end within {EXIT_S:g} s {after}, but it still runs")
        if status != 0:
            raise Unexpected(f"expected exit status 0 {after}, but it was {status}")
        for reader in self.readers:
            reader.join(EXIT_S)
        if self.errors:
            first = self.errors.decode("utf-8", "backslashreplace").splitlines()[0]
            raise Unexpected(f"expected nothing on stderr, but '{first}' came")


def whole_session(command):
    with Session(command, "\r\n") as engine:
        engine.handshake()
        engine.send("usinewgame")

        engine.send("position startpos")
        engine.send("go infinite")
        engine.expect_none_of("bestmove", 0.7, "in 'go infinite' before 'stop'")
        engine.send("stop")
        engine.expect_bestmove(2.0)

        engine.send("position startpos")
        engine.send("go infinite")
        engine.send("stop")
        engine.expect_bestmove(2.0)

        engine.send("isready")
        engine.expect("readyok")
        engine.send("position startpos moves")
        # A move of the book would take no time.
        engine.send("setoption name USI_OwnBook value false")
        engine.send("go btime 0 wtime 0 byoyomi 1000")
        start = time.monotonic()
        engine.expect_bestmove(3.0)
        taken = time.monotonic() - start - QUIET_S
        if taken > 1.0:
            raise Unexpected(f"expected a bestmove within the byoyomi of 1 s, but it took {taken:.2f} s")
        print(f"usi_smoke: a move at 1000 ms byoyomi took {taken * 1000:.0f} ms")

        engine.send("gameover win")
        engine.send("quit")
        engine.expect_exit("after 'quit'")


def leave_during_search(command, leave, after):
    with Session(command, "\n") as engine:
        engine.handshake()
        engine.send("position startpos")
        engine.send("go infinite")
        engine.expect_none_of("bestmove", QUIET_S, "in 'go infinite'")
        leave(engine)
        engine.expect_exit(after)


def main():
    command = sys.argv[1:]
    if not command or command[0] in ("-h", "--help"):
        print(__doc__.strip(), file=sys.stdout if command else sys.stderr)
        return 0 if command else 2
    steps = [
        ("a session with CRLF", whole_session, ()),
        (
            "quit during a search",
            leave_during_search,
            (lambda engine: engine.send("quit"), "after 'quit' during a search"),
        ),
        (
            "end of input during a search",
            leave_during_search,
            (lambda engine: engine.process.stdin.close(), "after the end of its input"),
        ),
    ]
    for name, step, arguments in steps:
        try:
            step(command, *arguments)
        except Unexpected as failure:
            print(f"usi_smoke: {name}: {failure}", file=sys.stderr)
            return 1
        except OSError as error:
            print(f"usi_smoke: expected to start {command[0]}, but: {error}", file=sys.stderr)
            return 1
        print(f"usi_smoke: {name}: ok")
    return 0


if __name__ == "__main__":
    sys.exit(main())
