// The tables in the shop, kept fresh while the page is looked at: by the lobby's socket, and by
// asking every ten seconds while there is none.
(() => {
  "use strict";
  const box = document.getElementById("tables");
  const POLL = 10_000;
  const HEARTBEAT = 25_000; // a socket that says nothing for longer is taken for dead
  const FINAL = new Set([4403, 4404, 4408]); // closed for good: not let in, or too busy
  let socket = null;
  let tries = 0;
  let wait = 0;
  let shown = "";

  function show(html) {
    if (html.trim() === shown) return;
    shown = html.trim();
    const held = box.contains(document.activeElement) && document.activeElement.closest("li");
    const fresh = document.createElement("template");
    fresh.innerHTML = html;
    box.replaceChildren(fresh.content);
    const again = held && document.getElementById(held.id);
    if (again) again.querySelector("a").focus();
  }

  async function ask() {
    try {
      const answer = await fetch(box.dataset.address);
      if (answer.ok) show(await answer.text());
    } catch {
      // The line is down; the next round asks again.
    }
  }

  const isOpen = () => socket !== null && socket.readyState === WebSocket.OPEN;

  function connect() {
    clearTimeout(wait);
    if (document.hidden || socket) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(`${scheme}//${location.host}${box.dataset.socket}`);
    socket.addEventListener("message", (event) => {
      tries = 0;
      if (event.data !== "pong") show(JSON.parse(event.data).tables);
    });
    socket.addEventListener("close", (event) => {
      socket = null;
      if (FINAL.has(event.code)) return;
      tries = Math.min(tries + 1, 5);
      wait = setTimeout(connect, 1000 * 2 ** tries + Math.random() * 1000);
    });
  }

  setInterval(() => isOpen() && socket.send("ping"), HEARTBEAT);
  setInterval(() => document.hidden || isOpen() || ask(), POLL);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      if (socket) socket.close();
      return;
    }
    ask();
    connect();
  });
  connect();
})();
