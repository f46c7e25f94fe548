// Compares what npm's tsshogi (the library in ShogiHome) reads from our CSA, KIF, JKF and USI records
// with what is in them.
//
// Usage: node check_formats.mjs RECORDS SOLUTIONS PROBLEMS.json    (scripts/check_formats.py makes them and runs this)
//
// tsshogi is looked for where node looks, or in the folder that TSSHOGI names, one that
// `npm install tsshogi` was run in. Every NAME.tsv in RECORDS says what NAME.csa, .kif, .jkf and .usi must
// contain. Every kif/NAME.kif in SOLUTIONS, a solution with its variations, must have the lines of jkf/NAME.jkf.
// PROBLEMS.json is what `analyze --problems` writes: every position must be one, every move and the one before
// it legal, and every line play on; as ShogiHome asks when it opens such a file. Prints one line per difference and a summary; exits with 1 if there is a difference,
// with 77 without tsshogi.

import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const from = process.env.TSSHOGI ? join(process.env.TSSHOGI, "package.json") : import.meta.url;
let tsshogi;
try {
  tsshogi = createRequire(from)("tsshogi");
} catch {
  console.log("skipped: reading with tsshogi, because it is not installed (npm install tsshogi)");
  process.exit(77);
}

// Our endings in tsshogi's words; more than one where forms have different ones, or another for each side.
const ENDINGS = {
  Resignation: ["resign"],
  Mate: ["mate"],
  TimeUp: ["timeout"],
  IllegalMove: ["foulLose"],
  Declaration: ["enteringOfKing"],
  Repetition: ["repetitionDraw"],
  Impasse: ["impass"],
  MaxMoves: ["maxMoves", "impass"],
  Draw: ["draw", "impass"],
  Interrupted: ["interrupt"],
  Foul: ["foulWin", "foulLose"],
  Forfeit: ["winByDefault", "loseByDefault", "foulWin", "foulLose"],
  NoMate: ["noMate"],
  PerpetualCheck: ["foulWin", "foulLose"],
};

const withoutNumber = (sfen) => sfen.replace(/^sfen /, "").split(" ").slice(0, 3).join(" ");
const number = (text) => (text === "-" ? null : Number(text));

function readFacts(path) {
  const rows = readFileSync(path, "utf-8").split("\n").map((line) => line.split("\t"));
  const moves = rows.filter((row) => row[0] === "move");
  const end = rows.find((row) => row[0] === "end");
  return {
    start: withoutNumber(rows[0][1]),
    names: rows[1].slice(1),
    moves: moves.map((row) => row[1]),
    times: moves.map((row) => number(row[2])),
    values: moves.map((row) => (row[3] === "mate" ? null : number(row[3]))),
    mates: moves.map((row) => (row[4] === "-" ? null : row[4])),
    ending: end ? end[1].split(" ")[0] : null,
    tree: treeOf(rows.filter((row) => row[0] === "branch").map((row) => row[1].split(" ")), moves.map((row) => row[1])),
  };
}

// All lines from the start on, however long: the same tree has the same, whichever line is the branch.
function treeOf(branches, game) {
  const all = [game, ...branches].flatMap((line) => line.map((_, index) => line.slice(0, index + 1).join(" ")));
  return [...new Set(all)].filter((line) => line !== "").sort();
}

function linesIn(record) {
  const lines = [];
  const path = [];
  record.forEach((node) => {
    if (node.move instanceof tsshogi.Move) {
      path.length = node.ply - 1;
      path.push(node.move.usi);
      lines.push([...path]);
    }
  });
  return lines;
}

// The evaluation in a comment, by the pattern that ShogiHome has for floodgate's.
function valueIn(comment) {
  const matched = /^\* *([+-]?[0-9]+)/m.exec(comment);
  return matched ? Number(matched[1]) : null;
}

// The mate in a comment, by ShogiHome's own pattern.
function mateIn(comment) {
  const matched = /^\*詰み=(先手勝ち|後手勝ち)(?::([0-9]+)手)?/m.exec(comment);
  return matched ? (matched[1] === "先手勝ち" ? "+" : "-") + (matched[2] ?? "?") : null;
}

function contentOf(record) {
  const nodes = record.moves.slice(1);
  const moves = nodes.filter((node) => node.move instanceof tsshogi.Move);
  const comments = moves.map((node) => node.comment);
  const mates = comments.map(mateIn);
  const last = nodes.at(-1);
  return {
    start: withoutNumber(record.initialPosition.sfen),
    names: [
      tsshogi.getBlackPlayerName(record.metadata) ?? "",
      tsshogi.getWhitePlayerName(record.metadata) ?? "",
    ],
    moves: moves.map((node) => node.move.usi),
    times: moves.map((node) => node.elapsedMs / 1000),
    values: comments.map((comment, index) => (mates[index] ? null : valueIn(comment))),
    mates,
    tree: treeOf(linesIn(record), []),
    ending: last && !(last.move instanceof tsshogi.Move) ? last.move.type : null,
  };
}

// Yields [what, read, expected] for a record of the kind `extension`.
function* check(facts, extension, text) {
  const importers = {
    csa: tsshogi.importCSA,
    kif: tsshogi.importKIF,
    jkf: tsshogi.importJKFString,
    usi: (line) => tsshogi.Record.newByUSI(line.trim()),
  };
  const record = importers[extension](text);
  if (record instanceof Error) {
    yield ["error", record.message, "none"];
    return;
  }
  const read = contentOf(record);
  if (extension === "kif" || extension === "jkf") {
    yield ["tree", read.tree, facts.tree];
  }
  const kept = extension === "usi" ? ["start", "moves"] : ["start", "names", "moves", "values", "mates"];
  for (const what of kept) {
    yield [what, read[what], facts[what]];
  }
  if (extension === "usi") {
    return;
  }
  // tsshogi has no difference between no time and none spent.
  yield ["times", read.times, facts.times.map((time) => time ?? 0)];
  const endings = facts.ending ? ENDINGS[facts.ending] : [null];
  yield ["ending", endings.includes(read.ending) ? null : read.ending, null];
}

const [folder, solutions, problemFile] = process.argv.slice(2);
const names = readdirSync(folder).filter((name) => name.endsWith(".tsv"));
let differences = 0;
for (const name of names) {
  const facts = readFacts(join(folder, name));
  for (const extension of ["csa", "kif", "jkf", "usi"]) {
    const file = name.replace(/tsv$/, extension);
    for (const [what, read, expected] of check(facts, extension, readFileSync(join(folder, file), "utf-8"))) {
      const [shown, wanted] = [JSON.stringify(read), JSON.stringify(expected)];
      if (shown !== wanted) {
        differences += 1;
        console.log(`${file}: ${what}: ${shown}; expected ${wanted}`);
      }
    }
  }
}
console.log(`tsshogi: ${names.length} games, ${differences} differences`);

// The lines of a solution as both forms have them; all of them legal, or tsshogi says so.
function linesOf(place, importer) {
  const encoding = place.endsWith("kif") ? "shift_jis" : "utf-8";
  const record = importer(new TextDecoder(encoding).decode(readFileSync(join(solutions, place))));
  return record instanceof Error ? [record.message] : treeOf(linesIn(record), []);
}

const solved = readdirSync(join(solutions, "kif"));
let variations = 0;
for (const name of solved) {
  const kif = linesOf(join("kif", name), tsshogi.importKIF);
  const jkf = linesOf(join("jkf", name.replace(/kif$/, "jkf")), tsshogi.importJKFString);
  const longest = Math.max(...kif.map((line) => line.split(" ").length));
  variations += kif.length - longest;
  if (JSON.stringify(kif) !== JSON.stringify(jkf) || kif.length === 0) {
    differences += 1;
    console.log(`${name}: ${JSON.stringify(kif)}; expected ${JSON.stringify(jkf)}`);
  }
}
console.log(`tsshogi: ${solved.length} solutions with ${variations} moves beside them, ${differences} differences`);

// What is wrong with a next-move problem.
function* faultsOf({sfen, candidates, actualMove, previousMove}) {
  const reached = (start, moves) => {
    const position = tsshogi.Position.newBySFEN(start);
    const plays = (usi) => {
      const move = position.createMoveByUSI(usi);
      return move && position.isValidMove(move) && position.doMove(move);
    };
    return position && moves.every(plays) ? position.sfen : null;
  };
  if (!sfen.endsWith(" 1")) yield `${sfen} has another number`;
  if (!reached(sfen, [actualMove.usi])) yield `${actualMove.usi} is not legal`;
  if (!candidates[0].accepted) yield "the best move is not accepted";
  for (const {usi, pv, score, mate} of candidates) {
    if (usi !== pv[0] || !reached(sfen, pv)) yield `${pv} cannot be played`;
    if ((score ?? mate) === undefined) yield `${usi} has no value`;
  }
  if (previousMove && withoutNumber(reached(previousMove.sfen, [previousMove.usi]) ?? "") !== withoutNumber(sfen)) {
    yield `${previousMove.usi} does not lead there`;
  }
}

let faults = 0;
if (problemFile) {
  const {format, version, problems} = JSON.parse(readFileSync(problemFile, "utf-8"));
  const wrong = problems.flatMap((problem) => [...faultsOf(problem)].map((fault) => `${problem.sfen}: ${fault}`));
  if (format !== "shogihome-next-move" || version !== 1 || problems.length === 0) wrong.push("no problems of format 1");
  for (const line of wrong) console.log(line);
  console.log(`tsshogi: ${problems.length} problems, ${wrong.length} faults`);
  faults = wrong.length;
}
process.exit(differences + faults > 0 || names.length === 0 || variations === 0 ? 1 : 0);
