// The field that searches a table for bots by a part of their line.

/** @param {HTMLInputElement} field @param {HTMLTableElement} table */
export function search(field, table) {
  const rows = [...table.tBodies[0].rows];
  field.addEventListener("input", () => {
    const wanted = field.value.trim().toLowerCase();
    for (const row of rows) row.hidden = wanted !== "" && !row.cells[2].textContent.toLowerCase().includes(wanted);
  });
  field.addEventListener("keydown", e => {
    if (e.key !== "Escape") return;
    field.value = "";
    field.dispatchEvent(new Event("input"));
    field.blur();
  });
}
