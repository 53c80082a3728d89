// The figures of a bot, lines @name=value of its output, over the turns: a curve for each name below the board. All of it is text of strangers.
const MOST = 16, WIDE = 600, HIGH = 48, SVG = "http://www.w3.org/2000/svg";

const make = (tag, className, textContent = "") => Object.assign(document.createElement(tag), { className, textContent });

const inSVG = (tag, attributes) => {
  const e = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, String(value));
  return e;
};

/** Returns a value in few digits. @param {number} v */
const short = v => String(Number(v.toPrecision(6)));

/** Returns how far a value is between two others, from 0 to 1: their difference may be too large for a number. */
const part = (v, least, most) => most > least ? (v / 2 - least / 2) / (most / 2 - least / 2) : 0.5;

export class Figures {
  /** @param {HTMLElement} box */
  constructor(box) {
    this.box = box;
    this.off = false;
    this.clear();
  }

  clear() {
    /** @type {Map<number, Record<string, number>>} by turn */ this.turns = new Map();
    this.turn = 0;
    this.later();
  }

  /** Adds turns; of those that it has they are newer. @param {import("./output.js").TurnLog[]} turns */
  add(turns) {
    for (const log of turns) {
      if (log.turn > 0 && log.figures) this.turns.set(log.turn, log.figures); else this.turns.delete(log.turn);
    }
    this.later();
  }

  /** Marks a turn. @param {number} turn */
  mark(turn) {
    this.turn = turn;
    this.later();
  }

  /** Hides all curves, or shows them. @param {boolean} off */
  hide(off) {
    this.off = off;
    this.later();
  }

  /** Draws once, before the next frame. */
  later() {
    this.due ??= requestAnimationFrame(() => {
      this.due = null;
      this.draw();
    });
  }

  draw() {
    const turns = [...this.turns.keys()].sort((a, b) => a - b), curves = new Map();
    let left = 0;
    for (const turn of turns) {
      for (const [name, value] of Object.entries(this.turns.get(turn))) {
        if (!curves.has(name) && curves.size === MOST) left++;
        else if (curves.has(name)) curves.get(name).push([turn, value]);
        else curves.set(name, [[turn, value]]);
      }
    }
    this.box.hidden = this.off || !curves.size;
    if (this.box.hidden) return;
    const first = turns[0], last = turns.at(-1);
    this.box.replaceChildren(...[...curves].map(([name, points]) => this.curve(name, points, first, last)));
    if (left) this.box.append(make("p", "small muted", `${left} values of further names are left out: a game has ${MOST} names at most.`));
  }

  /** Returns the curve of a name. @param {string} name @param {[number, number][]} points @param {number} first @param {number} last turns of the axis */
  curve(name, points, first, last) {
    let least = Infinity, most = -Infinity;
    for (const [, v] of points) {
      least = Math.min(least, v);
      most = Math.max(most, v);
    }
    const x = turn => (part(turn, first, last) * WIDE).toFixed(1), y = v => (HIGH - 2 - part(v, least, most) * (HIGH - 4)).toFixed(1);
    const now = points.findLast(([turn]) => turn <= this.turn), figure = make("figure", "curve"), words = make("figcaption", "small");
    const range = `from ${short(least)} to ${short(most)}`;
    words.append(make("b", "mono", name), make("span", "now mono", now ? ` ${short(now[1])} ` : " "), make("span", "muted", range));
    const svg = inSVG("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", role: "img", "aria-label": `${name} over the turns ${first} to ${last}, ${range}` });
    svg.append(inSVG("polyline", { points: points.map(([turn, v]) => `${x(turn)},${y(v)}`).join(" ") }));
    if (points.length === 1) svg.append(inSVG("circle", { cx: x(points[0][0]), cy: y(points[0][1]), r: 3 }));
    if (this.turn >= first && this.turn <= last) svg.append(inSVG("line", { x1: x(this.turn), x2: x(this.turn), y1: 0, y2: HIGH }));
    figure.append(words, svg);
    return figure;
  }
}
