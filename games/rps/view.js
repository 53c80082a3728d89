// The additions of BattleBots' page to its picture.

export const fields = ["rounds", "score", "counts", "decided"];

const HANDS = ["rock", "paper", "scissors"], LAWS = ["forfeit", "hand", "habit", "counter-habit", "lot"];

const played = (frame, seat) => frame.picture.duel.cards[seat].rounds ?? [];
const counts = (frame, seat) => frame.counts.slice(3 * seat, 3 * seat + 3);

export const facts = frame => `${frame.rounds} rounds`;

export const columns = [
  { title: "Rounds won", bar: true, value: (frame, seat) => frame.score[seat], text: String },
];

export function rest(frame) {
  const nobody = played(frame, 0).filter((round, i) => !round.won && !played(frame, 1)[i].won).length;
  return nobody ? [["nobody", String(nobody)]] : [];
}

export function spoken(frame, seat) {
  const last = played(frame, seat).at(-1);
  return last ? `showed ${{ r: "rock", p: "paper", s: "scissors" }[last.letter.toLowerCase()] ?? "nothing"}${last.won ? " and won the round" : ""}` : "";
}

export const story = frame => ({ values: frame.score, name: "rounds" });

export const picked = (frame, seat) => `player ${seat + 1}: ${played(frame, seat).length} hands, ${counts(frame, seat).map((n, i) => n + " " + HANDS[i]).join(", ")}`;

export function notes(frame) {
  const percent = (n, seat) => String(n) + (frame.round ? ` (${Math.round(n / Math.max(1, played(frame, seat).length) * 100)} %)` : "");
  return [
    { title: "Hands so far", head: ["", ...HANDS], rows: [0, 1].map(seat => [seat, ...counts(frame, seat).map(n => percent(n, seat))]) },
    { title: "Decided by", rows: LAWS.map((law, i) => [law, String(frame.decided[i])]).filter(([, n], i) => i || n !== "0") },
  ];
}
