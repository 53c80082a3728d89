// Shows games: draws the picture that a kind makes in Go (package draw) on the canvas. It is independent of the kind.
import { reached, shapesOf, tile as tileOf } from "./shown.js";
import { drawShape } from "./shapes.js";
import { colourOf, disc, texture, FIRE_HEART, LETTERS } from "./paint.js";
import { DUEL, drawDuel } from "./duel.js";

const SLIDE = 100, FADE = 240; // ms in which shapes move to their new position, and in which removed ones fade
const STILL = 400; // ms after a shot, from which on rising words are shown in their first picture only
const FAR = 1.5; // tiles; shapes that moved further do not slide
const PATTERNS = { name: "patterns", title: "patterns", key: "p", about: "textures that tell the bots apart without colour", contrast: true, tiled: true };
const CHANCES = { name: "chances", title: "chances", key: "e", about: "the estimated chance of each bot in the bar, in place of its story", page: true, estimated: true };

/**
 * Returns the view of a kind from its pictures, with the additions of its own view.js.
 * @param {Record<string, any>} own @param {object[]} layers of its pictures
 */
export function pictureView(own, layers) {
  const named = layers.map(l => ({ ...l, title: upper(l.title) }));
  const marks = (frame, on) => layers.some(l => l.marks && on[l.name]) || !layers.some(l => l.marks) && frame.picture.seats.some(seat => seat.mark) ? frame.picture.seats.map(seat => seat.mark ?? "") : null;
  const notes = (frame, ...rest) => [...own.notes?.(frame, ...rest) ?? [], ...(own.tables ?? tables)(frame, ...rest)];
  const drawn = (g, frame, look, options, history) => draw(g, frame, look, { ...options, called: marks(frame, options.on) }, history);
  return { size, draw: drawn, out, cards, picked, seatAt, facts: frame => frame.picture.status, ...own, layers: [...named, ...[PATTERNS, CHANCES].map(l => ({ ...l, title: upper(l.title) }))], marks, notes };
}

const upper = text => text && text[0].toUpperCase() + text.slice(1);

function size({ picture: { width, height, duel } }) { return duel ? { width: DUEL, height: DUEL } : { width: width || 1, height: height || 1 }; }

const out = ({ picture: { seats } }, seat) => seats[seat]?.out ? seats[seat].note || "out" : "";
const cards = ({ picture: { seats } }) => seats.length && seats.every(seat => seat.clock) ? seats.map(({ clock, runs, note = "" }, seat) => ({ seat, text: clock, on: Boolean(runs), tone: "", words: note })) : [];
const picked = ({ picture: { seats } }, seat) => seats[seat]?.note ?? "";

/** Returns the tables of a picture; a row's seat comes first. */
const tables = ({ picture }) => picture.tables.map(({ title = "", head, rows, seats, strong = 0 }) => {
  const chipped = rows.map((row, i) => seats ? [seats[i] < 0 ? "" : seats[i], ...row] : row), wide = Math.max(...chipped.map(row => row.length));
  return { title: upper(title), head: head && seats ? ["", ...head] : head, rows: chipped.map(([first, ...cells]) => [first, ...Array(wide - 1 - cells.length).fill(""), ...cells]), strong: strong - 1 };
});

function seatAt({ picture }, x, y) {
  if (picture.duel) return x < DUEL / 2 ? 0 : 1;
  return shapesOf(picture, {}).findLast(s => s.form === "bot" && Math.hypot(s.x - x, s.y - y) <= Math.max(0.6, s.radius ?? 0))?.seat ?? -1;
}

/** Draws a frame. Returns whether something in it is still moving. */
function draw(g, { picture, turn }, look, options, history) {
  if (picture.duel) { drawDuel(g, picture.duel, look, options); return false; }
  const { width, height, texts, seats } = picture, { brush, tile, called, pick, on, age } = options;
  brush.ground(g, look, options, width || 1, height || 1);
  const tiles = seen(picture, options), { dots = [], rings = [] } = seats[pick] ?? {}, lettered = tile >= LETTERS;
  tiles.forEach((cell, i) => {
    const x = i % width, y = Math.floor(i / width), text = texts[i] || (called && cell.tone !== "tint" && cell.tone !== "blank" && called[cell.seat]) || "";
    drawTile(g, cell, x, y, look, options, text && lettered);
    if (text && lettered) writeTile(g, text, cell, x, y, look, options);
    if (dots.includes(cell.seat) || rings.includes(cell.seat)) promise(g, dots.includes(cell.seat), x, y, look, options);
  });
  if (picture.race) drawRace(g, picture, tiles, look, options);
  drawReach(g, picture, look, options);
  const before = age < FADE && turn > 0 ? history(1).picture : picture;
  return drawShapes(g, picture, before, look, options);
}

/** Returns the tiles, tinted by the race and by the picked seat. */
function seen(picture, { on, pick }) {
  const owner = picture.race && on[picture.race.tinted] ? picture.survey().owner : [];
  return Array.from(picture.tiles, (code, i) => {
    if (code === 0 && owner[i] >= 0) return { tone: "tint", dot: false, seat: owner[i] };
    if (code === 0 && pick !== null && picture.been[i] >>> pick & 1) return { tone: "tint", dot: false, seat: pick };
    return tileOf(code);
  });
}

/** Draws shapes, and fades those of the previous picture. Returns whether any is still moving. */
function drawShapes(g, picture, before, look, options) {
  const { on, age } = options, shapes = shapesOf(picture, on), old = before === picture ? shapes : shapesOf(before, on), part = Math.min(1, age / SLIDE);
  const same = (a, b) => a.form === b.form && a.seat === b.seat && a.layer === b.layer;
  let moves = false;
  for (const s of old) {
    if (!s.fades || shapes.some(now => same(now, s))) continue;
    moves = true;
    drawShape(g, { ...s, faint: age / FADE }, look, options);
  }
  for (const s of shapes) {
    const was = s.form === "bot" && part < 1 ? old.find(b => same(b, s)) ?? s : s, dx = s.x - was.x, dy = s.y - was.y, slides = (dx || dy) && Math.hypot(dx, dy) <= FAR;
    moves ||= Boolean(slides) || s.rise > 0 && age < STILL || s.fills && s.age === 0 && age < FADE;
    if (s.rise && s.age > 0 && age >= STILL) continue;
    const at = slides ? { ...s, x: was.x + dx * part, y: was.y + dy * part } : s;
    drawShape(g, s.lasts ? { ...at, y: at.y - (s.rise ?? 0) * Math.max(0, s.age - 1 + part), faint: (s.rise ? 1 : 0.6) * s.age / s.lasts } : at, look, options);
  }
  return moves;
}

function writeTile(g, text, { seat }, x, y, look, { brush, tile }) {
  const ground = look.seats[seat] ? look.seats[seat].pale : look.tile, size = Math.floor(tile * (text.length > 2 ? 0.44 : 0.56));
  brush.write(g, text, (x + 0.5) * tile, (y + 0.54) * tile, { size, weight: 400, colour: look.mix(ground, look.ink, 0.72), face: look.ui });
}

/** Draws a dot or a ring on a tile. */
function promise(g, full, x, y, look, { tile }) {
  if (tile < 8) return;
  g.beginPath();
  g.arc((x + 0.5) * tile, (y + 0.5) * tile, Math.max(1.25, tile * (full ? 0.12 : 0.2)), 0, 7);
  g.globalAlpha = 0.5;
  g.fillStyle = g.strokeStyle = look.ink;
  g.lineWidth = 1;
  if (full) g.fill(); else g.stroke();
  g.globalAlpha = 1;
}

function drawTile(g, { seat, tone, dot }, x, y, look, options, lettered) {
  const colour = colourOf(seat, tone, look, options.pick), { brush, edge, tile, on } = options;
  if (!colour) return;
  const left = edge(x), top = edge(y), width = edge(x + 1) - left, height = edge(y + 1) - top, cx = (x + 0.5) * tile, cy = (y + 0.5) * tile;
  if (tone === "soft") { drawBrick(g, look, left, top, width, height); return; }
  if (tone === "ground" || tone === "flame" || tone === "ember") {
    g.fillStyle = colour;
    g.fillRect(left, top, width, height);
  } else brush.fill(g, options, x, y, colour);
  if (tone === "flame" || tone === "ember") disc(g, cx, cy, tile * (tone === "flame" ? 0.24 : 0.14), FIRE_HEART);
  if (dot) { if (tile >= 5) disc(g, (left + edge(x + 1)) / 2 + 0.5, (top + edge(y + 1)) / 2 + 0.5, Math.max(0.75, tile * 0.08), look.dark ? look.ink : look.tile); }
  else if (on.patterns && look.seats[seat] && tone !== "tint" && !lettered) texture(g, look.seats[seat].texture, cx, cy, tile * 0.1, tile * 0.4, look.mix(look.seats[seat].pale, look.seats[seat].colour, 0.75));
}

/** Draws a wall that can be destroyed: a lighter brick with joints. */
function drawBrick(g, look, left, top, width, height) {
  g.fillStyle = look.wallSoft;
  g.beginPath();
  g.roundRect(left + 1, top + 1, width - 1, height - 1, Math.min(3, width / 6));
  g.fill();
  if (width < 8) return;
  const middle = top + Math.round(height / 2), half = left + Math.round(width / 2);
  g.fillStyle = look.mix(look.wallSoft, look.dark ? look.tile : look.ink, 0.3);
  g.fillRect(left + 2, middle, width - 3, 1);
  g.fillRect(half, top + 2, 1, middle - top - 2);
}

/** Draws the borders between the bots' areas in a race, the rounds in which tiles would be reached, and the free tiles beside the first bot. */
function drawRace(g, picture, tiles, look, options) {
  const { race, width, height } = picture, { on, edge, tile, pick, brush } = options, thin = tile < LETTERS ? 1 : 1.25;
  const apart = (a, b) => a.tone === "tint" && b.tone === "tint" && a.seat !== b.seat;
  if (on[race.numbers] && tile >= LETTERS) {
    const { owner, round } = picture.survey();
    owner.forEach((seat, at) => {
      if (seat < 0) return;
      const ground = on[race.tinted] ? colourOf(seat, "tint", look, pick) : look.tile, size = Math.floor(tile * (round[at] > 99 ? 0.42 : 0.5));
      brush.write(g, String(round[at]), (at % width + 0.5) * tile, (Math.floor(at / width) + 0.54) * tile, { size, weight: 400, colour: look.mix(ground, look.ink, look.dark ? 0.55 : 0.5), face: look.ui });
    });
  }
  if (!on[race.tinted]) return;
  g.fillStyle = look.ink;
  g.globalAlpha = 0.45;
  tiles.forEach((cell, at) => {
    const x = at % width, y = Math.floor(at / width);
    if (x + 1 < width && apart(cell, tiles[at + 1])) g.fillRect(edge(x + 1), edge(y), thin, edge(y + 1) - edge(y) + thin);
    if (y + 1 < height && apart(cell, tiles[at + width])) g.fillRect(edge(x), edge(y + 1), edge(x + 1) - edge(x) + thin, thin);
  });
  g.globalAlpha = 1;
  const [first] = picture.runners();
  if (!first || first.seat !== race.first) return;
  g.strokeStyle = look.ink;
  g.lineWidth = 1.5;
  g.setLineDash([3, 2]);
  for (const [dx, dy] of [[0, -1], [0, 1], [-1, 0], [1, 0]]) {
    const x = first.at % width + dx, y = Math.floor(first.at / width) + dy;
    if (picture.isFree(x, y)) g.strokeRect(edge(x) + 2, edge(y) + 2, edge(x + 1) - edge(x) - 3, edge(y + 1) - edge(y) - 3);
  }
  g.setLineDash([]);
}

/** Draws the tiles that timers reach, in their owners' colours, except for burning ones. */
function drawReach(g, picture, look, { on, edge, pick }) {
  for (const s of picture.shapes) {
    if (s.form !== "timer" || !on[s.reach]) continue;
    g.fillStyle = look.seats[s.seat].colour;
    g.globalAlpha = (look.dark ? 0.34 : 0.26) * (pick === null || pick === s.seat ? 1 : 0.4);
    for (const [x, y] of reached(picture, s)) {
      const { tone } = tileOf(picture.tiles[y * picture.width + x]);
      if (tone !== "flame" && tone !== "ember") g.fillRect(edge(x), edge(y), edge(x + 1) - edge(x), edge(y + 1) - edge(y));
    }
  }
  g.globalAlpha = 1;
}
