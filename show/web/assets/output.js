// The panel of what a bot printed, was sent and answered in the turn that the board shows. All of it is text of strangers.
import { Figures } from "./figures.js";
import { microsUnit } from "./numbers.js";
import { TurnList } from "./turnlist.js";

/**
 * @typedef {object} TurnLog
 * @property {number} turn from 1; 0: before the first @property {string} [printed] @property {string[]} [notes] @property {string} [sent]
 * @property {string} [answer] @property {string} [fault] @property {number} [us] time of the move
 * @property {Record<string, number>} [figures] by name
 */

export class Output {
  /**
   * @param {HTMLElement} box @param {import("./reel.js").Reel} reel
   * @param {{ turn: (seat: number, turn: number) => Promise<TurnLog | null>, turns: (seat: number, after: number) => Promise<TurnLog[] | null> } | null} source where the page itself has no logs
   * @param {(turn: number) => void} go shows a turn on the board
   */
  constructor(box, reel, source, go) {
    const part = name => box.querySelector("." + name), embedded = document.getElementById("logs");
    this.box = box;
    this.source = source;
    this.reel = reel;
    /** @type {{ seat: number, turns: TurnLog[] }[] | null} */ this.logs = embedded ? JSON.parse(embedded.textContent) : null;
    this.parts = { bot: part("bot"), when: part("when"), answer: part("answer"), printed: part("printed"), sent: part("sent"), prompt: part("prompt") };
    this.list = new TurnList(part("turns"), go);
    this.figures = new Figures(document.getElementById("figures"));
    this.listed = { seat: -1, over: false, key: "", busy: false };
    this.key = "";
    this.wanted = "";
    this.busy = false;
    this.picked = null;
  }

  toggle() {
    this.box.hidden = !this.box.hidden;
    this.figures.hide(this.box.hidden);
  }

  /** Adds turns in order to the list and to the curves. @param {TurnLog[]} turns */
  add(turns) {
    this.list.add(turns);
    this.figures.add(turns);
  }

  /** Fills the list of bots once their names are known. */
  fill() {
    const { bot } = this.parts, own = this.box.dataset.seats?.split(" ").map(Number);
    const seats = this.logs ? this.logs.map(l => l.seat) : own ?? this.reel.head.seats.map((_, i) => i);
    bot.replaceChildren(...seats.map(seat => new Option(this.reel.head.seats[seat].name, String(seat))));
    bot.onchange = () => this.show(this.turn);
  }

  /** Shows the newest turn of the bot up to that of a shot. A bot that is picked on the board is chosen here too. @param {number} at @param {number | null} pick */
  draw(at, pick) {
    if (this.box.hidden || !this.reel.head) return;
    if (!this.parts.bot.options.length) this.fill();
    if (pick !== this.picked) {
      this.picked = pick;
      const option = [...this.parts.bot.options].find(o => o.value === String(pick));
      if (option) this.parts.bot.value = option.value;
    }
    this.show(this.reel.frame(at).turn ?? at);
  }

  show(turn) {
    this.turn = turn;
    const seat = Number(this.parts.bot.value), key = [seat, turn, this.reel.ending ? 1 : 0].join(" "); // output may come late, until the end
    if (key !== this.key) this.turned(key, seat, turn);
    if (this.source) this.askTurns();
  }

  /** Shows another turn, of another bot perhaps. */
  turned(key, seat, turn) {
    this.key = key;
    if (this.listed.seat !== seat || this.listed.over !== Boolean(this.reel.ending)) { // output of earlier turns may have come late
      Object.assign(this.listed, { seat, over: Boolean(this.reel.ending), key: "" });
      this.list.clear();
      this.figures.clear();
      if (this.logs) this.add(this.logs.find(l => l.seat === seat)?.turns.filter(l => l.turn >= 0).toSorted((a, b) => a.turn - b.turn) ?? []);
    }
    this.list.mark(turn);
    this.figures.mark(turn);
    if (!this.logs) {
      this.ask(key);
      return;
    }
    const log = this.logs.find(l => l.seat === seat);
    this.write(log?.turns.findLast(l => l.turn <= turn) ?? { turn });
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

  /** Asks the source for the turns after those in the list, one request at a time, until it has none: whenever the game goes on, whatever turn is shown. */
  async askTurns() {
    const { listed, list } = this, now = () => `${this.key} ${this.reel.length}`;
    if (listed.busy || listed.key === now()) return;
    listed.busy = true;
    try {
      do {
        listed.key = now();
        for (let more = true, after = list.last - 2; more;) { // the answer to the last turns may have come since
          const seat = listed.seat, before = list.last, turns = await this.source.turns(seat, Math.max(-1, after));
          if (seat !== listed.seat) break;
          this.add(turns ?? []);
          more = list.last > before;
          after = list.last;
        }
        list.mark(this.turn);
      } while (listed.key !== now());
    } catch { /* the server has ended; what was shown last stays */ }
    listed.busy = false;
  }

  /** @param {TurnLog} log */
  write(log) {
    const { when, answer, printed, sent, prompt } = this.parts;
    when.textContent = log.turn ? `${this.reel.turn} ${log.turn}` : `before the first ${this.reel.turn}`;
    const time = log.us ? ` in ${microsUnit(log.us)}` : "";
    answer.textContent = log.answer ? `answered ${log.answer}${time}` : log.fault ? "" : log.turn ? "no answer is known" : "";
    if (log.fault) answer.append(Object.assign(document.createElement("span"), { className: "bad", textContent: `${answer.textContent ? "; " : ""}fault: ${log.fault}` }));
    printed.textContent = [log.printed ?? "", ...(log.notes ?? []).map(n => "agon: " + n)].filter(Boolean).join("\n").trimEnd() || "nothing printed";
    sent.textContent = log.sent ?? "";
    prompt.hidden = !log.sent;
  }
}
