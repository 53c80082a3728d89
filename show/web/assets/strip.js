// Common functions of the strips under the board: a canvas as wide as its place, and the position of a shot on it.

/**
 * Sizes a canvas to its place and clears it.
 * @param {HTMLCanvasElement} canvas @param {number} height CSS pixels
 * @returns {{g: CanvasRenderingContext2D, width: number, height: number}}
 */
export function strip(canvas, height) {
  const ratio = globalThis.devicePixelRatio || 1, width = canvas.parentElement.clientWidth;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.height = height + "px";
  const g = canvas.getContext("2d");
  g.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { g, width, height };
}

/** Returns the x coordinate of a shot. @param {number} shot @param {number} total shots of the whole game @param {number} width */
export const across = (shot, total, width) => total ? shot / total * width : 0;

/** Returns the shots of one pixel, or the nearest one. @returns {[number, number]} first and last, within 0 to newest */
export function shotsOf(x, total, width, newest) {
  const from = Math.ceil((x - 0.5) / width * total), to = Math.max(from, Math.ceil((x + 0.5) / width * total) - 1);
  return [Math.min(newest, Math.max(0, from)), Math.min(newest, Math.max(0, to))];
}
