// A list of many things: sorted by a click on the head of a column, filtered by words and choices.
"use strict";

// More rows at once are slow and no easier to read.
const MOST_ROWS = 200;

// Fills the table of list.html. `columns` are {name, of(thing)}; `choose` is told which thing was clicked;
// `isWanted(thing)` is asked besides the words in the field. Returns how to fill it again.
function startList({things, columns, choose, isWanted = () => true, unit}) {
  const part = (name) => document.getElementById(name);
  const order = {column: 0, falls: false};
  const rows = things.map((thing) => {
    const cells = columns.map(({of}) => of(thing));
    const words = cells.map((cell, index) => `${columns[index].name} ${cell}`);
    return {thing, cells, text: words.join(" ; ").toLowerCase()};
  });
  const heads = columns.map(({name}, column) => {
    const head = document.createElement("th");
    const button = document.createElement("button");
    button.textContent = name;
    button.onclick = () => {
      order.falls = order.column === column && !order.falls;
      order.column = column;
      show();
    };
    head.append(button);
    return head;
  });
  part("list-head").replaceChildren(...heads);
  part("filter").oninput = show;
  function show() {
    const words = part("filter").value.toLowerCase().split(",").map((word) => word.trim());
    const found = rows.filter(({thing, text}) => isWanted(thing) && words.every((word) => text.includes(word)));
    const {column, falls} = order;
    const compare = ({cells: one}, {cells: other}) =>
      (one[column] < other[column] ? -1 : Number(one[column] > other[column])) * (falls ? -1 : 1);
    const seen = found.sort(compare).slice(0, MOST_ROWS);
    part("list").replaceChildren(...seen.map(({thing, cells}) => listed(cells, () => choose(thing))));
    const here = found.length > MOST_ROWS ? say(` (${MOST_ROWS} here)`, `（${MOST_ROWS}件を表示）`) : "";
    part("found").textContent = `${found.length} ${unit}${here}`;
    heads.forEach((head, index) =>
      head.setAttribute("aria-sort", index !== column ? "none" : falls ? "descending" : "ascending"));
    return seen.map(({thing}) => thing);
  }
  return show;
}

// A row that can be clicked, and entered by the keyboard.
function listed(cells, choose) {
  const row = document.createElement("tr");
  row.append(...cells.map((cell) => {
    const item = document.createElement("td");
    item.textContent = cell;
    return item;
  }));
  row.tabIndex = 0;
  row.onclick = choose;
  row.onkeydown = (event) => {
    if (event.key === "Enter") choose();
  };
  return row;
}
