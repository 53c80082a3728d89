// One large figure for each seat, for kinds with one that is more important than the table: a chess clock.
import { chip } from "./list.js";

/**
 * @typedef {object} Card
 * @property {number} seat @property {string} text the figure @property {number} [part] of its bar, 0 to 1
 * @property {boolean} [on] whether the clock runs @property {"" | "warn" | "bad"} [tone] @property {string} [words] a fact beside the name
 */

/** Cards fills an element, and changes only what differs. */
export class Cards {
  /** @param {HTMLElement} place @param {import("./reel.js").Reel} reel */
  constructor(place, reel) {
    this.place = place;
    this.reel = reel;
    this.key = "";
  }

  /** @param {Card[]} cards @param {import("./look.js").Look} look @param {string[]} marks by seat */
  draw(cards, look, marks) {
    const key = JSON.stringify([cards, marks]);
    if (key === this.key) return;
    this.key = key;
    this.place.hidden = cards.length === 0;
    this.place.replaceChildren(...cards.map(card => this.card(card, look, marks[card.seat])));
  }

  card({ seat, text, part, on, tone, words }, look, mark) {
    const { name, slot } = this.reel.head.seats[seat], box = make("section", `card slot-${slot % 24}${on ? " on" : ""}${tone ? " " + tone : ""}`);
    const head = make("p"), figure = make("strong", "", text);
    head.append(chip(look.seats[seat], mark, slot), make("span", "cut", name), make("span", "words", words));
    box.append(head, figure);
    if (part !== undefined) box.append(meter(part));
    return box;
  }
}

function meter(part) {
  const box = make("div", "meter"), bar = make("i");
  bar.style.width = (Math.min(1, Math.max(0, part)) * 100).toFixed(1) + "%";
  box.append(bar);
  return box;
}

function make(tag, name, text) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text) element.textContent = text;
  return element;
}
