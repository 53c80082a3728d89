// The lane of faults: one mark each, with a shape for the reason; crowded marks are merged into one with their number.
import { across, strip } from "./strip.js";

/** @typedef {import("./reel.js").Fault} Fault */

const HEIGHT = 18, CROWDED = 12; // CSS pixels

/** The shape of each fault: "limit" are those over a limit of memory, output, time or disk. */
const SHAPES = { late: "up", crashed: "cross", gone: "cross", unstarted: "cross", illegal: "full", garbled: "hollow" };

/** FaultLane draws the faults and finds those under a point. */
export class FaultLane {
  /** @param {HTMLCanvasElement} canvas @param {import("./reel.js").Reel} reel */
  constructor(canvas, reel) {
    this.canvas = canvas;
    this.reel = reel;
    /** @type {{x: number, faults: Fault[]}[]} */ this.marks = [];
  }

  draw(look, total) {
    const { g, width, height } = strip(this.canvas, HEIGHT), middle = height / 2;
    g.strokeStyle = look.hair;
    g.lineWidth = 1;
    g.beginPath();
    g.moveTo(0, middle + 0.5);
    g.lineTo(width, middle + 0.5);
    g.stroke();
    this.marks = merge(this.reel.faults, f => across(f.shot, total, width));
    for (const mark of this.marks) drawMark(g, mark, middle, width, look);
  }

  /** Returns the faults under a point of the lane. @param {number} x CSS pixels @returns {Fault[]} */
  at(x) {
    const near = this.marks.filter(m => Math.abs(m.x - x) <= CROWDED).sort((a, b) => Math.abs(a.x - x) - Math.abs(b.x - x))[0];
    return near?.faults ?? [];
  }
}

function merge(faults, where) {
  const marks = [];
  for (const fault of faults) {
    const x = where(fault), last = marks.at(-1);
    if (last && x - last.x < CROWDED) last.faults.push(fault); else marks.push({ x, faults: [fault] });
  }
  return marks;
}

function drawMark(g, { x: at, faults }, y, width, look) {
  const x = Math.min(width - 5, Math.max(5, at)), shape = SHAPES[faults[0].why] ?? "limit";
  g.fillStyle = g.strokeStyle = shape === "up" ? look.warn : look.bad;
  g.lineWidth = 1.75;
  if (faults.length > 1) { count(g, x, y, faults.length, look); return; }
  g.beginPath();
  trace(g, shape, x, y);
  if (shape === "cross" || shape === "hollow") g.stroke(); else g.fill();
}

/** trace draws the outline of a shape, 8 pixels wide. */
export function trace(g, shape, x, y) {
  const path = {
    up: [[-4, 3.5], [4, 3.5], [0, -4]],
    full: [[0, -4], [4, 0], [0, 4], [-4, 0]],
    hollow: [[0, -4], [4, 0], [0, 4], [-4, 0]],
    limit: [[-3.5, -3.5], [3.5, -3.5], [3.5, 3.5], [-3.5, 3.5]],
  }[shape];
  if (path) {
    path.forEach(([dx, dy]) => g.lineTo(x + dx, y + dy));
    g.closePath();
    return;
  }
  for (const d of [-3, 3]) { g.moveTo(x - d, y - 3); g.lineTo(x + d, y + 3); }
}

function count(g, x, y, n, look) {
  g.font = `600 11px ${look.ui}`;
  const half = Math.max(7, g.measureText(n).width / 2 + 4);
  g.beginPath();
  g.roundRect(x - half, y - 8, 2 * half, 16, 8);
  g.fill();
  g.fillStyle = look.surface;
  g.textAlign = "center";
  g.textBaseline = "middle";
  g.fillText(n, x, y + 0.5);
}
