// The keys of a game's page, in the order of the help.
import { offered } from "./controls.js";

/** @param {object} page the game's page @returns {import("./keys.js").Key[]} */
export function gameKeys(page) {
  const { player, list } = page, key = (keys, caps, does, act) => ({ keys, caps, does, act });
  const layers = page.view.layers.map(l => key([l.key], l.key.toUpperCase(), l.about ?? l.title, () => offered(l, page.reel) ? page.toggle(l.name) : false));
  const go = id => () => document.getElementById(id)?.click();
  return [
    key([" "], "Space", "play, stop", () => player.toggle()),
    key(["ArrowLeft"], "←", "one step back", () => player.step(-1)),
    key(["ArrowRight"], "→", "one step on", () => player.step(1)),
    key(["Shift+ArrowLeft"], "Shift ←", "ten steps back", () => player.step(-10)),
    key(["Shift+ArrowRight"], "Shift →", "ten steps on", () => player.step(10)),
    key(["Alt+ArrowLeft"], "Alt ←", "the fault before", () => page.nextFault(-1)),
    key(["Alt+ArrowRight"], "Alt →", "the next fault", () => page.nextFault(1)),
    key(["Home"], "Home", "back to the deal", () => player.reset()),
    key(["End"], "End", "the end; follows a live game", () => player.end()),
    key(["1"], "1", "10 steps a second", () => player.pace("10")),
    key(["2"], "2", "60 steps a second", () => player.pace("60")),
    key(["3"], "3", "fast", () => player.pace("fast")),
    key(["ArrowUp"], "↑", "up in the list", () => list.move(-1)),
    key(["ArrowDown"], "↓", "down in the list", () => list.move(1)),
    key(["Enter"], "Enter", "pick the bot, or let it go", () => list.enter()),
    key(["Escape"], "Esc", "let the picked bot go", () => page.unpick()),
    ...layers,
    ...page.output ? [key(["l"], "L", "shows or hides the output of a bot", () => page.showOutput())] : [],
    key(["f"], "F", "full screen", () => page.fullScreen()),
    key(["["], "[", "the game before", go("game-before")),
    key(["]"], "]", "the next game", go("game-after")),
    key(["?"], "?", "this table", () => page.keys.help()),
  ];
}
