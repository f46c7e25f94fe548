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

// What stands beside ranks and above files.
const LATIN = {rank: (rank) => "abcdefghi"[rank], file: (column) => 9 - column};
const LABELS = {
  japanese: {rank: (rank) => RANKS[rank], file: (column) => FILES[8 - column]},
  western: LATIN,
  usi: LATIN,
};

// The characters on the pieces as strokes in a square of 100 by 100, drawn for this page, so that
// they are seen where no Japanese font is.
const STROKES = {
  P: "M30 20V42M52 6V42M52 23H78M12 42H88M50 48V76M28 54L18 70M70 54L84 68M80 68Q62 90 22 95",
  L: "M70 5L32 13M10 26H90M50 10V52M46 28L12 52M54 28L88 52M28 58H72V95H28ZM28 76H72",
  N: "M4 30H42M24 6V94M24 32L4 62M27 36L42 56M70 6V48M52 24H90M46 48H96M70 54V94M52 72H90M46 94H96",
  S: "M24 6L3 32M24 6L45 28M11 38H37M6 54H43M24 38V88M11 64L15 78M38 64L33 78M3 90L45 84"
    + "M56 10H90V46H56M56 10V92L76 80M56 28H90M92 54L74 66M66 48Q74 82 97 94",
  G: "M50 4L6 42M50 4L94 42M30 42H70M16 62H84M50 42V92M28 68L34 84M72 68L66 84M8 93H92",
  B: "M42 4L18 30M36 14H68L58 29M26 30H82V94L68 90M26 30V68Q24 86 10 95M26 50H82M26 70H82M54 30V88",
  R: "M12 10H58Q60 32 90 36L92 24M84 8L66 18M70 16L86 26M36 24L10 34M6 54H54M26 32V62Q24 84 6 95M44 26V95"
    + "M54 44H64Q64 86 92 92L95 76M90 48L72 60M74 58L92 70",
  K: "M14 12H86M22 48H78M50 12V90M8 90H92M66 62L80 78",
  "+P": "M32 8Q34 32 44 46M80 30Q20 54 20 76Q20 95 84 90",
  "+L": "M8 24H92M50 5V54M46 26L10 54M54 26L90 54M28 62H72V94H28Z",
  "+N": "M50 5V46M22 24H78M10 46H90M50 52V93M22 71H78M8 93H92",
  "+S": "M50 4L6 42M50 4L94 42M28 46H72M24 68H76M50 46V93M8 93H92",
  "+B": "M24 8V60M24 8H82M24 25H76M24 42H76M51 8V60M24 60H88Q88 84 80 94L68 89"
    + "M12 70L6 90M28 70L31 84M45 70L49 84M61 70L66 82",
  "+R": "M28 3V14M6 15H50M17 20L22 32M40 20L35 32M4 37H52M13 46V76Q13 88 6 95M13 46H44V94L34 90M13 60H44M13 75H44"
    + "M62 5V36M62 18H92M62 36H90V54H62V84Q63 94 94 92L95 78M62 66H88M62 79H88",
};

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

// All squares, as USI names them.
const SQUARES = [..."123456789"].flatMap((file) => [..."abcdefghi"].map((rank) => file + rank));

// Indices of a square such as "7g": [rank, column].
function square(name) {
  return [name.charCodeAt(1) - 97, 9 - Number(name[0])];
}

// The notation that the reader is used to, by the language of the page or of the browser.
const usualNotation = () =>
  ([document.documentElement.lang, navigator.language].some((tag) => tag.startsWith("ja")) ? "japanese" : "western");

// The position after a legal move, with the move's squares and its name in each notation.
function afterMove(position, usi) {
  const board = position.board.map((row) => [...row]);
  const hands = {b: {...position.hands.b}, w: {...position.hands.w}};
  const side = position.side;
  const own = (kind) => side === "b" ? kind.toUpperCase() : kind.toLowerCase();
  const to = square(usi.slice(2, 4));
  const name = (side === "b" ? "▲" : "△") + FILES[8 - to[1]] + RANKS[to[0]];
  const next = {board, hands, side: side === "b" ? "w" : "b", to, usi};
  const digits = ([rank, column]) => `${9 - column}${rank + 1}`;
  if (usi[1] === "*") {
    hands[side][usi[0]] -= 1;
    board[to[0]][to[1]] = own(usi[0]);
    return {
      ...next, japanese: `${name}${KANJI[usi[0]]}打`, western: usi,
      get printed() {
        return printedName(position, usi);
      },
    };
  }
  const from = square(usi);
  const piece = board[from[0]][from[1]];
  const taken = board[to[0]][to[1]].replace("+", "").toUpperCase();
  if (taken) {
    hands[side][taken] = (hands[side][taken] ?? 0) + 1;
  }
  board[from[0]][from[1]] = "";
  board[to[0]][to[1]] = usi[4] === "+" ? `+${piece}` : piece;
  const [kind, promotes] = [piece.toUpperCase(), usi[4] === "+"];
  return {
    ...next, from,
    japanese: `${name}${KANJI[kind]}${promotes ? "成" : ""}(${digits(from)})`,
    get printed() {
      return printedName(position, usi);
    },
    get western() {
      return westernName(position, usi);
    },
  };
}

// A position as White sees it: the board turned, with the colours of pieces and hands swapped.
function turned({board, hands, side, from, to}) {
  const swapped = (piece) => (piece === piece.toUpperCase() ? piece.toLowerCase() : piece.toUpperCase());
  const opposite = (square) => square && square.map((index) => 8 - index);
  return {
    board: board.map((row) => row.map(swapped).reverse()).reverse(),
    hands: {b: hands.w, w: hands.b}, side: side === "b" ? "w" : "b", from: opposite(from), to: opposite(to),
  };
}

// Draws a position as SVG, Black below unless it `isTurned`; `names` are those of Black and White, as
// HTML. `arrows` are moves to show, the last on top: {usi, side, name}, where `name` is a class. With
// `places` everything that can be pointed at has an attribute `data-place`, as a move in USI notation
// begins, "7g" or "P*"; `picked` is the place that was chosen, `goals` are squares that it may go to.
function boardSvg(drawnPosition, names, notation, {arrows = [], isTurned = false, places = false, picked, goals = []} = {}) {
  const position = isTurned ? turned(drawnPosition) : drawnPosition;
  const seen = (index) => (isTurned ? 8 - index : index);
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
  const at = (name) => place(square(name).map(seen));
  if (picked && picked[1] !== "*") {
    const [x, y] = at(picked);
    drawn += `<rect class="picked" x="${x}" y="${y}" width="${cell}" height="${cell}"/>`;
  }
  for (let line = 0; line <= 9; line++) {
    const [x, y] = place([line, line]);
    drawn += `<path class="grid" d="M${x} ${top}v${size}M${left} ${y}h${size}"/>`;
  }
  const label = LABELS[notation];
  for (let index = 0; index < 9; index++) {
    const [x, y] = place([index, index]);
    drawn += `<text class="outside" font-size="12" x="${x + cell / 2}" y="${top - 5}">${label.file(seen(index))}</text>`
      + `<text class="outside" font-size="12" x="${left + size + 11}" y="${y + cell / 2 + 4}">${label.rank(seen(index))}</text>`;
  }
  position.board.forEach((row, rank) => row.forEach((piece, column) => {
    const [x, y] = place([rank, column]);
    drawn += piece && pieceSvg(piece, x + cell / 2, y + cell / 2, cell * 0.46);
  }));
  const width = left + size + 24;
  const height = top + size + 46;
  const sides = [`☗ ${names[0]}`, `☖ ${names[1]}`];
  const [below, above] = isTurned ? sides.reverse() : sides;
  const held = (side) => ({onMove: position.side === side, places: places && position.side === side, picked});
  drawn += handSvg(position.hands.w, above, left, 22, held("w"))
    + handSvg(position.hands.b, below, left, top + size + 23, held("b"));
  const center = (name) => at(name).map((corner) => corner + cell / 2);
  for (const [x, y] of goals.map(center)) {
    drawn += `<circle class="goal" cx="${x}" cy="${y}" r="7"/>`;
  }
  for (const {usi, side, name} of arrows) {
    const hand = [left + 90, (side === "b") !== isTurned ? top + size + 23 : 22];
    drawn += arrowSvg(usi[1] === "*" ? hand : center(usi), center(usi.slice(2, 4)), name);
  }
  for (const name of places ? SQUARES : []) {
    const [x, y] = at(name);
    drawn += `<rect class="place" data-place="${name}" x="${x}" y="${y}" width="${cell}" height="${cell}"/>`;
  }
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${say("board", "盤面")}">${drawn}</svg>`;
}

// A piece as SFEN writes it, its middle at (x, y), half as high as `radius`.
function pieceSvg(piece, x, y, radius) {
  const kind = piece.toUpperCase();
  const turn = piece === kind ? "" : " rotate(180)";
  const [r, promoted] = [radius, kind[0] === "+" ? " promoted" : ""];
  const corners = [[0, -r], [0.68 * r, -0.66 * r], [0.88 * r, r * 0.95], [-0.88 * r, r * 0.95], [-0.68 * r, -0.66 * r]];
  return `<g transform="translate(${x} ${y})${turn}">`
    + `<polygon class="piece" points="${corners.map((corner) => corner.map((n) => n.toFixed(1)).join()).join(" ")}"/>`
    + `<path class="ink${promoted}" d="${STROKES[kind]}" transform="translate(0 ${(0.1 * r).toFixed(2)}) scale(${(0.0115 * r).toFixed(4)}) translate(-50 -50)"/></g>`;
}

// An arrow between two points.
function arrowSvg([x1, y1], [x2, y2], name) {
  const length = Math.hypot(x2 - x1, y2 - y1) - 4;
  const [shaft, head, neck] = [4, 11, length - 17];
  const corners = [[8, shaft], [neck, shaft], [neck, head], [length, 0], [neck, -head], [neck, -shaft], [8, -shaft]];
  const turn = Math.atan2(y2 - y1, x2 - x1) * 180 / Math.PI;
  return `<polygon class="arrow ${name}" points="${corners.join(" ")}" transform="translate(${x1} ${y1}) rotate(${turn.toFixed(1)})"/>`;
}

// The pieces that a side holds, with its name before them.
function handSvg(hand, name, left, y, {onMove, places, picked}) {
  let x = left + 90;
  let drawn = `<text class="outside" font-size="15" style="text-anchor:start${onMove ? ";font-weight:700" : ""}" x="${left}" y="${y + 5}">${name}</text>`;
  for (const kind of "RBGSNLP") {
    const count = hand[kind] ?? 0;
    if (count > 0) {
      const box = `x="${x - 15}" y="${y - 18}" width="30" height="36"`;
      if (picked === `${kind}*` && onMove) drawn += `<rect class="picked" ${box}/>`;
      drawn += pieceSvg(kind, x, y, 16);
      if (places) drawn += `<rect class="place" data-place="${kind}*" ${box}/>`;
      x += 26;
      if (count > 1) {
        drawn += `<text class="outside" font-size="14" x="${x - 3}" y="${y + 6}">${count}</text>`;
        x += 17;
      }
    }
  }
  return drawn;
}
