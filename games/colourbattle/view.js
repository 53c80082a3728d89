// The additions of Colour Battle's page to its picture.

export const fields = ["ids", "tiles", "white"];

const all = frame => frame.picture.width * frame.picture.height;

export const facts = frame => `${frame.picture.width} × ${frame.picture.height}`;

export const columns = [
  { title: "Share of the grid", bar: true, value: (frame, seat) => frame.tiles[seat] / all(frame) * 100, text: v => v.toFixed(2) + " %" },
  { title: "± 100", about: "tiles won or lost in the last 100 rounds", signed: true, value: (frame, seat, ago) => frame.tiles[seat] - ago(100).tiles[seat] },
];

export const rest = frame => [["white", (frame.white / all(frame) * 100).toFixed(2) + " %"]];

export const story = frame => ({ values: frame.tiles, stacked: true });

/** Explains the picked bot's id: the rules use ids modulo 3. */
export function picked(frame, seat) {
  const id = frame.ids[seat], classOf = id => id % 3;
  return `id ${id}: takes white and ids ${classOf(id + 1)} modulo 3 (dots), clears ${classOf(id + 2)} (rings), leaves its own class ${classOf(id)}`;
}
