// How games are shown: the picture that a kind draws in Go (package draw), on the canvas. It knows no kind.
import { shown, tile as tileOf } from "./drawing.js";

const LETTERS = 13; // text stands on tiles this large
const FIRE = "#e76900", HEART = "#ffd36b"; // what burns has the same colours in every light
const SLIDE = 100, FADE = 240; // ms in which shapes go to where they are now, and fade once they are gone
const FAR = 1.5; // tiles; what went further did not slide
const DUEL = 30; // a picture without a board is a square of so many tiles
const ROUNDS = 26; // that fit below each other's cards
const PATTERNS = { name: "patterns", title: "patterns", key: "p", about: "textures that tell the bots apart without colour", contrast: true, tiled: true };

/**
 * The view of a kind by its pictures, with what its own view.js says beside.
 * @param {Record<string, any>} own @param {object[]} layers of its pictures
 */
export function pictureView(own, layers) {
  const named = layers.map(l => ({ ...l, title: upper(l.title) }));
  const marks = (frame, on) => layers.some(l => l.marks && on[l.name]) || !layers.some(l => l.marks) && frame.picture.seats.some(seat => seat.mark) ? frame.picture.seats.map(seat => seat.mark ?? "") : null;
  const notes = (frame, ...rest) => [...own.notes?.(frame, ...rest) ?? [], ...tables(frame)];
  const drawn = (g, frame, look, options, history) => draw(g, frame, look, { ...options, called: marks(frame, options.on) }, history);
  return { size, draw: drawn, out, cards, picked, seatAt, facts: frame => frame.picture.status ?? "", ...own, layers: [...named, { ...PATTERNS, title: upper(PATTERNS.title) }], marks, notes };
}

const upper = text => text && text[0].toUpperCase() + text.slice(1);

function size({ picture: { width, height, duel } }) { return duel ? { width: DUEL, height: DUEL } : { width: width || 1, height: height || 1 }; }

const out = ({ picture: { seats } }, seat) => seats[seat]?.out ? seats[seat].note || "out" : "";
const cards = ({ picture: { seats } }) => seats.every(seat => seat.clock) ? seats.map(({ clock, runs, note = "" }, seat) => ({ seat, text: clock, on: Boolean(runs), tone: "", words: note })) : [];
const tables = ({ picture }) => picture.tables.map(({ title = "", head, rows, strong = 0 }) => ({ title: upper(title), head, rows: rows.map(row => filled(row, head ?? rows[0])), strong: strong - 1 }));
const filled = (row, like) => [row[0], ...Array(Math.max(0, like.length - row.length)).fill(""), ...row.slice(1)];
const picked = ({ picture: { seats } }, seat) => [seats[seat]?.note, ...seats[seat]?.about ?? []].filter(Boolean).join("; ");

function seatAt({ picture: { shapes, duel } }, x, y) {
  if (duel) return x < DUEL / 2 ? 0 : 1;
  return shapes.findLast(s => s.form === "bot" && Math.hypot((s.x ?? 0) - x, (s.y ?? 0) - y) <= Math.max(0.6, s.radius))?.seat ?? -1;
}

/** The colour of a seat or of nobody in a tone; null for what is not painted. */
function colourOf(seat, tone, look, pick) {
  const bot = look.seats[seat], part = pick === null || pick === seat ? 1 : 0.35;
  if (!bot) return nobodys(look)[tone] ?? null;
  switch (tone) {
    case undefined:
    case "blank": return null;
    case "tint": return look.mix(look.tile, bot.tint, part);
    case "pale": return pick === null ? bot.pale : pick === seat ? bot.strong : bot.faint;
    case "weak": return look.mix(look.tile, bot.colour, (look.dark ? 0.34 : 0.28) * part);
    case "strong": return look.mix(look.tile, bot.strong, part);
    case "letter": return bot.ink;
  }
  return look.mix(look.tile, bot.colour, pick === null || pick === seat ? 1 : 0.4);
}

const nobodys = look => ({
  ground: look.wall, soft: look.wallSoft, flame: look.mix(look.tile, FIRE, 0.72), ember: look.mix(FIRE, look.wall, 0.45), ink: look.ink, muted: look.muted,
  paper: look.dark ? look.mix(look.tile, look.ink, 0.12) : "#ffffff", floor: look.tile, dark: "#16181b", light: "#ffffff", grey: look.mix(look.surface, look.ink, look.dark ? 0.26 : 0.14),
  good: look.good, bad: look.bad,
});

/** Draws a frame. Tells whether something in it still moves. */
function draw(g, frame, look, options, history) {
  if (frame.picture.duel) { drawDuel(g, frame.picture.duel, look, options); return false; }
  const { width, height, tiles, texts, walls, shapes, seats } = shown(frame.picture, options), { brush, tile, called, pick } = options;
  brush.ground(g, look, options, width || 1, height || 1);
  const at = (x, y) => x < 0 || y < 0 ? null : tileOf(tiles[y * width + x]), { dots = [], rings = [] } = seats[pick] ?? {};
  tiles.forEach((code, i) => {
    const x = i % width, y = Math.floor(i / width), cell = tileOf(code), text = texts[i] ?? (called && cell.tone !== "tint" && called[cell.seat]) ?? "";
    drawTile(g, cell, x, y, look, options, text && tile >= LETTERS);
    if (walls.has(i)) {
      g.globalAlpha = 0.3;
      brush.fill(g, options, x, y, look.seats[tileOf(walls.get(i)).seat].colour);
      g.globalAlpha = 1;
    }
    if (text && tile >= LETTERS) writeTile(g, text, cell, x, y, look, options);
    if (dots.includes(cell.seat) || rings.includes(cell.seat)) promise(g, dots.includes(cell.seat), x, y, look, options);
  });
  tiles.forEach((code, i) => frontier(g, tileOf(code), at(i % width - 1, Math.floor(i / width)), at(i % width, Math.floor(i / width) - 1), i % width, Math.floor(i / width), look, options));
  const moving = options.age < FADE && frame.turn > 0 ? drawMoving(g, shapes, shown(history(1).picture, options).shapes, look, options) : null;
  if (moving === null) for (const shape of shapes) drawShape(g, shape, look, options);
  return Boolean(moving);
}

const idOf = ({ id, form, seat }) => id ?? (form === "bot" ? "bot " + seat : undefined);

/** Draws shapes on their way from the picture before: those in both slide, those that are gone fade. Tells whether any does. */
function drawMoving(g, shapes, before, look, options) {
  const was = new Map(before.map(s => [idOf(s), s])), ids = new Set(shapes.map(idOf)), part = Math.min(1, options.age / SLIDE);
  const gone = before.filter(s => idOf(s) !== undefined && !ids.has(idOf(s)));
  for (const shape of gone) drawShape(g, { ...shape, faint: Math.max(shape.faint ?? 0, options.age / FADE) }, look, options);
  let slides = false;
  for (const shape of shapes) {
    const { x = 0, y = 0 } = (idOf(shape) !== undefined && was.get(idOf(shape))) || shape, dx = (shape.x ?? 0) - x, dy = (shape.y ?? 0) - y;
    const near = (dx || dy) && Math.hypot(dx, dy) <= FAR;
    slides ||= near && part < 1;
    drawShape(g, near ? { ...shape, x: x + dx * part, y: y + dy * part } : shape, look, options);
  }
  return slides || gone.length > 0;
}

function writeTile(g, text, { seat, tone }, x, y, look, { brush, tile }) {
  const ground = look.seats[seat] ? look.seats[seat].pale : look.tile, size = Math.floor(tile * (text.length > 2 ? 0.42 : 0.5));
  brush.write(g, text, (x + 0.5) * tile, (y + 0.54) * tile, { size, weight: 400, colour: look.mix(tone === "tint" ? look.seats[seat].tint : ground, look.ink, 0.6), face: look.ui });
}

/** A dot or a ring on a tile. */
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
  if (tone === "ground" || tone === "flame" || tone === "ember") {
    g.fillStyle = colour;
    g.fillRect(edge(x), edge(y), edge(x + 1) - edge(x), edge(y + 1) - edge(y));
  } else brush.fill(g, options, x, y, colour);
  const cx = (x + 0.5) * tile, cy = (y + 0.5) * tile;
  if (tone === "flame" || tone === "ember") disc(g, cx, cy, tile * (tone === "flame" ? 0.24 : 0.14), HEART);
  if (tone === "soft" && tile >= 8) {
    g.fillStyle = look.mix(look.wallSoft, look.dark ? look.tile : look.ink, 0.3);
    g.fillRect(edge(x) + 2, Math.round(cy), edge(x + 1) - edge(x) - 3, 1);
    g.fillRect(Math.round(cx), edge(y) + 2, 1, Math.round(cy) - edge(y) - 2);
  }
  if (dot) disc(g, cx, cy, Math.max(0.75, tile * 0.09), look.dark ? look.ink : look.tile);
  else if (on.patterns && look.seats[seat] && tone !== "tint" && !lettered) texture(g, look.seats[seat].texture, cx, cy, tile, look.mix(look.seats[seat].pale, look.seats[seat].colour, 0.75));
}

/** What tells a seat's tiles and lines apart without colour: nothing, a dot, a stroke. */
function texture(g, kind, x, y, tile, colour) {
  if (kind === 1) disc(g, x, y, Math.max(0.75, tile * 0.1), colour);
  if (kind !== 2) return;
  const r = tile * 0.36;
  g.beginPath();
  g.moveTo(x - r, y + r);
  g.lineTo(x + r, y - r);
  g.strokeStyle = colour;
  g.lineWidth = Math.max(1, tile * 0.07);
  g.stroke();
}

/** A thin line between the tiles that would be one's and another's. */
function frontier(g, cell, left, above, x, y, look, { edge }) {
  const apart = other => cell.tone === "tint" && other?.tone === "tint" && other.seat !== cell.seat;
  g.fillStyle = look.muted;
  if (apart(left)) g.fillRect(edge(x), edge(y), 1, edge(y + 1) - edge(y));
  if (apart(above)) g.fillRect(edge(x), edge(y), edge(x + 1) - edge(x), 1);
}

function disc(g, x, y, r, colour) {
  g.beginPath();
  g.arc(x, y, r, 0, 7);
  g.fillStyle = colour;
  g.fill();
}

function drawShape(g, shape, look, options) {
  const { form, seat, tone, x = 0, y = 0, radius = 0, faint = 0, text = "" } = shape, { brush, tile, pick, called, width } = options;
  const colour = colourOf(seat, tone, look, pick) ?? look.ink, cx = x * tile, cy = y * tile;
  g.globalAlpha = 1 - faint;
  if (form === "disc") drawDisc(g, shape, colour, look, options);
  if (form === "word") {
    const size = Math.max(11, Math.min(28, Math.floor(tile * (2 * radius || 0.6)))), room = Math.max(size, text.length * size * 0.3);
    brush.write(g, text, Math.min(width - room, Math.max(room, cx)), Math.max(size * 0.6, cy), { size, colour, face: look.ui, halo: look.tile });
  }
  if (form === "bot") {
    const r = Math.max(radius < 0.4 ? 2.5 : 3, radius * tile), within = at => Math.min(width - r - 1, Math.max(r + 1, at)), mark = text || called?.[seat];
    brush.bot(g, mark ? { ...look, seats: { [seat]: { ...look.seats[seat], mark } } } : look, options, seat, within(cx), within(cy), r);
  }
  if (form === "cross") brush.cross(g, look, cx, cy, radius * tile, colour);
  if (form === "path" || form === "area") drawPath(g, shape, colour, look, options);
  if (form === "rail") drawRail(g, shape, colour, look, options);
  g.globalAlpha = 1;
}

function drawDisc(g, { seat, tone, x = 0, y = 0, radius = 0, text }, colour, look, { brush, tile, on }) {
  const cx = x * tile, cy = y * tile, r = radius * tile;
  disc(g, cx, cy, r, colour);
  if (on.patterns && look.seats[seat]?.texture && tone === "full") {
    g.setLineDash([[], [2, 3], [5, 3]][look.seats[seat].texture]);
    g.lineWidth = r * 0.35;
    g.strokeStyle = look.tile;
    g.beginPath();
    g.arc(cx, cy, r * 0.85, 0, 7);
    g.stroke();
    g.setLineDash([]);
  }
  if (text && tile >= LETTERS) brush.write(g, text, cx, cy + r * 0.08, { size: Math.max(7, Math.floor(r * 1.5)), colour: "#ffffff", face: look.ui });
}

function drawPath(g, { form, seat, points = [], width = 0, hem = 0, dashed }, colour, look, { tile, on }) {
  g.lineCap = dashed ? "butt" : "round";
  g.lineJoin = "round";
  g.setLineDash(dashed ? [4, 3] : []);
  for (const [wide, paint] of hem ? [[width + 2 * hem, look.tile], [width, colour]] : [[width, colour]]) {
    g.beginPath();
    for (const [px, py] of points.length === 1 ? [points[0], points[0]] : points) g.lineTo(px * tile, py * tile);
    g.lineWidth = Math.max(1, wide * tile);
    g.fillStyle = g.strokeStyle = paint;
    if (form === "area") g.fill(); else g.stroke();
  }
  g.setLineDash([]);
  g.lineCap = "butt";
  const bot = look.seats[seat];
  if (on.patterns && bot && hem) for (const [px, py] of points) texture(g, bot.texture, px * tile, py * tile, tile * 0.5, look.mix(colour, bot.ink, 0.75));
}

function drawRail(g, { x, y, width, height, dashed }, colour, look, { tile, edge }) {
  const wide = Math.max(2, Math.min(4, tile * 0.18)), left = edge(x ?? 0), top = edge(y ?? 0), w = edge((x ?? 0) + width) - left + 1, h = edge((y ?? 0) + height) - top + 1;
  if (dashed) {
    g.setLineDash([3, 2]);
    g.lineWidth = 1.5;
    g.strokeStyle = colour;
    g.strokeRect(left + 2, top + 2, w - 4, h - 4);
    g.setLineDash([]);
    return;
  }
  g.lineJoin = "miter";
  for (const [line, beyond, paint] of [[wide + 4, 0, look.tile], [wide, 0, colour], [1, wide / 2 + 1, look.ink]]) {
    g.lineWidth = line;
    g.strokeStyle = paint;
    g.strokeRect(left - beyond, top - beyond, w + 2 * beyond, h + 2 * beyond);
  }
}

// A duel: a card for each seat, the score above, the rounds below as letters.

function drawDuel(g, { score, words = "", cards = [], rounds }, look, options) {
  const { brush, tile, width } = options, named = words.replace(/\{(\d)\}/g, (_, n) => look.seats[n]?.name ?? ""), wide = (width - 1.5 * tile) / cards.length, narrow = width < 480;
  g.fillStyle = look.tile;
  g.fillRect(0, 0, width, options.height);
  const large = Math.max(narrow ? 18 : 28, 1.9 * tile), small = Math.max(narrow ? 10 : 12, 0.7 * tile);
  brush.write(g, score, width / 2, 1.3 * tile, { size: large, colour: look.text, face: look.ui });
  g.font = `400 ${small}px ${look.ui}`;
  const lines = wrap(g, named, width - tile, 2);
  lines.forEach((line, i) => brush.write(g, line, width / 2, 3.2 * tile + (i - (lines.length - 1) / 2) * 1.3 * small, { size: small, weight: 400, colour: look.muted, face: look.ui }));
  const rows = artRows(cards);
  cards.forEach((card, seat) => {
    g.globalAlpha = options.pick === null || options.pick === seat ? 1 : 0.45;
    drawCard(g, card, seat, rows, look, options, { x: (0.5 + 0.5 * seat) * tile + seat * wide, y: 4.3 * tile, wide, high: 21.7 * tile });
    g.globalAlpha = 1;
  });
  const first = Math.floor(Math.max(0, (cards[0]?.rounds?.length ?? 0) - 1) / ROUNDS) * ROUNDS, cell = (width - tile) / ROUNDS;
  for (let i = 0; i < ROUNDS && first + i < rounds; i++) drawRound(g, cards, first + i, look, brush, { x: 0.5 * tile + i * cell, y: 26.7 * tile, wide: cell, high: 1.35 * tile, now: true });
}

/** A text in lines; the font must be set. */
function wrap(g, text, width, most) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = lines.at(-1) ? lines.at(-1) + " " + word : word;
    if (lines.length === most || g.measureText(longer).width <= width) lines[lines.length - 1] = longer; else lines.push(word);
  }
  return lines;
}

function drawCard(g, { won, word = "", why, shapes = [], art = [] }, seat, rows, look, options, { x, y, wide, high }) {
  const { brush, tile, on } = options, bot = look.seats[seat], middle = x + wide / 2, letters = Math.max(10, 0.7 * tile), chip = 1.4 * letters, alpha = g.globalAlpha;
  g.beginPath();
  g.roundRect(x, y, wide, high, 8);
  g.fillStyle = look.surface;
  g.fill();
  g.lineWidth = won ? 2.5 : 1;
  g.strokeStyle = won ? bot.colour : look.hair;
  g.stroke();
  g.beginPath();
  g.roundRect(x + 0.6 * tile, y + 0.5 * tile, chip, chip, 4);
  g.fillStyle = bot.colour;
  g.fill();
  brush.write(g, bot.mark, x + 0.6 * tile + chip / 2, y + 0.5 * tile + chip / 2 + 0.5, { size: letters * 0.85, colour: bot.ink, face: look.ui });
  g.font = `600 ${letters}px ${look.ui}`;
  brush.write(g, brush.cut(g, bot.name, wide - 1.8 * tile - chip), x + 1.1 * tile + chip, y + 0.5 * tile + chip / 2 + 0.5, { size: letters, weight: 600, align: "left", colour: look.text, face: look.ui });
  const square = on.art ? Math.min(wide - tile, high - 2.2 * tile - chip) : 12 * tile;
  drawArt(g, art, rows, look, brush, middle - square / 2, y + high - square - 0.8 * tile, square);
  if (on.art) return;
  g.save();
  g.translate(middle, y + 4.6 * tile);
  for (const shape of shapes) drawShape(g, { ...shape, faint: 1 - alpha }, look, { ...options, tile: 2.3 * tile, pick: null });
  g.restore();
  g.globalAlpha = alpha;
  if (word && !shapes.length) {
    g.setLineDash([5, 4]);
    g.lineWidth = 1.5;
    g.strokeStyle = look.edge;
    g.beginPath();
    g.roundRect(middle - 2.3 * tile, y + 2.8 * tile, 4.6 * tile, 3.7 * tile, 6);
    g.stroke();
    g.setLineDash([]);
  }
  g.font = `700 ${letters}px ${look.ui}`;
  brush.write(g, brush.cut(g, why ? `${word}: ${why}` : word, wide - tile), middle, y + 8 * tile, { size: letters, colour: won ? look.text : look.muted, face: look.ui });
}

const SCALES = [16, 20, 24, 30, 40, 60]; // rows in the squares for art; a letter is half as wide as high
const across = art => Math.max(0, ...art.map(row => [...row].length));

/** How many rows the squares have: the least that hold all pictures, so that all have one scale. */
function artRows(cards) {
  const needed = Math.max(...cards.map(({ art = [] }) => Math.max(art.length, across(art) / 2)));
  return SCALES.find(rows => rows >= needed) ?? SCALES.at(-1);
}

/** Art is drawn letter by letter: it is never markup. */
function drawArt(g, sent, rows, look, brush, x, y, side) {
  const art = sent.slice(0, SCALES.at(-1)).map(row => [...row].slice(0, SCALES.at(-1)).join("")), pitch = side / rows, left = x + side / 2 - across(art) * pitch / 4;
  g.beginPath();
  g.roundRect(x, y, side, side, 4);
  g.fillStyle = look.sunken;
  g.fill();
  if (!art.length) brush.write(g, "no art", x + side / 2, y + side / 2, { size: 12, weight: 400, colour: look.muted, face: look.ui });
  g.font = `10px ${look.mono}`;
  const size = pitch / 2 / g.measureText("M").width * 10;
  g.save();
  g.beginPath();
  g.rect(x, y, side, side);
  g.clip();
  art.forEach((row, i) => brush.write(g, row, left, y + side / 2 + (i + 0.5 - art.length / 2) * pitch, { size, weight: 400, align: "left", colour: look.text, face: look.mono }));
  g.restore();
}

/** What all showed in a round, one above the other; hollow where it is still to come, underlined where it is the last. */
function drawRound(g, cards, round, look, brush, { x, y, wide, high, now }) {
  const gap = wide > 6 ? 2 : wide > 3 ? 1 : 0;
  cards.forEach(({ rounds = [] }, seat) => {
    const { letter, won } = rounds[round] ?? {}, bot = look.seats[seat], top = y + seat * high;
    g.beginPath();
    g.roundRect(x, top, Math.max(1, wide - gap), high - 2, Math.min(3, wide / 4));
    g.lineWidth = 1;
    g.strokeStyle = look.hair;
    if (!letter) { if (gap) g.stroke(); return; }
    g.fillStyle = won ? bot.colour : look.mix(look.surface, look.ink, look.dark ? 0.16 : 0.08);
    g.fill();
    if (wide >= LETTERS) brush.write(g, letter, x + (wide - gap) / 2, top + high / 2 - 0.5, { size: Math.min(11, high * 0.8), weight: won ? 700 : 600, colour: won ? bot.ink : look.muted, face: look.ui });
  });
  if (!now || round !== (cards[0].rounds?.length ?? 0) - 1) return;
  g.fillStyle = look.ink;
  g.fillRect(x, y + cards.length * high, wide - gap, 2);
}

/** The rounds of a duel as a scrub bar. Tells whether there is one. */
export function drawRounds(g, { duel }, look, { width, height, total, brush }) {
  if (!duel) return false;
  g.fillStyle = look.surface;
  g.fillRect(0, 0, width, height);
  for (let round = 0; round < total; round++) drawRound(g, duel.cards, round, look, brush, { x: round * width / total, y: 3, wide: width / total, high: (height - 4) / 2 });
  return true;
}
