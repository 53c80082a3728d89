// Starts the page of a game for a player.
import { GamePage } from "./game.js";
import { Hands } from "./hands.js";

const find = id => document.getElementById(id);

new GamePage(page => new Hands(find("hands"), find("hands-now"), page)).start();
