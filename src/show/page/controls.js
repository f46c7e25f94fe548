// The controls of a board: stepping, turning, notation, copies and files, and making moves by hand.
"use strict";

// All boards of the page. Keys go to the one that was used last.
const boards = [];
let keyBoard = 0;

// The notation that was chosen: a key of LABELS, and of the names of moves.
const notation = () => document.querySelector("select.notation").value;

// Wires the parts of board.html whose names begin with `prefix`, and returns how to draw on that board:
// show(position, names, {arrows, isTurned}). The page says
//   ply(), go(ply)     how many moves have been made, and shows the position after so many
//   redraw()           draws all that depends on notation and side
//   game()             the game or the line on the board, as record.js takes it
//   file()             what files of it are called
//   play(usi)          what a legal move made by hand does; left out where none can be made
function wireBoard(prefix, page) {
  const part = (name) => document.getElementById(prefix + name);
  const board = {isTurned: false, picked: undefined, shown: null, part, page};
  board.show = (position, names, more = {}) => {
    if (position !== board.shown?.[0]) {
      board.picked = undefined;
      part("promotion").hidden = true;
    }
    board.shown = [position, names, more];
    const moves = board.picked ? movesFrom(board, board.picked) : [];
    part("board").innerHTML = boardSvg(position, names, notation(), {
      isTurned: board.isTurned, places: Boolean(page.play), picked: board.picked,
      goals: [...new Set(moves.map((usi) => usi.slice(2, 4)))], ...more,
    });
  };
  board.turn = (isTurned) => {
    board.isTurned = isTurned;
    page.redraw();
  };
  wireSteps(board);
  wireCopies(board);
  if (page.play) wireMoves(board);
  boards.push(board);
  const number = boards.length - 1;
  for (const event of ["pointerdown", "focusin"]) {
    part("board").closest("section").addEventListener(event, () => { keyBoard = number; });
  }
  return board;
}

// The buttons of a board that keys press.
const KEYS = {Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last", f: "turn"};

function wireSteps({part, page}) {
  const steps = {first: () => 0, back: () => page.ply() - 1, on: () => page.ply() + 1, last: () => Infinity};
  for (const [name, target] of Object.entries(steps)) {
    part(name).onclick = () => page.go(target());
  }
}

// Presses the button that `names` gives to the key, unless somebody types or chooses.
function pressByKey(event, names, part) {
  const isTyping = ["SELECT", "INPUT", "TEXTAREA"].includes(event.target.tagName);
  if (names[event.key] && !isTyping && !event.altKey && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    part(names[event.key]).click();
  }
}

addEventListener("keydown", (event) => {
  if (boards[keyBoard]) pressByKey(event, KEYS, boards[keyBoard].part);
});

// Of pairs of a notation and words, the words in the one that was chosen; nothing if there are none.
const inNotation = (pairs) => new Map(pairs).get(notation()) ?? "";

// Of words that are there in each notation, those in the one that was chosen.
function showNotation() {
  for (const words of document.querySelectorAll("[data-notation]")) words.hidden = words.dataset.notation !== notation();
}

for (const select of document.querySelectorAll("select.notation")) {
  select.value = select.dataset.usual ?? usualNotation();
  showNotation();
  select.onchange = () => {
    for (const other of document.querySelectorAll("select.notation")) other.value = select.value;
    showNotation();
    for (const {page} of boards) page.redraw();
  };
}

function wireCopies(board) {
  const {part, page} = board;
  part("turn").onclick = () => board.turn(!board.isTurned);
  const soFar = () => page.game().positions.slice(0, page.ply() + 1);
  const copies = {sfen: () => sfenText(soFar().at(-1), page.ply() + 1), usi: () => `position ${usiText(soFar())}`, kif: () => kifText(page.game())};
  for (const [name, text] of Object.entries(copies)) {
    part(`copy-${name}`).onclick = () => copy(text(), part("told"));
  }
  for (const [form, text] of Object.entries({kif: kifText, csa: csaText})) {
    part(`save-${form}`).onclick = () => download(`${page.file()}.${form}`, text(page.game()));
  }
}

// Copies a text and says so; where that is not allowed, the text stands there to be copied by hand.
async function copy(text, told) {
  told.title = text;
  try {
    await navigator.clipboard.writeText(text);
    told.textContent = `${told.dataset.copied} ${text.split("\n", 1)[0]}`;
  } catch {
    told.textContent = text;
  }
}

// The legal moves from a place of the board or of a hand.
const movesFrom = ({shown}, place) => legalMoves(shown[0]).filter((usi) => usi.startsWith(place));

function wireMoves(board) {
  const {part, page} = board;
  part("board").onclick = (event) => {
    const place = event.target.closest("[data-place]")?.dataset.place;
    if (!place) return;
    const chosen = board.picked ? movesFrom(board, board.picked).filter((usi) => usi.slice(2, 4) === place) : [];
    part("promotion").hidden = chosen.length < 2;
    if (chosen.length === 1) {
      page.play(chosen[0]);
    } else if (chosen.length === 2) {
      part("promote").onclick = () => page.play(chosen.find((usi) => usi[4] === "+"));
      part("keep").onclick = () => page.play(chosen.find((usi) => usi[4] !== "+"));
      part("promote").focus();
    } else {
      board.picked = place !== board.picked && movesFrom(board, place).length > 0 ? place : undefined;
      board.show(...board.shown);
    }
  };
  part("typed").onsubmit = (event) => {
    event.preventDefault();
    const field = part("typed-move");
    const text = field.value.trim().toLowerCase();
    const [position] = board.shown;
    const names = (usi) => [usi, ...Object.keys(LABELS).map((name) => afterMove(position, usi)[name] ?? "")];
    const usi = legalMoves(position).find((usi) => names(usi).some((name) => name.toLowerCase() === text));
    field.setCustomValidity(usi ? "" : part("typed").dataset.illegal);
    if (usi) {
      field.value = "";
      page.play(usi);
    } else {
      field.reportValidity();
    }
  };
  part("typed-move").oninput = () => part("typed-move").setCustomValidity("");
}
