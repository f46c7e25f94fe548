// A game between a person and the engine: who is to move, clocks, hints, and the analysis at the end.
//
// What is legal on the board the scripts of the board know; how a game ends, what it is worth and what is said of it
// the engine tells, which is asked one thing at a time.
"use strict";

const find = (id) => document.getElementById(id);

// How many nodes are searched to judge a position, for a hint, and for each position of an analysis. And how long the
// engine thinks about a move at most without a clock, and always seems to, in milliseconds.
const effort = {judge: 20000, hint: 150000, analysis: 20000, thinks: 2000, seems: 500};
// Memory of the engine, in MiB.
const HASH = 64;

let engine;
const game = {
  start: START, person: "b", level: 5, names: [say("You", "あなた"), "Kyomi"],
  positions: [readSfen(START)], ms: [null], worth: [], over: null, end: undefined,
  // The clocks after each move, in milliseconds; none without one.
  clocks: [], time: null,
};
// The position on the board, by the number of moves before it.
let shownPly = 0;
// What goes on: "loading", "person", "engine", "asking", "over". A number that changes when the game does.
let phase = "loading";
let era = 0;
let hinted;
let clockSince;

const last = () => game.positions.at(-1);
const isPersons = () => last().side === game.person;
const usiOf = () => usiText(game.positions);

// The answers that are waited for, in the order of the questions, and who waits for a move.
const waiting = [];
let awaitsMove;

function ask(question) {
  engine.postMessage(`kyomi ${JSON.stringify({language: document.documentElement.lang, ...question})}`);
  return new Promise((resolve) => { waiting.push(resolve); });
}

function bestMove(limits) {
  engine.postMessage(`position ${usiOf()}`);
  engine.postMessage(`go ${limits}`);
  return new Promise((resolve) => { awaitsMove = resolve; });
}

function hear(line) {
  const [word, move] = line.split(" ", 2);
  if (word === "bestmove") awaitsMove?.(move);
  if (word !== "kyomi") return;
  const answer = JSON.parse(line.slice("kyomi ".length));
  if (answer.steps) {
    find("analysis").textContent = `${Math.round(100 * answer.done / answer.steps)} %`;
  } else {
    waiting.shift()(answer);
  }
}

const board = wireBoard("", {
  ply: () => shownPly,
  go(target) {
    shownPly = Math.min(Math.max(target, 0), game.positions.length - 1);
    draw();
  },
  redraw() {
    listMoves();
    draw();
  },
  game: () => ({names: game.names, positions: game.positions, ms: game.ms.slice(1), reason: game.over?.[0]}),
  file: () => "kyomi",
  play(usi) {
    if (phase === "person" && shownPly === game.positions.length - 1) move(usi);
  },
});

function draw() {
  const position = game.positions[shownPly];
  const isLast = shownPly === game.positions.length - 1;
  const arrows = hinted && isLast ? [{usi: hinted, side: position.side, name: "choice"}] : [];
  board.show(position, game.names, {arrows, places: phase === "person" && isLast});
  find("ply").textContent = `${shownPly} / ${game.positions.length - 1}`;
  find("move").textContent = shownPly ? `${shownPly}. ${position[notation()]}` : say("Start", "開始局面");
  const list = find("moves");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const item = list.children[shownPly - 1];
  item?.setAttribute("aria-current", "step");
  list.scrollTop = item ? item.offsetTop - list.clientHeight / 2 : 0;
  drawWorth();
  find("hint").disabled = find("resign").disabled = find("declare").disabled = phase !== "person";
  find("undo").disabled = !["person", "engine", "over"].includes(phase) || !mayTakeBack();
  find("now").disabled = phase !== "engine";
  find("after").hidden = phase !== "over" || game.positions.length < 2;
  drawClocks();
}

function listMoves() {
  find("moves").replaceChildren(...game.positions.slice(1).map((position, index) => {
    const item = document.createElement("li");
    const number = document.createElement("span");
    number.textContent = index + 1;
    item.append(number, position[notation()]);
    item.onclick = () => board.page.go(index + 1);
    return item;
  }));
}

function drawWorth() {
  const worth = game.worth[shownPly];
  if (worth) find("bar").firstElementChild.style.width = `${worth.chance / 10}%`;
  find("value").textContent = worth ? `${Math.round(worth.chance / 10)} %${worth.value && ` (${worth.value})`}` : "";
}

// The clock of a side now, in milliseconds; what is less than nothing is of the time for one move.
function left(side) {
  const runs = clockSince !== undefined && last().side === side;
  return game.clocks.at(-1)[side] - (runs ? performance.now() - clockSince : 0);
}

function drawClocks() {
  ["b", "w"].forEach((side, index) => {
    const place = find(`clock-${side}`);
    place.className = clockSince !== undefined && last().side === side ? "runs" : "";
    let text = `${"☗☖"[index]} ${game.names[index]}`;
    if (game.time) {
      const main = left(side);
      const ms = Math.max(0, main > 0 ? main : main + game.time.byoyomi);
      const seconds = Math.ceil(ms / 1000);
      text += ` ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    }
    place.textContent = text;
  });
}

setInterval(() => {
  if (!game.time || clockSince === undefined) return;
  drawClocks();
  if (phase === "person" && left(game.person) + game.time.byoyomi <= 0) finish("time");
}, 200);

function startClock() {
  clockSince = performance.now();
}

// Stops the clock of the side to move, and says how long it ran.
function stopClock() {
  if (clockSince === undefined) return null;
  const spent = performance.now() - clockSince;
  clockSince = undefined;
  return spent;
}

// Makes a move of either side, and goes on.
function move(usi) {
  const {side} = last();
  const spent = stopClock();
  if (game.time) {
    const now = {...game.clocks.at(-1)};
    now[side] = Math.max(0, now[side] - spent) + game.time.increment;
    game.clocks.push(now);
  }
  game.ms.push(spent);
  game.positions.push(afterMove(last(), usi));
  hinted = undefined;
  find("advice").textContent = "";
  shownPly = game.positions.length - 1;
  goOn();
}

// Judges the position; the engine moves if it is its turn. Nothing is done any more when the game has changed since.
async function goOn() {
  const now = ++era;
  phase = "asking";
  listMoves();
  draw();
  const standing = await ask({ask: "judge", game: usiOf(), person: game.person, nodes: effort.judge});
  if (now !== era) return;
  game.worth[game.positions.length - 1] = standing;
  if (standing.over) {
    end(standing.over);
    return;
  }
  phase = isPersons() ? "person" : "engine";
  find("said").textContent = isPersons() ? say("Your turn", "あなたの番です") : say("Kyomi is thinking …", "Kyomi が考えています…");
  startClock();
  draw();
  if (phase === "engine") await engineMoves(now);
}

async function engineMoves(now) {
  const least = new Promise((resolve) => { setTimeout(resolve, effort.seems); });
  const best = await bestMove(limits());
  await least;
  if (now !== era) return;
  if (best === "resign" || best === "win") {
    await finish(best === "win" ? "declaration" : "resignation");
  } else {
    move(best);
  }
}

// What the engine is told of the time.
function limits() {
  if (!game.time) return `movetime ${effort.thinks}`;
  const {byoyomi, increment} = game.time;
  const [b, w] = ["b", "w"].map((side) => Math.max(0, Math.round(game.clocks.at(-1)[side])));
  return `btime ${b} wtime ${w} ${increment ? `binc ${increment} winc ${increment}` : `byoyomi ${byoyomi}`}`;
}

// The side to move ends the game, if it may.
async function finish(by) {
  const now = ++era;
  phase = "asking";
  draw();
  const standing = await ask({ask: "judge", game: usiOf(), person: game.person, nodes: 1, end: by});
  if (now !== era) return;
  if (standing.over) {
    game.end = by;
    game.worth[game.positions.length - 1] = standing;
    end(standing.over);
  } else {
    find("said").textContent = standing.refusal;
    phase = "person";
    draw();
  }
}

function end(over) {
  stopClock();
  game.over = over;
  phase = "over";
  find("said").textContent = over[1];
  find("analysis").textContent = "";
  find("analyze").disabled = false;
  draw();
}

const mayTakeBack = () => (game.end && isPersons()) || game.positions.slice(0, -1).some(({side}) => side === game.person);

// Takes back the end of the game, or moves until it was the person's turn before.
async function takeBack() {
  const wasThinking = phase === "engine";
  era += 1;
  stopClock();
  if (!(game.end && isPersons())) {
    do {
      game.positions.pop();
      game.ms.pop();
      if (game.time) game.clocks.pop();
    } while (!isPersons());
  }
  Object.assign(game, {over: null, end: undefined});
  game.worth.length = game.positions.length;
  shownPly = game.positions.length - 1;
  hinted = undefined;
  find("advice").textContent = "";
  if (wasThinking) engine.postMessage("stop");
  await goOn();
}

async function hint() {
  const now = era;
  phase = "asking";
  find("advice").textContent = say("Kyomi is thinking …", "Kyomi が考えています…");
  draw();
  const {line, words} = await ask({ask: "hint", game: usiOf(), notation: notation(), nodes: effort.hint});
  if (now !== era) return;
  hinted = line[0];
  find("advice").textContent = words;
  phase = "person";
  shownPly = game.positions.length - 1;
  draw();
}

async function analyze() {
  find("analyze").disabled = true;
  find("stop-analysis").hidden = false;
  const title = game.names.join(say(" against ", " 対 "));
  const answer = await ask({
    ask: "analyze", game: usiOf(), names: game.names, title, nodes: effort.analysis, end: game.end,
  });
  find("stop-analysis").hidden = true;
  find("analyze").disabled = false;
  if (answer.error) {
    find("analysis").textContent = "";
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([answer.html], {type: "text/html"}));
  link.target = "_blank";
  link.id = "open-analysis";
  link.textContent = say("Open the analysis", "解析を開く");
  find("analysis").replaceChildren(link);
}

// Begins the game that the form asks for.
async function begin(event) {
  event?.preventDefault();
  const side = find("side").value || "bw"[Math.floor(2 * Math.random())];
  const start = find("start").value || START;
  const level = Number(find("level").value);
  const [main, byoyomi, increment] = find("time").value.split(" ").map((seconds) => 1000 * Number(seconds));
  const kyomi = `Kyomi ${level}`;
  const you = say("You", "あなた");
  if (phase === "engine") engine.postMessage("stop");
  era += 1;
  clockSince = undefined;
  Object.assign(game, {
    start, person: side, level, names: side === "b" ? [you, kyomi] : [kyomi, you], positions: [readSfen(start)],
    ms: [null], worth: [], over: null, end: undefined, time: find("time").value ? {byoyomi, increment} : null,
    clocks: [{b: main, w: main}],
  });
  shownPly = 0;
  hinted = undefined;
  find("advice").textContent = "";
  find("setup").open = false;
  for (const line of [`setoption name SkillLevel value ${level}`, "usinewgame", "isready"]) engine.postMessage(line);
  board.turn(side === "w");
  await goOn();
}

// Buttons that keys press.
const PRESSED = {h: "hint", u: "undo"};

function wire() {
  find("new").onsubmit = begin;
  find("level").oninput = () => { find("level-number").textContent = find("level").value; };
  find("hint").onclick = hint;
  find("undo").onclick = takeBack;
  find("now").onclick = () => engine.postMessage("stop");
  find("resign").onclick = () => finish("resignation");
  find("declare").onclick = () => finish("declaration");
  find("analyze").onclick = analyze;
  find("stop-analysis").onclick = () => engine.postMessage("stop");
  find("shows-worth").onchange = () => find("worth").classList.toggle("hidden", !find("shows-worth").checked);
  addEventListener("keydown", (event) => pressByKey(event, PRESSED, find));
}

async function load() {
  draw();
  let settings;
  try {
    const {default: createKyomi, OWN_MACHINE} = await import("./kyomi.js");
    settings = {USI_Hash: HASH, EnteringKingRule: "CSARule27H", ...OWN_MACHINE};
    engine = await createKyomi({printErr: (problem) => { find("said").textContent = problem; }});
  } catch (error) {
    const reason = location.protocol === "file:"
      ? say("The page has to come from a web server: a browser does not run the engine from a file.",
        "このページはウェブサーバーから開いてください。ファイルのままではエンジンを動かせません。")
      : say("The engine could not be loaded", "エンジンを読み込めませんでした");
    find("said").textContent = `${reason} (${error.message})`;
    return;
  }
  engine.addMessageListener(hear);
  for (const [name, value] of Object.entries(settings)) {
    engine.postMessage(`setoption name ${name} value ${value}`);
  }
  phase = "ready";
  find("begin").disabled = false;
  find("said").textContent = say("Choose how to play, and start.", "条件を選んで対局を始めてください。");
}

// Whoever reads Japanese comes to the page in English by its link only.
if (document.documentElement.lang === "en" && navigator.language.startsWith("ja") && location.hash !== "#en") {
  location.replace("./ja.html");
}
wire();
load();
