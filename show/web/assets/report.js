// The report's script: it orders and searches tables that are complete without JavaScript.
import { Keys, choice } from "./keys.js";
import { Order } from "./order.js";
import { search } from "./search.js";

const ORDERS = ["score", "efficiency", "steadiness"];
const standings = [...document.querySelectorAll(".standings")].filter(s => s.querySelector("table"));
const wanted = () => new URLSearchParams(location.hash.slice(1)).get("by") ?? "score";

const tables = standings.map(section => {
  const table = section.querySelector("table"), order = new Order(table, section.querySelector(".bars")), group = section.querySelector(".seg");
  search(section.querySelector(".find"), table);
  choice(group);
  const turn = by => {
    if (!group.querySelector(`[data-by="${by}"]`)) return; // the table has no such column
    order.turn(by);
    for (const button of group.children) button.setAttribute("aria-pressed", String(button.dataset.by === by));
  };
  for (const button of group.children) button.onclick = () => choose(button.dataset.by);
  return turn;
});

/** Orders every table, and writes the order into the address. */
function choose(by) {
  if (!ORDERS.includes(by)) return;
  for (const turn of tables) turn(by);
  history.replaceState(null, "", by === "score" ? location.pathname + location.search : "#by=" + by);
}

const keys = new Keys([
  { keys: ["/"], caps: "/", does: "find a bot", act: () => document.querySelector(".find")?.focus() },
  ...ORDERS.map((by, i) => ({ keys: [String(i + 1)], caps: String(i + 1), does: "order by " + by, act: () => choose(by) })),
  { keys: ["?"], caps: "?", does: "this table", act: () => keys.help() },
], document.getElementById("help"));

document.getElementById("keys")?.addEventListener("click", () => keys.help());
addEventListener("hashchange", () => choose(wanted()));
if (wanted() !== "score") choose(wanted());
document.documentElement.classList.add("ready");
