// The buttons and keys that step through the moves on a board.
"use strict";

// `ply` says how many moves have been made, `go` shows the position after so many.
function wireSteps(ply, go) {
  const steps = {
    first: () => 0, back: () => ply() - 1, on: () => ply() + 1, last: () => Infinity,
  };
  for (const [id, target] of Object.entries(steps)) {
    document.getElementById(id).onclick = () => go(target());
  }
  const keys = {Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last"};
  addEventListener("keydown", (event) => {
    const step = keys[event.key];
    if (step && !["SELECT", "INPUT"].includes(event.target.tagName) && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      document.getElementById(step).click();
    }
  });
}
