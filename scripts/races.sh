#!/usr/bin/env bash
# Runs what the threads of a search share under ThreadSanitizer: the table, its memory, the stop flag, ponder
# hits, the clock. A race is printed, and the exit code is 66. Linux on x86-64 only: elsewhere it says "skipped".
set -euo pipefail
if [ "$(uname -sm)" != 'Linux x86_64' ]; then
    echo 'skipped: races, because they need Linux on x86-64'
    exit
fi
cd "$(dirname "$0")/../races"
# The standard library is compiled without the detector: races/seen has locks that it sees.
export TSAN_OPTIONS="suppressions=$PWD/suppressions.txt"
# Stable Rust has the detector too, and lets nobody ask for it without this.
export RUSTC_BOOTSTRAP=1
export RUSTFLAGS='-Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer'
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-../target}/races
cargo run --locked --quiet --target x86_64-unknown-linux-gnu "$@"
