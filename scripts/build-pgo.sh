#!/usr/bin/env bash
# Builds the program for release with what was counted while it ran (profile-guided optimisation):
# once with counters, some minutes of searches, games, mates and training, and once more with the
# counts. It searches the same nodes in a little less time; docs/matches.md has the measurement.
#
# Usage:  scripts/build-pgo.sh
#
# The last line names the program: target/pgo/usi-engine, or below CARGO_TARGET_DIR if that is set.
# Needs the `llvm-profdata` of the compiler's LLVM: `rustup component add llvm-tools`, or Debian's
# package llvm-NN, where `rustc -vV` says NN. Two builds of the profile `dist`, and 0.5 GB of disk.
# Code for vector instructions that this processor has not stays without counts and is then taken
# for code that never runs; a line says so. So release from a machine with AVX-512.
#
# Exit status: 0 done; 1 a build or the training failed, or the program searches other nodes than
# tests/bench.txt says; 2 a wrong argument, or there is no llvm-profdata that fits.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf 'build-pgo: %s\n' "$*"; }

# fail STATUS WORDS
fail() {
    say "${*:2}" >&2
    exit "$1"
}

[[ $# -eq 0 ]] || fail 2 "unknown argument '$1' (there are none)"

cd "$root"
host=$(rustc -vV | sed -n 's/^host: //p')
llvm=$(rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
folder=${CARGO_TARGET_DIR:-target}/pgo
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
counts=$folder/counts

# Prints the first llvm-profdata that reads what this compiler writes.
find_profdata() {
    local candidate
    for candidate in "$(rustc --print sysroot)/lib/rustlib/$host/bin/llvm-profdata" \
        "llvm-profdata-$llvm" "/usr/lib/llvm-$llvm/bin/llvm-profdata" llvm-profdata; do
        if "$candidate" --version 2> /dev/null | grep "LLVM version $llvm\." > /dev/null; then
            printf '%s\n' "$candidate"
            return
        fi
    done
    fail 2 "no llvm-profdata of LLVM $llvm; \`rustup component add llvm-tools\` or Debian's llvm-$llvm has it"
}

# Builds into the folder of this name with one more flag for the compiler. RUSTFLAGS would replace
# what .cargo/config.toml says; a target's flags join it. With --target, build scripts count nothing.
build() {
    say "building: $1"
    env -u RUSTFLAGS -u CARGO_ENCODED_RUSTFLAGS \
        cargo --config "target.$host.rustflags=['$2']" build --quiet --locked --profile dist \
        --bin usi-engine --target "$host" --target-dir "$folder/$1" || fail 1 "the build failed"
}

# What it is used for. Most is searching; the rest is there so that it is not taken for code that
# never runs, which is made small instead of fast.
train() {
    local engine=$1 work=$folder/training set
    rm -rf "$work"
    mkdir "$work"
    for set in AVX-512 AVX2 baseline; do
        KYOMI_INSTRUCTIONS=$set "$engine" bench || untrained+=" $set"
    done
    "$engine" bench --config eval=handmade --depth 10 \
        && "$engine" selfplay '' search=alphabeta --games 4 --nodes 10000 --journal "$work/match.jsonl" \
        && "$engine" suite sfen-suites/{rules,perft,tsume,nomate} --max-nodes 100000 \
        && "$engine" datagen --out "$work/games" --games 100 --nodes 200 \
        && "$engine" train --data "$work/games" --out "$work/net.bin" --epochs 1
}

SECONDS=0
profdata=$(find_profdata)
rm -rf "$counts" "$folder/usi-engine"
build counting "-Cprofile-generate=$counts"
say "built after $SECONDS s; training"
untrained=
train "$folder/counting/$host/dist/usi-engine" > "$folder/training.log" 2>&1 \
    || fail 1 "the training failed; $folder/training.log says why"
[[ -z $untrained ]] || say "not trained, for this processor has none of them:$untrained"
"$profdata" merge --output "$folder/counts.profdata" "$counts" || fail 1 'the counts could not be merged'
build counted "-Cprofile-use=$folder/counts.profdata"

engine=$folder/counted/$host/dist/usi-engine
signature=$("$engine" bench | tail -n 1 | cut -d' ' -f1)
expected=$(cut -d' ' -f1 tests/bench.txt)
[[ $signature == "$expected" ]] || fail 1 "bench: $signature nodes, but tests/bench.txt says $expected"
mv "$engine" "$folder/usi-engine"
say "done after $SECONDS s: $folder/usi-engine"
