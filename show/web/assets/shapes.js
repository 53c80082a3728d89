// Draws the shapes of pictures by their form.
import { colourOf, disc, texture, LETTERS } from "./paint.js";

const FILLING = 240; // ms in which the tiles inside a new rail take its colours

const FORMS = { disc: drawDisc, path: drawPath, area: drawPath, word: drawWord, bot: drawBot, cross: drawCross, rail: drawRail, timer: drawTimer, token: drawToken };

/** Draws a shape, by its form. */
export function drawShape(g, shape, look, options) {
  g.globalAlpha = 1 - (shape.faint ?? 0);
  FORMS[shape.form](g, shape, shape.colour ?? colourOf(shape.seat, shape.tone, look, options.pick) ?? look.ink, look, options);
  g.globalAlpha = 1;
}

function drawWord(g, { x, y, radius = 0, text = "", colour: own }, colour, look, { brush, tile, width }) {
  if (own) { brush.write(g, text, x * tile, y * tile, { size: Math.max(4, 2 * radius * tile), colour, face: look.ui }); return; }
  const size = Math.max(11, Math.min(28, Math.floor(tile * (2 * radius || 0.6)))), room = Math.max(size, text.length * size * 0.3);
  const said = text.replace(/^-/, "−"), at = Math.min(width - room, Math.max(room, x * tile));
  brush.write(g, said, at, Math.max(size * 0.6, y * tile), { size, colour, face: look.ui, halo: look.tile });
}

function drawBot(g, { seat, x, y, radius = 0, text }, colour, look, options) {
  const { brush, tile, width, called } = options, r = Math.max(radius < 0.4 ? 2.5 : 3, radius * tile), within = at => Math.min(width - r - 1, Math.max(r + 1, at)), mark = text || called?.[seat];
  brush.bot(g, mark ? { ...look, seats: { [seat]: { ...look.seats[seat], mark } } } : look, options, seat, within(x * tile), y * tile, r);
}

function drawCross(g, { x, y, radius = 0 }, colour, look, { brush, tile }) { brush.cross(g, look, x * tile, y * tile, radius * tile, colour); }

function drawDisc(g, { x, y, radius = 0, text }, colour, look, { brush, tile }) {
  const cx = x * tile, cy = y * tile, r = radius * tile;
  disc(g, cx, cy, r, colour);
  if (text && tile >= LETTERS) brush.write(g, text, cx, cy + r * 0.08, { size: Math.max(7, Math.floor(r * 1.5)), colour: "#ffffff", face: look.ui });
}

function drawPath(g, { form, seat, points = [], from, to, width = 0, hem = 0, dashed }, colour, look, { tile, on }) {
  if (from === to) return;
  g.lineCap = dashed ? "butt" : "round";
  g.lineJoin = "round";
  g.setLineDash(dashed ? [4, 3] : []);
  for (const [wide, paint] of hem ? [[width + 2 * hem, look.tile], [width, colour]] : [[width, colour]]) {
    g.beginPath();
    g.moveTo(points[from] * tile, points[from + 1] * tile);
    for (let i = from; i < to; i += 2) g.lineTo(points[i] * tile, points[i + 1] * tile);
    g.lineWidth = Math.max(dashed ? 1.5 : 1, wide * tile);
    g.fillStyle = g.strokeStyle = paint;
    if (form === "area") g.fill(); else g.stroke();
  }
  g.setLineDash([]);
  g.lineCap = "butt";
  if (!hem) return;
  const bot = look.seats[seat];
  if (on.patterns && bot) for (let i = from; i < to; i += 2) texture(g, bot.texture, points[i] * tile, points[i + 1] * tile, tile * 0.09, tile * 0.17, look.mix(colour, bot.ink, 0.75));
  disc(g, points[from] * tile, points[from + 1] * tile, Math.max(1, tile * 0.13), look.tile);
}

function drawRail(g, { x, y, width, height, fills, age, faint = 0 }, colour, look, { tile, edge, age: since }) {
  const wide = Math.max(2, Math.min(4, tile * 0.18)), left = edge(x), top = edge(y), w = edge(x + width) - left + 1, h = edge(y + height) - top + 1;
  if (fills && age === 0 && since < FILLING) {
    g.globalAlpha = 1 - since / FILLING;
    g.fillStyle = look.tile;
    g.fillRect(edge(x + 1), edge(y + 1), edge(x + width - 1) - edge(x + 1), edge(y + height - 1) - edge(y + 1));
    g.globalAlpha = 1 - faint;
  }
  g.lineJoin = "miter";
  for (const [line, beyond, paint] of [[wide + 4, 0, look.tile], [wide, 0, colour], [1, wide / 2 + 1, look.ink]]) {
    g.lineWidth = line;
    g.strokeStyle = paint;
    g.strokeRect(left - beyond, top - beyond, w + 2 * beyond, h + 2 * beyond);
  }
}

/** Draws a dark disc with a ring in its owner's colour and the number of pictures left; "!" in the last. */
function drawTimer(g, { seat, x, y, radius = 0, ticks = 0 }, colour, look, { brush, tile, on, pick }) {
  const bot = look.seats[seat], cx = x * tile, cy = y * tile, r = Math.max(1, radius * 0.86 * tile), whole = radius > 0.4;
  brush.disc(g, cx, cy, r + 1, "#16181b", look.tile, 1);
  g.globalAlpha = pick === null || pick === seat ? 1 : 0.45;
  if (on.patterns && bot) g.setLineDash([[], [2, 3], [5, 3]][bot.texture]);
  g.beginPath();
  g.arc(cx, cy, r - 0.5, 0, 7);
  g.lineWidth = Math.max(1.5, r * 0.29);
  g.strokeStyle = bot?.colour ?? colour;
  g.stroke();
  g.setLineDash([]);
  const mark = on.patterns && bot && tile >= 20 && whole ? bot.mark : "";
  if (tile >= LETTERS) brush.write(g, (ticks > 1 ? ticks : "!") + mark, cx, cy + r * 0.08, { size: Math.max(7, Math.floor(r * (mark || ticks > 9 ? 0.95 : 1.25))), colour: "#ffffff", face: look.ui });
}

/** Draws a pale disc with a sign on it, or a star. */
function drawToken(g, { x, y, radius = 0, text, dashed }, colour, look, { tile, brush }) {
  const cx = x * tile, cy = y * tile, r = radius * 0.95 * tile, signed = text === "+" || text === "×";
  g.beginPath();
  if (signed) g.arc(cx, cy, r, 0, 7); else star(g, cx, cy, r * 1.2);
  g.fillStyle = colourOf(-1, "paper", look, null);
  g.fill();
  g.lineWidth = tile < LETTERS ? 1 : 1.5;
  g.strokeStyle = colour;
  g.setLineDash(dashed ? [2, 2] : []);
  g.stroke();
  g.setLineDash([]);
  if (signed) brush.write(g, text, cx, cy + tile * 0.02, { size: Math.max(7, Math.floor(tile * 0.52)), colour, face: look.ui });
}

function star(g, x, y, r) {
  for (let i = 0; i < 10; i++) {
    const turn = (i / 5 - 0.5) * Math.PI, far = i % 2 ? r * 0.46 : r;
    g.lineTo(x + Math.cos(turn) * far, y + Math.sin(turn) * far);
  }
  g.closePath();
}
