// The additions of Fence and Conquer's page to its picture.

export const fields = ["cells", "clock_us", "turn_of", "max_plies", "fallen", "law", "why"];

const LOW = 2e6, LAST = 0.5e6; // µs left on a clock
const ENDLESS = 1e6; // plies of games that only a full board ends

const all = frame => frame.picture.tiles.length;
/** Cells won by fences have a weaker tone than those that a bot walked over: 2 of the seat's 64 numbers. */
const fenced = (frame, seat) => frame.picture.tiles.filter(code => code === 64 * (seat + 1) + 2).length;

export const facts = frame => `${frame.picture.width} × ${frame.picture.height}` + (frame.max_plies < ENDLESS ? `, at most ${frame.max_plies} plies` : "");

export const columns = [
  { title: "Cells", bar: true, value: (frame, seat) => frame.cells[seat], text: String },
  { title: "Fenced", about: "cells of them won by fences", value: fenced, text: String },
];

export const rest = frame => [["empty", String(all(frame) - frame.cells[0] - frame.cells[1])]];

export const story = frame => ({ values: frame.cells, name: "cells" });

/** Returns the time left by seat, or null in games without a limit, whose clocks begin at 0. */
export const clock = frame => frame.clock_us.some(left => left > 0) ? frame.clock_us : null;

export function cards(frame, ago) {
  const bank = ago(frame.turn).clock_us;
  if (!bank.some(left => left > 0)) return [];
  return frame.clock_us.map((left, seat) => ({
    seat, text: seconds(left), part: left / bank[seat], on: frame.turn_of === seat,
    tone: left < LAST ? "bad" : left < LOW ? "warn" : "", words: frame.fallen === seat && frame.law === "flag" ? "flag fallen" : `${frame.cells[seat]} cells`,
  }));
}

/** Formats a time as on the clocks: "07.418". */
const seconds = us => (us < 0 ? "−" : "") + (Math.abs(us) / 1e6).toFixed(3).padStart(6, "0");

export const out = (frame, seat) => frame.fallen !== seat ? "" : frame.law === "flag" ? "flag fallen" : frame.why;

export const picked = (frame, seat) => `player ${seat + 1}: ${frame.cells[seat] - fenced(frame, seat)} cells walked, ${fenced(frame, seat)} won by fences`;

// The scrub bar: cells of both seats, the second one dashed, and the clocks as thin lines.

export function drawStory(g, reel, look, { width, height, total, pick }) {
  const last = reel.length - 1, most = all(reel.frame(0)), bank = Math.max(...reel.frame(0).clock_us);
  const high = Math.max(1, ...reel.frame(last).cells) * 1.12, clocks = bank > 0;
  const at = x => reel.frame(Math.min(last, Math.round(x / width * total))), end = Math.floor(last / total * width);
  for (const seat of [0, 1]) {
    const alpha = pick === null || pick === seat ? 1 : 0.3, dash = seat ? [6, 3] : [];
    if (clocks) curve(g, end, x => at(x).clock_us[seat] / bank, height, { colour: look.seats[seat].colour, alpha: alpha * 0.6, wide: 0.75, dash });
    curve(g, end, x => at(x).cells[seat] / Math.min(most, high), height, { colour: look.seats[seat].colour, alpha, wide: 2, dash });
  }
}

/** Draws a line with values from 0 to 1. */
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
