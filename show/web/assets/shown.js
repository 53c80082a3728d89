// A picture, and what is derived from it for display: bots side by side, a race of bots for the free tiles, the reach of timers.

/** The tones of package draw, by number. */
export const TONES = ["blank", "tint", "weak", "pale", "strong", "full", "letter", "ground", "soft", "flame", "ember", "ink", "muted", "paper", "floor", "dark", "light", "grey", "good", "bad"];

/** Decodes the number of a tile. @param {number} code */
export const tile = code => ({ tone: TONES[code % 32], dot: code % 64 >= 32, seat: Math.floor(code / 64) - 1 });

/** Picture is the picture of one frame. It is immutable. Its fields are those of package draw, with tiles as numbers. */
export class Picture {
  /** @param {object} fields */
  constructor(fields) { Object.assign(this, fields); }

  /** Returns which bot would reach each free tile first, and when, if all bots moved at the same speed: { owner, round }. */
  survey() {
    if (!this.surveyed) Object.defineProperty(this, "surveyed", { value: this.race ? this.ride(this.runners()) : { owner: [], round: [] } });
    return this.surveyed;
  }

  /** Returns the number of tiles that each seat would reach first. */
  nearest() {
    const tiles = this.seats.map(() => 0);
    for (const seat of this.survey().owner) if (seat >= 0) tiles[seat]++;
    return tiles;
  }

  /** Returns the bots in their turn order, beginning with the first of the race: { seat, at }, where at is a tile's number. */
  runners() {
    const turn = seat => (seat - this.race.first + this.seats.length) % this.seats.length;
    return this.shapes.filter(s => s.form === "bot").map(s => ({ seat: s.seat, at: this.tileOf(s) })).sort((a, b) => turn(a.seat) - turn(b.seat));
  }

  /** Returns the result of a race of runners, who move in their order within every round. Walls and one blocked tile stop them. */
  ride(runners, blocked = -1) { return run(this, runners, blocked); }

  /** Returns the number of the tile at a point. */
  tileOf({ x, y }) { return Math.floor(y) * this.width + Math.floor(x); }

  /** Reports whether a tile is blank and has no owner. */
  isFree(x, y) { return x >= 0 && y >= 0 && x < this.width && y < this.height && this.tiles[y * this.width + x] === 0; }

  /** Returns the number of points in the trail of a seat. */
  trail(seat) {
    const trail = this.shapes.find(s => s.trail && s.seat === seat);
    return trail ? (trail.to - trail.from) / 2 : 0;
  }
}

/** Returns the shapes of the layers that are on, with bots at the same position side by side. @param {object} picture @param {Record<string, boolean>} on */
export function shapesOf({ shapes }, on) {
  const together = new Map(), key = s => s.x + " " + s.y;
  for (const s of shapes) if (s.beside) together.set(key(s), [...together.get(key(s)) ?? [], s.seat]);
  return shapes.filter(s => !s.layer || on[s.layer]).map(s => {
    const here = s.beside ? together.get(key(s)) : [];
    return here.length < 2 ? s : { ...s, radius: (s.radius ?? 0) * 0.65, x: s.x + (here.indexOf(s.seat) - (here.length - 1) / 2) * Math.min(0.5, 1 / here.length) };
  });
}

const ARMS = [[0, -1], [0, 1], [-1, 0], [1, 0]];

/** Returns the tiles that a timer reaches. Walls stop it; breakable walls and other timers are the last tiles that it reaches. */
export function reached({ width, height, tiles, shapes }, timer) {
  const x = Math.floor(timer.x), y = Math.floor(timer.y), cells = [[x, y]], timers = new Set(shapes.filter(s => s.form === "timer").map(s => Math.floor(s.y) * width + Math.floor(s.x)));
  for (const [dx, dy] of ARMS) for (let far = 1; far <= timer.arms; far++) {
    const cx = x + dx * far, cy = y + dy * far, tone = TONES[tiles[cy * width + cx] % 32];
    if (cx < 0 || cy < 0 || cx >= width || cy >= height || tone === "ground") break;
    cells.push([cx, cy]);
    if (tone === "soft" || timers.has(cy * width + cx)) break;
  }
  return cells;
}

/** Runs a race of runners { seat, at }, who move in their order within every round; at is a tile's number. One tile may be blocked. */
function run({ width, height, tiles }, runners, blocked = -1) {
  const owner = new Int16Array(width * height).fill(-1), round = new Int16Array(width * height);
  const enter = (to, seat, now, next) => {
    if (tiles[to] || owner[to] >= 0 || to === blocked) return;
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

