// A page of a game with the output of its bots, which the server has.
import { GamePage } from "./game.js";

async function ask(what, seat, turn) {
  const answer = await fetch(`${what}?seat=${seat}&turn=${turn}`);
  return answer.ok ? answer.json() : null;
}

new GamePage(null, { turn: (seat, turn) => ask("log", seat, turn), rows: (seat, turn) => ask("rows", seat, turn) }).start();
