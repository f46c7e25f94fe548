#!/usr/bin/env python3
"""Foreign clients drive the engine, each in a short session, and every line between them is written down.

Usage: clients.py [--engine PROGRAM] [--folder FOLDER] [CLIENT...]

  scripts/clients.py                          # all of them; about two minutes and 260 MB of packages
  scripts/clients.py cshogi miniosl           # some of them
  scripts/clients.py --folder /tmp/clients    # keep packages and transcripts there, and use them again

The clients, none of which shares code with this project:

  cshogi       PyPI's cshogi 1.1.0: whole games at byoyomi, a game with pondering, a mate
  shogiarena   PyPI's shogiarena 1.3.2: a match under SPRT, an analysis, a mate
  miniosl      PyPI's miniosl: its UsiProcess plays a game with itself
  lishoginet   PyPI's lishoginet 2.0.0, the worker of lishogi.org, before a small server of this script:
               moves at several levels, and an analysis of the game
  uci2wb       Debian's uci2wb, which lets xboard use USI engines: a game with pondering

Everything is installed into FOLDER (a new one under the temporary directory unless given), nothing elsewhere.
The engine that a client starts is this script, which passes the lines on and writes them into
FOLDER/transcripts/CLIENT/NN.log: milliseconds, then `>` to the engine, `<` from it, `!` on its stderr,
`=` what happened. A client that cannot be installed is skipped, and the table says so.

Then the transcripts are judged, with cshogi's rules and rsshogi's parsers: every move is legal, every mate
is one, each `go` has one answer and no answer comes without a `go`, none comes later than a second after
its time, every line is of a kind that clients know and can be read, no option that the client set is refused,
nothing is on stderr, the exit code is 0, no process of the engine lives on, and the client itself found
nothing to complain about.

Exit code 0: no problem. 1: a problem, or no client was there. 2: bad arguments.
"""

import argparse
import contextlib
import http.server
import importlib.util
import itertools
import json
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

CLIENTS = ("cshogi", "shogiarena", "miniosl", "lishoginet", "uci2wb")
# `judge` needs the first two.
PACKAGES = {"cshogi": "cshogi==1.1.0", "rsshogi": "rsshogi==1.7.0", "shogiarena": "shogiarena==1.3.2", "miniosl": "miniosl", "lishoginet": "lishoginet==2.0.0"}
# A session that takes longer is broken off.
MOST_SECONDS = 240
# How much later than its time an answer may come: other programs may need the processors.
MARGIN_MS = 1000
SETTINGS = {"USI_Hash": 32, "NetworkDelay": 0, "NetworkDelay2": 30, "MinimumThinkingTime": 20, "RoundUpToFullSecond": "false"}
MATE = "sfen ln6+P/2ks1p+R2/p1p1p2+Pp/3pg4/2N1gP1s1/P1P2b3/1P1P3SP/1S2K4/LN4G1L b GN2Prbl2p 105"
# lishoginet plays with Fairy-Stockfish only and asks for what that declares. The rest is the engine's own.
DECLARED = "option name USI_Variant type combo default shogi var shogi var minishogi"


# The engine that a client sees: the engine itself, with every line written down.


def pass_through(engine, folder, declared=None):
    """Is the engine for the client that started this process."""
    started = time.monotonic()
    for number in itertools.count(1):
        with contextlib.suppress(FileExistsError):
            log = open(folder / f"{number:02}.log", "xb", buffering=0)
            break

    def write(mark, line):
        log.write(b"%9.1f %s %s\n" % (1000 * (time.monotonic() - started), mark, line.rstrip(b"\r\n")))

    process = subprocess.Popen([engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def to_engine():
        with contextlib.suppress(OSError):
            for line in sys.stdin.buffer:
                write(b">", line)
                process.stdin.write(line)
                process.stdin.flush()
            write(b"=", b"end of input")
            process.stdin.close()

    def from_engine():
        for line in process.stdout:
            if declared and line.rstrip() == b"usiok":
                write(b"+", declared.encode())
                hand_on(declared.encode() + b"\n")
            write(b"<", line)
            hand_on(line)

    def hand_on(line):
        with contextlib.suppress(OSError):
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()

    def errors():
        for line in process.stderr:
            write(b"!", line)

    def end(number, _):
        write(b"=", signal.Signals(number).name.encode())
        with contextlib.suppress(OSError):
            process.stdin.close()

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    readers = [threading.Thread(target=target, daemon=True) for target in (from_engine, errors)]
    threading.Thread(target=to_engine, daemon=True).start()
    for reader in readers:
        reader.start()
    code = process.wait()
    for reader in readers:
        reader.join()
    write(b"=", b"exit code %d" % code)
    os._exit(code & 0xFF)


# The sessions. Those below run in the Python into which the packages were installed.


def session_cshogi(engine, out):
    """Two whole games, one with pondering, and a mate. Gives back what became of the games."""
    from cshogi import cli
    from cshogi.usi import Engine

    mate = Engine(engine)
    mate.isready()
    mate.position(sfen=MATE)
    print("mate:", mate.go_mate(byoyomi=5000), flush=True)
    mate.quit()
    cli.main(engine, engine, SETTINGS, SETTINGS, games=2, byoyomi=30, draw=160, csa=f"{out}/games.csa", multi_csa=True)
    cli.main(engine, engine, SETTINGS, SETTINGS, games=1, byoyomi=100, draw=40, ponder=True, print_summary=False)


def session_miniosl(engine, _):
    """A game of up to 40 plies. Its package asks for torch when imported whole, so only the one module is."""
    found = importlib.util.find_spec("miniosl").submodule_search_locations[0]
    spec = importlib.util.spec_from_file_location("usi_process", pathlib.Path(found) / "usi_process.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    options = [f"setoption name {name} value {value}" for name, value in SETTINGS.items()]
    players = [module.UsiProcess([engine], setoptions=options) for _ in range(2)]
    moves = []
    while len(moves) < 40:
        result = players[len(moves) % 2].search("startpos moves " + " ".join(moves), "byoyomi 50")
        # Without a score there was a mate, which it does not read, or the move was of the book.
        if result["move"] in ("resign", "win"):
            break
        moves.append(result["move"])
    print(f"game: {len(moves)} plies, {result['move']} last")


# And those here run in the Python of this script.


def run(command, record, **more):
    """Runs a client and appends what it says to its record; the exit code."""
    with open(record, "ab", buffering=0) as out:
        out.write(f"$ {' '.join(map(str, command))}\n".encode())
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                                   start_new_session=True, **more)
        try:
            return process.wait(MOST_SECONDS)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            out.write(b"no end\n")
            return f"no end within {MOST_SECONDS} s"


def run_shogiarena(place, engine):
    """A match of four games, an analysis by time and one by nodes, a mate."""
    arena = place.bin / "shogiarena"
    match = [arena, "--output-dir", place.session / "out", "run", "sprt", "--games", "4"]
    for name in ("one", "two"):
        match += ["--engine", f"name={name}", f"path={engine}", *(f"options.{option}={value}" for option, value in SETTINGS.items())]
    match += ["--rules", "time_control.time_ms=2000", "time_control.increment_ms=100",
              "adjudication.sync_max_plies_with_engine=false", "adjudication.max_plies=60", "repetition_occurrences_to_draw=4",
              "--tournament", "num_parallel=1", "--dashboard", "enabled=false"]
    single = [arena, "--output-dir", place.session / "out", "run"]
    analysis = ["analyze", engine, "startpos moves 7g7f 3c3d", "--timeout", "10"]
    for command in (match, [*single, *analysis, "--movetime", "500"], [*single, *analysis, "--nodes", "5000"],
                    [*single, "mate", engine, MATE, "--infinite"]):
        code = run(command, place.record, cwd=place.session, env={**os.environ, "HOME": str(place.session)})
        if code != 0:
            yield f"exit code {code} of {' '.join(map(str, command[3:5]))} … {' '.join(map(str, command[-2:]))}"
    with contextlib.closing(sqlite3.connect(next(place.session.rglob("game.db"), ":memory:"))) as base, open(place.record, "a") as record:
        try:
            played = base.execute("select num_moves, game_result from game order by id").fetchall()
        except sqlite3.OperationalError:
            played = []
        record.writelines(f"game: {count} plies, {result}\n" for count, result in played)
    if len(played) < 4:
        yield f"{len(played)} of 4 games"
    yield from (f"a game ended with {result}" for _, result in played if re.search("TIME|ILLEGAL|ERROR|CRASH|FORFEIT|INVALID", result))


class Lishogi(http.server.BaseHTTPRequestHandler):
    """What the worker of lishogi.org asks for: jobs, one after another."""

    levels = [8, 3, 5, 1]
    most = 24

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.send_error(404)

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])) or b"{}")
        server = self.server
        if "move" in body and server.job == "move":
            server.moves.append(body["move"]["bestmove"])
        if "analysis" in body and None not in body["analysis"]:
            server.analyses[self.path.rsplit("/", 1)[1]] = body["analysis"]
        job = server.next_job()
        self.send_response(202 if job else 204)
        self.end_headers()
        if job:
            self.wfile.write(json.dumps(job).encode())


class Jobs(http.server.ThreadingHTTPServer):
    """A game of moves, then its analysis."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Lishogi)
        self.moves, self.analyses, self.job = [], {}, None

    def next_job(self):
        common = {"game_id": "", "variant": "standard", "moves": " ".join(self.moves),
                  "position": "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"}
        if len(self.moves) < Lishogi.most:
            self.job = "move"
            level = Lishogi.levels[len(self.moves) // 2 % 4]
            clock = {"btime": 6000, "wtime": 6000, "byo": 1, "inc": 0}
            return {"work": {"type": "move", "id": f"m{len(self.moves)}", "level": level, "clock": clock}, **common}
        self.job = "analysis"
        if "game" not in self.analyses:
            return {"work": {"type": "analysis", "id": "game"}, "nodes": 3000, **common}
        if "mated" not in self.analyses:
            # The last position of a game that ended with a mate, in the coordinates of this protocol.
            mate = {"position": "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1", "moves": "G*e8"}
            return {"work": {"type": "analysis", "id": "mated"}, "nodes": 3000, **{**common, **mate}}
        return None


def run_lishoginet(place, engine):
    """Its worker, until all jobs are done; then SIGTERM, on which it kills the engine."""
    with Jobs() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        command = [place.python, "-m", "lishoginet", "--no-conf", "-vv", "--cores", "1", "--memory", "64", "--threads-per-process", "1",
                   "--stockfish-command", engine, "--fixed-backoff", "--endpoint", f"http://127.0.0.1:{server.server_port}/fishnet/", "run"]
        with open(place.record, "ab") as record:
            process = subprocess.Popen(command, cwd=place.session, stdin=subprocess.DEVNULL, stdout=record, stderr=record)
            end = time.monotonic() + MOST_SECONDS
            while len(server.analyses) < 2 and process.poll() is None and time.monotonic() < end:
                time.sleep(0.2)
            process.terminate()
            code = process.wait(20)
            positions = sum(map(len, server.analyses.values()))
            record.write(f"game: {len(server.moves)} plies; {positions} positions analysed\n".encode())
        server.shutdown()
    if code != 0:
        yield f"exit code {code}"
    if len(server.moves) < Lishogi.most:
        yield f"{len(server.moves)} of {Lishogi.most} moves"
    for missing in {"game", "mated"} - set(server.analyses):
        yield f"no analysis '{missing}'"


class Xboard:
    """Speaks to uci2wb as xboard does."""

    def __init__(self, place, engine):
        self.record = open(place.record, "a", buffering=1)
        self.process = subprocess.Popen([place.uci2wb, "-kill", "2000", "-s", engine], cwd=place.session, text=True, bufsize=1,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.lines = []
        self.news = threading.Condition()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.record.write(f"< {line}")
            with self.news:
                self.lines.append(line.strip())
                self.news.notify()

    def send(self, line):
        self.record.write(f"> {line}\n")
        self.process.stdin.write(line + "\n")

    def wait(self, *words):
        """The next line that begins with one of the words, or says that the features are done."""
        end = time.monotonic() + 30
        with self.news:
            while True:
                while self.lines:
                    line = self.lines.pop(0)
                    if line.startswith(words) or "done=1" in line.split():
                        return line
                if not self.news.wait(max(0, end - time.monotonic())):
                    raise TimeoutError(f"no {' or '.join(words)} within 30 s")


def run_uci2wb(place, engine):
    """A game of up to 30 plies at 3 s and 0.1 s a move, both pondering."""
    players = [Xboard(place, engine) for _ in range(2)]
    ending = ("move ", "resign", "1-0", "0-1", "1/2", "result")
    try:
        for player in players:
            player.send("xboard")
            player.send("protover 2")
        for player in players:
            player.wait("done=1")
            # Without the book: it answers within a millisecond, and this adapter then mixes up `stop` and the answer.
            for line in ("new", "variant shogi", "option USI_OwnBook=0", "level 0 0:03 0.1", "hard", "post", "ping 1"):
                player.send(line)
        for player in players:
            player.wait("pong 1")
        # The first makes the first move; after `new` the other is the one that answers. It is xboard that keeps
        # the clocks, so it gives the times before each move.
        clocks = [3.0, 3.0]
        moves = []

        def turn(*lines):
            number = len(moves) % 2
            for line in (f"time {100 * clocks[number]:.0f}", f"otim {100 * clocks[1 - number]:.0f}", *lines):
                players[number].send(line)
            return time.monotonic()

        started = turn("go")
        while len(moves) < 30:
            line = players[len(moves) % 2].wait(*ending)
            if not line.startswith("move "):
                break
            clocks[len(moves) % 2] += 0.1 - (time.monotonic() - started)
            moves.append(line.split()[1])
            started = turn(f"usermove {moves[-1]}")
        for player in players:
            player.send("result 1/2-1/2 {end}")
            player.send("quit")
        for player in players:
            code = player.process.wait(10)
            if code != 0:
                yield f"exit code {code}"
        players[0].record.write(f"game: {len(moves)} plies\n")
    except (TimeoutError, OSError, subprocess.TimeoutExpired) as error:
        yield str(error)
    for player in players:
        player.process.kill()


# The judge, in the Python with cshogi and rsshogi.


def judge(folder):
    """Prints one JSON object for the transcripts of the folder."""
    total = {"processes": 0, "answers": 0, "ponder": 0, "lines": 0, "latest_ms": None, "killed": 0, "problems": []}
    for log in sorted(folder.glob("*.log")):
        total["processes"] += 1
        for problem in Session(log, total).problems():
            total["problems"].append(f"{log.name}: {problem}")
    print(json.dumps(total))


def is_endless(words):
    """Whether only `stop` ends the search of this `go`: a limit in nodes or iterations beside `infinite` holds."""
    return "infinite" in words and "nodes" not in words and "depth" not in words


class Session:
    """One process of the engine, from its transcript."""

    KNOWN = ("id", "option", "usiok", "readyok", "info", "bestmove", "checkmate", "usi_tunablesok")

    def __init__(self, log, total):
        self.lines = []
        for line in log.read_bytes().splitlines():
            when, mark, *text = line.decode("ascii", "backslashreplace").strip().split(" ", 2)
            self.lines.append((float(when), mark, text[0] if text else ""))
        self.total = total
        self.board = None
        # The search that is open: its words, since when its clock runs, the time it has, whether it ponders.
        self.go = None
        self.asked = {"usiok": 0, "readyok": 0}
        self.quit = False

    def problems(self):
        import cshogi

        self.cshogi = cshogi
        exit_code = None
        for when, mark, text in self.lines:
            word = text.split(" ")[0]
            if mark == "!":
                yield f"on stderr: {text}"
            elif mark == "=" and word == "exit":
                exit_code = text
            elif mark == "=":
                self.quit = True
                if self.go:
                    self.go.update(since=when, waits=False, time=0)
            elif mark == ">":
                yield from self.command(when, word, text)
            elif mark == "<":
                self.total["lines"] += 1
                yield from self.answer(when, word, text)
        if exit_code is None:
            self.total["killed"] += 1
        elif exit_code != "exit code 0":
            yield exit_code
        if self.go and not self.quit and exit_code is not None:
            yield f"no answer to '{' '.join(self.go['words'])}'"
        for word, open_ones in self.asked.items():
            if open_ones > 0 and exit_code is not None:
                yield f"{open_ones} {word} missing"

    def command(self, when, word, text):
        words = text.split()
        if word == "usi":
            self.asked["usiok"] += 1
        elif word == "isready":
            self.asked["readyok"] += 1
        elif word == "quit":
            self.quit = True
            if self.go:
                self.go.update(since=when, waits=False, time=0)
        elif word == "position":
            yield from self.position(words)
        elif word == "go":
            if self.go:
                yield f"'{text}' while '{' '.join(self.go['words'])}' is open (the client's fault, or an answer is missing)"
            self.go = {"words": words, "since": when, "time": self.allowed(words), "waits": "ponder" in words or is_endless(words)}
            self.go["board"] = self.board.copy() if self.board else self.cshogi.Board()
            self.total["ponder"] += "ponder" in words
        elif word == "ponderhit" and self.go:
            self.go.update(since=when, waits=False)
        elif word in ("stop", "gameover") and self.go:
            self.go.update(since=when, waits=False, time=0)

    def position(self, words):
        board = self.cshogi.Board()
        try:
            place = words.index("moves")
        except ValueError:
            place = len(words)
        if words[1] == "sfen":
            board.set_sfen(" ".join(words[2:place]))
        for move in words[place + 1:]:
            if board.push_usi(move) == 0:
                yield f"the client made the illegal move {move}"
                return
        self.board = board

    def allowed(self, words):
        """Milliseconds that the side to move has; none if there is no such limit."""
        if is_endless(words) or "mate" in words or "depth" in words and "btime" not in words:
            return None
        value = {name: int(number) for name, number in zip(words, words[1:]) if number.lstrip("-").isdigit()}
        if "movetime" in value:
            return value["movetime"]
        black = self.board is None or self.board.turn == self.cshogi.BLACK
        names = ["btime", "binc"] if black else ["wtime", "winc"]
        found = [value[name] for name in (*names, "byoyomi") if name in value]
        return sum(found) if found else None

    def answer(self, when, word, text):
        if self.quit and word not in ("bestmove", "info"):
            yield f"after quit: {text}"
        if word in self.asked:
            self.asked[word] -= 1
            if self.asked[word] < 0:
                yield f"{word} that nobody asked for"
        elif word in ("bestmove", "checkmate"):
            yield from self.result(when, word, text)
        elif word == "info":
            yield from self.info(text)
        elif word not in self.KNOWN and not re.fullmatch(r"black|white|[1-9a-iPLNSGBR*+ ]+", text):
            yield f"a line that clients do not know: {text}"
        if "\\x" in text:
            yield f"not ASCII: {text}"

    def info(self, text):
        import rsshogi.usi

        if text.startswith("info string"):
            if re.match(r"info string option .* refused", text):
                yield f"what the client set: {text}"
            return
        try:
            info = rsshogi.usi.parse_info(text)
        except ValueError as error:
            yield f"rsshogi cannot read '{text}': {error}"
            return
        if self.go and info is not None and " pv " in text:
            board = self.go["board"].copy()
            for move in text.split(" pv ")[1].split():
                if not board.is_legal(board.move_from_usi(move)):
                    yield f"illegal move {move} in the line '{text}'"
                    return
                board.push_usi(move)

    def result(self, when, word, text):
        import rsshogi.usi

        if self.go is None:
            yield f"'{text}' without a go"
            return
        go, self.go = self.go, None
        self.total["answers"] += 1
        words, board = text.split(), go["board"]
        if (word == "checkmate") != ("mate" in go["words"]):
            yield f"'{text}' to '{' '.join(go['words'])}'"
        if go["waits"] and word == "bestmove":
            yield f"'{text}' before stop or ponderhit"
        if go["time"] is not None:
            late = when - go["since"] - go["time"]
            self.total["latest_ms"] = max(late, self.total["latest_ms"] or late)
            if late > MARGIN_MS:
                yield f"'{text}' {late:.0f} ms after the time of '{' '.join(go['words'])}'"
        if word == "checkmate":
            if words[1] in ("nomate", "timeout", "notimplemented"):
                return
            for move in words[1:]:
                if not board.is_legal(board.move_from_usi(move)):
                    yield f"illegal move {move} in '{text}'"
                    return
                board.push_usi(move)
            if not board.is_game_over() or not board.is_check():
                yield f"no mate: '{text}'"
            return
        try:
            rsshogi.usi.parse_bestmove(text)
        except ValueError as error:
            yield f"rsshogi cannot read '{text}': {error}"
        if words[1] == "win" and not board.is_nyugyoku():
            yield f"'{text}' without the points"
        if words[1] not in ("resign", "win"):
            for move in [words[1], *words[3:]]:
                if move not in (self.cshogi.move_to_usi(legal) for legal in board.legal_moves):
                    yield f"illegal move {move} in '{text}'"
                    return
                board.push_usi(move)


# Putting it together.


class Place:
    """Where a client and its session are."""

    def __init__(self, folder, client):
        self.bin = folder / "python/bin"
        self.python = self.bin / "python"
        self.session = folder / "sessions" / client
        self.transcripts = folder / "transcripts" / client
        self.record = self.transcripts / "client.txt"
        self.uci2wb = folder / "uci2wb/usr/games/uci2wb"
        for path in (self.session, self.transcripts):
            shutil.rmtree(path, ignore_errors=True)
            path.mkdir(parents=True)


def installed(folder, client):
    """Installs what the client needs; its version, or none."""
    if client == "uci2wb":
        here = folder / client
        if not (here / "usr/games/uci2wb").exists():
            here.mkdir(exist_ok=True)
            commands = (["apt-get", "download", "uci2wb"], ["sh", "-c", "dpkg -x uci2wb_*.deb ."])
            for command in commands:
                if shutil.which(command[0]) is None or subprocess.run(command, cwd=here, capture_output=True).returncode:
                    return None
        return next(here.glob("*.deb")).name.split("_")[1]
    python = folder / "python/bin/python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", folder / "python"], check=True)
    package = PACKAGES[client]
    ready = folder / f"python/{client}.installed"
    if not ready.exists():
        # Its other needs are large, and not those of the one module.
        alone = ["--no-deps"] if client == "miniosl" else []
        if subprocess.run([python, "-m", "pip", "install", "--quiet", *alone, package]).returncode:
            return None
        ready.touch()
    name = package.split("=")[0]
    code = f"import importlib.metadata as m; print(m.version('{name}'))"
    return subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def alive(engine):
    """The processes of the program."""
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if os.readlink(entry / "exe") == str(engine):
                found.append(int(entry.name))
    return found


# What a client says when it does not like a line.
COMPLAINTS = {
    "shogiarena": r"\[WARNING\]|\[ERROR\]",
    "lishoginet": r"Unexpected engine|^\w*Error|ERROR|process has died",
    "uci2wb": r"Error|tellusererror|Illegal",
}
# And what it says without cause: of other programs' use of the processor, of the bestmove that follows its own stop,
# of the end that follows its own quit.
HARMLESS = r"Event loop stalled|dropping unexpected 'bestmove' while in state will_quit|No job received|died on me"


def complaints(client, record):
    """Lines in which the client complains."""
    lines = record.read_text(errors="replace").splitlines() if record.exists() else []
    pattern = COMPLAINTS.get(client, r"Traceback|Error")
    return [line.strip() for line in lines if re.search(pattern, line) and not re.search(HARMLESS, line)]


def held(folder, client, program):
    """Holds the session of a client; what was counted, and the problems."""
    place = Place(folder, client)
    engine = place.session / "engine"
    more = [DECLARED] if client == "lishoginet" else []
    words = [sys.executable, "-ES", __file__, "--as-engine", str(program), str(place.transcripts), *more]
    engine.write_text("#!/bin/sh\nexec " + " ".join(f"'{word}'" for word in words) + "\n")
    engine.chmod(0o755)
    problems = []
    if client in ("shogiarena", "lishoginet", "uci2wb"):
        problems += {"shogiarena": run_shogiarena, "lishoginet": run_lishoginet, "uci2wb": run_uci2wb}[client](place, engine)
    else:
        code = run([place.python, __file__, "--session", client, engine, place.session], place.record)
        if code != 0:
            problems.append(f"exit code {code} of the client")
    end = time.monotonic() + 3
    while (left := alive(program)) and time.monotonic() < end:
        time.sleep(0.1)
    if left:
        problems.append(f"{len(left)} engines live on")
        for number in left:
            os.kill(number, signal.SIGKILL)
    problems += complaints(client, place.record)
    judged = subprocess.run([place.python, __file__, "--judge", place.transcripts], capture_output=True, text=True)
    if judged.returncode:
        return None, [*problems, f"the judge failed: {judged.stderr[-300:]}"]
    counted = json.loads(judged.stdout)
    if not counted["processes"]:
        problems.append("the client started no engine")
    if counted["killed"] and client != "lishoginet":
        problems.append(f"{counted['killed']} engines killed by the client")
    return counted, problems + counted["problems"]


def games(client, place):
    """What the client says of its games."""
    lines = (place / client / "client.txt").read_text(errors="replace").splitlines()
    return [line.strip() for line in lines if re.search(r"^まで|^game: |^mate|^bestmove", line)]


def main():
    parser = argparse.ArgumentParser(usage="%(prog)s [--engine PROGRAM] [--folder FOLDER] [CLIENT...]")
    parser.add_argument("--engine", type=pathlib.Path, default=pathlib.Path("target/release/usi-engine"))
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("clients", nargs="*", metavar="CLIENT")
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.clients if name not in CLIENTS]:
        parser.error(f"unknown client {unknown[0]}; expected {', '.join(CLIENTS)}")
    if not arguments.engine.is_file():
        parser.error(f"no such file: {arguments.engine}")
    folder = (arguments.folder or pathlib.Path(tempfile.mkdtemp(prefix="clients-"))).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    # A program of its own, so that no other's processes are counted.
    program = folder / "kyomi"
    shutil.copy(arguments.engine, program)
    for needed in ("cshogi", "rsshogi"):
        if installed(folder, needed) is None:
            print(f"cannot install {PACKAGES[needed]}, which judges the sessions", file=sys.stderr)
            sys.exit(1)
    print("| client | version | engines | answers | of ponders | lines | latest, ms | problems |\n|---|---|---|---|---|---|---|---|")
    ended, every = [], []
    for client in arguments.clients or CLIENTS:
        version = installed(folder, client)
        if version is None:
            print(f"| {client} | not installed | | | | | | skipped |", flush=True)
            continue
        counted, problems = held(folder, client, program)
        problems = list(dict.fromkeys(problems))
        every += [f"{client}: {problem}" for problem in problems]
        ended += [f"{client}: {line}" for line in games(client, folder / "transcripts")]
        row = [counted[name] for name in ("processes", "answers", "ponder", "lines")] if counted else [""] * 4
        latest = f"{counted['latest_ms']:+.0f}" if counted and counted["latest_ms"] is not None else ""
        print(f"| {client} | {version} | {' | '.join(map(str, row))} | {latest} | {len(problems)} |", flush=True)
    print("", *ended, *(f"PROBLEM {problem}" for problem in every), f"transcripts: {folder / 'transcripts'}", sep="\n")
    sys.exit(1 if every or not ended else 0)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--as-engine"]:
        pass_through(sys.argv[2], pathlib.Path(sys.argv[3]), *sys.argv[4:])
    elif sys.argv[1:2] == ["--session"]:
        globals()[f"session_{sys.argv[2]}"](*sys.argv[3:])
    elif sys.argv[1:2] == ["--judge"]:
        judge(pathlib.Path(sys.argv[2]))
    else:
        main()
