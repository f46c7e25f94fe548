// The rules: which moves are legal, what is check, what is a mate by checks.
"use strict";

const ORTHOGONAL = [[-1, 0], [0, -1], [0, 1], [1, 0]];
const DIAGONAL = [[-1, -1], [-1, 1], [1, -1], [1, 1]];
const GOLD = [...ORTHOGONAL, [-1, -1], [-1, 1]];

// Where a piece of Black goes, as ranks and columns: in one step, and as far as the way is free.
const STEPS = {
  P: [[-1, 0]], N: [[-2, -1], [-2, 1]], S: [[-1, 0], ...DIAGONAL], G: GOLD, K: [...ORTHOGONAL, ...DIAGONAL],
  "+P": GOLD, "+L": GOLD, "+N": GOLD, "+S": GOLD, "+B": ORTHOGONAL, "+R": DIAGONAL,
};
const SLIDES = {L: [[-1, 0]], B: DIAGONAL, R: ORTHOGONAL, "+B": DIAGONAL, "+R": ORTHOGONAL};

const sideOf = (piece) => (piece === piece.toUpperCase() ? "b" : "w");
const opponent = {b: "w", w: "b"};

// The ranks from the far end of the board on, as a side sees it.
const advance = (side, rank) => (side === "b" ? rank : 8 - rank);
// A piece on a nearer rank than this could never move again.
const FIRST_RANK = {P: 1, L: 1, N: 2};
const isStuck = (kind, side, rank) => advance(side, rank) < (FIRST_RANK[kind] ?? 0);

const mayPromote = (kind, side, from, to) =>
  "PLNSBR".includes(kind) && [from, to].some(([rank]) => advance(side, rank) < 3);

const squareName = ([rank, column]) => `${9 - column}${"abcdefghi"[rank]}`;

// The squares that the piece on a square attacks, without those of its own side.
function attacked(board, [rank, column]) {
  const piece = board[rank][column];
  const [kind, side] = [piece.toUpperCase(), sideOf(piece)];
  const forward = side === "b" ? 1 : -1;
  const found = [];
  for (const [directions, most] of [[STEPS[kind] ?? [], 1], [SLIDES[kind] ?? [], 8]]) {
    for (const [down, right] of directions) {
      for (let step = 1; step <= most; step++) {
        const to = [rank + forward * down * step, column + right * step];
        const there = board[to[0]]?.[to[1]];
        if (there === undefined || (there && sideOf(there) === side)) break;
        found.push(to);
        if (there) break;
      }
    }
  }
  return found;
}

// Calls `visit` with each square on which `side` has a piece.
function eachPiece(board, side, visit) {
  board.forEach((row, rank) => row.forEach((piece, column) => {
    if (piece && sideOf(piece) === side) visit([rank, column], piece);
  }));
}

// Whether the king of `side` is attacked; a side without a king never is in check.
function inCheck(board, side) {
  const king = side === "b" ? "K" : "k";
  let found = false;
  eachPiece(board, opponent[side], (from) => {
    found ||= attacked(board, from).some(([rank, column]) => board[rank][column] === king);
  });
  return found;
}

// All legal moves in USI notation.
function legalMoves(position) {
  return [...boardMoves(position), ...drops(position)].filter((usi) => isSafe(position, usi));
}

// Whether a move leaves its own king out of check, and is no mate by a dropped pawn.
function isSafe(position, usi) {
  const {side} = position;
  const after = afterMove(position, usi);
  if (inCheck(after.board, side)) return false;
  return !(usi.startsWith("P*") && inCheck(after.board, after.side) && legalMoves(after).length === 0);
}

function boardMoves({board, side}) {
  const moves = [];
  eachPiece(board, side, (from, piece) => {
    const kind = piece.toUpperCase();
    for (const to of attacked(board, from)) {
      const usi = squareName(from) + squareName(to);
      if (mayPromote(kind, side, from, to)) moves.push(`${usi}+`);
      if (!isStuck(kind, side, to[0])) moves.push(usi);
    }
  });
  return moves;
}

function drops({board, hands, side}) {
  const pawn = side === "b" ? "P" : "p";
  const kinds = [..."PLNSGBR"].filter((kind) => hands[side][kind] > 0);
  return SQUARES.flatMap((name) => {
    const [rank, column] = square(name);
    if (board[rank][column]) return [];
    const hasPawn = board.some((row) => row[column] === pawn);
    return kinds.filter((kind) => !isStuck(kind, side, rank) && !(kind === "P" && hasPawn)).map((kind) => `${kind}*${name}`);
  });
}

// Whether another piece of a kind, as `board` has it, could go where the legal move `usi` goes.
function hasRival(position, usi, piece) {
  const isRival = (other) => {
    const [rank, column] = square(other);
    return other.slice(2, 4) === usi.slice(2, 4) && !usi.startsWith(other.slice(0, 2))
      && position.board[rank][column] === piece;
  };
  return boardMoves(position).some((other) => isRival(other) && isSafe(position, other));
}

// A legal move as it is printed in Japan: ▲７六歩, △同　銀, ▲３三角不成, ▲５五歩打 where another could go there; where a
// piece on the board is not the only one, the square it comes from, ▲５八金(49).
function printedName(position, usi) {
  const {board, side} = position;
  const to = square(usi.slice(2, 4));
  const last = position.to;
  const isSame = last && last[0] === to[0] && last[1] === to[1];
  const place = (side === "b" ? "▲" : "△") + (isSame ? "同　" : FILES[8 - to[1]] + RANKS[to[0]]);
  if (usi[1] === "*") {
    const piece = side === "b" ? usi[0] : usi[0].toLowerCase();
    return place + KANJI[usi[0]] + (hasRival(position, usi, piece) ? "打" : "");
  }
  const from = square(usi);
  const piece = board[from[0]][from[1]];
  const kind = piece.toUpperCase();
  const stays = mayPromote(kind, side, from, to) ? "不成" : "";
  const origin = hasRival(position, usi, piece) ? `(${9 - from[1]}${from[0] + 1})` : "";
  return place + KANJI[kind] + (usi[4] ? "成" : stays) + origin;
}

// A legal move of a piece on the board as `usi-engine play` writes it: P7f, G6i7h where another gold can go
// there, Bx3c+, Bx3c= where it could promote.
function westernName(position, usi) {
  const {board, side} = position;
  const [from, to] = [square(usi), square(usi.slice(2, 4))];
  const piece = board[from[0]][from[1]];
  const kind = piece.toUpperCase();
  const stays = mayPromote(kind, side, from, to) ? "=" : "";
  const parts = [kind, hasRival(position, usi, piece) ? usi.slice(0, 2) : "", board[to[0]][to[1]] ? "x" : "", usi.slice(2, 4)];
  return parts.join("") + (usi[4] ?? stays);
}

const isMated = (position) => inCheck(position.board, position.side) && legalMoves(position).length === 0;

// Whether the side to move mates by checks within so many plies. After as many positions as `budget.left`
// says it gives up, with null.
function mates(position, plies, budget) {
  let isOpen = false;
  for (const usi of legalMoves(position)) {
    const after = afterMove(position, usi);
    if (!inCheck(after.board, after.side)) continue;
    const answer = isForced(after, plies - 1, budget);
    if (answer) return true;
    isOpen ||= answer === null;
  }
  return isOpen ? null : false;
}

// Whether every answer of the side to move, which is in check, is mated within so many plies; null as above.
function isForced(position, plies, budget) {
  budget.left -= 1;
  if (budget.left < 0) return null;
  for (const usi of legalMoves(position)) {
    const answer = plies > 1 && mates(afterMove(position, usi), plies - 1, budget);
    if (!answer) return answer;
  }
  return true;
}
