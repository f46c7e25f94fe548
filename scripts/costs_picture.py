#!/usr/bin/env python3
"""Draws what the moves of a position cost, as stacked bars (SVG on standard output).

Reads what `usi-engine explain --json --all` prints. Terms that belong together are one colour; what makes a move cheaper
is drawn below the line of an ordinary ply.
"""

import json
import sys

GROUPS = [
    ("late moves", "#9aa5b1", ("late moves", "not improving", "window", "no cut is expected", "answers cut", "table move captures")),
    ("kind of node", "#5b7083", ("near the principal variation", "a cut is expected", "table move", "correction")),
    ("order", "#c9a227", ("order", "threat", "check")),
    ("similarity", "#c8553d", ("similar drops", "similar checks", "same piece", "same victim", "same square")),
    ("negative plausibility", "#7b4b94", ("implausible",)),
]
MOST, WIDTH, HEIGHT, LEFT, TOP = 40, 860, 360, 56, 40


def bars(moves):
    """For each move: its name and what each group adds, in centi-plies."""
    for move in moves[:MOST]:
        parts = move["parts"]
        yield move["move"], [sum(parts.get(name, 0) for name in names) for _, _, names in GROUPS]


def main():
    rows = list(bars(sorted(json.load(sys.stdin)["moves"], key=lambda it: it["rank"])))
    high = max(sum(part for part in parts if part > 0) for _, parts in rows)
    low = max(-sum(part for part in parts if part < 0) for _, parts in rows)
    scale = (HEIGHT - TOP - 60) / max(high + low, 1)
    zero = TOP + high * scale
    step = (WIDTH - LEFT - 16) / len(rows)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="11">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for plies in range(-int(low // 100), int(high // 100) + 1):
        y = zero - plies * 100 * scale
        out.append(f'<line x1="{LEFT}" x2="{WIDTH - 16}" y1="{y:.1f}" y2="{y:.1f}" stroke="{"#333" if plies == 0 else "#e3e6ea"}"/>')
        out.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="#333">{plies:+d}</text>')
    for place, (name, parts) in enumerate(rows):
        x = LEFT + place * step
        above = below = zero
        for part, (_, colour, _) in zip(parts, GROUPS):
            size = abs(part) * scale
            if part > 0:
                above -= size
                y = above
            else:
                y = below
                below += size
            out.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{step - 2:.1f}" height="{size:.1f}" fill="{colour}"/>')
        out.append(f'<text transform="translate({x + step / 2:.1f},{HEIGHT - 6}) rotate(-90)" fill="#333">{name}</text>')
    x = LEFT
    for name, colour, _ in GROUPS:
        out.append(f'<rect x="{x}" y="10" width="12" height="12" fill="{colour}"/><text x="{x + 16}" y="20" fill="#333">{name}</text>')
        x += 34 + 7 * len(name)
    out.append(f'<text x="{WIDTH - 16}" y="20" text-anchor="end" fill="#333">plies above an ordinary one</text></svg>')
    print("\n".join(out))


if __name__ == "__main__":
    main()
