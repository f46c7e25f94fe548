#!/usr/bin/env python3
"""Compares what PyPI's cshogi reads from our CSA and KIF records with what is in them.

Usage: check_records.py FOLDER    (scripts/check_records.sh makes the folder)

Every NAME.tsv in FOLDER says what NAME.csa and NAME.kif must contain. Prints one line per
difference and a summary; exits with 1 if there is a difference, with 77 without cshogi.

Left out, because cshogi cannot read them, and counted in the summary: KIF that starts from a drawn
board (it refuses them), times in KIF where some moves have none (its list has no gaps), results in
KIF after a loss on time (it does not know the words).
"""

import sys
from pathlib import Path

try:
    import cshogi
    from cshogi import CSA, KIF
except ImportError:
    print("skipped: no cshogi here (python3 -m pip install cshogi)")
    sys.exit(77)

WINNERS = {"black": cshogi.BLACK_WIN, "white": cshogi.WHITE_WIN, "draw": cshogi.DRAW}
# cshogi's CSA reader calls everything a draw that it knows no winner of.
CSA_WITHOUT_WINNER = {"Mate", "Interrupted"}
# The mate in no plies, as the records have it in centipawns.
MATE = 32000


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
        self.reason, self.winner = end[0] if end else (None, None)


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
    if facts.winner in WINNERS and facts.reason not in CSA_WITHOUT_WINNER:
        yield "winner", parser.win, WINNERS[facts.winner]


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
    if facts.reason == "TimeUp":
        left_out["results"] += 1
    elif facts.winner in WINNERS:
        yield "winner", parser.win, WINNERS[facts.winner]


def main():
    folder = Path(sys.argv[1])
    differences = games = 0
    left_out = {"boards": 0, "times": 0, "results": 0}
    for path in sorted(folder.glob("*.tsv")):
        facts = Facts(path)
        games += 1
        checks = [("csa", check_csa(facts, path.with_suffix(".csa")))]
        checks.append(("kif", check_kif(facts, path.with_suffix(".kif"), left_out)))
        for extension, found in checks:
            for what, read, expected in found:
                if read != expected:
                    differences += 1
                    print(f"{path.stem}.{extension}: {what}: {read}; expected {expected}")
    print(f"cshogi: {games} games, {differences} differences; not checked in KIF: {left_out}")
    sys.exit(1 if differences or not games else 0)


main()
