// Phrases: said without leaving the page, and shown for a moment at the seat of whoever said them.
// The list in the region #talk comes with the frames; without this script it is all there is.
(() => {
  "use strict";
  const root = document.getElementById("table");
  const talk = document.getElementById("talk");
  if (!root || !talk) return;
  const { kk } = window;
  const SHOWN_FOR = 6000;
  const MOST_AT_ONCE = 3; // after a long absence nobody is told everything at once

  const lines = () => [...talk.querySelectorAll("#said li")];
  const newest = () => Math.max(0, ...lines().map((line) => Number(line.dataset.n)));
  let known = newest();

  function listen() {
    const fresh = lines().filter((line) => Number(line.dataset.n) > known).reverse();
    known = Math.max(known, newest());
    const here = new Set(lines().map((line) => line.dataset.n));
    for (const [seat, { n }] of bubbles) if (!here.has(n)) hide(seat); // hidden meanwhile
    if (kk.prefs.has("quiet")) return;
    for (const line of fresh.slice(-MOST_AT_ONCE)) {
      kk.scene.say(line.textContent.trim());
      show(line);
    }
  }

  // --- at the seat -----------------------------------------------------------------------------

  const bubbles = new Map(); // by seat

  function show(line) {
    const { seat } = line.dataset;
    if (seat === undefined) return;
    hide(seat);
    const element = document.createElement("span");
    element.className = "bubble";
    element.setAttribute("aria-hidden", "true"); // it is in the list, and has been said
    element.textContent = line.querySelector("q").textContent;
    document.body.append(element);
    bubbles.set(seat, { element, n: line.dataset.n, timer: setTimeout(hide, SHOWN_FOR, seat) });
    place();
  }

  function hide(seat) {
    const bubble = bubbles.get(seat);
    if (!bubble) return;
    clearTimeout(bubble.timer);
    bubble.element.remove();
    bubbles.delete(seat);
  }

  const isSeen = (element) => {
    const box = element?.getBoundingClientRect();
    const isIn = box && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    return Boolean(isIn && box.width && box.height && element.checkVisibility?.() !== false);
  };

  // Above the seat, and above another's bubble; not over a sheet that lies open there.
  function place() {
    const placed = [];
    const sheet = document.getElementById("party");
    for (const [seat, { element }] of [...bubbles].sort(([one], [other]) => one - other)) {
      const anchor = [`strip-${seat}`, `seat-${seat}`].map((id) => document.getElementById(id)).find(isSeen);
      element.hidden = !anchor || (sheet?.open && anchor.id.startsWith("strip-"));
      if (element.hidden) continue;
      const [at, own] = [anchor.getBoundingClientRect(), element.getBoundingClientRect()];
      const left = Math.min(innerWidth - own.width - 6, Math.max(6, at.left + 8));
      let top = at.top - own.height + 6;
      for (const box of placed) {
        const isBeside = left >= box.right || left + own.width <= box.left;
        if (!isBeside && top < box.bottom && top + own.height > box.top) top = box.top - own.height - 2;
      }
      element.style.left = `${left}px`;
      element.style.top = `${Math.max(4, top)}px`;
      placed.push(element.getBoundingClientRect());
    }
  }

  addEventListener("scroll", place, true);
  addEventListener("resize", place);
  document.addEventListener("toggle", place, true);

  // --- saying ----------------------------------------------------------------------------------

  const word = document.getElementById("say-word");
  let isSaying = false;

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!("phrases" in form.dataset)) return;
    event.preventDefault();
    if (isSaying || !event.submitter) return;
    isSaying = true;
    word.hidden = true;
    try {
      const headers = { Accept: "application/json", "X-CSRFToken": kk.csrf() };
      const body = new URLSearchParams({ phrase: event.submitter.value });
      const answer = await fetch(form.action, { method: "POST", headers, body, signal: AbortSignal.timeout(8000) });
      if (answer.status !== 204) refuse((await answer.json()).words);
      else shutSheet();
    } catch {
      refuse(form.dataset.lost);
    } finally {
      isSaying = false;
    }
  });

  // On a phone the sheet lies over the board: whoever has spoken wants to see the table again.
  function shutSheet() {
    const sheet = document.getElementById("talk-sheet");
    if (!("sheet" in sheet.dataset) || getComputedStyle(sheet).position !== "absolute") return;
    sheet.open = false;
    sheet.querySelector("summary").focus();
  }

  function refuse(words) {
    word.textContent = words;
    word.hidden = false;
  }

  document.addEventListener("kk:shown", () => {
    listen();
    place();
  });

  // --- moving elsewhere ------------------------------------------------------------------------

  document.addEventListener("htmx:afterSettle", ({ target }) => {
    if (target.id === "move-code") target.scrollIntoView({ block: "nearest" });
  });

  // An app's own browser: the banner leads to the sheet.
  const banner = document.getElementById("in-app");
  if (!banner) return;
  const away = document.getElementById("in-app-hide");
  away.hidden = false;
  away.addEventListener("click", () => (banner.hidden = true));
  document.getElementById("in-app-move")?.addEventListener("click", (event) => {
    event.preventDefault();
    openMove();
  });
  // Pressed before this script had come.
  if (location.hash === "#move-seat") openMove();

  function openMove() {
    const sheet = document.getElementById("move-seat");
    for (let box = sheet; box; box = box.parentElement?.closest("details")) box.open = true;
    sheet.scrollIntoView({ block: "nearest" });
    document.getElementById("move-ask").focus();
  }
})();
