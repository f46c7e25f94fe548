// The engine for whoever imports it: the default export makes one, with the interface `shogihome-wasm-engine/1`.
//
// The module runs on a thread of its own (`kyomi-worker.js`), which is busy as long as it searches. So that a line can
// end a search, each line that does has a ticket, and the thread looks now and then whether its own is still the last:
// in memory that both threads share where the page may have such; elsewhere a ticket is the address of a blob, which
// is gone when it is over. What must hold: after `quit` or `terminate` nothing is said.

// A module of one function that uses a vector of 128 bits.
const VECTORS = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

// What to set for games on one's own machine: the defaults are made for servers that count whole seconds.
export const OWN_MACHINE = {NetworkDelay: 0, NetworkDelay2: 150, MinimumThinkingTime: 20, RoundUpToFullSecond: false};

// Lines that end a search, beside those of a page's own requests.
const ENDS_SEARCH = /^\s*(?:go|stop|ponderhit|gameover|kyomi|perft)\b/;

// Of Node, under which tests run; nothing in a browser.
const ofNode = (name) => globalThis.process?.versions?.node && import(/* @vite-ignore */ `node:${name}`);

// Makes tickets that the worker can look at.
function ticketOffice() {
  if (globalThis.SharedArrayBuffer && globalThis.crossOriginIsolated !== false) {
    const counter = new Int32Array(new SharedArrayBuffer(4));
    const next = () => {
      const ticket = Atomics.add(counter, 0, 1) + 1;
      Atomics.notify(counter, 0);
      return ticket;
    };
    return {counter, next, close() {}};
  }
  let last;
  const close = () => URL.revokeObjectURL(last);
  const next = () => {
    close();
    last = URL.createObjectURL(new Blob(["go on"]));
    return last;
  };
  return {next, close};
}

// The module that this browser can run, compiled.
async function compile(locate) {
  const url = locate(WebAssembly.validate(VECTORS) ? "kyomi.wasm" : "kyomi-plain.wasm");
  const files = await ofNode("fs");
  if (files && url.startsWith("file:")) return WebAssembly.compile(files.readFileSync(new URL(url)));
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
  // A host that does not know the type would have it refused by the compiler of streams.
  return WebAssembly.compile(await answer.arrayBuffer());
}

async function startWorker() {
  const Worker = globalThis.Worker ?? (await ofNode("worker_threads")).Worker;
  return new Worker(new URL("./kyomi-worker.js", import.meta.url), {type: "module"});
}

// Makes an engine. `locateFile` says where a file of this folder is, `printErr` hears what goes wrong.
export default async function createKyomi({locateFile, printErr = (line) => console.error(line)} = {}) {
  const here = (name) => new URL(name, import.meta.url).href;
  const module = await compile(locateFile ?? here);
  const office = ticketOffice();
  const listeners = new Set();
  const worker = await startWorker();
  let isOver = false;
  worker.onmessage = ({data}) => {
    for (const listener of isOver ? [] : [...listeners]) listener(data);
  };
  worker.onerror = (problem) => isOver || printErr(problem.message);
  // Node has another way to hear both.
  worker.on?.("message", (data) => worker.onmessage({data}));
  worker.on?.("error", worker.onerror);
  worker.postMessage({module, counter: office.counter});
  const terminate = () => {
    isOver = true;
    office.close();
    worker.terminate();
  };
  return {
    postMessage(line) {
      if (isOver) return;
      if (line.trim() === "quit") return terminate();
      worker.postMessage({line, ticket: ENDS_SEARCH.test(line) ? office.next() : undefined});
    },
    addMessageListener: (listener) => listeners.add(listener),
    removeMessageListener: (listener) => listeners.delete(listener),
    terminate,
  };
}
