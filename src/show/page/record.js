// Positions and games as text for other programs: SFEN, USI, CSA and KIF.
//
// A game is {names, positions, ms, reason}: the players, Black's first; all positions from the start
// on, as `afterMove` makes them; the time of the moves, null where it is not known; and what the game
// ended by, undefined where it goes on.
"use strict";

const CSA = {
  P: "FU", L: "KY", N: "KE", S: "GI", G: "KI", B: "KA", R: "HI", K: "OU",
  "+P": "TO", "+L": "NY", "+N": "NK", "+S": "NG", "+B": "UM", "+R": "RY",
};
// How promoted pieces are called where a move is written in KIF.
const KIF_NAMES = {杏: "成香", 圭: "成桂", 全: "成銀"};
const HAND_ORDER = "RBGSNLP";

// What the page calls an ending, in CSA and in KIF; anything else is an interruption.
const ENDINGS = {
  mate: ["%TSUMI", "詰み"], resignation: ["%TORYO", "投了"], declaration: ["%KACHI", "入玉勝ち"],
  repetition: ["%SENNICHITE", "千日手"], impasse: ["%JISHOGI", "持将棋"], "max moves": ["%JISHOGI", "持将棋"],
  time: ["%TIME_UP", "切れ負け"], "illegal move": ["%ILLEGAL_MOVE", "反則負け"],
};
const ending = ({reason}, format) => (ENDINGS[reason] ?? ["%CHUDAN", "中断"])[format];

const isWhites = (piece) => piece === piece.toLowerCase();

function sfenText(position, number) {
  const rows = position.board.map((row) =>
    row.map((piece) => piece || "1").join("").replace(/1+/g, (gap) => gap.length));
  const held = (side) => [...HAND_ORDER].map((kind) => {
    const count = position.hands[side][kind] ?? 0;
    const name = side === "b" ? kind : kind.toLowerCase();
    return count === 0 ? "" : (count > 1 ? count : "") + name;
  }).join("");
  return `${rows.join("/")} ${position.side} ${held("b") + held("w") || "-"} ${number}`;
}

const seconds = (ms) => Math.floor((ms ?? 0) / 1000);

const START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

function usiText(positions) {
  const [start] = positions;
  const sfen = sfenText(start, 1);
  const moves = positions.slice(1).map(({usi}) => usi);
  return [sfen === START ? "startpos" : `sfen ${sfen}`, ...(moves.length ? ["moves", ...moves] : [])].join(" ");
}

function csaText(game) {
  const {names, positions, ms} = game;
  const [start] = positions;
  const lines = ["V2.2", `N+${names[0]}`, `N-${names[1]}`];
  start.board.forEach((row, rank) => lines.push(`P${rank + 1}${row.map((piece) =>
    piece ? (isWhites(piece) ? "-" : "+") + CSA[piece.toUpperCase()] : " * ").join("")}`));
  for (const [side, sign] of [["b", "+"], ["w", "-"]]) {
    const held = [...HAND_ORDER].flatMap((kind) => Array(start.hands[side][kind] ?? 0).fill(`00${CSA[kind]}`));
    if (held.length > 0) lines.push(`P${sign}${held.join("")}`);
  }
  lines.push(start.side === "b" ? "+" : "-");
  positions.slice(1).forEach((position, index) => {
    const digits = ([rank, column]) => `${9 - column}${rank + 1}`;
    const [rank, column] = position.to;
    const moved = CSA[position.board[rank][column].toUpperCase()];
    const sign = position.side === "b" ? "-" : "+";
    lines.push(`${sign}${position.from ? digits(position.from) : "00"}${digits(position.to)}${moved}`);
    lines.push(`T${seconds(ms[index])}`);
  });
  return [...lines, ending(game, 0), ""].join("\n");
}

function kifText(game) {
  const {names, positions, ms} = game;
  const [start] = positions;
  const isUsual = sfenText(start, 1) === START;
  const lines = [...(isUsual ? ["手合割：平手"] : kifBoard(start)), `先手：${names[0]}`, `後手：${names[1]}`,
    "手数----指手---------消費時間--"];
  const totals = [0, 0];
  positions.slice(1).forEach((position, index) => {
    const time = seconds(ms[index]);
    totals[index % 2] += time;
    const move = position.japanese.slice(1).replace(/[杏圭全]/, (name) => KIF_NAMES[name]);
    const two = (number) => String(number).padStart(2, "0");
    const total = totals[index % 2];
    const clock = [total / 3600, total / 60 % 60, total % 60].map((part) => two(Math.floor(part))).join(":");
    lines.push(`${index + 1} ${move} (${Math.floor(time / 60)}:${two(time % 60)}/${clock})`);
  });
  return [...lines, `${positions.length} ${ending(game, 1)}`, ""].join("\n");
}

function kifBoard({board, hands, side}) {
  const numbers = ["", "", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二", "十三", "十四",
    "十五", "十六", "十七", "十八"];
  const held = (side) => [...HAND_ORDER].filter((kind) => hands[side][kind])
    .map((kind) => KANJI[kind] + numbers[hands[side][kind]]).join("　") || "なし";
  const rows = board.map((row, rank) => `|${row.map((piece) =>
    piece ? (isWhites(piece) ? "v" : " ") + KANJI[piece.toUpperCase()] : " ・").join("")}|${RANKS[rank]}`);
  const frame = "+---------------------------+";
  return [`後手の持駒：${held("w")}`, "  ９ ８ ７ ６ ５ ４ ３ ２ １", frame, ...rows, frame,
    `先手の持駒：${held("b")}`, ...(side === "w" ? ["後手番"] : [])];
}

// Hands `text` to the reader as a file.
function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], {type: "text/plain;charset=utf-8"}));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
