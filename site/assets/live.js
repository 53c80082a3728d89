// Keeps the table of a running contest fresh: it loads the page again every five seconds and puts the new table in place of the old one, unless
// somebody is reading a row of it. It leaves the page alone while somebody fills in a form of it, or sends one.
(() => {
  const live = document.getElementById("live");
  const busy = () => live.matches(":hover") || live.contains(document.activeElement);
  const filling = () => document.querySelector("details.act[open]") !== null || document.activeElement?.matches("input, select, textarea");
  let wait = 5000, sending = false;
  document.addEventListener("submit", () => { sending = true; });
  const refresh = async () => {
    try {
      if (!document.hidden && !busy() && !sending) {
        const answer = await fetch(live.dataset.from, { headers: { accept: "text/html" } });
        if (!answer.ok) throw new Error(answer.status);
        const next = new DOMParser().parseFromString(await answer.text(), "text/html");
        const table = next.getElementById("live");
        if (table && !busy()) live.replaceChildren(...table.childNodes);
        if (!next.querySelector('script[src="/assets/live.js"]') && !filling() && !sending) { location.reload(); return; } // it is over, or paused
      }
      wait = 5000;
    } catch {
      wait = Math.min(2 * wait, 60000); // the last table stands with its time
    }
    setTimeout(refresh, wait);
  };
  setTimeout(refresh, wait);
})();
