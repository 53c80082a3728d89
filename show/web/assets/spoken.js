// What the page tells people who do not see the board: the standing and what the bots did, in sentences, at a bounded rate.
import { capital, score } from "./numbers.js";

const PLAYING = 5000; // ms between two texts while the game goes on
const STEPPING = 700; // while somebody goes through it step by step
const NAMED = 6; // bots in a text

/** Spoken fills a live region. */
export class Spoken {
  /** @param {HTMLElement} region @param {import("./reel.js").Reel} reel @param {object} view @param {import("./player.js").Player} player */
  constructor(region, reel, view, player) {
    this.region = region;
    this.reel = reel;
    this.view = view;
    this.player = player;
    this.said = { at: -1, ended: false, time: -Infinity };
    this.timer = 0;
  }

  /** Tells what the shown shot is, now or as soon as the rate allows it. @param {number | null} pick */
  draw(pick) {
    this.pick = pick;
    const { player, reel, said } = this, ended = Boolean(reel.ending) && player.at === player.last;
    if (said.at === player.at && said.ended === ended || this.timer) return;
    const wait = said.time + (player.playing ? PLAYING : STEPPING) - performance.now();
    this.timer = setTimeout(() => { this.timer = 0; this.tell(); }, Math.max(0, wait));
  }

  tell() {
    const { player, reel } = this, at = player.at, ended = Boolean(reel.ending) && at === player.last;
    this.region.textContent = sentences(reel, this.view, at, this.said.at, this.pick).join(" ");
    this.said = { at, ended, time: performance.now() };
  }
}

/** Returns the round, the first bots with their scores and what they did since another shot, and the end. @returns {string[]} */
export function sentences(reel, view, at, before, pick) {
  const frame = reel.frame(at), from = before >= 0 && before < at ? reel.frame(before) : null;
  const places = reel.places(at), seats = reel.head.seats.map((_, seat) => seat).sort((a, b) => places[a] - places[b] || a - b);
  const named = seats.slice(0, NAMED);
  if (pick !== null && !named.includes(pick)) named.push(pick);
  const lines = [`${capital(reel.head.step)} ${frame.round ?? at}.`];
  for (const seat of named) {
    const words = [`${reel.head.seats[seat].name}${standing(reel, at, seat)}`];
    const out = view.out?.(frame, seat), did = out ? "" : view.spoken?.(frame, seat) ?? moved(from?.picture, frame.picture, seat);
    if (out) words.push("out: " + out);
    if (did) words.push(did);
    lines.push(words.join(", ") + ".");
  }
  if (seats.length > named.length) lines.push(`${seats.length - named.length} more are in the table.`);
  if (reel.ending && at === reel.length - 1) lines.push(`The end: ${reel.ending.words}.`);
  return lines;
}

/** Returns the place and the score of a bot, as far as the viewer may know them: " is 1st with 3 points". */
function standing(reel, at, seat) {
  const place = reel.places(at)[seat], points = reel.scores(at)[seat], unit = reel.head.unit ? " " + reel.head.unit : "";
  const has = Number.isNaN(points) ? "" : `${score(points, reel.head.unit)}${unit}`;
  if (place) return ` is ${ordinal(place)} with ${has}`;
  return has && ` has ${has}`;
}

/** Returns where a bot went between two pictures: "went 2 right, 1 up". A step over the edge of a board without edges is a step. */
function moved(from, to, seat) {
  const here = to?.shapes?.find(s => s.form === "bot" && s.seat === seat), there = from?.shapes?.find(s => s.form === "bot" && s.seat === seat);
  if (!here || !there) return "";
  const round = (d, size) => Math.abs(d) > size / 2 ? d - Math.sign(d) * size : d;
  const x = Math.round(round(here.x - there.x, to.width)), y = Math.round(round(here.y - there.y, to.height));
  const parts = [x && `${Math.abs(x)} ${x > 0 ? "right" : "left"}`, y && `${Math.abs(y)} ${y > 0 ? "down" : "up"}`].filter(Boolean);
  return parts.length ? "went " + parts.join(", ") : "stayed";
}

const ordinal = n => n + (n % 100 > 10 && n % 100 < 14 ? "th" : ["th", "st", "nd", "rd"][n % 10] ?? "th");
