#!/usr/bin/env bash
# Builds usi-engine.exe for 64-bit Windows on a Debian or Ubuntu machine. With --smoke it builds in a third of
# the time, hardly optimised, packs the archive for players, unpacks it, and has the program in it
# check itself (`usi-engine check`) under wine. With --check it only sees whether the program compiles.
#
# Usage:  scripts/build-windows.sh [--smoke | --check | --packages]
#
# --packages only installs what --check needs.
#
# Exit status: 0 done; 1 the build or the check failed; 2 a wrong argument, or a package is missing
# and cannot be installed here. Where wine itself does not start in three tries, the check is left
# out and the last line says so.
#
# Needs rustup, which installs the standard library for Windows, and Debian's packages of the MinGW
# linker (--smoke: also wine and python3; --check: none), which are installed with apt-get where they
# are missing and the script runs as root.
#
# Disk: with --smoke 700 MB for a wine prefix in a temporary folder, removed at the end.
set -euo pipefail

readonly target=x86_64-pc-windows-gnu
readonly linker=x86_64-w64-mingw32-gcc
# shellcheck source=scripts/other_systems.sh
source "$(dirname "${BASH_SOURCE[0]}")/other_systems.sh"

mode=${1-}
profile=dist
case $mode in
    '') ;;
    --smoke | --check | --packages) profile=release ;;
    *) fail 2 "unknown argument '$mode' (only --smoke, --check and --packages are known)" ;;
esac

packages() {
    case $mode in
        '') echo gcc-mingw-w64-x86-64 ;;
        --smoke) echo gcc-mingw-w64-x86-64 wine64 python3 ;;
    esac
}

# compile COMMAND: `cargo build`, or `cargo check`.
compile() {
    say "cargo $1 with $(rustc --version)"
    (
        if [[ $mode == --smoke ]]; then
            export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_CODEGEN_UNITS=256
        fi
        CARGO_TARGET_DIR="$root/target/windows" \
            CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=$linker \
            cargo_for $target "$1" --profile $profile --bin usi-engine
    )
    step "cargo $1"
}

build() {
    compile build
    [[ -f $exe ]] || fail 1 "expected $exe after the build, but it is not there"

    # Whatever is linked dynamically must be part of every Windows.
    local foreign
    foreign=$(x86_64-w64-mingw32-objdump -p "$exe" | sed -n 's/^.*DLL Name: //p' \
        | grep -viE '^(kernel32|ntdll|msvcrt|advapi32|bcrypt(primitives)?|userenv|ws2_32|winmm|pdh|psapi|powrprof|shell32|ole32|oleaut32|api-ms-win-[a-z0-9-]+)\.dll$' \
        | paste -sd' ' || true)
    [[ -z $foreign ]] || fail 1 "expected only system DLLs, the program also needs: $foreign"
    say "$exe ($(stat -c %s "$exe") bytes)"
}

# Every Windows since 8 has bcryptprimitives.dll, from which the standard
# library draws the seeds of its hash maps; Debian's wine has not. The stand-in
# lies beside the engine in the check only.
stand_in_for_bcryptprimitives() {
    printf '%s\n' '#include <stdlib.h>' \
        '__declspec(dllexport) int ProcessPrng(unsigned char *data, size_t length) {' \
        '    while (length--) *data++ = (unsigned char)rand();' \
        '    return 1;' \
        '}' > "$work/prng.c"
    "$linker" -shared -O2 -o "$1/bcryptprimitives.dll" "$work/prng.c" \
        || fail 1 "the stand-in for bcryptprimitives.dll could not be built"
}

# Wine's own first start fails now and then; a fresh folder helps. Nothing of
# ours runs in it, so a wine that never starts says nothing about the program:
# the check is left out, and a line says so.
make_prefix() {
    local try
    for try in 1 2 3; do
        if timeout 180 "$1" wineboot --init > "$work/wineboot.log" 2>&1; then
            timeout 60 "$2" -w || true
            step "wine prefix made"
            return 0
        fi
        say "wineboot failed, try $try of 3: $(tail -n 1 "$work/wineboot.log")"
        timeout 60 "$2" -k > /dev/null 2>&1 || true
        rm -rf "$WINEPREFIX"
    done
    say "skipped: the check under wine, because wine does not start on this machine"
    return 1
}

# What the program is asked under wine: its start, lines as Windows ends them, stops, a game by the
# clock, a mate, and its ends. `usi-engine check --list` says what each is.
readonly checks=(usiok option-lines white-space stop-at-once legal-moves byoyomi mate-found quit-searching input-ends)

run_smoke() {
    local wine='' candidate
    for candidate in /usr/lib/wine/wine64 /usr/bin/wine64 /usr/bin/wine; do
        if [[ -x $candidate ]]; then
            wine=$candidate
            break
        fi
    done
    [[ -n $wine ]] || fail 2 "the package wine64 is there but no wine program was found"

    work=$(mktemp -d)
    export WINEPREFIX=$work/wine WINEDEBUG=-all LC_ALL=C.UTF-8
    # No offers to download .NET or a browser while the prefix is made.
    export WINEDLLOVERRIDES='mscoree,mshtml='
    local server=/usr/lib/wine/wineserver
    [[ -x $server ]] || server=wineserver
    # wineserver looks at WINEPREFIX: this ends only what was started here.
    trap '"'"$server"'" -k > /dev/null 2>&1 || true; rm -rf "$work"' EXIT

    make_prefix "$wine" "$server" || return 0

    # Engines are kept in folders like this one by the people who use them.
    local home="$work/将棋 エンジン"
    mkdir -p "$home"
    "$root/scripts/package.sh" "$work/kyomi.zip" "$exe"
    python3 -m zipfile -e "$work/kyomi.zip" "$home"
    stand_in_for_bcryptprimitives "$home/kyomi"
    timeout 180 "$wine" "$home/kyomi/usi-engine.exe" check engine: --only "${checks[@]}" \
        || fail 1 "the check under wine failed (status $?)"
    step "checked"
}

readonly exe=$root/target/windows/$target/$profile/usi-engine.exe
# shellcheck disable=SC2046 # One word for each package.
install_missing $(packages)
add_target $target
case $mode in
    --packages) ;;
    --check) compile check ;;
    --smoke)
        build
        run_smoke
        ;;
    *) build ;;
esac
