// Starts the page of a game for somebody who watches.
import { GamePage } from "./game.js";

new GamePage().start();
