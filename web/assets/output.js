// The panel of what a bot printed, was sent and answered: a list of its turns, and all that is known of the turn that the board shows. All of it is text of
// strangers.
import { microsUnit } from "./numbers.js";
import { TurnList, before } from "./turnlist.js";

/**
 * @typedef {object} TurnLog
 * @property {number} turn from 1; 0: before the first @property {string} [printed] @property {string[]} [notes] @property {string} [sent]
 * @property {string} [answer] @property {string} [fault] @property {number} [us] time of the move
 */
/**
 * @typedef {object} LogSource the server's logs
 * @property {(seat: number, turn: number) => Promise<TurnLog | null>} turn the newest turn up to one
 * @property {(seat: number, turn: number) => Promise<{rows: import("./turnlist.js").TurnRow[], more: boolean} | null>} rows those from one on
 */

const GROWING = 500; // ms between two requests for the rows of a game that is being played
const LATE = 20; // rows of such a game that are asked for again: output may come late
const CUT = 160; // letters of a text in a row

/** Returns the row of a turn, as the server makes it. @param {TurnLog} log @returns {import("./turnlist.js").TurnRow} */
const rowOf = ({ turn, us, answer, printed, notes, fault }) => ({ turn, us, answer: short(answer), first: short(printed) || short(notes?.[0] && "agon: " + notes[0]), fault: short(fault) });

function short(text) {
  const line = (text ?? "").trim().split("\n", 1)[0];
  return line.length > CUT ? line.slice(0, CUT) + "…" : line;
}

export class Output {
  /**
   * @param {HTMLElement} box @param {import("./reel.js").Reel} reel @param {LogSource | null} source where the page itself has no logs
   * @param {(shot: number) => void} seek moves the board
   */
  constructor(box, reel, source, seek) {
    const part = name => box.querySelector("." + name), embedded = document.getElementById("logs");
    this.box = box;
    this.source = source;
    this.reel = reel;
    this.seek = seek;
    /** @type {{ seat: number, turns: TurnLog[] }[] | null} */ this.logs = embedded ? JSON.parse(embedded.textContent) : null;
    this.parts = { bot: part("bot"), turns: part("turns"), none: part("none"), when: part("when"), answer: part("answer"), printed: part("printed"), sent: part("sent"), prompt: part("prompt"), last: part("last") };
    this.list = new TurnList(part("rows"), turn => this.go(turn));
    this.which = "all";
    for (const button of this.parts.turns.children) button.onclick = () => this.filter(button);
    this.parts.last.ontoggle = () => this.unfold();
    this.parts.last.querySelector("button").onclick = () => this.go(this.fault.turn);
    this.key = "";
    this.wanted = "";
    this.busy = false;
    this.picked = null;
    this.begin(-1);
  }

  toggle() { this.box.hidden = !this.box.hidden; }

  /** Fills the list of bots once their names are known. */
  fill() {
    const { bot } = this.parts, said = this.box.dataset.seats;
    const seats = this.logs ? this.logs.map(l => l.seat) : said ? said.split(" ").map(Number) : this.reel.head.seats.map((_, i) => i);
    bot.replaceChildren(...seats.map(seat => new Option(this.reel.head.seats[seat].name, String(seat))));
    bot.onchange = () => this.show(this.turn, false);
  }

  /** Shows the newest turn of the bot up to that of a shot. A bot that is picked on the board is chosen here too. @param {number} at @param {number | null} pick @param {boolean} moving the board plays */
  draw(at, pick, moving) {
    if (this.box.hidden || !this.reel.head) return;
    if (!this.parts.bot.options.length) this.fill();
    if (pick !== this.picked) {
      this.picked = pick;
      const option = [...this.parts.bot.options].find(o => o.value === String(pick));
      if (option) this.parts.bot.value = option.value;
    }
    this.show(this.turnOf(at), moving);
    this.grow();
  }

  turnOf(at) { return this.reel.frame(at).turn || at; }

  /** Moves the board to a turn. @param {number} turn */
  go(turn) {
    let low = 0, high = this.reel.length - 1;
    while (low < high) {
      const mid = (low + high) >> 1;
      if (this.turnOf(mid) < turn) low = mid + 1; else high = mid;
    }
    this.seek(low);
  }

  show(turn, moving) {
    this.turn = turn;
    const seat = Number(this.parts.bot.value), key = [seat, turn, this.reel.ending ? 1 : 0].join(" "); // output may come late, until the end
    if (seat !== this.seat) this.begin(seat);
    this.list.follow(turn, moving);
    if (key === this.key) return;
    this.key = key;
    if (!this.logs) { this.ask(key); return; }
    this.write(this.turns(seat).findLast(l => l.turn <= turn) ?? { turn });
  }

  turns(seat) { return this.logs.find(l => l.seat === seat)?.turns ?? []; }

  /** Begins with the rows of a seat. */
  begin(seat) {
    this.seat = seat;
    /** @type {import("./turnlist.js").TurnRow[]} */ this.rows = [];
    this.shots = -1; // of the game when its rows were asked for
    this.complete = false;
    this.fault = null;
    if (seat >= 0 && this.logs) {
      this.rows = this.turns(seat).map(rowOf);
      this.complete = true;
    }
    this.refresh();
  }

  /** Asks for the rows that are not there, one request at a time, and again while the game is played. */
  async grow() {
    const { reel, seat, source } = this, ended = reel.ending !== null;
    if (this.complete || this.growing || !source || !ended && reel.length === this.shots) return;
    this.growing = true;
    this.shots = reel.length;
    try {
      let rows = ended ? [] : this.rows.slice(0, Math.max(0, this.rows.length - LATE));
      for (let more = true; more && seat === this.seat;) {
        const some = await source.rows(seat, rows.length ? rows.at(-1).turn + 1 : 0);
        if (!some) break;
        rows = rows.concat(some.rows);
        more = some.more && some.rows.length > 0;
        if (seat === this.seat && rows.length >= this.rows.length) {
          this.rows = rows;
          this.refresh();
        }
      }
      if (seat === this.seat) this.complete = ended;
    } catch { this.complete = ended; /* the server has ended; what was shown last stays */ }
    if (!ended || seat !== this.seat) setTimeout(() => { this.growing = false; this.grow(); }, seat === this.seat ? GROWING : 0); else this.growing = false;
  }

  filter(button) {
    this.which = button.dataset.turns;
    for (const b of this.parts.turns.children) b.setAttribute("aria-pressed", String(b === button));
    this.list.left = false;
    this.refresh();
  }

  /** Shows the rows that are chosen, and the last fault. */
  refresh() {
    const { rows, which, list, parts } = this, times = rows.map(r => r.us ?? 0).filter(Boolean).sort((a, b) => a - b);
    const slow = times.length ? times[Math.min(times.length - 1, Math.floor(times.length * 0.95))] : Infinity;
    const shown = which === "printed" ? rows.filter(r => r.first) : which === "slow" ? rows.filter(r => r.us > slow || /^(late|time)/.test(r.fault ?? "")) : rows;
    list.set(shown, slow);
    list.follow(this.turn ?? 0, false);
    parts.none.textContent = shown.length || this.seat < 0 ? "" : which === "printed" ? "The bot printed nothing." : which === "slow" ? "No time of a move is known." : "No turn of the bot is known.";
    const at = rows.findLastIndex(r => r.fault), fault = at < 0 ? null : rows[at];
    if (fault?.turn === this.fault?.turn && fault?.fault === this.fault?.fault) return;
    this.fault = fault;
    parts.last.hidden = !fault;
    parts.last.open = false;
    parts.last.querySelector("b").textContent = fault ? `✕ Turn ${fault.turn}` : "";
    parts.last.querySelector("summary .cut").textContent = fault?.fault ?? "";
  }

  /** Shows what the bot printed in the turn of its last fault. */
  async unfold() {
    const { last } = this.parts, { fault, seat } = this, pre = last.querySelector("pre");
    if (!last.open || !fault) return;
    pre.textContent = "…";
    let log = null;
    try {
      log = this.logs ? this.turns(seat)[before(this.turns(seat), fault.turn)] : await this.source.turn(seat, fault.turn);
    } catch { /* the server has ended */ }
    if (fault !== this.fault) return;
    pre.textContent = log ? [log.fault ?? fault.fault, words(log)].join("\n\n") : "It cannot be read now.";
  }

  /** Asks the source, one request at a time. */
  async ask(key) {
    if (!this.source) return;
    this.wanted = key;
    if (this.busy) return;
    this.busy = true;
    try {
      for (let asked = ""; asked !== this.wanted;) {
        asked = this.wanted;
        const log = await this.source.turn(...asked.split(" ").slice(0, 2).map(Number));
        if (log) this.write(log);
      }
    } catch { /* the server has ended; what was shown last stays */ }
    this.busy = false;
  }

  /** @param {TurnLog} log */
  write(log) {
    const { when, answer, printed, sent, prompt } = this.parts;
    when.textContent = log.turn ? `turn ${log.turn}` : "before the first turn";
    const time = log.us ? ` in ${microsUnit(log.us)}` : "";
    answer.textContent = log.answer ? `answered ${log.answer}${time}` : log.fault ? "" : log.turn ? "no answer is known" : "";
    if (log.fault) answer.append(Object.assign(document.createElement("span"), { className: "bad", textContent: `${answer.textContent ? "; " : ""}fault: ${log.fault}` }));
    printed.textContent = words(log);
    sent.textContent = log.sent ?? "";
    prompt.hidden = !log.sent;
  }
}

const words = log => [log.printed ?? "", ...(log.notes ?? []).map(n => "agon: " + n)].filter(Boolean).join("\n").trimEnd() || "nothing printed";
