// The colours of pictures.

/** The least size of tiles with text, in CSS pixels. */
export const LETTERS = 13;
const FIRE = "#e76900"; // fire has the same colours in both themes
export const FIRE_HEART = "#ffd36b";

/** Returns the colour of a tone for a seat, or for no seat; null if it is not painted. */
export function colourOf(seat, tone, look, pick) {
  const bot = look.seats[seat], part = pick === null || pick === seat ? 1 : 0.35;
  if (!bot) return nobodys(look)[tone] ?? null;
  switch (tone) {
    case undefined:
    case "blank": return null;
    case "tint": return look.mix(look.tile, bot.tint, part);
    case "pale": return pick === null ? bot.pale : pick === seat ? bot.strong : bot.faint;
    case "weak": return look.mix(look.tile, bot.colour, (look.dark ? 0.34 : 0.28) * part);
    case "strong": return look.mix(look.tile, bot.strong, part);
    case "letter": return bot.ink;
  }
  return look.mix(look.tile, bot.colour, pick === null || pick === seat ? 1 : 0.4);
}

const nobodys = look => ({
  ground: look.wall, soft: look.wallSoft, flame: look.mix(look.tile, FIRE, 0.72), ember: look.mix(FIRE, look.wall, 0.45), ink: look.ink, muted: look.muted,
  paper: look.dark ? look.mix(look.tile, look.ink, 0.12) : "#ffffff", floor: look.tile, dark: "#16181b", light: "#ffffff", grey: look.mix(look.surface, look.ink, look.dark ? 0.26 : 0.14),
  good: look.good, bad: look.bad,
});

export function disc(g, x, y, r, colour) {
  g.beginPath();
  g.arc(x, y, r, 0, 7);
  g.fillStyle = colour;
  g.fill();
}

/** Draws the texture that distinguishes a seat's tiles and lines without colour: nothing, a dot of a radius, or a stroke of another. */
export function texture(g, kind, x, y, dot, stroke, colour) {
  if (kind === 1) disc(g, x, y, Math.max(0.75, dot), colour);
  if (kind !== 2) return;
  g.beginPath();
  g.moveTo(x - stroke, y + stroke);
  g.lineTo(x + stroke, y - stroke);
  g.strokeStyle = colour;
  g.lineWidth = Math.max(1, stroke * 0.3);
  g.stroke();
}
