// The sources of a reel's lines: the page itself, or the server of a running game.
import { Reel } from "./reel.js";

/** Returns a text in the page, which is compressed with gzip and encoded in base64. @param {HTMLElement} element */
export async function unpacked(element) {
  const packed = Uint8Array.from(atob(element.textContent.trim()), c => c.charCodeAt(0));
  const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(plain).text();
}

/** Reads the reel in the page. @param {HTMLElement} element @param {Reel} reel */
export async function readEmbedded(element, reel) { reel.read(await unpacked(element)); }

/** Thresholds for a silent server, which sends at least every second. */
const SLOW = 3000, LOST = 10000; // ms

/** Live follows a game from a server. If the connection fails it reconnects, and continues from its last shot. */
export class Live {
  /** @param {string} address @param {Reel} reel @param {() => void} changed called after every piece of news */
  constructor(address, reel, changed) {
    this.reel = reel;
    this.changed = changed;
    this.heard = Date.now();
    this.state = "live";
    this.stream = new EventSource(address);
    this.stream.onmessage = e => this.hear(() => reel.read(e.data));
    this.stream.addEventListener("beat", () => this.hear(() => {}));
    this.told = "";
    this.stream.addEventListener("told", e => this.hear(() => { this.told = JSON.parse(e.data); this.toldAt = reel.length; }));
    this.timer = setInterval(() => this.watch(), 500);
  }

  hear(act) {
    this.heard = Date.now();
    act();
    if (this.reel.ending) this.close();
    this.watch();
    this.changed();
  }

  /** Returns the seconds since the last message of the server. */
  get behind() { return Math.round((Date.now() - this.heard) / 1000); }

  watch() {
    const silent = Date.now() - this.heard;
    const state = this.reel.ending ? "done" : silent > LOST ? "lost" : silent > SLOW ? "slow" : "live";
    if (state === this.state && state !== "slow") return;
    this.state = state;
    this.changed();
  }

  close() {
    this.stream.close();
    clearInterval(this.timer);
  }
}
