// The order of a table of standings: by score as in the file, by efficiency or by steadiness, with bars for each.

/** Sentences that describe the bars. */
const BARS = { efficiency: "Bars: score per µs of thinking time, logarithmic axis.", steadiness: "Bars: standard deviation of the scores, lowest first." };

const NS = "http://www.w3.org/2000/svg", BAR = 3;

/** Parses a number of the table: thin spaces, a true minus sign. */
export const readNumber = text => parseFloat(text.replace(/\u2009/g, "").replace("−", "-"));

/** Order orders one table. The numbers of the rows in each order are in its data-orders, in base 36. */
export class Order {
  /** @param {HTMLTableElement} table @param {HTMLElement} words describes the bars */
  constructor(table, words) {
    this.words = words;
    this.scoreWords = words.textContent;
    this.body = table.tBodies[0];
    this.ticks = table.querySelector(".ticks");
    this.column = Object.fromEntries([...table.tHead.rows[0].cells].map((head, i) => [head.dataset.key, i]));
    this.rows = [...this.body.rows];
    this.bars = this.rows.map(row => row.cells[BAR].innerHTML);
    this.scoreTicks = this.ticks.innerHTML;
    const [efficiency, steadiness] = table.dataset.orders.split(",").map(list => list.split(" ").filter(Boolean).map(n => parseInt(n, 36)));
    this.orders = { score: this.rows.map((_, i) => i), efficiency, steadiness };
  }

  /** @param {"score" | "efficiency" | "steadiness"} by */
  turn(by) {
    this.body.append(...this.orders[by].map(i => this.rows[i]));
    this.words.textContent = BARS[by] ?? this.scoreWords;
    if (by === "score") {
      this.ticks.innerHTML = this.scoreTicks;
      this.rows.forEach((row, i) => { row.cells[BAR].innerHTML = this.bars[i]; });
      return;
    }
    const values = this.rows.map(row => by === "efficiency" ? this.figure(row, "mean") / this.figure(row, "avg_us") : this.figure(row, "deviation"));
    const scale = by === "efficiency" ? logarithmic(values) : linear(values);
    this.ticks.replaceChildren(...scale.marks.flatMap(([at, word]) => tick(at, word)));
    this.rows.forEach((row, i) => row.cells[BAR].replaceChildren(dot(scale.part(values[i]))));
  }

  /** Returns the number in a row's column. */
  figure(row, key) { return readNumber(row.cells[this.column[key]].textContent); }
}

function logarithmic(values) {
  const known = values.filter(v => v > 0 && isFinite(v));
  const from = Math.floor(Math.log10(Math.min(...known, 1))), to = Math.max(from + 1, Math.ceil(Math.log10(Math.max(...known, 1e-9))));
  const part = v => v > 0 && isFinite(v) ? (Math.log10(v) - from) / (to - from) * 100 : -1, marks = [];
  const stride = Math.ceil((to - from) / (matchMedia("(max-width: 45rem)").matches ? 2 : 4));
  for (let d = from; d <= to; d += stride) marks.push([part(10 ** d), power(d)]);
  return { part, marks };
}

/** Formats a power of ten, short enough for a narrow head. */
const power = d => Math.abs(d) < 3 ? String(10 ** d) : "10" + String(d).replace("-", "⁻").replace(/\d/g, n => "⁰¹²³⁴⁵⁶⁷⁸⁹"[n]);

function linear(values) {
  const most = Math.max(1e-9, ...values.filter(isFinite)) * 1.02, part = v => isFinite(v) ? v / most * 100 : -1;
  return { part, marks: [0, 0.5, 1].map(p => [p * 98, p ? (p * most / 1.02).toPrecision(2) : "0"]) };
}

function shape(name, attributes) {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** Returns a mark of the head, with its grid line behind the rows. */
function tick(at, word) {
  const x = at + "%", text = shape("text", { x, y: 12, "text-anchor": at < 4 ? "start" : at > 96 ? "end" : "middle" });
  text.textContent = word;
  return [shape("line", { x1: x, x2: x, y1: 22, y2: 40000 }), text];
}

/** Returns a bar from the beginning of the axis, with its end emphasized. */
function dot(part) {
  const svg = shape("svg", {});
  if (part >= 0) svg.append(shape("rect", { x: "0%", width: part + "%" }), shape("rect", { x: part + "%", width: "0.2%" }));
  return svg;
}
