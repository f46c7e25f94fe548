// The quiz: each mistake is a question, answered by a move on the board.
"use strict";

// Positions that are looked at, at most, for whether a move mates that the engine's line has not.
const MOST_POSITIONS = 200;

// The questions that were chosen, which is asked, and the line on the board: what was answered so far,
// afterwards the solution. `results` has "found", "helped" or "missed" for each that is over.
const quiz = {list: [], at: 0, line: [], depth: 0, isOpen: true, isHelped: false, results: new Map()};

const question = () => quiz.list[quiz.at];
const part = (name) => find(`quiz-${name}`);
const tell = (text) => { part("said").textContent = text; };

// The position of a question; the last move is marked on it.
function rootOf({sfen, last}) {
  return {...readSfen(sfen), to: last ? square(last.slice(2, 4)) : undefined};
}

function startQuiz() {
  const players = new Map(data.questions.map(({player, game}) => [player, new Set()]));
  for (const {player, game} of data.questions) players.get(player).add(game);
  const names = [...players.keys()].sort((one, other) => players.get(other).size - players.get(one).size);
  part("player").replaceChildren(...[...names, ""].map((name) => new Option(name || say("everyone", "全員"), name)));
  part("theme").replaceChildren(new Option(say("everything", "すべて"), ""), ...data.themes.map((name, theme) => new Option(name, theme)));
  quiz.board = wireBoard("quiz-", {
    ply: () => quiz.depth,
    go: (target) => { if (!quiz.isOpen) lookAt(target); },
    redraw: drawQuiz,
    game: () => ({names: data.names, positions: along(quiz.root, quiz.line), ms: []}),
    file: () => `${question().game.replace(/\.\w+$/, "")}-${question().number}`,
    play: (usi) => (quiz.isOpen ? judge(usi) : explore(usi)),
  });
  part("player").onchange = choose;
  part("theme").onchange = choose;
  part("hint").onclick = hint;
  part("answer").onclick = () => solve(false);
  part("next").onclick = next;
  addEventListener("keydown", (event) => {
    if (boards[keyBoard] === quiz.board) pressByKey(event, {h: "hint", a: "answer", n: "next"}, part);
  });
  choose();
}

const ofPlayer = ({player}) => [player, ""].includes(part("player").value);

// Asks what the reader chose.
function choose() {
  const theme = part("theme").value;
  start(data.questions.filter((it) => ofPlayer(it) && (theme === "" || it.themes.includes(Number(theme)))));
}

function start(list) {
  quiz.list = list;
  quiz.at = 0;
  for (const it of list) quiz.results.delete(it);
  ask();
}

function ask() {
  const it = question();
  part("solution").hidden = true;
  part("said").textContent = "";
  for (const name of ["hint", "answer", "next"]) part(name).disabled = !it;
  if (!it) {
    part("place").textContent = say("None.", "なし");
    part("ask").textContent = "";
    drawScore();
    return;
  }
  Object.assign(quiz, {root: rootOf(it), line: [], depth: 0, isOpen: true, isHelped: false, known: new Map()});
  for (const {line, value} of it.choices) remember(quiz.known, quiz.root, {line, value});
  quiz.board.turn(it.side === "w");
  part("answer").disabled = false;
}

const nameAfter = (position, usi) => nameOf(afterMove(position, usi));

// Judges a move that was tried.
function judge(usi) {
  const it = question();
  const position = along(quiz.root, quiz.line).at(-1);
  if (it.mate) {
    judgeMate(position, usi);
    return;
  }
  const found = it.choices.find(({line}) => line[0] === usi);
  const move = nameAfter(position, usi);
  const reply = found?.line[1] && nameAfter(afterMove(position, usi), found.line[1]);
  if (found === it.choices[0]) {
    solve(true, say(`${move}: right, the engine's choice.`, `${move}：正解。最善手です。`));
  } else if (found?.good) {
    solve(true, say(`${move}: good enough, it loses ${found.loss}.`, `${move}：良い手です（損失${found.loss}）。`));
  } else if (!found) {
    wrong(say(`${move} is not among the engine's first moves. Try another.`, `${move}は候補手にありません。別の手を考えてください。`));
  } else {
    const [follows, punished] = reply ? [`: ${reply} follows`, `${reply}とされて`] : ["", ""];
    const why = found.words ? inNotation(found.words) : "";
    wrong(say(`${move} loses ${found.loss}${follows}.${why && ` ${why}`} Try another move.`, `${move}は${punished}${found.loss}の損。${why}別の手を考えてください。`));
  }
}

// In a mate every move has to be found; the defender answers as the engine's line does.
function judgeMate(position, usi) {
  const [{line}] = question().choices;
  const left = question().mate - quiz.line.length;
  const after = afterMove(position, usi);
  const move = nameOf(after);
  if (line[quiz.line.length] !== usi) {
    const answers = inCheck(after.board, after.side) && isForced(after, left - 1, {left: MOST_POSITIONS});
    if (answers) solve(true, say(`${move}: right, it mates too.`, `${move}：これでも詰みます。`));
    else wrong(say(`${move} does not mate in ${left}. Try another move.`, `${move}では${left}手で詰みません。別の手を考えてください。`));
    return;
  }
  const reply = line[quiz.line.length + 1];
  if (!reply) {
    solve(true, say(`${move}: right, mate.`, `${move}：正解。詰みです。`));
    return;
  }
  quiz.line = [...quiz.line, usi, reply];
  quiz.depth = quiz.line.length;
  const answered = nameAfter(after, reply);
  tell(say(`${move}: right. ${answered}, and now?`, `${move}：正解。${answered}に次の手は？`));
  drawQuiz();
}

function wrong(text) {
  quiz.isHelped = true;
  tell(text);
  drawQuiz();
}

// Marks the piece that moves, and names what there is to see.
function hint() {
  if (!quiz.isOpen) return;
  quiz.isHelped = true;
  const [{line}] = question().choices;
  quiz.board.picked = line[quiz.line.length].slice(0, 2);
  const themes = question().themes.map((theme) => data.themes[theme]);
  tell([say("Look at the marked piece.", "印の付いた駒に注目。"), ...themes].join(" "));
  quiz.board.show(...quiz.board.shown.slice(0, 2), {goals: []});
}

// The question is over: the solution stands on the board, and can be stepped through and left.
function solve(isFound, said = "") {
  if (!quiz.isOpen) return;
  const it = question();
  quiz.results.set(it, !isFound ? "missed" : quiz.isHelped ? "helped" : "found");
  Object.assign(quiz, {isOpen: false, line: it.choices[0].line, depth: 0});
  part("said").textContent = said;
  part("solution").hidden = false;
  part("hint").disabled = part("answer").disabled = true;
  drawQuiz();
}

// What follows the move that was played, in words; nothing if that is not known.
function punishment({choices}) {
  const [played, ...line] = along(quiz.root, choices[1].line.slice(0, 4)).slice(1).map((position) => nameOf(position));
  return line.length > 0 && say(`After ${played} follows ${line.join(" ")}.`, `${played}には${line.join(" ")}。`);
}

function next() {
  if (quiz.isOpen) quiz.results.set(question(), "missed");
  if (quiz.at + 1 < quiz.list.length) {
    quiz.at += 1;
    ask();
  } else {
    const again = quiz.list.filter((it) => quiz.results.get(it) !== "found");
    if (again.length > 0) start(again);
    else choose();
  }
}

// Shows the position after so many moves of the line.
function lookAt(depth) {
  quiz.depth = Math.min(Math.max(depth, 0), quiz.line.length);
  drawQuiz();
}

// Makes a move on the board when the question is over.
function explore(usi) {
  quiz.line = leave(quiz.known, quiz.root, quiz.line, quiz.depth, usi);
  lookAt(quiz.depth + 1);
}

// Why the answer is the answer.
function drawReasons(it) {
  const reasons = [inNotation(it.words), punishment(it)];
  part("reasons").replaceChildren(...reasons.filter(Boolean).map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  }));
}

function drawQuiz() {
  const it = question();
  if (!it) return;
  if (!quiz.isOpen) drawReasons(it);
  part("place").textContent = say(`${it.game}, move ${it.number}, ${it.player}`, `${it.game} ${it.number}手目 ${it.player}`);
  const played = nameAfter(quiz.root, it.played);
  part("ask").textContent = it.mate
    ? say(`${played} was played, but there is a mate in ${it.mate}. Find it.`, `実戦は${played}。${it.mate}手詰があります。`)
    : say(`${played} lost ${it.loss} of winning chance. What is better?`, `${played}で勝率が${it.loss}下がりました。もっと良い手は？`);
  const reached = along(quiz.root, quiz.line);
  const position = reached[quiz.depth];
  const arrows = quiz.isOpen ? [] : arrowsOf(position.side, quiz.line.slice(quiz.depth));
  if (!quiz.isOpen && quiz.depth === 0 && it.played !== quiz.line[0]) {
    arrows.unshift({usi: it.played, side: position.side, name: "played"});
  }
  quiz.board.show(position, data.names, {arrows});
  part("ply").textContent = quiz.isOpen ? "" : `${quiz.depth} / ${quiz.line.length}`;
  part("value").textContent = quiz.known.get(keyOf(position))?.value ?? UNKNOWN;
  showLine(part("line"), reached.slice(1).map((position) => nameOf(position)), quiz.depth, lookAt);
  drawScore();
}

function drawScore() {
  const count = (result) => quiz.list.filter((it) => quiz.results.get(it) === result).length;
  const [found, helped, missed] = ["found", "helped", "missed"].map(count);
  const all = quiz.list.length;
  const at = Math.min(quiz.at + 1, all);
  part("score").textContent = say(`Question ${at} of ${all}; found ${found}, with help ${helped}, not found ${missed}.`,
    `${all}問中${at}問目。正解${found}、ヒントあり${helped}、不正解${missed}。`);
  const isLast = quiz.at + 1 >= all && all > 0;
  part("next").textContent = isLast && found < all
    ? say("Again: those not found", "解けなかった問題をもう一度") : say("Next", "次へ");
  drawOften();
}

// What the player missed most often; a click asks for that.
function drawOften() {
  const own = data.questions.filter(ofPlayer);
  const counts = data.themes.map((name, theme) => ({name, theme, count: own.filter(({themes}) => themes.includes(theme)).length}));
  const most = Math.max(1, ...counts.map(({count}) => count));
  const rows = counts.filter(({count}) => count > 0).sort((one, other) => other.count - one.count);
  // A heading over nothing says nothing.
  part("often-head").hidden = rows.length === 0;
  part("often").replaceChildren(...rows.map(({name, theme, count}) => {
    const row = document.createElement("tr");
    row.innerHTML = '<th><button type="button"></button></th><td></td><td class="bar"><span></span></td>';
    row.querySelector("button").textContent = name;
    row.querySelector("button").onclick = () => {
      part("theme").value = theme;
      choose();
    };
    row.children[1].textContent = count;
    row.querySelector("span").style.width = `${100 * count / most}%`;
    return row;
  }));
}

if (data.questions.length > 0) startQuiz();
