// The theme a visitor chose, put on <html> before the first paint. Kept in a cookie, so the
// server can print it too. Without a choice the system decides.
(() => {
  "use strict";
  const root = document.documentElement;
  const chosen = () => (document.cookie.match(/(?:^|; )kk_theme=(light|dark)(?:;|$)/) || [])[1] || "";

  function show(theme) {
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
  }

  function keep(theme) {
    const age = theme ? 400 * 24 * 3600 : 0;
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `kk_theme=${theme}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
  }

  show(chosen());

  // Any radio button or select named "theme" (values: light, dark, and "" for the system).
  document.addEventListener("change", (event) => {
    if (event.target.name !== "theme") return;
    const theme = ["light", "dark"].includes(event.target.value) ? event.target.value : "";
    keep(theme);
    show(theme);
  });
})();
