// Opens node's inspector when a bot reads its next input after agon has asked for it, and stops the bot there.
'use strict';

const fs = require('fs');
const inspector = require('inspector');
const path = require('path');
const { Readable } = require('stream');

const asked = path.join(__dirname, 'asked');
const address = path.join(__dirname, 'address');

/** Waits for the debugger if agon has asked for it. The bot goes on from here: "out" leaves this function. */
function stop() {
  if (!fs.existsSync(asked)) return;
  fs.unlinkSync(asked);
  if (!inspector.url()) inspector.open(Number(process.env.AGON_DEBUG_PORT ?? 0), '127.0.0.1');
  if (!process.env.AGON_DEBUG_PORT) {
    fs.writeFileSync(address + '.new', new URL(inspector.url()).host);
    fs.renameSync(address + '.new', address);
  }
  inspector.waitForDebugger();
  debugger; // eslint-disable-line no-debugger
}

const readSync = fs.readSync;
fs.readSync = function (fd, ...rest) {
  const n = readSync.call(fs, fd, ...rest);
  if (fd === 0) stop();
  return n;
};

const push = Readable.prototype.push;
Readable.prototype.push = function (chunk, ...rest) {
  if (this.fd === 0 && chunk !== null) stop();
  return push.call(this, chunk, ...rest);
};

if (process.env.AGON_DEBUG_NOW) stop();
