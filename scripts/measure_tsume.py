#!/usr/bin/env python3
"""Measures the mate solver beside cshogi's DfPn, on suites of positions.

    pip install cshogi
    scripts/measure_tsume.py target/release/usi-engine SUITE.tsv... [--nodes 1000000] [--hash 64]

A suite is a TSV file whose first line names its columns; `sfen` and `best_plies` are used: a
number is a mate in so many plies, `0` no mate, anything else (`~N`, `?`) is only solved as far as
possible. Each solver has one thread and at most so many nodes a position. CPU seconds are those of
the process (ours; less its start) or of the call (cshogi's). Every line is replayed with cshogi's
legal moves: all of the attacker's moves must check and the last must mate. The exit code is 1 if
a line is wrong, a mate is claimed where there is none, or a mate is denied where there is one.
"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

import cshogi


class Kyomi:
    """This engine, over a pipe; one process for all positions of a suite."""

    name = "kyomi"

    def __init__(self, engine, nodes, hash_mb):
        self.engine, self.nodes, self.hash_mb = engine, nodes, hash_mb

    def solve_all(self, sfens):
        start = self._run([])[1]
        results, seconds = self._run(sfens)
        return results, max(seconds - start, 0.0)

    def _run(self, sfens):
        process = subprocess.Popen(
            [self.engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        process.stdin.write(f"setoption name USI_Hash value {self.hash_mb}\n")
        results = [self._solve(process, sfen) for sfen in sfens]
        process.stdin.write("quit\n")
        process.stdin.close()
        _, _, usage = os.wait4(process.pid, 0)
        return results, usage.ru_utime + usage.ru_stime

    def _solve(self, process, sfen):
        process.stdin.write(f"position sfen {sfen}\ngo mate nodes {self.nodes}\n")
        process.stdin.flush()
        nodes = 0
        for line in process.stdout:
            words = line.split()
            if words[0] == "info" and "nodes" in words:
                nodes = int(words[words.index("nodes") + 1])
            elif words[0] == "checkmate":
                return answer(words[1:]), nodes
        sys.exit(f"{self.engine} ended at {sfen}")


def answer(words):
    """`nomate`, `timeout`, or the line as a list."""
    return words[0] if words[0] in ("nomate", "timeout") else words


class Cshogi:
    """cshogi's DfPn, in this process."""

    name = "cshogi"

    def __init__(self, nodes):
        self.dfpn = cshogi.DfPn(depth=2000, nodes=nodes, draw_ply=100000)
        self.nodes = nodes

    def solve_all(self, sfens):
        results, seconds = [], 0.0
        for sfen in sfens:
            board = cshogi.Board(sfen)
            before = time.process_time()
            found = self.dfpn.search(board)
            line = self.dfpn.get_pv(board) if found else []
            seconds += time.process_time() - before
            nodes = self.dfpn.searched_node
            missed = "nomate" if nodes < self.nodes else "timeout"
            results.append(([cshogi.move_to_usi(m) for m in line] if found else missed, nodes))
        return results, seconds


def is_mate(sfen, line):
    """Whether `line` is legal, the attacker always checks, and the end is mate."""
    board = cshogi.Board(sfen)
    for number, usi in enumerate(line):
        move = board.move_from_usi(usi)
        if move not in list(board.legal_moves):
            return False
        board.push(move)
        if number % 2 == 0 and not board.is_check():
            return False
    return len(line) % 2 == 1 and not list(board.legal_moves)


def read_suite(path):
    """The rows of a suite, as dictionaries."""
    lines = path.read_text(encoding="utf-8").splitlines()
    columns = lines[0].lstrip("#").split("\t")
    return [dict(zip(columns, line.split("\t"))) for line in lines[1:] if line]


def wanted(row):
    """`mate`, `nomate` or `?`."""
    best = row["best_plies"]
    return "nomate" if best == "0" else "?" if best == "?" else "mate"


def measure(solver, path, rows, verbose):
    results, seconds = solver.solve_all([row["sfen"] for row in rows])
    solved = denied = wrong = undecided = longer = 0
    for row, (found, _) in zip(rows, results):
        want = wanted(row)
        if found == "timeout":
            undecided += 1
        elif isinstance(found, list):
            bad = want == "nomate" or not is_mate(row["sfen"], found)
            wrong += bad
            solved += not bad
            if row["best_plies"].isdigit():
                longer += len(found) > int(row["best_plies"])
        else:
            denied += want == "mate"
            solved += want != "mate"
        if verbose and (found == "timeout" or want == "mate" and found == "nomate"):
            print("   ", row["id"], row["best_plies"], found)
    nodes = sum(nodes for _, nodes in results)
    print(
        f"{path.name.split('.')[0]:18} {solver.name:7} {len(rows):5} {solved:7} {undecided:9} "
        f"{wrong:5} {denied:6} {longer:6} {nodes:11,} {seconds:8.2f}",
        flush=True,
    )
    return solver.name == "kyomi" and wrong + denied > 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine")
    parser.add_argument("suites", nargs="+", type=Path)
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--hash", type=int, default=64)
    parser.add_argument("--only", choices=["kyomi", "cshogi"])
    parser.add_argument("--limit", type=int, help="the first so many positions of each suite")
    parser.add_argument("--verbose", action="store_true", help="name what was not decided")
    args = parser.parse_args()
    solvers = [Kyomi(args.engine, args.nodes, args.hash), Cshogi(args.nodes)]
    print("suite              solver  count  solved undecided wrong denied longer       nodes    CPU s")
    failed = False
    for path in args.suites:
        rows = read_suite(path)[: args.limit]
        for solver in solvers:
            if args.only in (None, solver.name):
                failed |= measure(solver, path, rows, args.verbose)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
