// Starts the page of a game on an unattended screen.
import { GamePage } from "./game.js";
import { Standing } from "./standing.js";

new GamePage(page => new Standing(document.getElementById("standing"), page)).start();
