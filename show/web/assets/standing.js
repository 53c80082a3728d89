// The standing beside a game of a loop on an unattended screen.

const make = (name, className, text = "") => Object.assign(document.createElement(name), { className, textContent: text });

/** Standing follows the loop: it fills the table, and reloads the page when the next game is shown. */
export class Standing {
  /** @param {HTMLElement} panel with the name of the showing, a title and a table @param {object} page the game's page */
  constructor(panel, page) {
    this.panel = panel;
    this.page = page;
    page.state.r = null; // the address may name a round of the previous game
    this.stream = new EventSource("standing");
    this.stream.onmessage = e => this.hear(JSON.parse(e.data));
  }

  hear(news) {
    const here = news.showing === this.panel.dataset.showing;
    if (here || !this.heard) this.fillTable(news); // also where the next game began while this page was loaded: it may stay, held
    this.heard = true;
    this.wait(news.waits);
    if (!here) this.leave();
  }

  fillTable(news) {
    this.panel.querySelector("h2").textContent = news.title;
    this.panel.querySelector(".value").textContent = news.value;
    this.panel.querySelector("tbody").replaceChildren(...news.lines.map(l => this.row(l)));
  }

  /** Says why no game goes on. @param {string} why empty: one does */
  wait(why) {
    const words = document.getElementById("waits");
    words.hidden = why === "";
    words.textContent = why && `The contest ${why}.`;
  }

  /** Goes to the next game, unless the spectator looks at an earlier round of this one: then a link leads there. */
  leave() {
    const { player } = this.page;
    if (player.at === player.last) { location.reload(); return; }
    this.panel.querySelector(".next").hidden = false;
  }

  row({ rank, name, slot, mark, score, played, won }) {
    const row = make("tr", ""), who = make("th", "");
    who.scope = "row";
    who.append(make("i", `chip slot-${slot % 24}`, mark), " ", name);
    row.append(make("td", "num muted", rank), who, make("td", "num", score), make("td", "num muted won", `${won} / ${played}`));
    return row;
  }

  /** Does nothing, because the standing does not depend on the shot on the screen. */
  draw() {}
}
