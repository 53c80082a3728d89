// The moves of a person who plays on this page.
import { pressed } from "./keys.js";

/** Hands sends keys and buttons to the game, and shows the result of the last one. */
export class Hands {
  /** @param {HTMLElement} panel with a button for each key @param {HTMLElement} now shows messages @param {object} page the game's page */
  constructor(panel, now, page) {
    this.now = now;
    this.page = page;
    this.seat = Number(panel.dataset.seat);
    this.buttons = new Map([...panel.querySelectorAll("[data-key]")].map(b => [b.dataset.key, b]));
    this.sent = { shots: -1, key: "" };
    this.trouble = "";
    for (const [key, button] of this.buttons) button.onclick = () => this.press(key);
    // A key that is a move takes precedence over the page's own keys.
    addEventListener("keydown", e => this.hear(e), { capture: true });
  }

  hear(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const key = pressed(event);
    if (!this.buttons.has(key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!event.repeat) this.press(key);
  }

  /** Sends a key; the last one before the turn is played counts. @param {string} key */
  async press(key) {
    const { page } = this;
    if (this.over()) return;
    if (!page.player.follows) page.player.end();
    this.sent = { shots: page.reel.length, key };
    this.trouble = "";
    page.later();
    try {
      const answer = await fetch("key", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ key }) });
      if (!answer.ok) throw new Error(await answer.text());
    } catch (error) {
      this.sent = { shots: -1, key: "" };
      this.trouble = `not sent: ${error.message.trim()}`;
    }
    page.later();
  }

  /** Returns why this person cannot play any more, or "". */
  over() {
    const { reel, view } = this.page;
    if (!reel.length) return "";
    if (reel.ending) return "the game is over";
    const out = view.out?.(reel.frame(reel.length - 1), this.seat) ?? "";
    return out && `you are out: ${out}`;
  }

  draw() {
    const over = this.over(), waits = this.sent.shots === this.page.reel.length;
    for (const [key, button] of this.buttons) {
      button.disabled = over !== "";
      button.setAttribute("aria-pressed", String(waits && key === this.sent.key));
    }
    const { live, reel } = this.page, refused = live?.told && live.toldAt === reel.length && !waits ? `${live.told}: your move` : "";
    const words = over || this.trouble || refused || (waits ? `${this.buttons.get(this.sent.key).title} is sent` : "your move");
    if (this.now.textContent !== words) this.now.textContent = words;
  }
}
