// The board: a canvas of the size of its place, on which the kind's view draws one frame.
import * as brush from "./brush.js";

/** @typedef {import("./reel.js").Frame} Frame */
/**
 * @typedef {object} Options what a view gets in addition to frame and look
 * @property {number} width of the canvas, CSS pixels @property {number} height
 * @property {number} tile side of a tile, CSS pixels @property {(i: number) => number} edge where tile i begins, on a whole device pixel
 * @property {number | null} pick the picked seat @property {Record<string, boolean>} on the layers that are on, by name
 * @property {number} age ms since this shot was first shown; Infinity without animations
 * @property {typeof brush} brush the functions for drawing boards
 */

const FADE = 400; // longest animation of a view after a shot, ms

/** Board draws frames, and redraws while a view reports that it is still moving. */
export class Board {
  /** @param {HTMLCanvasElement} canvas @param {object} view a kind's view.js */
  constructor(canvas, view) {
    this.canvas = canvas;
    this.view = view;
    this.bounded = canvas.closest(".hall") !== null; // its place has a height of its own
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.shown = { key: null, since: 0 };
  }

  /**
   * @param {Frame} frame @param {import("./look.js").Look} look
   * @param {{pick: number | null, on: Record<string, boolean>, key: number, moving: boolean}} shown
   * @param {(n: number) => Frame} history the frame n shots ago
   */
  draw(frame, look, shown, history) {
    this.canvas.hidden = Boolean(frame.picture) && !frame.picture.width && !frame.picture.duel; // its tables stand beside it
    if (this.canvas.hidden) return;
    const size = this.view.size(frame), ratio = globalThis.devicePixelRatio || 1;
    const width = this.room(size), tile = width / size.width, height = tile * size.height;
    const g = this.fit(width, height, ratio), edge = i => Math.round(i * tile * ratio) / ratio;
    const options = { width, height, tile, edge, pick: shown.pick, on: shown.on, age: this.age(shown), brush };
    const moves = this.view.draw(g, frame, look, options, history);
    cancelAnimationFrame(this.request);
    if (moves && options.age < FADE) this.request = requestAnimationFrame(() => this.draw(frame, look, shown, history));
  }

  /** Returns the canvas's width: that of its place, in full screen and on a big screen the largest with which the whole board is seen. */
  room(size) {
    const place = this.canvas.parentElement, shape = size.width / size.height;
    if (document.fullscreenElement === place) return Math.floor(Math.min(innerWidth, innerHeight * shape));
    return this.bounded ? Math.floor(Math.min(place.clientWidth, place.clientHeight * shape)) : place.clientWidth;
  }

  fit(width, height, ratio) {
    const { canvas } = this, w = Math.round(width * ratio), h = Math.round(height * ratio);
    if (canvas.width !== w || canvas.height !== h) {
      canvas.width = w;
      canvas.height = h;
    }
    canvas.style.width = width + "px";
    canvas.style.height = height + "px";
    const g = canvas.getContext("2d");
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.globalAlpha = 1;
    return g;
  }

  age(shown) {
    if (this.still.matches || !shown.moving) return Infinity;
    if (this.shown.key !== shown.key) this.shown = { key: shown.key, since: performance.now() };
    return performance.now() - this.shown.since;
  }
}
