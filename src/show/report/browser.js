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
    x: pairs(elo), y: padded(elo_range), xName: say("pairs", "ペア"), format: signed,
    bands: [{points: elo.map(({pairs, low, high}) => [pairs, end(low, -1), end(high, 1)])}],
    lines: [{name: "a", points: elo.map(({pairs, elo}) => [pairs, elo])}],
    rules: [{y: 0, text: ""}],
  });
  if (test) {
    const [low, high] = test.bounds;
    const values = [low, high, ...test.points.map(({llr}) => llr)];
    chart(find("llr-plot"), {
      x: pairs(test.points), y: padded([Math.min(...values), Math.max(...values)]),
      xName: say("pairs", "ペア"), format: signed,
      lines: [{name: "a", points: test.points.map(({pairs, llr}) => [pairs, llr])}],
      rules: [{y: low, text: "H0"}, {y: high, text: "H1"}],
    });
  }
}

function padded([low, high]) {
  const room = 0.06 * (high - low);
  return [low - room, high + room];
}

// What is looked at: a game, its positions from the start, and how many moves have been made.
const shown = {game: null, positions: [], ply: 0};

const COLUMNS = [
  {name: say("game", "局"), of: (game) => game.id},
  {name: say("sente", "先手"), of: (game) => PLAYERS[game.black]},
  {name: say("gote", "後手"), of: (game) => PLAYERS[game.white]},
  {name: say("won by", "勝者"), of: (game) => (game.winner === null ? say("drawn", "引き分け") : PLAYERS[game.winner])},
  {name: say("ended by", "終局"), of: (game) => data.endings[game.reason]},
  {name: say("moves", "手数"), of: (game) => game.moves.length},
  {name: say("swing", "変動"), of: swing},
  {name: say("opening", "開始局面"), of: (game) => game.moves.slice(0, game.opening).join(" ") || game.sfen},
];

// By how many pawns the evaluation changed most from one move to the next.
function swing(game) {
  const pawns = game.values.filter((value) => value !== null)
    .map((value) => Math.min(Math.max(value / 100, -20), 20));
  const changes = pawns.slice(1).map((value, index) => Math.abs(value - pawns[index]));
  return Math.round(10 * changes.reduce((most, change) => Math.max(most, change), 0)) / 10;
}

// The board of the games; its controls ask for what is shown.
const board = data.games.length > 0 && wireBoard("", {
  ply: () => shown.ply,
  go,
  redraw() {
    open(shown.game, shown.ply);
  },
  game: () => ({
    names: [shown.game.black, shown.game.white].map((player) => data.names[player]),
    positions: shown.positions,
    ms: shown.game.moves.map((_, index) => shown.game.ms[index - shown.game.opening] ?? null),
    reason: shown.game.reason,
  }),
  file: () => `game-${String(shown.game.id).padStart(6, "0")}`,
});

// Opens a game, at the end of its opening unless a number of moves is given.
function open(game, ply = game.opening) {
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
  go(ply);
}

function outcome({winner, reason}) {
  const ending = data.endings[reason];
  return winner === null
    ? say(`drawn, ${ending}`, `引き分け、${ending}`) : say(`${PLAYERS[winner]} wins, ${ending}`, `${PLAYERS[winner]}の勝ち、${ending}`);
}

// Shows the position after `ply` moves.
function go(ply) {
  const {game, positions} = shown;
  shown.ply = Math.min(Math.max(ply, 0), game.moves.length);
  const names = [PLAYERS[game.black], PLAYERS[game.white]];
  board.show(positions[shown.ply], names);
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
    return say("Start position", "開始局面");
  }
  const told = [`${ply}. ${positions[ply][notation()]}`];
  const index = ply - game.opening - 1;
  if (index < 0) {
    return `${told}${say(", opening", "、定跡")}`;
  }
  const player = PLAYERS[mover(ply)];
  told.push(say(`by ${player}`, player));
  const value = game.values[index] ?? null;
  const known = (list) => (list[index] ?? null) !== null;
  if (value !== null) told.push(say(`value ${valueText(value)}`, `評価値 ${valueText(value)}`));
  if (known(game.depths)) told.push(say(`depth ${game.depths[index]}`, `深さ${game.depths[index]}`));
  if (known(game.nodes)) told.push(say(`${game.nodes[index]} nodes`, `${game.nodes[index]}ノード`));
  if (known(game.ms)) told.push(say(`${game.ms[index]} ms`, `${game.ms[index]}ミリ秒`));
  return told.join(say(", ", "、"));
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
  find("hover-board").innerHTML = boardSvg(positions.at(-1), names, notation(), {isTurned: board.isTurned});
  const moves = positions.slice(1).map((position) => position[notation()]).join(" ");
  find("hover-text").textContent = about(ply) + (moves ? say(`; expected ${moves}`, `。読み筋 ${moves}`) : "");
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
    ? mateText(value > 0, data.mate - Math.abs(value))
    : signed((value / 100).toFixed(2));
}

const mateText = (isSente, plies) => (isSente
  ? say(`sente mates in ${plies}`, `先手勝ち${plies}手詰`) : say(`gote mates in ${plies}`, `後手勝ち${plies}手詰`));

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
    x: [0, Math.max(1, game.moves.length)], y: padded([-most, most]), xName: say("move", "手数"), format: signed,
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

function optionOf(game) {
  const [black, white] = [PLAYERS[game.black], PLAYERS[game.white]];
  return new Option(`${game.id}: ☗${black} ☖${white}, ${outcome(game)}${say(`, ${game.moves.length} moves`, `、${game.moves.length}手`)}`, game.id);
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
  find("value-plot").onclick = (event) => go(Math.round(find("value-plot").xAt(event)));
  find("value-plot").onmousemove = (event) => {
    const ply = Math.round(find("value-plot").xAt(event));
    const [right, top] = [event.clientX, event.clientY];
    if (ply > 0 && ply <= shown.game.moves.length) showLine(ply, {right, top});
    else hideLine();
  };
  find("value-plot").onmouseleave = hideLine;
  const choose = (game) => {
    open(game);
    find("browser").scrollIntoView();
  };
  startList({things: data.games, columns: COLUMNS, choose, unit: say("games", "局")})();
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
