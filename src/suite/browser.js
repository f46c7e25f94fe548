// The page of suites at work: a list of rows, filtered, and a board beside it on which one steps through
// the line of a row.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const {rows} = data;
const find = (id) => document.getElementById(id);

// What is looked at: a row, its positions from the start, and how many moves have been made.
const shown = {row: null, positions: [], ply: 0};

const COLUMNS = [
  {name: "", of: ({right}) => (right ? "✓" : "✗")},
  {name: say("name", "名前"), of: ({id}) => id},
  {name: say("answered", "答え"), of: ({found}) => found},
  {name: say("expected", "正解"), of: ({wanted}) => wanted},
  {name: say("kind", "種類"), of: ({kind}) => kind},
  {name: say("row", "行"), of: ({place}) => place},
  {name: say("by", "回答者"), of: ({by}) => by},
  {name: say("nodes", "ノード"), of: ({nodes}) => nodes},
  {name: say("ms", "ミリ秒"), of: ({ms}) => ms},
];

const board = rows.length > 0 && wireBoard("", {
  ply: () => shown.ply,
  go,
  redraw: () => open(shown.row, shown.ply),
  game: () => ({names: data.names, positions: shown.positions, ms: []}),
  file: () => shown.row.place.replace(/.*\//, "").replace(/\W+/g, "-"),
});

// Shows a row, at its position unless a number of moves is given.
function open(row, ply = row.before) {
  shown.row = row;
  shown.positions = [readSfen(row.sfen)];
  for (const move of row.moves) {
    shown.positions.push(afterMove(shown.positions.at(-1), move));
  }
  const answer = find("answer");
  const [found, wanted] = [row.found, row.wanted].map((text) => named(text, shown.positions[row.before]));
  answer.textContent = row.right ? say(`${found}: right`, `${found}：正解`) : say(`${found}, expected ${wanted}`, `${found}（正解は ${wanted}）`);
  answer.classList.toggle("wrong", !row.right);
  find("effort").textContent = say(
    `${row.place} ${row.id}, by ${row.by} (${row.nodes} nodes, ${row.ms} ms)`, `${row.place} ${row.id}、${row.by}（${row.nodes}ノード、${row.ms}ミリ秒）`);
  find("moves").replaceChildren(...shown.positions.slice(1).map((position, index) => {
    const item = document.createElement("li");
    item.textContent = position[notation()];
    item.classList.toggle("opening", index < row.before);
    item.onclick = () => go(index + 1);
    return item;
  }));
  go(ply);
}

// A text with the legal moves in it in the notation that was chosen.
function named(text, position) {
  const legal = new Set(legalMoves(position));
  return text.replace(/[1-9PLNSGBR][a-i*][1-9][a-i]\+?/g, (usi) => (legal.has(usi) ? afterMove(position, usi)[notation()] : usi));
}

// Shows the position after `ply` moves.
function go(ply) {
  const {row, positions} = shown;
  shown.ply = Math.min(Math.max(ply, 0), row.moves.length);
  board.show(positions[shown.ply], data.names, {arrows: shown.ply === row.before ? arrows(row) : []});
  find("ply").textContent = `${shown.ply} / ${row.moves.length}`;
  find("moves").querySelector("[aria-current]")?.removeAttribute("aria-current");
  find("moves").children[shown.ply - 1]?.setAttribute("aria-current", "step");
}

// What was expected, and what was answered.
function arrows({best, moves, before}) {
  const {side} = shown.positions[before];
  const expected = best.map((usi) => ({usi, side, name: "choice"}));
  const answered = moves[before];
  const isOther = answered && !best.includes(answered);
  return isOther ? [...expected, {usi: answered, side, name: "played"}] : expected;
}

function startPage() {
  const isWanted = (row) => [["result", String(row.right)], ["kind", row.kind], ["file", row.file]]
    .every(([name, value]) => ["", value].includes(find(name).value));
  const show = startList({things: rows, columns: COLUMNS, choose: open, isWanted, unit: say("rows", "題")});
  for (const name of ["kind", "file"]) {
    const values = [...new Set(rows.map((row) => row[name]))];
    find(name).append(...values.map((value) => new Option(value)));
  }
  find("result").value = rows.some(({right}) => !right) ? "false" : "";
  const choose = () => {
    const [first] = show();
    if (first) open(first);
  };
  for (const name of ["result", "kind", "file"]) find(name).onchange = choose;
  choose();
}

if (rows.length > 0) startPage();
