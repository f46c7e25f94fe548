#!/usr/bin/env bash
# From nothing to a network: plays games, trains on all games so far, and plays a match against what
# made the games, once per generation. The same command goes on where it stopped.
#
#   scripts/learn.sh OUT [GENERATIONS] [GAMES] [HIDDEN]
#
# Environment: ENGINE (target/release/usi-engine), NODES (1000) a move in games, ASIDES (0) positions
# of each search to learn from as well, searched with ASIDE_NODES (100), THREADS (2), EPOCHS (3),
# DECAY (0.3), MATCH (200 games), TIME (10 ms of CPU time a move in matches; NODES_MATCH instead). The
# first network also plays UNTRAINED (40) games against one that has learned nothing, at 200 nodes a
# move: it must win. The networks are OUT/net0.bin, OUT/net1.bin, …; the first games are those of the
# hand-made evaluation.
set -euo pipefail
root=$(cd "$(dirname "$(realpath "$0")")/.." && pwd)

out=${1:?usage: scripts/learn.sh OUT [GENERATIONS] [GAMES] [HIDDEN]}
generations=${2:-3} games=${3:-10000} hidden=${4:-256}
engine=${ENGINE:-$root/target/release/usi-engine}
threads=${THREADS:-2}
limit=(--cpu-time "${TIME:-10}")
[ -z "${NODES_MATCH:-}" ] || limit=(--nodes "$NODES_MATCH")

mkdir -p "$out"
teacher=eval=handmade
data=()
for ((generation = 0; generation < generations; generation++)); do
    net=$out/net$generation.bin
    data+=("$out/games$generation")
    printf '\n== generation %s: games of %s\n' "$generation" "$teacher"
    "$engine" datagen --out "$out/games$generation" --games "$games" --nodes "${NODES:-1000}" \
        --asides "${ASIDES:-0}" --aside-nodes "${ASIDE_NODES:-100}" \
        --threads "$threads" --seed $((1000 + generation)) --resign 2000,2 --config "$teacher"
    printf '\n== generation %s: training\n' "$generation"
    "$engine" train --data "${data[@]}" --out "$net" --hidden "$hidden" --epochs "${EPOCHS:-3}" \
        --decay "${DECAY:-0.3}" --curve "$out/net$generation.svg"
    if ((generation == 0)); then
        printf '\n== generation 0: against a network that has learned nothing\n'
        "$engine" train --data "${data[@]}" --out "$out/untrained.bin" --hidden "$hidden" --epochs 0 >/dev/null
        "$engine" selfplay "evalfile=$net" "evalfile=$out/untrained.bin" --games "${UNTRAINED:-40}" \
            --nodes 200 --concurrency "$threads" --journal "$out/untrained.jsonl"
    fi
    printf '\n== generation %s: against %s\n' "$generation" "$teacher"
    "$engine" selfplay "eval=nnue,evalfile=$net" "$teacher" --games "${MATCH:-200}" \
        "${limit[@]}" --concurrency "$threads" --journal "$out/match$generation.jsonl"
    teacher=eval=nnue,evalfile=$net
done
