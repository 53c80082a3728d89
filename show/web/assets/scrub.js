// The scrub bar: a range over the story, with a head, a veil over the part that is not played yet, and a line with a description of the
// pointer's position.
import { score } from "./numbers.js";
import { across } from "./strip.js";
import { chancesAt } from "./chances.js";

/** Scrub moves the player by drag and wheel, and shows its position. */
export class Scrub {
  /**
   * @param {{track: HTMLElement, range: HTMLInputElement, head: HTMLElement, veil: HTMLElement, line: HTMLElement, tip: HTMLElement}} parts
   * @param {import("./player.js").Player} player @param {() => number} total shots of the whole game
   */
  constructor(parts, player, total) {
    Object.assign(this, parts);
    this.player = player;
    this.total = total;
    this.range.oninput = () => { player.stop(); player.go(Number(this.range.value)); };
    this.range.addEventListener("wheel", e => this.wheel(e), { passive: false });
    this.range.addEventListener("pointermove", e => this.hover(e));
    this.range.addEventListener("pointerleave", () => { this.tip.hidden = true; });
  }

  wheel(event) {
    event.preventDefault();
    this.player.step(Math.sign(event.deltaY || event.deltaX) * (event.shiftKey ? 10 : 1));
  }

  /** Shows the round and the three leaders at the pointer. */
  hover(event) {
    const { reel } = this.player, box = this.track.getBoundingClientRect(), x = Math.min(box.width, Math.max(0, event.clientX - box.left));
    const at = Math.min(this.player.last, Math.round(x / box.width * this.total()));
    const places = reel.places(at), scores = reel.scores(at), first = places.map((_, seat) => seat).sort((a, b) => places[a] - places[b] || a - b).slice(0, 3);
    const leaders = first.filter(seat => !Number.isNaN(scores[seat])).map(seat => `${reel.head.seats[seat].name} ${score(scores[seat], reel.head.unit)}`);
    const chances = reel.head.chances ? `; ${chancesAt(reel.head.chances, at, reel.head.seats)}` : "";
    this.tip.textContent = `${reel.head.step} ${reel.frame(at).round ?? at}: ${leaders.join(", ")}${chances}`;
    this.tip.hidden = false;
    this.tip.style.left = Math.max(0, Math.min(box.width - this.tip.offsetWidth, x - this.tip.offsetWidth / 2)) + "px";
  }

  draw() {
    const { at, reel } = this.player, total = this.total(), part = across(at, total, 100);
    this.range.max = String(total);
    this.range.value = String(at);
    this.range.setAttribute("aria-valuetext", `${reel.head.step} ${reel.frame(at).round ?? at} of ${reel.head.rounds || total}`);
    this.head.style.left = this.line.style.left = this.veil.style.left = part + "%";
  }
}
