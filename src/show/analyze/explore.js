// What the engine found, by position, and lines on a board.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const find = (id) => document.getElementById(id);

// What stands for the value of a position of which nothing is known.
const UNKNOWN = say("no stored line comes here", "読み筋にない局面");

// The name of the move that led to a position, as it is printed in Japan in that notation; `printed` where the page has
// a better one.
const nameOf = (position, printed) => (notation() === "japanese" ? printed ?? position.printed : position[notation()]);

// The positions along moves, the one that they start from first.
function along(position, moves) {
  const positions = [position];
  for (const usi of moves) positions.push(afterMove(positions.at(-1), usi));
  return positions;
}

// Positions are the same if board, hands and side are.
const keyOf = (position) => sfenText(position, 0);

// Remembers what was found of a position, and of those along the line: {line, value, chance}, the value
// and the chance being those of the end of the line. What is known already stays.
function remember(known, position, found) {
  along(position, found.line).forEach((reached, depth) => {
    const key = keyOf(reached);
    if (!known.has(key)) known.set(key, {...found, line: found.line.slice(depth)});
  });
}

// A line with `usi` made after so many of its moves; what is known to follow comes after it.
function leave(known, root, line, depth, usi) {
  if (line[depth] === usi) return line;
  const moves = [...line.slice(0, depth), usi];
  const follows = known.get(keyOf(along(root, moves).at(-1)))?.line ?? [];
  return [...moves, ...follows];
}

// The next moves of a line as arrows, the most important last.
function arrowsOf(side, line) {
  const classes = ["choice", "reply", "third"];
  return line.slice(0, 3).map((usi, index) => {
    const arrow = {usi, side, name: classes[index]};
    side = opponent[side];
    return arrow;
  }).reverse();
}

// Fills an element with a button for each of `names`, the moves of a line.
function showLine(element, names, depth, look) {
  element.replaceChildren(...names.map((name, index) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name;
    button.toggleAttribute("aria-current", index + 1 === depth);
    button.onclick = () => look(index + 1);
    return button;
  }));
}
