#!/usr/bin/env python3
"""Runs the commands of the pages, so that none of them goes out of date, and every subcommand once.

Usage: check_pages.py [ENGINE [LABORATORY]] [PAGE...]

Every ```sh block of README.md, README.ja.md, CONTRIBUTING.md and docs/*.md (or of the pages named, *.md) runs in bash,
with `usi-engine` meaning ENGINE (target/release/usi-engine unless given) and `kyomi-lab` LABORATORY (the program beside
ENGINE unless given). The blocks of a page run in order in one temporary folder that holds links to `scripts` and
`sfen-suites`; two pages run at once. Sizes are cut down on the way to the programs: SMALL says how far, ADDED what a
command gets that does not say. A comment before a block changes that:

    <!-- check: --games 64 --nodes 50 -->     other sizes for the commands of the block
    <!-- check: needs PROGRAM... -->          do not run the block where one of these programs is not installed
    <!-- check: skip REASON -->               do not run the block
    <!-- check: first COMMAND -->             run COMMAND before the block, with the same sizes

Without PAGE the commands of OTHERS run as well, and every subcommand that `--help` names must have run.

Exit code 0: all commands ended with 0, and no subcommand is missing. 1: a block did not, and is shown with its
output, or a subcommand never ran. 2: bad arguments.
"""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The greatest value of each option; numbers in lists such as `10000,` and `5000+100` are cut one by one.
SMALL = {
    "--batch": 64, "--byoyomi": 20, "--concurrency": 1, "--count": 2, "--cpu-time": 1, "--depth": 2, "--epochs": 1,
    "--fischer": 20, "--games": 2, "--generations": 1, "--hidden": 32, "--iterations": 2, "--max-nodes": 20_000, "--members": 4,
    "--minutes": 1, "--moments": 2, "--movetime": 2, "--nodes": 200, "--pairs": 1, "--parity-time": 1, "--populations": 2,
    "--positions": 2, "--reference-nodes": 400, "--tc": 1, "--threads": 2, "--trees": 100,
}
# How many values are left of the options that take several.
FEW = {"--levels": 2}
# The programs.
PROGRAMS = ("usi-engine", "kyomi-lab")
# What the commands beginning with these words get unless they say it; those of the first program without its name.
ADDED = {
    "analyze": ["--nodes", "2000"],
    "bench": ["--depth", "2"],
    "datagen --out": ["--nodes", "50"],
    "explain": ["--nodes", "2000"],
    "kyomi-lab interest": ["--nodes", "100", "--games", "2"],
    "kyomi-lab evolve": ["--members", "4", "--generations", "1", "--nodes", "20"],
    "kyomi-lab ladder": ["--depth", "1"],
    "kyomi-lab levels play": ["--games", "2"],
    "kyomi-lab levels against": ["--games", "2"],
    "kyomi-lab pathology densities": ["--trees", "100", "--depth", "3"],
    "kyomi-lab pathology engine": ["--full-width", "2", "--depth", "2", "--limit", "2", "--differences", "2000"],
    "kyomi-lab pathology real": ["--trees", "100", "--depth", "3"],
    "kyomi-lab freeze": ["--count", "2", "--moments", "2", "--nodes", "200", "--reference-nodes", "400"],
    "kyomi-lab scaling": ["--count", "2", "--nodes", "100,200", "--reference-nodes", "400"],
    "kyomi-lab values": ["--count", "4", "--nodes", "100"],
    "kyomi-lab mistakes": ["--count", "1", "--nodes", "100"],
    "kyomi-lab yardstick": ["--games", "2", "--nodes", "100"],
    "net fit": ["--games", "4", "--nodes", "50"],
    "selfplay": ["--games", "2"],
    "kyomi-lab spsa": ["--pairs", "1"],
}
# What no page shows, to run every subcommand. ROOT is the folder of the repository.
OTHERS = """
kyomi-lab levels against material: --levels 0 --out levels
printf 'usi\\nquit\\n' | usi-engine usi --tunables | grep '^option'
printf 'quit\\n' | usi-engine play --level 0
usi-engine net info "$ROOT/src/engine/eval/nnue/format/kyomi.nnue"
usi-engine net fit "$ROOT/src/engine/eval/nnue/format/kyomi.nnue"
usi-engine completions bash | bash -n
usi-engine man .
"""
# A block that takes longer fails.
MOST_SECONDS = 240


def cut(text, most):
    """A text in which no number is greater than `most`."""
    return re.sub(r"\d+", lambda number: str(min(int(number[0]), most)), text)


def small_arguments(arguments, sizes):
    """The arguments of a command at small size, the program's name first unless it is the first of PROGRAMS."""
    limits = {**SMALL, **sizes}
    result = list(arguments)
    for place, option in enumerate(arguments[:-1]):
        if option in limits:
            result[place + 1] = cut(arguments[place + 1], limits[option])
    for option in FEW.keys() & arguments:
        first = result.index(option) + 1
        end = next((place for place in range(first, len(result)) if result[place].startswith("--")), len(result))
        del result[first + FEW[option] : end]
    if arguments[:2] == ["selfplay", "merge"]:
        return result
    for words, added in ADDED.items():
        if " ".join(arguments).startswith(words):
            pairs = zip(added[::2], added[1::2])
            result += [word for pair in pairs if pair[0] not in arguments for word in pair]
    return result


def place_of(program):
    """The variable that says where a program is."""
    return "CHECK_" + program.upper().replace("-", "_")


def run_small():
    """Stands for a program: called by the script that blocks find by its name."""
    program, sizes = sys.argv[2], shlex.split(os.environ["CHECK_SIZES"])
    sizes = {option: int(value) for option, value in zip(sizes[::2], sizes[1::2])}
    before = [] if program == PROGRAMS[0] else [program]
    arguments = small_arguments([*before, *sys.argv[3:]], sizes)[len(before) :]
    with open(os.environ["CHECK_LOG"], "a", encoding="utf-8") as log:
        log.write(shlex.join([program, *arguments]) + "\n")
    os.execv(os.environ[place_of(program)], [program, *arguments])


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


def reason_not_to_run(notes):
    """Why a block is not run; None if it is."""
    for note in notes:
        word, _, rest = note.partition(" ")
        if word == "skip":
            return rest
        missing = [name for name in rest.split() if not shutil.which(name, path=f"{os.environ['PATH']}:/usr/games")]
        if word == "needs" and missing:
            return f"needs {' and '.join(missing)}"
    return None


def check_page(page, environment):
    """Runs the blocks of a page; what became of them as text, and how many failed."""
    lines, failed = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for name in ["scripts", "sfen-suites"]:
            (pathlib.Path(folder) / name).symlink_to(ROOT / name)
        for number, text, notes in [(0, OTHERS, [])] if page is None else blocks(page):
            place = f"{page.relative_to(ROOT)}:{number}" if page else "the others"
            if reason := reason_not_to_run(notes):
                lines.append(f"{place}: not run, {reason}")
                continue
            start = time.monotonic()
            result = run_block(text, notes, environment, folder)
            if result.returncode == 0:
                lines.append(f"{place}: well, {time.monotonic() - start:.1f} s")
            else:
                failed += 1
                lines.append(f"{place}: exit code {result.returncode}\n{text}\n--\n{result.stdout[-3000:]}")
    return "\n".join(lines), failed


def subcommands(engine, path=()):
    """All subcommands that the help of a program names, each as its words."""
    text = subprocess.run([engine, *path, "--help"], text=True, stdout=subprocess.PIPE, check=True).stdout
    listed = re.search(r"^Commands:\n((?:  .*\n)+)", text, re.MULTILINE)
    for name in re.findall(r"^  (\w[\w-]*)", listed[1], re.MULTILINE) if listed else []:
        if name != "help":
            yield (*path, name)
            yield from subcommands(engine, (*path, name))


def never_run(programs, log):
    """The subcommands that are not in the log."""
    ran = [tuple(shlex.split(line)) for line in log.read_text(encoding="utf-8").splitlines()]
    named = [(program.name, *words) for program in programs for words in subcommands(program)]
    return [" ".join(words) for words in named if not any(line[: len(words)] == words for line in ran)]


def main():
    """Checks the pages; the exit code."""
    given = [pathlib.Path(name).resolve() for name in sys.argv[1:]]
    pages = [path for path in given if path.suffix == ".md"]
    programs = [path for path in given if path.suffix != ".md"] or [ROOT / "target/release" / PROGRAMS[0]]
    programs += [programs[0].with_name(name) for name in PROGRAMS[len(programs) :]]
    all_pages = [*(ROOT / name for name in ("README.md", "README.ja.md", "CONTRIBUTING.md")), *sorted((ROOT / "docs").glob("*.md")), None]
    if missing := [str(path) for path in [*programs, *pages] if not path.is_file()]:
        print(f"no such file: {', '.join(missing)}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as tools:
        log = pathlib.Path(tools) / "log"
        log.touch()
        for name in PROGRAMS:
            stand_in = pathlib.Path(tools) / name
            stand_in.write_text(f'#!/bin/sh\nexec {sys.executable} {__file__} --as {name} "$@"\n')
            stand_in.chmod(0o755)
        environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "ROOT": str(ROOT),
                       "CHECK_LOG": str(log), **{place_of(name): str(path) for name, path in zip(PROGRAMS, programs)}}
        bad = 0
        with ThreadPoolExecutor(2) as pool:
            for text, failed in pool.map(lambda page: check_page(page, environment), pages or all_pages):
                print(text, flush=True)
                bad += failed
        missed = [] if pages else never_run(programs, log)
        print(f"{len(log.read_text().splitlines())} commands; blocks that failed: {bad}")
    if missed:
        print(f"never run, neither by a page nor by OTHERS: {', '.join(missed)}")
    return 1 if bad or missed else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--as"]:
        run_small()
    sys.exit(main())
