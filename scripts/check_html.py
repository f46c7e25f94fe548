#!/usr/bin/env python3
"""Opens pages that the program wrote in headless Chromium, steps through their games, and looks at them.

Usage: check_html.py report PAGE.html [FOLDER]
       check_html.py analysis PAGE.html [FOLDER]
       check_html.py quiz PAGE.html [FOLDER]
       check_html.py suite PAGE.html [FOLDER]
       check_html.py explain PAGE.html [FOLDER]
       check_html.py judge PAGE.html [FOLDER]
       check_html.py live ENGINE [FOLDER]
       check_html.py play SITE [FOLDER]
       check_html.py time REPORT.html [SECONDS]

`report` takes the page of a match, `analysis` that of `analyze`, `quiz` that of its option, `suite` that of `suite`,
`explain` that of `explain`, `judge` that of `mate judge`; each in English or in Japanese.
What is checked: the page loads without an error of its scripts and without asking for any other address; buttons,
keys, links and plots lead where they say; lines and arrows are drawn; every position has 40 pieces; moves are made
by hand, by the rules that sfen-suites tests; every question of a quiz is answered; filters find what they say; at
1200 and 400 pixels, light and dark, no text stands outside its box or is hard to read (WCAG AA), nothing is wider than
the window, and a Japanese page says nothing in English. `live` plays a match with `--serve` in each language and looks
at its page while it runs: the boards move, the games become more, and what is looked at stays. `play` serves
the folder SITE that scripts/build-wasm.sh wrote, and plays a whole game on its page in each language. `time` says how long a
report takes to open, from the request to the end of its scripts, and asks that its thread needs at most SECONDS (2) of
CPU time. Screenshots go to FOLDER.

Needs the Debian packages `chromium` and `chromium-driver`; without them it says so and succeeds. Exit code 0: all is
well, 1: something is not, 2: bad arguments.
"""

import base64
import contextlib
import functools
import http.server
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
        self.click_on(f"#{name}")

    def click_on(self, selector):
        """Clicks the middle of the first element of this selector."""
        found = self.call("/element", {"using": "css selector", "value": selector})
        self.call(f"/element/{found[ELEMENT]}/click", {})

    def type(self, selector, text):
        """Types into the first element of this selector."""
        found = self.call("/element", {"using": "css selector", "value": selector})
        self.call(f"/element/{found[ELEMENT]}/value", {"text": text})

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

    tags = browser.run("[document.documentElement.lang, navigator.language]")
    usual = "japanese" if any(tag.startswith("ja") for tag in tags) else "western"
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
        expect("; expected " in text or "。読み筋 " in text, f"pointing at a move shows its line: {text}")
        expect(browser.run("document.getElementById('hover-board').innerHTML") != board(), "and shows its end")
        browser.run("(hideLine(), 0)")

    before = board()
    browser.run("(location.hash = '#game=1', 0)")
    time.sleep(0.2)
    expect(browser.run("document.getElementById('game').value") == "1", "a link opens game 1")
    expect(board() != before, "game 1 shows another board")
    pieces = f"shown.positions.every((position) => ({PIECES})(position) === 40)"
    for game in range(browser.run("data.games.length")):
        browser.run(f"open(data.games[{game}])")
        expect(browser.run(pieces), f"40 pieces in every position of game {game}")
    browser.run("open(data.games[0])")
    use_controls(browser, "")


PIECES = """({board, hands}) => board.flat().filter(Boolean).length
    + Object.values({...hands.b}).concat(Object.values({...hands.w})).reduce((a, b) => a + b, 0)"""


def use_controls(browser, prefix):
    """Turns a board, copies from it and saves from it, as on every page."""
    board = lambda: browser.run(f"document.getElementById('{prefix}board').innerHTML")
    before = board()
    browser.click(f"{prefix}turn")
    expect(board() != before, "a button turns the board")
    browser.press("f")
    expect(board() == before, "a key turns it back")
    told = lambda: browser.run(f"document.getElementById('{prefix}told').title")
    for name, part in [("sfen", "/"), ("usi", "position "), ("kif", "手数----指手")]:
        browser.click(f"{prefix}copy-{name}")
        text = told()
        expect(part in text and len(text) > 20, f"{name} is copied: {text}")
    for form, part in [("kif", "手数----指手"), ("csa", "V2.2")]:
        browser.run("(window.saved = [], download = (...file) => window.saved.push(file), 0)")
        browser.click(f"{prefix}save-{form}")
        [[name, text]] = browser.run("window.saved")
        expect(name.endswith(f".{form}") and part in text, f"{name} is saved")


def move_by_hand(browser, prefix, usi):
    """Makes a move on a board by two clicks; a third says whether a piece promotes."""
    browser.click_on(f"#{prefix}board [data-place='{usi[:2]}']")
    browser.click_on(f"#{prefix}board [data-place='{usi[2:4]}']")
    if not browser.run(f"document.getElementById('{prefix}promotion').hidden"):
        browser.click(f"{prefix}{'promote' if usi.endswith('+') else 'keep'}")


SUITES = pathlib.Path(__file__).parent.parent / "sfen-suites"


def check_rules(browser):
    """Compares the rules of the page with those that sfen-suites tests: legal moves, and mates by checks."""
    counts, moves = [], []
    for file in sorted((SUITES / "rules").glob("*.sfen")):
        for line in file.read_text().splitlines():
            position, *operations = [part.strip() for part in line.split(";")]
            words = [word for operation in operations for word in [operation.split()] if word]
            for name, *asked in words:
                if name == "legal" and asked[0].isdigit():
                    counts.append([position, int(asked[0])])
                elif name in ("legal", "illegal"):
                    moves.extend([position, move, name == "legal"] for move in asked)
    table = (SUITES / "perft" / "agreed.tsv").read_text().splitlines()
    rows = [line.split("\t") for line in table if not line.startswith("#")]
    counts.extend([sfen, int(leaves)] for sfen, depth, leaves, *_ in rows if depth == "1")
    expect(len(counts) > 100 and len(moves) > 30, f"suites have {len(counts)} counts and {len(moves)} moves")
    browser.run("""(window.reach = (text) => {
        const [, sfen, moves] = /^(.*?)(?: moves (.*))?$/.exec(text.replace(/^(position )?(sfen )?/, ""));
        return along(readSfen(sfen === "startpos" ? START : sfen), moves ? moves.split(" ") : []).at(-1);
    }, 0)""")
    wrong = browser.run(f"""{json.dumps(counts)}.filter(([text, count]) =>
        legalMoves(reach(text)).length !== count)""")
    expect(wrong == [], f"as many legal moves as the suites say: {wrong}")
    wrong = browser.run(f"""{json.dumps(moves)}.filter(([text, usi, isLegal]) =>
        legalMoves(reach(text)).includes(usi) !== isLegal)""")
    expect(wrong == [], f"moves are legal or not as the suites say: {wrong}")
    golds, bishop = "4k4/9/9/9/2p6/2P6/9/2G1G4/4K4 b P 1", "4k4/9/9/9/2B6/9/9/9/4K4 b - 1"
    names = [[golds, "7h6h", "G7h6h"], [golds, "7h8h", "G8h"], [golds, "7f7e", "Px7e"], [golds, "P*2e", "P*2e"],
             [bishop, "7e5c+", "B5c+"], [bishop, "7e5c", "B5c="], [bishop, "7e6f", "B6f"]]
    wrong = browser.run(f"""{json.dumps(names)}.filter(([text, usi, name]) =>
        afterMove(readSfen(text), usi).western !== name)""")
    expect(wrong == [], f"moves are written as `play` writes them: {wrong}")
    tsume = [line.split(";")[0] for line in (SUITES / "tsume" / "03.sfen").read_text().splitlines()[:30]]
    tsume = [text for text in tsume if text and not text.startswith("#")]
    wrong = browser.run(f"""{json.dumps(tsume)}.filter((text) =>
        mates(reach(text), 1, {{left: 50}}) !== false || mates(reach(text), 3, {{left: 5000}}) !== true)""")
    expect(wrong == [], f"mates in three are found: {wrong}")


def step_through_analysis(browser):
    """Moves through the game by every means that the page offers."""
    text = lambda name: browser.run(f"document.getElementById('{name}').textContent")
    board = lambda: browser.run("document.getElementById('board').innerHTML")
    last = browser.run("game.moves.length")
    expect(last > 10, "the game has more than 10 moves")
    expect(browser.run("game.positions.length") == last + 1, "every position has its value")
    seen = {board()}
    for number in range(1, 6):
        browser.click("on")
        expect(text("ply") == f"{number} / {last}", f"a click leads to move {number}, not {text('ply')}")
        expect(board() not in seen, "the board changes with every move")
        expect('class="arrow choice"' in board(), "the engine's choice has an arrow")
        seen.add(board())
    browser.run("document.querySelector('#line button').click()")
    expect(text("ply") == f"5 + 1 / {last}", f"a click leads into the line, not to {text('ply')}")
    browser.click("back")
    expect(text("ply") == f"5 / {last}", f"a step leads back to the game, not to {text('ply')}")
    browser.run("document.querySelector('#line button').click()")
    browser.run("document.querySelector('#line button:last-child').click()")
    expect(text("ply") == f"5 / {last}", f"a click leads back to the game, not to {text('ply')}")
    for notation in ("western", "usi", "japanese"):
        browser.run(f"((it) => (it.value = '{notation}', it.onchange(), 0))(document.querySelector('.notation'))")
        expect(text("ply") == f"5 / {last}", "the notation changes nothing else")
        told = browser.run("[...document.querySelectorAll('.links a')].map((link) => link.innerText).join(' ')")
        japanese = [sign for sign in "▲△☗☖１２３４５６７８９" if sign in told]
        expect(notation == "japanese" or not japanese, f"what is told in {notation} has no {japanese}: {told}")
        seen_moves = browser.run("document.getElementById('moves').innerText + document.getElementById('line').innerText")
        expect(not ("☖" in seen_moves and "△" in seen_moves), f"moves have one mark: {seen_moves[:80]}")
    empty = browser.run("""[...document.querySelectorAll('h1, h2, h3')]
        .filter((it) => it.offsetParent && !it.innerText.trim()).length""")
    expect(empty == 0, "no heading is empty")
    links = browser.run("[...document.querySelectorAll('.links a')].map((link) => link.hash)")
    for link in links[:3]:
        browser.run(f"(location.hash = '{link}', 0)")
        time.sleep(0.2)
        expect(text("ply") == f"{link.split('=')[1]} / {last}", f"{link} leads there, not to {text('ply')}")
    pieces = f"""positions.map((position, ply) => along(position, game.positions[ply].line))
        .flat().every((position) => ({PIECES})(position) === 40)"""
    expect(browser.run(pieces), "40 pieces in every position of the game and of the engine's lines")
    follow_branch(browser, text, last)
    leave_the_game(browser, text, last)
    use_controls(browser, "")
    check_rules(browser)
    answer_all(browser)
    set_window(browser, 400, 900)
    tops = [browser.run(f"find('{name}').getBoundingClientRect().top") for name in ("board", "value-plot")]
    expect(tops[0] < tops[1], f"on a phone the board comes before the graph: {tops}")


def follow_branch(browser, text, last):
    """Chooses the first branch, steps through it, and goes back to the game."""
    expect(browser.run("games.length") > 1, "the game has a branch")
    choose = lambda number: browser.run(f"((it) => (it.value = {number}, it.onchange(), 0))(find('branch'))")
    choose(1)
    after, moves = browser.run("data.game.branches[0].after"), browser.run("game.moves.length")
    expect(text("ply") == f"{after} / {moves}", f"the choice leads to where the branch begins: {text('ply')}")
    browser.click("on")
    expect(browser.run("game.moves[shown.ply - 1].usi") == browser.run("data.game.branches[0].moves[0].usi"), "its move")
    value = browser.run("data.game.branches[0].positions[0].value")
    expect(value in text("move"), f"its position has its value: {text('move')}")
    choose(0)
    expect(text("ply") == f"0 / {last}", f"the choice leads back to the game: {text('ply')}")


def leave_the_game(browser, text, last):
    """Makes moves on the board: that of the game, that of the engine, others, and one that promotes."""
    browser.run("(go(4), 0)")
    move_by_hand(browser, "", browser.run("game.moves[4].usi"))
    expect(text("ply") == f"5 / {last}", f"the move of the game goes on in the game: {text('ply')}")
    other = browser.run("""legalMoves(positions[5]).filter((usi) => usi !== game.moves[5].usi
        && !known.has(keyOf(afterMove(positions[5], usi))))[0]""")
    move_by_hand(browser, "", other)
    expect(text("ply") == f"5 + 1 / {last}", f"another move leaves it: {text('ply')}")
    expect(text("move").endswith(browser.run("UNKNOWN")), f"nothing is known there: {text('move')}")
    # A position to which the engine's lines of two positions lead has the value of one of them.
    ply = browser.run("""(() => {
        const keys = positions.map((position, ply) => along(position, game.positions[ply].line).map(keyOf));
        return game.positions.findIndex(({line}, ply) => line.length > 1 && line[0] !== game.moves[ply]?.usi
            && keys.every((others, other) => other === ply || !others.includes(keys[ply][1])));
    })()""")
    browser.run(f"(go({ply}), 0)")
    line = browser.run(f"game.positions[{ply}].line")
    browser.type("#typed-move", line[0] + "\n")
    expect(text("ply") == f"{ply} + 1 / {last}", f"a typed move is made: {text('ply')}")
    value = browser.run(f"game.positions[{ply}].value")
    expect(value in text("move"), f"the engine's move has the value of its line: {text('move')}")
    expect(browser.run("shown.line.length") == len(line), "and the line goes on")
    browser.type("#typed-move", "9z9z\n")
    expect(text("ply") == f"{ply} + 1 / {last}", "what is no move is none")
    browser.run("((field) => (field.value = '', field.blur(), 0))(find('typed-move'))")
    choice = browser.run("""positions.map((position, ply) => [ply, legalMoves(position).find((usi, _, all) =>
        usi[4] === "+" && all.includes(usi.slice(0, 4)))]).find(([, usi]) => usi)""")
    expect(choice, "somewhere a piece may promote or not")
    for usi in (choice[1], choice[1][:4]):
        browser.run(f"(go({choice[0]}), 0)")
        move_by_hand(browser, "", usi)
        expect(browser.run("(shown.line[0] ?? game.moves[shown.ply - 1].usi)") == usi
               or browser.run("game.moves[shown.ply - 1]?.usi") == usi, f"{usi} is made")


def answer_all(browser):
    """Answers every question of a quiz: the first wrongly and with a hint, the second not at all, all others rightly."""
    text = lambda name: browser.run(f"document.getElementById('quiz-{name}').textContent")
    browser.run("((it) => (it.value = '', it.onchange(), 0))(find('quiz-player'))")
    count = browser.run("quiz.list.length")
    expect(count == browser.run("data.questions.length") > 2, f"{count} questions are asked")
    for number in range(count):
        expect(f"{number + 1} " in text("score") or str(number + 1) in text("score"), f"question {number + 1}: {text('score')}")
        line = browser.run("question().choices[0].line")
        mate = browser.run("question().mate")
        if number == 0:
            bad = browser.run("question().played")
            browser.run(f"(quiz.board.page.play('{bad}'), 0)")
            expect(browser.run("quiz.isOpen"), f"what was played is no answer: {text('said')}")
            browser.click("quiz-hint")
            expect('class="picked"' in browser.run("find('quiz-board').innerHTML"), "the hint marks a piece")
        if number == 1:
            browser.press("a")
        else:
            for usi in line[:mate:2] if mate else line[:1]:
                if number < 4:
                    browser.run("(find('quiz-board').scrollIntoView({block: 'center'}), quiz.board.picked = undefined, drawQuiz(), 0)")
                    move_by_hand(browser, "quiz-", usi)
                else:
                    browser.run(f"(quiz.board.page.play('{usi}'), 0)")
        expect(not browser.run("quiz.isOpen"), f"question {number + 1} is over: {text('said')}")
        expect(text("reasons").strip() != "", "the answer has its reasons")
        result = browser.run("quiz.results.get(question())")
        wanted = {0: "helped", 1: "missed"}.get(number, "found")
        expect(result == wanted, f"question {number + 1} is {wanted}, not {result}")
        browser.press(RIGHT)
        expect(text("ply").startswith("1 / "), f"a key steps through the answer: {text('ply')}")
        if number + 1 < count:
            browser.press("n")
    results = browser.run("[...quiz.results.values()]")
    expect(results.count("found") == count - 2, f"results are counted: {results}")
    browser.click("quiz-next")
    expect(browser.run("quiz.list.length") == 2, "those not found are asked again")
    browser.click_on("#quiz-often button")
    expect(browser.run("quiz.list.every(({themes}) => themes.includes(Number(find('quiz-theme').value)))"), "a theme is asked for")
    use_controls(browser, "quiz-")


def step_through_suite(browser):
    """Filters the rows, and looks at some."""
    found = lambda: browser.run("Number(find('found').textContent.split(' ')[0])")
    longest = browser.run("Math.max(...[...document.querySelectorAll('select')].map((select) => select.length))")
    expect(longest < 100, f"no select has {longest} entries")
    choose = lambda name, value: browser.run(f"((it) => (it.value = '{value}', it.onchange(), 0))(find('{name}'))")
    failed = browser.run("rows.filter(({right}) => !right).length")
    expect(0 < failed == found(), f"at first those that failed: {found()} of {failed}")
    choose("result", "")
    expect(found() == browser.run("rows.length"), "then all")
    for name, field in [("kind", "kind"), ("file", "file")]:
        value = browser.run(f"rows[0].{field}")
        choose(name, value)
        expect(found() == browser.run(f"rows.filter((row) => row.{field} === '{value}').length"), f"{name} {value}")
        choose(name, "")
    choose("result", "false")
    browser.click_on("#list tr")
    expect(browser.run("shown.row.right") is False, "a click opens a row")
    browser.run("(open(rows.find(({right, best, moves, before}) => !right && best.length && moves[before])), 0)")
    board = browser.run("find('board').innerHTML")
    expect("arrow choice" in board and "arrow played" in board, "both moves have arrows")
    use_controls(browser, "")


# Texts that stand outside the boxes around them, as far as these do not scroll.
OUTSIDE = """(() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const own = text.parentElement;
    if (!text.data.trim() || own.closest("script, noscript, option") || !own.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const isOut = [...range.getClientRects()].some((place) => {
      for (let box = own; box; box = box.parentElement) {
        const {display, overflowX} = getComputedStyle(box);
        if (["inline", "contents"].includes(display)) continue;
        if (["auto", "scroll"].includes(overflowX)) return false;
        const edge = box.getBoundingClientRect();
        if (place.left < edge.left - 1 || place.right > edge.right + 1) return true;
        if (box.tagName === "svg" && (place.top < edge.top - 4 || place.bottom > edge.bottom + 4)) return true;
      }
      return false;
    });
    if (isOut) found.push(`${own.tagName} ${text.data.trim().slice(0, 40)}`);
  }
  return found;
})()"""

# Texts with less contrast to what is behind them than WCAG AA asks for.
FAINT = """(() => {
  const channels = (color) => color.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((value) => value / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0);
  const found = [];
  for (const own of document.querySelectorAll("body *")) {
    const isText = [...own.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!isText || own.closest("script, noscript, option, :disabled, .piece ~ .name") || !own.checkVisibility()) continue;
    const {color, fill} = getComputedStyle(own);
    const layers = [];
    for (let box = own; box && (layers.at(-1)?.[3] ?? 0) < 1; box = box.parentElement) {
      const [r, g, b, alpha = 1] = channels(getComputedStyle(box).backgroundColor);
      layers.push([r, g, b, alpha]);
    }
    const back = layers.reverse().reduce((below, [r, g, b, alpha]) =>
      [r, g, b].map((value, index) => alpha * value + (1 - alpha) * below[index]), [255, 255, 255]);
    const [one, other] = [light(channels(own instanceof SVGElement ? fill : color)), light(back)];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (contrast < 4.5) found.push(`${own.textContent.trim().slice(0, 30)}: ${contrast.toFixed(2)}`);
  }
  return [...new Set(found)];
})()"""

# Texts of a Japanese page that are in English: whole ones of letters, and words in a row. Names of players and of
# fields of the journal, code and what every player knows by these letters are in no language.
ENGLISH = """(() => {
  if (document.documentElement.lang !== "ja") return [];
  const KNOWN = ["SFEN", "USI", "KIF", "CSA", "Elo", "LLR"];
  const isEnglish = (text) => (/^[A-Za-z ,.:;%()]+$/.test(text) && /[A-Za-z]{3}/.test(text) && !KNOWN.includes(text))
    || /\\b[a-z]{2,} [a-z]{2,}\\b/.test(text);
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const {parentElement: own, data} = walker.currentNode;
    if (!own.closest("script, noscript, code, pre, .players, #command ~ *, [hreflang]")) texts.push(data);
  }
  for (const own of document.querySelectorAll("[aria-label], [placeholder]")) {
    texts.push(own.getAttribute("aria-label") ?? "", own.placeholder ?? "");
  }
  return texts.map((text) => text.trim()).filter(isEnglish);
})()"""

# Tables that are wider than their place, and do not show it.
SILENT = """[...document.querySelectorAll(".wide")].filter((box) => box.scrollWidth > box.clientWidth)
  .filter((box) => getComputedStyle(box).backgroundAttachment !== "local, local, scroll, scroll").length"""


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
            for script, what in [(OUTSIDE, "texts outside their boxes"), (FAINT, "faint texts"), (ENGLISH, "English")]:
                found = browser.run(script)
                expect(found == [], f"no {what} ({scheme}, {width} pixels): {found[:5]}")
            expect(browser.run(SILENT) == 0, "tables that scroll show it")
            take_picture(browser, folder / f"{kind}-{scheme}-{width}.png")


def set_window(browser, width, height):
    """Gives the window a size in pixels."""
    browser.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)


def take_picture(browser, file):
    """Writes what the window shows."""
    shot = browser.devtools("Page.captureScreenshot", captureBeyondViewport=False)
    file.write_bytes(base64.b64decode(shot["data"]))
    print(file)


def follow(browser, engine, folder, language):
    """Looks at the page of a match while it is played."""
    with tempfile.TemporaryDirectory() as scratch:
        command = [engine, "selfplay", "name=new,hash=1", "name=old,hash=1,same_drop_cost=0", "--nodes", "5000",
                   "--games", "400", "--journal", f"{scratch}/run.jsonl", "--serve", "0", "--lang", language]
        match = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            address = next(line.split()[-1] for line in match.stderr if line.startswith("live report:"))
            # Whoever does not read stops the match.
            threading.Thread(target=lambda: [None for _ in match.stderr], daemon=True).start()
            browser.call("/url", {"url": address})
            games = lambda: browser.run("data.games.length")
            wait_until(lambda: browser.run("document.querySelectorAll('#live-boards .board svg').length") >= 1, "a game has a board")
            # At once: the standing goes on while the page stays.
            progress, text = browser.run("[find('live-progress').textContent, document.body.innerText]")
            expect("400" in progress, f"how far it is: {progress}")
            nothing_yet = progress.startswith(("0 of", "400局中0局"))
            expect(not (nothing_yet and "0.0 %" in text), "no shares of no games")
            seen = browser.run("find('live-boards').innerHTML")
            wait_until(lambda: browser.run("find('live-boards').innerHTML") != seen, "the board moves")
            wait_until(lambda: "/" in browser.run("find('live-boards').textContent"), "a player says its best line")
            wait_until(lambda: games() >= 2, "two games are shown")
            browser.run("(document.querySelector('.notation').value = 'usi', open(data.games[1]), go(9), 0)")
            before = games()
            wait_until(lambda: games() > before, "more games are shown without being asked for")
            place = browser.run("[shown.game.id, shown.ply, notation()]")
            expect(place == [1, 9, "usi"], f"the reader's place is kept: {place}")
            # The page may not load itself again while it is looked at.
            browser.run("(clearInterval(following), 0)")
        finally:
            match.terminate()
            match.wait(timeout=30)
    look(browser, folder, f"live-{language}", "0")
    seen = games()
    time.sleep(5)
    expect(games() == seen, "the page stays when the match is over")
    print(f"the live report works ({language})")


def play(browser, site, folder, language):
    """Plays on the page in a language: moves, hints, what is taken back, a whole game, and its analysis."""
    errors = lambda: browser.call("/se/log", {"type": "browser"})
    with serve(site) as address:
        browser.call("/url", {"url": f"{address}/{'ja' if language == 'ja' else 'index'}.html"})
        wait_until(lambda: browser.run("phase") == "ready", "the engine is loaded")
        browser.run("(Object.assign(effort, {judge: 100, hint: 500, analysis: 100, thinks: 60000, seems: 0}), 0)")
        expect(not browser.run("globalThis.crossOriginIsolated"), "the host is a plain one")
        begin_game(browser, start=most_given(browser), level=20)
        wait_until(lambda: browser.run("phase") == "engine", "who gives a handicap moves first")
        browser.click("now")
        await_turn(browser, 1)
        take_moves_back(browser)
        play_whole_game(browser)
        analyse(browser)
        look(browser, folder, f"play-{language}", "0")
        names = browser.run("performance.getEntriesByType('resource').map(({name}) => name)")
        outside = [name for name in names if not name.removeprefix("blob:").startswith(address)]
        expect(outside == [], f"the page asks for nothing from elsewhere, not {outside}")
        expect(errors() == [], f"the console is empty: {errors()}")
    print(f"a game can be played ({language})")


@contextlib.contextmanager
def serve(site):
    """Serves a folder as any web host would, and says where."""
    handler = functools.partial(QuietHandler, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """Serves without a word."""

    def log_message(self, *_):
        pass

    def send_error(self, code, *words):
        """No page has a picture, which browsers ask for."""
        if self.path == "/favicon.ico":
            code = 204
        super().send_error(code, *words)


def begin_game(browser, **chosen):
    """Begins a game with what is chosen in the form."""
    browser.run("(find('setup').open = true, 0)")
    for name, value in {"side": "b", "level": 0, "start": "", "time": "", **chosen}.items():
        browser.run(f"(find('{name}').value = '{value}', find('{name}').oninput?.(), 0)")
    browser.click("begin")


def most_given(browser):
    """The start with the greatest handicap."""
    return browser.run("[...find('start').options].at(-1).value")


def await_turn(browser, moves):
    """Waits until the person is to move after so many moves, or more, or the game is over."""
    wait_until(lambda: browser.run(f"phase === 'over' || phase === 'person' && game.positions.length > {moves}"),
               f"the person's turn after {moves} moves")


def take_moves_back(browser):
    """Makes a move by hand, asks for a hint, and takes the move back."""
    begin_game(browser, time="600 30 0")
    await_turn(browser, 0)
    move_by_hand(browser, "", "7g7f")
    await_turn(browser, 2)
    expect(browser.run("game.positions[1].usi") == "7g7f", "a move is made by two clicks")
    browser.click("hint")
    wait_until(lambda: browser.run("phase") == "person", "a hint is given")
    words, drawn = browser.run("[find('advice').textContent, find('board').innerHTML]")
    expect(len(words) > 20 and 'class="arrow choice"' in drawn, f"a hint has a reason and an arrow: {words}")
    expect(browser.run("find('value').textContent").count("%") == 1, "the position has a value")
    expect(":" in browser.run("find('clock-b').textContent"), "a clock runs")
    browser.click("undo")
    await_turn(browser, 0)
    expect(browser.run("game.positions.length") == 1, "both moves are taken back")
    browser.click("resign")
    wait_until(lambda: browser.run("phase") == "over", "resigning ends the game")
    browser.click("undo")
    await_turn(browser, 0)


def play_whole_game(browser):
    """Plays a game to its end, by hints, against an engine that gives ten pieces."""
    begin_game(browser, start=most_given(browser))
    while True:
        before = browser.run("game.positions.length")
        await_turn(browser, 0)
        if browser.run("phase") == "over":
            break
        expect(before < 300, "the game ends")
        browser.click("hint")
        wait_until(lambda: browser.run("phase") == "person" and browser.run("hinted"), "a hint is given")
        move_by_hand(browser, "", browser.run("hinted"))
        await_turn(browser, before + 1)
    said, [reason, _] = browser.run("[find('said').textContent, game.over]")
    expect(reason in ("mate", "resignation") and len(said) > 5, f"the game is won: {said} ({reason})")


def analyse(browser):
    """Has the game analysed, and looks whether the page of that is one."""
    browser.click("analyze")
    wait_until(lambda: browser.run("Boolean(find('open-analysis'))"), "the game is analysed")
    text = browser.run("fetch(find('open-analysis').href).then((answer) => answer.text())")
    expect('id="value-plot"' in text, f"the analysis is a page: {text[:80]}")


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
    "analysis": (step_through_analysis, "go(game.moves.findIndex((move) => move.class === 'blunder'))"),
    "quiz": (answer_all, "solve(false)"),
    "suite": (step_through_suite, "0"),
    "explain": (lambda browser: None, "0"),
    "judge": (lambda browser: None, "0"),
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
    kinds = [*PAGES, "live", "play", "time"]
    words = sys.argv[1:]
    is_there = pathlib.Path.is_dir if words[:1] == ["play"] else pathlib.Path.is_file
    if not 2 <= len(words) <= 3 or words[0] not in kinds or not is_there(pathlib.Path(words[1])):
        print(f"`{' '.join(words)}`: expected one of {', '.join(kinds)}, a file or a folder, and at most one word more",
              file=sys.stderr)
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
                for language in ("en", "ja"):
                    follow(browser, str(file), folder, language)
            elif kind == "play":
                for language in ("en", "ja"):
                    play(browser, file, folder, language)
            elif kind == "time":
                check_time(browser, file, float(words[2]) if len(words) == 3 else 2)
            else:
                check_page(browser, kind, file, folder)
        finally:
            browser.close()


if __name__ == "__main__":
    main()
