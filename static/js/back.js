// "Back at the table": whoever was away for a while (another app, a sleeping phone, a cut line) is
// told once how much has happened. Whoever loads the page anew is told by the server.
(() => {
  "use strict";
  const root = document.getElementById("table");
  const line = document.getElementById("back");
  if (!root || !line) return;
  const words = document.getElementById("back-words");
  const GAP = 10_000; // as long as an absence takes to show at the seat
  const NEWS_WITHIN = 8_000; // after coming back the line may have to be opened anew first
  const TOLD_FOR = 20_000;

  const version = () => Number(root.dataset.v);
  let left = null; // when, and what the page showed then
  let returned = 0;
  let timer = 0;

  const leave = () => (left ??= { at: Date.now(), v: version() });

  function look() {
    if (!left || document.hidden) return;
    const moves = version() - left.v;
    const wasGone = (returned || Date.now()) - left.at >= GAP;
    if (wasGone && moves > 0) tell(moves);
    if (moves > 0 || !wasGone) left = null;
  }

  function tell(moves) {
    words.textContent = moves === 1 ? line.dataset.one : line.dataset.many.replace("{n}", moves);
    line.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(done, TOLD_FOR);
  }

  function done() {
    clearTimeout(timer);
    line.hidden = true;
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return leave();
    returned = Date.now();
    look();
    setTimeout(() => Date.now() - returned >= NEWS_WITHIN && (left = null), NEWS_WITHIN + 100);
  });
  document.addEventListener("kk:line", () => {
    if (!left) returned = 0;
    leave();
  });
  window.addEventListener("offline", leave);
  document.addEventListener("kk:shown", look);
  document.addEventListener("kk:frame", ({ detail }) => {
    // All is as it was: there is nothing to tell.
    if (detail.from === null && detail.v === left?.v && !document.hidden) left = null;
  });
  document.addEventListener("submit", () => {
    left = null;
    done();
  });
  document.getElementById("back-log").addEventListener("click", (event) => {
    event.preventDefault();
    const sheet = document.getElementById("happened");
    sheet.open = true;
    sheet.querySelector("[tabindex]").focus();
    done();
  });
  if (!line.hidden) timer = setTimeout(done, TOLD_FOR);
})();
