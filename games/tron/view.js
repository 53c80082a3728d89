// What the page of Tron has beside its picture.

export const fields = ["alive", "died", "cause"];

const nearest = frame => frame.picture.seats.map(seat => seat.worth ?? 0);
const trail = (frame, seat) => frame.picture.shapes.find(shape => shape.id === `trail ${seat}`)?.points.length ?? 0;

export const facts = frame => `${frame.picture.width} × ${frame.picture.height}`;

export const columns = [
  { title: "Nearest", about: "free tiles on which it would be first", bar: true, value: (frame, seat) => nearest(frame)[seat], text: n => n + (n === 1 ? " tile" : " tiles") },
  { title: "Trail", about: "tiles of its trail", value: trail, text: String },
];

export const story = frame => ({ values: nearest(frame), stacked: true, name: "nearest" });

export const out = (frame, seat) => frame.alive[seat] ? "" : `turn ${frame.died[seat]}: ${frame.cause[seat]}`;

export function picked(frame, seat) {
  if (!frame.alive[seat]) return `seat ${seat} died in turn ${frame.died[seat]}: ${frame.cause[seat]}`;
  return `seat ${seat}: a trail of ${trail(frame, seat)}, first on ${nearest(frame)[seat]} of the free tiles`;
}
