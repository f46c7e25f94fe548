// The page of suites at work: a list of rows, filtered, and a board beside it on which one steps through
// the line of a row.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const {rows, texts} = data;
const find = (id) => document.getElementById(id);
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

// What is looked at: a row, its positions from the start, and how many moves have been made.
const shown = {row: null, positions: [], ply: 0};

const COLUMNS = Object.entries(texts.columns).map(([field, name]) => ({
  name, of: (row) => (field === "mark" ? (row.right ? "✓" : "✗") : row[field]),
}));

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
  answer.textContent = fill(row.right ? texts.is_right : texts.is_wrong, row);
  answer.classList.toggle("wrong", !row.right);
  find("effort").textContent = fill(texts.effort, row);
  find("moves").replaceChildren(...shown.positions.slice(1).map((position, index) => {
    const item = document.createElement("li");
    item.textContent = position[notation()];
    item.classList.toggle("opening", index < row.before);
    item.onclick = () => go(index + 1);
    return item;
  }));
  go(ply);
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
  const show = startList({things: rows, columns: COLUMNS, choose: open, isWanted, unit: texts.rows});
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
