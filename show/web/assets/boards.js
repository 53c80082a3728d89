// Small boards of running games: reads the newest state of each every second while somebody looks, and draws it.
import { blank, follow } from "./drawing.js";
import { onTheme, readLook } from "./look.js";
import { Board } from "./board.js";
import { pictureView } from "./picture.js";

const EACH = 1000, LONGEST = 60000, SHAPE = 4 / 3; // ms between two states, and at most after failures; width of a board's place for its height

/** SmallBoard is a canvas that draws a board as large as fits into its place. */
class SmallBoard extends Board {
  room({ width, height }) {
    const { clientWidth } = this.canvas.parentElement;
    return Math.floor(Math.min(clientWidth, clientWidth / SHAPE * width / height));
  }
}

/** Item is a board with what stands beside it. */
class Item {
  /** @param {HTMLElement} element a copy of the template */
  constructor(element) {
    this.element = element;
    this.part = name => element.querySelector("." + name);
  }

  /** @param {object} state of a game */
  show(state) {
    if (!this.state || this.state.key !== state.key) this.board = new SmallBoard(this.part("place").querySelector("canvas"), pictureView({}, state.layers));
    this.state = state;
    this.frame = { picture: follow(blank(state.seats.length), state.drawn, state.said), turn: 0 };
    this.part("nm").textContent = state.title;
    this.part("nm").href = state.page;
    this.part("facts").textContent = state.facts;
    this.part("seats").replaceChildren(...state.rows.map(row));
    this.draw();
  }

  draw() {
    const { state, frame } = this, contrast = matchMedia("(prefers-contrast: more)").matches;
    const on = Object.fromEntries(this.board.view.layers.map(l => [l.name, Boolean(l.usual || l.page || l.contrast && contrast)]));
    this.board.draw(frame, readLook(state.seats), { pick: null, on, key: 0, moving: false }, () => frame);
  }
}

function row({ name, mark, look, score }) {
  const line = document.createElement("li"), chip = document.createElement("span"), called = document.createElement("span"), figure = document.createElement("span");
  chip.className = `chip slot-${look}`;
  chip.textContent = mark;
  called.className = "cut";
  called.textContent = name;
  figure.className = "num";
  figure.textContent = score;
  line.append(chip, called, figure);
  return line;
}

/** Boards is the list of them. */
class Boards {
  constructor(list) {
    this.list = list;
    this.items = [];
    this.wait = EACH;
    onTheme(() => this.draw());
    new ResizeObserver(() => this.draw()).observe(list);
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.read(); });
    this.read();
  }

  draw() { for (const item of this.items) if (item.state) item.draw(); }

  async read() {
    clearTimeout(this.timer);
    if (document.hidden) return; // until somebody looks again
    try {
      const answer = await fetch(this.list.dataset.from, { headers: { accept: "application/json" } });
      if (!answer.ok) throw new Error(answer.status);
      const { boards, none } = await answer.json();
      this.show(boards, none);
      this.wait = EACH;
    } catch {
      this.wait = Math.min(2 * this.wait, LONGEST); // what was shown last stands
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.read(), this.wait);
  }

  show(states, none) {
    const words = document.getElementById("no-board");
    words.hidden = states.length > 0;
    if (words.textContent !== none) words.textContent = none;
    if (!this.items.length) this.list.replaceChildren(); // what the server wrote, for pages without a script
    while (this.items.length > states.length) this.items.pop().element.remove();
    while (this.items.length < states.length) {
      const copy = document.getElementById("board").content.firstElementChild.cloneNode(true);
      this.list.append(copy);
      this.items.push(new Item(copy));
    }
    states.forEach((state, i) => this.items[i].show(state));
  }
}

const list = document.getElementById("boards");
if (list) new Boards(list);
