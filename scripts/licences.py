#!/usr/bin/env python3
"""Prints the licences of the libraries that are part of the program, for those who get it as a binary.

Usage: licences.py

Asks `cargo metadata` which libraries the program is made of, development tools left out, and prints name,
version and licence of each with the text of its licence files. A text that several libraries share is
printed once. Exit code 1: a library has no licence, or cargo failed.
"""

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
NAMES = ("LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE")


def libraries():
    """The packages of others that the program is linked from, by name."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    metadata = json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)
    nodes = {node["id"]: node["deps"] for node in metadata["resolve"]["nodes"]}
    found, due = set(), [metadata["resolve"]["root"]]
    while due:
        at = due.pop()
        if at not in found:
            found.add(at)
            due += [it["pkg"] for it in nodes[at] if any(kind["kind"] is None for kind in it["dep_kinds"])]
    packages = [it for it in metadata["packages"] if it["id"] in found and it["source"]]
    return sorted(packages, key=lambda it: (it["name"], it["version"]))


def texts(package):
    """The licence files of a package, as text."""
    folder = pathlib.Path(package["manifest_path"]).parent
    files = sorted(it for it in folder.iterdir() if it.is_file() and it.name.upper().startswith(NAMES))
    return [it.read_text(encoding="utf-8", errors="replace").strip() for it in files]


def main():
    """Prints them; the exit code."""
    sys.stdout.reconfigure(encoding="utf-8")
    shared = {}
    for package in libraries():
        title = f"{package['name']} {package['version']}"
        if not package["license"]:
            print(f"{title} has no licence", file=sys.stderr)
            return 1
        print(f"{title}: {package['license']}")
        for text in texts(package):
            shared.setdefault(text, []).append(title)
    for text, titles in shared.items():
        print(f"\n{'=' * 80}\n{', '.join(titles)}\n{'=' * 80}\n\n{text}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
