#!/usr/bin/env bash
# Builds the engine as WebAssembly, and lays out what a web host serves: the page on which one
# plays (FOLDER/play) and the engine for ShogiHome (FOLDER/shogihome/kyomi).
#
# Usage:  scripts/build-wasm.sh [--smoke | --packages] [FOLDER]
#
# FOLDER is target/wasm unless given; what is in the two folders is replaced. --smoke builds faster: one
# module, compiled as the tests are and beside them; --packages only installs what is needed.
#
# Exit status: 0 done; 1 the build failed; 2 a wrong argument, or a package is missing and cannot be installed here.
#
# Needs rustup, which installs the standard library for WebAssembly, and nodejs, which is installed with apt-get where it is
# missing and the script runs as root.
set -euo pipefail

readonly target=wasm32-unknown-unknown
# A search calls itself as deep as its lines are long.
readonly stack=16777216

# shellcheck source=scripts/other_systems.sh
source "$(dirname "${BASH_SOURCE[0]}")/other_systems.sh"

mode=
profile=dist
# Where cargo puts what it is told to build with a profile.
built=dist
case ${1-} in
    --smoke) mode=$1 profile=dev built=debug ;;
    --packages) mode=$1 ;;
    -*) fail 2 "unknown argument '$1' (only --smoke and --packages are known)" ;;
esac
[[ -z $mode ]] || shift
[[ $# -le 1 ]] || fail 2 "expected one folder, got '$*'"
readonly folder=${1-$root/target/wasm}

# place FEATURES: where it is built. What runs while crates are compiled is shared with the tests by a smoke build.
place() {
    if [[ $mode == --smoke ]]; then echo "$root/target"; else echo "$root/target/wasm/$1"; fi
}

# compile FEATURES: the module, built for these features of WebAssembly.
compile() {
    local flags="-C target-feature=$1 -C link-arg=-zstack-size=$stack"
    say "cargo build with $(rustc --version), $1"
    CARGO_TARGET_DIR=$(place "$1") \
        CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS=$flags \
        cargo_for $target build --profile $profile --package kyomi-web
    step "cargo build"
}

# module FEATURES: where it is.
module() { echo "$(place "$1")/$target/$built/kyomi_web.wasm"; }

install_missing nodejs
add_target $target
[[ $mode != --packages ]] || exit 0
compile +simd128
if [[ $mode == --smoke ]]; then
    # One build is enough to see that all is there.
    plain=+simd128
else
    plain=-simd128
    compile $plain
fi
node "$root/src/web/assemble.mjs" "$(module +simd128)" "$(module $plain)" "$folder" || fail 1 "the pages could not be written"
say "$folder/play and $folder/shogihome/kyomi"
