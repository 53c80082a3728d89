// The small tables of a view beside the board: the value of each step, running clocks, earnings.

/**
 * @typedef {object} Note
 * @property {string} title @property {string[]} [head] @property {number} [strong] the most important row
 * @property {(string | number)[][]} rows of texts; a number is a seat, shown as its chip
 */

const BROAD = 5; // a table with more columns has the whole width

/** @param {HTMLElement} place @param {Note[]} notes @param {(seat: number) => HTMLElement} chipOf */
export function drawNotes(place, notes, chipOf) {
  const key = JSON.stringify(notes);
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  place.hidden = notes.length === 0;
  place.replaceChildren(...notes.map(note => section(note, chipOf)));
}

function section({ title, head, rows, strong }, chipOf) {
  const box = document.createElement("section"), h3 = document.createElement("h3"), table = document.createElement("table");
  if (rows[0].length > BROAD) box.className = "broad";
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
    texts.forEach((text, j) => row.append(cell("td", typeof text === "number" ? chipOf(text) : text, j)));
  });
  box.append(h3, table);
  return box;
}

function cell(tag, content, i) {
  const element = document.createElement(tag);
  if (tag === "th") element.scope = "col";
  if (i) element.className = "num";
  element.append(content);
  return element;
}
