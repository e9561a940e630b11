// The tables in the shop, kept fresh while the page is looked at: by the lobby's socket, and by
// asking every ten seconds while there is none.
(() => {
  "use strict";
  const box = document.getElementById("tables");
  const POLL = 10_000;
  let socket = null;
  let tries = 0;
  let wait = 0;

  function show(html) {
    if (html.trim() === box.dataset.shown) return;
    const fresh = document.createElement("template");
    fresh.innerHTML = html;
    const held = box.contains(document.activeElement) && document.activeElement.closest("li");
    box.replaceChildren(fresh.content);
    box.dataset.shown = html.trim();
    const again = held && document.getElementById(held.id);
    if (again) again.querySelector("a").focus();
  }

  async function ask() {
    try {
      const answer = await fetch(box.dataset.address, { headers: { "X-Requested-With": "fetch" } });
      if (answer.ok) show(await answer.text());
    } catch {
      // The line is down; the next round asks again.
    }
  }

  function connect() {
    clearTimeout(wait);
    if (document.hidden || socket) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(`${scheme}//${location.host}${box.dataset.socket}`);
    socket.addEventListener("message", (event) => {
      tries = 0;
      const told = JSON.parse(event.data);
      if (typeof told.tables === "string") show(told.tables);
    });
    socket.addEventListener("close", () => {
      socket = null;
      tries = Math.min(tries + 1, 5);
      wait = setTimeout(connect, 1000 * 2 ** tries + Math.random() * 1000);
    });
  }

  setInterval(() => {
    if (!document.hidden && !(socket && socket.readyState === WebSocket.OPEN)) ask();
  }, POLL);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return socket && socket.close();
    ask();
    connect();
  });
  connect();
})();
