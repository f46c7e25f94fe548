#!/usr/bin/env bash
# A service that learns: the best network so far plays games, a new one learns from them and plays the best, and the
# service goes on with the one that won. Whatever ends it, the same command goes on where it was; no game is lost.
#
#   scripts/learn.sh OUT [GENERATIONS] [GAMES] [HIDDEN]   GENERATIONS (3; 0: without end) of GAMES (10000) games
#   scripts/learn.sh status OUT                           says in one line how far it is
#
# It runs at the lowest priority: on a machine that does something else it takes what is left. In the folder OUT
# are `log`, and for each generation N the games `gamesN`, the network `netN.bin` of HIDDEN (256) numbers with its
# curve, who played these games (`teacherN`, the text of a player), and the match against that player.
#
# Environment: ENGINE (target/release/usi-engine), THREADS (2).
# Games:    NODES (1000) a move, ASIDES (0) positions of each search to learn from as well, searched with ASIDE_NODES
#           (100); POSITIONS, folders and files of games after whose positions some games begin.
# Learning: KEEP (3) generations whose games are learned from, the last ones; EPOCHS (3), DECAY (0.3). With START, a
#           network of our own shape, games begin with it, and each network goes on from its teacher: EPOCHS 4, DECAY 0,
#           and TRAIN, further options of `train` (--rate 0.002 --epsilon 1e-7 --lambda 0.5).
# Matches:  MATCH (200) games of TIME (10) ms of CPU time a move, or of NODES_MATCH nodes. Without START the first network
#           also plays UNTRAINED (40) games of 200 nodes a move against one that has learned nothing: it must win.
set -euo pipefail
root=$(cd "$(dirname "$(realpath "$0")")/.." && pwd)
fail() {
    printf 'learn: %s\n' "$*" >&2
    exit 2
}

# The last line of the log's piece that begins with $1, of those that match $2.
last() {
    tr '\r' '\n' <"$out/log" | grep -E "$1" | tail -n 1
}

if [ "${1:-}" = status ]; then
    out=${2:?usage: scripts/learn.sh status OUT}
    [ -f "$out/log" ] || fail "no log in \`$out\`; expected a folder of scripts/learn.sh"
    step=$(last '^== ') work=$(last '^[0-9]+ of [0-9]+ games|^step |^epoch ' || true) match=$(last '^match of' || true)
    printf '%s; %s; %s\n' "${step#== }" "${work:-nothing yet}" "${match:-no match yet}"
    exit
fi

out=${1:?usage: scripts/learn.sh OUT [GENERATIONS] [GAMES] [HIDDEN], or scripts/learn.sh status OUT}
generations=${2:-3} games=${3:-10000} hidden=${4:-256}
for number in "$generations" "$games" "$hidden"; do
    [[ $number =~ ^[0-9]+$ ]] || fail "\`$number\`; expected a whole number"
done
engine=${ENGINE:-$root/target/release/usi-engine}
[ -x "$engine" ] || fail "no program at \`$engine\`; expected one from \`cargo build --release\`"
threads=${THREADS:-2}
limit=(--cpu-time "${TIME:-10}")
[ -z "${NODES_MATCH:-}" ] || limit=(--nodes "$NODES_MATCH")
teacher=eval=handmade learning=(--hidden "$hidden" --epochs "${EPOCHS:-3}" --decay "${DECAY:-0.3}")
if [ -n "${START:-}" ]; then
    [ -f "$START" ] || fail "no network at \`$START\`"
    teacher=eval=nnue,evalfile=$(realpath "$START")
    read -ra more <<<"${TRAIN:---rate 0.002 --epsilon 1e-7 --lambda 0.5}"
    learning=(--epochs "${EPOCHS:-4}" --decay "${DECAY:-0}" "${more[@]}")
fi
positions=()
[ -z "${POSITIONS:-}" ] || read -ra positions <<<"--positions $POSITIONS"

mkdir -p "$out"
if command -v flock >/dev/null; then
    exec 9>"$out/lock"
    flock -n 9 || fail "\`$out\` is in use by another run"
fi
renice -n 19 $$ >/dev/null 2>&1 || true
exec > >(tee -a "$out/log") 2>&1

# generation N: plays, learns and compares, as far as that is not done.
generation() {
    local number=$1 net=$out/net$1.bin state=$out/net$1.state data=() start=() score
    [ -f "$out/teacher$number" ] || printf '%s\n' "$teacher" >"$out/teacher$number"
    teacher=$(<"$out/teacher$number")
    printf '\n== generation %s: games of %s\n' "$number" "$teacher"
    "$engine" datagen --out "$out/games$number" --games "$games" --nodes "${NODES:-1000}" \
        --asides "${ASIDES:-0}" --aside-nodes "${ASIDE_NODES:-100}" "${positions[@]}" \
        --threads "$threads" --seed $((1000 + number)) --resign 2000,2 --config "$teacher"

    printf '\n== generation %s: learning\n' "$number"
    for ((old = number; old >= 0 && old > number - ${KEEP:-3}; old--)); do
        data+=("$out/games$old")
    done
    [ -z "${START:-}" ] || start=(--start "${teacher#*evalfile=}")
    [ -f "$net" ] || "$engine" train --data "${data[@]}" --out "$net" "${learning[@]}" "${start[@]}" \
        --threads "$threads" --checkpoint "$state" --curve "$out/net$number.svg"
    rm -f "$state"
    if [ "$number" = 0 ] && [ -z "${START:-}" ]; then
        printf '\n== generation 0: against a network that has learned nothing\n'
        [ -f "$out/untrained.bin" ] || "$engine" train --data "${data[@]}" --out "$out/untrained.bin" --hidden "$hidden" \
            --epochs 0 >/dev/null
        "$engine" selfplay "evalfile=$net" "evalfile=$out/untrained.bin" --games "${UNTRAINED:-40}" \
            --nodes 200 --concurrency "$threads" --journal "$out/untrained.jsonl"
    fi

    printf '\n== generation %s: against %s\n' "$number" "$teacher"
    "$engine" selfplay "eval=nnue,evalfile=$net" "$teacher" --games "${MATCH:-200}" \
        "${limit[@]}" --concurrency "$threads" --journal "$out/match$number.jsonl" | tee "$out/match$number.txt"
    score=$(sed -n 's/^A scores //p' "$out/match$number.txt" | tail -n 1)
    printf 'match of generation %s: %s\n' "$number" "$score"
    if awk -v score="${score%% *}" 'BEGIN { exit !(score > 50) }'; then
        teacher=eval=nnue,evalfile=$(realpath "$net")
    fi
}

for ((number = 0; generations == 0 || number < generations; number++)); do
    generation "$number"
done
