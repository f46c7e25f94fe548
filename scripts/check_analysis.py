#!/usr/bin/env python3
"""Opens the page of an analysis in headless Chromium, steps through it, and looks at it.

Usage: check_analysis.py ANALYSIS.html [FOLDER]

Needs the Debian packages `chromium` and `chromium-driver`; without them it says so and succeeds. What it
checks: the page loads without an error of its scripts and without asking for any other address, buttons
lead through the game and through the engine's line, arrows are drawn, links lead to their moves, and
nothing is wider than the window at 1200 and 400 pixels. Screenshots in light and dark go to FOLDER. Exit
code 0: all is well, 1: something is not, 2: bad arguments.
"""

import base64
import pathlib
import sys
import time

from check_report import check, expect


def step_through(browser):
    """Moves through the game by every means that the page offers."""
    text = lambda name: browser.run(f"document.getElementById('{name}').textContent")
    board = lambda: browser.run("document.getElementById('board').innerHTML")
    last = browser.run("data.moves.length")
    expect(last > 10, "the game has more than 10 moves")
    expect(browser.run("data.positions.length") == last + 1, "every position has its value")
    seen = {board()}
    for number in range(1, 6):
        browser.click("on")
        expect(text("ply") == f"{number} / {last}", f"a click leads to move {number}, not {text('ply')}")
        expect(board() not in seen, "the board changes with every move")
        expect('class="arrow choice"' in board(), "the engine's choice has an arrow")
        seen.add(board())
    browser.run("document.querySelector('#line button').click()")
    expect(text("ply") == f"5 + 1 / {last}", f"a click leads into the line, not to {text('ply')}")
    browser.run("document.querySelector('#line button:last-child').click()")
    expect(text("ply") == f"5 / {last}", f"a click leads back to the game, not to {text('ply')}")
    for notation in ("western", "usi", "japanese"):
        browser.run(f"(notation => (notation.value = '{notation}', notation.onchange(), 0))(find('notation'))")
        expect(text("ply") == f"5 / {last}", "the notation changes nothing else")
    links = browser.run("[...document.querySelectorAll('.links a')].map((link) => link.hash)")
    for link in links[:3]:
        browser.run(f"(location.hash = '{link}', 0)")
        time.sleep(0.2)
        expect(text("ply") == f"{link.split('=')[1]} / {last}", f"{link} leads there, not to {text('ply')}")
    pieces = """Array.from({length: data.moves.length + 1}, (_, ply) => (shown.ply = ply, variation()))
        .flat().every(({board, hands}) => board.flat().filter(Boolean).length
            + Object.values({...hands.b}).concat(Object.values({...hands.w})).reduce((a, b) => a + b, 0) === 40)"""
    expect(browser.run(pieces), "40 pieces in every position of the game and of the engine's lines")


def look(browser, folder):
    """Takes screenshots of the worst move, and measures whether the page fits the window."""
    for scheme in ("light", "dark"):
        feature = [{"name": "prefers-color-scheme", "value": scheme}]
        browser.devtools("Emulation.setEmulatedMedia", features=feature)
        for width in (1200, 400):
            browser.devtools("Emulation.setDeviceMetricsOverride",
                             width=width, height=900, deviceScaleFactor=1, mobile=False)
            browser.run("(go(data.moves.findIndex((move) => move.class === 'blunder')), scrollTo(0, 0), 0)")
            time.sleep(0.3)
            wide = browser.run("document.documentElement.scrollWidth")
            expect(wide <= width, f"the page is {wide} pixels wide in a window of {width}")
            name = folder / f"analysis-{scheme}-{width}.png"
            shot = browser.devtools("Page.captureScreenshot", captureBeyondViewport=False)
            name.write_bytes(base64.b64decode(shot["data"]))
            print(name)


def main():
    """Checks the page."""
    if not 2 <= len(sys.argv) <= 3 or not pathlib.Path(sys.argv[1]).is_file():
        print(f"`{' '.join(sys.argv[1:])}`: expected ANALYSIS.html [FOLDER]", file=sys.stderr)
        sys.exit(2)
    page = pathlib.Path(sys.argv[1]).resolve()
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    check(page, folder, step_through, look, "analysis")


if __name__ == "__main__":
    main()
