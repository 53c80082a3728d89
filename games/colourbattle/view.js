// How Colour Battle is shown. The page gives a canvas and a frame; nothing else is known here.
// (0,0) is the lower left tile, as in the rules.

export const layers = [
  { name: "ids", title: "Id#", key: "i", about: "ids on bots and tiles, in place of letters" },
  { name: "patterns", title: "Patterns", key: "p", about: "a texture on each bot's tiles", contrast: true },
  { name: "tails", title: "Tails", key: "t", about: "where each bot was in the last ten rounds", usual: true },
];

const TAIL = 10; // rounds
const GAP = 12; // tiles this large have a gap of a pixel around them
const LETTERS = 13; // text stands on tiles this large

const all = frame => frame.grid.length ** 2;

export const size = frame => ({ width: frame.grid.length, height: frame.grid.length });

export const facts = frame => `${frame.grid.length} × ${frame.grid.length}`;

export const columns = [
  { title: "Share of the grid", bar: true, value: (frame, seat) => frame.tiles[seat] / all(frame) * 100, text: v => v.toFixed(2) + " %" },
  { title: "± 100", about: "tiles won or lost in the last 100 rounds", signed: true, value: (frame, seat, ago) => frame.tiles[seat] - ago(100).tiles[seat] },
];

export const rest = frame => [["white", (frame.white / all(frame) * 100).toFixed(2) + " %"]];

export const story = frame => ({ values: frame.tiles, stacked: true });

export const marks = (frame, on) => on.ids ? frame.ids.map(String) : null;

/** The bot whose circle covers a point, in tiles from the upper left; -1 for none. */
export function seatAt(frame, x, y) {
  const bots = standing(frame).reverse(), side = frame.grid.length;
  return bots.find(b => Math.hypot(b.x + 0.5 - x, side - 0.5 - b.y - y) <= Math.max(0.6, b.size / 2))?.seat ?? -1;
}

/** What the picked bot's id means: the rules go by ids modulo 3. */
export function picked(frame, seat) {
  const id = frame.ids[seat];
  return `id ${id}: takes white and ids ${classOf(id + 1)} modulo 3 (dots), clears ${classOf(id + 2)} (rings), leaves its own class ${classOf(id)}`;
}

const classOf = id => id % 3;

/** What becomes of a floor under a bot: "take", "clear" or "" when it stays. */
function effect(floor, id) {
  if (floor === 0 || floor === id) return "";
  return ["", "clear", "take"][((id - floor) % 3 + 3) % 3];
}

export function draw(g, frame, look, options, history) {
  const side = frame.grid.length, seatOf = new Map(frame.ids.map((id, seat) => [id, seat]));
  const place = { side, top: y => side - 1 - y, ...options };
  ground(g, look, place);
  frame.grid.forEach((row, y) => row.forEach((id, x) => {
    if (id) tile(g, frame, look, place, { x, y, id, seat: seatOf.get(id) });
  }));
  if (options.on.tails) frame.x.forEach((_, seat) => tail(g, seat, look, place, history));
  for (const bot of standing(frame)) circle(g, bot, frame, look, place);
}

function ground(g, look, { width, height, side, tile, edge }) {
  g.fillStyle = look.tile;
  g.fillRect(0, 0, width, height);
  if (tile < 6) return;
  g.fillStyle = look.line;
  const hair = edge(1) - edge(0) > 1 ? 1 : 0.5;
  for (let i = 1; i < side; i++) {
    g.fillRect(edge(i), 0, hair, height);
    g.fillRect(0, edge(i), width, hair);
  }
}

function tile(g, frame, look, { top, edge, tile, on, pick }, { x, y, id, seat }) {
  const bot = look.seats[seat], left = edge(x), up = edge(top(y)), gap = tile >= GAP ? 1 : 0;
  const width = edge(x + 1) - left - gap, height = edge(top(y) + 1) - up - gap;
  g.fillStyle = pick === null ? bot.pale : pick === seat ? bot.strong : bot.faint;
  g.fillRect(left + gap, up + gap, width, height);
  if (on.ids && tile >= LETTERS) number(g, id, left + gap + width / 2, up + gap + height / 2, tile, look, bot);
  else if (on.patterns) texture(g, bot, left + gap, up + gap, width, height, look);
  if (pick !== null && tile >= 8) promise(g, effect(id, frame.ids[pick]), left + gap + width / 2, up + gap + height / 2, tile, look);
}

function number(g, id, x, y, tile, look, bot) {
  g.fillStyle = look.mix(bot.pale, look.ink, 0.72);
  g.font = `${Math.floor(tile * 0.56)}px ${look.ui}`;
  g.textAlign = "center";
  g.textBaseline = "middle";
  g.fillText(id, x, y + tile * 0.04);
}

function texture(g, bot, x, y, width, height, look) {
  if (bot.texture === 0) return;
  g.fillStyle = g.strokeStyle = look.mix(bot.pale, bot.colour, 0.75);
  if (bot.texture === 1) {
    const r = Math.max(1, width * 0.1);
    g.fillRect(x + width / 2 - r, y + height / 2 - r, 2 * r, 2 * r);
    return;
  }
  g.lineWidth = 1;
  g.beginPath();
  g.moveTo(x + 1, y + height - 1);
  g.lineTo(x + width - 1, y + 1);
  g.stroke();
}

/** A dot where the picked bot would take the tile, a ring where it would clear it. */
function promise(g, what, x, y, tile, look) {
  if (!what) return;
  g.beginPath();
  g.arc(x, y, Math.max(1.25, tile * (what === "take" ? 0.12 : 0.2)), 0, 7);
  g.globalAlpha = 0.5;
  g.fillStyle = g.strokeStyle = look.ink;
  g.lineWidth = 1;
  if (what === "take") g.fill(); else g.stroke();
  g.globalAlpha = 1;
}

function tail(g, seat, look, { top, tile, pick }, history) {
  g.beginPath();
  for (let ago = TAIL; ago >= 0; ago--) {
    const { x, y } = history(ago);
    g.lineTo((x[seat] + 0.5) * tile, (top(y[seat]) + 0.5) * tile);
  }
  g.strokeStyle = look.seats[seat].colour;
  g.globalAlpha = pick === null || pick === seat ? 0.55 : 0.12;
  g.lineWidth = Math.max(1, tile * 0.14);
  g.lineJoin = g.lineCap = "round";
  g.stroke();
  g.globalAlpha = 1;
}

/** Where each bot is drawn, in tiles: those on one tile stand side by side, smaller. */
function standing(frame) {
  const tiles = new Map();
  frame.x.forEach((x, seat) => {
    const key = x + " " + frame.y[seat];
    tiles.set(key, [...(tiles.get(key) ?? []), seat]);
  });
  return [...tiles.values()].flatMap(seats => seats.map((seat, i) => ({
    seat, x: frame.x[seat] + (seats.length > 1 ? (i - (seats.length - 1) / 2) * Math.min(0.5, 1 / seats.length) : 0), y: frame.y[seat],
    size: seats.length > 1 ? 0.6 : 0.92,
  })));
}

function circle(g, { seat, x, y, size }, frame, look, { top, tile, on, pick, width }) {
  const bot = look.seats[seat], r = Math.max(2.5, size / 2 * tile), rim = r + 1;
  const cx = Math.min(width - rim, Math.max(rim, (x + 0.5) * tile)), cy = (top(y) + 0.5) * tile;
  if (pick === seat) halo(g, cx, cy, r, look);
  g.globalAlpha = pick === null || pick === seat ? 1 : 0.45;
  disc(g, cx, cy, r, bot.colour, look.ink, tile < GAP ? 1 : 1.5);
  if (bot.double) disc(g, cx, cy, r * 0.72, bot.colour, look.ink, 1);
  if (size * tile >= LETTERS * 0.92) {
    const mark = on.ids ? String(frame.ids[seat]) : bot.mark;
    g.fillStyle = bot.ink;
    g.font = `700 ${Math.floor(tile * size * (mark.length > 1 ? 0.52 : 0.64))}px ${look.ui}`;
    g.textAlign = "center";
    g.textBaseline = "middle";
    g.fillText(mark, cx, cy + tile * 0.04);
  }
  g.globalAlpha = 1;
}

function disc(g, x, y, r, fill, rim, width) {
  g.beginPath();
  g.arc(x, y, r, 0, 7);
  g.fillStyle = fill;
  g.fill();
  g.lineWidth = width;
  g.strokeStyle = rim;
  g.stroke();
}

function halo(g, x, y, r, look) {
  g.globalAlpha = 0.85;
  disc(g, x, y, r + 4, look.tile, look.ink, 1.5);
  g.globalAlpha = 1;
}
