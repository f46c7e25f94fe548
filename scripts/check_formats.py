#!/usr/bin/env python3
"""Has cshogi and tsshogi read what the program writes, and compares what they find with what is in it.

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

ENGINE is target/release/usi-engine unless given. Needs cshogi and numpy (`pip install cshogi numpy`), and tsshogi
where node looks for it or in the folder TSSHOGI, one that `npm install tsshogi` was run in; a line says what is
skipped. Exit code 0: no difference; 1: a difference, or the samples could not be made.
"""

import os
import shutil
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
        if node is not None:
            problems = folder / "problems.json"
            analyze = [engine, "analyze", ROOT / "tests/data/games", "--nodes", "3000", "--problems", problems]
            subprocess.run(analyze, check=True, stderr=subprocess.DEVNULL)
            script = [node, ROOT / "scripts/check_formats.mjs", records, problems]
            failed |= subprocess.run(script).returncode not in (0, 77)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
