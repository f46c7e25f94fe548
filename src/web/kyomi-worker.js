// The thread of the module: hands it lines in the order in which they come, and passes on what it says.
//
// It hears {module, counter} first, then {line, ticket}, as `kyomi.js` sends them.

const port = globalThis.process?.versions?.node ? (await import(/* @vite-ignore */ "node:worker_threads")).parentPort : globalThis;
// How often a blob is asked for, in milliseconds: that takes the time of some thousand nodes.
const INTERVAL = 50;
// How long a rest is, in milliseconds.
const REST = 100;
let engine, counter, ticket;
let looked = 0;
let wasOver = false;

// Whether the blob at this address is gone.
function isGone(url) {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  try {
    request.send();
    return request.status !== 200;
  } catch {
    return true;
  }
}

// Whether a line has come since that ends what is being done.
function isOver() {
  if (ticket === undefined) return false;
  if (counter) return Atomics.load(counter, 0) !== ticket;
  const now = performance.now();
  if (now - looked >= INTERVAL) {
    looked = now;
    wasOver = isGone(ticket);
  }
  return wasOver;
}

function stopIfOver() {
  if (isOver()) engine.stop();
}

const given = {
  now() {
    stopIfOver();
    return performance.now();
  },
  rest() {
    if (counter) Atomics.wait(counter, 0, ticket, REST);
    stopIfOver();
  },
  say: (start, bytes) =>
    port.postMessage(new TextDecoder().decode(new Uint8Array(engine.memory.buffer, start, bytes))),
};

function hear(line) {
  const bytes = new TextEncoder().encode(line);
  const start = engine.room(bytes.length);
  new Uint8Array(engine.memory.buffer, start, bytes.length).set(bytes);
  engine.hear();
}

port.onmessage = ({data}) => {
  if (data.module) {
    counter = data.counter;
    engine = new WebAssembly.Instance(data.module, {kyomi: given}).exports;
    return;
  }
  if (data.ticket !== undefined) [ticket, looked, wasOver] = [data.ticket, 0, false];
  hear(data.line);
};
