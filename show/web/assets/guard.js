// Loads a big screen's page again if its scripts did not come, as when the server ends meanwhile: nobody is there who would.
(() => {
  const again = ms => setTimeout(async () => {
    if (document.documentElement.classList.contains("ready")) return;
    const answer = await fetch(location.href).catch(() => null);
    if (answer?.ok) location.reload(); else again(2000);
  }, ms);
  again(20000);
})();
