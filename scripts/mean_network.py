#!/usr/bin/env python3
"""The mean of networks of our own: their weights averaged, where all went on from the same one.

    scripts/mean_network.py A.nnue B.nnue… --out MEAN.nnue --origin TEXT

What training on few games adds by chance grows small so. The scale is A's; the others' output weights
are brought to it. `--percent` makes all values so many percent of that, as `EvalScale` does. All must be of
the same size (`src/eval/nnue/format/kyomi.rs` has the form). Needs numpy.
"""

import argparse
import hashlib
import sys
from pathlib import Path

import numpy as np

MAGIC = 12  # bytes of magic and version
HEAD = MAGIC + 32  # with the checksum
MOST_OUTPUT_WEIGHT = 512


def read(path):
    """Magic and version, (inputs, neurons), scale, weights and biases, output bias."""
    content = Path(path).read_bytes()
    if content[:8] != b"KYOMI-NN":
        sys.exit(f"{path}: not a network; expected a file that begins with `KYOMI-NN`")
    inputs, hidden, scale, origin = map(int, np.frombuffer(content, "<u4", 4, HEAD))
    at = HEAD + 16 + origin
    numbers = np.frombuffer(content, "<i2", (inputs + 3) * hidden, at).astype(float)
    bias = int(np.frombuffer(content, "<i4", 1, len(content) - 4)[0])
    return content[:MAGIC], (inputs, hidden), scale, numbers, bias


def write(path, head, shape, scale, origin, numbers, bias):
    """The file of what `read` returns, with the text `origin`; numbers must be whole."""
    text = origin.encode()
    body = np.array([*shape, scale, len(text)], "<u4").tobytes() + text
    body += numbers.astype("<i2").tobytes() + np.array([round(bias)], "<i4").tobytes()
    Path(path).write_bytes(head + hashlib.sha256(body).digest() + body)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("networks", nargs="+")
    parser.add_argument("--out", required=True)
    parser.add_argument("--origin", required=True, help="how the network was made, kept in its file")
    parser.add_argument("--percent", type=float, default=100, help="what is taken of the values [100]")
    options = parser.parse_args()
    head, shape, scale, mean, bias = read(options.networks[0])
    hidden = shape[1]
    for path in options.networks[1:]:
        _, other_shape, other_scale, other, other_bias = read(path)
        if other_shape != shape:
            sys.exit(f"{path}: {other_shape} inputs and neurons; expected {shape} as in {options.networks[0]}")
        other[-2 * hidden :] *= other_scale / scale
        mean += other
        bias += other_bias * other_scale / scale
    count = len(options.networks)
    mean = np.rint(mean / count)
    mean[-2 * hidden :] = mean[-2 * hidden :].clip(-MOST_OUTPUT_WEIGHT, MOST_OUTPUT_WEIGHT)
    scale = round(scale * options.percent / 100)
    write(options.out, head, shape, scale, options.origin, mean, bias / count)


if __name__ == "__main__":
    main()
