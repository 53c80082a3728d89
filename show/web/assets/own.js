// Shows a game's own viewer in place of the board: its files, in a frame with an origin of its own, which is told the number of the shot.

/** Own binds the button of the viewer, if the game has one. */
export class Own {
  /** @param {HTMLElement | null} button @param {HTMLElement} place of the board @param {() => void} changed draws the page again */
  constructor(button, place, changed) {
    Object.assign(this, { button, place, frame: null, shown: 0, of: 0 });
    if (!button) return;
    button.onclick = () => { this.toggle(); changed(); };
    addEventListener("message", event => this.hear(event));
  }

  toggle() {
    const { place, button, frame } = this, open = !frame;
    frame?.remove();
    this.frame = open ? Object.assign(document.createElement("iframe"), { className: "own", title: "The game's own viewer", sandbox: "allow-scripts", src: button.dataset.src }) : null;
    if (open) place.append(this.frame);
    place.classList.toggle("replaced", open);
    button.setAttribute("aria-pressed", String(open));
    this.say("");
  }

  say(text) { document.getElementById("own-said").textContent = text; }

  /** Hears the frame alone: which shot it shows, or why it shows none. */
  hear({ source, data }) {
    if (!this.frame || source !== this.frame.contentWindow) return;
    if (typeof data?.failed === "string") this.say(`The game's own viewer says: ${data.failed.slice(0, 300)}`);
    if (Number.isInteger(data?.shown)) Object.assign(this, { shown: data.shown, of: data.of });
  }

  /** Names the shot. A frame that was opened earlier in a growing game is loaded again at its end. */
  draw(shot, ended) {
    if (!this.frame) return;
    if (this.of && shot >= this.of && ended) { this.of = 0; this.frame.src = this.button.dataset.src; }
    this.frame.contentWindow?.postMessage({ shot }, "*");
  }
}
