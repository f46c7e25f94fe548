#!/usr/bin/env python3
"""Plays games between two USI engines under an independent referee.

The rules, the engines' dialogue and the result of each game come from PyPI's
`cshogi` (cshogi.cli.main), none of whose code is shared with this project.
Around it this script keeps what that referee lacks: it flags nobody who has
byoyomi only, waits for ever for an engine that died, and accepts every
declaration of a win.

Usage:
  scripts/referee.py ENGINE1 ENGINE2 [--games 20] [--byoyomi 100]
      [--options1 NAME=VALUE ...] [--options2 NAME=VALUE ...]
      [--openings FILE] [--draw 320] [--csa OUT.csa]

  scripts/referee.py target/release/usi-engine /usr/games/fairy-stockfish \\
      --byoyomi 200 --options1 NetworkDelay2=30 --options2 Threads=1 Hash=64

An engine is a command line: with arguments, quote the whole. The colours are
swapped after each game, so each opening is played twice. Without --openings
they are made from the start position by random quiet moves (--seed).

An opening file holds one opening a line, as moves in USI from the initial
position, with or without `startpos moves` in front.

Needs Python 3.8 or newer and cshogi:  python3 -m pip install cshogi

Exit status: 0 ENGINE1 committed no fault (illegal move or declaration, time
loss, crash), whatever the result; 1 it did; 2 wrong usage or no cshogi.
"""

import argparse
import contextlib
import io
import os
import random
import shlex
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter

try:
    import cshogi
    from cshogi import cli
    from cshogi.usi import Engine
except ImportError:
    sys.exit("referee: cshogi is missing, install it with: python3 -m pip install cshogi") if (
        __name__ != "__main__"
    ) else None
    print("referee: cshogi is missing, install it with: python3 -m pip install cshogi", file=sys.stderr)
    sys.exit(2)
