// How BattleBots is shown: two cards with hands and art, the score and what decided, and the rounds as letters. The page gives a
// canvas and a frame; nothing else is known here. Art comes as a remark and is drawn letter by letter: it is never markup.

const SIDE = 37; // the board is a square; this is what its tiles are counted in
const LETTERS = ["–", "R", "P", "S"], WORDS = ["FORFEIT", "ROCK", "PAPER", "SCISSORS"];
const LAWS = ["forfeit", "hand", "habit", "counter-habit", "lot"];
const CELL = 22; // of the ribbon on the board, CSS pixels
const READABLE = 13; // a letter stands in a cell this wide
const ART = [16, 20, 24, 30, 40, 60]; // rows in the square for art; a character is half as wide as high

export const size = () => ({ width: SIDE, height: SIDE });

export const facts = frame => `${frame.rounds} rounds`;

export const columns = [
  { title: "Rounds won", bar: true, value: (frame, seat) => frame.score[seat], text: String },
];

export function rest(frame) {
  const nobody = frame.winners.filter(winner => winner === 0).length;
  return nobody ? [["nobody", String(nobody)]] : [];
}

export const story = frame => ({ values: frame.score, name: "rounds" });

export const picked = (frame, seat) => `player ${seat + 1}: ${hands(frame, seat).length} hands, ${counts(frame, seat).map((n, i) => n + " " + WORDS[i + 1].toLowerCase()).join(", ")}`;

/** The seat whose card covers a point. */
export const seatAt = (_, x) => x < SIDE / 2 ? 0 : 1;

export function notes(frame) {
  const percent = (n, seat) => String(n) + (frame.round ? ` (${Math.round(n / Math.max(1, hands(frame, seat).length) * 100)} %)` : "");
  return [
    { title: "Hands so far", head: ["", "rock", "paper", "scissors"], rows: [0, 1].map(seat => [seat, ...counts(frame, seat).map(n => percent(n, seat))]) },
    { title: "Decided by", rows: LAWS.map((law, i) => [law, String(frame.decided[i])]).filter(([, n], i) => i || n !== "0") },
  ];
}

const hands = (frame, seat) => seat ? frame.hands_2 : frame.hands_1;
const counts = (frame, seat) => frame.counts.slice(3 * seat, 3 * seat + 3);

// The picture.

export function draw(g, frame, look, options) {
  const { width, height, pick } = options, room = width < 480 ? 8 : 12, ribbonHigh = 2 * Math.min(CELL, width / 16) + 6;
  g.fillStyle = look.tile;
  g.fillRect(0, 0, width, height);
  const top = score(g, frame, look, options, room), bottom = height - ribbonHigh - 2 * room;
  const wide = (width - 3 * room) / 2, pictures = [0, 1].map(seat => artOf(frame, options.remarks, seat)), rows = artRows(pictures);
  for (const seat of [0, 1]) {
    g.globalAlpha = pick === null || pick === seat ? 1 : 0.45;
    card(g, frame, seat, look, options, { x: room + seat * (wide + room), y: top, width: wide, height: bottom - top, art: pictures[seat], rows });
    g.globalAlpha = 1;
  }
  ribbon(g, frame, look, options, room, height - room - ribbonHigh, ribbonHigh);
}

/** The score and what decided the round, above the cards. Gives where it ends. */
function score(g, { score: [one, two], because = "" }, look, { brush, width }, room) {
  const large = Math.round(Math.max(28, width * 0.065)), small = Math.round(Math.max(12, width * 0.0235));
  brush.write(g, `${one} : ${two}`, width / 2, room + large * 0.55, { size: large, colour: look.text, face: look.ui });
  g.font = `400 ${small}px ${look.ui}`;
  const most = width < 480 ? 3 : 2, lines = wrap(g, because.replace(/player ([12])/g, (_, n) => look.seats[n - 1].name).replace(" : ", "\u00a0:\u00a0"), width - 2 * room, most);
  lines.forEach((text, i) => {
    const at = room + large * 1.15 + small * (0.65 + 1.3 * (i + (most - lines.length) / 2));
    brush.write(g, text, width / 2, at, { size: small, weight: 400, colour: look.muted, face: look.ui });
  });
  return Math.round(room + large * 1.2 + small * (0.3 + 1.3 * most));
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

/** A card: who plays, the hand as a drawing and as a word, the art. The winner's is framed in its colour. */
function card(g, frame, seat, look, { brush, width: all }, { x, y, width, height, art, rows }) {
  const bot = look.seats[seat], won = frame.winners.at(-1) === seat + 1, pad = all < 480 ? 6 : 10, chip = 18;
  g.beginPath();
  g.roundRect(x, y, width, height, 8);
  g.fillStyle = look.surface;
  g.fill();
  g.lineWidth = won ? 2.5 : 1;
  g.strokeStyle = won ? bot.colour : look.hair;
  g.stroke();
  title(g, bot, look, brush, x + pad, y + pad, width - 2 * pad, chip);
  const square = Math.floor(Math.min(width - 2 * pad, height - chip - 3 * pad - 64)), from = y + height - pad - square;
  drawHand(g, frame, seat, won, look, brush, { x: x + pad, y: y + chip + 1.5 * pad, width: width - 2 * pad, height: from - y - chip - 2 * pad });
  drawArt(g, art, rows, look, brush, x + (width - square) / 2, from, square);
}

function title(g, bot, look, brush, x, y, width, chip) {
  g.beginPath();
  g.roundRect(x, y, chip, chip, 4);
  g.fillStyle = bot.colour;
  g.fill();
  brush.write(g, bot.mark, x + chip / 2, y + chip / 2 + 0.5, { size: 11, colour: bot.ink, face: look.ui });
  g.font = `600 13px ${look.ui}`;
  brush.write(g, brush.cut(g, bot.name, width - chip - 8), x + chip + 8, y + chip / 2 + 0.5, { size: 13, weight: 600, align: "left", colour: look.text, face: look.ui });
}

/** The hand of this round: a drawing with its word; an empty dashed frame with the reason where there was none. */
function drawHand(g, frame, seat, won, look, brush, box) {
  const hand = hands(frame, seat).at(-1), fault = (seat ? frame.faults_2 : frame.faults_1).at(-1), middle = box.x + box.width / 2;
  const words = hand === undefined ? "" : hand ? WORDS[hand] : `${WORDS[0]}: ${fault}`, size = box.height < 90 ? 11 : 13;
  const r = Math.max(12, Math.min((box.height - size - 10) / 2, box.width / 4, 90)), cy = box.y + r + 2;
  g.lineJoin = g.lineCap = "round";
  g.lineWidth = Math.max(1.5, r * 0.06);
  g.strokeStyle = look.ink;
  g.fillStyle = won ? look.seats[seat].colour : look.mix(look.surface, look.ink, look.dark ? 0.26 : 0.14);
  if (hand) SHAPES[hand](g, middle, cy, r); else nothing(g, look, middle, cy, r);
  g.lineCap = "butt";
  g.font = `700 ${size}px ${look.ui}`;
  brush.write(g, brush.cut(g, words, box.width), middle, box.y + 2 * r + 6 + size / 2, { size, colour: won ? look.text : look.muted, face: look.ui });
}

function nothing(g, look, x, y, r) {
  g.setLineDash([5, 4]);
  g.lineWidth = 1.5;
  g.strokeStyle = look.edge;
  g.beginPath();
  g.roundRect(x - r, y - r * 0.8, 2 * r, 1.6 * r, 6);
  g.stroke();
  g.setLineDash([]);
}

/** The drawings, by hand, around a point and within a circle of radius r. */
const SHAPES = [null, rock, paper, scissors];

function rock(g, x, y, r) {
  const at = (px, py) => [x + px * r, y + py * r], corners = [[-0.95, 0.3], [-0.75, -0.4], [-0.15, -0.8], [0.5, -0.7], [0.95, -0.05], [0.8, 0.55], [0.25, 0.8], [-0.6, 0.75]];
  g.beginPath();
  corners.forEach(([px, py], i) => {
    const [qx, qy] = corners[(i + 1) % corners.length];
    g.lineTo(...at(px + (qx - px) * 0.2, py + (qy - py) * 0.2));
    g.lineTo(...at(px + (qx - px) * 0.8, py + (qy - py) * 0.8));
    const [nx, ny] = corners[(i + 2) % corners.length];
    g.quadraticCurveTo(...at(qx, qy), ...at(qx + (nx - qx) * 0.2, qy + (ny - qy) * 0.2));
  });
  g.closePath();
  g.fill();
  g.stroke();
  g.lineWidth *= 0.7;
  crease(g, [at(-0.15, -0.8), at(-0.05, -0.2), at(0.45, 0.1)], [at(-0.05, -0.2), at(-0.5, 0.15)]);
}

function paper(g, x, y, r) {
  const at = (px, py) => [x + px * r, y + py * r], fold = 0.36;
  g.beginPath();
  for (const point of [[-0.68, -0.9], [0.68 - fold, -0.9], [0.68, -0.9 + fold], [0.68, 0.9], [-0.68, 0.9]]) g.lineTo(...at(...point));
  g.closePath();
  g.fill();
  g.stroke();
  g.beginPath();
  for (const point of [[0.68 - fold, -0.9], [0.68 - fold, -0.9 + fold], [0.68, -0.9 + fold]]) g.lineTo(...at(...point));
  g.closePath();
  g.fillStyle = g.strokeStyle;
  g.globalAlpha *= 0.3;
  g.fill();
  g.globalAlpha /= 0.3;
  g.stroke();
  g.lineWidth *= 0.7;
  crease(g, ...[-0.1, 0.2, 0.5].map(py => [at(-0.4, py), at(py === 0.5 ? 0.1 : 0.4, py)]));
}

function scissors(g, x, y, r) {
  for (const side of [-1, 1]) {
    const at = (px, py) => [x + side * px * r, y + py * r];
    g.beginPath();
    for (const point of [[-0.62, -0.95], [-0.42, -0.98], [0.2, 0.22], [0.02, 0.32]]) g.lineTo(...at(...point));
    g.closePath();
    g.fill();
    g.stroke();
    g.beginPath();
    g.ellipse(...at(0.36, 0.6), r * 0.25, r * 0.36, side * -0.5, 0, 7);
    g.save();
    g.lineWidth *= 3.2;
    g.stroke();
    g.lineWidth /= 3.2 / 1.7;
    g.strokeStyle = g.fillStyle;
    g.stroke();
    g.restore();
  }
  g.beginPath();
  g.arc(x, y + r * 0.12, r * 0.07, 0, 7);
  g.fillStyle = g.strokeStyle;
  g.fill();
}

function crease(g, ...lines) {
  g.beginPath();
  for (const [first, ...others] of lines) {
    g.moveTo(...first);
    for (const point of others) g.lineTo(...point);
  }
  g.stroke();
}

// Art.

/** The picture that a seat sent in this round, row by row. */
function artOf(frame, remarks, seat) {
  const remark = remarks.find(r => r.seat === seat && r.shot === frame.turn);
  try {
    const rows = JSON.parse(remark?.text ?? "null");
    return Array.isArray(rows) ? rows.slice(0, 60).map(row => [...String(row)].slice(0, 60).join("")) : [];
  } catch {
    return []; // a remark that is no art
  }
}

/** How many rows the squares have: the least that hold both pictures, so that both have one scale. */
function artRows(pictures) {
  const needed = Math.max(...pictures.map(rows => Math.max(rows.length, ...rows.map(row => [...row].length / 2))));
  return ART.find(rows => rows >= needed) ?? ART.at(-1);
}

function drawArt(g, art, rows, look, brush, x, y, side) {
  g.beginPath();
  g.roundRect(x, y, side, side, 4);
  g.fillStyle = look.sunken;
  g.fill();
  if (!art.length) { brush.write(g, "no art", x + side / 2, y + side / 2, { size: 12, weight: 400, colour: look.muted, face: look.ui }); return; }
  const pitch = side / rows, wide = Math.max(...art.map(row => [...row].length)) * pitch / 2;
  g.font = `10px ${look.mono}`;
  const size = pitch / 2 / g.measureText("M").width * 10;
  g.save();
  g.clip();
  art.forEach((row, i) => {
    const at = y + side / 2 + (i + 0.5 - art.length / 2) * pitch;
    brush.write(g, row, x + (side - wide) / 2, at, { size, weight: 400, align: "left", colour: look.text, face: look.mono });
  });
  g.restore();
}

// Rounds as letters: on the board those around this one, on the scrub bar all.

function ribbon(g, frame, look, { brush, width }, room, y, height) {
  const fits = Math.floor((width - 2 * room + 2) / CELL), first = Math.floor(Math.max(0, frame.round - 1) / fits) * fits;
  const cell = (width - 2 * room) / fits, high = (height - 6) / 2;
  for (let i = 0; i < fits && first + i < frame.rounds; i++) {
    column(g, frame, first + i, look, brush, { x: room + i * cell, y, width: cell, high });
    if (first + i !== frame.round - 1) continue;
    g.fillStyle = look.ink;
    g.fillRect(room + i * cell, y + height - 2, cell - 2, 2);
  }
}

/** Both hands of a round, one above the other; hollow where it is still to come. */
function column(g, frame, round, look, brush, { x, y, width, high }) {
  const gap = width > 6 ? 2 : width > 3 ? 1 : 0;
  for (const seat of [0, 1]) {
    const hand = hands(frame, seat)[round], won = frame.winners[round] === seat + 1, bot = look.seats[seat];
    g.beginPath();
    g.roundRect(x, y + seat * high, Math.max(1, width - gap), high - 2, Math.min(3, width / 4));
    if (hand === undefined) { outline(g, look, gap); continue; }
    g.fillStyle = won ? bot.colour : look.mix(look.surface, look.ink, look.dark ? 0.16 : 0.08);
    g.fill();
    if (width < READABLE) continue;
    brush.write(g, LETTERS[hand], x + (width - gap) / 2, y + seat * high + high / 2 - 0.5, { size: 11, weight: won ? 700 : 600, colour: won ? bot.ink : look.muted, face: look.ui });
  }
}

function outline(g, look, gap) {
  if (!gap) return;
  g.lineWidth = 1;
  g.strokeStyle = look.hair;
  g.stroke();
}

export function drawStory(g, reel, look, { width, height, total, brush }) {
  const frame = reel.frame(reel.length - 1), cell = width / total;
  g.fillStyle = look.surface;
  g.fillRect(0, 0, width, height);
  for (let round = 0; round < total; round++) column(g, frame, round, look, brush, { x: round * cell, y: 3, width: cell, high: (height - 4) / 2 });
}
