// What CodinGame's JavaScript has beside node's own: readline() waits for a line of standard input, print() and printErr() write one.
// Standard input is touched only when readline() is called first, so that bots which read it in node's own ways are left alone.
'use strict';

const fs = require('fs');
const { StringDecoder } = require('string_decoder');

const decoder = new StringDecoder('utf8');
const chunk = Buffer.alloc(1 << 16);
const nap = new Int32Array(new SharedArrayBuffer(4));
let rest = '';
let ended = false;

/** Waits for some input and adds it to the rest. */
function fill() {
  let n = 0;
  try {
    n = fs.readSync(0, chunk, 0, chunk.length, null);
  } catch (error) {
    if (error.code === 'EAGAIN') {
      Atomics.wait(nap, 0, 0, 1); // someone made the pipe non-blocking; a millisecond later
      return;
    }
    if (error.code !== 'EOF') throw error;
  }
  if (n === 0) ended = true;
  rest += n === 0 ? decoder.end() : decoder.write(chunk.subarray(0, n));
}

/**
 * The next line of standard input, without its end. After the last one the game is over, and so is the program.
 * @returns {string}
 */
globalThis.readline = function readline() {
  for (;;) {
    const end = rest.indexOf('\n');
    if (end >= 0) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 1);
      return line.endsWith('\r') ? line.slice(0, -1) : line;
    }
    if (ended) {
      if (rest === '') process.exit(0);
      const line = rest;
      rest = '';
      return line;
    }
    fill();
  }
};

globalThis.print = (...words) => console.log(...words);
globalThis.printErr = (...words) => console.error(...words);
