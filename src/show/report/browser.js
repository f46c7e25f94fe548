// The page at work: its plots, and the browser that steps through games.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
for (const game of data.games) {
  game.moves = game.moves === "" ? [] : game.moves.split(" ");
}
const find = (id) => document.getElementById(id);
const PLAYERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const signed = (value) => (value > 0 ? "+" : "") + value;

function plotProgress() {
  const {elo, elo_range, test} = data.progress;
  if (elo.length === 0) {
    return;
  }
  const pairs = (points) => [0, points.at(-1)?.pairs ?? 1];
  // Infinite ends are null: far outside, where they are cut off.
  const end = (value, sign) => value ?? sign * 1e4;
  chart(find("elo-plot"), {
    x: pairs(elo), y: padded(elo_range), xName: "pairs", format: signed,
    bands: [{points: elo.map(({pairs, low, high}) => [pairs, end(low, -1), end(high, 1)])}],
    lines: [{name: "a", points: elo.map(({pairs, elo}) => [pairs, elo])}],
    rules: [{y: 0, text: ""}],
  });
  if (test) {
    const [low, high] = test.bounds;
    const values = [low, high, ...test.points.map(({llr}) => llr)];
    chart(find("llr-plot"), {
      x: pairs(test.points), y: padded([Math.min(...values), Math.max(...values)]),
      xName: "pairs", format: signed,
      lines: [{name: "a", points: test.points.map(({pairs, llr}) => [pairs, llr])}],
      rules: [{y: low, text: "H0"}, {y: high, text: "H1"}],
    });
  }
}

function padded([low, high]) {
  const room = 0.06 * (high - low);
  return [low - room, high + room];
}

// The notation that was chosen: a key of LABELS, and of the names of moves.
const notation = () => find("notation").value;

// What is looked at: a game, its positions from the start, how many moves have been made, and from
// which side.
const shown = {game: null, positions: [], ply: 0, isTurned: false};

function open(game) {
  shown.game = game;
  shown.positions = [readSfen(game.sfen)];
  for (const move of game.moves) {
    shown.positions.push(afterMove(shown.positions.at(-1), move));
  }
  showChoice(game);
  find("result").textContent = outcome(game) + (game.fault ? `: ${game.fault}` : "");
  find("moves").replaceChildren(...shown.positions.slice(1).map((position, index) => {
    const item = document.createElement("li");
    const number = document.createElement("span");
    number.textContent = index + 1;
    item.append(number, position[notation()]);
    item.classList.toggle("opening", index < game.opening);
    item.onclick = () => go(index + 1);
    item.onmouseenter = () => showLine(index + 1, item.getBoundingClientRect());
    item.onmouseleave = hideLine;
    return item;
  }));
  go(game.opening);
}

function outcome({winner, reason}) {
  return winner === null ? `drawn, ${reason}` : `${PLAYERS[winner]} wins, ${reason}`;
}

// Shows the position after `ply` moves.
function go(ply) {
  const {game, positions} = shown;
  shown.ply = Math.min(Math.max(ply, 0), game.moves.length);
  const names = [PLAYERS[game.black], PLAYERS[game.white]];
  find("board").innerHTML = boardSvg(positions[shown.ply], names, notation(), {isTurned: shown.isTurned});
  find("ply").textContent = `${shown.ply} / ${game.moves.length}`;
  find("move").textContent = about(shown.ply);
  const list = find("moves");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const item = list.children[shown.ply - 1];
  if (item) {
    item.setAttribute("aria-current", "step");
    if (item.offsetTop < list.scrollTop || item.offsetTop + item.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = item.offsetTop - list.clientHeight / 2;
    }
  } else {
    list.scrollTop = 0;
  }
  plotValues();
}

// Who makes the move with this number.
function mover(number) {
  const black = shown.positions[number - 1].side === "b";
  return black ? shown.game.black : shown.game.white;
}

// The move that led to a position, and what its player said about it.
function about(ply) {
  const {game, positions} = shown;
  if (ply === 0) {
    return "Start position";
  }
  const told = [`${ply}. ${positions[ply][notation()]}`];
  const index = ply - game.opening - 1;
  if (index < 0) {
    return `${told}, opening`;
  }
  told.push(`by ${PLAYERS[mover(ply)]}`);
  const value = game.values[index] ?? null;
  const known = (list) => (list[index] ?? null) !== null;
  if (value !== null) told.push(`value ${valueText(value)}`);
  if (known(game.depths)) told.push(`depth ${game.depths[index]}`);
  if (known(game.nodes)) told.push(`${game.nodes[index]} nodes`);
  if (known(game.ms)) told.push(`${game.ms[index]} ms`);
  return told.join(", ");
}

// Shows what the player expected after the move with this number, beside `box`, a place in the
// window: the moves and the position after them.
function showLine(ply, box) {
  const line = shown.game.lines[ply - shown.game.opening - 1];
  const positions = [shown.positions[ply]];
  for (const move of line ? line.split(" ") : []) {
    positions.push(afterMove(positions.at(-1), move));
  }
  const names = [PLAYERS[shown.game.black], PLAYERS[shown.game.white]];
  find("hover-board").innerHTML = boardSvg(positions.at(-1), names, notation(), {isTurned: shown.isTurned});
  const moves = positions.slice(1).map((position) => position[notation()]).join(" ");
  find("hover-text").textContent = about(ply) + (moves ? `; expected ${moves}` : "");
  const panel = find("hover");
  panel.hidden = false;
  const room = (size, space) => Math.max(0, space - size - 8);
  panel.style.left = `${Math.min(box.right + 12, room(panel.offsetWidth, innerWidth))}px`;
  panel.style.top = `${Math.min(box.top, room(panel.offsetHeight, innerHeight))}px`;
}

function hideLine() {
  find("hover").hidden = true;
}

const isMate = (value) => Math.abs(value) > data.mate / 2;

function valueText(value) {
  return isMate(value)
    ? `${value > 0 ? "sente" : "gote"} mates in ${data.mate - Math.abs(value)}`
    : signed((value / 100).toFixed(2));
}

function plotValues() {
  const {game, ply} = shown;
  const plain = game.values.filter((value) => value !== null && !isMate(value)).map(Math.abs);
  const most = Math.min(20, Math.max(5, ...plain.map((value) => value / 100)));
  const clipped = (value) => Math.min(Math.max(value / 100, -most), most);
  // The two players, the lower number first, as everywhere.
  const pairing = [game.black, game.white].sort((one, other) => one - other);
  pairing.forEach((player, index) => { find(`name-${index}`).textContent = PLAYERS[player]; });
  const points = [[], []];
  game.values.forEach((value, index) => {
    const number = game.opening + index + 1;
    points[pairing.indexOf(mover(number))].push([number, value === null ? null : clipped(value)]);
  });
  chart(find("value-plot"), {
    x: [0, Math.max(1, game.moves.length)], y: padded([-most, most]), xName: "move", format: signed,
    lines: [{name: "a", points: points[0]}, {name: "b", points: points[1]}],
    rules: [{y: 0, text: ""}],
    mark: ply,
  });
}

// Opens the game that the address names, as links within the page do.
function followAddress() {
  const id = Number(/^#game=(\d+)$/.exec(location.hash)?.[1] ?? NaN);
  const game = data.games.find((game) => game.id === id);
  if (game) {
    open(game);
    find("browser").scrollIntoView();
  }
}

// The names of the players of a game, Black's first.
function namesOf(game) {
  return [game.black, game.white].map((player) => data.names[player]);
}

function wireTools() {
  find("flip").onclick = () => {
    shown.isTurned = !shown.isTurned;
    go(shown.ply);
  };
  find("copy").onclick = () => {
    const text = sfenText(shown.positions[shown.ply], shown.ply + 1);
    navigator.clipboard?.writeText(text).catch(() => {});
    find("move").textContent = `sfen ${text}`;
  };
  const file = (format) => `game-${String(shown.game.id).padStart(6, "0")}.${format}`;
  find("kif").onclick = () => download(file("kif"), kifText(shown.game, shown.positions, namesOf(shown.game)));
  find("csa").onclick = () => download(file("csa"), csaText(shown.game, shown.positions, namesOf(shown.game)));
}

function optionOf(game) {
  const [black, white] = [PLAYERS[game.black], PLAYERS[game.white]];
  return new Option(`${game.id}: ☗${black} ☖${white}, ${outcome(game)}, ${game.moves.length} moves`, game.id);
}

// Ten thousand lines are slow to lay out: they are there when somebody wants to choose.
function showChoice(game) {
  const choice = find("game");
  if (choice.length !== data.games.length) choice.replaceChildren(optionOf(game));
  choice.value = game.id;
}

function fillChoice() {
  const choice = find("game");
  if (choice.length !== data.games.length) {
    choice.replaceChildren(...data.games.map(optionOf));
    choice.value = shown.game.id;
  }
}

function startBrowser() {
  const choice = find("game");
  choice.onfocus = fillChoice;
  choice.onpointerdown = fillChoice;
  choice.onchange = () => open(data.games.find(({id}) => id === Number(choice.value)));
  find("notation").value = usualNotation();
  find("notation").onchange = () => {
    const {ply} = shown;
    open(shown.game);
    go(ply);
  };
  wireSteps(() => shown.ply, go);
  find("value-plot").onclick = (event) => go(Math.round(find("value-plot").xAt(event)));
  find("value-plot").onmousemove = (event) => {
    const ply = Math.round(find("value-plot").xAt(event));
    const [right, top] = [event.clientX, event.clientY];
    if (ply > 0 && ply <= shown.game.moves.length) showLine(ply, {right, top});
    else hideLine();
  };
  find("value-plot").onmouseleave = hideLine;
  startList(data.games, (game) => {
    open(game);
    find("browser").scrollIntoView();
  });
  wireTools();
  open(data.games[0]);
  addEventListener("hashchange", followAddress);
  followAddress();
}

plotProgress();
if (data.games.length > 0) {
  startBrowser();
  // What takes a while with many games comes after what is seen first.
  addEventListener("load", () => setTimeout(plotInsights));
}
addEventListener("resize", () => {
  plotProgress();
  if (shown.game) {
    plotInsights();
    plotValues();
  }
});
