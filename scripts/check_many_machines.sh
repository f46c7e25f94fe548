#!/usr/bin/env bash
# Plays one run serially, with GNU parallel (killed and resumed), on Ray (three nodes, one of them
# killed) and on Slurm (two nodes, one of them killed), and compares the digests of the games.
#
#   cargo build --release
#   apt-get install parallel slurm-wlm munge; pip install ray
#   scripts/check_many_machines.sh [ENGINE]     as root, for Slurm; about three minutes on two cores
#
# PYTHON is the Python that has Ray, WAYS the ways to try: "parallel ray slurm" unless given.
# Everything runs in a folder of its own, which is deleted at the end.
set -euo pipefail
cd "$(dirname "$0")/.."
engine=$(realpath "${1:-target/release/usi-engine}")
python=${PYTHON:-python3}
ways=${WAYS:-parallel ray slurm}
scripts=$PWD/scripts
work=$(mktemp -d)
shards=24
started=()

# Only processes that this script started, by their ids.
cleanup() {
    for pid in "${started[@]}"; do kill -9 "$pid" 2>/dev/null || true; done
    rm -rf "$work"
}
trap cleanup EXIT

# Starts a command in the background.
start() {
    "$@" > "$work/output-${#started[@]}" 2>&1 &
    started+=($!)
    disown
}

say() { printf '%4ds  %s\n' "$SECONDS" "$*"; }
count() { find "$1" -name 'shard-*.jsonl' 2>/dev/null | wc -l; }
digest() { sed -n 's/^digest: //p'; }

# Waits until folder $1 holds $2 shards, for at most $3 seconds.
await() {
    for ((tenths = 0; tenths < $3 * 10; tenths++)); do
        [ "$(count "$1")" -ge "$2" ] && return
        sleep 0.1
    done
    echo "only $(count "$1") of $2 shards in $1 after $3 s"
    exit 1
}

# Compares the games in folder $2, played by way $1, with those of the serial run.
compare() {
    actual=$("$engine" selfplay merge "$2" --run "$work/run.json" | digest)
    if [ "$actual" != "$expected" ]; then
        echo "$1: digest $actual, expected $expected"
        exit 1
    fi
    say "$1: $(count "$2") shards, digest $actual"
}

game=(hash=1 hash=1,search=alphabeta --nodes 1000 --games 192)
"$engine" selfplay "${game[@]}" --write-run "$work/run.json"
"$engine" selfplay "${game[@]}" --journal "$work/serial.jsonl" > /dev/null 2>&1
expected=$("$engine" selfplay merge "$work/serial.jsonl" --run "$work/run.json" | digest)
say "serial: digest $expected"

with_parallel() {
    play() {
        seq 0 $((shards - 1)) | parallel --jobs 2 "$engine" selfplay \
            --run "$work/run.json" --shard "{}/$shards" --out "$work/parallel" > /dev/null 2>&1
    }
    export -f play
    export engine work shards
    # A group of its own, so that the engines die too.
    start setsid bash -c play
    group=${started[-1]}
    await "$work/parallel" 6 60
    kill -9 -- "-$group"
    say "parallel: killed after $(count "$work/parallel") shards"
    play
    compare parallel "$work/parallel"
}

with_ray() {
    RAY_AUTH_MODE=disabled RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO=0 "$python" - \
        "$engine" "$work/run.json" "$shards" "$work/ray" "$scripts" <<'PYTHON'
import subprocess, sys, time
from pathlib import Path
from ray.cluster_utils import Cluster

engine, run, shards, folder, scripts = sys.argv[1:]
cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
workers = [cluster.add_node(num_cpus=1) for _ in range(2)]
cluster.wait_for_nodes()
driver = subprocess.Popen(
    [sys.executable, f"{scripts}/ray_selfplay.py", engine, run, "--shards", shards, "--out", folder,
     "--address", cluster.address], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
there = lambda: len(list(Path(folder).glob("shard-*.jsonl")))
while there() < 6 and driver.poll() is None:
    time.sleep(0.1)
cluster.remove_node(workers[1], allow_graceful=False)
print(f"ray: one of two nodes killed after {there()} shards", flush=True)
code = driver.wait(timeout=300)
cluster.shutdown()
sys.exit(code)
PYTHON
    compare ray "$work/ray"
}

slurm_files() {
    mkdir -m 700 "$work/munge"
    mkdir "$work/state" "$work/spool-n1" "$work/spool-n2"
    head -c 1024 /dev/urandom > "$work/munge/key"
    chmod 400 "$work/munge/key"
    # Nodes of one machine are told apart by name and port. A job is queued again when its
    # credential has expired, two minutes after its node was lost unless said here.
    cat > "$work/slurm.conf" <<CONF
ClusterName=kyomi
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmctldPort=26817
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket,cred_expire=10
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool-%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd-%n.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd-%n.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdTimeout=10
ReturnToService=2
NodeName=n1 NodeHostname=$(hostname) NodeAddr=127.0.0.1 Port=26818 CPUs=1
NodeName=n2 NodeHostname=$(hostname) NodeAddr=127.0.0.1 Port=26819 CPUs=1
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
CONF
}

# Kills the job that runs on node $1, and what looks after it, as if the machine had stopped.
kill_job_on() {
    read -r keeper job < <(tail -n 1 "$work/jobs-$1")
    [ "$(cat "/proc/$keeper/comm" 2>/dev/null)" = slurmstepd ] && kill -9 "$keeper"
    [ "$(readlink "/proc/$job/exe")" = "$engine" ] && kill -9 "$job"
}

with_slurm() {
    slurm_files
    export SLURM_CONF=$work/slurm.conf
    start munged --foreground --force --socket="$work/munge/socket" --key-file="$work/munge/key" \
        --pid-file="$work/munge/pid" --seed-file="$work/munge/seed" --log-file="$work/munge/log"
    start slurmctld -D
    start slurmd -D -N n1
    start slurmd -D -N n2
    lost=${started[-1]}
    for ((tries = 0; tries < 150; tries++)); do
        [ "$(sinfo --noheader --states=idle --format=%D 2>/dev/null)" = 2 ] && break
        sleep 0.2
    done
    cat > "$work/engine" <<WRAPPER
#!/bin/bash
echo "\$PPID \$\$" >> "$work/jobs-\$SLURMD_NODENAME"
exec "$engine" "\$@"
WRAPPER
    chmod +x "$work/engine"
    (cd "$work" && sbatch --array="0-$((shards - 1))" "$scripts/selfplay.sbatch" \
        "$work/engine" "$work/run.json" "$shards" "$work/slurm")
    await "$work/slurm" 6 60
    kill -9 "$lost"
    kill_job_on n2 || true
    say "slurm: one of two nodes killed after $(count "$work/slurm") shards"
    sleep 15
    start slurmd -D -N n2
    await "$work/slurm" "$shards" 240
    compare slurm "$work/slurm"
}

for way in $ways; do
    "with_$way"
done
