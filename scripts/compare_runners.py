#!/usr/bin/env python3
"""One match, played by `selfplay` and by ShogiArena: the same games? at what cost? and after a kill?

Usage: compare_runners.py [--engine PROGRAM] [--pairs N] [--nodes N]

Run it with the Python into which `pip install shogiarena` (1.3.2) was done; Linux only. Both runners
play the engine's network against its hand-made evaluation, two child processes speaking USI, from the
same positions with both colours, one game at a time, at a fixed number of nodes, repetition at the
fourth time and at most 320 moves. The engines are deterministic then, so both must play the same moves.

Prints a table: games, plies, games that are equal move by move, seconds a game, the runner's own CPU
time a ply (the engines' left out), bytes left on the disk; then what each had kept when it was killed
with SIGKILL half-way, how many engines lived on two seconds later, and whether the same command came to
the games of the run that was left alone. Exit code 0: all games are equal, 1: some are not, 2: bad
arguments or no ShogiArena.
"""

import argparse
import json
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

OPENINGS = pathlib.Path(__file__).resolve().parent.parent / "sfen-suites/openings/games.sfen"
MOST_MOVES = 320
CONFIG = """experiment_name: side-by-side
engines:
  - engine_path: network.yaml
  - engine_path: handmade.yaml
tournament:
  scheduler: round_robin
  games_per_pair: {games}
  num_parallel: 1
  seed: 1
rules:
  time_control:
    node_limit: {nodes}
  repetition_occurrences_to_draw: 4
  initial_positions:
    type: file
    source: {folder}/openings.sfen
    source_format: sfen
    selection_policy: without_replacement
    flip_policy: pair_both
  adjudication:
    max_plies: {most}
    sync_max_plies_with_engine: false
dashboard:
  enabled: false
"""
ENGINE = """name: {name}
engine_path: {path}
working_directory: {folder}
options:
  USI_Hash: 16
  Eval: {evaluation}
"""


class Selfplay:
    """Our runner: the games of a journal."""

    name = "selfplay"

    def __init__(self, engine, folder, games, nodes):
        player = f"usi:{engine},USI_Hash=16,Eval="
        self.journal = folder / "ours.jsonl"
        self.command = [
            str(engine), "selfplay", player + "nnue", player + "handmade", "--nodes", str(nodes),
            "--openings", str(folder / "openings.sfen"), "--opening-order", "sequential",
            "--games", str(games), "--max-moves", str(MOST_MOVES), "--journal", str(self.journal),
        ]

    def games(self):
        """Start and colour to moves, of the games that have been kept."""
        lines = self.journal.read_text().splitlines()[1:] if self.journal.exists() else []
        found = {}
        for line in lines:
            try:
                game = json.loads(line)
            except json.JSONDecodeError:
                continue
            start = game["start"].removeprefix("sfen ")
            found[start, game["black"] == 0] = [ply["mv"] for ply in game["plies"]]
        return found

    def size(self):
        """Bytes left on the disk."""
        return self.journal.stat().st_size

    def forget(self):
        """Removes what was left."""
        self.journal.unlink()


class ShogiArena:
    """ShogiArena: the games of its data base."""

    name = "ShogiArena"

    def __init__(self, engine, folder, games, nodes):
        for name, evaluation in (("network", "nnue"), ("handmade", "handmade")):
            text = ENGINE.format(name=name, path=engine, folder=folder, evaluation=evaluation)
            (folder / f"{name}.yaml").write_text(text)
        config = CONFIG.format(games=games, nodes=nodes, folder=folder, most=MOST_MOVES)
        (folder / "match.yaml").write_text(config)
        self.run = folder / "theirs"
        program = pathlib.Path(sys.executable).parent / "shogiarena"
        self.command = [
            str(program), "run", "tournament", str(folder / "match.yaml"), "--run-dir", str(self.run),
        ]

    def games(self):
        """As above."""
        try:
            return self.read()
        except sqlite3.OperationalError:
            return {}  # It has not come so far.

    def read(self):
        """The games of the data base."""
        from rsshogi.core import Move

        if not (self.run / "game.db").exists():
            return {}
        with sqlite3.connect(self.run / "game.db") as base:
            rows = base.execute("select * from player").fetchall()
            first = next((row[0] for row in rows if "network" in " ".join(map(str, row))), 1)
            found = {}
            for number, start, black, count in base.execute(
                "select id, initial_position_sfen, black_player_id, num_moves from game"
            ).fetchall():
                moves = base.execute(
                    "select next_move from game_move where game_id = ? order by ply", (number,)
                ).fetchall()
                found[start, black == first] = [str(Move(move)) for (move,) in moves[:count]]
        return found

    def size(self):
        """As above."""
        return sum(path.stat().st_size for path in self.run.rglob("*") if path.is_file())

    def forget(self):
        """As above."""
        shutil.rmtree(self.run)


def own_cpu(pid):
    """Seconds of CPU that the process has used, without those that it started."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def played(runner, kill_when=None):
    """Runs it, perhaps to the moment at which it is killed; seconds, and CPU seconds of its own."""
    started = time.monotonic()
    process = subprocess.Popen(runner.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    cpu = 0.0
    while process.poll() is None:
        cpu = max(cpu, own_cpu(process.pid))
        if kill_when is not None and kill_when():
            process.send_signal(signal.SIGKILL)
            process.wait()
            break
        time.sleep(0.05)
    return time.monotonic() - started, cpu


def alive(engine):
    """How many processes of this program there are."""
    count = 0
    for entry in pathlib.Path("/proc").iterdir():
        try:
            count += entry.name.isdigit() and os.readlink(entry / "exe") == str(engine)
        except OSError:
            pass
    return count


def openings(path, pairs):
    """Writes so many positions, with the moves that led to them made."""
    from rsshogi.core import parse_usi_position

    lines = [line.split(";")[0].strip() for line in OPENINGS.read_text().splitlines() if not line.startswith("#")]
    positions = [parse_usi_position(f"position {line}").to_sfen() for line in lines[:pairs]]
    path.write_text("".join(f"{position}\n" for position in positions))


def compare(folder, engine, pairs, nodes):
    """Prints the tables; whether all games are equal."""
    openings(folder / "openings.sfen", pairs)
    runners = [kind(engine, folder, 2 * pairs, nodes) for kind in (Selfplay, ShogiArena)]
    whole = {}
    print("| runner | games | plies | s | s a game | own CPU a ply, µs | bytes a game |\n|---|---|---|---|---|---|---|")
    for runner in runners:
        seconds, cpu = played(runner)
        games = whole[runner.name] = runner.games()
        plies = sum(map(len, games.values())) or 1
        count = len(games) or 1
        print(f"| {runner.name} | {len(games)} | {plies} | {seconds:.1f} | {seconds / count:.3f} "
              f"| {cpu / plies * 1e6:.0f} | {runner.size() / count:.0f} |", flush=True)
        runner.forget()
    ours, theirs = whole.values()
    equal = sum(theirs.get(key) == moves for key, moves in ours.items())
    print(f"\n{equal} of {2 * pairs} games are equal move by move\n")

    print("| runner | kept when killed | engines alive after 2 s | after the same command again |\n|---|---|---|---|")
    for runner in runners:
        played(runner, lambda: len(runner.games()) >= pairs)
        time.sleep(2)
        kept, orphans = runner.games(), alive(engine)
        played(runner)
        again = runner.games()
        same = sum(again.get(key) == moves for key, moves in whole[runner.name].items())
        left = sum(again.get(key) == moves for key, moves in kept.items())
        print(f"| {runner.name} | {len(kept)}, {left} of them kept to the end | {orphans} "
              f"| {same} of {2 * pairs} games as without the kill |", flush=True)
    return equal == 2 * pairs


def main():
    parser = argparse.ArgumentParser(usage="%(prog)s [--engine PROGRAM] [--pairs N] [--nodes N]")
    parser.add_argument("--engine", type=pathlib.Path, default=pathlib.Path("target/release/usi-engine"))
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--nodes", type=int, default=200)
    arguments = parser.parse_args()
    try:
        import rsshogi  # noqa: F401
    except ImportError:
        parser.error("no ShogiArena here; expected the Python into which `pip install shogiarena` was done")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder).resolve()
        # A program of its own, so that no other's processes are counted.
        engine = folder / "kyomi"
        shutil.copy(arguments.engine, engine)
        sys.exit(0 if compare(folder, engine, arguments.pairs, arguments.nodes) else 1)


if __name__ == "__main__":
    main()
