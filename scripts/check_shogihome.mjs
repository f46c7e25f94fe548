// Loads the engine for ShogiHome as ShogiHome does, and holds it to what the specification of its interface asks for.
//
// Usage: node scripts/check_shogihome.mjs FOLDER
//
// FOLDER is the one with engine.json. The last lines are those of `usi-engine bench`, which has to have as many nodes
// as tests/bench.txt says: the module searches as the program does, and how fast. Exit code 0: all is well, 1: something
// is not, 2: there is no such folder.
import {existsSync, readFileSync} from "node:fs";
import {dirname, join, resolve} from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";

const folder = resolve(process.argv[2] ?? "");
if (process.argv.length !== 3 || !existsSync(join(folder, "engine.json"))) {
  console.error(`\`${process.argv.slice(2).join(" ")}\`: expected one folder, with engine.json in it`);
  process.exit(2);
}
const manifest = JSON.parse(readFileSync(join(folder, "engine.json"), "utf8"));
const moduleURL = pathToFileURL(join(folder, manifest.module)).href;
const {default: createEngine} = await import(moduleURL);

function expect(condition, what) {
  if (condition) return;
  console.error(`FAILED: ${what}`);
  process.exit(1);
}

const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

// An engine, with `until`: what it says up to a line that begins so, at most so many milliseconds.
async function start() {
  const lines = [];
  const engine = await createEngine({
    printErr: (line) => console.error(line), locateFile: (path) => new URL(path, moduleURL).href, mainScriptUrlOrBlob: moduleURL,
  });
  engine.addMessageListener((line) => lines.push(line));
  const until = async (begins, ms = 60000) => {
    for (let waited = 0; waited <= ms; waited += 10) {
      const index = lines.findIndex((line) => line.startsWith(begins));
      if (index >= 0) return lines.splice(0, index + 1);
      await pause(10);
    }
    expect(false, `\`${begins}\` within ${ms} ms, not ${lines.slice(-3)}`);
  };
  const say = (...said) => said.forEach((line) => engine.postMessage(line));
  return {engine, lines, until, say};
}

expect(manifest.abi === "shogihome-wasm-engine/1", "the interface is the known one");
for (const {file} of manifest.licenses) expect(existsSync(join(folder, file)), `${file} is there`);
expect(new Set(manifest.presets.map(({id}) => id)).size === manifest.presets.length, "presets have names of their own");

const {engine, lines, until, say} = await start();
say("usi");
const declared = await until("usiok");
expect(declared.includes(`id name ${manifest.name}`) && declared.includes(`id author ${manifest.author}`), "names");
const options = declared.filter((line) => line.startsWith("option "));
expect(options.length === manifest.options.length, "as many options as are declared");
for (const {name, type} of manifest.options) {
  expect(options.some((line) => line.startsWith(`option name ${name} type ${type}`)), `${name} is declared`);
}
for (const {values} of manifest.presets) {
  for (const [name, value] of Object.entries(values)) say(`setoption name ${name} value ${value}`);
}
say("isready");
const ready = await until("readyok");
expect(!ready.some((line) => line.includes("expected")), `the values of presets are taken: ${ready}`);
say("setoption name USI_OwnBook value false", "usinewgame", "position startpos moves 7g7f", "go nodes 3000");
expect(/^bestmove \d\w\d\w\+? ponder/.test((await until("bestmove")).at(-1)), "a move");

for (const go of ["go infinite", "go btime 900000 wtime 900000 byoyomi 30000"]) {
  say(go);
  await until("info depth 5");
  lines.length = 0;
  say("stop");
  await until("bestmove", 1000);
}
// It has nothing left to search, and waits all the same.
say("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "go infinite");
await pause(500);
expect(!lines.some((line) => line.startsWith("bestmove")), "an endless search waits");
say("stop");
await until("bestmove G*5b", 1000);
say("go mate 5000");
expect((await until("checkmate")).at(-1) === "checkmate G*5b", "a mate");
say("position startpos", "go mate infinite");
await pause(300);
say("stop");
await until("checkmate", 1000);
say("position startpos moves 7g7f 3c3d", "go ponder btime 10000 wtime 10000 byoyomi 1000");
await pause(300);
expect(!lines.some((line) => line.startsWith("bestmove")), "who ponders waits");
say("ponderhit");
await until("bestmove", 15000);
say("go ponder btime 10000 wtime 10000", "stop");
await until("bestmove", 1000);
// One line after the other ends the search before.
say("go infinite", "go infinite", "stop");
await until("bestmove", 1000);
await until("bestmove", 1000);

for (const quit of [(engine) => engine.postMessage("quit"), (engine) => engine.terminate()]) {
  const other = await start();
  other.say("usi", "isready", "position startpos", "go infinite");
  await other.until("info depth 3");
  quit(other.engine);
  other.lines.length = 0;
  await pause(300);
  expect(other.lines.length === 0, `nothing is said after the end: ${other.lines}`);
}
// The signature of the search.
const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const text = (file) => readFileSync(join(root, file), "utf8");
say("setoption name SkillLevel value 20", "setoption name USI_Hash value 16");
let [nodes, ms] = [0, 0];
for (const sfen of text("sfen-suites/bench.sfen").split("\n").filter((line) => line && !line.startsWith("#"))) {
  say("usinewgame", "isready", `position sfen ${sfen}`, "go depth 12");
  const info = (await until("bestmove", 600000)).findLast((line) => line.startsWith("info depth"));
  nodes += Number(/ nodes (\d+)/.exec(info)[1]);
  ms += Number(/ time (\d+)/.exec(info)[1]);
}
console.log(`${nodes} nodes ${Math.round(1000 * nodes / Math.max(1, ms))} nps`);
expect(nodes === Number.parseInt(text("tests/bench.txt")), "as many nodes as tests/bench.txt says");
engine.terminate();
console.log("the engine keeps to the interface of ShogiHome");
