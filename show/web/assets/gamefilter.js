// The filters of a list of games: buttons, a field for a bot, and pages. The table is complete without JavaScript.
import { choice } from "./keys.js";
import { Pager } from "./pager.js";

/** Parses a number of the table: thin spaces. */
export const number = text => parseFloat(text.replace(/\u2009/g, "")) || 0;

/** @typedef {{ row: HTMLTableRowElement, at: number, slots: string[] }} Game with what read adds */

export class GameFilter {
  /**
   * @param {HTMLTableElement} table
   * @param {{ read: (row: HTMLTableRowElement) => object, filters: Record<string, (g: Game) => boolean>, orders?: Record<string, (a: Game, b: Game) => number> }} options
   */
  constructor(table, { read, filters, orders = {} }) {
    this.body = table.tBodies[0];
    this.filters = filters;
    this.orders = orders;
    this.games = [...this.body.rows].map((row, at) => ({ row, at, slots: row.dataset.bots.split(" "), ...read(row) }));
    this.pager = new Pager(document.querySelector(".pager"), table);
    this.group = document.getElementById("filters");
    this.field = document.getElementById("bot");
    this.shown = document.getElementById("shown");
    this.bots = [...document.getElementById("bots").options].map(option => ({ name: option.value.toLowerCase(), slot: option.dataset.slot }));
    this.show = "all";
    for (const button of this.group.children) button.onclick = () => this.choose(button.dataset.show);
    choice(this.group);
    this.field.addEventListener("input", () => this.turn());
    this.field.addEventListener("keydown", e => {
      if (e.key !== "Escape") return;
      this.field.value = "";
      this.turn();
      this.field.blur();
    });
    addEventListener("hashchange", () => this.follow());
    if (location.hash) this.follow(); else this.apply();
  }

  choose(show) {
    this.show = show;
    this.turn();
  }

  /** Shows the games of the filters, and returns how many there are. */
  apply() {
    const bot = this.field.value.trim().toLowerCase(), named = new Set(this.bots.filter(b => b.name.includes(bot)).map(b => b.slot));
    const fits = this.filters[this.show] ?? (() => true), order = this.orders[this.show];
    const list = order ? this.games.toSorted(order) : this.games, rows = [];
    for (const g of list) {
      g.row.hidden = !fits(g) || (bot !== "" && !g.slots.some(slot => named.has(slot)));
      if (!g.row.hidden) rows.push(g.row);
    }
    this.body.append(...list.map(g => g.row));
    this.pager.show(rows);
    for (const button of this.group.children) button.setAttribute("aria-pressed", String(button.dataset.show === this.show));
    this.shown.textContent = this.show === "all" && !bot ? "" : rows.length === 1 ? "1 game" : rows.length + " games";
  }

  /** Shows the games of the filters, and writes the filters into the address. */
  turn() {
    this.apply();
    const state = new URLSearchParams(), bot = this.field.value.trim();
    if (this.show !== "all") state.set("show", this.show);
    if (bot) state.set("bot", bot);
    history.replaceState(null, "", location.pathname + location.search + (state.size ? "#" + state : ""));
  }

  /** Reads the filters from the address. */
  follow() {
    const state = new URLSearchParams(location.hash.slice(1)), wanted = state.get("show");
    this.show = [...this.group.children].some(b => b.dataset.show === wanted) ? wanted : "all";
    this.field.value = state.get("bot") ?? "";
    this.turn();
  }

  /** Returns the keys of the field and of the buttons. @param {string} field describes the field @param {Record<string, string>} shows */
  keys(field, shows) {
    return [
      { keys: ["/"], caps: "/", does: field, act: () => this.field.focus() },
      ...[...this.group.children].map((button, i) => ({ keys: [String(i + 1)], caps: String(i + 1), does: shows[button.dataset.show], act: () => this.choose(button.dataset.show) })),
    ];
  }
}
