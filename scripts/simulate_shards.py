#!/usr/bin/env python3
"""What a thousand workers would do to the machine that merges their shards.

Usage: simulate_shards.py [--engine PROGRAM] [--folder DIR] [--moves N] GAMES:SHARDS...

Plays a few hundred real games, makes as many shard files as are asked for out of copies of their
pairs, drawn by chance and numbered anew, and merges them. The files are whole: heads, checksums and
footers are those that `selfplay --shard` would leave. Prints a row of a table for each: files, bytes,
CPU time and wall time of `merge`, its greatest memory, and whether every game was counted. The files
are deleted afterwards. `--moves` (400) is where games are cut off: 10,000,000 games of 110 moves are
60 GB.

Example: simulate_shards.py 10000:100 1000000:10000

Exit code 0: every merge counted all games, 1: one did not, 2: bad arguments.
"""

import argparse
import hashlib
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

PAIRS = 100


def sha(text):
    """The SHA-256 of bytes in hexadecimal digits."""
    return hashlib.sha256(text).hexdigest()


def wrapped(text):
    """A line with the JSON object `text`, as bytes without its last brace, and its checksum."""
    return text + b',"sum":"' + sha(text)[:16].encode() + b'"}\n'


def content(line):
    """The JSON object of a line, without its last brace."""
    return line[: line.rindex(b',"sum":"')]


def engine_says(arguments):
    """The text that the program writes on its standard output."""
    return subprocess.run(arguments, check=True, stdout=subprocess.PIPE, text=True, stderr=subprocess.DEVNULL).stdout


def template(engine, folder, moves, games):
    """The run of so many games, the line that describes it, and pairs of games without numbers."""
    players = [str(engine), "selfplay", "hash=1", "hash=1,killer_bonus=0", "--nodes", "200"]
    players += ["--opening-plies", "8", "--max-moves", str(moves)]
    journal = folder / "real.jsonl"
    engine_says([*players, "--games", str(2 * PAIRS), "--journal", str(journal)])
    run = folder / "shards" / "run.json"
    run.parent.mkdir()
    said = engine_says([*players, "--games", str(games), "--write-run", str(run)])
    lines = journal.read_bytes().splitlines(keepends=True)
    bodies = [content(line).split(b",", 1)[1] for line in lines[1:]]
    pairs = list(zip(bodies[0::2], bodies[1::2]))
    return said.split()[1], lines[0], pairs


def write_shards(folder, run, head, pairs, games, shards):
    """Writes the shard files, and returns how many bytes they have."""
    draw = random.Random(1)
    size = 0
    for index in range(shards):
        first, end = (2 * (games // 2 * at // shards) for at in (index, index + 1))
        lines = [head]
        for number in range(first, end, 2):
            for leg, body in enumerate(draw.choice(pairs)):
                lines.append(wrapped(b'{"id":%d,' % (number + leg) + body))
        text = b"".join(lines)
        footer = {"shard": f"{index}/{shards}", "run": run, "first": first, "games": end - first, "sha256": sha(text)}
        text += wrapped(json.dumps(footer, separators=(",", ":")).encode()[:-1])
        name = f"shard-{run[:8]}-{first:08}-{end - first:06}.jsonl"
        (folder / name).write_bytes(text)
        size += len(text)
    return size


def merged(engine, folder):
    """What merging says, and its seconds of CPU, of the clock, and MB of memory."""
    started = time.monotonic()
    process = subprocess.Popen([str(engine), "selfplay", "merge", str(folder), "--json"], stdout=subprocess.PIPE)
    said = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"merge failed: {status}")
    return json.loads(said), used.ru_utime + used.ru_stime, time.monotonic() - started, used.ru_maxrss / 1024


def simulate(engine, parent, moves, games, shards):
    """Prints a row of the table; whether all games were counted."""
    if parent:
        parent.mkdir(parents=True, exist_ok=True)
    folder = pathlib.Path(tempfile.mkdtemp(dir=parent))
    try:
        run, head, pairs = template(engine, folder, moves, games)
        size = write_shards(folder / "shards", run, head, pairs, games, shards)
        said, cpu, wall, memory = merged(engine, folder / "shards")
        print(f"| {games:,} | {shards:,} | {size / 1e9:.2f} | {cpu:.1f} | {wall:.1f} | {memory:.0f} |", flush=True)
        return said["counted"] == games and said["missing_games"] == []
    finally:
        shutil.rmtree(folder)


def main():
    parser = argparse.ArgumentParser(usage="%(prog)s [--engine PROGRAM] [--folder DIR] [--moves N] GAMES:SHARDS...")
    parser.add_argument("--engine", type=pathlib.Path, default=pathlib.Path("target/release/usi-engine"))
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("--moves", type=int, default=400)
    parser.add_argument("sizes", nargs="+")
    arguments = parser.parse_args()
    print("| games | shards | GB | CPU s | s | MB |\n|---|---|---|---|---|---|", flush=True)
    right = True
    for size in arguments.sizes:
        try:
            games, shards = (int(number) for number in size.split(":"))
        except ValueError:
            parser.error(f"`{size}`; expected GAMES:SHARDS, such as 10000:100")
        if games % 2 or not 0 < shards <= games // 2:
            parser.error(f"`{size}`; expected an even number of games, and at most half as many shards")
        right &= simulate(arguments.engine.resolve(), arguments.folder, arguments.moves, games, shards)
    sys.exit(0 if right else 1)


if __name__ == "__main__":
    main()
