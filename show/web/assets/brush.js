// Drawing functions for the boards of all kinds, so that an empty tile, a bot and a cross look the same everywhere. A view.js imports
// nothing; it gets these functions as options.brush.

/** @typedef {import("./look.js").Look} Look */

const HAIRLINES = 6, THIN = 6, LETTERS = 13; // CSS pixels: least sizes of tiles with lines between them and of tiles with letters; circles with a smaller radius have a thinner rim

/** Draws an empty board: tiles, and hairlines between them if there is room. @param {Look} look */
export function ground(g, look, { width, height, tile, edge }, columns, rows) {
  g.fillStyle = look.tile;
  g.fillRect(0, 0, width, height);
  if (tile < HAIRLINES) return;
  g.fillStyle = look.line;
  for (let x = 1; x < columns; x++) g.fillRect(edge(x), 0, 1, height);
  for (let y = 1; y < rows; y++) g.fillRect(0, edge(y), width, 1);
}

/** Fills a tile, except for the hairlines above it and to its left. */
export function fill(g, { tile, edge }, x, y, colour) {
  const hair = tile < HAIRLINES ? 0 : 1, left = edge(x) + (x ? hair : 0), top = edge(y) + (y ? hair : 0);
  g.fillStyle = colour;
  g.fillRect(left, top, edge(x + 1) - left, edge(y + 1) - top);
}

/** Draws a circle with a rim. */
export function disc(g, x, y, r, colour, rim, width) {
  g.beginPath();
  g.arc(x, y, r, 0, 7);
  g.fillStyle = colour;
  g.fill();
  g.lineWidth = width;
  g.strokeStyle = rim;
  g.stroke();
}

/**
 * Draws a bot: a circle with rim and mark. The picked bot has a ring around it, and the others are faint.
 * @param {Look} look @param {{tile: number, pick: number | null}} options
 */
export function bot(g, look, { tile, pick }, seat, x, y, r) {
  const bot = look.seats[seat], faint = pick !== null && pick !== seat;
  if (pick === seat) {
    g.globalAlpha = 0.85;
    disc(g, x, y, r + 4, look.tile, look.ink, 1.5);
    g.globalAlpha = 1;
  }
  if (faint) disc(g, x, y, r, look.tile, look.tile, 1);
  g.globalAlpha = faint ? 0.5 : 1;
  disc(g, x, y, r, bot.colour, look.ink, r < THIN ? 1 : 1.5);
  if (bot.double) disc(g, x, y, r * 0.72, bot.colour, look.ink, 1);
  if (tile >= LETTERS) write(g, bot.mark, x, y + r * 0.08, { size: Math.floor(r * (bot.mark.length > 1 ? 1.1 : 1.35)), colour: bot.ink, face: look.ui });
  g.globalAlpha = 1;
}

/** Draws a cross where a bot died. @param {Look} look */
export function cross(g, look, x, y, r, colour) {
  for (const [wide, paint] of [[r, look.tile], [r * 0.5, colour]]) {
    g.beginPath();
    for (const d of [-r, r]) { g.moveTo(x - d, y - r); g.lineTo(x + d, y + r); }
    g.lineWidth = Math.max(1.25, wide);
    g.strokeStyle = paint;
    g.lineCap = "round";
    g.stroke();
  }
  g.lineCap = "butt";
}

/**
 * Writes a word around a point. halo is a colour around its letters.
 * @param {{size: number, colour: string, face: string, weight?: number, align?: CanvasTextAlign, halo?: string}} how
 */
export function write(g, text, x, y, { size, colour, face, weight = 700, align = "center", halo }) {
  g.font = `${weight} ${size}px ${face}`;
  g.textAlign = align;
  g.textBaseline = "middle";
  if (halo) {
    g.lineJoin = "round";
    g.lineWidth = Math.max(3, size * 0.3);
    g.strokeStyle = halo;
    g.strokeText(text, x, y);
  }
  g.fillStyle = colour;
  g.fillText(text, x, y);
}

/** Returns a text cut to a width, with an ellipsis. The font must be set. */
export function cut(g, text, width) {
  if (g.measureText(text).width <= width) return text;
  const letters = [...text];
  while (letters.length && g.measureText(letters.join("") + "…").width > width) letters.pop();
  return letters.join("") + "…";
}
