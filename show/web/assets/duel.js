// Draws a duel: a card for each seat, the score above, the rounds below as letters.
import { drawShape } from "./shapes.js";
import { LETTERS } from "./paint.js";

/** The width and height, in tiles, of a picture without a board. */
export const DUEL = 30;
const CELL = 22; // width of a round on the board, CSS pixels

export function drawDuel(g, duel, look, options) {
  const { width, height, pick } = options, { cards } = duel, room = width < 480 ? 8 : 12, high = 2 * Math.min(CELL, width / 16) + 6;
  g.fillStyle = look.tile;
  g.fillRect(0, 0, width, height);
  const top = drawScore(g, duel, look, options, room), wide = (width - (cards.length + 1) * room) / cards.length, rows = artRows(cards);
  cards.forEach((card, seat) => {
    const part = pick === null || pick === seat ? 1 : 0.45;
    drawCard(g, card, seat, rows, look, options, { x: room + seat * (wide + room), y: top, wide, high: height - high - 2 * room - top, part });
  });
  const fits = Math.floor((width - 2 * room + 2) / CELL), first = Math.floor(Math.max(0, (cards[0]?.rounds.length ?? 0) - 1) / fits) * fits, cell = (width - 2 * room) / fits;
  for (let i = 0; i < fits && first + i < duel.rounds; i++) drawRound(g, cards, first + i, look, options.brush, { x: room + i * cell, y: height - room - high, wide: cell, high: (high - 6) / 2, now: true });
}

/** Draws the score and what decided the round, above the cards. Returns where they end. */
function drawScore(g, { score, words = "" }, look, { brush, width }, room) {
  const large = Math.round(Math.max(28, width * 0.065)), small = Math.round(Math.max(12, width * 0.0235)), most = width < 480 ? 3 : 2;
  brush.write(g, score, width / 2, room + large * 0.55, { size: large, colour: look.text, face: look.ui });
  g.font = `400 ${small}px ${look.ui}`;
  const lines = wrap(g, words.replace(/\{(\d)\}/g, (_, n) => look.seats[n]?.name ?? "").replace(" : ", "\u00a0:\u00a0"), width - 2 * room, most);
  lines.forEach((text, i) => brush.write(g, text, width / 2, room + large * 1.15 + small * (0.65 + 1.3 * (i + (most - lines.length) / 2)), { size: small, weight: 400, colour: look.muted, face: look.ui }));
  return Math.round(room + large * 1.2 + small * (0.3 + 1.3 * most));
}

/** Wraps a text into lines; the font must be set. */
function wrap(g, text, width, most) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = lines.at(-1) ? lines.at(-1) + " " + word : word;
    if (lines.length === most || g.measureText(longer).width <= width) lines[lines.length - 1] = longer; else lines.push(word);
  }
  return lines;
}

/** Draws a card: the player, its hand as a drawing and as a word, the art. The winner's card is framed in its colour. */
function drawCard(g, card, seat, rows, look, options, { x, y, wide, high, part }) {
  const { brush, width, on } = options, bot = look.seats[seat], pad = width < 480 ? 6 : 10, chip = 18;
  g.globalAlpha = part;
  g.beginPath();
  g.roundRect(x, y, wide, high, 8);
  g.fillStyle = look.surface;
  g.fill();
  g.lineWidth = card.won ? 2.5 : 1;
  g.strokeStyle = card.won ? bot.colour : look.hair;
  g.stroke();
  g.beginPath();
  g.roundRect(x + pad, y + pad, chip, chip, 4);
  g.fillStyle = bot.colour;
  g.fill();
  brush.write(g, bot.mark, x + pad + chip / 2, y + pad + chip / 2 + 0.5, { size: 11, colour: bot.ink, face: look.ui });
  g.font = `600 13px ${look.ui}`;
  brush.write(g, brush.cut(g, bot.name, wide - 2 * pad - chip - 8), x + pad + chip + 8, y + pad + chip / 2 + 0.5, { size: 13, weight: 600, align: "left", colour: look.text, face: look.ui });
  const square = Math.floor(Math.min(wide - 2 * pad, high - chip - 3 * pad - (on.art ? 0 : 64))), from = y + high - pad - square;
  drawArt(g, card.art, rows, look, brush, x + (wide - square) / 2, from, square);
  if (!on.art) drawShown(g, card, look, options, { x: x + pad, y: y + chip + 1.5 * pad, wide: wide - 2 * pad, high: from - y - chip - 2 * pad, part });
  g.globalAlpha = 1;
}

/** Draws what a card shows: a drawing with its word, or an empty dashed frame with the reason why there is none. */
function drawShown(g, { won, word = "", why, shapes }, look, options, { x, y, wide, high, part }) {
  const { brush } = options, middle = x + wide / 2, size = high < 90 ? 11 : 13, r = Math.max(12, Math.min((high - size - 10) / 2, wide / 4, 90)), cy = y + r + 2;
  g.save();
  g.translate(middle, cy);
  for (const shape of shapes) drawShape(g, shape, look, { ...options, tile: r, pick: null });
  g.globalAlpha = 1 - part; // its parts overlap, so they become faint together
  g.fillStyle = look.surface;
  g.fillRect(-1.1 * r, -1.1 * r, 2.2 * r, 2.2 * r);
  g.restore();
  g.globalAlpha = part;
  if (!shapes.length) {
    g.setLineDash([5, 4]);
    g.lineWidth = 1.5;
    g.strokeStyle = look.edge;
    g.beginPath();
    g.roundRect(middle - r, cy - r * 0.8, 2 * r, 1.6 * r, 6);
    g.stroke();
    g.setLineDash([]);
  }
  g.font = `700 ${size}px ${look.ui}`;
  brush.write(g, brush.cut(g, why ? `${word}: ${why}` : word, wide), middle, y + 2 * r + 6 + size / 2, { size, colour: won ? look.text : look.muted, face: look.ui });
}

const SCALES = [16, 20, 24, 30, 40, 60]; // possible numbers of rows in the squares for art; a letter is half as wide as high
const across = art => Math.max(0, ...art.map(row => [...row].length));

/** Returns the number of rows of the squares: the least that holds all pictures, so that all have the same scale. */
function artRows(cards) {
  const needed = Math.max(...cards.map(({ art }) => Math.max(art.length, across(art) / 2)));
  return SCALES.find(rows => rows >= needed) ?? SCALES.at(-1);
}

/** Draws art letter by letter: it is never markup. */
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

/** Draws a round of all seats, one above the other: outlined if it is still to come, underlined if it is the current one. */
function drawRound(g, cards, round, look, brush, { x, y, wide, high, now }) {
  const gap = wide > 6 ? 2 : wide > 3 ? 1 : 0;
  cards.forEach(({ rounds }, seat) => {
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
  if (!now || round !== cards[0].rounds.length - 1) return;
  g.fillStyle = look.ink;
  g.fillRect(x, y + cards.length * high, wide - gap, 2);
}

/** Draws the rounds of a duel as a scrub bar. Returns whether there is one. */
export function drawRounds(g, { duel }, look, { width, height, total, brush }) {
  if (!duel) return false;
  g.fillStyle = look.surface;
  g.fillRect(0, 0, width, height);
  for (let round = 0; round < total; round++) drawRound(g, duel.cards, round, look, brush, { x: round * width / total, y: 3, wide: width / total, high: (height - 4) / 2 });
  return true;
}
