#!/usr/bin/env python3
"""How well entered kings are played: openings for such a match, and what is won and thrown away.

    scripts/entered_kings.py pick target/release/usi-engine GAMES... --out kings.sfen [--count 200]
    usi-engine selfplay A B --openings kings.sfen --journal kings.jsonl …
    scripts/entered_kings.py told kings.jsonl...

`pick` takes at most one position of each game of `datagen`: the first at which a king stands on its
last three ranks and the game is even (within 600 centipawns). Half of the positions, if there are
so many, have both kings there. `told` says for each player of a journal how many games it won by
declaration, in how many it once stood at +1000 or more, and how many of those it did not win.
"""

import argparse
import json
import random
import struct
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROW = 40  # bytes of a position in PSV
EVEN = 600
AHEAD = 1000
MATE = 30_000


def kings_in(row):
    """How many kings have entered, from the packed SFEN: a bit for the side, 7 for each king (file · 9 + rank)."""
    head = int.from_bytes(row[:8], "little")
    black, white = head >> 1 & 127, head >> 8 & 127
    return (black % 9 <= 2) + (white % 9 >= 6)


def pick(options):
    with tempfile.TemporaryDirectory() as folder:
        exported, picked, texts = (Path(folder) / name for name in ("all.psv", "some.psv", "some.sfen"))
        subprocess.run([options.engine, "datagen", "export", "--format", "psv", "--out", exported, *options.games], check=True)
        rows = {1: [], 2: []}
        before, has_one = 0, False
        with exported.open("rb") as file:
            while row := file.read(ROW):
                score, _, ply = struct.unpack("<hHH", row[32:38])
                has_one &= ply > before  # else another game begins
                before = ply
                kings = kings_in(row)
                if kings and not has_one and abs(score) <= EVEN:
                    rows[kings].append(row)
                    has_one = True
        print(f"{len(rows[2])} games with both kings, {len(rows[1])} with one", file=sys.stderr)
        draw = random.Random(1)
        for some in rows.values():
            draw.shuffle(some)
        chosen = rows[2][: options.count // 2]
        chosen += rows[1][: options.count - len(chosen)]
        picked.write_bytes(b"".join(chosen))
        subprocess.run([options.engine, "record", "convert", picked, texts], check=True)
        # Every position is followed by that after its move.
        options.out.write_text("".join(texts.read_text().splitlines(keepends=True)[::2]))


def told(options):
    for path in options.journals:
        head, *games = (json.loads(line) for line in path.read_text().splitlines())
        count = Counter()
        for game in games:
            players = game["black"], game["white"]
            start, _, opening = game["start"].partition(" moves ")
            first = len(opening.split()) + (" w " in start)
            best = [-MATE, -MATE]
            for number, ply in enumerate(game["plies"], first):
                score = ply.get("score", {})
                if isinstance(score, dict):
                    value = score.get("cp", MATE if score.get("mate", -1) > 0 else -MATE)
                    best[number % 2] = max(best[number % 2], value)
            for player, value in zip(players, best):
                won = game.get("winner") == player
                count[player, "declared"] += won and game["reason"] == "declaration"
                count[player, "ahead"] += value >= AHEAD
                count[player, "thrown"] += value >= AHEAD and not won
        print(f"{path}: {len(games)} games")
        for player in range(len(head["players"])):
            declared, ahead, thrown = (count[player, what] for what in ("declared", "ahead", "thrown"))
            print(f"  {chr(ord('A') + player)}: {declared} won by declaration; {ahead} times ahead, {thrown} of them not won")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    picking = commands.add_parser("pick")
    picking.set_defaults(run=pick)
    picking.add_argument("engine")
    picking.add_argument("games", nargs="+")
    picking.add_argument("--out", type=Path, required=True)
    picking.add_argument("--count", type=int, default=200)
    telling = commands.add_parser("told")
    telling.set_defaults(run=told)
    telling.add_argument("journals", nargs="+", type=Path)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
