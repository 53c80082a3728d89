// Light or dark: the choice is stored in a cookie, so that a server can render it, and in the browser's local storage for files, which have
// no cookies. The script runs before the page is drawn, to avoid a flash.
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
