// How a kind whose view.js draws nothing is shown: the picture that it draws in Go (package draw), on the canvas. It knows no kind.

/** The tones of package draw, by number. */
const TONES = ["blank", "tint", "weak", "pale", "strong", "full", "letter", "ground", "soft", "flame", "ember", "ink", "muted", "paper", "floor", "dark", "light", "grey"];
const DOTTED = 1 << 20, LETTERS = 13; // text stands on tiles this large
const FIRE = "#e76900", HEART = "#ffd36b"; // what burns has the same colours in every light
const DUEL = 30; // a picture without a board is a square of so many tiles
const ROUNDS = 26; // that fit below each other's cards

let last = { text: "", picture: {} };

/** The picture of a frame, without its tiles. */
function pictureOf({ picture: text }) {
  if (text !== last.text) last = { text, picture: JSON.parse(text ?? "{}") };
  return last.picture;
}

/** The view of a kind by its pictures, with what its own view.js says beside. @param {Record<string, any>} [own] */
export function pictureView(own = {}) {
  return { layers: [], size, draw, marks, out, cards, notes, picked, seatAt, facts: frame => pictureOf(frame).status ?? "", ...own };
}

function size(frame) {
  const { width, height, duel } = pictureOf(frame);
  return duel ? { width: DUEL, height: DUEL } : { width: width || 1, height: height || 1 };
}

const seatsOf = frame => pictureOf(frame).seats ?? [];
const marks = frame => seatsOf(frame).some(seat => seat.mark) ? seatsOf(frame).map(seat => seat.mark ?? "") : null;
const out = (frame, seat) => seatsOf(frame)[seat]?.out ? seatsOf(frame)[seat].note || "out" : "";
const cards = frame => seatsOf(frame).every(seat => seat.clock) ? seatsOf(frame).map(({ clock, runs, note = "" }, seat) => ({ seat, text: clock, on: Boolean(runs), tone: "", words: note })) : [];
const notes = frame => (pictureOf(frame).tables ?? []).map(({ title = "", head, rows, strong = 0 }) => ({ title, head, rows: rows.map(row => filled(row, head ?? rows[0])), strong: strong - 1 }));
const filled = (row, like) => [row[0], ...Array(Math.max(0, like.length - row.length)).fill(""), ...row.slice(1)];
const picked = (frame, seat) => [seatsOf(frame)[seat]?.note, ...seatsOf(frame)[seat]?.about ?? []].filter(Boolean).join("; ");
const seatAt = (frame, x, y) => (pictureOf(frame).shapes ?? []).findLast(s => s.form === "bot" && Math.hypot((s.x ?? 0) - x, (s.y ?? 0) - y) <= 0.6)?.seat ?? -1;

/** The colour of a seat or of nobody in a tone; null for what is not painted. */
function colourOf(seat, tone, look, pick) {
  const bot = look.seats[seat], part = pick === null || pick === seat ? 1 : 0.35;
  if (!bot) return nobodys(look)[tone] ?? null;
  switch (tone) {
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
});

function draw(g, frame, look, options) {
  const { width, height, shapes = [], texts = [], duel } = pictureOf(frame), { brush, tile } = options;
  if (duel) { drawDuel(g, duel, look, options); return; }
  brush.ground(g, look, options, width || 1, height || 1);
  const grid = (frame.picture_tiles ?? []).map(row => row.map(unpack));
  grid.forEach((row, y) => row.forEach((cell, x) => drawTile(g, cell, x, y, look, options)));
  grid.forEach((row, y) => row.forEach((cell, x) => frontier(g, cell, row[x - 1], grid[y - 1]?.[x], x, y, look, options)));
  for (const [at, text] of texts) {
    if (tile >= LETTERS) brush.write(g, text, (at % width + 0.5) * tile, (Math.floor(at / width) + 0.54) * tile, { size: Math.floor(tile * 0.5), weight: 400, colour: look.mix(look.tile, look.ink, 0.6), face: look.ui });
  }
  for (const shape of shapes) drawShape(g, shape, look, options);
}

const unpack = code => ({ dot: code >= DOTTED, tone: TONES[code % 32], seat: Math.floor(code % DOTTED / 32) - 1 });

function drawTile(g, { seat, tone, dot }, x, y, look, options) {
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
  if (dot || on.patterns && look.seats[seat]?.texture === 1) disc(g, cx, cy, Math.max(0.75, tile * 0.09), look.dark ? look.ink : look.tile);
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

function drawShape(g, { form, seat, tone, x = 0, y = 0, radius = 0, width = 0, height = 0, points = [], dashed, text = "" }, look, options) {
  const { brush, tile, edge, pick } = options, colour = colourOf(seat, tone, look, pick) ?? look.ink, cx = x * tile, cy = y * tile;
  if (form === "disc") {
    disc(g, cx, cy, radius * tile, colour);
    if (text && tile >= LETTERS) brush.write(g, text, cx, cy + radius * tile * 0.08, { size: Math.max(7, Math.floor(radius * tile * 1.5)), colour: "#ffffff", face: look.ui });
  }
  if (form === "word") brush.write(g, text, cx, cy, { size: Math.max(11, Math.floor(tile * 0.6)), colour, face: look.ui, halo: look.tile });
  if (form === "bot") brush.bot(g, text ? { ...look, seats: { [seat]: { ...look.seats[seat], mark: text } } } : look, options, seat, cx, cy, Math.max(3, radius * tile));
  if (form === "cross") brush.cross(g, look, cx, cy, radius * tile, colour);
  if (form === "path" || form === "area") {
    g.beginPath();
    for (const [px, py] of points) g.lineTo(px * tile, py * tile);
    g.lineCap = dashed ? "butt" : "round";
    g.lineJoin = "round";
    g.lineWidth = Math.max(1, width * tile);
    g.setLineDash(dashed ? [4, 3] : []);
    g.fillStyle = g.strokeStyle = colour;
    if (form === "area") g.fill(); else g.stroke();
    g.setLineDash([]);
    g.lineCap = "butt";
  }
  if (form === "rail") {
    const wide = Math.max(2, Math.min(4, tile * 0.18)), left = edge(x), top = edge(y), w = edge(x + width) - left + 1, h = edge(y + height) - top + 1;
    g.lineJoin = "miter";
    for (const [line, beyond, paint] of [[wide + 4, 0, look.tile], [wide, 0, colour], [1, wide / 2 + 1, look.ink]]) {
      g.lineWidth = line;
      g.strokeStyle = paint;
      g.strokeRect(left - beyond, top - beyond, w + 2 * beyond, h + 2 * beyond);
    }
  }
}

// A duel: a card for each seat, the score above, the rounds below as letters.

function drawDuel(g, { score, words = "", cards = [], rounds }, look, options) {
  const { brush, tile, width } = options, named = words.replace(/\{(\d)\}/g, (_, n) => look.seats[n]?.name ?? ""), wide = (width - 1.5 * tile) / cards.length;
  g.fillStyle = look.tile;
  g.fillRect(0, 0, width, options.height);
  brush.write(g, score, width / 2, 1.3 * tile, { size: Math.max(20, 2 * tile), colour: look.text, face: look.ui });
  g.font = `400 ${Math.max(11, 0.75 * tile)}px ${look.ui}`;
  brush.write(g, brush.cut(g, named, width - tile), width / 2, 3.2 * tile, { size: Math.max(11, 0.75 * tile), weight: 400, colour: look.muted, face: look.ui });
  cards.forEach((card, seat) => drawCard(g, card, seat, look, options, { x: (0.5 + 0.5 * seat) * tile + seat * wide, y: 4.3 * tile, wide, high: 21.7 * tile }));
  cards.forEach((card, seat) => drawRounds(g, card.rounds ?? [], rounds, seat, look, options, (26.7 + 1.35 * seat) * tile));
}

function drawCard(g, { won, word = "", why, shapes = [], art = [] }, seat, look, options, { x, y, wide, high }) {
  const { brush, tile } = options, bot = look.seats[seat], middle = x + wide / 2, square = 12 * tile, letters = Math.max(10, 0.7 * tile);
  g.beginPath();
  g.roundRect(x, y, wide, high, 8);
  g.fillStyle = look.surface;
  g.fill();
  g.lineWidth = won ? 2.5 : 1;
  g.strokeStyle = won ? bot.colour : look.hair;
  g.stroke();
  g.font = `600 ${letters}px ${look.ui}`;
  brush.write(g, brush.cut(g, bot.name, wide - tile), x + 0.7 * tile, y + tile, { size: letters, weight: 600, align: "left", colour: look.text, face: look.ui });
  g.save();
  g.translate(middle, y + 4.6 * tile);
  for (const shape of shapes) drawShape(g, shape, look, { ...options, tile: 2.3 * tile, pick: null });
  g.restore();
  brush.write(g, why ? `${word}: ${why}` : word, middle, y + 8 * tile, { size: letters, colour: won ? look.text : look.muted, face: look.ui });
  g.fillStyle = look.sunken;
  g.fillRect(middle - square / 2, y + high - square - 0.8 * tile, square, square);
  const rows = Math.max(16, art.length, ...art.map(row => [...row].length / 2)), pitch = square / rows, across = Math.max(0, ...art.map(row => [...row].length)) * pitch / 2;
  art.forEach((row, i) => brush.write(g, row, middle - across / 2, y + high - square / 2 - 0.8 * tile + (i + 0.5 - art.length / 2) * pitch, { size: pitch / 1.2, weight: 400, align: "left", colour: look.text, face: look.mono }));
}

function drawRounds(g, played, total, seat, look, { brush, tile, width }, y) {
  const wide = (width - tile) / ROUNDS, first = Math.floor(Math.max(0, played.length - 1) / ROUNDS) * ROUNDS, bot = look.seats[seat];
  for (let round = first; round < Math.min(first + ROUNDS, total); round++) {
    const { letter, won } = played[round] ?? {}, x = 0.5 * tile + (round - first) * wide;
    g.fillStyle = won ? bot.colour : letter ? look.sunken : look.surface;
    g.fillRect(x, y, wide - 2, 1.2 * tile);
    if (letter) brush.write(g, letter, x + wide / 2 - 1, y + 0.6 * tile, { size: Math.max(8, 0.7 * tile), colour: won ? bot.ink : look.muted, face: look.ui });
  }
}
