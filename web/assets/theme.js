// Light or dark: the choice is kept in a cookie, so that a server renders it, and where there is none (a file) in the browser's
// own store. Runs before the page is drawn, so that nothing flashes.
(() => {
  const root = document.documentElement;
  const stored = () => { try { return localStorage.getItem("theme"); } catch { return null; } };
  const chosen = document.cookie.match(/(?:^|; )theme=(light|dark)/)?.[1] ?? stored();
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;

  const turn = () => {
    const dark = getComputedStyle(root).getPropertyValue("--dark").trim() === "1";
    root.dataset.theme = dark ? "light" : "dark";
    document.cookie = `theme=${root.dataset.theme}; path=/; max-age=31536000; samesite=lax`;
    try { localStorage.setItem("theme", root.dataset.theme); } catch { /* a browser may refuse it; the page is themed all the same */ }
  };
  addEventListener("click", e => { if (e.target.closest?.("#theme")) turn(); });
})();
