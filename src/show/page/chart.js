// Draws a plot with axes into an element, as wide as the element is.
//
// chart(element, {
//   x: [low, high], y: [low, high],            the span of the axes
//   xName,                                     what stands below the horizontal axis
//   format(value),                             the text of a tick of the vertical axis
//   least,                                     the least step between its ticks: 1 where things are counted
//   bands: [{points: [[x, low, high], …]}],    areas
//   lines: [{points: [[x, y], …], name}],      lines; `name` is a class of page.css
//   rules: [{y, text}],                        horizontal lines with a text
//   dots: [{x, y, name}],                      dots; `name` is a class too
//   mark,                                      an x with a vertical line through it
// })
//
// A point whose y is null is left out. Afterwards element.xAt(event) is the x below the pointer.
"use strict";

function chart(element, spec) {
  const width = Math.max(260, element.clientWidth);
  const height = Math.round(Math.min(280, Math.max(170, width / 3)));
  const [left, right, top, bottom] = [52, 12, 10, 36];
  const inner = [width - left - right, height - top - bottom];
  const scale = ([low, high], length) => (value) => (value - low) / (high - low || 1) * length;
  const toX = scale(spec.x, inner[0]);
  const toY = (value) => inner[1] - scale(spec.y, inner[1])(value);
  const at = (x, y) => `${toX(x).toFixed(1)},${toY(y).toFixed(1)}`;
  const segment = (x1, y1, x2, y2, name) =>
    `<line class="${name}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>`;

  let axes = "";
  for (const value of ticks(spec.y, 5, spec.least)) {
    const y = top + toY(value);
    axes += segment(left, y, width - right, y, "tick")
      + `<text x="${left - 8}" y="${y + 4}" text-anchor="end">${spec.format(value)}</text>`;
  }
  for (const value of ticks(spec.x, width / 90, 1)) {
    const x = left + toX(value);
    axes += segment(x, height - bottom, x, height - bottom + 4, "tick")
      + `<text x="${x}" y="${height - bottom + 17}" text-anchor="middle">${value}</text>`;
  }
  axes += `<text x="${width - right}" y="${height - 4}" text-anchor="end">${spec.xName}</text>`;

  let drawn = "";
  for (const {points} of spec.bands ?? []) {
    const upper = points.map(([x, , high]) => at(x, high));
    const lower = points.map(([x, low]) => at(x, low)).reverse();
    drawn += `<polygon class="band" points="${[...upper, ...lower].join(" ")}"/>`;
  }
  for (const {y, text} of spec.rules ?? []) {
    drawn += segment(0, toY(y), inner[0], toY(y), "rule")
      + `<text x="${inner[0] - 4}" y="${toY(y) + (toY(y) > 20 ? -5 : 14)}" text-anchor="end">${text}</text>`;
  }
  for (const {points, name} of spec.lines) {
    const known = points.filter(([, y]) => y !== null);
    drawn += `<polyline class="line ${name}" points="${known.map(([x, y]) => at(x, y)).join(" ")}"/>`;
  }
  for (const {x, y, name} of spec.dots ?? []) {
    drawn += `<circle class="dot ${name}" cx="${toX(x).toFixed(1)}" cy="${toY(y).toFixed(1)}" r="4"/>`;
  }
  if (spec.mark !== undefined) {
    drawn += segment(toX(spec.mark), 0, toX(spec.mark), inner[1], "mark");
  }
  // The inner svg cuts off what lies outside its span.
  element.innerHTML = `<svg viewBox="0 0 ${width} ${height}" role="img">${axes}`
    + `<svg x="${left}" y="${top}" width="${inner[0]}" height="${inner[1]}">${drawn}</svg></svg>`;
  element.xAt = (event) => {
    const box = element.firstChild.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width * width - left) / inner[0];
    return spec.x[0] + share * (spec.x[1] - spec.x[0]);
  };
}

// Round numbers within a span, about `wanted` of them, at least so far apart.
function ticks([low, high], wanted, least = 0) {
  const rough = (high - low || 1) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(least, [1, 2, 5, 10].find((factor) => factor * power >= rough) * power);
  const found = [];
  for (let index = Math.ceil(low / step); index * step <= high; index++) {
    found.push(Number((index * step).toPrecision(12)));
  }
  return found;
}
