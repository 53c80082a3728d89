// The text area of a source: highlighted by a layer below it, Tab indents, Ctrl+Enter hands in.
(() => {
  const field = document.getElementById("source");
  const form = field.form;
  const layer = document.createElement("pre");
  const code = layer.appendChild(document.createElement("code"));
  layer.setAttribute("aria-hidden", "true");
  field.before(layer);

  /** Texts that are longer are left plain: each key would take too long. */
  const longest = 100000;
  const language = window.hljs?.getLanguage(field.dataset.colours) ? field.dataset.colours : "";

  function paint() {
    const lit = language !== "" && field.value.length <= longest;
    field.parentElement.classList.toggle("lit", lit);
    if (lit) code.innerHTML = hljs.highlight(field.value, { language, ignoreIllegals: true }).value + "\n";
    follow();
  }

  function follow() {
    layer.scrollTop = field.scrollTop;
    layer.scrollLeft = field.scrollLeft;
  }

  /** Puts text in place of the selection, so that the browser can undo it. */
  function type(text) {
    if (!document.execCommand("insertText", false, text)) {
      field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
      field.dispatchEvent(new Event("input"));
    }
  }

  /** What one Tab is in this text. */
  const step = () => (/^\t/m.test(field.value) ? "\t" : /^ {2}\S/m.test(field.value) ? "  " : "    ");

  /** Indents the lines of the selection, or takes one step from each. */
  function shift(back) {
    const { value } = field;
    const from = value.lastIndexOf("\n", field.selectionStart - 1) + 1;
    const upTo = value.indexOf("\n", Math.max(field.selectionStart, field.selectionEnd - 1));
    const to = upTo < 0 ? value.length : upTo;
    const unit = step();
    const out = value.slice(from, to).split("\n").map(line => {
      if (!back) return line === "" ? line : unit + line;
      return line.startsWith(unit) ? line.slice(unit.length) : line.replace(/^[ \t]/, "");
    }).join("\n");
    field.setSelectionRange(from, to);
    if (out !== value.slice(from, to)) type(out);
    field.setSelectionRange(from, from + out.length);
  }

  let leaving = false; // Escape was the key before: Tab goes on to the next control
  field.addEventListener("keydown", e => {
    if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) {
      e.preventDefault();
      form.requestSubmit();
    } else if (e.key === "Tab" && !leaving && !e.ctrlKey && !e.altKey && !e.metaKey) {
      e.preventDefault();
      const lines = field.value.slice(field.selectionStart, field.selectionEnd).includes("\n");
      if (e.shiftKey || lines) shift(e.shiftKey);
      else type(step());
    } else if (e.key === "Enter" && !e.isComposing && !e.shiftKey && !e.altKey) {
      e.preventDefault();
      const line = field.value.slice(field.value.lastIndexOf("\n", field.selectionStart - 1) + 1, field.selectionStart);
      type("\n" + line.match(/^[ \t]*/)[0]);
    }
    if (e.key !== "Shift") leaving = e.key === "Escape";
  });
  field.addEventListener("input", paint);
  field.addEventListener("scroll", follow);

  const opened = field.value;
  let sent = false;
  form.addEventListener("submit", () => { sent = true; });
  addEventListener("pageshow", () => { sent = false; paint(); });
  addEventListener("beforeunload", e => { if (!sent && field.value !== opened) e.preventDefault(); });
  document.getElementById("language").addEventListener("change", e => e.target.form.requestSubmit());
  paint();
})();
