// An act asks for its reason in a dialog: Escape and Cancel close it, and focus goes back to its button. Without JavaScript the form opens
// below the button.
(() => {
  for (const act of document.querySelectorAll("details.act")) {
    const button = act.querySelector("summary"), form = act.querySelector("form");
    const dialog = document.createElement("dialog");
    dialog.className = "asks";
    dialog.setAttribute("aria-label", form.querySelector("h3")?.textContent ?? button.textContent);
    dialog.addEventListener("close", () => {
      act.append(form);
      button.focus();
    });
    form.querySelector(".cancel")?.addEventListener("click", () => dialog.close());
    button.addEventListener("click", e => {
      e.preventDefault();
      dialog.append(form);
      act.after(dialog);
      dialog.showModal();
    });
  }
})();
