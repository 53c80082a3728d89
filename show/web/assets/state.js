// The URL has the state: it follows the #, so that a link shows the same to another person.

/** @typedef {{r: number | null, pick: number | null, speed: string, on: Record<string, boolean>}} State */

const number = text => /^\d{1,9}$/.test(text ?? "") ? Number(text) : null;

/**
 * Reads the address; what it does not contain has its default.
 * @param {string} hash @param {Record<string, boolean>} layers their defaults @returns {State}
 */
export function readState(hash, layers) {
  const said = new URLSearchParams(hash.replace(/^#/, "")), on = {};
  for (const [name, usual] of Object.entries(layers)) on[name] = said.has(name) ? said.get(name) !== "0" : usual;
  return { r: number(said.get("r")), pick: number(said.get("pick")), speed: ["10", "60", "fast"].includes(said.get("speed")) ? said.get("speed") : "60", on };
}

/** The inverse of readState. @param {State} state @param {Record<string, boolean>} layers @returns {string} */
export function writeState(state, layers) {
  const said = new URLSearchParams();
  if (state.r !== null) said.set("r", String(state.r));
  if (state.pick !== null) said.set("pick", String(state.pick));
  if (state.speed !== "60") said.set("speed", state.speed);
  for (const [name, usual] of Object.entries(layers)) if (state.on[name] !== usual) said.set(name, state.on[name] ? "1" : "0");
  return "#" + said;
}

/** Address updates the address without a new entry in the history, at most twice per second. */
export class Address {
  /** @param {() => string} text returns the new address */
  constructor(text) { this.text = text; this.timer = 0; }

  /** Schedules an update after a change. */
  later() { this.timer ||= setTimeout(() => this.now(), 500); }

  /** Updates the address at once. */
  now() {
    clearTimeout(this.timer);
    this.timer = 0;
    if ((location.hash || "#") !== this.text()) history.replaceState(null, "", this.text());
  }
}
