// Shogi positions: reading SFEN, making legal moves in USI notation, and drawing.
//
// A position is {board, hands, side}: board[rank][column] from Black's upper left is "" or a piece
// as SFEN writes it ("P", "+p"), hands are {black, white} with counts by kind, side is "b" or "w".
"use strict";

const KANJI = {
  P: "歩", L: "香", N: "桂", S: "銀", G: "金", B: "角", R: "飛", K: "玉",
  "+P": "と", "+L": "杏", "+N": "圭", "+S": "全", "+B": "馬", "+R": "龍",
};
const RANKS = "一二三四五六七八九";
const FILES = "１２３４５６７８９";

function readSfen(sfen) {
  const [rows, side, held] = sfen.split(" ");
  const board = rows.split("/").map((row) =>
    [...row.matchAll(/(\+?[a-z])|([1-9])/gi)].flatMap(([, piece, gap]) =>
      piece ? [piece] : Array(Number(gap)).fill("")));
  const hands = {b: {}, w: {}};
  for (const [, count, kind] of held.matchAll(/(\d*)([a-z])/gi)) {
    hands[kind === kind.toUpperCase() ? "b" : "w"][kind.toUpperCase()] = Number(count || 1);
  }
  return {board, hands, side};
}

// Indices of a square such as "7g": [rank, column].
function square(name) {
  return [name.charCodeAt(1) - 97, 9 - Number(name[0])];
}

// The position after a legal move, with the move's squares and its name as Japanese write it.
function afterMove(position, usi) {
  const board = position.board.map((row) => [...row]);
  const hands = {b: {...position.hands.b}, w: {...position.hands.w}};
  const side = position.side;
  const own = (kind) => side === "b" ? kind.toUpperCase() : kind.toLowerCase();
  const to = square(usi.slice(2, 4));
  const name = (side === "b" ? "☗" : "☖") + FILES[8 - to[1]] + RANKS[to[0]];
  const next = {board, hands, side: side === "b" ? "w" : "b", to};
  if (usi[1] === "*") {
    hands[side][usi[0]] -= 1;
    board[to[0]][to[1]] = own(usi[0]);
    return {...next, name: `${name}${KANJI[usi[0]]}打`};
  }
  const from = square(usi);
  const piece = board[from[0]][from[1]];
  const taken = board[to[0]][to[1]].replace("+", "").toUpperCase();
  if (taken) {
    hands[side][taken] = (hands[side][taken] ?? 0) + 1;
  }
  board[from[0]][from[1]] = "";
  board[to[0]][to[1]] = usi[4] === "+" ? `+${piece}` : piece;
  const promoted = usi[4] === "+" ? "成" : "";
  const origin = `(${9 - from[1]}${from[0] + 1})`;
  return {...next, from, name: `${name}${KANJI[piece.toUpperCase()]}${promoted}${origin}`};
}

// Draws a position as SVG, Black below; `names` are those of Black and White, as HTML.
function boardSvg(position, names) {
  const [cell, left, top] = [44, 14, 66];
  const size = 9 * cell;
  const place = ([rank, column]) => [left + column * cell, top + rank * cell];
  let drawn = `<rect class="wood" x="${left}" y="${top}" width="${size}" height="${size}"/>`;
  for (const name of ["from", "to"]) {
    if (position[name]) {
      const [x, y] = place(position[name]);
      drawn += `<rect class="${name}" x="${x}" y="${y}" width="${cell}" height="${cell}"/>`;
    }
  }
  for (let line = 0; line <= 9; line++) {
    const [x, y] = place([line, line]);
    drawn += `<path class="grid" d="M${x} ${top}v${size}M${left} ${y}h${size}"/>`;
  }
  for (let index = 0; index < 9; index++) {
    const [x, y] = place([index, index]);
    drawn += `<text class="outside" font-size="12" x="${x + cell / 2}" y="${top - 5}">${FILES[8 - index]}</text>`
      + `<text class="outside" font-size="12" x="${left + size + 11}" y="${y + cell / 2 + 4}">${RANKS[index]}</text>`;
  }
  position.board.forEach((row, rank) => row.forEach((piece, column) => {
    const [x, y] = place([rank, column]);
    drawn += piece && pieceSvg(piece, x + cell / 2, y + cell / 2, cell * 0.46);
  }));
  const width = left + size + 24;
  const height = top + size + 46;
  drawn += handSvg(position.hands.w, `☖ ${names[1]}`, left, width, 22, position.side === "w")
    + handSvg(position.hands.b, `☗ ${names[0]}`, left, width, top + size + 23, position.side === "b");
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="board">${drawn}</svg>`;
}

// A piece as SFEN writes it, its middle at (x, y), half as high as `radius`.
function pieceSvg(piece, x, y, radius) {
  const kind = piece.toUpperCase();
  const turn = piece === kind ? "" : " rotate(180)";
  const [r, promoted] = [radius, kind[0] === "+" ? " class=\"promoted\"" : ""];
  const corners = [[0, -r], [0.68 * r, -0.66 * r], [0.88 * r, r * 0.95], [-0.88 * r, r * 0.95], [-0.68 * r, -0.66 * r]];
  return `<g transform="translate(${x} ${y})${turn}">`
    + `<polygon class="piece" points="${corners.map((corner) => corner.map((n) => n.toFixed(1)).join()).join(" ")}"/>`
    + `<text${promoted} font-size="${(1.2 * r).toFixed(1)}" y="${(0.52 * r).toFixed(1)}">${KANJI[kind]}</text></g>`;
}

function handSvg(hand, name, left, width, y, onMove) {
  let x = left + 90;
  let drawn = `<text class="outside" font-size="15" style="text-anchor:start${onMove ? ";font-weight:700" : ""}" x="${left}" y="${y + 5}">${name}</text>`;
  for (const kind of "RBGSNLP") {
    const count = hand[kind] ?? 0;
    if (count > 0) {
      drawn += pieceSvg(kind, x, y, 16);
      x += 26;
      if (count > 1) {
        drawn += `<text class="outside" font-size="14" x="${x - 3}" y="${y + 6}">${count}</text>`;
        x += 17;
      }
    }
  }
  return drawn;
}
