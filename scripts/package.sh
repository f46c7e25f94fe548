#!/usr/bin/env bash
# Makes the archive that a player unpacks beside a graphical interface: one folder `kyomi` with the
# program, both READMEs, the pages they lead to, licences, and suites.
#
# Usage:  scripts/package.sh ARCHIVE.zip [ENGINE]
#
# ENGINE is target/release/usi-engine, or usi-engine.exe beside it, unless given; what is released
# for Linux is target/pgo/usi-engine, of scripts/build-pgo.sh. Needs cargo and Python 3. Exit
# status: 0 done; 2 there is no such program, or no Python.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
complain() {
    printf 'package: %s\n' "$*" >&2
    exit 2
}

archive=${1:?usage: scripts/package.sh ARCHIVE.zip [ENGINE]}
engine=${2:-${CARGO_TARGET_DIR:-$root/target}/release/usi-engine}
[[ -f $engine ]] || engine=$engine.exe
[[ -f $engine ]] || complain "no program at ${engine%.exe}; expected one from \`cargo build --release\`"
python=$(command -v python3 || command -v python) || complain 'no Python 3 here'

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
kyomi=$folder/kyomi
mkdir "$kyomi"
name=usi-engine
[[ $engine == *.exe ]] && name=usi-engine.exe
cp "$engine" "$kyomi/$name"
chmod 755 "$kyomi/$name"
cd "$root"
cp -R README.md README.ja.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT docs sfen-suites "$kyomi"
"$python" scripts/licences.py > "$kyomi/LICENSES-OF-LIBRARIES.txt"

cd "$OLDPWD"
rm -f "$archive"
"$python" -m zipfile -c "$archive" "$kyomi"
"$python" -m zipfile -t "$archive"
printf '%s: %s bytes\n' "$archive" "$(wc -c < "$archive" | tr -d ' ')"
