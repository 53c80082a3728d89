// Decodes the pictures of frames (package draw): each line has the differences from the previous picture. See "d" in README.md.

import { Picture } from "./shown.js";

/** Returns the picture before the first shot of a game with a number of seats. */
export const blank = seats => new Picture({ width: 0, height: 0, tiles: new Uint16Array(), been: [], texts: {}, race: null, styles: [], drawings: [], shapes: [], seats: Array(seats).fill({}), status: "", clock: "", tables: [], duel: null });

/**
 * Returns the picture after another. Both share what does not change.
 * @param {Picture} before @param {object} [d] what differs @param {[number, string][]} [remarks] of this shot
 */
export function follow(before, d = {}, remarks = []) {
  const now = new Picture(before);
  for (const name of ["race", "status", "clock", "tables"]) if (d[name] !== undefined) now[name] = d[name];
  if (typeof d.race === "number") now.race = { ...before.race, first: d.race };
  if (d.styles) now.styles = [...before.styles, ...d.styles];
  if (d.drawings) now.drawings = [...before.drawings, ...d.drawings.map(list => list.map(s => flat({ ...s, points: s.points?.flat() })))];
  now.shapes = reshape(now.styles, before.shapes, d);
  if (d.size) {
    [now.width, now.height] = d.size;
    Object.assign(now, { tiles: new Uint16Array(now.width * now.height), been: [], texts: {} });
  }
  if (d.tiles) retile(now.tiles = now.tiles.slice(), d.tiles, now);
  if (d.been) retile(now.been = !d.been.length ? [] : now.been.length ? now.been.slice() : Array(now.tiles.length).fill(0), d.been, now);
  if (d.texts) now.texts = { ...now.texts, ...Object.fromEntries(pairs(d.texts)) };
  if (d.seats) now.seats = now.seats.slice();
  for (const [seat, said] of pairs(d.seats ?? [])) now.seats[seat] = { ...now.seats[seat], ...said };
  if (d.duel !== undefined) now.duel = d.duel && duelAfter(before.duel ?? { score: "", words: "", cards: [] }, d.duel, now.drawings, remarks);
  return now;
}

function* pairs(list) { for (let i = 0; i < list.length; i += 2) yield [list[i], list[i + 1]]; }

/** Applies pairs of position and value: a position below 0 is the tile under the bot of seat -1 - position, one beyond the board the first of a run. */
function retile(tiles, changes, { width, height, shapes }) {
  const all = width * height;
  for (const [place, value] of pairs(changes)) {
    const bot = place < 0 && shapes.find(s => s.form === "bot" && s.seat === -1 - place), from = bot ? Math.floor(bot.y) * width + Math.floor(bot.x) : place % all;
    for (let run = bot ? 0 : Math.floor(place / all); run >= 0; run--) tiles[from + run] = value;
  }
}

const flat = shape => ({ ...shape, x: shape.x ?? 0, y: shape.y ?? 0, from: 0, to: shape.points?.length ?? 0 });

/** Returns a shape one picture later, or null if it has expired. */
function aged(shape) {
  if (shape.form === "timer") return { ...shape, ticks: (shape.ticks ?? 0) - 1 };
  if (!shape.lasts) return shape;
  return shape.age + 1 < shape.lasts ? { ...shape, age: shape.age + 1 } : null;
}

function reshape(styles, old, { ops = [], new: added = [], changed = [], dx, dy }) {
  const was = old.map(aged).filter(Boolean), make = ([style, seat, x, y, more]) => flat({ age: 0, ...styles[style], seat, x, y, ...more }), now = [], made = new Set();
  let at = 0, used = 0;
  for (let i = 0; i < ops.length; i += 3) {
    now.push(...was.slice(at, at + ops[i]));
    at += ops[i] + ops[i + 1];
    for (const end = used + ops[i + 2]; used < end; used++) made.add(now.push(make(added[used])) - 1);
  }
  now.push(...was.slice(at));
  const tips = new Map();
  let bots = 0;
  for (const [i, s] of now.entries()) {
    if (s.form !== "bot") continue;
    if (dx?.[bots] || dy?.[bots]) now[i] = { ...s, x: Math.round((s.x + (dx?.[bots] ?? 0)) * 100) / 100, y: Math.round((s.y + (dy?.[bots] ?? 0)) * 100) / 100 };
    bots++;
  }
  for (const [i, tuple] of pairs(changed)) {
    now[i] = make(tuple);
    made.add(i);
  }
  for (const s of now) if (s.form === "bot" && !tips.has(s.seat)) tips.set(s.seat, s);
  for (const [i, s] of now.entries()) if (s.trail && !made.has(i) && tips.has(s.seat)) now[i] = longer(s, tips.get(s.seat));
  return now;
}

/** Returns a trail extended to its bot's position. All pictures share one list of points, of which each uses a part. */
function longer(s, { x, y }) {
  if (s.trail < 0 && s.points[s.to - 2] === x && s.points[s.to - 1] === y) return s;
  const points = s.to === s.points.length ? s.points : s.points.slice(0, s.to);
  points.push(x, y);
  return { ...s, points, to: s.to + 2, from: s.trail > 0 ? Math.max(s.from, s.to + 2 - 2 * s.trail) : s.from };
}

function duelAfter(before, d, drawings, remarks) {
  const now = { ...before, ...d, cards: before.cards.slice() };
  for (const seat of [0, 1]) {
    const card = now.cards[seat] ?? { word: "", why: "", won: false, shapes: [], art: [], rounds: [] }, changes = d[seat] ?? {}, next = now.cards[seat] = { ...card, ...changes };
    if (changes.shapes !== undefined) next.shapes = drawings[changes.shapes - 1] ?? [];
    if (changes.art === 1) next.art = JSON.parse(remarks.find(r => r[0] === seat)[1]);
    if (changes.rounds) next.rounds = typeof changes.rounds === "string" ? [...card.rounds, ...letters(changes.rounds)] : letters(changes.rounds[0]);
    delete now[seat];
  }
  return now;
}

const letters = text => [...text.matchAll(/(.)(1?)/g)].map(([, letter, won]) => ({ letter, won: won !== "" }));
