// Where a reel's lines come from: the page itself, or a server that is still playing.
import { Reel } from "./reel.js";

/**
 * Reads the reel that stands in the page, packed with gzip and base64.
 * @param {HTMLElement} element @param {Reel} reel
 */
export async function readEmbedded(element, reel) {
  const packed = Uint8Array.from(atob(element.textContent.trim()), c => c.charCodeAt(0));
  const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  reel.read(await new Response(plain).text());
}

/** How long a server may be silent: it speaks at least every second. */
const SLOW = 3000, LOST = 10000; // ms

/** Live follows a game that a server shows. It asks again by itself where the connection fails, from the last shot it has. */
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

  /** Seconds since the server was last heard. */
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
