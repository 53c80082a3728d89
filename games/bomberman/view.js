// How Bomberman is shown. The page gives a canvas and a frame; nothing else is known here. (0,0) is the upper left cell.

const KEYS = "ABCDEFGHIJKL";

export const layers = [
  { name: "reach", title: "Reach", key: "r", about: "the cells that each bomb will burn" },
  { name: "chains", title: "Chains", key: "c", about: "bombs that will go off together, and what their walls are worth", usual: true },
  { name: "hidden", title: "Hidden", key: "h", about: "power-ups that walls still hide", needs: "hidden" },
  { name: "patterns", title: "Patterns", key: "p", about: "owners' keys on bombs, textures on their rings", contrast: true },
];

const HARD = 1, SOFT = 2; // values of "walls"
const FIRE = "#e76900", HEART = "#ffd36b", BOMB = "#16181b"; // what burns has the same colours in every light
const CROSS = 8; // rounds that the dead keep a cross
const RISE = 6, MOVING = 400; // rounds in which earned points rise while the game moves; ms after which it stands
const LETTERS = 13; // text stands on cells this large
const ARMS = [[0, -1], [0, 1], [-1, 0], [1, 0]];
const EARNED = [["walls", "walls"], ["kills", "kills"], ["lost", "deaths"], ["coverage", "coverage"], ["bonus", "super power-up"]];

export const size = frame => ({ width: frame.walls[0].length, height: frame.walls.length });

export const facts = frame => `${frame.walls[0].length} × ${frame.walls.length}, bounty ${frame.bounty}`;

export const columns = [
  { title: "Points", bar: true, value: (frame, seat) => frame.points[seat], text: v => String(v).replace("-", "−") },
  { title: "Bombs", about: "how many it may have on the map, and the radius of the next", value: (frame, seat) => `${frame.bag[seat]} r ${frame.radius[seat]}`, text: String },
];

export const story = frame => ({ values: frame.points, name: "points" });

export const out = (frame, seat) => frame.alive[seat] ? "" : `round ${frame.died[seat]}`;

/** The player whose circle covers a point, in cells from the upper left; -1 for none. */
export const seatAt = (frame, x, y) => frame.x.findIndex((at, seat) => frame.alive[seat] && Math.hypot(at + 0.5 - x, frame.y[seat] + 0.5 - y) <= 0.6);

export function picked(frame, seat) {
  const did = frame.did?.[seat] ? `, did “${frame.did[seat]}”${frame.fate[seat] ? ` (${frame.fate[seat]})` : ""}` : "";
  return `${KEYS[seat]}: been on ${frame.earned_coverage[seat]} % of the map${did}${frame.strikes?.[seat] ? `, ${frame.strikes[seat]} strikes` : ""}`;
}

export function notes(frame) {
  const table = frame.x.map((_, seat) => [seat, ...EARNED.map(([name]) => figure(frame["earned_" + name][seat])), String(frame.strikes?.[seat] || "·")]);
  const rows = (list, none) => list.length ? list : [[none]];
  return [
    { title: "Points, by what they were earned for", head: ["", "walls", "kills", "deaths", "coverage", "bonus", "strikes"], rows: table },
    { title: "Earned this round", rows: rows(earnings(frame).map(([seat, what, n]) => [seat, what, sign(n)]), "nothing") },
    { title: "Chains", rows: rows(chains(frame).map(c => [c.bombs[0].owner, owners(c), `${c.bombs.length} bombs`, `worth ${c.worth}`]), "none") },
  ];
}

/** Who beside the first has a bomb in a chain. */
const owners = ({ bombs: [first, ...more] }) => [...new Set(more.map(b => b.owner))].filter(o => o !== first.owner).map(o => "with " + KEYS[o]).join(" ");

const figure = n => n ? String(n).replace("-", "−") : "·";
const sign = n => n < 0 ? "−" + -n : "+" + n;

/** What was earned in the last round: seat, for what, how much. */
function earnings(frame) {
  return frame.x.flatMap((_, seat) => EARNED.flatMap(([name, what]) => {
    const n = frame["gained_" + name][seat];
    return n ? [[seat, what, n]] : [];
  }));
}

const bombs = frame => frame.bomb_x.map((x, n) => ({
  x, y: frame.bomb_y[n], owner: frame.bomb_owner[n], timer: frame.bomb_timer[n], radius: frame.bomb_radius[n], chain: frame.bomb_chain[n], worth: frame.bomb_worth[n],
}));

/** The groups of bombs that will go off together. */
function chains(frame) {
  const groups = new Map();
  for (const one of bombs(frame)) groups.set(one.chain, [...(groups.get(one.chain) ?? []), one]);
  return [...groups.values()].filter(list => list.length > 1).map(list => ({ bombs: list, worth: list[0].worth }));
}

/** The cells that a bomb will burn, stopped as the rules stop it: before walls that stay, at walls that break and at other bombs. */
function reach(frame, bomb) {
  const cells = [[bomb.x, bomb.y]];
  for (const [dx, dy] of ARMS) for (let far = 1; far <= bomb.radius; far++) {
    const x = bomb.x + dx * far, y = bomb.y + dy * far, wall = frame.walls[y]?.[x];
    if (wall === undefined || wall === HARD) break;
    cells.push([x, y]);
    if (wall === SOFT || frame.bombs[y][x]) break;
  }
  return cells;
}

// The picture.

export function draw(g, frame, look, options, history) {
  const { brush, on } = options;
  brush.ground(g, look, options, frame.walls[0].length, frame.walls.length);
  if (options.pick !== null) coverage(g, frame, look, options);
  frame.walls.forEach((row, y) => row.forEach((wall, x) => { if (wall) brick(g, look, options, x, y, wall); }));
  if (on.reach) tinted(g, frame, look, options);
  if (frame.turn > 0) blast(g, frame, history(1), look, options);
  gifts(g, frame, look, options);
  if (on.chains) for (const chain of chains(frame)) joined(g, chain, look, options);
  const bodies = new Set(frame.x.flatMap((x, seat) => frame.alive[seat] ? [x + " " + frame.y[seat]] : [])), under = one => bodies.has(one.x + " " + one.y);
  for (const one of bombs(frame)) if (!under(one)) bomb(g, one, look, options, 0, 1);
  frame.x.forEach((_, seat) => player(g, frame, seat, look, options));
  for (const one of bombs(frame)) if (under(one)) bomb(g, one, look, options, 0.26, 0.66);
  return points(g, frame, look, options, history) && options.age < MOVING;
}

/** Where the picked player has been. */
function coverage(g, frame, look, options) {
  const { pick, brush } = options, { tint } = look.seats[pick];
  frame.touched.forEach((row, y) => row.forEach((seats, x) => { if (seats >> pick & 1) brush.fill(g, options, x, y, tint); }));
}

/** A wall: full and dark where it stays, a lighter brick with joints where it breaks. */
function brick(g, look, { edge }, x, y, wall) {
  const left = edge(x), top = edge(y), width = edge(x + 1) - left, height = edge(y + 1) - top;
  if (wall === HARD) {
    g.fillStyle = look.wall;
    g.fillRect(left, top, width, height);
    return;
  }
  g.fillStyle = look.wallSoft;
  g.beginPath();
  g.roundRect(left + 1, top + 1, width - 1, height - 1, Math.min(3, width / 6));
  g.fill();
  if (width < 8) return;
  const joint = look.mix(look.wallSoft, look.dark ? look.tile : look.ink, 0.3), middle = top + Math.round(height / 2), half = left + Math.round(width / 2);
  g.fillStyle = joint;
  g.fillRect(left + 2, middle, width - 3, 1);
  g.fillRect(half, top + 2, 1, middle - top - 2);
}

/** The cells that each bomb will reach, in its owner's tint. */
function tinted(g, frame, look, { edge, pick }) {
  for (const one of bombs(frame)) {
    g.fillStyle = look.seats[one.owner].colour;
    g.globalAlpha = (look.dark ? 0.34 : 0.26) * (pick === null || pick === one.owner ? 1 : 0.4);
    for (const [x, y] of reach(frame, one)) g.fillRect(edge(x), edge(y), edge(x + 1) - edge(x), edge(y + 1) - edge(y));
  }
  g.globalAlpha = 1;
}

/** What burns: warm with a light heart, darker where a wall stood until now. */
function blast(g, frame, before, look, { edge, tile }) {
  frame.burning.forEach((row, y) => row.forEach((burns, x) => {
    if (!burns) return;
    const wall = before.walls[y][x] === SOFT, left = edge(x), top = edge(y);
    g.fillStyle = wall ? look.mix(FIRE, look.wall, 0.45) : look.mix(look.tile, FIRE, 0.72);
    g.fillRect(left, top, edge(x + 1) - left, edge(y + 1) - top);
    g.beginPath();
    g.arc((x + 0.5) * tile, (y + 0.5) * tile, tile * (wall ? 0.14 : 0.24), 0, 7);
    g.fillStyle = HEART;
    g.fill();
  }));
}

/** Power-ups: those that lie open, and dashed those that walls hide. */
function gifts(g, frame, look, options) {
  const each = (grid, hidden) => grid.forEach((row, y) => row.forEach((what, x) => { if (what) gift(g, what, x, y, look, options, hidden); }));
  if (options.on.hidden && frame.hidden) each(frame.hidden, true);
  each(frame.powerups, false);
}

function gift(g, what, x, y, look, { tile, brush }, hidden) {
  const cx = (x + 0.5) * tile, cy = (y + 0.5) * tile, r = tile * 0.34;
  g.beginPath();
  if (what === 3) star(g, cx, cy, r * 1.2); else g.arc(cx, cy, r, 0, 7);
  g.fillStyle = look.dark ? look.mix(look.tile, look.ink, 0.12) : "#ffffff";
  g.fill();
  g.lineWidth = tile < LETTERS ? 1 : 1.5;
  g.strokeStyle = look.ink;
  if (hidden) g.setLineDash([2, 2]);
  g.stroke();
  g.setLineDash([]);
  if (what !== 3) brush.write(g, what === 1 ? "+" : "×", cx, cy + tile * 0.02, { size: Math.max(7, Math.floor(tile * 0.52)), colour: look.ink, face: look.ui });
}

function star(g, x, y, r) {
  for (let i = 0; i < 10; i++) {
    const turn = (i / 5 - 0.5) * Math.PI, far = i % 2 ? r * 0.46 : r;
    g.lineTo(x + Math.cos(turn) * far, y + Math.sin(turn) * far);
  }
  g.closePath();
}

/** The pairs of bombs that follow each other in a row or in a column. */
function neighbours(list) {
  const next = (a, beyond, far) => list.filter(b => beyond(a, b)).sort((b, c) => far(b) - far(c))[0];
  const right = a => next(a, (p, q) => p.y === q.y && q.x > p.x, b => b.x), below = a => next(a, (p, q) => p.x === q.x && q.y > p.y, b => b.y);
  return list.flatMap(a => [right(a), below(a)].filter(Boolean).map(b => [a, b]));
}

/** A dashed line through the bombs of a chain, and beside it what their walls are worth. */
function joined(g, { bombs: list, worth }, look, { tile, brush }) {
  const at = b => [(b.x + 0.5) * tile, (b.y + 0.5) * tile];
  g.beginPath();
  for (const [a, b] of neighbours(list)) {
    g.moveTo(...at(a));
    g.lineTo(...at(b));
  }
  g.strokeStyle = look.ink;
  g.lineWidth = Math.max(1.5, tile * 0.09);
  g.setLineDash([4, 3]);
  g.stroke();
  g.setLineDash([]);
  const [x, y] = at(list.reduce((a, b) => b.x > a.x ? b : a));
  if (worth && tile >= 10) brush.write(g, String(worth), x + tile * 0.55, y - tile * 0.5, { size: Math.max(11, Math.floor(tile * 0.46)), colour: look.ink, face: look.ui, halo: look.tile });
}

/**
 * A bomb: dark, with a ring in its owner's colour and the rounds until it goes off; "!" in the last. Aside and smaller where
 * somebody stands on it.
 */
function bomb(g, { x, y, owner, timer }, look, { tile, brush, on, pick }, aside, part) {
  const bot = look.seats[owner], cx = (x + 0.5 + aside) * tile, cy = (y + 0.5 + aside) * tile, r = tile * 0.38 * part;
  brush.disc(g, cx, cy, r + 1, BOMB, look.tile, 1);
  g.globalAlpha = pick === null || pick === owner ? 1 : 0.45;
  if (on.patterns) g.setLineDash([[], [2, 3], [5, 3]][bot.texture]);
  g.beginPath();
  g.arc(cx, cy, r - 0.5, 0, 7);
  g.lineWidth = Math.max(1.5, tile * 0.11 * part);
  g.strokeStyle = bot.colour;
  g.stroke();
  g.setLineDash([]);
  const fuse = timer > 1 ? String(timer) : "!", key = on.patterns && tile >= 20 && part === 1 ? bot.mark : "";
  if (tile >= LETTERS) brush.write(g, fuse + key, cx, cy + r * 0.08, { size: Math.max(7, Math.floor(r * (key || timer > 9 ? 0.95 : 1.25))), colour: "#ffffff", face: look.ui });
  g.globalAlpha = 1;
}

/** A living player, or for some rounds the cross where it died. */
function player(g, frame, seat, look, options) {
  const { tile, brush } = options, x = (frame.x[seat] + 0.5) * tile, y = (frame.y[seat] + 0.5) * tile;
  if (frame.alive[seat]) brush.bot(g, look, options, seat, x, y, Math.max(3, tile * 0.45));
  else if (frame.round - frame.died[seat] <= CROSS) brush.cross(g, look, x, y, tile * 0.22, look.seats[seat].colour);
}

/** Points rise from those who earned them: round by round while the game moves, as still text elsewhere. Tells whether any do. */
function points(g, frame, look, { tile, brush, age, width }, history) {
  const moving = age < MOVING, rounds = moving ? Math.min(RISE, frame.turn + 1) : 1, size = Math.max(11, Math.floor(tile * 0.5));
  let some = false;
  for (let back = rounds - 1; back >= 0; back--) {
    const then = history(back), up = 0.75 + (moving ? (age / MOVING + back) * 0.3 : 0);
    frame.x.forEach((_, seat) => {
      const n = then.gained_walls[seat] + then.gained_kills[seat] + then.gained_lost[seat] + then.gained_bonus[seat];
      if (!n) return;
      some = true;
      g.globalAlpha = 1 - back / RISE;
      const x = Math.min(width - size, Math.max(size, (then.x[seat] + 0.5) * tile)), y = Math.max(size * 0.6, (then.y[seat] + 0.5 - up) * tile);
      brush.write(g, sign(n), x, y, { size, colour: n < 0 ? look.bad : look.good, face: look.ui, halo: look.tile });
    });
  }
  g.globalAlpha = 1;
  return some;
}
