#!/bin/sh
# Has cshogi and tsshogi read records that this engine writes, and compares; see check_records.py
# and check_records.mjs. What is not installed is skipped. To install both:
#
#   python3 -m venv .venv && .venv/bin/pip install cshogi
#   npm install --prefix .venv tsshogi
#
# PYTHON names another python with cshogi, TSSHOGI another folder with tsshogi.
set -eu
cd "$(dirname "$0")/.."
venv="$PWD/.venv"
[ -x "$venv/bin/python" ] && : "${PYTHON:=$venv/bin/python}"
export TSSHOGI="${TSSHOGI:-$venv}"

samples=$(mktemp -d)
trap 'rm -rf "$samples"' EXIT
RECORD_SAMPLES="$samples" cargo test --quiet --test all -- samples_are_written

status=0
check() {
    "$@" "$samples" || { code=$?; [ "$code" -eq 77 ] || status=1; }
}
check "${PYTHON:-python3}" scripts/check_records.py
if command -v node >/dev/null; then
    check node scripts/check_records.mjs
else
    echo "skipped: no node here"
fi
exit "$status"
