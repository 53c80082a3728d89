// How a kind without a view of its own is shown: its grid as coloured cells, its seats as circles where it tells x and y.
// The kind's facts in "board" (see README.md) say which value is whose.

/** The seat that owns a value of the grid, -1 for none. */
function owners(frame, board) {
  const list = board.owner ? frame[board.owner] : null, map = new Map();
  if (list) list.forEach((value, seat) => map.set(value, seat));
  return value => list ? map.get(value) ?? -1 : value - 1;
}

/** @param {Record<string, any>} [board] the facts */
export function plainView(board = {}) {
  const name = board.grid ?? "grid";
  return {
    layers: [],
    size: frame => frame[name] ? { width: frame[name][0].length, height: frame[name].length } : { width: 1, height: 1 },
    draw: (g, frame, look, options) => drawPlain(g, frame, look, options, { ...board, grid: name }),
  };
}

function drawPlain(g, frame, look, options, board) {
  const { width, height, edge, tile } = options, rows = frame[board.grid];
  g.fillStyle = look.tile;
  g.fillRect(0, 0, width, height);
  if (!rows) return;
  const owner = owners(frame, board), row = y => board.up ? rows.length - 1 - y : y;
  rows.forEach((cells, y) => cells.forEach((value, x) => {
    const colour = colourOf(value, owner, look, options.pick, board);
    if (!colour) return;
    g.fillStyle = colour;
    g.fillRect(edge(x), edge(row(y)), edge(x + 1) - edge(x), edge(row(y) + 1) - edge(row(y)));
  }));
  const out = frame[board.ghost] ?? [];
  frame.x?.forEach((x, seat) => {
    if (x < 0 || out[seat] || !look.seats[seat]) return;
    g.beginPath();
    g.arc((x + 0.5) * tile, (row(frame.y[seat]) + 0.5) * tile, tile * 0.46, 0, 7);
    g.fillStyle = look.seats[seat].colour;
    g.fill();
    g.strokeStyle = look.ink;
    g.lineWidth = 1.5;
    g.stroke();
  });
}

function colourOf(value, owner, look, pick, board) {
  const tone = board.tones?.[value];
  if (tone === "wall") return look.wall;
  if (tone === "soft") return look.wallSoft;
  if (tone === "none" || !value && !tone) return null;
  const seat = tone ? tone[0] : owner(value), seatLook = look.seats[seat];
  if (!seatLook) return look.mix(look.tile, look.ink, 0.18);
  if (tone || board.strength) return look.mix(look.tile, seatLook.colour, tone ? tone[1] : board.strength);
  return pick === null ? seatLook.pale : pick === seat ? seatLook.strong : seatLook.faint;
}
