#!/usr/bin/env python3
"""Compares the mate solver with cshogi's DfPn on positions from games.

    pip install cshogi
    scripts/compare_tsume.py target/release/usi-engine GAMES.jsonl... [--count 2000] [--nodes 100000] [--seed 1]

Games are journals of `selfplay`. Positions are drawn from the last 30 plies of each, if the side to move has
a check. No solver may find a mate where the other proves that there is none, and every line is replayed with
cshogi's rules. Exit code: 0 no contradiction, 1 some, 2 bad arguments.
"""

import argparse
import json
import random
import sys
from collections import Counter
from pathlib import Path

import cshogi

from measure_tsume import Cshogi, Kyomi, is_mate

LAST = 30


def games(path):
    """The starts and moves of the games in a journal."""
    for line in path.read_text().splitlines()[1:]:
        game = json.loads(line)
        yield game["start"], [ply["mv"] for ply in game["plies"]]


def has_check(board):
    """Whether the side to move has a check."""
    for move in list(board.legal_moves):
        board.push(move)
        checks = board.is_check()
        board.pop()
        if checks:
            return True
    return False


def positions(start, moves):
    """The positions of a game's last plies in which the side to move has a check, as SFEN."""
    words = start if " moves" in start else f"{start} moves"
    for plies in range(max(len(moves) - LAST, 0), len(moves)):
        board = cshogi.Board()
        board.set_position(" ".join([words, *moves[:plies]]))
        if has_check(board):
            yield board.sfen()


def draw(paths, count, seed):
    """So many different positions."""
    rng = random.Random(seed)
    all_games = [game for path in paths for game in games(path)]
    rng.shuffle(all_games)
    drawn = {}
    for game in all_games:
        there = list(positions(*game))
        drawn.update(dict.fromkeys(rng.sample(there, min(len(there), 4))))
        if len(drawn) >= count:
            break
    return list(drawn)[:count]


def kind(found):
    """`mate`, `nomate` or `timeout`."""
    return "mate" if isinstance(found, list) else found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine")
    parser.add_argument("journals", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    sfens = draw(args.journals, args.count, args.seed)
    solvers = [Kyomi(args.engine, args.nodes, 64), Cshogi(args.nodes)]
    answers = [[found for found, _ in solver.solve_all(sfens)[0]] for solver in solvers]
    pairs, bad = Counter(), 0
    for sfen, found in zip(sfens, zip(*answers)):
        kinds = tuple(map(kind, found))
        pairs[kinds] += 1
        wrong = [s.name for s, line in zip(solvers, found) if isinstance(line, list) and not is_mate(sfen, line)]
        if set(kinds) == {"mate", "nomate"} or "kyomi" in wrong:
            bad += 1
            print(f"contradiction: {sfen}: kyomi {kinds[0]}, cshogi {kinds[1]}, wrong lines: {wrong}")
    for (own, other), count in sorted(pairs.items()):
        print(f"{count:6} kyomi {own:8} cshogi {other}")
    print(f"{len(sfens)} positions, {bad} contradictions")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
