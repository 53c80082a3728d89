// The page of a contest's games: filters and orders for a table that is complete without JavaScript.
import { Keys, choice } from "./keys.js";

const SHOWS = { all: "all games", closest: "closest first", longest: "longest first", faults: "with faults", decided: "about which something was decided" };
const CELL = { length: 6, faults: 7 };
const body = document.querySelector(".gamelist").tBodies[0], rows = [...body.rows];
const group = document.getElementById("filters"), field = document.getElementById("bot"), shown = document.getElementById("shown");

const number = text => parseFloat(text.replace(/\u2009/g, "")) || 0;
const games = rows.map((row, at) => ({
  row, at,
  margin: row.dataset.margin === undefined ? Infinity : Number(row.dataset.margin),
  length: number(row.cells[CELL.length].textContent),
  faults: number(row.cells[CELL.faults].textContent),
  slots: row.dataset.bots.split(" "),
}));

const bots = [...document.getElementById("bots").options].map(option => ({ name: option.value.toLowerCase(), slot: option.dataset.slot }));

/** The orders of the games. */
const ORDERS = { closest: (a, b) => a.margin - b.margin || a.at - b.at, longest: (a, b) => b.length - a.length || a.at - b.at };
const FILTERS = { closest: g => g.margin < Infinity, longest: g => g.length > 0, faults: g => g.faults > 0, decided: g => g.row.classList.contains("marked") };

let show = "all";

/** Shows the games of the filters, and writes the filters into the address. */
function turn() {
  const bot = field.value.trim().toLowerCase(), named = new Set(bots.filter(b => b.name.includes(bot)).map(b => b.slot)), fits = FILTERS[show] ?? (() => true);
  const list = ORDERS[show] ? games.toSorted(ORDERS[show]) : games;
  let count = 0;
  for (const g of list) {
    g.row.hidden = !fits(g) || (bot !== "" && !g.slots.some(slot => named.has(slot)));
    if (!g.row.hidden) count++;
  }
  body.append(...list.map(g => g.row));
  for (const button of group.children) button.setAttribute("aria-pressed", String(button.dataset.show === show));
  shown.textContent = show === "all" && !bot ? "" : count === 1 ? "1 game" : count + " games";
  const state = new URLSearchParams();
  if (show !== "all") state.set("show", show);
  if (bot) state.set("bot", field.value.trim());
  history.replaceState(null, "", location.pathname + location.search + (state.size ? "#" + state : ""));
}

/** Reads the filters from the address. */
function follow() {
  const state = new URLSearchParams(location.hash.slice(1)), wanted = state.get("show");
  show = [...group.children].some(b => b.dataset.show === wanted) ? wanted : "all";
  field.value = state.get("bot") ?? "";
  turn();
}

const choose = wanted => { show = wanted; turn(); };
for (const button of group.children) button.onclick = () => choose(button.dataset.show);
choice(group);
field.addEventListener("input", turn);
field.addEventListener("keydown", e => {
  if (e.key !== "Escape") return;
  field.value = "";
  turn();
  field.blur();
});

const keys = new Keys([
  { keys: ["/"], caps: "/", does: "games of a bot", act: () => field.focus() },
  ...[...group.children].map((button, i) => ({ keys: [String(i + 1)], caps: String(i + 1), does: SHOWS[button.dataset.show], act: () => choose(button.dataset.show) })),
  { keys: ["?"], caps: "?", does: "this table", act: () => keys.help() },
], document.getElementById("help"));

document.getElementById("keys").addEventListener("click", () => keys.help());
addEventListener("hashchange", follow);
if (location.hash) follow();
document.documentElement.classList.add("ready");
