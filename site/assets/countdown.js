// Counts down to the deadlines of a page, by the server's clock: an element says when its time comes, and what the time was when the page was made.
(() => {
  const pad = n => String(n).padStart(2, "0");
  const words = seconds => {
    const days = Math.floor(seconds / 86400), clock = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map(n => pad(Math.floor(n))).join(":");
    return days ? `${days} d ${clock}` : clock;
  };
  for (const element of document.querySelectorAll("[data-until]")) {
    const left = (Date.parse(element.dataset.until) - Date.parse(element.dataset.now)) / 1000, begun = performance.now();
    const show = () => {
      const seconds = Math.ceil(left - (performance.now() - begun) / 1000);
      element.textContent = seconds > 0 ? words(seconds) : "now";
      if (seconds > 0) setTimeout(show, 1000);
    };
    show();
  }
})();
