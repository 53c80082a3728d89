// The script of a leaderboard and of a bot's page on it: it searches and filters tables that are complete without JavaScript.
import { Keys } from "./keys.js";
import { search } from "./search.js";
import { GameFilter, number } from "./gamefilter.js";

const SHOWS = { all: "all games", won: "games it won", drawn: "drawn games", lost: "games it lost", faults: "with faults" };
const FAULTS = 5; // the column
const board = document.querySelector(".board"), games = document.querySelector(".botgames"), own = [];

if (board) {
  const field = document.querySelector(".find");
  search(field, board);
  own.push({ keys: ["/"], caps: "/", does: "find a bot", act: () => field.focus() });
}
if (games) {
  const result = wanted => g => g.row.dataset.result === wanted;
  const filter = new GameFilter(games, {
    read: row => ({ faults: number(row.cells[FAULTS].textContent) }),
    filters: { won: result("won"), drawn: result("drawn"), lost: result("lost"), faults: g => g.faults > 0 },
  });
  own.push(...filter.keys("games against a bot", SHOWS));
}

const keys = new Keys([...own, { keys: ["?"], caps: "?", does: "this table", act: () => keys.help() }], document.getElementById("help"));

document.getElementById("keys")?.addEventListener("click", () => keys.help());
document.documentElement.classList.add("ready");
