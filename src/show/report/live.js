// The report on a match that is being played: boards that follow the games, and a page that loads itself
// again when there are more of them, where the reader was.
"use strict";

// How often it is asked what is being played, and how long a page stays at least, in ms.
const INTERVAL = 1000;
const SHORTEST_STAY = 5000;

const opened = Date.now();

function clock(ms) {
  if (ms === null) return "";
  const tenths = Math.floor(ms / 100);
  return tenths < 600 ? ` ${(tenths / 10).toFixed(1)}` : ` ${Math.floor(tenths / 600)}:${String(Math.floor(tenths / 10) % 60).padStart(2, "0")}`;
}

function drawLive(state) {
  const {games, of, left, more} = state;
  find("live-progress").textContent = say(`${games} of ${of} games, ${left} left`, `${of}局中${games}局終了、残り${left}`);
  find("live-standing").textContent = state.standing;
  find("live-more").hidden = more === 0;
  find("live-more").textContent = say(`and ${more} more`, `ほか${more}局`);
  const figures = find("live-boards");
  figures.replaceChildren(...state.boards.map(liveBoard));
}

function liveBoard({game, players, sfen, moves, clocks, said}) {
  const positions = [readSfen(sfen)];
  for (const usi of moves) positions.push(afterMove(positions.at(-1), usi));
  const position = positions.at(-1);
  const figure = document.createElement("figure");
  const drawn = document.createElement("div");
  drawn.className = "board";
  const names = players.map((name, side) => name + clock(clocks[side]));
  const isFresh = said?.after === moves.length;
  const arrows = isFresh ? said.line.slice(0, 1).map((usi) => ({usi, side: position.side, name: "choice"})) : [];
  drawn.innerHTML = boardSvg(position, names, notation(), {arrows});
  const words = document.createElement("figcaption");
  words.textContent = [say(`Game ${game}.`, `第${game}局`), said && lineText(positions, said)].filter(Boolean).join(" ");
  figure.append(drawn, words);
  return figure;
}

// Value, depth and line, as far as its moves are legal: an engine may say anything.
function lineText(positions, {by, value, depth, after, line}) {
  let position = positions[after];
  const names = [];
  for (const usi of line.slice(0, 8)) {
    if (!legalMoves(position).includes(usi)) break;
    position = afterMove(position, usi);
    names.push(position[notation()]);
  }
  return `${by} ${valueText(value)} / ${depth}: ${names.join(" ")}`;
}

// Shows what the reader looked at before the page was loaded again.
function restore() {
  const place = JSON.parse(sessionStorage.getItem("place"));
  if (!place) return;
  for (const select of document.querySelectorAll(".notation")) select.value = place.notation;
  if (place.live) drawLive(place.live);
  const game = data.games.find(({id}) => id === place.game);
  if (game) {
    board.isTurned = place.isTurned;
    open(game, place.ply);
    find("filter").value = place.filter;
    find("filter").oninput();
  }
  scrollTo(0, place.y);
}

function reload(live) {
  const {game, ply} = shown;
  const place = {game: game?.id, ply, isTurned: board.isTurned, notation: notation(), filter: find("filter")?.value, live, y: scrollY};
  sessionStorage.setItem("place", JSON.stringify(place));
  location.reload();
}

const following = setInterval(async () => {
  try {
    const state = await (await fetch("/state")).json();
    drawLive(state);
    const isNew = state.games > Number(find("live").dataset.games);
    if (isNew && Date.now() - opened > SHORTEST_STAY) reload(state);
  } catch {
    clearInterval(following);
    find("live-progress").textContent = say("The match is over.", "対局は終了しました。");
  }
}, INTERVAL);
restore();
