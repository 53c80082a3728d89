// The script of a leaderboard and of a bot's page on it: it searches a table that is complete without JavaScript.
import { Keys } from "./keys.js";
import { search } from "./search.js";

const field = document.querySelector(".find");
if (field) search(field, document.querySelector(".board"));

const keys = new Keys([
  ...(field ? [{ keys: ["/"], caps: "/", does: "find a bot", act: () => field.focus() }] : []),
  { keys: ["?"], caps: "?", does: "this table", act: () => keys.help() },
], document.getElementById("help"));

document.getElementById("keys")?.addEventListener("click", () => keys.help());
document.documentElement.classList.add("ready");
