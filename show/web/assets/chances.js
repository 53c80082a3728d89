// The chances of the seats along a game, where they were estimated: lines in the scrub bar in place of the story, marks at the turning points, and these in words.
import { across } from "./strip.js";
import { chip } from "./list.js";
import { capital } from "./numbers.js";

/**
 * @typedef {object} Turning a part of the game in which a seat lost much
 * @property {number} seat @property {number} from @property {number} to turns played before and after it @property {number} before @property {number} after its chance
 * @property {number} [turn] the move that cost most, from 1 @property {string} [made] @property {number} [left] @property {string} [better] @property {number} [would]
 */
/** @typedef {{bot: string, playouts: number, curve: {turns: number, means: number[], errors: number[]}[], turnings: Turning[]}} Chances */

const SURE = 1.96; // standard errors of a 95 % interval
const MARK = 4; // half the width of a mark, CSS pixels

const percent = part => Math.round(100 * part) + " %";

/**
 * Draws the chances of all seats, with the error of the picked one, or of both where two play.
 * @param {{g: CanvasRenderingContext2D, width: number, height: number}} box @param {Chances} chances @param {import("./look.js").Look} look
 * @param {number} total shots of the game @param {number | null} pick
 */
export function drawChances({ g, width, height }, { curve, turnings }, look, total, pick) {
  const x = turns => across(turns, total, width), y = part => height - 2 - part * (height - 4), seats = curve[0].means.map((_, seat) => seat);
  for (const seat of seats.filter(seat => pick === null ? seats.length === 2 : seat === pick)) {
    g.beginPath();
    curve.forEach(p => g.lineTo(x(p.turns), y(Math.min(1, p.means[seat] + SURE * p.errors[seat]))));
    curve.slice().reverse().forEach(p => g.lineTo(x(p.turns), y(Math.max(0, p.means[seat] - SURE * p.errors[seat]))));
    g.fillStyle = look.mix(look.tile, look.seats[seat].colour, 0.22);
    g.fill();
  }
  for (const seat of seats) {
    g.beginPath();
    curve.forEach(p => g.lineTo(x(p.turns), y(p.means[seat])));
    g.strokeStyle = look.seats[seat].colour;
    g.globalAlpha = pick === null || pick === seat ? 1 : 0.25;
    g.lineWidth = pick === seat ? 2.5 : 1.75;
    g.setLineDash([[], [6, 3], [2, 3]][look.seats[seat].texture]);
    g.stroke();
  }
  g.setLineDash([]);
  g.globalAlpha = 1;
  for (const t of turnings) mark(g, x(t.turn || t.to), look, look.seats[t.seat]);
}

function mark(g, x, look, seat) {
  g.beginPath();
  g.moveTo(x - MARK, 0);
  g.lineTo(x + MARK, 0);
  g.lineTo(x, 2 * MARK);
  g.closePath();
  g.fillStyle = seat.colour;
  g.fill();
  g.lineWidth = 1;
  g.strokeStyle = look.ink;
  g.stroke();
}

/**
 * Returns the turning points as lines of a list, each a button that goes there, and a line of what the estimates are.
 * @param {Chances} chances @param {import("./reel.js").Reel} reel @param {import("./look.js").Look} look @param {(turning: Turning) => void} go
 */
export function turningPoints({ bot, playouts, turnings }, reel, look, go) {
  const lines = turnings.map(t => {
    const line = document.createElement("li"), button = document.createElement("button"), seat = reel.head.seats[t.seat];
    button.type = "button";
    button.className = "btn";
    button.textContent = t.turn ? `${capital(reel.turn)} ${t.turn}` : `${capital(reel.turn === reel.head.step ? reel.head.steps : "turns")} ${t.from + 1} to ${t.to}`;
    button.onclick = () => go(t);
    const words = t.turn ? `${t.made} leaves ${percent(t.left)}, ${t.better} ${percent(t.would)}.` : "No single move is known to have been wrong.";
    line.append(button, " ", chip(look.seats[t.seat], seat.mark, seat.slot), ` ${seat.name} fell from ${percent(t.before)} to ${percent(t.after)}. ${words}`);
    return line;
  });
  const about = document.createElement("li");
  about.className = "muted";
  about.textContent = `Chances are those of builtin:${bot} in every seat, which played each position on ${playouts} times, not of the bots that played.`;
  return [...lines, about];
}

/** Returns the chances at a shot as words for the line at the pointer. @param {Chances} chances @param {number} at @param {import("./reel.js").Seat[]} seats */
export function chancesAt({ curve }, at, seats) {
  const near = curve.reduce((a, b) => Math.abs(b.turns - at) < Math.abs(a.turns - at) ? b : a);
  const best = near.means.map((_, seat) => seat).sort((a, b) => near.means[b] - near.means[a] || a - b).slice(0, 3);
  return `chance ${best.map(seat => `${seats[seat].name} ${percent(near.means[seat])}`).join(", ")}`;
}
