#!/usr/bin/env python3
"""Checks exported positions with cshogi, which knows both formats on its own.

    python3 -m venv venv && venv/bin/pip install cshogi numpy
    usi-engine datagen export DIR --format psv --out x.psv
    usi-engine datagen export DIR --format hcpe --out x.hcpe
    venv/bin/python scripts/check_export.py x.psv x.hcpe

The files must hold the same positions. For each it is checked that cshogi reads the same position
from both, that it writes it back as the same bytes (in PSV the order of the pieces in hand is
free), that the moves are the same legal move, that scores and results agree, and that the move
leads to the next position where that is of the same game. Exit code 1 at the first difference.
"""

import sys

import cshogi
import numpy


def fail(index, what, *values):
    print(f"position {index}: {what}: " + " / ".join(map(str, values)))
    sys.exit(1)


def same_position(sfen):
    """An SFEN without its move number."""
    return sfen.rsplit(" ", 1)[0]


def main(psv_path, hcpe_path):
    psv = numpy.fromfile(psv_path, cshogi.PackedSfenValue)
    hcpe = numpy.fromfile(hcpe_path, cshogi.HuffmanCodedPosAndEval)
    if len(psv) != len(hcpe) or len(psv) == 0:
        fail(0, "numbers of positions differ or are 0", len(psv), len(hcpe))
    board, other = cshogi.Board(), cshogi.Board()
    packed = numpy.zeros(1, cshogi.PackedSfen)
    coded = numpy.zeros(1, cshogi.HuffmanCodedPos)
    expected, last_ply, games = None, None, 0
    for i in range(len(psv)):
        a, h = psv[i], hcpe[i]
        board.set_psfen(numpy.ascontiguousarray(a["sfen"]))
        other.set_hcp(numpy.ascontiguousarray(h["hcp"]))
        sfen = same_position(board.sfen())
        if sfen != same_position(other.sfen()):
            fail(i, "positions differ", sfen, other.sfen())
        board.to_hcp(coded)
        if coded.tobytes() != h["hcp"].tobytes():
            fail(i, "cshogi codes it differently", sfen)
        board.to_psfen(packed)
        other.set_psfen(packed[0]["sfen"])
        if sfen != same_position(other.sfen()):
            fail(i, "cshogi packs it differently", sfen)

        move = board.move_from_psv(int(a["move"]))
        same = board.move_from_move16(int(h["bestMove16"]) & 0xFFFF)
        if move != same or not board.is_legal(move):
            fail(i, "moves", cshogi.move_to_usi(move), cshogi.move_to_usi(same), sfen)
        if a["score"] != h["eval"]:
            fail(i, "scores differ", a["score"], h["eval"])
        winner = {0: 0, 1: 1 + board.turn, -1: 2 - board.turn}[int(a["game_result"])]
        if winner != h["gameResult"]:
            fail(i, "results differ", a["game_result"], h["gameResult"], sfen)

        goes_on = last_ply is not None and a["gamePly"] == last_ply + 1
        if goes_on and sfen != expected:
            # A game may end one move before the number at which the next begins.
            games += 1
        elif not goes_on:
            games += 1
        board.push(move)
        expected, last_ply = same_position(board.sfen()), int(a["gamePly"])
    print(f"{len(psv)} positions of {games} games agree")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
