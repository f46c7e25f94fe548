#!/usr/bin/env python3
"""Confirms suites of mates by a second solver, cshogi's DfPn.

    pip install cshogi
    scripts/confirm_tsume.py sfen-suites/tsume/*.sfen sfen-suites/nomate/*.sfen [--nodes 1000000] [--stamp]

Rows with `mate N` must have a mate within N plies and none within N - 2; if `bm` names one first move, no
other check may mate. Rows with `nomate` must have none. Other rows are left alone. Contradictions are named,
and what DfPn does not decide within the nodes is counted. With --stamp the head of each file without a
contradiction says so. Exit code: 0 no contradiction, 1 some, 2 bad arguments.
"""

import argparse
import sys
from importlib.metadata import version
from pathlib import Path

import cshogi

STAMP = "# Confirmed by cshogi"


class Solver:
    """DfPn with a limit of nodes."""

    def __init__(self, nodes):
        self.nodes = nodes
        self.dfpn = cshogi.DfPn(depth=31, nodes=nodes, draw_ply=100000)

    def mates(self, board, plies, to_defend=False):
        """Whether there is a mate within so many plies; None if that is not decided.

        DfPn does not keep strictly to its depth: a mate that it finds counts if its line is short enough.
        """
        self.dfpn.set_max_depth(plies)
        if to_defend:
            found, line = self.dfpn.search_andnode(board), []
        else:
            found = self.dfpn.search(board)
            line = self.dfpn.get_pv(board) if found else []
        if found:
            return True if len(line) <= plies else None
        return False if self.dfpn.searched_node < self.nodes else None


def operations(row):
    """The operations of a row after its position, by name."""
    parts = (part.strip().partition(" ") for part in row.split(";")[1:])
    return {name: argument for name, _, argument in parts}


def other_mates(solver, board, first):
    """What the solver says of each check but `first`."""
    for move in list(board.legal_moves):
        if cshogi.move_to_usi(move) == first:
            continue
        board.push(move)
        if board.is_check():
            yield solver.mates(board, 2000, to_defend=True)
        board.pop()


def verdicts(solver, row):
    """What is said of the row's claims: True if confirmed, False if contradicted, None if undecided."""
    asked, board = operations(row), cshogi.Board(row.split(";")[0].strip())

    def negated(found):
        return None if found is None else not found

    if "nomate" in asked:
        return [negated(solver.mates(board, 2000))]
    if not asked.get("mate"):
        return []
    plies, best = int(asked["mate"]), asked.get("bm", "").split()
    claims = [solver.mates(board, plies)]
    if plies > 1:
        claims.append(negated(solver.mates(board, plies - 2)))
    if len(best) == 1:
        claims += [negated(found) for found in other_mates(solver, board, best[0])]
    return claims


def confirm(solver, path):
    """The numbers of rows confirmed, contradicted and undecided."""
    counts = [0, 0, 0]
    for number, row in enumerate(path.read_text().splitlines(), 1):
        if row.startswith("#") or not row.strip():
            continue
        claims = verdicts(solver, row)
        if False in claims:
            print(f"{path}:{number}: contradicted: {row}")
            counts[1] += 1
        elif claims:
            counts[2 if None in claims else 0] += 1
    return counts


def stamp(path, counts, nodes):
    """Says at the head of the file what was confirmed."""
    lines = [line for line in path.read_text().splitlines() if not line.startswith(STAMP)]
    heads = next(number for number, line in enumerate(lines) if not line.startswith("#"))
    undecided = f", {counts[2]} not decided" if counts[2] else ""
    said = f"{STAMP} {version('cshogi')}'s DfPn within {nodes} nodes: {counts[0]} of {sum(counts)}{undecided}."
    path.write_text("\n".join([*lines[:heads], said, *lines[heads:]]) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("suites", nargs="+", type=Path)
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--stamp", action="store_true")
    arguments = parser.parse_args()
    solver, contradictions = Solver(arguments.nodes), 0
    for path in arguments.suites:
        counts = confirm(solver, path)
        print(f"{path}: {counts[0]} confirmed, {counts[1]} contradicted, {counts[2]} not decided")
        contradictions += counts[1]
        if arguments.stamp and not counts[1]:
            stamp(path, counts, arguments.nodes)
    return 1 if contradictions else 0


if __name__ == "__main__":
    sys.exit(main())
