// The keyboard: one table, which handles keys and is shown on "?". Letters do nothing while a field has the focus.

/**
 * @typedef {object} Key
 * @property {string[]} keys as KeyboardEvent.key has them, with "Shift+" or "Alt+" in front if they matter
 * @property {string} caps the labels of the keys @property {string} does @property {() => (boolean | void)} act; false leaves the key to the browser
 */

const isField = element => element?.matches?.("input:not([type=range]), textarea, select, [contenteditable]") ?? false;

/** Returns the name of a pressed key. Shift is part of the name only for arrows: letters already include it. */
export function pressed(event) {
  const arrow = event.key.startsWith("Arrow"), key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return (event.altKey ? "Alt+" : "") + (event.shiftKey && arrow ? "Shift+" : "") + key;
}

/** Keys listens on the page. */
export class Keys {
  /** @param {Key[]} table @param {HTMLDialogElement} dialog shows the table */
  constructor(table, dialog) {
    this.dialog = dialog;
    this.map = new Map();
    dialog.querySelector("tbody").replaceChildren();
    this.add(table);
    dialog.querySelector("button").onclick = () => dialog.close();
    addEventListener("keydown", e => this.press(e));
  }

  /** Adds keys; one that is known already does something else from now on. @param {Key[]} table */
  add(table) {
    for (const row of table) for (const key of row.keys) this.map.set(key, row);
    this.dialog.querySelector("tbody").append(...table.map(helpRow));
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || isField(event.target) || this.dialog.open) return;
    const row = this.map.get(pressed(event));
    if (!row || native(event)) return;
    if (row.act() !== false) event.preventDefault();
  }

  help() { this.dialog.showModal(); }
}

/** Reports whether the browser's own action takes precedence: Space and Enter on an element focused by keyboard, arrows in a row of buttons. */
function native(event) {
  const target = event.target;
  if ((event.key === " " || event.key === "Enter") && target.matches?.("a, button, summary") && target.matches(":focus-visible")) return true;
  return event.key.startsWith("Arrow") && Boolean(target.closest?.(".seg.choice")) && target.matches(":focus-visible");
}

function helpRow({ caps, does }) {
  const row = document.createElement("tr"), keys = row.insertCell(), what = row.insertCell();
  for (const cap of caps.split(" ")) {
    const kbd = document.createElement("kbd");
    kbd.className = "kbd";
    kbd.textContent = cap;
    keys.append(kbd, " ");
  }
  what.textContent = does;
  return row;
}

/** Lets the arrow keys move within a row of buttons, one of which is pressed. @param {HTMLElement} group */
export function choice(group) {
  group.addEventListener("keydown", e => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key], buttons = [...group.children];
    if (!by || !e.target.matches(":focus-visible")) return;
    const next = buttons[(buttons.indexOf(e.target) + by + buttons.length) % buttons.length];
    next.focus();
    next.click();
    e.preventDefault();
  });
}
