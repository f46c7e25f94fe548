// Draws how the estimates of two matches moved from pair to pair.
"use strict";

const matches = JSON.parse(document.getElementById("data").textContent);

function plotBoth() {
  const all = matches.flatMap(({elo}) => elo);
  if (all.length === 0) {
    return;
  }
  const [low, high] = [0, 1].map((end) =>
    Math[end ? "max" : "min"](...matches.map(({elo_range: range}) => range[end])));
  const room = 0.06 * (high - low);
  const end = (value, sign) => value ?? sign * 1e4;
  chart(document.getElementById("elo-plot"), {
    x: [0, Math.max(...all.map(({pairs}) => pairs))], y: [low - room, high + room], xName: "pairs",
    format: (value) => (value > 0 ? "+" : "") + value,
    bands: matches.map(({elo}) => ({points: elo.map((it) => [it.pairs, end(it.low, -1), end(it.high, 1)])})),
    lines: matches.map(({elo}, index) => ({name: "ab"[index], points: elo.map((it) => [it.pairs, it.elo])})),
    rules: [{y: 0, text: ""}],
  });
}

plotBoth();
addEventListener("resize", plotBoth);
