#!/usr/bin/env python3
"""How far the values of networks are from those of another engine, which thought longer.

    scripts/value_error.py ../shared/data/oracle.tsv old.nnue new.nnue --nodes 300,3000

A line of the table has a position as USI's `position` takes it, and in the column `cp_300k` the other
engine's centipawns for the side to move. Each network searches each position from an empty table.
Told is the mean squared error of the chance of winning: theirs are 1 / (1 + exp(-cp / 600)), ours have the
scale that fits best, each network its own. The difference from the first network is of the same
positions, so its 95 % error is small. `-` is the network built in. Needs numpy.
"""

import argparse
import sys

import numpy as np
from first_moves import Engine

SCALES = np.arange(300, 2001, 20)
MATE = 30000.0  # centipawns that stand for a mate
THEIR_SCALE = 600


def rows(path, column):
    """Positions, and the other engine's centipawns for them."""
    with open(path) as lines:
        names = next(lines).lstrip("# ").rstrip("\n").split("\t")
        if column not in names:
            sys.exit(f"{path}: no column `{column}`; expected one of {', '.join(names)}")
        at = names.index(column)
        table = [line.rstrip("\n").split("\t") for line in lines]
    return [row[0] for row in table], np.array([centipawns(row[at].split()) for row in table])


def centipawns(words):
    """A value as USI and the table write it: `35`, `cp 35` or `mate -10`."""
    if words[0] == "mate":
        return -MATE if words[1].startswith("-") else MATE
    return float(words[-1])


def searched(program, network, positions, nodes):
    """The value of each position for the side to move, in centipawns."""
    engine = Engine(program)
    if network != "-":
        engine.send(f"setoption name EvalFile value {network}")
    engine.send("isready")
    for line in engine.lines("readyok"):
        if "refused" in line:
            sys.exit(line.strip())
    values = []
    for position in positions:
        engine.send("usinewgame", f"position {position}", f"go nodes {nodes}")
        values.append(last_value(engine.lines("bestmove")))
    engine.quit()
    return np.array(values)


def last_value(lines):
    """What a search said last, in centipawns; nothing is not a number."""
    value = np.nan
    for line in lines:
        words = line.split()
        if "score" in words:
            value = centipawns(words[words.index("score") + 1 :][:2])
    return value


def chance(values, scale):
    return 1 / (1 + np.exp(-np.clip(values / scale, -50, 50)))


def errors(values, theirs):
    """The squared error of each position at the best scale, and that scale."""
    by_scale = [(chance(values, scale) - chance(theirs, THEIR_SCALE)) ** 2 for scale in SCALES]
    best = int(np.argmin([np.nanmean(error) for error in by_scale]))
    return by_scale[best], SCALES[best]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", help="positions and the other engine's values")
    parser.add_argument("networks", nargs="+", metavar="NET")
    parser.add_argument("--nodes", default="300,3000", help="nodes a position, separated by commas [300,3000]")
    parser.add_argument("--column", default="cp_300k", help="the other engine's values [cp_300k]")
    parser.add_argument("--engine", default="target/release/usi-engine")
    args = parser.parse_args()
    positions, theirs = rows(args.table, args.column)
    for nodes in args.nodes.split(","):
        first = None
        for network in args.networks:
            error, scale = errors(searched(args.engine, network, positions, nodes), theirs)
            first = error if first is None else first
            difference = (error - first)[~np.isnan(error - first)]
            margin = 1.96 * difference.std(ddof=1) / len(difference) ** 0.5
            print(
                f"{nodes:>7} nodes  error {np.nanmean(error):.4f}  scale {scale:4}  "
                f"{difference.mean():+.4f} ± {margin:.4f}  {network}",
                flush=True,
            )


if __name__ == "__main__":
    main()
