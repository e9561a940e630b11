// Hokusai's sugoroku in the browser: pieces walk, the die tumbles, and the lens can be moved.
// Everything that lasts is in the scene; what is done here is gone when the next scene is drawn.
(() => {
  "use strict";
  const kk = (window.kk ??= {});
  const motion = (kk.motion ??= {});
  const lens = document.querySelector(".lens");
  if (!lens) return; // the table as text
  const HOME = 53;
  const ROLL = 400, SHOWN = 300, STEP = 220, WALK_AT_MOST = 2400, STOP = 400, MISS = 1000;
  const byId = (id) => document.getElementById(id);
  const print = lens.querySelector(".print");
  const slips = [...lens.querySelectorAll(".lb")];
  const slipOf = (number) => slips[(number === HOME ? 1 : number) - 1];

  const pause = (milliseconds, signal) =>
    new Promise((done) => {
      if (signal?.aborted) return done();
      const timer = setTimeout(done, milliseconds);
      signal?.addEventListener("abort", () => (clearTimeout(timer), done()), { once: true });
    });

  // --- the lens ---------------------------------------------------------------------------
  let looksAround = false; // the visitor moved the lens: it stays put for this turn
  let looked = Number(lens.dataset.at);

  const aim = (x, y) => {
    lens.style.setProperty("--px", x.toFixed(4));
    lens.style.setProperty("--py", y.toFixed(4));
  };
  const aimAt = (number) => {
    const spot = slipOf(number).transform.baseVal.consolidate().matrix;
    looked = number;
    aim(spot.e / 1200, (spot.f - 20) / 800);
  };
  const follow = (number) => looksAround || aimAt(number);
  const lookAround = () => {
    looksAround = true;
    byId("pan-piece").hidden = false;
  };
  const backToThePiece = () => {
    looksAround = false;
    byId("pan-piece").hidden = true;
    lens.style.removeProperty("--px");
    lens.style.removeProperty("--py");
    looked = Number(lens.dataset.at);
    rove(looked);
  };
  const lookAlong = (by) => {
    lookAround();
    aimAt(Math.min(52, Math.max(1, (looked === HOME ? 1 : looked) + by)));
  };
  // The count of rolls changes with every turn: then the scene's own place counts again.
  new MutationObserver(backToThePiece).observe(lens, { attributeFilter: ["data-turn"] });
  byId("pan-on").addEventListener("click", () => lookAlong(3));
  byId("pan-back").addEventListener("click", () => lookAlong(-3));
  byId("pan-piece").addEventListener("click", () => {
    const hadFocus = document.activeElement === byId("pan-piece");
    backToThePiece();
    if (hadFocus) byId("pan-on").focus();
  });
  byId("pan").hidden = false;

  let drag = null;
  lens.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button || event.target.closest("button, label")) return;
    if (print.clientWidth <= lens.clientWidth + 1) return;
    drag = { x: event.clientX, y: event.clientY, left: print.offsetLeft, top: print.offsetTop, moved: false };
  });
  lens.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
    if (!drag.moved) {
      if (Math.hypot(dx, dy) < 7) return;
      drag.moved = true;
      lens.setPointerCapture(event.pointerId);
      lens.classList.add("dragging");
      lookAround();
    }
    const share = (offset, seen, whole) => {
      const half = seen / whole / 2;
      return Math.min(1 - half, Math.max(half, (seen / 2 - offset) / whole));
    };
    aim(
      share(drag.left + dx, lens.clientWidth, print.clientWidth),
      share(drag.top + dy, lens.clientHeight, print.clientHeight),
    );
  });
  const drop = () => {
    lens.classList.remove("dragging");
    if (drag?.moved) setTimeout(() => (drag = null));
    else drag = null;
  };
  lens.addEventListener("pointerup", drop);
  lens.addEventListener("pointercancel", drop);
  lens.addEventListener("dragstart", (event) => event.preventDefault());

  // --- keys: one tab stop; arrows walk the squares in playing order -------------------------
  const rove = (number) => {
    const current = slipOf(number);
    for (const slip of slips) slip.setAttribute("tabindex", slip === current ? "0" : "-1");
  };
  const mine = () => Number(byId("you-link")?.getAttribute("href").split("-")[1] || looked);
  byId("slips").addEventListener("keydown", (event) => {
    const at = slips.indexOf(event.target.closest(".lb")) + 1;
    const to = {
      ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: mine(), End: 52,
    }[event.key];
    if (!to || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = Math.min(52, Math.max(1, to));
    rove(next);
    slipOf(next).focus({ preventScroll: true });
    lookAround();
    aimAt(next);
  });
  rove(looked);

  // --- the card of a place -------------------------------------------------------------------
  let opener = null;
  const shut = () => {
    const card = document.querySelector(".card.open");
    if (!card) return false;
    card.classList.remove("open");
    opener?.focus({ preventScroll: true });
    opener = null;
    return true;
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#place-"]');
    if (link) {
      event.preventDefault();
      if (drag?.moved) return;
      const from = opener ?? link;
      document.querySelector(".card.open")?.classList.remove("open");
      const card = document.querySelector(link.getAttribute("href"));
      card.classList.add("open");
      opener = link.isConnected ? link : from;
      card.focus({ preventScroll: true });
    } else if (event.target.closest(".card .btn")) {
      event.preventDefault();
      if (location.hash) history.replaceState(null, "", location.pathname + location.search);
      shut();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") shut();
  });

  // --- motion: live.js awaits these in order; an aborted signal ends them at once ------------
  const acting = async (id, name, milliseconds, signal) => {
    const piece = byId(id);
    piece.classList.add(name);
    await pause(milliseconds, signal);
    piece.classList.remove(name);
  };

  motion.roll = async ({ seat, die }, signal) => {
    const cube = byId("die");
    follow(Number(byId(`pc-${seat}`).dataset.at));
    cube.classList.add("rolling");
    for (let face = die, left = ROLL; left > 0 && !signal?.aborted; left -= 80) {
      face = (face + 1 + Math.floor(Math.random() * 4)) % 6;
      cube.dataset.face = String(face + 1);
      await pause(80, signal);
    }
    cube.classList.remove("rolling");
    cube.dataset.face = String(die);
    await pause(SHOWN, signal);
  };

  motion.walk = async ({ id, path }, signal) => {
    const piece = byId(id);
    const step = Math.min(STEP, WALK_AT_MOST / (path.length - 1));
    piece.classList.add("walking");
    piece.classList.toggle("fast", step < STEP);
    for (const at of path.slice(1)) {
      if (signal?.aborted) break;
      piece.dataset.at = String(at);
      follow(at);
      await pause(step, signal);
    }
    piece.dataset.at = String(path.at(-1));
    piece.classList.remove("walking", "fast");
  };

  motion.inn = ({ id }, signal) => acting(id, "resting", STOP, signal);
  motion.home = ({ id }, signal) => acting(id, "arrived", STOP, signal);
  motion.miss = ({ id, square }, signal) => {
    follow(square);
    return acting(id, "missing", MISS, signal);
  };
})();
