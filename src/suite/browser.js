// The page of suites at work: a board on which one steps through the line of a row.
"use strict";

const rows = JSON.parse(document.getElementById("data").textContent);
const find = (id) => document.getElementById(id);

// What is looked at: a row, its positions from the start, and how many moves have been made.
const shown = {row: null, positions: [], ply: 0};

function open(row) {
  shown.row = row;
  shown.positions = [readSfen(row.sfen)];
  for (const move of row.moves) {
    shown.positions.push(afterMove(shown.positions.at(-1), move));
  }
  const answer = find("answer");
  answer.textContent = row.right ? `${row.found}: right` : `${row.found}, expected ${row.wanted}`;
  answer.classList.toggle("wrong", !row.right);
  find("effort").textContent = `${row.place} ${row.id}, by ${row.by} (${row.nodes} nodes, ${row.ms.toFixed(1)} ms)`;
  find("moves").replaceChildren(...shown.positions.slice(1).map((position, index) => {
    const item = document.createElement("li");
    item.textContent = position[usualNotation()];
    item.classList.toggle("opening", index < row.before);
    item.onclick = () => go(index + 1);
    return item;
  }));
  go(row.before);
}

// Shows the position after `ply` moves.
function go(ply) {
  const {row, positions} = shown;
  shown.ply = Math.min(Math.max(ply, 0), row.moves.length);
  find("board").innerHTML = boardSvg(positions[shown.ply], ["Black", "White"], usualNotation());
  find("ply").textContent = `${shown.ply} / ${row.moves.length}`;
  find("moves").querySelector("[aria-current]")?.removeAttribute("aria-current");
  find("moves").children[shown.ply - 1]?.setAttribute("aria-current", "step");
}

if (rows.length > 0) {
  const choice = find("row");
  rows.forEach((row, index) => {
    choice.add(new Option(`${row.right ? "✓" : "✗"} ${row.place} ${row.id}, ${row.found} (${row.by})`, index));
  });
  choice.onchange = () => open(rows[choice.selectedIndex]);
  wireSteps(() => shown.ply, go);
  open(rows[0]);
}
