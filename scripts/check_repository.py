#!/usr/bin/env python3
"""Checks that what pages, comments and commits refer to is there.

Usage: check_repository.py

Links: every relative link and picture of README*, CONTRIBUTING.md, CHANGELOG.md and docs/ leads to a file of the
repository, and its anchor to a heading there.

Names: every page, source file and script that a comment of the sources, the tests and the scripts names is in the
repository, in whatever folder unless the comment says in which; and so is every path that pages name and that begins
with a folder of the root. The notebook and the changelog keep the names of their day and are left out. Sources outside
the repository are named with their place: `../shared/spec/usi.md`.

Commits: the last line of each commit after FIRST that touches what the program is built from is `Bench: N` or
`No functional change.`; it is `Bench: N`, with the number of tests/bench.txt, just where that file changes. Merges are
exempt. Where the history is not there, a line says so.

Exit code 0: all is there; 1: something is not, a line each.
"""

import pathlib
import re
import subprocess
import sys
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The last commit before the rule was checked.
FIRST = "e9db2c2f56be400cd533bb3a9305b8dc0895519f"
BUILT_FROM = ["src", "Cargo.toml", "Cargo.lock", ".cargo", "tests/bench.txt"]
SIGNATURE = "tests/bench.txt"
# Files that keep the names of their day.
OLD = ("CHANGELOG.md", "docs/notebook/")
FOLDERS = "src|tests|benches|fuzz|races|scripts|docs|sfen-suites|\\.ci|\\.github"
NAME = r"(?:[\w.-]+/)*\w[\w-]*\.(?:md|rs|py|sh|mjs)"


def git(*words):
    """What git prints; None if it fails."""
    result = subprocess.run(["git", *words], cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return result.stdout if result.returncode == 0 else None


def files():
    """The files of the repository, also those not yet committed, as paths from the root."""
    listed = git("ls-files", "--cached", "--others", "--exclude-standard") or ""
    return [name for name in listed.splitlines() if (ROOT / name).is_file()]


def lines_of_text(text):
    """Numbered lines of a page, without its code blocks."""
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            inside = not inside
        elif not inside:
            yield number, line


def anchors(text):
    """The anchors of a page's headings, as GitHub makes them, and those that it names itself."""
    found, counts = set(re.findall(r'<a (?:id|name)="([^"]+)"', text)), {}
    for _, line in lines_of_text(text):
        if heading := re.match(r"#+ +(.*?) *$", line):
            words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).lower()
            kept = "".join(letter for letter in words if letter in " -_" or unicodedata.category(letter)[0] in "LNM")
            slug = kept.replace(" ", "-")
            number = counts.get(slug, 0)
            counts[slug] = number + 1
            found.add(f"{slug}-{number}" if number else slug)
    return found


def bad_links(page):
    """Links of a page that lead nowhere."""
    text = (ROOT / page).read_text(encoding="utf-8")
    for number, line in lines_of_text(text):
        plain = re.sub(r"`[^`]*`", "", line)
        targets = re.findall(r"\]\(<?([^()\s>]+)>?(?: \"[^\"]*\")?\)", plain) + re.findall(r"(?:src|href|srcset)=\"([^\"]+)\"", plain)
        targets += re.findall(r"^\[[^\]]+\]: +(\S+)", plain)
        for target in targets:
            if re.match(r"\w+:", target):
                continue
            name, _, anchor = target.partition("#")
            file = (ROOT / page).parent / name if name else ROOT / page
            if not file.exists() or not file.resolve().is_relative_to(ROOT):
                yield f"{page}:{number}: the link `{target}` leads to no file of the repository"
            elif anchor and file.suffix == ".md" and anchor not in anchors(file.read_text(encoding="utf-8")):
                yield f"{page}:{number}: the link `{target}` leads to no heading of its page"


def comments(name, text):
    """Numbered comments of a source file or script."""
    mark = r"//+[!/]? ?(.*)" if name.endswith((".rs", ".mjs")) else r"(?:^|\s)#+ (.*)"
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        quotes = line.count('"""') if name.endswith(".py") else 0
        if inside or quotes:
            yield number, line
        elif found := re.search(mark, line):
            yield number, found[1]
        inside ^= quotes % 2 == 1


def names_that_lead_nowhere(name, known):
    """Files that a comment or a page names, and that are not there."""
    text = (ROOT / name).read_text(encoding="utf-8")
    if name.endswith(".md"):
        numbered, pattern = lines_of_text(text), rf"`((?:{FOLDERS})/[\w./-]*\w)/?`"
    else:
        numbered, pattern = comments(name, text), rf"(?<![\w./*~}}<$-])((?:\.\./)*{NAME})\b(?!\()"
    for number, line in numbered:
        for found in re.findall(pattern, line):
            path = re.sub(r"^(\.\./)+(?!shared/)", "", found)
            if not path.startswith("../shared/") and path not in known:
                yield f"{name}:{number}: there is no `{found}`"


def known_names(names):
    """All ends of the paths of files and folders."""
    ends = set()
    for name in names:
        parts = name.split("/")
        ends.update("/".join(parts[start:]) for start in range(len(parts)))
        ends.update("/".join(parts[:end]) for end in range(1, len(parts)))
    return ends


def bad_commits():
    """Commits whose last line is not as it should be."""
    if git("cat-file", "-e", f"{FIRST}^{{commit}}") is None:
        print("skipped: the last lines of commits, because their history is not here")
        return
    for commit in (git("rev-list", "--no-merges", f"{FIRST}..HEAD", "--", *BUILT_FROM) or "").split():
        message = git("show", "-s", "--format=%B", commit).strip().splitlines()
        message = [line for line in message if line.strip() and not re.match(r"[A-Z][\w-]*-[Bb]y: ", line)]
        last, title = message[-1], f"{commit[:10]} {message[0]}"
        changed = git("show", "--format=", "--name-only", commit).split()
        if SIGNATURE in changed:
            wanted = f"Bench: {git('show', f'{commit}:{SIGNATURE}').split()[0]}"
        else:
            wanted = "No functional change."
        if last != wanted:
            yield f"{title}: the last line is `{last}`, expected `{wanted}`"


def main():
    """Checks all of it; the exit code."""
    names = files()
    known = known_names(names)
    pages = [name for name in names if name.endswith(".md") and (name.startswith("docs/") or "/" not in name)]
    sources = [name for name in names if name.endswith((".rs", ".py", ".sh", ".mjs", ".toml", ".yml")) or name in (".ci/run", "Makefile")]
    bad = [line for page in pages for line in bad_links(page)]
    for name in [*pages, *sources]:
        if not name.startswith(OLD):
            bad += names_that_lead_nowhere(name, known)
    bad += bad_commits()
    print(*bad, sep="\n", end="\n" if bad else "")
    print(f"{len(pages)} pages, {len(sources)} sources and scripts; wrong: {len(bad)}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
