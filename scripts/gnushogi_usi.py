#!/usr/bin/env python3
"""gnushogi as a USI engine, so that it can be played against.

Usage: gnushogi_usi.py [DEPTH]

It searches to DEPTH plies (1) whatever the limits of `go`, from the start position of an even game.
Other starts, `go mate` and pondering it does not know: it resigns, or does not answer. GNUSHOGI in the
environment is the program (/usr/games/gnushogi, of Debian's package).

For example: usi-engine selfplay "" "usi:scripts/gnushogi_usi.py,args=2" --nodes 1000
"""
import os
import re
import subprocess
import sys

# `1. ... 3c3d 299490` is a move of gnushogi's own; moves that it was given have no dots.
OWN_MOVE = re.compile(r"\d+\. \.\.\. (\S+) \d+")
# No move, which it says.
MARK = "begin"
OVER = re.compile(r"mates!|Resigns|resigns|Draw|Illegal")


class Gnushogi:
    """A gnushogi that answers one question at a time."""

    def __init__(self, depth):
        program = os.environ.get("GNUSHOGI", "/usr/games/gnushogi")
        self.depth = depth
        self.process = subprocess.Popen(
            [program, "-X", "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def answer(self, moves):
        """The move after these from the start position; none if the game is over."""
        commands = ["force", "new", MARK, "depth", str(self.depth), "force", *moves, "go"]
        self.process.stdin.write("\n".join(commands) + "\n")
        # What it said after its last move, such as `White mates!`, may still be unread.
        for line in self.process.stdout:
            if MARK in line:
                break
        for line in self.process.stdout:
            if found := OWN_MOVE.search(line):
                return found[1]
            if OVER.search(line):
                return None
        return None


def main():
    depth = sys.argv[1] if len(sys.argv) > 1 else "1"
    if len(sys.argv) > 2 or not depth.isdigit():
        sys.exit(f"error: `{depth}`; expected the depth of search in plies, and nothing else")
    engine, moves = Gnushogi(depth), []
    for line in sys.stdin:
        match line.split():
            case ["usi"]:
                print(f"id name gnushogi depth {depth}\nid author the GNU Shogi team\nusiok", flush=True)
            case ["isready"]:
                print("readyok", flush=True)
            case ["position", "startpos", *rest]:
                moves = rest[1:]
            case ["position", *_]:
                moves = None
            case ["go", *_]:
                answer = engine.answer(moves) if moves is not None else None
                print(f"bestmove {answer or 'resign'}", flush=True)
            case ["quit"]:
                break


if __name__ == "__main__":
    main()
