// The buttons under the board. Each has the effect of a key, and shows whether it is on.
import { choice } from "./keys.js";

const find = id => document.getElementById(id);

/** Controls binds the buttons of the page to a player and to its layers. */
export class Controls {
  /** @param {import("./player.js").Player} player @param {object[]} layers of the view @param {(name: string) => void} toggle a layer */
  constructor(player, layers, toggle) {
    this.player = player;
    this.layers = layers.map(layer => ({ name: layer.name, layer, button: layerButton(layer, () => toggle(layer.name)) }));
    find("layers").replaceChildren(...this.layers.map(l => l.button));
    this.speeds = [...find("speeds").children];
    for (const button of this.speeds) button.onclick = () => player.pace(button.dataset.speed);
    choice(find("speeds"));
    find("reset").onclick = () => player.reset();
    find("back").onclick = () => player.step(-1);
    find("play").onclick = () => player.toggle();
    find("step").onclick = () => player.step(1);
    find("end").onclick = find("live").onclick = () => player.end();
  }

  /** @param {Record<string, boolean>} on @param {{state: string, behind: number} | null} live the connection, null when there is none */
  draw(on, live) {
    const { player } = this;
    for (const { name, layer, button } of this.layers) {
      press(button, on[name]);
      button.hidden = !offered(layer, player.reel);
    }
    for (const button of this.speeds) press(button, button.dataset.speed === player.speed);
    const play = find("play");
    if (play.dataset.does !== String(player.playing)) {
      play.dataset.does = String(player.playing);
      play.setAttribute("aria-label", player.playing ? "Stop" : "Play");
      play.querySelector(".word").textContent = player.playing ? "Stop" : "Play";
    }
    this.drawLive(live);
  }

  drawLive(live) {
    const { player } = this, growing = live !== null && !player.reel.ending, pill = find("live"), back = player.last - player.at;
    find("end").hidden = growing;
    pill.hidden = !growing;
    if (!growing) return;
    const slow = live.state === "slow", lost = live.state === "lost";
    pill.className = "btn live" + (slow || lost ? " warn" : player.follows ? "" : " behind");
    pill.textContent = lost ? "connection lost, trying again" : slow ? `live, ${live.behind} s behind` : player.follows || back === 0 ? "Live" : `back to live (${back} behind)`;
  }
}

/** Reports whether a layer can be offered: not if it is secret and the page did not get it, nor if it needs tiles and the picture is a duel, nor if it needs estimates and there are none. @param {object} layer @param {import("./reel.js").Reel} reel */
export function offered({ secret, tiled, estimated, name }, reel) {
  if (estimated && !reel.head?.chances) return false;
  const deal = reel.length ? reel.frame(0).picture : null;
  return !deal || !(secret && !deal.shapes.some(shape => shape.layer === name)) && !(tiled && deal.duel);
}

function layerButton({ title, key, about }, act) {
  const button = document.createElement("button"), cap = document.createElement("kbd");
  button.type = "button";
  button.className = "btn";
  if (about) button.title = about;
  cap.className = "kbd";
  cap.textContent = key.toUpperCase();
  button.append(title, " ", cap);
  button.onclick = act;
  return button;
}

function press(button, on) {
  if (button.getAttribute("aria-pressed") !== String(Boolean(on))) button.setAttribute("aria-pressed", String(Boolean(on)));
}
