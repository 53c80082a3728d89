// The additions of Bomberman's page to its picture.

export const fields = ["bounty", "points", "bag", "radius", "alive", "died", "did", "fate", "strikes", "earned_walls", "earned_kills", "earned_lost", "earned_coverage", "earned_bonus"];

export const facts = frame => `${frame.picture.width} × ${frame.picture.height}, bounty ${frame.bounty}`;

export const columns = [
  { title: "Points", bar: true, value: (frame, seat) => frame.points[seat], text: v => String(v).replace("-", "−") },
  { title: "Bombs", about: "how many it may have on the map, and the radius of the next", value: (frame, seat) => `${frame.bag[seat]} r ${frame.radius[seat]}`, text: String },
];

export const story = frame => ({ values: frame.points, name: "points" });

export const out = (frame, seat) => frame.alive[seat] ? "" : `round ${frame.died[seat]}`;

export function picked(frame, seat) {
  const did = frame.did?.[seat] ? `, did “${frame.did[seat]}”${frame.fate[seat] ? ` (${frame.fate[seat]})` : ""}` : "";
  return `${"ABCDEFGHIJKL"[seat]}: been on ${frame.earned_coverage[seat]} % of the map${did}${frame.strikes?.[seat] ? `, ${frame.strikes[seat]} strikes` : ""}`;
}

const figure = n => n ? String(n).replace("-", "−") : "·";

export function notes(frame) {
  const rows = frame.points.map((_, seat) => [seat, ...["walls", "kills", "lost", "coverage", "bonus"].map(name => figure(frame["earned_" + name][seat])), String(frame.strikes?.[seat] || "·")]);
  return [{ title: "Points, by what they were earned for", head: ["", "walls", "kills", "deaths", "coverage", "bonus", "strikes"], rows }];
}
