// Formats numbers: thin spaces between groups of three digits, a true minus sign, a dot for no faults.

/** @param {number} n a whole number */
export const grouped = n => String(Math.abs(n)).replace(/\B(?=(\d{3})+$)/g, "\u2009").replace(/^/, n < 0 ? "−" : "");

/** @param {number} n formatted with its sign, except for 0 */
export const signed = n => (n > 0 ? "+" : "") + grouped(n);

/** @param {string} word returned with a capital letter */
export const capital = word => word.charAt(0).toUpperCase() + word.slice(1);

/** Returns the time of a move in µs without the unit, which the column's head names. @param {number} us */
export function micros(us) {
  if (us < 0) return "";
  return us >= 1000 ? grouped(Math.round(us)) : us.toFixed(us >= 100 ? 0 : 1);
}

/** Returns the time of a move with its unit, for sentences. @param {number} us */
export function microsUnit(us) {
  if (us >= 1e6) return (us / 1e6).toFixed(1) + " s";
  return us >= 1000 ? (us / 1000).toFixed(1) + " ms" : us.toFixed(0) + " µs";
}

/** Returns a score with the number of decimals that suits its unit. @param {number} score @param {string} unit */
export function score(score, unit) {
  if (unit === "%") return score.toFixed(2) + " %";
  return Number.isInteger(score) ? grouped(score) : score.toFixed(2).replace("-", "−");
}
