// How Tron is shown. The page gives a canvas and a frame; nothing else is known here. (0,0) is the upper left tile.
//
// The overlay is the picture of the article: a race in which all ride at the same pace, and a tile belongs to whoever is first.

export const layers = [
  { name: "overlay", title: "Overlay", key: "o", about: "who would be first on each free tile, and the free steps of the seat to move", usual: true },
  { name: "numbers", title: "Numbers", key: "n", about: "the round in which it would be there" },
  { name: "patterns", title: "Patterns", key: "p", about: "a texture on each bot's trail", contrast: true },
];

/** The moves, by the codes in "entered". */
const STEPS = [null, { name: "UP", dx: 0, dy: -1 }, { name: "DOWN", dx: 0, dy: 1 }, { name: "LEFT", dx: -1, dy: 0 }, { name: "RIGHT", dx: 1, dy: 0 }];
/** What the article's bot weighs: its own tiles, those of the others, and how far the others have to them. */
const WEIGHTS = { mine: 1e7, theirs: -1e5, distance: 1 };
const LETTERS = 13; // text stands on tiles this large
const CROSS = 20; // rounds that the dead keep a cross
const FADE = 240; // ms in which their trail goes

export const size = frame => ({ width: frame.width, height: frame.height });

export const facts = frame => `${frame.width} × ${frame.height}`;

export const columns = [
  { title: "Nearest", about: "free tiles on which it would be first", bar: true, value: (frame, seat) => shares(frame)[seat], text: n => n + (n === 1 ? " tile" : " tiles") },
  { title: "Trail", about: "tiles of its trail", value: (frame, seat) => trail(frame, seat).length, text: String },
];

export const story = frame => ({ values: shares(frame), stacked: true, name: "nearest" });

export const out = (frame, seat) => frame.alive[seat] ? "" : `turn ${frame.died[seat]}: ${frame.cause[seat]}`;

/** The seat whose head covers a point, in tiles from the upper left; -1 for none. */
export function seatAt(frame, x, y) {
  return frame.x.findIndex((at, seat) => frame.alive[seat] && Math.hypot(at + 0.5 - x, frame.y[seat] + 0.5 - y) <= 0.7);
}

export function picked(frame, seat) {
  if (!frame.alive[seat]) return `seat ${seat} died in turn ${frame.died[seat]}: ${frame.cause[seat]}`;
  return `seat ${seat}: a trail of ${trail(frame, seat).length}, first on ${shares(frame)[seat]} of the free tiles`;
}

/** What each step of the seat to move would come to. */
export function notes(frame, pick, ago, seats) {
  if (frame.next < 0) return [];
  const steps = STEPS.slice(1).map(step => ({ name: step.name, ...weigh(frame, frame.next, step) }));
  const weights = weightsOf(seats?.[frame.next]?.params);
  const worth = steps.map(s => s.free ? s.mine * weights.mine + s.theirs * weights.theirs + s.distance * weights.distance : -Infinity);
  const best = Math.max(...worth);
  const rows = steps.map(s => s.free ? [s.name, String(s.mine), String(s.theirs), grouped(s.distance)] : [s.name, "", "", "blocked"]);
  return [{ title: `Seat ${frame.next} may go`, head: ["", "mine", "theirs", "their distance"], rows, strong: best > -Infinity ? worth.indexOf(best) : undefined }];
}

/** The weights that a bot was given, and the article's where it was given none. */
function weightsOf(params) {
  const given = new URLSearchParams(params ?? "");
  return Object.fromEntries(Object.entries(WEIGHTS).map(([name, usual]) => [name, /^[+-]?\d+$/.test(given.get(name)) ? Number(given.get(name)) : usual]));
}

/** A number with thin spaces between its thousands. */
const grouped = n => String(n).replace(/\B(?=(\d{3})+$)/g, "\u2009");

// The race.

/** The living in turn order, from a seat on. */
function line(frame, from) {
  const seats = frame.alive.map((_, i) => (Math.max(0, from) + i) % frame.alive.length);
  return seats.filter(seat => frame.alive[seat]);
}

/** A race of runners { seat, at }, in their order within every round; at is a tile's number. Walls are trails and blocked. */
function race({ width, height, grid }, runners, blocked = -1) {
  const taken = grid.flat(), owner = new Int8Array(width * height).fill(-1), round = new Int16Array(width * height);
  const enter = (to, seat, now, next) => {
    if (taken[to] || owner[to] >= 0 || to === blocked) return;
    owner[to] = seat;
    round[to] = now;
    next.push(to);
  };
  let fronts = runners.map(r => [r.at]);
  for (let now = 1; fronts.some(front => front.length); now++) {
    fronts = fronts.map((front, i) => {
      const next = [], { seat } = runners[i];
      for (const at of front) {
        const x = at % width;
        if (at >= width) enter(at - width, seat, now, next);
        if (at < width * (height - 1)) enter(at + width, seat, now, next);
        if (x > 0) enter(at - 1, seat, now, next);
        if (x < width - 1) enter(at + 1, seat, now, next);
      }
      return next;
    });
  }
  return { owner, round };
}

const tileOf = (frame, seat) => frame.y[seat] * frame.width + frame.x[seat];

/** The race from here, the seat to move first. */
const survey = frame => race(frame, line(frame, frame.next).map(seat => ({ seat, at: tileOf(frame, seat) })));

/** On how many tiles each seat is first. */
function shares(frame) {
  const tiles = frame.x.map(() => 0);
  for (const seat of survey(frame).owner) if (seat >= 0) tiles[seat]++;
  return tiles;
}

const isFree = ({ width, height, grid }, x, y) => x >= 0 && y >= 0 && x < width && y < height && grid[y][x] === 0;

/** The article's three numbers of a step: the others race first, in turn order, and the mover last. */
function weigh(frame, seat, { dx, dy }) {
  const x = frame.x[seat] + dx, y = frame.y[seat] + dy, sum = { free: isFree(frame, x, y), mine: 0, theirs: 0, distance: 0 };
  if (!sum.free) return sum;
  const at = y * frame.width + x, others = line(frame, seat).slice(1).map(other => ({ seat: other, at: tileOf(frame, other) }));
  const { owner, round } = race(frame, [...others, { seat, at }], at);
  owner.forEach((who, tile) => {
    if (who === seat) sum.mine++;
    if (who < 0 || who === seat) return;
    sum.theirs++;
    sum.distance += round[tile];
  });
  return sum;
}

/** The tiles of a trail from the head to the start; none of the dead. */
function trail(frame, seat) {
  let x = frame.x[seat], y = frame.y[seat];
  const tiles = [];
  while (frame.grid[y]?.[x] === seat + 1) {
    tiles.push([x, y]);
    const step = STEPS[frame.entered[y][x]];
    if (!step) break;
    x -= step.dx;
    y -= step.dy;
  }
  return tiles;
}

// The picture.

export function draw(g, frame, look, options, history) {
  const { brush, on } = options;
  brush.ground(g, look, options, frame.width, frame.height);
  if (on.overlay || on.numbers) overlay(g, frame, look, options);
  frame.x.forEach((_, seat) => ribbon(g, trail(frame, seat), seat, look, options));
  const moves = dying(g, frame, look, options, history);
  frame.x.forEach((_, seat) => { if (!frame.alive[seat]) grave(g, frame, seat, look, options, history); });
  if (on.overlay && frame.next >= 0) choices(g, frame, look, options);
  frame.x.forEach((_, seat) => { if (frame.alive[seat]) head(g, frame, seat, look, options); });
  return moves;
}

function overlay(g, frame, look, options) {
  const { owner, round } = survey(frame), { on, brush, tile, pick } = options, { width } = frame;
  owner.forEach((seat, at) => {
    if (seat < 0) return;
    const bot = look.seats[seat], x = at % width, y = Math.floor(at / width), tint = pick === null || pick === seat ? bot.tint : look.mix(look.tile, bot.tint, 0.4);
    if (on.overlay) brush.fill(g, options, x, y, tint);
    if (on.numbers && tile >= LETTERS) {
      const colour = look.mix(on.overlay ? tint : look.tile, look.ink, look.dark ? 0.55 : 0.5);
      brush.write(g, String(round[at]), (x + 0.5) * tile, (y + 0.54) * tile, { size: Math.floor(tile * (round[at] > 99 ? 0.42 : 0.5)), weight: 400, colour, face: look.ui });
    }
  });
  if (on.overlay) frontier(g, owner, frame, look, options);
}

/** A thin line between the tiles of one and another. */
function frontier(g, owner, { width, height }, look, { edge, tile }) {
  const apart = (a, b) => owner[a] >= 0 && owner[b] >= 0 && owner[a] !== owner[b], thin = tile < LETTERS ? 1 : 1.25;
  g.fillStyle = look.ink;
  g.globalAlpha = 0.45;
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) {
    const at = y * width + x;
    if (x + 1 < width && apart(at, at + 1)) g.fillRect(edge(x + 1), edge(y), thin, edge(y + 1) - edge(y) + thin);
    if (y + 1 < height && apart(at, at + width)) g.fillRect(edge(x), edge(y + 1), edge(x + 1) - edge(x) + thin, thin);
  }
  g.globalAlpha = 1;
}

/** A trail: a line half a tile wide, with a margin so that neighbours never fuse, and a small hole where it began. */
function ribbon(g, tiles, seat, look, { tile, on, pick }, alpha = 1) {
  if (!tiles.length) return;
  const bot = look.seats[seat], at = tiles.map(([x, y]) => [(x + 0.5) * tile, (y + 0.5) * tile]), [left, top] = at.at(-1);
  const faint = pick !== null && pick !== seat, colour = faint ? look.mix(look.tile, bot.colour, 0.4) : bot.colour;
  g.globalAlpha = alpha;
  g.lineCap = g.lineJoin = "round";
  for (const [wide, paint] of [[0.7, look.tile], [0.5, colour]]) {
    g.beginPath();
    g.moveTo(...at[0]);
    for (const point of at) g.lineTo(...point);
    g.strokeStyle = paint;
    g.lineWidth = wide * tile;
    g.stroke();
  }
  g.lineCap = "butt";
  if (on.patterns) for (const point of at) texture(g, bot, point, tile, look.mix(colour, bot.ink, 0.75));
  g.beginPath();
  g.arc(left, top, Math.max(1, tile * 0.13), 0, 7);
  g.fillStyle = look.tile;
  g.fill();
  g.globalAlpha = 1;
}

function texture(g, { texture: kind }, [x, y], tile, colour) {
  if (kind === 0) return;
  const r = tile * (kind === 1 ? 0.09 : 0.17);
  g.beginPath();
  if (kind === 1) g.arc(x, y, r, 0, 7);
  else { g.moveTo(x - r, y + r); g.lineTo(x + r, y - r); }
  g.fillStyle = g.strokeStyle = colour;
  g.lineWidth = Math.max(1, tile * 0.08);
  if (kind === 1) g.fill(); else g.stroke();
}

/** The trails of those who died in this very turn, going. Tells whether any still does. */
function dying(g, frame, look, options, history) {
  if (options.age >= FADE) return false;
  const before = history(1), dead = frame.died.flatMap((turn, seat) => turn === frame.turn - 1 && before.alive[seat] ? [seat] : []);
  for (const seat of dead) ribbon(g, trail(before, seat), seat, look, options, 1 - options.age / FADE);
  return dead.length > 0;
}

/** A cross where a head was, for some rounds, as long as nobody rides over it. */
function grave(g, frame, seat, look, { brush, tile }, history) {
  const x = frame.x[seat], y = frame.y[seat], after = history(frame.turn - frame.died[seat] - 1);
  if (frame.round - after.round >= CROSS || frame.grid[y][x]) return;
  brush.cross(g, look, (x + 0.5) * tile, (y + 0.5) * tile, tile * 0.22, look.seats[seat].colour);
}

/** The free steps of the seat to move, dashed. */
function choices(g, frame, look, { edge }) {
  g.strokeStyle = look.ink;
  g.lineWidth = 1.5;
  g.setLineDash([3, 2]);
  for (const { dx, dy } of STEPS.slice(1)) {
    const x = frame.x[frame.next] + dx, y = frame.y[frame.next] + dy;
    if (isFree(frame, x, y)) g.strokeRect(edge(x) + 2, edge(y) + 2, edge(x + 1) - edge(x) - 3, edge(y + 1) - edge(y) - 3);
  }
  g.setLineDash([]);
}

function head(g, frame, seat, look, options) {
  const { brush, tile } = options;
  brush.bot(g, look, options, seat, (frame.x[seat] + 0.5) * tile, (frame.y[seat] + 0.5) * tile, Math.max(3, tile * 0.52));
}
