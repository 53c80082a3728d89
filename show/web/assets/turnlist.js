// The list of a bot's turns: for each its answer, its time and the first words that the bot printed. All of it is text of strangers.
import { microsUnit } from "./numbers.js";

const WORDS = 120; // letters of the output

const span = (className, textContent) => Object.assign(document.createElement("span"), { className, textContent });

/** Returns the first line of an output that is not empty. */
const firstLine = text => (text ?? "").split("\n").find(line => line.trim())?.trim().slice(0, WORDS) ?? "";

export class TurnList {
  /** @param {HTMLElement} box which scrolls @param {(turn: number) => void} go shows a turn on the board */
  constructor(box, go) {
    this.box = box;
    this.list = box.querySelector("ol");
    /** @type {{ turn: number, item: HTMLElement }[]} in order */ this.rows = [];
    this.now = null;
    this.list.onclick = e => {
      const button = e.target.closest("button");
      if (button) go(Number(button.dataset.turn));
    };
  }

  clear() {
    this.rows = [];
    this.now = null;
    this.list.replaceChildren();
  }

  /** The last turn in the list, -1 if there is none. */
  get last() { return this.rows.at(-1)?.turn ?? -1; }

  /** Adds turns after those in the list; of the turns that it has they are newer. @param {import("./output.js").TurnLog[]} turns in order */
  add(turns) {
    for (const log of turns) {
      while (this.last >= log.turn) this.rows.pop().item.remove();
      const item = document.createElement("li"), button = document.createElement("button");
      button.type = "button";
      button.dataset.turn = String(log.turn);
      button.append(span("turn-no", log.turn ? String(log.turn) : "–"), span(log.fault ? "turn-answer bad" : "turn-answer", log.fault ? log.fault : log.answer ?? ""),
        span("turn-time", log.us ? microsUnit(log.us) : ""), span("turn-words", firstLine(log.printed) || firstLine((log.notes ?? []).join("\n"))));
      item.append(button);
      this.rows.push({ turn: log.turn, item });
      this.list.append(item);
    }
    this.now = null;
  }

  /** Marks the newest turn up to one, and scrolls it into view within the list. @param {number} turn */
  mark(turn) {
    let from = 0, to = this.rows.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.rows[middle].turn <= turn) from = middle + 1; else to = middle;
    }
    const row = this.rows[from - 1];
    if (row === this.now) return;
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    this.now = row;
    if (!row) return;
    row.item.firstChild.setAttribute("aria-current", "true");
    const box = this.box.getBoundingClientRect(), item = row.item.getBoundingClientRect();
    if (item.top < box.top) this.box.scrollTop += item.top - box.top;
    if (item.bottom > box.bottom) this.box.scrollTop += item.bottom - box.bottom;
  }
}
