// The additions of Tron's page to its picture.

export const fields = ["alive", "died", "cause"];

/** The moves, and the weights of the article's bot: its own tiles, those of the others, and the others' distances to them. */
const STEPS = [["UP", 0, -1], ["DOWN", 0, 1], ["LEFT", -1, 0], ["RIGHT", 1, 0]], WEIGHTS = { mine: 1e7, theirs: -1e5, distance: 1 };

export const facts = frame => `${frame.picture.width} × ${frame.picture.height}`;

export const columns = [
  { title: "Nearest", about: "free tiles on which it would be first", bar: true, value: (frame, seat) => frame.picture.nearest()[seat], text: n => n + (n === 1 ? " tile" : " tiles") },
  { title: "Trail", about: "tiles of its trail", value: (frame, seat) => frame.picture.trail(seat), text: String },
];

export const story = frame => ({ values: frame.picture.nearest(), stacked: true, name: "nearest" });

export const out = (frame, seat) => frame.alive[seat] ? "" : `turn ${frame.died[seat]}: ${frame.cause[seat]}`;

export function picked(frame, seat) {
  if (!frame.alive[seat]) return `seat ${seat} died in turn ${frame.died[seat]}: ${frame.cause[seat]}`;
  return `seat ${seat}: a trail of ${frame.picture.trail(seat)}, first on ${frame.picture.nearest()[seat]} of the free tiles`;
}

/** Evaluates each step of the seat to move: the others race first, in turn order, and the mover last. */
export function tables({ picture }, pick, ago, seats) {
  const [mover, ...others] = picture.race ? picture.runners() : [];
  if (!mover) return [];
  const x = mover.at % picture.width, y = Math.floor(mover.at / picture.width), weights = weightsOf(seats[mover.seat].params);
  const steps = STEPS.map(([name, dx, dy]) => ({ name, sum: picture.isFree(x + dx, y + dy) ? weigh(picture, others, mover.seat, mover.at + dx + dy * picture.width) : null }));
  const worth = steps.map(({ sum }) => sum ? sum.mine * weights.mine + sum.theirs * weights.theirs + sum.distance * weights.distance : -Infinity), best = Math.max(...worth);
  const rows = steps.map(({ name, sum }) => sum ? [name, String(sum.mine), String(sum.theirs), String(sum.distance).replace(/\B(?=(\d{3})+$)/g, "\u2009")] : [name, "", "", "blocked"]);
  return [{ title: `Seat ${mover.seat} may go`, head: ["", "mine", "theirs", "their distance"], rows, strong: best > -Infinity ? worth.indexOf(best) : undefined }];
}

function weigh(picture, others, seat, at) {
  const sum = { mine: 0, theirs: 0, distance: 0 }, { owner, round } = picture.ride([...others, { seat, at }], at);
  owner.forEach((who, tile) => {
    if (who === seat) sum.mine++;
    if (who < 0 || who === seat) return;
    sum.theirs++;
    sum.distance += round[tile];
  });
  return sum;
}

/** Returns the weights that a bot was given, with the article's as defaults. */
function weightsOf(params) {
  const given = new URLSearchParams(params ?? "");
  return Object.fromEntries(Object.entries(WEIGHTS).map(([name, usual]) => [name, /^[+-]?\d+$/.test(given.get(name)) ? Number(given.get(name)) : usual]));
}
