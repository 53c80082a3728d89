// The page of a contest's games: filters and orders for a table that is complete without JavaScript.
import { Keys } from "./keys.js";
import { GameFilter, number } from "./gamefilter.js";

const SHOWS = { all: "all games", closest: "closest first", longest: "longest first", faults: "with faults", decided: "about which something was decided" };
const CELL = { length: 6, faults: 7 };

const filter = new GameFilter(document.querySelector(".gamelist"), {
  read: row => ({
    margin: row.dataset.margin === undefined ? Infinity : Number(row.dataset.margin),
    length: number(row.cells[CELL.length].textContent),
    faults: number(row.cells[CELL.faults].textContent),
  }),
  filters: { closest: g => g.margin < Infinity, longest: g => g.length > 0, faults: g => g.faults > 0, decided: g => g.row.classList.contains("marked") },
  orders: { closest: (a, b) => a.margin - b.margin || a.at - b.at, longest: (a, b) => b.length - a.length || a.at - b.at },
});

const keys = new Keys([...filter.keys("games of a bot", SHOWS), { keys: ["?"], caps: "?", does: "this table", act: () => keys.help() }], document.getElementById("help"));

document.getElementById("keys").addEventListener("click", () => keys.help());
document.documentElement.classList.add("ready");
