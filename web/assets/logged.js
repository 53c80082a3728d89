// A page of a game with the output of its bots, which the server has.
import { GamePage } from "./game.js";

/** Returns what is known of a turn of a seat, or null. @param {number} seat @param {number} turn */
async function ask(seat, turn) {
  const answer = await fetch(`log?seat=${seat}&turn=${turn}`);
  return answer.ok ? answer.json() : null;
}

new GamePage(null, ask).start();
