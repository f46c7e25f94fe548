#!/usr/bin/env python3
"""Has cshogi, rsshogi and tsshogi read what the program writes, and compares what they find with what is in it.

Usage: check_formats.py [ENGINE]

Records: 200 random games, written by a test (`cargo test`) in CSA, KIF, JKF and USI beside tables of what is in them.
PyPI's cshogi reads CSA and KIF; npm's tsshogi, the library in ShogiHome, reads all four (check_formats.mjs). Left out,
because cshogi cannot read them, and counted: KIF that starts from a drawn board (it refuses them), times in KIF where
some moves have none (its list has no gaps), results in KIF after a loss on time or a forfeit
(it does not know the words).

Exports: the positions of 40 games of `datagen`, exported as PSV and as HCPE. cshogi must read the same position from
both, write it back as the same bytes (in PSV the order of the pieces in hand is free), and find that the moves are
the same legal move, that scores and results agree, and that the move leads to the next position of the same game.

Problems: the mistakes of the games of tests/data/games as ShogiHome's next-move problems; tsshogi plays their lines.

Books: one that was searched, with values carried back and a move to avoid, as text and in bytes. PyPI's rsshogi, which
reads books of YaneuraOu, must find every position with the same moves; cshogi must read the positions in bytes and find
the moves legal; and no position may be worth anything but its best move, nor a move anything but the position it
leads to.

Solutions: the records of `mate judge --kif`, with all variations, and what `record convert` makes of them. tsshogi must
read the same moves from both.

ENGINE is target/release/usi-engine unless given. Needs cshogi and numpy, for books also rsshogi (`pip install cshogi
numpy rsshogi`), and tsshogi where node looks for it or in the folder TSSHOGI, one that `npm install tsshogi` was run in; a line says what is
skipped. Exit code 0: no difference; 1: a difference, or the samples could not be made.
"""

import os
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import cshogi
    import numpy
    from cshogi import CSA, KIF
except ImportError:
    cshogi = None

try:
    from rsshogi.book import YaneuraOuBook
except ImportError:
    YaneuraOuBook = None

ROOT = Path(__file__).resolve().parent.parent
# cshogi's CSA reader calls everything a draw that it knows no winner of.
CSA_WITHOUT_WINNER = {"Mate", "Interrupted"}
# Of these endings its KIF reader does not know the words.
KIF_WITHOUT_RESULT = {"TimeUp", "Forfeit"}
# The mate in no plies, as the records have it in centipawns.
MATE = 32000


def winners():
    """cshogi's words for our winners."""
    return {"black": cshogi.BLACK_WIN, "white": cshogi.WHITE_WIN, "draw": cshogi.DRAW}


class Facts:
    """What a record must contain."""

    def __init__(self, path):
        rows = [line.split("\t") for line in path.read_text("utf-8").splitlines()]
        self.start = rows[0][1]
        self.names = rows[1][1:]
        moves = [row[1:] for row in rows if row[0] == "move"]
        self.moves = [row[0] for row in moves]
        self.times = [None if row[1] == "-" else int(row[1]) for row in moves]
        self.values = [value(*row[2:]) for row in moves]
        self.ratings = [[float(rating) for rating in row[1:]] for row in rows if row[0] == "ratings"]
        end = [row[1:] for row in rows if row[0] == "end"]
        ending, self.winner = end[0] if end else (None, None)
        self.reason = ending and ending.split()[0]


def value(centipawns, mate):
    """The evaluation that a program sees that knows no mates; 0 if there is none."""
    if centipawns != "mate":
        return 0 if centipawns == "-" else int(centipawns)
    plies = 0 if mate[1:] == "?" else min(int(mate[1:]), 1000)
    return MATE - plies if mate[0] == "+" else plies - MATE


def without_number(sfen):
    """The position in cshogi's own SFEN (its order of hands is another), without the number."""
    return cshogi.Board(sfen).sfen().rsplit(" ", 1)[0]


def check_csa(facts, path):
    """Yields (what, read, expected)."""
    parser = CSA.Parser.parse_file(str(path))[0]
    yield "start", without_number(parser.sfen), without_number(facts.start)
    yield "names", list(parser.names), facts.names
    yield "moves", [cshogi.move_to_usi(move) for move in parser.moves], facts.moves
    yield "times", parser.times[: len(facts.moves)], [time or 0 for time in facts.times]
    yield "evaluations", list(parser.scores), facts.values
    if facts.ratings:
        yield "ratings", list(parser.ratings), facts.ratings[0]
    if facts.winner in winners() and facts.reason not in CSA_WITHOUT_WINNER:
        yield "winner", parser.win, winners()[facts.winner]


def check_kif(facts, path, left_out):
    """Yields (what, read, expected)."""
    # It reads branches as if they went on with the game.
    text = path.read_text("utf-8").split("\n変化：")[0]
    if "手合割：その他" in text:
        left_out["boards"] += 1
        return
    parser = KIF.Parser.parse_str(text)
    yield "start", without_number(parser.sfen), without_number(facts.start)
    yield "names", parser.names, facts.names
    yield "moves", [cshogi.move_to_usi(move) for move in parser.moves], facts.moves
    if None in facts.times:
        left_out["times"] += 1
    else:
        yield "times", parser.times[: len(facts.moves)], facts.times
    if facts.reason in KIF_WITHOUT_RESULT:
        left_out["results"] += 1
    elif facts.winner in winners():
        yield "winner", parser.win, winners()[facts.winner]


def check_records(folder):
    """Compares the samples of records in the folder with what cshogi reads; the number of differences."""
    differences = games = 0
    left_out = {"boards": 0, "times": 0, "results": 0}
    for path in sorted(folder.glob("*.tsv")):
        facts = Facts(path)
        games += 1
        checks = [("csa", check_csa(facts, path.with_suffix(".csa"))), ("kif", check_kif(facts, path.with_suffix(".kif"), left_out))]
        for extension, found in checks:
            for what, read, expected in found:
                if read != expected:
                    differences += 1
                    print(f"{path.stem}.{extension}: {what}: {read}; expected {expected}")
    print(f"cshogi: {games} games, {differences} differences; not checked in KIF: {left_out}")
    return differences if games else 1


class Different(Exception):
    """A difference between two exports."""


def same(what, one, other):
    """Asks that two readings of one thing agree."""
    if one != other:
        raise Different(f"{what}: {one}; expected {other}")


def without_ply(board):
    """The SFEN of a board without its move number."""
    return board.sfen().rsplit(" ", 1)[0]


def check_exports(psv, hcpe):
    """Compares all positions of two exports; the numbers of positions and of places where a game begins."""
    board, other = cshogi.Board(), cshogi.Board()
    packed, coded = numpy.zeros(1, cshogi.PackedSfen), numpy.zeros(1, cshogi.HuffmanCodedPos)
    same("positions", len(psv), len(hcpe))
    expected, last_ply, games = None, None, 0
    for a, h in zip(psv, hcpe):
        board.set_psfen(numpy.ascontiguousarray(a["sfen"]))
        other.set_hcp(numpy.ascontiguousarray(h["hcp"]))
        sfen = without_ply(board)
        same("position", without_ply(other), sfen)
        board.to_hcp(coded)
        same("HCP as cshogi codes it", h["hcp"].tobytes(), coded.tobytes())
        board.to_psfen(packed)
        other.set_psfen(packed[0]["sfen"])
        same("position as cshogi packs it", without_ply(other), sfen)
        move = board.move_from_psv(int(a["move"]))
        same(f"move of {sfen}", board.move_from_move16(int(h["bestMove16"]) & 0xFFFF), move)
        same(f"{cshogi.move_to_usi(move)} is legal in {sfen}", board.is_legal(move), True)
        same(f"score of {sfen}", int(h["eval"]), int(a["score"]))
        winner = {0: 0, 1: 1 + board.turn, -1: 2 - board.turn}[int(a["game_result"])]
        same(f"result of {sfen}", int(h["gameResult"]), winner)
        # A game may end one move before the number at which the next begins.
        games += last_ply is None or a["gamePly"] != last_ply + 1 or sfen != expected
        board.push(move)
        expected, last_ply = without_ply(board), int(a["gamePly"])
    return len(psv), games


def check_datagen(engine, folder):
    """Plays games to learn from, exports them in both forms, and compares; the number of differences."""
    def run(*words):
        subprocess.run([engine, "datagen", *words], cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    run("--out", "games", "--games", "40", "--nodes", "50", "--threads", "2")
    for form in ("psv", "hcpe"):
        run("export", "--format", form, "--out", f"games.{form}", "games")
    psv = numpy.fromfile(folder / "games.psv", cshogi.PackedSfenValue)
    hcpe = numpy.fromfile(folder / "games.hcpe", cshogi.HuffmanCodedPosAndEval)
    try:
        positions, games = check_exports(psv, hcpe)
    except Different as difference:
        print(f"exports: {difference}")
        return 1
    print(f"exports: {positions} positions of about {games} games agree")
    return 0 if positions else 1


def read_book(path):
    """The book in text at this path: the number, the moves and the marks by position, in order."""
    book = {}
    for line in path.read_text("utf-8").splitlines()[1:]:
        if line.startswith("sfen "):
            sfen, number = line[len("sfen ") :].rsplit(" ", 1)
            moves, marks = [], []
            book[sfen] = (int(number), moves, marks)
        elif line.startswith("#"):
            marks.append(line.removeprefix("# "))
        else:
            move, reply, *numbers = line.split()
            moves.append((move, reply, *map(int, numbers)))
    return book


def same_as_text(path, book):
    """Has rsshogi read the book in text."""
    read = YaneuraOuBook.open(str(path))
    found = read.validate_full()
    same("what rsshogi says of the book", (found.complete, found.checked_rows), (True, len(book)))
    for sfen, (number, moves, marks) in book.items():
        entry = read.lookup_sfen(f"{sfen} {number}")
        found = [(it.mv.to_usi(), it.score, it.depth, it.count) for it in entry.moves]
        same(f"moves of {sfen}", found, [(move, *numbers) for move, _, *numbers in moves])
        same(f"remarks of {sfen}", entry.comment, "\n".join(marks))


def same_in_bytes(path, book):
    """Has cshogi read the positions and the moves of the book in bytes."""
    data = path.read_bytes()
    magic, count, flags = struct.unpack_from("<16sQQ", data)
    book = {without_number(f"{sfen} 1"): entry for sfen, entry in book.items() if entry[1]}
    same("head of the book in bytes", (magic, count, flags), (b"YANE-BINBOOK-V1\0", len(book), 1))
    board, last = cshogi.Board(), b""
    for place in range(count):
        code, start, number, moves = struct.unpack_from("<32sQHH", data, 32 + 44 * place)
        same("order of the positions", last < code, True)
        board.set_psfen(numpy.frombuffer(code, numpy.uint8))
        sfen = without_ply(board)
        same(f"{sfen} is in the book", sfen in book, True)
        found = []
        for at in range(32 + 44 * count + start, 32 + 44 * count + start + 6 * moves, 6):
            bits, value, depth = struct.unpack_from("<HhH", data, at)
            found.append((cshogi.move_to_usi(board.move_from_psv(bits)), value, depth))
        same(f"moves of {sfen} in bytes", found, [(it[0], it[2], it[3]) for it in book[sfen][1]])
        last = code


def check_values(book):
    """Asks that every move is worth what its position comes to; the number of moves within the book."""
    inner = 0
    board = cshogi.Board()
    best = {without_number(f"{sfen} 1"): moves[0] for sfen, (_, moves, _) in book.items() if moves}
    for sfen, (number, moves, marks) in book.items():
        for move, reply, value, *_ in moves:
            board.set_sfen(f"{sfen} {number}")
            same(f"{move} is legal in {sfen}", board.is_legal(board.move_from_usi(move)), True)
            same(f"{move} is avoided in {sfen}", f"avoid {move}" in marks, False)
            board.push_usi(move)
            after = without_ply(board)
            if after in best:
                # A centipawn is for the longer way.
                comes_to = -best[after][2]
                same(f"{move} in {sfen}: {value}, and {comes_to} after it", value - comes_to in (0, -1), True)
                same(f"reply to {move} in {sfen}", reply, best[after][0])
                inner += 1
    return inner


def check_books(engine, folder):
    """Makes a book, carries its values back, and has others read it; the number of differences."""
    def run(*words):
        command = [engine, "book", *words]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    run("make", "--out", "found.db", "--nodes", "100", "--plies", "4", "--margin", "9999", "--config", "eval=handmade")
    (folder / "never.usi").write_text("startpos moves 9g9f\nstartpos moves 1g1f 1c1d 1f1e\n")
    run("merge", "--out", "marked.db", "--avoid", "never.usi", "found.db")
    run("minimax", "--out", "deep.db", "marked.db")
    run("convert", "--out", "deep.ybb", "deep.db")
    book = read_book(folder / "deep.db")
    try:
        same("order of the book", list(book), sorted(book))
        same_as_text(folder / "deep.db", book)
        same_in_bytes(folder / "deep.ybb", book)
        inner = check_values(book)
    except Different as difference:
        print(f"books: {difference}")
        return 1
    print(f"books: {len(book)} positions agree, {inner} moves are worth what comes of them")
    return 0 if inner else 1


def write_solutions(engine, folder):
    """Has problems solved, and writes each solution as KIF and as JKF."""
    folder.mkdir()
    problems = (ROOT / "sfen-suites/tsume/05.sfen").read_text("utf-8").splitlines()
    texts = [line.split(";")[0] for line in problems if not line.startswith("#")]
    (folder / "problems.sfen").write_text("\n".join(texts[:10]) + "\n")
    for words in (["mate", "judge", "problems.sfen", "--kif", "kif"], ["record", "convert", "kif", "jkf/", "--to", "jkf"]):
        subprocess.run([engine, *words], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def main():
    """Makes the samples and compares them; the exit code."""
    engine = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "target/release/usi-engine").resolve()
    node = shutil.which("node")
    if cshogi is None:
        print("skipped: reading with cshogi, because cshogi or numpy is not installed")
    if node is None:
        print("skipped: reading with tsshogi, because node is not installed")
    if cshogi is None and node is None:
        return 0
    failed = False
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        records = folder / "records"
        command = ["cargo", "test", "--locked", "--quiet", "--test", "all", "--", "samples_are_written"]
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "RECORD_SAMPLES": str(records)})
        if cshogi is not None:
            failed |= check_records(records) > 0
            failed |= check_datagen(engine, folder) > 0
            if YaneuraOuBook is None:
                print("skipped: reading books, because rsshogi is not installed")
            else:
                failed |= check_books(engine, folder) > 0
        if node is not None:
            problems = folder / "problems.json"
            analyze = [engine, "analyze", ROOT / "tests/data/games", "--nodes", "3000", "--problems", problems]
            subprocess.run(analyze, check=True, stderr=subprocess.DEVNULL)
            write_solutions(engine, folder / "solutions")
            script = [node, ROOT / "scripts/check_formats.mjs", records, folder / "solutions", problems]
            failed |= subprocess.run(script).returncode not in (0, 77)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
