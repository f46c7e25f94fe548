#!/usr/bin/env bash
# Runs what is `unsafe` under Miri, which sees every access to memory that is out of bounds, not aligned, or of what was
# never written: memory in pages, squares of bitboards, the network with and without AVX2. An error is printed,
# and the exit code is not 0. It needs nightly Rust: `rustup component add miri rust-src --toolchain nightly`; without
# it, it says "skipped".
set -euo pipefail
cd "$(dirname "$0")/.."
if ! cargo +nightly miri --version >/dev/null 2>&1; then
    echo 'skipped: Miri, because nightly Rust with it is not installed'
    exit
fi
# Tests may read the clock and files.
export MIRIFLAGS=-Zmiri-disable-isolation
cargo +nightly miri test --locked -p kyomi-base --lib -- pages
tests=(shogi::bitboard layers::affine accumulator::tests)
cargo +nightly miri test --locked -p kyomi-engine --lib -- "${tests[@]}"
RUSTFLAGS=-Ctarget-feature=+avx2 cargo +nightly miri test --locked -p kyomi-engine --lib -- "${tests[@]}"
