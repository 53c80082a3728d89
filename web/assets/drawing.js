// The picture of a frame (package draw) as it travels: each line says what differs from the one before. See "d" in README.md.

/** The tones of package draw, by number. */
export const TONES = ["blank", "tint", "weak", "pale", "strong", "full", "letter", "ground", "soft", "flame", "ember", "ink", "muted", "paper", "floor", "dark", "light", "grey", "good", "bad"];
const DOTTED = 1 << 20;

/** What the number of a tile says. @param {number} code */
export const tile = code => ({ dot: code >= DOTTED, tone: TONES[code % 32], seat: Math.floor(code % DOTTED / 32) - 1 });

const EMPTY = { width: 0, height: 0, tiles: [], texts: {}, sheets: [], shapes: [], seats: [], tables: [] };

/** The picture after another. What does not change is shared by both. @param {object} [before] @param {object} changes */
export function follow(before = EMPTY, { tiles, texts, sheets, shapes, ...rest }) {
  const now = { ...EMPTY, ...before, ...change(before, rest) };
  for (const name of Object.keys(rest)) if (rest[name] === null) now[name] = EMPTY[name];
  if (shapes) now.shapes = reshape(before.shapes, shapes);
  const under = seat => { const s = now.shapes.find(s => s.form === "bot" && s.seat === seat); return Math.floor(s.y) * now.width + Math.floor(s.x); };
  const sheet = (old, next) => ({ ...old, ...next, tiles: next.tiles ? retile(old.tiles, next.tiles, under) : old.tiles, texts: next.texts ? retext(old.texts, next.texts) : old.texts });
  Object.assign(now, sheet({ tiles: before.tiles, texts: before.texts }, { tiles, texts }));
  if (sheets) {
    now.sheets = "-" in sheets ? [] : before.sheets.slice();
    for (const [i, next] of Object.entries(sheets)) if (i !== "-") now.sheets[i] = sheet(now.sheets[i] ?? { tiles: [], texts: {} }, next);
  }
  now.cells = now.tiles.length * (1 + now.sheets.length);
  return now;
}

/** Whole values stand in brackets; objects change by name or number; a list loses some at its front and gets others at its end. */
function change(old, by) {
  if (Array.isArray(by)) return by[0];
  if ("+" in by) return [...old.slice(by["-"]), ...by["+"]];
  const next = Array.isArray(old) ? old.slice() : { ...old };
  for (const [name, value] of Object.entries(by)) if (value === null) delete next[name]; else next[name] = change(next[name], value);
  return next;
}

/** All tiles in brackets, or pairs of place and number; a place below 0 is that of the tile under the bot of seat -1 - place. */
function retile(old, by, under) {
  if (Array.isArray(by[0])) return by[0];
  const next = old.slice();
  for (let i = 0; i < by.length; i += 2) next[by[i] < 0 ? under(-1 - by[i]) : by[i]] = by[i + 1];
  return next;
}

/** Texts by the number of their tile, or how much numbers grew, tile after tile; nothing counts as -1. */
function retext(old, by) {
  const next = { ...old };
  if (Array.isArray(by)) by.forEach((n, i) => { if (n) next[i] = String(Number(next[i] ?? -1) + n); });
  else Object.assign(next, by);
  for (const i of Object.keys(by)) if (next[i] === "-1" || next[i] === "") delete next[i];
  return next;
}

const point = (s, dx, dy) => ({ ...s, x: Math.round((s.x ?? 0) * 100 + dx) / 100, y: Math.round((s.y ?? 0) * 100 + dy) / 100 });

function reshape(old, { o: origin = [0, old.length], n: fresh = [], c: changed = {}, x, y, t: trails = [] }) {
  const next = [];
  let used = 0;
  for (let i = 0; i < origin.length; i += 2) {
    next.push(...origin[i] < 0 ? fresh.slice(used, used + origin[i + 1]) : old.slice(origin[i], origin[i] + origin[i + 1]));
    if (origin[i] < 0) used += origin[i + 1];
  }
  if (x) x.forEach((dx, i) => { if (dx || y[i]) next[i] = point(next[i], dx, y[i]); });
  for (const [i, by] of Object.entries(changed)) next[i] = change(next[i], by);
  for (let i = 0; i < trails.length; i += 2) {
    const { points, seat } = next[trails[i]], bot = next.find(s => s.form === "bot" && s.seat === seat);
    next[trails[i]] = { ...next[trails[i]], points: [...points.slice(trails[i + 1]), [bot.x, bot.y]] };
  }
  return next;
}

/**
 * The picture with the layers that are on, the picked seat's sheets, and marks where they are called for.
 * @param {object} picture @param {{on: Record<string, boolean>, pick: number | null}} shown
 */
export function shown(picture, { on, pick }) {
  const tiles = picture.tiles.slice(), texts = { ...picture.texts }, walls = new Map();
  for (const sheet of picture.sheets) {
    if (sheet.layer ? !on[sheet.layer] : sheet.seat !== pick) continue;
    sheet.tiles.forEach((code, i) => {
      if (TONES[code % 32] === "tint" && TONES[tiles[i] % 32] === "soft") walls.set(i, code); // a wall is still seen through a tint
      else if (code % 32) tiles[i] = code;
    });
    Object.assign(texts, sheet.texts);
  }
  return { ...picture, tiles, texts, walls, shapes: picture.shapes.filter(s => !s.layer || on[s.layer]) };
}
