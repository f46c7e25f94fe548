#!/usr/bin/env python3
"""Runs the commands of the pages, so that none of them goes out of date.

Usage: check_pages.py [ENGINE] [PAGE...]

Every ```sh block of README.md, README.ja.md and docs/*.md (or of the pages named) runs in bash, with
`usi-engine` meaning ENGINE (target/release/usi-engine unless given). The blocks of a page run in order in one
temporary folder that holds links to `scripts` and `sfen-suites`. Sizes are cut down on the way to the engine:
SMALL says how far, ADDED what a command gets that does not say. A comment before a block changes that:

    <!-- check: --games 64 --nodes 50 -->     other sizes for the commands of the block
    <!-- check: skip REASON -->               do not run the block
    <!-- check: first COMMAND -->             run COMMAND before the block, with the same sizes

Exit code 0: all commands ended with 0. 1: a block did not; it is shown with its output. 2: bad arguments.
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The greatest value of each option; numbers in lists such as `10000,` and `5000+100` are cut one by one.
SMALL = {
    "--batch": 64, "--byoyomi": 20, "--concurrency": 1, "--count": 2, "--cpu-time": 1, "--demes": 2, "--depth": 2, "--epochs": 1,
    "--fischer": 20, "--games": 2, "--generations": 1, "--hidden": 32, "--iterations": 2, "--max-nodes": 20_000, "--members": 4,
    "--minutes": 1, "--moments": 2, "--movetime": 2, "--nodes": 200, "--pairs": 1, "--parity-time": 1, "--populations": 2,
    "--positions": 2, "--reference-nodes": 400, "--threads": 2, "--trees": 100,
}
# What the commands beginning with these words get unless they say it.
ADDED = {
    "analyze": ["--nodes", "2000"],
    "bench": ["--depth", "2"],
    "datagen --out": ["--nodes", "50"],
    "explain": ["--nodes", "2000"],
    "lab interest": ["--nodes", "100", "--games", "2"],
    "lab ends": ["--depth", "2"],
    "lab evolve": ["--members", "4", "--generations", "1", "--nodes", "20"],
    "lab ladder": ["--depth", "1"],
    "lab levels play": ["--games", "2"],
    "lab levels against": ["--games", "2"],
    "lab lines": ["--count", "2", "--moments", "2", "--nodes", "200", "--reference-nodes", "400"],
    "lab pathology densities": ["--trees", "100", "--depth", "3"],
    "lab pathology engine": ["--full-width", "2", "--depth", "2", "--limit", "2", "--differences", "2000"],
    "lab pathology real": ["--trees", "100", "--depth", "3"],
    "lab scaling": ["--count", "2", "--nodes", "100,200", "--reference-nodes", "400"],
    "lab screen": ["--games", "64"],
    "selfplay": ["--games", "2"],
    "tune spsa": ["--pairs", "1"],
}
# Words of a `selfplay` that takes its games from elsewhere.
WHOLE = ["merge", "--run"]
# A block that takes longer fails.
MOST_SECONDS = 60


def cut(text, most):
    """A text in which no number is greater than `most`."""
    return re.sub(r"\d+", lambda number: str(min(int(number[0]), most)), text)


def small_arguments(arguments, sizes):
    """The arguments of a command at small size."""
    limits = {**SMALL, **sizes}
    result = list(arguments)
    for place, option in enumerate(arguments[:-1]):
        if option in limits:
            result[place + 1] = cut(arguments[place + 1], limits[option])
    if arguments[:1] == ["selfplay"] and any(word in arguments for word in WHOLE):
        return result
    for words, added in ADDED.items():
        if " ".join(arguments).startswith(words):
            pairs = zip(added[::2], added[1::2])
            result += [word for pair in pairs if pair[0] not in arguments for word in pair]
    return result


def run_small():
    """Stands for the engine: called by the script that blocks find as `usi-engine`."""
    engine, sizes = os.environ["CHECK_ENGINE"], shlex.split(os.environ["CHECK_SIZES"])
    sizes = {option: int(value) for option, value in zip(sizes[::2], sizes[1::2])}
    arguments = small_arguments(sys.argv[2:], sizes)
    with open(os.environ["CHECK_LOG"], "a", encoding="utf-8") as log:
        log.write(shlex.join(["usi-engine", *arguments]) + "\n")
    os.execv(engine, ["usi-engine", *arguments])


def blocks(page):
    """The shell blocks of a page: line, text, and what the comments before it say."""
    notes, lines = [], page.read_text(encoding="utf-8").splitlines()
    inside = None
    for number, line in enumerate(lines, 1):
        if inside is not None:
            if line.strip() == "```":
                if inside[0] == "sh":
                    yield inside[1], "\n".join(inside[2]), notes
                inside, notes = None, []
            else:
                inside[2].append(line)
        elif line.startswith("```"):
            inside = (line[3:].strip(), number, [])
        elif note := re.fullmatch(r"<!-- check: (.*) -->", line.strip()):
            notes.append(note[1])
        elif line.strip():
            notes = []


def run_block(text, notes, environment, folder):
    """Runs a block; the result of bash."""
    first = [note.removeprefix("first ") for note in notes if note.startswith("first ")]
    sizes = " ".join(note for note in notes if note.startswith("--"))
    script = "\n".join(["set -eo pipefail", *first, text, "wait"])
    return subprocess.run(
        ["timeout", str(MOST_SECONDS), "bash", "-c", script], cwd=folder, env={**environment, "CHECK_SIZES": sizes}, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)


def check_page(page, environment):
    """Runs the blocks of a page; how many failed."""
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in ["scripts", "sfen-suites"]:
            (pathlib.Path(folder) / name).symlink_to(ROOT / name)
        for line, text, notes in blocks(page):
            place = f"{page.relative_to(ROOT)}:{line}"
            if reason := next((note[5:] for note in notes if note.startswith("skip ")), None):
                print(f"{place}: not run, {reason}")
                continue
            start = time.monotonic()
            result = run_block(text, notes, environment, folder)
            if result.returncode == 0:
                print(f"{place}: well, {time.monotonic() - start:.1f} s")
            else:
                failed += 1
                print(f"{place}: exit code {result.returncode}\n{text}\n--\n{result.stdout[-3000:]}")
    return failed


def main():
    """Checks the pages; the exit code."""
    engine = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "target/release/usi-engine").resolve()
    pages = [pathlib.Path(name).resolve() for name in sys.argv[2:]]
    pages = pages or [ROOT / "README.md", ROOT / "README.ja.md", *sorted((ROOT / "docs").glob("*.md"))]
    if missing := [str(path) for path in [engine, *pages] if not path.is_file()]:
        print(f"no such file: {', '.join(missing)}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as tools:
        stand_in, log = pathlib.Path(tools) / "usi-engine", pathlib.Path(tools) / "log"
        stand_in.write_text(f'#!/bin/sh\nexec {sys.executable} {__file__} --as-engine "$@"\n')
        stand_in.chmod(0o755)
        log.touch()
        environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}",
                       "CHECK_ENGINE": str(engine), "CHECK_LOG": str(log)}
        failed = sum(check_page(page, environment) for page in pages)
        print(f"{len(log.read_text().splitlines())} commands of {len(pages)} pages; blocks that failed: {failed}")
    return 1 if failed else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--as-engine"]:
        run_small()
    sys.exit(main())
