#!/usr/bin/env python3
"""Opens pages that the program wrote in headless Chromium, steps through their games, and looks at them.

Usage: check_html.py report PAGE.html [FOLDER]
       check_html.py analysis PAGE.html [FOLDER]
       check_html.py live ENGINE [FOLDER]
       check_html.py time REPORT.html [SECONDS]

`report` takes the page of a match, `analysis` that of `analyze`. What is checked: the page loads without an error of
its scripts and without asking for any other address; buttons, keys, links and plots lead where they say; lines and
arrows are drawn; every position has 40 pieces; nothing is wider than the window at 1200 and 400 pixels. `live` plays
a match with `--serve` and looks at its page while it runs: the games become more, and what is looked at stays.
`time` says how long a report takes to open, from the request to the end of its scripts, and asks that its thread
needs at most SECONDS (2) of CPU time. Screenshots in light and dark go to FOLDER.

Needs the Debian packages `chromium` and `chromium-driver`; without them it says so and succeeds. Exit code 0: all is
well, 1: something is not, 2: bad arguments.
"""

import base64
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

FLAGS = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run
    --disable-background-networking --disable-component-update --disable-sync
    --hide-scrollbars""".split()
RIGHT, LEFT, HOME, END = "\ue014", "\ue012", "\ue011", "\ue010"
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Browser:
    """A browser driven through the WebDriver protocol, with its own profile."""

    def __init__(self, driver, profile):
        self.process = subprocess.Popen([driver, "--port=0"], stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            if "started successfully on port" in line:
                port = line.rstrip().rstrip(".").rsplit(" ", 1)[1]
                break
        else:
            raise RuntimeError("chromedriver did not start")
        self.base = f"http://127.0.0.1:{port}/session"
        options = {"args": [*FLAGS, f"--user-data-dir={profile}"]}
        wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        answer = self.call("", {"capabilities": {"alwaysMatch": wanted}})
        self.base += f"/{answer['sessionId']}"

    def call(self, path, body=None, method=None):
        """What the driver answers; a GET without a body."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, method=method)
        request.add_header("Content-Type", "application/json")
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def run(self, script):
        """The value of a JavaScript expression in the page."""
        return self.call("/execute/sync", {"script": f"return {script}", "args": []})

    def click(self, name):
        """Clicks the middle of the element with this id."""
        found = self.call("/element", {"using": "css selector", "value": f"#{name}"})
        self.call(f"/element/{found[ELEMENT]}/click", {})

    def press(self, key):
        """Presses a key, wherever the focus is."""
        actions = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        self.call("/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def devtools(self, command, **parameters):
        """Sends a command to the developer tools."""
        body = {"cmd": command, "params": parameters}
        return self.call("/goog/cdp/execute", body)

    def close(self):
        """Ends the browser and its driver."""
        try:
            self.call("", method="DELETE")
        except (urllib.error.URLError, OSError):
            pass
        self.process.terminate()
        self.process.wait(timeout=20)


def expect(condition, what):
    """Ends the program if `condition` does not hold."""
    if not condition:
        sys.exit(f"FAILED: {what}")


def step_through_report(browser):
    """Moves through games by every means that the page offers."""
    ply = lambda: browser.run("document.getElementById('ply').textContent")
    board = lambda: browser.run("document.getElementById('board').innerHTML")
    move = lambda: browser.run("document.getElementById('move').textContent")

    usual = "japanese" if browser.run("navigator.language").startswith("ja") else "western"
    expect(browser.run("notation()") == usual, "moves are in the notation of the reader's language")
    browser.click("first")
    expect(ply().startswith("0 / "), f"the first position is 0, not {ply()}")
    last = int(ply().split(" / ")[1])
    expect(last > 10, "the first game has more than 10 moves")
    seen = {board()}
    for number in range(1, 6):
        browser.click("on")
        expect(ply() == f"{number} / {last}", f"a click leads to move {number}, not {ply()}")
        expect(board() not in seen, "the board changes with every move")
        expect('class="to"' in board(), "the last move is highlighted")
        expect(move().startswith(f"{number}. "), f"the move is named: {move()}")
        seen.add(board())
    for key, number in [(RIGHT, 6), (LEFT, 5), (LEFT, 4), (END, last), (RIGHT, last), (HOME, 0)]:
        browser.press(key)
        expect(ply() == f"{number} / {last}", f"a key leads to move {number}, not {ply()}")
    browser.click("value-plot")
    middle = int(ply().split(" / ")[0])
    expect(0.3 * last < middle < 0.7 * last, f"a click on the plot leads to its middle, not {ply()}")
    browser.run("document.querySelectorAll('#moves li')[2].click()")
    expect(ply() == f"3 / {last}", f"a click on the third move leads there, not to {ply()}")

    if browser.run("shown.game.lines.some(Boolean)"):
        number = browser.run("shown.game.opening + shown.game.lines.findIndex(Boolean) + 1")
        browser.run(f"(document.querySelectorAll('#moves li')[{number - 1}].onmouseenter(), 0)")
        text = browser.run("document.getElementById('hover-text').textContent")
        expect("; expected " in text, f"pointing at a move shows its line: {text}")
        expect(browser.run("document.getElementById('hover-board').innerHTML") != board(), "and shows its end")
        browser.run("(hideLine(), 0)")

    before = board()
    browser.run("(location.hash = '#game=1', 0)")
    time.sleep(0.2)
    expect(browser.run("document.getElementById('game').value") == "1", "a link opens game 1")
    expect(board() != before, "game 1 shows another board")
    pieces = """shown.positions.every(({board, hands}) =>
        board.flat().filter(Boolean).length
        + Object.values({...hands.b}).concat(Object.values({...hands.w})).reduce((a, b) => a + b, 0)
        === 40)"""
    for game in range(browser.run("data.games.length")):
        browser.run(f"open(data.games[{game}])")
        expect(browser.run(pieces), f"40 pieces in every position of game {game}")
    browser.run("open(data.games[0])")


def step_through_analysis(browser):
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


def look(browser, folder, kind, place):
    """Takes screenshots of what the script `place` opens, and measures whether the page fits the window."""
    for scheme in ("light", "dark"):
        feature = [{"name": "prefers-color-scheme", "value": scheme}]
        browser.devtools("Emulation.setEmulatedMedia", features=feature)
        for width in (1200, 400):
            set_window(browser, width, 900)
            browser.run(f"({place}, scrollTo(0, 0), 0)")
            time.sleep(0.3)
            wide = browser.run("document.documentElement.scrollWidth")
            expect(wide <= width, f"the page is {wide} pixels wide in a window of {width}")
            take_picture(browser, folder / f"{kind}-{scheme}-{width}.png")


def set_window(browser, width, height):
    """Gives the window a size in pixels."""
    browser.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)


def take_picture(browser, file):
    """Writes what the window shows."""
    shot = browser.devtools("Page.captureScreenshot", captureBeyondViewport=False)
    file.write_bytes(base64.b64decode(shot["data"]))
    print(file)


def follow(browser, engine, folder):
    """Looks at the page of a match while it is played."""
    with tempfile.TemporaryDirectory() as scratch:
        command = [engine, "selfplay", "name=new,hash=1", "name=old,hash=1,killer_bonus=0", "--nodes", "5000",
                   "--games", "400", "--journal", f"{scratch}/run.jsonl", "--serve", "0"]
        match = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            address = next(line.split()[-1] for line in match.stderr if line.startswith("live report:"))
            # Whoever does not read stops the match.
            threading.Thread(target=lambda: [None for _ in match.stderr], daemon=True).start()
            browser.call("/url", {"url": address})
            games = lambda: browser.run("data.games.length")
            wait_until(lambda: games() >= 2, "two games are shown")
            browser.run("(find('notation').value = 'usi', open(data.games[1]), go(9), 0)")
            before = games()
            wait_until(lambda: games() > before, "more games are shown without being asked for")
            place = browser.run("[shown.game.id, shown.ply, notation()]")
            expect(place == [1, 9, "usi"], f"the reader's place is kept: {place}")
            set_window(browser, 1000, 660)
            browser.run("(scrollTo(0, 0), 0)")
            take_picture(browser, folder / "live.png")
        finally:
            match.terminate()
            match.wait(timeout=30)
    seen = games()
    time.sleep(5)
    expect(games() == seen, "the page stays when the match is over")
    print("the live report works")


def wait_until(holds, what):
    """Waits up to two minutes."""
    for _ in range(600):
        try:
            if holds():
                return
        except urllib.error.HTTPError:
            pass  # The page is being loaded again.
        time.sleep(0.2)
    expect(False, what)


def opening_time(browser, page):
    """Seconds from the request to the end of the scripts, and of CPU time of the page's thread."""
    browser.devtools("Performance.setTimeDomain", timeDomain="threadTicks")
    browser.devtools("Performance.enable")
    browser.call("/url", {"url": page.as_uri()})
    figures = {it["name"]: it["value"] for it in browser.devtools("Performance.getMetrics")["metrics"]}
    wall = browser.run("performance.getEntriesByType('navigation')[0].loadEventEnd") / 1000
    return wall, figures["ThreadTime"]


# How the games of a page are stepped through, and the place of its pictures.
PAGES = {
    "report": (step_through_report, "go(shown.game.moves.length >> 1)"),
    "analysis": (step_through_analysis, "go(data.moves.findIndex((move) => move.class === 'blunder'))"),
}


def check_page(browser, kind, page, folder):
    """Steps through the page and takes its pictures."""
    step_through, place = PAGES[kind]
    browser.call("/url", {"url": page.as_uri()})
    step_through(browser)
    asked = browser.run("performance.getEntriesByType('resource').map(({name}) => name)")
    expect(asked == [], f"the page asks for nothing, not {asked}")
    look(browser, folder, kind, place)
    errors = browser.call("/se/log", {"type": "browser"})
    expect(errors == [], f"the console is empty: {errors}")
    print(f"the {kind} works")


def check_time(browser, page, limit):
    """Measures how long the page takes to open."""
    seconds, cpu = opening_time(browser, page)
    games = browser.run("data.games.length")
    size = page.stat().st_size / 1e6
    print(f"{games} games, {size:.1f} MB, open after {seconds:.2f} s, {cpu:.2f} s of CPU time")
    expect(cpu <= limit, f"open within {limit} s")


def main():
    kinds = [*PAGES, "live", "time"]
    words = sys.argv[1:]
    if not 2 <= len(words) <= 3 or words[0] not in kinds or not pathlib.Path(words[1]).is_file():
        print(f"`{' '.join(words)}`: expected one of {', '.join(kinds)}, a file, and at most one word more", file=sys.stderr)
        sys.exit(2)
    kind, file = words[0], pathlib.Path(words[1]).resolve()
    driver = shutil.which("chromedriver")
    if driver is None or shutil.which("chromium") is None:
        print(f"skipped: the {kind} in a browser, because chromium and chromium-driver are not installed")
        return
    with tempfile.TemporaryDirectory() as scratch:
        browser = Browser(driver, f"{scratch}/profile")
        folder = pathlib.Path(scratch if kind == "time" or len(words) == 2 else words[2])
        folder.mkdir(parents=True, exist_ok=True)
        try:
            if kind == "live":
                follow(browser, str(file), folder)
            elif kind == "time":
                check_time(browser, file, float(words[2]) if len(words) == 3 else 2)
            else:
                check_page(browser, kind, file, folder)
        finally:
            browser.close()


if __name__ == "__main__":
    main()
