// Starts the page of a game for a spectator.
import { GamePage } from "./game.js";

new GamePage().start();
