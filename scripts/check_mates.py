#!/usr/bin/env python3
"""Compares the mate solver with cshogi's DfPn, which shares no code with it, on suites of positions.

Usage: check_mates.py measure ENGINE SUITE... [--nodes 1000000] [--hash 64] [--limit N]
       check_mates.py confirm SUITE... [--nodes 1000000] [--limit N] [--stamp]

A suite is a file of sfen-suites/, or a table in a .tsv file whose first line names its columns; of those `sfen` and
`best_plies` are used: a number is a mate in so many plies, `0` is no mate, and anything else is not known. --limit
takes the first N positions of each suite.

`measure` has both solvers answer every position, each with one thread and at most so many nodes, and prints a row for
each suite and solver. CPU seconds are those of the process (ours, less its start) or of the call (cshogi's). Every
line is replayed by cshogi's rules: all moves are legal, those of the attacker check, and the last one mates.

`confirm` asks cshogi about what a suite claims: rows with `mate N` must have a mate within N plies and none within
N - 2; if `bm` names one first move, no other check may mate; rows with `nomate` must have none. With --stamp the head
of each file without a contradiction says so.

Needs cshogi (`python3 -m pip install cshogi`). Exit code 0: no contradiction; 1: our solver is wrong, the two solvers
contradict each other, or a claim is contradicted; 2: bad arguments.
"""

import argparse
import os
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

import cshogi

STAMP = "# Confirmed by cshogi"
HEAD = "suite                    solver  count  solved undecided wrong denied longer       nodes    CPU s"


class Position:
    """A position of a suite, and what the suite claims: plies to mate (0: no mate, None: not known) and the best move."""

    def __init__(self, place, sfen, plies, best=None):
        self.place, self.sfen, self.plies, self.best = place, sfen, plies, best


def read_suite(path):
    """The positions of a suite."""
    lines = path.read_text(encoding="utf-8").splitlines()
    if path.suffix == ".tsv":
        names = lines[0].lstrip("# ").split("\t")
        rows = [dict(zip(names, line.split("\t"))) for line in lines[1:] if line]
        return [Position(f"{path}:{number}", row["sfen"], int(row["best_plies"]) if row["best_plies"].isdigit() else None)
                for number, row in enumerate(rows, 2)]
    return [read_row(f"{path}:{number}", line) for number, line in enumerate(lines, 1) if line.strip() and not line.startswith("#")]


def read_row(place, row):
    """The position of one row of a file of sfen-suites/."""
    sfen, *operations = (part.strip() for part in row.split(";"))
    asked = dict(operation.partition(" ")[::2] for operation in operations)
    moves = asked.get("bm", "").split()
    plies = 0 if "nomate" in asked else int(asked["mate"]) if asked.get("mate") else None
    return Position(place, sfen, plies, moves[0] if len(moves) == 1 else None)


class Kyomi:
    """This engine, over a pipe; one process for all positions of a suite."""

    name = "kyomi"

    def __init__(self, engine, nodes, hash_mb):
        self.engine, self.nodes, self.hash_mb = engine, nodes, hash_mb

    def solve_all(self, sfens):
        """What was found in each position with its nodes, and CPU seconds."""
        start = self._run([])[1]
        results, seconds = self._run(sfens)
        return results, max(seconds - start, 0.0)

    def _run(self, sfens):
        process = subprocess.Popen([self.engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
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
                return (words[1] if words[1] in ("nomate", "timeout") else words[1:]), nodes
        sys.exit(f"{self.engine} ended at {sfen}")


class Cshogi:
    """cshogi's DfPn, in this process."""

    name = "cshogi"

    def __init__(self, nodes):
        self.nodes = nodes
        self.dfpn = cshogi.DfPn(depth=2000, nodes=nodes, draw_ply=100_000)

    def solve_all(self, sfens):
        """What was found in each position with its nodes, and CPU seconds."""
        results, seconds = [], 0.0
        for sfen in sfens:
            board = cshogi.Board(sfen)
            before = time.process_time()
            found = self.dfpn.search(board)
            line = self.dfpn.get_pv(board) if found else []
            seconds += time.process_time() - before
            nodes = self.dfpn.searched_node
            missed = "nomate" if nodes < self.nodes else "timeout"
            results.append(([cshogi.move_to_usi(move) for move in line] if found else missed, nodes))
        return results, seconds

    def mates_within(self, board, plies, to_defend=False):
        """Whether there is a mate within so many plies; None if that is not decided.

        DfPn does not keep strictly to its depth: a mate that it finds counts if its line is short enough.
        """
        self.dfpn.set_max_depth(plies)
        found = self.dfpn.search_andnode(board) if to_defend else self.dfpn.search(board)
        if found:
            line = [] if to_defend else self.dfpn.get_pv(board)
            return True if len(line) <= plies else None
        return False if self.dfpn.searched_node < self.nodes else None


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


def row_of(positions, found):
    """What became of the answers to the positions: solved, undecided, wrong, denied, longer than the best."""
    solved = undecided = wrong = denied = longer = 0
    for position, answer in zip(positions, found):
        if answer == "timeout":
            undecided += 1
        elif answer == "nomate":
            denied += bool(position.plies)
            solved += not position.plies
        elif position.plies == 0 or not is_mate(position.sfen, answer):
            wrong += 1
        else:
            solved += 1
            longer += position.plies is not None and len(answer) > position.plies
    return solved, undecided, wrong, denied, longer


def measure(arguments):
    """Prints the rows of all suites; how much is contradicted."""
    solvers = [Kyomi(arguments.engine, arguments.nodes, arguments.hash), Cshogi(arguments.nodes)]
    print(HEAD)
    bad = 0
    for path in arguments.suites:
        positions = read_suite(path)[: arguments.limit]
        found = []
        for solver in solvers:
            results, seconds = solver.solve_all([position.sfen for position in positions])
            found.append([answer for answer, _ in results])
            solved, undecided, wrong, denied, longer = row_of(positions, found[-1])
            nodes = sum(nodes for _, nodes in results)
            print(f"{path.stem:24} {solver.name:7} {len(positions):5} {solved:7} {undecided:9} "
                  f"{wrong:5} {denied:6} {longer:6} {nodes:11,} {seconds:8.2f}", flush=True)
            bad += (wrong + denied) * (solver is solvers[0])
        for position, ours, theirs in zip(positions, *found):
            if position.plies is None and {isinstance(ours, list), isinstance(theirs, list)} == {True, False} and "nomate" in (ours, theirs):
                print(f"{position.place}: kyomi says {ours}, cshogi {theirs}")
                bad += 1
    return bad


def verdicts(solver, position):
    """What cshogi says of each claim: True if confirmed, False if contradicted, None if undecided."""
    def negated(found):
        return None if found is None else not found

    board = cshogi.Board(position.sfen)
    if position.plies is None:
        return []
    if position.plies == 0:
        return [negated(solver.mates_within(board, 2000))]
    claims = [solver.mates_within(board, position.plies)]
    if position.plies > 1:
        claims.append(negated(solver.mates_within(board, position.plies - 2)))
    for move in list(board.legal_moves) if position.best else []:
        if cshogi.move_to_usi(move) != position.best:
            board.push(move)
            if board.is_check():
                claims.append(negated(solver.mates_within(board, 2000, to_defend=True)))
            board.pop()
    return claims


def stamp(path, confirmed, undecided, nodes):
    """Writes at the head of the file what was confirmed."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith(STAMP)]
    head = next(number for number, line in enumerate(lines) if not line.startswith("#"))
    rest = f", {undecided} not decided" if undecided else ""
    text = f"{STAMP} {version('cshogi')}'s DfPn within {nodes} nodes: {confirmed} of {confirmed + undecided}{rest}."
    path.write_text("\n".join([*lines[:head], text, *lines[head:]]) + "\n", encoding="utf-8")


def confirm(arguments):
    """Asks about all claims of the suites; how many are contradicted."""
    solver, bad = Cshogi(arguments.nodes), 0
    for path in arguments.suites:
        confirmed = contradicted = undecided = 0
        for position in read_suite(path)[: arguments.limit]:
            claims = verdicts(solver, position)
            if False in claims:
                print(f"{position.place}: contradicted: {position.sfen}")
                contradicted += 1
            elif claims:
                undecided += None in claims
                confirmed += None not in claims
        print(f"{path}: {confirmed} confirmed, {contradicted} contradicted, {undecided} not decided", flush=True)
        bad += contradicted
        if arguments.stamp and not contradicted:
            stamp(path, confirmed, undecided, arguments.nodes)
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    measuring, confirming = commands.add_parser("measure"), commands.add_parser("confirm")
    measuring.add_argument("engine")
    measuring.add_argument("--hash", type=int, default=64, help="megabytes of our table")
    measuring.set_defaults(run=measure)
    confirming.add_argument("--stamp", action="store_true", help="write into each file what was confirmed")
    confirming.set_defaults(run=confirm)
    for command in (measuring, confirming):
        command.add_argument("suites", nargs="+", type=Path)
        command.add_argument("--nodes", type=int, default=1_000_000, help="a position")
        command.add_argument("--limit", type=int, help="the first so many positions of each suite")
    arguments = parser.parse_args()
    return 1 if arguments.run(arguments) else 0


if __name__ == "__main__":
    sys.exit(main())
