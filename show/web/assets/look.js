// The colours and fonts of a page for drawing on a canvas: the tokens of tokens.css, read once per theme.

/**
 * @typedef {object} SeatLook
 * @property {string} colour full @property {string} ink of a letter on it @property {string} pale of a tile it owns
 * @property {string} strong of its tiles while it is picked @property {string} faint of its tiles while another is picked
 * @property {string} tint of free tiles it would own @property {string} name of the bot @property {string} mark its letter @property {0|1|2} texture plain, dot, hatch
 * @property {boolean} double whether it has a second rim, because another seat has the same colour
 */
/**
 * @typedef {object} Look
 * @property {boolean} dark @property {(a: string, b: string, t: number) => string} mix the colour a part t of the way from a to b
 * @property {string} tile @property {string} line of the grid @property {string} ink @property {string} text @property {string} muted
 * @property {string} surface @property {string} sunken @property {string} hair @property {string} edge @property {string} accent
 * @property {string} good @property {string} warn @property {string} bad @property {string} wall @property {string} wallSoft
 * @property {string} ui the face @property {string} mono @property {SeatLook[]} seats by seat
 */

const channels = hex => [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16));

/** @param {string} a "#rrggbb" @param {string} b @param {number} t 0 to 1 */
export function mix(a, b, t) {
  const p = channels(a), q = channels(b);
  return "#" + p.map((x, i) => Math.round(x + (q[i] - x) * t).toString(16).padStart(2, "0")).join("");
}

/** The share of a bot's colour in its tiles: on a light ground, on a dark one. */
const PALE = [0.36, 0.46], STRONG = [0.6, 0.72], TINT = [0.2, 0.26], FAINT = 0.35, SLOTS = 24;

/** @param {import("./reel.js").Seat[]} seats @returns {Look} */
export function readLook(seats) {
  const style = getComputedStyle(document.documentElement), token = name => style.getPropertyValue("--" + name).trim();
  const dark = token("dark") === "1", tile = token("tile"), part = pair => pair[dark ? 1 : 0];
  const seatLook = ({ name, slot, mark }) => {
    const colour = token("slot-" + slot % SLOTS), pale = mix(tile, colour, part(PALE));
    return {
      colour, pale, name, mark, ink: token("slot-ink-" + slot % SLOTS), strong: mix(tile, colour, part(STRONG)),
      faint: mix(tile, pale, FAINT), tint: mix(tile, colour, part(TINT)), texture: slot % SLOTS % 3, double: slot >= SLOTS,
    };
  };
  return {
    dark, mix, tile, line: token("tile-line"), ink: token("ink"), text: token("text"), muted: token("muted"),
    surface: token("surface"), sunken: token("sunken"), hair: token("line"), edge: token("edge"), accent: token("accent"),
    good: token("good"), warn: token("warn"), bad: token("bad"), wall: token("wall"), wallSoft: token("wall-soft"),
    ui: token("f-ui"), mono: token("f-mono"), seats: seats.map(seatLook),
  };
}

/** Calls changed when the theme changes, by the button, by the system or by paper, which is light. @param {() => void} changed */
export function onTheme(changed) {
  for (const media of ["(prefers-color-scheme: dark)", "print"]) matchMedia(media).addEventListener("change", changed);
  new MutationObserver(changed).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
}
