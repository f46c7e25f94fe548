// The game of an analysis at work: its graph, and a board on which one steps through the game and its branches,
// through what the engine would have played, and through lines of one's own.
"use strict";

// The game, then its branches; each begins like the one that it leaves, and has all its moves.
const games = [data.game];
for (const branch of data.game.branches) {
  const left = games[branch.leaves];
  games.push({
    ...data.game, ...branch,
    moves: [...left.moves.slice(0, branch.after), ...branch.moves],
    positions: [...left.positions.slice(0, branch.after + 1), ...branch.positions],
  });
}
const positionsOf = ({sfen, moves}) => along(readSfen(sfen), moves.map(({usi}) => usi));

// That which is shown.
let game = games[0];
let positions = positionsOf(game);

// The positions of the games first: they were looked at themselves.
const known = new Map();
const everywhere = games.flatMap((it) => positionsOf(it).map((position, ply) => [position, it.positions[ply]]));
for (const [position, found] of everywhere) {
  if (!known.has(keyOf(position))) known.set(keyOf(position), found);
}
for (const [position, found] of everywhere) remember(known, position, found);

// How many moves have been made, and how many of a line after them: the engine's, or one's own.
const shown = {ply: 0, line: [], depth: 0};

const board = wireBoard("", {
  ply: () => shown.ply + shown.depth,
  go: (target) => (shown.depth > 0 && target > shown.ply ? look(Math.min(target - shown.ply, shown.line.length)) : go(target)),
  redraw() {
    nameBranches();
    listMoves();
    draw();
  },
  game: gameShown,
  file: () => document.title.replace(/\.\w+$/, ""),
  play,
});

// The game, or the line that leaves it.
function gameShown() {
  const isLine = shown.depth > 0;
  const moves = isLine ? [...positions.slice(0, shown.ply), ...along(positions[shown.ply], shown.line)] : positions;
  return {
    names: game.players, positions: moves, reason: isLine ? undefined : game.reason,
    ms: moves.map((_, index) => (index < shown.ply || !isLine ? game.moves[index]?.ms ?? null : null)),
  };
}

// Fills the choice of lines, in the notation that was chosen.
function nameBranches() {
  const names = games.map(({name}) => (name ? inNotation(name) : say("The game", "本譜")));
  find("branches").hidden = games.length === 1;
  find("branch").replaceChildren(...names.map((name, number) => new Option(name, number)));
  find("branch").value = games.indexOf(game);
}

// Shows the game, or a branch from where it leaves.
function follow(number, ply = games[number].after ?? 0) {
  game = games[number];
  positions = positionsOf(game);
  find("branch").value = number;
  listMoves();
  go(ply);
}

// Shows the position after `ply` moves.
function go(ply) {
  const target = Math.min(Math.max(ply, 0), game.moves.length);
  Object.assign(shown, {ply: target, line: game.positions[target].line, depth: 0});
  draw();
}

// Shows the position after `depth` moves of the line.
function look(depth) {
  shown.depth = depth;
  draw();
}

// Makes a move by hand: that of the game, the next of the line, or one that begins a line.
function play(usi) {
  if (shown.depth === 0 && game.moves[shown.ply]?.usi === usi) {
    go(shown.ply + 1);
    return;
  }
  shown.line = leave(known, positions[shown.ply], shown.line, shown.depth, usi);
  look(shown.depth + 1);
}

// The next moves of the line, and what was played instead.
function arrows(position) {
  const {ply, line, depth} = shown;
  const drawn = arrowsOf(position.side, line.slice(depth));
  const played = game.moves[ply]?.usi;
  if (depth === 0 && played && played !== line[0]) {
    drawn.unshift({usi: played, side: position.side, name: "played"});
  }
  return drawn;
}

function draw() {
  const {ply, line, depth} = shown;
  const reached = along(positions[ply], line);
  const position = reached[depth];
  board.show(position, data.names, {arrows: arrows(position)});
  find("ply").textContent = `${ply}${depth > 0 ? ` + ${depth}` : ""} / ${game.moves.length}`;
  const number = ply + depth;
  const name = number === 0 ? say("Start", "開始局面") : `${number}. ${depth > 0 ? nameOf(position) : moveName(ply)}`;
  const found = known.get(keyOf(position));
  const worth = found ? `${found.value}, ${say("Black wins", "先手勝率")} ${found.chance.toFixed(0)}\u00a0%` : UNKNOWN;
  find("move").textContent = `${name}: ${worth}`;
  find("words").textContent = depth > 0 ? "" : inNotation(game.moves[ply - 1]?.words ?? []).replaceAll(" %", "\u00a0%");
  drawLine(reached);
  markMove();
  plot();
}

const moveName = (ply) => nameOf(positions[ply], game.moves[ply - 1].name);

function drawLine(reached) {
  const {ply, line, depth} = shown;
  const own = game.positions[ply];
  const names = reached.slice(1).map((position, index) =>
    nameOf(position, line === own.line ? own.names[index] : undefined));
  showLine(find("line"), names, depth, look);
  if (depth > 0) {
    const back = document.createElement("button");
    back.type = "button";
    back.textContent = say("back to the game", "本譜に戻る");
    back.onclick = () => go(ply);
    find("line").append(back);
  }
}

function listMoves() {
  find("moves").replaceChildren(...game.moves.map(({class: kind, loss}, index) => {
    const item = document.createElement("li");
    const number = document.createElement("span");
    number.textContent = index + 1;
    item.append(number, moveName(index + 1));
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
  const points = game.positions.map(({chance}, ply) => [ply, chance]);
  const bad = game.moves.flatMap(({class: name}, index) =>
    name ? [{x: index + 1, y: points[index + 1][1], name}] : []);
  chart(find("value-plot"), {
    x: [0, Math.max(1, game.moves.length)], y: [0, 100], xName: say("move", "手数"), format: (value) => value,
    lines: [{name: "a", points}], rules: [{y: 50, text: ""}], dots: bad, mark: shown.ply,
  });
}

// Shows the position that the address names, as links within the page do.
function followAddress() {
  const ply = /^#move=(\d+)$/.exec(location.hash)?.[1];
  if (ply !== undefined) {
    follow(0, Number(ply));
    find("browser").scrollIntoView();
  }
}

find("branch").onchange = () => follow(Number(find("branch").value));
find("value-plot").onclick = (event) => go(Math.round(find("value-plot").xAt(event)));
addEventListener("hashchange", followAddress);
addEventListener("resize", plot);
nameBranches();
listMoves();
go(0);
followAddress();
