// What all games together show: how long they were, where time went, what evaluations were worth.
"use strict";

// Values of fewer moves than this are left to chance.
const LEAST_VALUES = 20;
// Centipawns at which a side wins e times as often as it loses, as shogi programs take it.
const WIN_SCALE = 600;

function plotInsights() {
  plotLengths();
  plotTimes();
  plotCalibration();
}

function plotLengths() {
  const lengths = data.games.map(({moves}) => moves.length);
  const [width, most] = [20, Math.max(...lengths)];
  const counts = Array(Math.floor(most / width) + 1).fill(0);
  lengths.forEach((length) => { counts[Math.floor(length / width)] += 1; });
  const steps = counts.flatMap((count, index) => [[index * width, count], [(index + 1) * width, count]]);
  chart(find("length-plot"), {
    x: [0, counts.length * width], y: [0, 1.06 * Math.max(...counts)], xName: say("moves", "手数"), format: String, least: 1,
    bands: [{points: steps.map(([x, count]) => [x, 0, count])}], lines: [{name: "a", points: steps}],
  });
}

// Calls `visit` with game, place in its lists, number of the move and mover, for every move played.
function eachMove(visit) {
  for (const game of data.games) {
    const first = game.sfen.split(" ")[1] === "b" ? [game.black, game.white] : [game.white, game.black];
    for (let index = 0; index < game.moves.length - game.opening; index++) {
      const number = game.opening + index + 1;
      visit(game, index, number, first[(number - 1) % 2]);
    }
  }
}

// The mean of each player by place: `places[player][place]` is [sum, count].
const mean = (places, scale, least = 1) => places.map((list) => Object.entries(list)
  .filter(([, [, count]]) => count >= least)
  .map(([place, [sum, count]]) => [Number(place) * scale, sum / count]));

function add(places, player, place, value) {
  if (places[player]) {
    const cell = (places[player][place] ??= [0, 0]);
    cell[0] += value;
    cell[1] += 1;
  }
}

function plotTimes() {
  const places = [{}, {}];
  eachMove((game, index, number, player) => {
    const ms = game.ms[index] ?? null;
    if (ms !== null) add(places, player, Math.floor(number / 10), ms / 1000);
  });
  const lines = mean(places, 10).map((points, player) => ({name: "ab"[player], points}));
  const all = lines.flatMap(({points}) => points);
  find("time-figure").hidden = all.length === 0;
  if (all.length > 0) {
    const most = (axis) => Math.max(...all.map((point) => point[axis]));
    chart(find("time-plot"), {
      x: [0, most(0) || 10], y: [0, 1.06 * most(1) || 1], xName: say("move", "手数"), format: String, lines,
    });
  }
}

function plotCalibration() {
  const places = [{}, {}];
  eachMove((game, index, number, player) => {
    const value = game.values[index] ?? null;
    if (value === null || isMate(value)) return;
    const own = player === game.black ? value : -value;
    const stated = 1 / (1 + Math.exp(-own / WIN_SCALE));
    const points = game.winner === null ? 50 : game.winner === player ? 100 : 0;
    add(places, player, Math.min(9, Math.floor(10 * stated)) + 0.5, points);
  });
  const lines = mean(places, 10, LEAST_VALUES).map((points, player) =>
    ({name: "ab"[player], points: points.sort(([one], [other]) => one - other)}));
  find("calibration-figure").hidden = lines.every(({points}) => points.length === 0);
  if (!find("calibration-figure").hidden) {
    chart(find("calibration-plot"), {
      x: [0, 100], y: [0, 100], xName: say("stated, %", "評価値が示す勝率（%）"), format: String,
      lines: [...lines, {name: "rule", points: [[0, 0], [100, 100]]}],
    });
  }
}
