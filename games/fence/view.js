// How Fence and Conquer is shown. The page gives a canvas and a frame; nothing else is known here. (0,0) is the upper left cell.

const WALKED = 0.62, WON = 0.28; // of the owner's colour in its cells
const KEPT = 12; // plies that a closed fence is shown
const FILLING = 240; // ms in which what it won takes its tone
const LETTERS = 13; // text stands on cells this large
const LOW = 2e6, LAST = 0.5e6; // µs left on a clock
const ENDLESS = 1e6; // plies of games that only a full board ends
const BACK = 600; // plies that are looked through for the last fence

export const size = frame => ({ width: frame.board.length, height: frame.board.length });

export const facts = frame => `${frame.board.length} × ${frame.board.length}` + (frame.max_plies < ENDLESS ? `, at most ${frame.max_plies} plies` : "");

export const columns = [
  { title: "Cells", bar: true, value: (frame, seat) => frame.cells[seat], text: String },
  { title: "Fenced", about: "cells of them won by fences", value: fenced, text: String },
];

export const rest = frame => [["empty", String(frame.board.length ** 2 - frame.cells[0] - frame.cells[1])]];

export const story = frame => ({ values: frame.cells, name: "cells" });

/** The time left; none in games without a limit, whose clocks begin at 0. */
export const clock = frame => frame.clock_us.some(left => left > 0) ? frame.clock_us : null;

export function cards(frame, ago) {
  const bank = ago(frame.turn).clock_us;
  if (!bank.some(left => left > 0)) return [];
  return frame.clock_us.map((left, seat) => ({
    seat, text: seconds(left), part: left / bank[seat], on: frame.turn_of === seat,
    tone: left < LAST ? "bad" : left < LOW ? "warn" : "", words: frame.fallen === seat && frame.law === "flag" ? "flag fallen" : `${frame.cells[seat]} cells`,
  }));
}

/** A time as the clocks show it: "07.418". */
const seconds = us => (us < 0 ? "−" : "") + (Math.abs(us) / 1e6).toFixed(3).padStart(6, "0");

export const out = (frame, seat) => frame.fallen !== seat ? "" : frame.law === "flag" ? "flag fallen" : frame.why;

/** The bot whose circle covers a point, in cells from the upper left; -1 for none. */
export const seatAt = (frame, x, y) => frame.x.findLastIndex((at, seat) => Math.hypot(at + 0.5 - x, frame.y[seat] + 0.5 - y) <= 0.8);

export const picked = (frame, seat) => `player ${seat + 1}: ${frame.cells[seat] - fenced(frame, seat)} cells walked, ${fenced(frame, seat)} won by fences`;

export function notes(frame, pick, ago) {
  for (let back = 0; back <= Math.min(BACK, frame.turn); back++) {
    const ply = ago(back);
    if (ply.fences) return [{ title: ply.fences > 1 ? "Last fences" : "Last fence", rows: closings(ply) }];
  }
  return [];
}

/** The fences of a ply in words. */
function closings(ply) {
  const row = (what, gained) => [ply.mover, what, `+${gained} ${gained === 1 ? "cell" : "cells"}`, `ply ${ply.round}`];
  const rows = ply.fence_x.map((_, n) => row(`${ply.fence_w[n]} × ${ply.fence_h[n]}`, ply.fence_gained[n]));
  return rows.length < 5 ? rows : [...rows.slice(0, 4), row(`${ply.fences - 4} more`, ply.gained - sum(ply.fence_gained.slice(0, 4)))];
}

const sum = list => list.reduce((a, b) => a + b, 0);

function fenced(frame, seat) {
  let n = 0;
  frame.fenced.forEach((row, y) => row.forEach((won, x) => { if (won && frame.board[y][x] === seat + 1) n++; }));
  return n;
}

// The picture.

export function draw(g, frame, look, options, history) {
  const side = frame.board.length, { brush, age } = options, fills = age < FILLING && frame.fences > 0;
  brush.ground(g, look, options, side, side);
  frame.board.forEach((row, y) => row.forEach((owner, x) => { if (owner) cell(g, look, options, x, y, owner - 1, frame.fenced[y][x]); }));
  if (fills) filling(g, frame, look, options, side);
  for (let back = Math.min(KEPT - 1, frame.turn); back >= 0; back--) flash(g, history(back), back, look, options, side);
  for (const seat of [0, 1]) bot(g, frame, seat, look, options, history, side);
  return fills;
}

/** A cell. Those that the second player has walked over carry a dot, so that the sides differ without colour. */
function cell(g, look, options, x, y, seat, won) {
  const { brush, pick, edge, tile } = options, part = (won ? WON : WALKED) * (pick === null || pick === seat ? 1 : 0.35) * (look.dark ? 1.2 : 1);
  brush.fill(g, options, x, y, look.mix(look.tile, look.seats[seat].colour, part));
  if (won || seat === 0 || tile < 5) return;
  const r = Math.max(0.75, tile * 0.07), cx = (edge(x) + edge(x + 1)) / 2 + 0.5, cy = (edge(y) + edge(y + 1)) / 2 + 0.5;
  g.fillStyle = look.dark ? look.ink : look.tile;
  g.globalAlpha = 0.8;
  g.fillRect(cx - r, cy - r, 2 * r, 2 * r);
  g.globalAlpha = 1;
}

/** Calls with each place of a fence: one, or two and four where it goes over an edge of the board. */
function places(frame, n, side, each) {
  const { fence_x: xs, fence_y: ys, fence_w: ws, fence_h: hs } = frame;
  for (const dx of xs[n] + ws[n] > side ? [0, -side] : [0]) for (const dy of ys[n] + hs[n] > side ? [0, -side] : [0]) each(xs[n] + dx, ys[n] + dy, ws[n], hs[n]);
}

/** What was won in this very ply is taking its tone. */
function filling(g, frame, look, { edge, age }, side) {
  g.fillStyle = look.tile;
  g.globalAlpha = 1 - age / FILLING;
  frame.fence_x.forEach((_, n) => places(frame, n, side, (x, y, w, h) => g.fillRect(edge(x + 1), edge(y + 1), edge(x + w - 1) - edge(x + 1), edge(y + h - 1) - edge(y + 1))));
  g.globalAlpha = 1;
}

/** The fences of a ply, some plies ago: their frames, what they won, and their order where several closed at once. */
function flash(g, frame, back, look, options, side) {
  g.globalAlpha = 1 - back / KEPT * 0.6;
  frame.fence_x.forEach((_, n) => places(frame, n, side, (x, y, w, h) => rail(g, look, look.seats[frame.mover].colour, options, x, y, w, h)));
  frame.fence_x.forEach((_, n) => places(frame, n, side, (x, y, w, h) => {
    const { brush, tile } = options, size = Math.max(11, Math.min(28, Math.round(tile * 0.9))), how = { colour: look.ink, face: look.ui, halo: look.tile };
    brush.write(g, "+" + frame.fence_gained[n], (x + w / 2) * tile, (y + h / 2) * tile, { ...how, size });
    if (frame.fences > 1 && tile >= LETTERS) brush.write(g, String(n + 1), (x + 0.5) * tile, (y + 0.55) * tile, { ...how, size: Math.min(16, Math.round(tile * 0.62)) });
  }));
  g.globalAlpha = 1;
}

/** The frame of a fence: its owner's colour between a light and a dark line. */
function rail(g, look, colour, { edge, tile }, x, y, w, h) {
  const left = edge(x), top = edge(y), width = edge(x + w) - left + 1, height = edge(y + h) - top + 1, wide = Math.max(2, Math.min(4, tile * 0.18));
  g.lineJoin = "miter";
  for (const [line, out, paint] of [[wide + 4, 0, look.tile], [wide, 0, colour], [1, wide / 2 + 1, look.ink]]) {
    g.lineWidth = line;
    g.strokeStyle = paint;
    g.strokeRect(left - out, top - out, width + 2 * out, height + 2 * out);
  }
}

/** A bot; where it has just gone over an edge, half circles on both edges tell so. */
function bot(g, frame, seat, look, options, history, side) {
  const { brush, tile, width } = options;
  const ago = frame.mover === seat ? 1 : 2, before = history(Math.min(ago, frame.turn));
  const x = (frame.x[seat] + 0.5) * tile, y = (frame.y[seat] + 0.5) * tile, r = Math.max(4, tile * 0.56), rim = r + 1;
  if (Math.abs(before.x[seat] - frame.x[seat]) > side / 2) for (const at of [0, width]) brush.disc(g, at, y, r * 0.7, look.seats[seat].colour, look.ink, 1.5);
  if (Math.abs(before.y[seat] - frame.y[seat]) > side / 2) for (const at of [0, width]) brush.disc(g, x, at, r * 0.7, look.seats[seat].colour, look.ink, 1.5);
  const within = at => Math.min(width - rim, Math.max(rim, at));
  brush.bot(g, look, options, seat, within(x), within(y), r);
}

// The scrub bar: cells of both, the second one dashed, and the clocks as thin lines.

export function drawStory(g, reel, look, { width, height, total, pick }) {
  const last = reel.length - 1, all = reel.frame(0).board.length ** 2, bank = Math.max(...reel.frame(0).clock_us);
  const high = Math.max(1, ...reel.frame(last).cells) * 1.12, clocks = bank > 0;
  const at = x => reel.frame(Math.min(last, Math.round(x / width * total))), end = Math.floor(last / total * width);
  for (const seat of [0, 1]) {
    const alpha = pick === null || pick === seat ? 1 : 0.3, dash = seat ? [6, 3] : [];
    if (clocks) curve(g, end, x => at(x).clock_us[seat] / bank, height, { colour: look.seats[seat].colour, alpha: alpha * 0.6, wide: 0.75, dash });
    curve(g, end, x => at(x).cells[seat] / Math.min(all, high), height, { colour: look.seats[seat].colour, alpha, wide: 2, dash });
  }
}

/** A line whose value is 0 to 1. */
function curve(g, end, value, height, { colour, alpha, wide, dash }) {
  g.beginPath();
  for (let x = 0; x <= end; x++) g.lineTo(x, height - 3 - Math.max(0, value(x)) * (height - 6));
  g.strokeStyle = colour;
  g.lineWidth = wide;
  g.globalAlpha = alpha;
  g.setLineDash(dash);
  g.stroke();
  g.setLineDash([]);
  g.globalAlpha = 1;
}
