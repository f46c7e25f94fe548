# Building for other systems with Debian's compiler: what scripts/build-windows.sh and scripts/build-wasm.sh share.
# Sourced by them, not run.
#
# Debian's compiler has no compiled standard library for other systems: it is built along (-Z build-std), which
# RUSTC_BOOTSTRAP allows on a stable compiler.
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

# Whether a package is there; of the compiler's packages, one that Cargo.toml calls new enough. A program from elsewhere
# serves as well as that of the packages python3 and nodejs.
is_installed() {
    local wanted=0 state version
    case $1 in
        python3) command -v python3 > /dev/null && return ;;
        nodejs) command -v node > /dev/null && return ;;
        rust*) wanted=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' "$root/Cargo.toml") ;;
    esac
    read -r state version < <(dpkg-query -W -f='${db:Status-Status} ${Version}\n' "$1" 2> /dev/null) \
        && [[ $state == installed ]] && dpkg --compare-versions "$version" ge "$wanted"
}

# install_missing PACKAGE...: the compiler, and these.
install_missing() {
    local packages=(rustc-web cargo-web rust-web-src "$@") missing=() package
    command -v dpkg-query > /dev/null || fail 2 "needs Debian with: ${packages[*]}"
    for package in "${packages[@]}"; do
        is_installed "$package" || missing+=("$package")
    done
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

# debian_cargo TARGET WORDS...: cargo with Debian's compiler for this target. RUSTFLAGS from outside would replace those of
# .cargo/config.toml.
debian_cargo() {
    (
        unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER
        cd "$root"
        PATH=/usr/bin:$PATH \
            RUSTC=/usr/bin/rustc \
            RUSTC_BOOTSTRAP=1 \
            CARGO_PROFILE_RELEASE_DEBUG=false \
            CARGO_PROFILE_RELEASE_STRIP=symbols \
            /usr/bin/cargo "${@:2}" --quiet --locked -Z build-std=std,panic_abort --target "$1"
    ) || fail 1 "cargo $2 failed"
}
