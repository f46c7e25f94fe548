#!/usr/bin/env bash
# How strong the engine is, on one scale: matches against what it was, and against other engines.
#
#   scripts/strength.sh OUT [GAMES]
#
# Two parts, GAMES (40) for each pairing. First a tournament at fixed nodes, so that other work
# beside it does no harm: the engine with NODES (10000) a move against each network that was once
# built in, at as many, and against Debian's fairy-stockfish at FAIRY_NODES ("10000 30000 100000
# 300000"). Its ratings are on one scale, on which the engine of today has 0. Then a match against
# gpsshogi, without its book, at BYOYOMI (1000) ms a move, on a machine with nothing else to do;
# BYOYOMI=0 leaves it out. An engine that is not installed is left out, and a line says so.
#
# Environment besides: ENGINE (target/release/usi-engine), CONCURRENCY (1), GAMES_DIR (/usr/games).
# The same command goes on where it was killed; with more GAMES it adds to them. OUT gets the
# journals and the networks.
set -euo pipefail
root=$(cd "$(dirname "$(realpath "$0")")/.." && pwd)

out=${1:?usage: scripts/strength.sh OUT [GAMES]}
games=${2:-40}
engine=${ENGINE:-$root/target/release/usi-engine}
nodes=${NODES:-10000}
byoyomi=${BYOYOMI:-1000}
others=${GAMES_DIR:-/usr/games}
both=(--games "$games" --hash 64 --resign 2000,4)
mkdir -p "$out"

# player LIMIT PLAYER: adds a player of the tournament, and its nodes a move.
players=() limits=
player() {
    limits+=${limits:+,}$1
    players+=("$2")
}

player "$nodes" name=today

# Networks were once kept in other folders; git follows the file.
network=src/engine/eval/nnue/format/kyomi.nnue
today=$(git -C "$root" hash-object "$network")
git -C "$root" log --follow --format=:%h --name-only -- "$network" | while read -r line; do
    case $line in
        :*) revision=${line#:} ;;
        ?*) echo "$revision $line" ;;
    esac
done >"$out/networks.txt"
known=" $today "
while read -r revision path; do
    object=$(git -C "$root" rev-parse "$revision:$path")
    case $known in *" $object "*) continue ;; esac
    known+="$object "
    git -C "$root" cat-file blob "$object" >"$out/$revision.nnue"
    if ! "$engine" net info "$out/$revision.nnue" >/dev/null 2>&1; then
        echo "left out: the network of $revision, which has a form that is no longer read"
        continue
    fi
    player "$nodes" "name=network-$revision,evalfile=$out/$revision.nnue"
done <"$out/networks.txt"

if [ -x "$others/fairy-stockfish" ]; then
    for fairy_nodes in ${FAIRY_NODES:-10000 30000 100000 300000}; do
        player "$fairy_nodes" "usi:$others/fairy-stockfish,name=fairy-stockfish-$fairy_nodes,Hash=64"
    done
else
    echo "left out: $others/fairy-stockfish is not there (Debian package fairy-stockfish)"
fi

printf '\n== %s nodes a move\n' "$nodes"
"$engine" selfplay "${players[@]}" --format gauntlet --nodes "$limits" "${both[@]}" --anchor today=0 \
    --concurrency "${CONCURRENCY:-1}" --journal "$out/nodes.jsonl"

if [ "$byoyomi" = 0 ]; then
    exit
elif [ -x "$others/gpsusi" ]; then
    printf '\n== gpsshogi, %s ms a move\n' "$byoyomi"
    "$engine" selfplay name=today "usi:$others/gpsusi,name=gpsshogi,BookDepth=0,Thread=1" \
        --byoyomi "$byoyomi" --margin 1000 "${both[@]}" --journal "$out/gpsshogi.jsonl"
else
    echo "left out: $others/gpsusi is not there (Debian package gpsshogi)"
fi
