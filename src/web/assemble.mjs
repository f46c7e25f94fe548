// Lays out what is served: `play`, the page with what it needs, and `shogihome/kyomi`, the folder for ShogiHome.
//
// Usage: node assemble.mjs KYOMI.wasm PLAIN.wasm FOLDER
//
// The first module uses vectors of 128 bits, the second does not. The page and the options of the engine come from the
// first.
import {copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {dirname, join} from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";
import createKyomi, {OWN_MACHINE} from "./kyomi.js";

const [vectors, plain, folder] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const play = join(folder, "play");
const shogihome = join(folder, "shogihome/kyomi");

// What the engine answers to `line`, up to the line that begins with `end`.
function answers(engine, line, end) {
  return new Promise((resolve) => {
    const lines = [];
    engine.addMessageListener(function hear(said) {
      lines.push(said);
      if (!said.startsWith(end)) return;
      engine.removeMessageListener(hear);
      resolve(lines);
    });
    engine.postMessage(line);
  });
}

// An option as the engine declares it, as the manifest of ShogiHome has it.
function option(line) {
  const [, name, type, rest] = /^option name (.+) type (\w+) ?(.*)$/.exec(line);
  const words = rest.split(" ");
  const after = (word) => words[words.indexOf(word) + 1];
  const declared = {name, type};
  const initial = /(?:^| )default (.*?)(?: min | max | var |$)/.exec(rest)?.[1];
  if (type === "spin") return {...declared, default: Number(initial), min: Number(after("min")), max: Number(after("max"))};
  if (type === "check") return {...declared, default: initial === "true"};
  if (type === "combo") return {...declared, default: initial, vars: [...rest.matchAll(/ var (\S+)/g)].map(([, it]) => it)};
  return type === "button" ? declared : {...declared, default: initial ?? ""};
}

const LEVELS = [0, 3, 6, 9, 12, 15, 18];

function manifest(lines) {
  const told = (word) => lines.find((line) => line.startsWith(`id ${word} `)).slice(`id ${word} `.length);
  const preset = (id, name, values, more) => ({id, displayName: name, values: {USI_Hash: 64, ...OWN_MACHINE, ...values}, ...more});
  const levels = LEVELS.map((level) => preset(`kyomi-level-${level}`, `Kyomi Level ${level}`, {SkillLevel: level},
    {tags: ["game"], mobileGame: {label: `Kyomi Lv.${level}`}}));
  return {
    abi: "shogihome-wasm-engine/1", module: "kyomi.js", moduleFormat: "esm", name: told("name"), author: told("author"),
    licenses: [{spdx: "MIT", file: "LICENSE.txt"}],
    options: lines.filter((line) => line.startsWith("option ")).map(option),
    presets: [...levels, preset("kyomi", "Kyomi", {SkillLevel: 20}, {tags: ["game", "research", "mate"], mobileGame: {label: "Kyomi"}})],
  };
}

for (const place of [play, shogihome]) {
  rmSync(place, {recursive: true, force: true});
  mkdirSync(place, {recursive: true});
  for (const name of ["kyomi.js", "kyomi-worker.js"]) copyFileSync(join(here, name), join(place, name));
  copyFileSync(vectors, join(place, "kyomi.wasm"));
  copyFileSync(join(root, "LICENSE-MIT"), join(place, "LICENSE.txt"));
}
copyFileSync(plain, join(play, "kyomi-plain.wasm"));

const engine = await createKyomi({locateFile: () => pathToFileURL(vectors).href});
for (const [language, name] of [["en", "index"], ["ja", "ja"]]) {
  const [line] = await answers(engine, `kyomi ${JSON.stringify({ask: "page", language})}`, "kyomi ");
  const {html, error} = JSON.parse(line.slice("kyomi ".length));
  if (error) throw new Error(error);
  writeFileSync(join(play, `${name}.html`), html);
}
const declared = await answers(engine, "usi", "usiok");
writeFileSync(join(shogihome, "engine.json"), `${JSON.stringify(manifest(declared), null, 2)}\n`);
engine.terminate();
