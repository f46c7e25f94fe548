#!/usr/bin/env bash
# Makes the archive that a player unpacks beside a graphical interface: one folder `kyomi` with the
# program, both READMEs, the pages they lead to, licences, suites, and, but for Windows, shell
# completions and manual pages.
#
# Usage:  scripts/package.sh ARCHIVE.zip [ENGINE]
#
# ENGINE is target/dist/usi-engine, or usi-engine.exe beside it, unless given. Needs cargo and
# Python 3. Exit status: 0 done; 2 there is no such program, or no Python.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
fail() {
    printf 'package: %s\n' "$*" >&2
    exit 2
}

archive=${1:?usage: scripts/package.sh ARCHIVE.zip [ENGINE]}
engine=${2:-${CARGO_TARGET_DIR:-$root/target}/dist/usi-engine}
[[ -f $engine ]] || engine=$engine.exe
[[ -f $engine ]] || fail "no program at ${engine%.exe}; expected one from \`cargo build --profile dist\`"
python=$(command -v python3 || command -v python) || fail 'no Python 3 here'

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
kyomi=$folder/kyomi
mkdir "$kyomi"
if [[ $engine == *.exe ]]; then
    cp "$engine" "$kyomi/usi-engine.exe"
else
    cp "$engine" "$kyomi/usi-engine"
    mkdir "$kyomi/completions" "$kyomi/man"
    for shell in bash zsh fish; do
        "$kyomi/usi-engine" completions $shell > "$kyomi/completions/usi-engine.$shell"
    done
    "$kyomi/usi-engine" man "$kyomi/man"
fi
chmod 755 "$kyomi"/usi-engine*
(cd "$root" && cp -R README.md README.ja.md CHANGELOG.md CONTRIBUTING.md LICENSE-APACHE LICENSE-MIT docs sfen-suites "$kyomi")
"$python" "$root/scripts/licences.py" > "$kyomi/LICENSES-OF-LIBRARIES.txt"

rm -f "$archive"
"$python" -m zipfile -c "$archive" "$kyomi"
"$python" -m zipfile -t "$archive"
printf '%s: %s bytes\n' "$archive" "$(wc -c < "$archive" | tr -d ' ')"
