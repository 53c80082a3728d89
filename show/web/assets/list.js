// The list beside the board: one row per seat, ordered by place. It has all information of the board, so that the picture is not needed. A
// row is a button that picks its bot.
import { micros, score, signed } from "./numbers.js";

/**
 * @typedef {object} Column of a view, in addition to those of every list
 * @property {string} title @property {boolean} [bar] with a bar, as long as its share of the largest @property {boolean} [signed] good above 0, bad below
 * @property {(frame: import("./reel.js").Frame, seat: number, ago: (n: number) => import("./reel.js").Frame) => any} value a number if it has a bar or a sign
 * @property {(value: number) => string} [text]
 */

/** The columns of a kind whose view defines none. */
const plainColumns = reel => [{ title: "Score", bar: true, score: true, text: v => score(v, reel.head.unit) }];

const make = (tag, name, text) => {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text !== undefined) element.textContent = text;
  return element;
};

/** Returns a chip: a square in a bot's colour with its letter. */
export function chip(seatLook, mark, slot) {
  return make("span", `chip slot-${slot % 24}${seatLook.double ? " double" : ""}`, mark);
}

/** Returns a chip with the bot's name as tooltip, for use without the name beside it. @param {import("./reel.js").Seat} seat */
export function namedChip(seatLook, mark, { name, slot }) {
  const element = chip(seatLook, mark, slot);
  element.title = name;
  return element;
}

/** List fills the table. Rows stay in place and only their content changes, so that the focus stays where it is. */
export class List {
  /** @param {HTMLTableElement} table @param {import("./reel.js").Reel} reel @param {object} view @param {(seat: number) => void} pick */
  constructor(table, reel, view, pick) {
    this.table = table;
    this.reel = reel;
    this.view = view;
    this.pick = pick;
    /** @type {HTMLTableRowElement[]} */ this.rows = [];
  }

  build() {
    this.columns = this.view.columns ?? plainColumns(this.reel);
    const body = make("tbody");
    this.rows = this.reel.head.seats.map(() => this.row(body));
    this.rest = make("tbody", "rest");
    this.table.className = "data seats" + (this.reel.timed ? " timed" : "");
    this.table.replaceChildren(this.widths(), this.head(), body, this.rest);
  }

  widths() {
    const group = make("colgroup");
    const kinds = ["c-rank", "", ...this.columns.map((c, i) => (c.bar ? "c-bar" : "c-num") + (i ? " wide" : "")), "c-us us wide", "c-faults wide"];
    group.append(...kinds.map(kind => make("col", kind)));
    return group;
  }

  head() {
    const head = make("thead"), row = head.insertRow();
    const cell = (text, name, long) => {
      const th = make("th", name, text);
      th.scope = "col";
      if (long) th.title = long;
      row.append(th);
    };
    cell("#", "num", "place");
    cell("Bot", "");
    this.columns.forEach((c, i) => cell(c.title, (c.bar ? "" : "num") + (i ? " wide" : ""), c.about));
    cell("µs / move", "num us wide", "mean time of a move so far");
    cell("Faults", "num wide", "moves that could not be played so far");
    return head;
  }

  row(body) {
    const row = body.insertRow();
    row.tabIndex = 0;
    row.append(make("td", "num muted"), this.nameCell(row));
    this.columns.forEach((c, i) => row.append(c.bar ? barCell(i > 0) : make("td", "num" + (i ? " wide" : ""))));
    row.append(make("td", "num us wide"), make("td", "num wide"));
    row.addEventListener("click", () => this.pick(Number(row.dataset.seat)));
    return row;
  }

  nameCell() {
    const cell = make("th", "who"), box = make("div", "who-cell"), name = make("span", "cut");
    cell.scope = "row";
    name.append(make("span", "name"), " ", make("span", "by"));
    box.append(make("span", "chip"), name);
    cell.append(box);
    return cell;
  }

  /** @param {number} at the shot @param {import("./look.js").Look} look @param {number | null} pick @param {string[]} marks by seat */
  draw(at, look, pick, marks) {
    if (this.rows.length !== this.reel.head.seats.length || this.timed !== this.reel.timed) { this.timed = this.reel.timed; this.build(); }
    const { reel } = this, frame = reel.frame(at), places = reel.places(at), scores = reel.scores(at), ago = n => reel.frame(Math.max(0, at - n));
    const values = this.columns.map(c => places.map((_, seat) => c.score ? scores[seat] : c.value(frame, seat, ago)));
    const most = values.map(list => Math.max(1e-9, ...list.filter(value => !Number.isNaN(value))));
    const order = places.map((_, seat) => seat).sort((a, b) => places[a] - places[b] || a - b);
    const out = order.map(seat => this.view.out?.(frame, seat) ?? "");
    order.forEach((seat, i) => this.fill(this.rows[i], at, seat, { place: places[seat], look: look.seats[seat], mark: marks[seat], picked: seat === pick, out: out[i], values, most }));
    this.drawRest(frame);
  }

  fill(row, at, seat, { place, look, mark, picked, out, values, most }) {
    const { reel } = this, { name, author, slot } = reel.head.seats[seat], cells = row.cells, over = reel.head.average;
    row.dataset.seat = String(seat);
    row.setAttribute("aria-selected", String(picked));
    style(row, out ? "out" : "");
    say(cells[0], place || "");
    const chipOf = cells[1].querySelector(".chip");
    say(chipOf, mark);
    style(chipOf, `chip slot-${slot % 24}${look.double ? " double" : ""}`);
    say(cells[1].querySelector(".name"), name);
    say(cells[1].querySelector(".by"), out || author);
    this.columns.forEach((c, i) => this.fillColumn(cells[2 + i], c, values[i][seat], most[i], slot, i));
    const mean = reel.mean(at, seat), faults = reel.faultsOf(at, seat), us = cells[2 + this.columns.length], last = cells[3 + this.columns.length];
    say(us, micros(mean));
    style(us, "num us wide" + (over && mean > over ? " over" : ""));
    say(last, faults || "·");
    style(last, "num wide " + (faults ? "bad" : "muted"));
  }

  fillColumn(cell, column, value, most, slot, i) {
    const hidden = Number.isNaN(value), text = hidden ? "" : column.text ? column.text(value) : column.signed ? signed(value) : String(value);
    if (!column.bar) {
      say(cell, text);
      style(cell, "num" + (i ? " wide" : "") + (column.signed ? value > 0 ? " good" : value < 0 ? " bad" : " muted" : ""));
      return;
    }
    const bar = cell.firstChild.firstChild;
    style(bar, `bar slot-${slot % 24}`);
    bar.style.width = (hidden ? 0 : Math.max(0, value) / most * 100).toFixed(1) + "%";
    say(cell.firstChild.lastChild, text);
  }

  /** Draws additional rows of a view at the end, such as the tiles without an owner. */
  drawRest(frame) {
    const rest = this.view.rest?.(frame) ?? [];
    while (this.rest.rows.length < rest.length) {
      const row = this.rest.insertRow();
      row.append(make("td"), make("td"), make("td", "num"), ...this.columns.slice(1).map(() => make("td", "wide")), make("td", "us wide"), make("td", "wide"));
    }
    rest.forEach(([name, text], i) => { say(this.rest.rows[i].cells[1], name); say(this.rest.rows[i].cells[2], text); });
  }

  /** Moves the focus in the list; without a focus it goes to the picked row, or to the first. */
  move(by) {
    const at = this.rows.indexOf(document.activeElement), picked = this.rows.findIndex(r => r.getAttribute("aria-selected") === "true");
    const next = at < 0 ? Math.max(0, picked) : at + by;
    this.rows[Math.min(this.rows.length - 1, Math.max(0, next))]?.focus();
  }

  /** Picks the focused row. @returns {boolean} whether there was one */
  enter() {
    const row = this.rows.find(r => r === document.activeElement);
    if (row) this.pick(Number(row.dataset.seat));
    return Boolean(row);
  }
}

function barCell(wide) {
  const cell = make("td", wide ? "wide" : ""), box = make("div", "share");
  box.append(make("i", "bar"), make("span", "num"));
  cell.append(box);
  return cell;
}

/** Writes only what differs: at sixty times per second most cells do not change. */
function say(element, text) {
  const words = String(text);
  if (element.textContent !== words) element.textContent = words;
}

function style(element, name) {
  if (element.className !== name) element.className = name;
}
