#!/usr/bin/env python3
"""Plays a run on a Ray cluster, without a shared file system.

    pip install ray
    usi-engine selfplay A B … --games 4000 --write-run run.json
    python3 scripts/ray_selfplay.py target/release/usi-engine run.json --shards 100 --out shards

starts Ray on this machine, or joins the cluster that --address names (`ray start --head` there
first). The program and the run go to the workers with the tasks, and shards come back as bytes. A
task lost with its node is played elsewhere; a run with a sequential test ends when the shards that
are there decide it; the same command again plays only what is missing.
"""
import argparse
import json
import os
import pathlib
import subprocess
import tempfile

import ray


def play(engine: bytes, run: bytes, share: str, games_at_a_time: int) -> tuple[str, bytes]:
    """Plays one shard in a folder of its own; returns the name and content of its file."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        program, description = folder / "usi-engine", folder / "given.json"
        program.write_bytes(engine)
        program.chmod(0o755)
        description.write_bytes(run)
        command = [program, "selfplay", "--run", description, "--shard", share, "--out", folder,
                   "--concurrency", str(games_at_a_time)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"shard {share}: {done.stderr.strip()}")
        (shard,) = folder.glob("shard-*.jsonl")
        return shard.name, shard.read_bytes()


def merge(engine: pathlib.Path, run: pathlib.Path, folder: pathlib.Path, *more: str) -> str:
    """What `selfplay merge` says about the shards in `folder`."""
    command = [engine, "selfplay", "merge", folder, "--run", run, *more]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def keep(folder: pathlib.Path, name: str, content: bytes) -> None:
    """Writes a shard as a whole or not at all."""
    beside = folder / f"{name}.tmp"
    with beside.open("wb") as file:
        file.write(content)
        os.fsync(file.fileno())
    beside.rename(folder / name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("engine", type=pathlib.Path)
    parser.add_argument("run", type=pathlib.Path)
    parser.add_argument("--shards", type=int, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--address", help="of a Ray cluster; without it Ray starts here")
    parser.add_argument("--cpus", type=int, default=1, help="of a task, and games at a time in it")
    args = parser.parse_args()

    ray.init(address=args.address, log_to_driver=False)
    args.out.mkdir(parents=True, exist_ok=True)
    engine, run = ray.put(args.engine.read_bytes()), ray.put(args.run.read_bytes())
    task = ray.remote(num_cpus=args.cpus, max_retries=-1)(play)
    there = set(json.loads(merge(args.engine, args.run, args.out, "--json"))["shards"])
    shares = [f"{index}/{args.shards}" for index in range(args.shards)]
    todo = [share for share in reversed(shares) if share not in there]
    playing: dict = {}
    decision = None
    while decision is None and (todo or playing):
        # In order and no more than are played at once, so that a test stops with little waste.
        room = max(1, int(ray.cluster_resources().get("CPU", 1)) // args.cpus)
        while todo and len(playing) < room:
            share = todo.pop()
            playing[task.remote(engine, run, share, args.cpus)] = share
        (done,), _ = ray.wait(list(playing))
        keep(args.out, *ray.get(done))
        state = json.loads(merge(args.engine, args.run, args.out, "--json"))
        decision = state["decision"]
        print(f"shard {playing.pop(done)}: {state['games']} of {state['games_of_run']} games",
              flush=True)
    for rest in playing:
        ray.cancel(rest, force=True)
    print(merge(args.engine, args.run, args.out), end="")


if __name__ == "__main__":
    main()
