#!/usr/bin/env bash
# Runs what the threads of a search share under ThreadSanitizer: the table, its memory, the stop flag, ponder
# hits, the clock. Needs nightly Rust. A race is printed, and the exit code is 66.
set -euo pipefail
cd "$(dirname "$0")/../races"
# The standard library is compiled without the detector: races/seen has locks that it sees.
export TSAN_OPTIONS="suppressions=$PWD/suppressions.txt"
export RUSTFLAGS='-Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer'
export CARGO_TARGET_DIR=${RACES_TARGET:-target}
cargo +nightly run --target x86_64-unknown-linux-gnu "$@"
