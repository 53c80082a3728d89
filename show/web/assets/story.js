// The picture in the scrub bar, the story of a game: stacked shares, or scores as lines.
import { across, strip } from "./strip.js";
import * as brush from "./brush.js";
import { drawRounds } from "./duel.js";
import { drawChances } from "./chances.js";

/** @typedef {{values: number[], stacked?: boolean, name?: string}} Part of a story: a number for each seat, and the name of the quantity */

const HEIGHT = 60, SMOOTH = 150; // a point is the mean over this part of the game

/** Story stores the numbers of every shot, as the view defines them, and draws them. */
export class Story {
  /** @param {HTMLCanvasElement} canvas @param {import("./reel.js").Reel} reel @param {object} view */
  constructor(canvas, reel, view) {
    this.canvas = canvas;
    this.reel = reel;
    this.view = view;
    /** @type {number[][]} */ this.values = [];
    this.stacked = false;
    this.name = "";
    this.shows = "";
  }

  catchUp() {
    if (this.values.length > this.reel.length) this.values = [];
    for (let at = this.values.length; at < this.reel.length; at++) {
      const part = this.view.story ? this.view.story(this.reel.frame(at)) : { values: this.reel.scores(at) };
      this.values.push(part.values);
      this.stacked = Boolean(part.stacked);
      this.name = part.name ?? (this.stacked ? "shares" : "scores");
    }
  }

  /** @param {import("./look.js").Look} look @param {number} total shots of the whole game @param {number | null} pick @param {boolean} estimated draw the chances, where there are any */
  draw(look, total, pick, estimated) {
    this.catchUp();
    const box = strip(this.canvas, HEIGHT);
    box.g.fillStyle = look.tile;
    box.g.fillRect(0, 0, box.width, box.height);
    const { chances } = this.reel.head;
    this.shows = estimated && chances ? "chances" : this.name;
    if (this.shows === "chances") { drawChances(box, chances, look, total, pick); return; }
    if (drawRounds(box.g, this.reel.frame(this.reel.length - 1).picture, look, { ...box, total, brush })) return;
    if (this.view.drawStory) { this.view.drawStory(box.g, this.reel, look, { ...box, total, pick, brush }); return; }
    const points = this.points(box.width, total);
    if (!points.length) return;
    if (this.stacked) this.stack(box, points, look, pick); else this.lines(box, points, look, pick);
  }

  /** Returns the smoothed numbers of the seats for every pixel up to the newest shot. */
  points(width, total) {
    const newest = this.values.length - 1, reach = Math.max(0, Math.round(total / SMOOTH / 2)), list = [];
    const end = Math.floor(across(newest, total, width));
    for (let x = 0; x <= end; x++) list.push(this.mean(Math.round(x / width * total), reach, newest));
    return list;
  }

  mean(middle, reach, newest) {
    const from = Math.max(0, middle - reach), to = Math.min(newest, middle + reach), stride = Math.max(1, Math.floor((to - from) / 6));
    const sum = this.values[0].map(() => 0);
    let n = 0;
    for (let i = from; i <= to; i += stride, n++) this.values[i].forEach((v, seat) => { sum[seat] += v; });
    return sum.map(v => v / n);
  }

  stack({ g, height }, points, look, pick) {
    const top = Math.max(1e-9, ...points.map(p => p.reduce((a, b) => a + b, 0))) * 1.04;
    const order = byPlace(this.reel), base = new Float64Array(points.length);
    for (const seat of order) {
      g.beginPath();
      points.forEach((_, x) => g.lineTo(x, height - base[x] / top * height));
      points.forEach((p, x) => { base[x] += p[seat]; });
      for (let x = points.length - 1; x >= 0; x--) g.lineTo(x, height - base[x] / top * height);
      const { colour } = look.seats[seat], plain = look.dark ? 0.78 : 0.72;
      g.fillStyle = look.mix(look.tile, colour, pick === null || pick === seat ? plain : 0.26);
      g.fill();
    }
  }

  lines({ g, height }, points, look, pick) {
    const all = points.flat().filter(v => !Number.isNaN(v)), low = Math.min(0, ...all), high = Math.max(low + 1e-9, ...all) * 1.06;
    for (const seat of byPlace(this.reel).reverse()) {
      g.beginPath();
      points.forEach((p, x) => g.lineTo(x, height - 2 - (p[seat] - low) / (high - low) * (height - 4)));
      g.strokeStyle = look.seats[seat].colour;
      g.globalAlpha = pick === null || pick === seat ? 1 : 0.25;
      g.lineWidth = pick === seat ? 2.5 : 1.75;
      g.setLineDash([[], [6, 3], [2, 3]][look.seats[seat].texture]);
      g.stroke();
    }
    g.setLineDash([]);
    g.globalAlpha = 1;
  }
}

/** Seats by place at the newest shot. @param {import("./reel.js").Reel} reel @returns {number[]} */
export function byPlace(reel) {
  const places = reel.places(reel.length - 1);
  return places.map((_, seat) => seat).sort((a, b) => places[a] - places[b] || a - b);
}
