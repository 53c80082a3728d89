// Starts the page of a game on an unattended screen.
import { GamePage } from "./game.js";
import { Hall } from "./hall.js";
import { Standing } from "./standing.js";

const Panel = document.body.classList.contains("hall") ? Hall : Standing;
new GamePage(page => new Panel(document.getElementById("standing"), page)).start();
