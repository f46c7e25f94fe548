// The list of games: sorted by a click on the head of a column, filtered by words.
"use strict";

// More rows at once are slow and no easier to read.
const MOST_ROWS = 200;

const COLUMNS = [
  {name: "game", of: (game) => game.id},
  {name: "sente", of: (game) => PLAYERS[game.black]},
  {name: "gote", of: (game) => PLAYERS[game.white]},
  {name: "won by", of: (game) => (game.winner === null ? "drawn" : PLAYERS[game.winner])},
  {name: "ended by", of: (game) => game.reason},
  {name: "moves", of: (game) => game.moves.length},
  {name: "swing", of: swing},
  {name: "opening", of: (game) => game.moves.slice(0, game.opening).join(" ") || game.sfen},
];

// By how many pawns the evaluation changed most from one move to the next.
function swing(game) {
  const pawns = game.values.filter((value) => value !== null)
    .map((value) => Math.min(Math.max(value / 100, -20), 20));
  const changes = pawns.slice(1).map((value, index) => Math.abs(value - pawns[index]));
  return Math.round(10 * changes.reduce((most, change) => Math.max(most, change), 0)) / 10;
}

// Fills the table; `choose` is told which game was clicked.
function startList(games, choose) {
  const order = {column: 0, falls: false};
  const rows = games.map((game) => {
    const cells = COLUMNS.map(({of}) => of(game));
    return {game, cells, text: cells.map((cell, index) => `${COLUMNS[index].name} ${cell}`).join(" ; ").toLowerCase()};
  });
  const heads = COLUMNS.map(({name}, column) => {
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
  find("list-head").replaceChildren(...heads);
  find("filter").oninput = show;
  function show() {
    const words = find("filter").value.toLowerCase().split(",").map((word) => word.trim());
    const found = rows.filter(({text}) => words.every((word) => text.includes(word)));
    const {column, falls} = order;
    const compare = ({cells: one}, {cells: other}) =>
      (one[column] < other[column] ? -1 : Number(one[column] > other[column])) * (falls ? -1 : 1);
    const seen = found.sort(compare).slice(0, MOST_ROWS);
    find("list").replaceChildren(...seen.map(({game, cells}) => {
      const row = document.createElement("tr");
      row.append(...cells.map((cell) => {
        const item = document.createElement("td");
        item.textContent = cell;
        return item;
      }));
      row.onclick = () => choose(game);
      return row;
    }));
    find("found").textContent = `${found.length} games` + (found.length > MOST_ROWS ? `, the first ${MOST_ROWS} here` : "");
    heads.forEach((head, index) =>
      head.setAttribute("aria-sort", index !== column ? "none" : falls ? "descending" : "ascending"));
  }
  show();
}
