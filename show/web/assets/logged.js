// A page of a game with the output of its bots, which the server has.
import { GamePage } from "./game.js";

/** Returns what is known of a turn of a seat, or null. @param {number} seat @param {number} turn */
async function ask(seat, turn) {
  const answer = await fetch(`log?seat=${seat}&turn=${turn}`);
  return answer.ok ? answer.json() : null;
}

/** Returns the turns of a seat after one of them: at most some hundred, the first ones, without what the bot was sent. */
async function askTurns(seat, after) {
  const answer = await fetch(`log/turns?seat=${seat}&turn=${after}`);
  return answer.ok ? answer.json() : null;
}

new GamePage(null, { turn: ask, turns: askTurns }).start();
