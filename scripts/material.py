#!/usr/bin/env python3
"""What material is worth beside a network's values, by the results of games; and a network that knows it.

    scripts/material.py fit GAMES.psv…
    scripts/material.py fold NET.nnue GAMES.psv --percent 50 --out NEW.nnue --origin TEXT

`fit` asks how results depend on the score and on the difference in each kind of piece, by a logistic
regression over positions that are not in check. A network whose material is right gets zeros. What it
found on 2026-11-24 is the table below.

`fold` writes a percentage of that table into a network of our own, which costs no time: two numbers of
its accumulators that hardly vary on the games' positions, attacks left out, are given up. With m the
table's sum for the side to move, in centipawns, one becomes 1/2 + m/(2S) and the other 1/2 - m/(2S), S
the scale of the file. The difference of their squares is m/S, as long as m is no more than S either way.

GAMES.psv is written by `usi-engine datagen export --format psv`. Needs numpy and cshogi.
"""

import argparse
import sys

import numpy as np
from cshogi import Board
from mean_network import read, write

PSV = np.dtype([("position", np.uint8, 32), ("score", "<i2"), ("move", "<u2"), ("ply", "<u2"), ("result", "i1"), ("pad", "u1")])
# In the order of `shogi_core::PieceKind`, in centipawns: what an own piece on the board is worth too
# much, with the promoted ones that move as golds taken as golds, and one in hand.
ON_BOARD = [-35, -75, -60, -100, -105, -100, -85, 0, -105, -105, -105, -105, -130, -150]
IN_HAND = [-21, -25, -25, -17, -35, -33, -45]
HELD = [18, 4, 4, 4, 4, 2, 2]  # how many of a kind there are: inputs for each hand
# cshogi's piece types, bishop and rook before gold, as numbers of the table.
KIND = [None, 0, 1, 2, 3, 5, 6, 4, 7, 8, 9, 10, 11, 12, 13]
SQUARES = 81
ATTACKS = 299  # inputs for what is attacked (`src/eval/nnue/features/attacks.rs`)
KING, REACH = 7, 3  # as a kind; how far off the own king a piece has an input more (`src/eval/nnue/features/near.rs`)
ONE, ONE_SQUARED, ONE_WEIGHT = 1 << 10, 1 << 14, 1 << 8  # `src/eval/nnue/layers/squared.rs`
NAMES = "P L N S G B R K +P +L +N +S +B +R hP hL hN hS hG hB hR".split()


def positions(path, count, seed=1):
    """Up to `count` records of a file drawn at random that are not in check, each with its board."""
    records = np.fromfile(path, PSV)
    chosen = np.random.default_rng(seed).permutation(len(records))[:count]
    board = Board()
    for index in np.sort(chosen):
        board.set_psfen(records["position"][index])
        if not board.is_check():
            yield records[index], board


def owner_and_kind(piece):
    return piece >> 4, KIND[piece & 15]


def difference(board):
    """How many pieces of each kind the side to move has more, on the board and in hand."""
    counts = np.zeros(len(NAMES))
    mover = board.turn
    for piece in filter(None, board.pieces):
        owner, kind = owner_and_kind(piece)
        counts[kind] += 1 if owner == mover else -1
    hands = np.array(board.pieces_in_hand)
    counts[14:] = hands[mover] - hands[1 - mover]
    return counts


def logistic(inputs, results, ridge):
    """Weights by Newton's method; the first three inputs are not held down."""
    held = ridge * (np.arange(inputs.shape[1]) >= 3)
    weights = np.zeros(inputs.shape[1])
    for _ in range(8):
        chances = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (chances - results) + held * weights
        bend = (inputs.T * (chances * (1 - chances))) @ inputs + np.diag(held + 1e-9)
        weights -= np.linalg.solve(bend, slope)
    return weights


def fit(options):
    for path in options.games:
        rows = [
            (record["score"], record["result"], difference(board))
            for record, board in positions(path, options.positions)
            if abs(record["score"]) < options.score_below
        ]
        score = np.array([row[0] for row in rows]) / 600
        results = (np.array([row[1] for row in rows]) + 1) / 2
        counts = np.array([row[2] for row in rows], float)
        inputs = np.c_[np.ones(len(rows)), score, score**3, counts]
        weights = logistic(inputs, results, 20)
        worth = weights[3:] / weights[1] * 600
        print(f"{path}: {len(rows)} positions; what a piece is worth beside the score, in centipawns")
        print("  " + "  ".join(f"{name} {value:+.0f}" for name, value in zip(NAMES, worth) if name != "K"))


def table(inputs):
    """The worth of each input to the side that sees it (`src/eval/nnue/features`); none near its king, none for attacks."""
    own = np.repeat(ON_BOARD, SQUARES).tolist()
    for worth, count in zip(IN_HAND, HELD):
        own += [worth] * count
    flat = own + [-worth for worth in reversed(own)]
    near = 2 * 14 * (2 * REACH + 1) ** 2
    expected = [len(flat), len(flat) + near, len(flat) + near + ATTACKS]
    if inputs not in expected:
        sys.exit(f"the network has {inputs} inputs, expected one of {expected}")
    return np.array(flat + [0] * (inputs - len(flat)), float)


def active(board, side, inputs):
    """The inputs that are on as `side` sees the board, without those for attacks."""
    first = [14 * SQUARES + sum(HELD[:kind]) for kind in range(7)]
    flat = 2 * (14 * SQUARES + sum(HELD))
    found = []

    def note(owner, index):
        found.append(index if owner == side else flat - 1 - index)

    def turned(square, owner):
        return square if owner == 0 else SQUARES - 1 - square

    placed = [(square, *owner_and_kind(piece)) for square, piece in enumerate(board.pieces) if piece]
    for square, owner, kind in placed:
        note(owner, kind * SQUARES + turned(square, owner))
    kings = [turned(square, side) for square, owner, kind in placed if (owner, kind) == (side, KING)]
    if inputs > flat and kings:
        for square, owner, kind in placed:
            file, rank = np.subtract(divmod(turned(square, side), 9), divmod(kings[0], 9)) + REACH
            if 0 <= file <= 2 * REACH >= rank >= 0 and (file, rank) != (REACH, REACH):
                of_others = 0 if owner == side else 14
                found.append(flat + ((of_others + kind) * (2 * REACH + 1) + file) * (2 * REACH + 1) + rank)
    for owner, hand in enumerate(board.pieces_in_hand):
        for kind, count in enumerate(hand):
            for index in range(count):
                note(owner, first[kind] + index)
    return found


def fold(options):
    head, (inputs, hidden), scale, numbers, bias = read(options.network)
    weights, biases, outputs = np.split(numbers, [inputs * hidden, (inputs + 1) * hidden])
    weights = weights.reshape(inputs, hidden)

    def worths(board):
        """What each number is worth in a position, in centipawns."""
        total = 0
        for side, output in ((board.turn, outputs[:hidden]), (1 - board.turn, outputs[hidden:])):
            seen = weights[active(board, side, inputs)].sum(0) + biases
            total = total + (seen.clip(0, ONE) / ONE) ** 2 * output / ONE_WEIGHT * scale
        return total

    sample = np.array([worths(board) for _, board in positions(options.games, 4000)])
    spread = sample.std(0)
    plus, minus = np.argsort(spread)[:2]
    print(f"given up: numbers {plus} and {minus}, worth {spread[plus]:.2f} and {spread[minus]:.2f} cp (standard deviation)")
    bias += sample[:, [plus, minus]].mean(0).sum() / scale * ONE_SQUARED * ONE_WEIGHT
    row = np.rint(table(inputs) * options.percent / 100 / (2 * scale) * ONE)
    weights[:, plus], weights[:, minus] = row, -row
    biases[[plus, minus]] = ONE // 2
    outputs[[plus, minus]] = ONE_WEIGHT, -ONE_WEIGHT
    outputs[[hidden + plus, hidden + minus]] = 0
    numbers = np.concatenate([weights.ravel(), biases, outputs])
    write(options.out, head, (inputs, hidden), scale, options.origin, numbers, bias)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("fit")
    command.add_argument("games", nargs="+")
    command.add_argument("--positions", type=int, default=400_000, help="so many of each file, at random")
    command.add_argument("--score-below", type=int, default=1500, help="only those with a score below, in centipawns")
    command.set_defaults(run=fit)
    command = commands.add_parser("fold")
    command.add_argument("network")
    command.add_argument("games")
    command.add_argument("--percent", type=float, required=True, help="of the table")
    command.add_argument("--out", required=True)
    command.add_argument("--origin", required=True, help="how the network was made, kept in its file")
    command.set_defaults(run=fold)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
