#!/usr/bin/env bash
# Tries the archive of scripts/package.sh as on a fresh Linux: in an empty root that holds nothing but what
# was unpacked and the C library, as another user and without a network, the program holds a session, with its dialogue
# in a file of a Japanese name, and counts the nodes of the signature.
#
# Usage:  scripts/try_archive.sh ARCHIVE.zip
#
# Needs root or user namespaces (unshare), and Python 3. Exit status: 0 it runs; 1 it does not; 77 such a root cannot
# be made here.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
archive=$(realpath "${1:?usage: scripts/try_archive.sh ARCHIVE.zip}")
unshare --map-root-user --net true 2> /dev/null || { echo 'try_archive: no user namespaces here'; exit 77; }

empty=$(mktemp -d)
trap 'rm -rf "$empty"' EXIT
python3 -m zipfile -e "$archive" "$empty"
# What zip files of Python lose.
chmod 755 "$empty/kyomi/usi-engine"

libraries=$(ldd "$empty/kyomi/usi-engine" | grep -o '/[^ ]*' | sort -u)
for library in $libraries; do
    install -D "$library" "$empty$library"
done
printf 'libraries: %s\n' "$(basename -a $libraries | tr '\n' ' ')"
unknown=$(basename -a $libraries | grep -vE '^(ld-linux.*|libc|libm|libgcc_s|libpthread|libdl|librt)\.so' || true)
[[ -z $unknown ]] || { echo "try_archive: not on every Linux: $unknown"; exit 1; }

inside() {
    unshare --map-root-user --net chroot "$empty" /kyomi/usi-engine "$@"
}
# The input stays open until the move is there: `quit` ends a program that is not ready yet, too.
mkdir "$empty/将棋 エンジン"
log='将棋 エンジン/記録.log' session=$empty/session
{
    printf 'usi\nsetoption name USI_OwnBook value false\nsetoption name LogFile value /%s\nisready\n' "$log"
    printf 'position startpos\ngo nodes 1000\n'
    for _ in {1..300}; do
        grep -q '^bestmove ' "$session" && break
        sleep 0.2
    done
    echo quit
} | inside > "$session"
for said in "$session" "$empty/$log"; do
    grep -q 'bestmove ' "$said" || { cat "$session"; exit 1; }
done
nodes=$(inside bench | tail -n 1 | cut -d' ' -f1)
expected=$(cut -d' ' -f1 "$root/tests/bench.txt")
[[ $nodes == "$expected" ]] || { echo "try_archive: $nodes nodes, expected $expected"; exit 1; }
echo "it runs in an empty root: $nodes nodes"
