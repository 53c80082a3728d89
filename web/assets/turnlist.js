// The list of a bot's turns beside the board. It holds elements for the rows that are in view alone, so that a game may have any number of turns.
import { microsUnit } from "./numbers.js";

/**
 * @typedef {object} TurnRow
 * @property {number} turn from 1; 0: before the first @property {number} [us] time of the move @property {string} [answer]
 * @property {string} [first] words printed @property {string} [fault]
 */

const SPARE = 6; // rows that are drawn above and below those in view

export class TurnList {
  /** @param {HTMLElement} box @param {(turn: number) => void} choose called with the turn of a row that was chosen */
  constructor(box, choose) {
    this.box = box;
    this.reach = box.querySelector(".reach");
    this.choose = choose;
    /** @type {TurnRow[]} */ this.rows = [];
    this.slow = Infinity;
    this.chosen = -1; // index of the row of the board's turn
    this.high = 0;
    this.left = false; // the reader has scrolled away from the chosen row
    this.placed = 0;
    box.onscroll = () => this.scrolled();
    box.onclick = e => this.clicked(e.target.closest("[data-at]"));
    box.addEventListener("keydown", e => this.press(e));
    new ResizeObserver(() => { this.high = 0; this.draw(); }).observe(box);
  }

  /** Sets the rows and the time above which a move is marked as slow, µs. @param {TurnRow[]} rows @param {number} slow */
  set(rows, slow) {
    this.rows = rows;
    this.slow = slow;
  }

  /** Shows the newest row up to a turn as chosen. While the board moves, a reader who has scrolled away stays there. @param {number} turn @param {boolean} moving */
  follow(turn, moving) {
    const at = before(this.rows, turn), other = at !== this.chosen;
    this.chosen = at;
    this.draw();
    if (!moving && other) this.left = false;
    if (at < 0 || this.left) return;
    const { box, high } = this, top = at * high, room = box.clientHeight;
    if (top >= box.scrollTop && top + high <= box.scrollTop + room) return;
    this.placed = Math.max(0, Math.round(top - (room - high) / 2));
    box.scrollTop = this.placed;
    this.draw();
  }

  scrolled() {
    const { box, high, chosen } = this;
    if (Math.abs(box.scrollTop - this.placed) > 1) this.left = chosen >= 0 && (chosen * high < box.scrollTop - high || chosen * high > box.scrollTop + box.clientHeight);
    this.placed = box.scrollTop;
    this.draw();
  }

  clicked(row) { if (row) this.pick(Number(row.dataset.at)); }

  press(event) {
    const page = Math.max(1, Math.floor(this.box.clientHeight / (this.high || 1)) - 1), last = this.rows.length - 1;
    const to = { ArrowUp: this.chosen - 1, ArrowDown: this.chosen + 1, PageUp: this.chosen - page, PageDown: this.chosen + page, Home: 0, End: last }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || last < 0) return;
    event.preventDefault();
    event.stopPropagation(); // the same keys do something else on the page
    this.pick(Math.min(last, Math.max(0, to)));
  }

  pick(at) {
    this.left = false;
    this.choose(this.rows[at].turn);
  }

  /** Draws the rows in view. */
  draw() {
    const { box, reach, rows } = this;
    if (!rows.length) { reach.replaceChildren(); reach.style.height = "0"; box.removeAttribute("aria-activedescendant"); return; }
    if (!this.high) {
      reach.replaceChildren(this.row(0));
      this.high = reach.firstChild.offsetHeight;
      if (!this.high) return; // it is hidden
    }
    reach.style.height = rows.length * this.high + "px";
    const from = Math.max(0, Math.floor(box.scrollTop / this.high) - SPARE), to = Math.min(rows.length, Math.ceil((box.scrollTop + box.clientHeight) / this.high) + SPARE);
    const drawn = [];
    for (let at = from; at < to; at++) drawn.push(this.row(at));
    if (this.chosen >= 0 && (this.chosen < from || this.chosen >= to)) drawn.push(this.row(this.chosen));
    reach.replaceChildren(...drawn);
    if (this.chosen >= 0) box.setAttribute("aria-activedescendant", "turn-" + this.rows[this.chosen].turn); else box.removeAttribute("aria-activedescendant");
  }

  row(at) {
    const { turn, us, answer, first, fault } = this.rows[at], row = document.createElement("div"), slow = us > this.slow;
    row.id = "turn-" + turn;
    row.dataset.at = String(at);
    row.setAttribute("role", "option");
    row.setAttribute("aria-setsize", String(this.rows.length));
    row.setAttribute("aria-posinset", String(at + 1));
    row.setAttribute("aria-selected", String(at === this.chosen));
    row.style.top = at * this.high + "px";
    const said = fault ? "✕ " + fault : first ?? "";
    row.append(
      cell("", turn ? "turn " : "", turn ? String(turn) : "start"), cell("mono cut", ", answered ", answer),
      cell("num" + (slow ? " warn" : ""), slow ? ", slow, " : ", ", us && microsUnit(us)), cell("mono cut" + (fault ? " bad" : " muted"), fault ? ", fault " : ", printed ", said));
    return row;
  }
}

/** Returns the index of the newest row up to a turn, or -1. @param {TurnRow[]} rows @param {number} turn */
export function before(rows, turn) {
  let low = 0, high = rows.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (rows[mid].turn <= turn) low = mid + 1; else high = mid;
  }
  return low - 1;
}

/** Returns a cell with words before its text that are read aloud alone. */
function cell(name, words, text) {
  const cell = document.createElement("span"), unseen = document.createElement("span");
  cell.className = name;
  if (!text) return cell;
  unseen.className = "unseen";
  unseen.textContent = words;
  cell.append(unseen, text);
  return cell;
}
