# Building for other systems: what scripts/build-windows.sh and scripts/build-wasm.sh share. Sourced by them, not run.
# shellcheck shell=bash

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly root
script=$(basename "$0" .sh)
readonly script

say() { printf '%s: %s\n' "$script" "$*"; }

# fail STATUS WORDS
fail() {
    say "${*:2}" >&2
    exit "$1"
}

SECONDS=0
step() {
    say "$1: ${SECONDS} s"
    SECONDS=0
}

# add_target TARGET: the standard library for it, from rustup.
add_target() {
    command -v rustup > /dev/null || fail 2 "needs rustup, for the standard library of $1"
    rustup target list --installed | grep -qx "$1" && return
    rustup --quiet target add "$1" || fail 2 "rustup could not install the standard library of $1"
    step "standard library of $1 installed"
}

# install_missing PACKAGE...: what of these Debian packages is not there. A program from elsewhere serves as well as that
# of the packages python3 and nodejs.
install_missing() {
    local missing=() package
    for package in "$@"; do
        case $package in
            python3) command -v python3 > /dev/null && continue ;;
            nodejs) command -v node > /dev/null && continue ;;
        esac
        dpkg-query -W -f='${db:Status-Status}\n' "$package" 2> /dev/null | grep -qx installed || missing+=("$package")
    done
    [[ ${#missing[@]} -eq 0 ]] && return

    if [[ $EUID -ne 0 ]] || ! command -v apt-get > /dev/null; then
        fail 2 "missing Debian packages (run as root, or install them): ${missing[*]}"
    fi
    local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Dpkg::Use-Pty=0)
    say "installing ${missing[*]}"
    "${apt[@]}" update > /dev/null || say "apt-get update failed; going on with the lists there are"
    "${apt[@]}" install --no-install-recommends "${missing[@]}" > /dev/null \
        || fail 2 "apt-get could not install: ${missing[*]}"
    step "packages installed"
}

# cargo_for TARGET WORDS...: cargo for this target. RUSTFLAGS from outside would replace those of .cargo/config.toml.
cargo_for() {
    (
        unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS
        cd "$root"
        CARGO_PROFILE_RELEASE_STRIP=symbols cargo "${@:2}" --quiet --locked --target "$1"
    ) || fail 1 "cargo $2 failed"
}
