// A reel is an encoded film: one JSON object per line, the head, the deal, the shots, the end. See "The lines" in README.md.
import { blank, follow } from "./drawing.js";

/** @typedef {{name: string, author: string, slot: number, mark: string, params?: string}} Seat */
/**
 * @typedef {object} Head the first line of a reel
 * @property {string} kind @property {string} game @property {string} title @property {string} seed
 * @property {string[]} options @property {string} unit @property {number} rounds their approximate number, 0 if unknown
 * @property {string} step what the rules call a round @property {string} steps and several
 * @property {number} average the limit of the mean time of a move, µs, 0 for none @property {number} move the limit of a move
 * @property {number} grain steps of a score in one point @property {Seat[]} seats
 */
/** @typedef {{shot: number, round: number, seat: number, why: string, note: string}} Fault */
/** @typedef {Record<string, any>} Frame a state as spectators see it: numbers, texts, lists, grids as lists of rows, and its picture */

/** The number of grid cells that are cached. Beyond it only every second, fourth, … frame is cached, and the others are recomputed. */
const READY = 20e6;

/** Reel reads lines and returns any frame, score and time of the game. */
export class Reel {
  constructor() { this.clear(); }

  /** Resets the reel to its state before the head. */
  clear() {
    /** @type {Head | null} */ this.head = null;
    /** @type {{words: string, digest: string} | null} set after the last shot */ this.ending = null;
    /** @type {Fault[]} */ this.faults = [];
    /** @type {{shot: number, seat: number, text: string}[]} */ this.remarks = [];
    this.timed = false;
    this.shots = [];
    this.kept = new Map();
    this.stride = 1;
    this.newest = null;
    this.recent = { at: -1, frame: null };
  }

  /** @returns {string} what the rules call a turn: their word for a round if each turn was one so far */
  get turn() { return (this.newest?.round ?? this.newest?.turn) === this.newest?.turn ? this.head.step : "turn"; }

  /** @returns {number} the number of shots; the deal is shot 0 */
  get length() { return this.shots.length; }

  /** Reads complete lines. @param {string} text */
  read(text) {
    for (const line of text.split("\n")) if (line) this.take(JSON.parse(line));
  }

  take(line) {
    if (line.agon) { this.begin(line); return; }
    if ("end" in line) { this.ending = { words: line.end, digest: line.digest }; return; }
    this.push(line);
  }

  begin(head) {
    if (head.agon !== 1) throw new Error(`this page reads reels of version 1, not ${head.agon}`);
    this.clear();
    this.head = { ...head, options: head.options ?? [], seats: head.seats ?? [] };
  }

  push(line) {
    const before = this.shots.at(-1), at = this.shots.length;
    const shot = { delta: line.f, drawn: line.d, said: line.m, grains: add(before?.grains, line.s), places: add(before?.places, line.p), took: line.us ?? null, ...spend(before, line.us), faulted: tally(before, line.x, this.head.seats.length) };
    this.shots.push(shot);
    this.timed ||= shot.took !== null;
    const frame = this.newest = apply(at ? this.newest : { picture: blank(this.head.seats.length) }, shot);
    this.keep(at, frame);
    for (const [seat, why, note] of line.x ?? []) this.faults.push({ shot: at, round: frame.round ?? at, seat, why, note });
    for (const [seat, text] of line.m ?? []) this.remarks.push({ shot: at, seat, text });
  }

  keep(at, frame) {
    if (at % this.stride) return;
    this.kept.set(at, frame);
    if (this.kept.size * cells(frame) < READY) return;
    this.stride *= 2;
    for (const i of this.kept.keys()) if (i % this.stride) this.kept.delete(i);
  }

  /** Returns the frame of a shot. Callers must not change it. @param {number} at @returns {Frame} */
  frame(at) {
    if (this.kept.has(at)) return this.kept.get(at);
    if (at === this.length - 1) return this.newest;
    const base = at - at % this.stride, near = this.recent.at >= base && this.recent.at <= at;
    let { at: i, frame } = near ? this.recent : { at: base, frame: this.kept.get(base) };
    while (i < at) frame = apply(frame, this.shots[++i]);
    this.recent = { at, frame };
    return frame;
  }

  /** Returns the scores by seat after a shot, NaN for one that the viewer may not know. @param {number} at @returns {number[]} */
  scores(at) { return this.shots[at].grains.map(n => n === null ? NaN : n / this.head.grain); }

  /** Returns the places by seat after a shot, from 1; 0 while the viewer may not know them. @param {number} at @returns {number[]} */
  places(at) { return this.shots[at].places; }

  /** Returns the time of a seat's move, µs; -1 if it had no move or was not measured. */
  took(at, seat) { return this.shots[at].took?.[seat] ?? -1; }

  /** Returns the mean time of a seat's moves so far, µs; -1 if there was none. */
  mean(at, seat) {
    const { spent, moves } = this.shots[at];
    return moves?.[seat] ? spent[seat] / moves[seat] : -1;
  }

  /** Returns the number of a seat's faults up to a shot. */
  faultsOf(at, seat) { return this.shots[at].faulted[seat]; }
}

/** add returns a list from the previous one and the differences; a list of another length is the list itself. */
function add(before, list) {
  if (!list) return before;
  return before?.length === list.length ? list.map((n, i) => n === null ? null : (before[i] ?? 0) + n) : list;
}

function spend(before, us) {
  if (!us) return { spent: before?.spent ?? null, moves: before?.moves ?? null };
  return {
    spent: us.map((t, i) => (before?.spent?.[i] ?? 0) + Math.max(0, t)),
    moves: us.map((t, i) => (before?.moves?.[i] ?? 0) + (t >= 0 ? 1 : 0)),
  };
}

function tally(before, faults, seats) {
  const old = before?.faulted ?? Array(seats).fill(0);
  if (!faults) return old;
  const now = old.slice();
  for (const [seat] of faults) now[seat]++;
  return now;
}

const isGrid = value => Array.isArray(value) && Array.isArray(value[0]);

function cells(frame) {
  let n = 1 + frame.picture.width * frame.picture.height;
  for (const value of Object.values(frame)) if (isGrid(value)) n += value.length * value[0].length;
  return n;
}

/** apply returns the next frame, with its picture. Frames share rows that do not change. */
function apply(before, { delta, drawn, said }) {
  const frame = { ...before, turn: before.turn + 1, picture: follow(before.picture, drawn, said) }, grids = [];
  for (const [name, value] of Object.entries(delta)) {
    const old = before[name];
    if (isGrid(old)) grids.push([name, value]);
    else if (Array.isArray(old) && typeof old[0] === "number") frame[name] = add(old, value);
    else frame[name] = value;
  }
  for (const [name, value] of grids) frame[name] = patch(before[name], value, frame);
  return frame;
}

/** patch changes cells: [x, y, value], or [seat, value] for the cell under a seat's new position. */
function patch(rows, changes, frame) {
  const next = rows.slice();
  for (const change of changes) {
    const [x, y, value] = change.length === 2 ? [frame.x[change[0]], frame.y[change[0]], change[1]] : change;
    if (next[y] === rows[y]) next[y] = rows[y].slice();
    next[y][x] = value;
  }
  return next;
}
