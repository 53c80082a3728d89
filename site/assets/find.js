// Fields that hide the rows of a table which do not have what is typed: data-in names the table. "/" goes to the first, Escape empties it.
(() => {
  const fields = [...document.querySelectorAll("input.find[data-in]")];
  for (const field of fields) {
    const rows = [...document.getElementById(field.dataset.in).tBodies[0].rows];
    const hide = () => {
      const wanted = field.value.trim().toLowerCase();
      for (const row of rows) row.hidden = wanted !== "" && !row.cells[0].textContent.toLowerCase().includes(wanted);
    };
    field.addEventListener("input", hide);
    field.addEventListener("keydown", e => {
      if (e.key !== "Escape") return;
      field.value = "";
      hide();
      field.blur();
    });
  }
  document.addEventListener("keydown", e => {
    if (e.key !== "/" || e.ctrlKey || e.metaKey || e.altKey || e.target.matches("input, select, textarea") || !fields.length) return;
    e.preventDefault();
    fields[0].focus();
  });
})();
