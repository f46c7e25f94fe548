#!/usr/bin/env bash
# Builds usi-engine.exe for 64-bit Windows on a Debian machine. With --smoke it builds in a third of
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
# Needs Debian 12 or newer with its `rustc-web` compiler, the standard library's source and the
# MinGW linker (--smoke: also wine and python3; --check: its binutils only). What is missing is installed with apt-get where the
# script runs as root. The standard library's own dependencies come from the crate registry, so a
# first build needs the network (or a filled cargo cache).
#
# Disk: 2 GB of packages, and with --smoke 700 MB for a wine prefix in a temporary folder, removed at
# the end.
set -euo pipefail

readonly target=x86_64-pc-windows-gnu
readonly linker=x86_64-w64-mingw32-gcc
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly root

say() { printf 'build-windows: %s\n' "$*"; }

# fail STATUS WORDS
fail() {
    say "${*:2}" >&2
    exit "$1"
}

mode=${1-}
profile=dist
case $mode in
    '') ;;
    --smoke | --check | --packages) profile=release ;;
    *) fail 2 "unknown argument '$mode' (only --smoke, --check and --packages are known)" ;;
esac

SECONDS=0
step() {
    say "$1: ${SECONDS} s"
    SECONDS=0
}

# Whether a package is there; of the compiler's packages, one that Cargo.toml calls new enough.
is_installed() {
    local wanted=0 state version
    [[ $1 == rust* ]] && wanted=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' "$root/Cargo.toml")
    read -r state version < <(dpkg-query -W -f='${db:Status-Status} ${Version}\n' "$1" 2> /dev/null) \
        && [[ $state == installed ]] && dpkg --compare-versions "$version" ge "$wanted"
}

install_missing() {
    local packages=(rustc-web cargo-web rust-web-src) missing=() package
    case $mode in
        '') packages+=(gcc-mingw-w64-x86-64) ;;
        --smoke) packages+=(gcc-mingw-w64-x86-64 wine64 python3) ;;
        # The standard library of newer compilers asks for dlltool.
        *) packages+=(binutils-mingw-w64-x86-64) ;;
    esac
    command -v dpkg-query > /dev/null || fail 2 "needs Debian with: ${packages[*]}"
    for package in "${packages[@]}"; do
        is_installed "$package" || missing+=("$package")
    done
    # A python3 from elsewhere serves as well as Debian's.
    if [[ ${#missing[@]} -eq 1 && ${missing[0]} == python3 ]] && command -v python3 > /dev/null; then
        missing=()
    fi
    [[ ${#missing[@]} -eq 0 ]] && return

    if [[ $EUID -ne 0 ]] || ! command -v apt-get > /dev/null; then
        fail 2 "missing Debian packages (run as root, or install them): ${missing[*]}"
    fi
    local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Dpkg::Use-Pty=0)
    say "installing ${missing[*]}"
    # A fresh machine's package lists may lack the security archive, where the newer compiler is.
    "${apt[@]}" update > /dev/null || say "apt-get update failed; going on with the lists there are"
    "${apt[@]}" install --no-install-recommends "${missing[@]}" > /dev/null \
        || fail 2 "apt-get could not install: ${missing[*]}"
    step "packages installed"
}

# compile COMMAND: `cargo build`, or `cargo check`.
compile() {
    # Debian's compiler has no compiled standard library for Windows: it is
    # built along (-Z build-std), which RUSTC_BOOTSTRAP allows on a stable
    # compiler. RUSTFLAGS from outside would replace those of .cargo/config.toml.
    say "cargo $1 with $(/usr/bin/rustc --version)"
    (
        unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER
        if [[ $mode == --smoke ]]; then
            export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_CODEGEN_UNITS=256
        fi
        cd "$root"
        PATH=/usr/bin:$PATH \
            RUSTC=/usr/bin/rustc \
            RUSTC_BOOTSTRAP=1 \
            CARGO_TARGET_DIR="$root/target/windows" \
            CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=$linker \
            CARGO_PROFILE_RELEASE_DEBUG=false \
            CARGO_PROFILE_RELEASE_STRIP=symbols \
            /usr/bin/cargo "$1" --quiet --locked --profile $profile --bin usi-engine \
            -Z build-std=std,panic_abort --target $target
    ) || fail 1 "cargo $1 failed"
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
install_missing
case $mode in
    --packages) ;;
    --check) compile check ;;
    --smoke)
        build
        run_smoke
        ;;
    *) build ;;
esac
