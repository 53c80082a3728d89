// The small tables that a view may want beside the board: what each step is worth, whose clock runs, what was earned.

/**
 * @typedef {object} Note
 * @property {string} title @property {string[]} [head] @property {string[][]} rows @property {number} [strong] the row that counts most
 */

/** @param {HTMLElement} place @param {Note[]} notes */
export function drawNotes(place, notes) {
  const key = JSON.stringify(notes);
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  place.hidden = notes.length === 0;
  place.replaceChildren(...notes.map(section));
}

function section({ title, head, rows, strong }) {
  const box = document.createElement("section"), h3 = document.createElement("h3"), table = document.createElement("table");
  h3.textContent = title;
  table.className = "data";
  if (head) {
    const row = table.createTHead().insertRow();
    head.forEach((text, i) => row.append(cell("th", text, i)));
  }
  const body = table.createTBody();
  rows.forEach((texts, i) => {
    const row = body.insertRow();
    if (i === strong) row.className = "strong";
    texts.forEach((text, j) => row.append(cell("td", text, j)));
  });
  box.append(h3, table);
  return box;
}

function cell(tag, text, i) {
  const element = document.createElement(tag);
  if (tag === "th") element.scope = "col";
  if (i) element.className = "num";
  element.textContent = text;
  return element;
}
