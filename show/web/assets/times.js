// The lane of times: the slowest move of each pixel on a logarithmic scale; for kinds with a chess clock, the time left.
import { shotsOf, strip } from "./strip.js";

const HEIGHT = 118, TOP = 8, BOTTOM = 10;

/** TimeLane draws a line for each seat, one of them emphasized. */
export class TimeLane {
  /** @param {HTMLCanvasElement} canvas @param {HTMLElement} labels @param {import("./reel.js").Reel} reel @param {object} view */
  constructor(canvas, labels, reel, view) {
    this.canvas = canvas;
    this.labels = labels;
    this.reel = reel;
    this.view = view;
  }

  /** Reports whether there is anything to draw. */
  get full() { return this.reel.timed || this.clocked; }

  /** Reports whether it shows the time left: the view defines it, and this game has a limit. */
  get clocked() { return this.reel.length > 0 && Boolean(this.view.clock?.(this.reel.frame(0))); }

  draw(look, total, strong) {
    const box = strip(this.canvas, HEIGHT), newest = this.reel.length - 1;
    const { clocked } = this, lines = clocked ? this.clocks(box.width, total, newest) : this.moves(box.width, total, newest);
    const scale = clocked ? linear(lines, box.height) : logarithmic(lines, this.limit, box.height);
    grid(box, scale, look);
    this.label(scale);
    lines.forEach((line, seat) => { if (seat !== strong) trace(box.g, line, scale, look.muted, 1, look.dark ? 0.3 : 0.32); });
    if (lines[strong]) trace(box.g, lines[strong], scale, look.seats[strong].colour, 2, 1);
    if (this.limit && !clocked) limitLine(box, scale, this.limit, this.reel.head.average > 0, look);
  }

  label({ marks, y, text }) {
    const spans = marks.map(mark => {
      const span = document.createElement("span");
      span.textContent = text(mark);
      span.style.top = Math.round(y(mark)) + "px";
      return span;
    });
    this.labels.replaceChildren(...spans);
  }

  /** The limit of the mean time of moves, or else of a move; 0 for none. */
  get limit() { return this.reel.head.average || this.reel.head.move; }

  moves(width, total, newest) {
    return this.reel.head.seats.map((_, seat) => pixels(width, total, newest, (from, to) => {
      let slowest = -1;
      for (let i = from; i <= to; i++) slowest = Math.max(slowest, this.reel.took(i, seat));
      return slowest;
    }));
  }

  clocks(width, total, newest) {
    const left = [];
    for (let at = 0; at <= newest; at++) left.push(this.view.clock(this.reel.frame(at)));
    return this.reel.head.seats.map((_, seat) => pixels(width, total, newest, (_, to) => left[to][seat]));
  }
}

/** Returns a value for each pixel up to the newest shot; -1 for none. */
function pixels(width, total, newest, value) {
  const line = [], end = total ? Math.floor(newest / total * width) : 0;
  for (let x = 0; x <= end; x++) line.push(value(...shotsOf(x, total, width, newest)));
  return line;
}

const room = height => height - TOP - BOTTOM;

function logarithmic(lines, limit, height) {
  let low = Infinity, high = limit || 1;
  for (const line of lines) for (const v of line) if (v >= 0) { low = Math.min(low, Math.max(1, v)); high = Math.max(high, v); }
  const from = Math.floor(Math.log10(Math.min(low, high))), to = Math.max(from + 1, Math.log10(high * 1.25));
  const marks = [];
  for (let decade = from; decade <= to; decade++) marks.push(10 ** decade);
  const y = v => TOP + (1 - (Math.log10(Math.max(1, v)) - from) / (to - from)) * room(height);
  return { y, marks: thin(marks, y), text: roundMicros };
}

function linear(lines, height) {
  const high = Math.max(1, ...lines.map(line => line.reduce((a, b) => Math.max(a, b), 0)));
  return { y: v => TOP + (1 - Math.max(0, v) / high) * room(height), marks: [0, high], text: v => (v / 1e6).toFixed(1) + " s" };
}

/** thin leaves out marks whose labels would touch. */
function thin(marks, y) {
  const kept = [];
  for (const m of marks) if (!kept.length || y(kept.at(-1)) - y(m) >= 20) kept.push(m);
  return kept;
}

const roundMicros = v => v >= 1e6 ? v / 1e6 + " s" : v >= 1000 ? v / 1000 + " ms" : v + " µs";

function grid({ g, width }, { y, marks }, look) {
  g.strokeStyle = look.hair;
  g.lineWidth = 1;
  g.beginPath();
  for (const mark of marks) {
    const at = Math.round(y(mark)) + 0.5;
    g.moveTo(0, at);
    g.lineTo(width, at);
  }
  g.stroke();
}

function limitLine({ g, width }, { y }, limit, average, look) {
  const at = Math.round(y(limit)) + 0.5, words = `limit ${roundMicros(limit)}${average ? " (average)" : ""}`;
  g.strokeStyle = g.fillStyle = look.bad;
  g.lineWidth = 1;
  g.setLineDash([5, 4]);
  g.beginPath();
  g.moveTo(0, at);
  g.lineTo(width, at);
  g.stroke();
  g.setLineDash([]);
  g.font = `12px ${look.ui}`;
  const wide = g.measureText(words).width, low = at > 18 ? at - 4 : at + 12;
  g.fillStyle = look.surface;
  g.globalAlpha = 0.85;
  g.fillRect(width - wide - 6, low - 11, wide + 6, 14);
  g.globalAlpha = 1;
  g.fillStyle = look.bad;
  g.textAlign = "right";
  g.fillText(words, width - 2, low);
}

function trace(g, line, { y }, colour, width, alpha) {
  g.strokeStyle = colour;
  g.lineWidth = width;
  g.lineJoin = "round";
  g.globalAlpha = alpha;
  g.beginPath();
  let pen = false;
  line.forEach((v, x) => {
    if (v < 0) { return; }
    if (pen) g.lineTo(x, y(v)); else g.moveTo(x, y(v));
    pen = true;
  });
  g.stroke();
  g.globalAlpha = 1;
}
