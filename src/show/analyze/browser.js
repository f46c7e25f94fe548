// The page of an analysis at work: its graph, and a board on which one steps through the game and
// through what the engine would have played.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const find = (id) => document.getElementById(id);
const [START, BLACK_WINS, ENGINE, MOVE, BACK] = data.labels;
const notation = () => find("notation").value;

const positions = [readSfen(data.sfen)];
for (const {usi} of data.moves) {
  positions.push(afterMove(positions.at(-1), usi));
}

// How many moves have been made, and how many of the engine's line after them.
const shown = {ply: 0, depth: 0};

// The positions along the engine's line, that of the game first.
function variation() {
  const along = [positions[shown.ply]];
  for (const usi of data.positions[shown.ply].line) {
    along.push(afterMove(along.at(-1), usi));
  }
  return along;
}

// Shows the position after `ply` moves.
function go(ply) {
  Object.assign(shown, {ply: Math.min(Math.max(ply, 0), data.moves.length), depth: 0});
  draw();
}

// Shows the position after `depth` moves of the engine's line.
function look(depth) {
  shown.depth = depth;
  draw();
}

// The next moves of the engine's line, and what was played instead, the most important last.
function arrows() {
  const {ply, depth} = shown;
  const other = {b: "w", w: "b"};
  const classes = ["choice", "reply", "third"];
  let side = variation()[depth].side;
  const line = data.positions[ply].line.slice(depth, depth + 3).map((usi, index) => {
    const arrow = {usi, side, name: classes[index]};
    side = other[side];
    return arrow;
  });
  const played = data.moves[ply]?.usi;
  if (depth === 0 && played && played !== line[0]?.usi) {
    line.push({usi: played, side: positions[ply].side, name: "played"});
  }
  return line.reverse();
}

function draw() {
  const {ply, depth} = shown;
  const along = variation();
  find("board").innerHTML = boardSvg(along[depth], data.names, notation(), {arrows: arrows()});
  find("ply").textContent = `${ply}${depth > 0 ? ` + ${depth}` : ""} / ${data.moves.length}`;
  const {chance, value} = data.positions[ply];
  const name = ply === 0 ? START : `${ply}. ${nameOf(ply)}`;
  find("move").textContent = `${name}: ${value}, ${BLACK_WINS} ${chance.toFixed(0)} %`;
  find("words").textContent = (data.moves[ply - 1]?.words ?? "").replaceAll(" %", "\u00a0%");
  drawLine(along);
  markMove();
  plot();
}

function nameOf(ply) {
  return notation() === "japanese" ? data.moves[ply - 1].name : positions[ply][notation()];
}

function drawLine(along) {
  const names = data.positions[shown.ply].names;
  const buttons = along.slice(1).map((position, index) => {
    const button = document.createElement("button");
    button.textContent = notation() === "japanese" ? names[index] : position[notation()];
    button.toggleAttribute("aria-current", index + 1 === shown.depth);
    button.onclick = () => look(index + 1);
    return button;
  });
  if (shown.depth > 0) {
    const back = document.createElement("button");
    back.textContent = BACK;
    back.onclick = () => look(0);
    buttons.push(back);
  }
  find("line").replaceChildren(...buttons);
}

function listMoves() {
  find("moves").replaceChildren(...data.moves.map(({class: kind, loss}, index) => {
    const item = document.createElement("li");
    const number = document.createElement("span");
    number.textContent = index + 1;
    item.append(number, nameOf(index + 1));
    if (kind) {
      const badge = document.createElement("span");
      badge.className = `badge ${kind}`;
      badge.textContent = `−${loss}`;
      item.append(badge);
    }
    item.onclick = () => go(index + 1);
    return item;
  }));
}

function markMove() {
  const list = find("moves");
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const item = list.children[shown.ply - 1];
  item?.setAttribute("aria-current", "step");
  list.scrollTop = item ? item.offsetTop - list.clientHeight / 2 : 0;
}

function plot() {
  const points = data.positions.map(({chance}, ply) => [ply, chance]);
  const bad = data.moves.flatMap(({class: name}, index) =>
    name ? [{x: index + 1, y: points[index + 1][1], name}] : []);
  chart(find("value-plot"), {
    x: [0, Math.max(1, data.moves.length)], y: [0, 100], xName: MOVE, format: (value) => value,
    lines: [{name: "a", points}], rules: [{y: 50, text: ""}], dots: bad, mark: shown.ply,
  });
}

// Shows the position that the address names, as links within the page do.
function followAddress() {
  const ply = /^#move=(\d+)$/.exec(location.hash)?.[1];
  if (ply !== undefined) {
    go(Number(ply));
    find("browser").scrollIntoView();
  }
}

wireSteps(() => shown.ply, go);
find("notation").value = usualNotation();
find("notation").onchange = () => {
  listMoves();
  draw();
};
find("value-plot").onclick = (event) => go(Math.round(find("value-plot").xAt(event)));
addEventListener("hashchange", followAddress);
addEventListener("resize", plot);
listMoves();
go(0);
followAddress();
