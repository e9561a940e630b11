// Okuribito in the browser: the lens and the sheets, keys, closer looks, sums of the Exchange. How
// pieces walk and money flies is in okuribito-motion.js. Without scripts every part is there too.
(() => {
  "use strict";
  const kk = (window.kk ??= {});
  const lens = document.getElementById("lens");
  if (!lens) return; // the table as text
  const GATE = 72, CASTLE = 8, FIELDS = 9;
  const byId = (id) => document.getElementById(id);
  const root = byId("table");
  const map = byId("map");
  const towns = Array.from({ length: FIELDS }, (_, field) => lens.querySelector(`.f${field}`));
  const squares = Array.from({ length: GATE + 1 }, (_, square) => byId(`sq${square}`));
  const fieldOf = (square) => (square === GATE ? CASTLE : Math.floor(square / 9));
  const nameOf = (field) => towns[field].querySelector(".name").textContent;
  const cellOf = (field) => {
    const style = getComputedStyle(towns[field]);
    return ["--tc", "--tr"].map((name) => Number(style.getPropertyValue(name)));
  };
  const isZoomed = () => getComputedStyle(lens).getPropertyValue("--zoom").trim() !== "1";

  // --- the lens: one field on a phone -------------------------------------------------------
  let looksAround = false; // the visitor chose what to look at: it stays put for this turn
  let looked = fieldOf(Number(lens.dataset.at));

  function look(field) {
    looked = field;
    const [column, row] = cellOf(field);
    map.style.setProperty("--lc", column);
    map.style.setProperty("--lr", row);
    settle();
  }

  // Tab does not wander through what is not seen; the buttons say where they lead.
  function settle() {
    const isOne = isZoomed();
    towns.forEach((town, field) => (town.inert = isOne && field !== looked));
    for (const [id, by] of [["pan-back", FIELDS - 1], ["pan-on", 1]]) {
      const button = byId(id);
      button.querySelector(".sr").textContent = button.dataset.words.replace("{town}", nameOf((looked + by) % FIELDS));
    }
    byId("pan-piece").hidden = !looksAround || !isOne;
  }

  // Whoever walks the squares by keys is not led away from where they are.
  const isHeld = () => looksAround || lens.matches(".dragging") || Boolean(lens.querySelector(".sq:focus-visible"));
  const follow = (square) => isHeld() || fieldOf(square) === looked || look(fieldOf(square));

  function lookAround(field) {
    looksAround = true;
    look(field);
  }

  function backToThePiece() {
    if (lens.querySelector(".sq:focus-visible")) return;
    looksAround = false;
    look(fieldOf(Number(lens.dataset.at)));
    rove(Number(lens.dataset.at));
  }

  new MutationObserver((changes) => {
    if (changes.some((change) => change.attributeName === "data-turn")) backToThePiece();
    else follow(Number(lens.dataset.at));
  }).observe(lens, { attributeFilter: ["data-turn", "data-at"] });

  byId("pan-back").addEventListener("click", () => lookAround((looked + FIELDS - 1) % FIELDS));
  byId("pan-on").addEventListener("click", () => lookAround((looked + 1) % FIELDS));
  byId("pan-piece").addEventListener("click", (event) => {
    const hadFocus = document.activeElement === event.target;
    backToThePiece();
    if (hadFocus) byId("pan-on").focus();
  });
  for (const id of ["pan-back", "pan-on"]) byId(id).hidden = false;
  new ResizeObserver(settle).observe(lens);

  // A swipe goes to the field that lies there.
  let drag = null;
  const FAR = 45;
  lens.addEventListener("pointerdown", (event) => {
    if (event.isPrimary && !event.button && isZoomed()) drag = { x: event.clientX, y: event.clientY, moved: false };
  });
  lens.addEventListener("pointermove", (event) => {
    if (!drag) return;
    drag.dx = event.clientX - drag.x;
    drag.dy = event.clientY - drag.y;
    if (!drag.moved) {
      if (Math.hypot(drag.dx, drag.dy) < 8) return;
      drag.moved = true;
      lens.setPointerCapture(event.pointerId);
      lens.classList.add("dragging");
    }
    const isAcross = Math.abs(drag.dx) > Math.abs(drag.dy);
    map.style.setProperty("--drag-x", `${isAcross ? drag.dx : 0}px`);
    map.style.setProperty("--drag-y", `${isAcross ? 0 : drag.dy}px`);
  });
  function drop() {
    if (!drag) return;
    const { dx = 0, dy = 0, moved } = drag;
    lens.classList.remove("dragging");
    setTimeout(() => (drag = null)); // the click that ends a swipe opens nothing
    if (!moved || Math.max(Math.abs(dx), Math.abs(dy)) < FAR) return;
    const isAcross = Math.abs(dx) > Math.abs(dy);
    const [column, row] = cellOf(looked);
    const wanted = [column - (isAcross ? Math.sign(dx) : 0), row - (isAcross ? 0 : Math.sign(dy))];
    const there = towns.findIndex((_, field) => String(cellOf(field)) === String(wanted));
    if (there >= 0) lookAround(there);
  }
  lens.addEventListener("pointerup", drop);
  lens.addEventListener("pointercancel", drop);
  lens.addEventListener("dragstart", (event) => event.preventDefault());

  // --- keys: one tab stop; arrows walk the squares in playing order --------------------------
  function rove(square) {
    if (!squares[GATE].hasAttribute("href")) return; // a replay's squares open nothing
    squares.forEach((each, index) => each.setAttribute("tabindex", index === square ? "0" : "-1"));
  }
  const mine = () => Number(byId(`pc-${root?.dataset.seat}`)?.dataset.at ?? lens.dataset.at);
  map.addEventListener("keydown", (event) => {
    const at = squares.indexOf(event.target.closest(".sq"));
    const to = {
      ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1,
      PageDown: at + 9, PageUp: at - 9, Home: mine(), End: GATE,
    }[event.key];
    if (to === undefined || at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = Math.min(GATE, Math.max(0, to));
    rove(next);
    lookAround(fieldOf(next));
    squares[next].focus({ preventScroll: true });
  });

  // --- sheets: a part of the page shown in a dialog, and put back where it was ----------------
  function openSheet(sheet, part, opener) {
    const place = document.createComment("");
    part.replaceWith(place);
    sheet.querySelector(".slot").append(part);
    sheet.showModal();
    settle();
    sheet.addEventListener("close", () => {
      place.replaceWith(part);
      settle();
      opener.focus({ preventScroll: true });
    }, { once: true });
  }
  for (const [button, sheet, part] of [["see-map", "map-sheet", "lens"], ["see-ledger", "ledger-sheet", "ledger"]]) {
    byId(button).addEventListener("click", (event) => {
      if (!byId(part)) return;
      event.preventDefault();
      openSheet(byId(sheet), byId(part), event.currentTarget);
    });
  }
  for (const sheet of document.querySelectorAll(".paper-sheet")) {
    sheet.addEventListener("click", (event) => {
      if (event.target === sheet || event.target.closest("[data-shut]")) sheet.close();
    });
  }

  // --- a closer look: a square's card, a word explained ---------------------------------------
  const card = byId("look-sheet");
  let shown = null;
  async function fill(address, isNew) {
    let html = null;
    try {
      const answer = await fetch(address, { headers: { "X-Look": "1" } });
      if (answer.ok) html = await answer.text();
    } catch {
      // The line is down.
    }
    if (shown !== address) return; // another one was asked for meanwhile
    const slot = card.querySelector(".slot");
    if (html !== null) slot.innerHTML = html;
    else if (isNew) slot.textContent = card.dataset.lost;
  }
  let asker = null;
  document.addEventListener("click", async (event) => {
    const link = event.target.closest('a[href*="/look/"]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (drag?.moved) return;
    shown = link.getAttribute("href");
    if (!card.open) {
      asker = link;
      card.querySelector(".slot").replaceChildren();
    }
    await fill(shown, true);
    if (!card.open && shown) card.showModal();
  });
  card.addEventListener("close", () => {
    shown = null;
    if (asker?.isConnected) asker.focus({ preventScroll: true });
  });

  // --- the counter's helpers -------------------------------------------------------------------
  const KEPT = "kk.lesson.";
  function learned(name, isNow) {
    try {
      if (isNow) localStorage.setItem(KEPT + name, "1");
      return isNow || localStorage.getItem(KEPT + name) !== null;
    } catch {
      return Boolean(isNow); // closed to us: for this page only
    }
  }
  function showLessons() {
    for (const lesson of document.querySelectorAll("p.lesson[data-lesson]")) {
      lesson.hidden = learned(lesson.dataset.lesson);
      if (lesson.hidden || lesson.querySelector(".lesson-off")) continue;
      const button = document.createElement("button");
      Object.assign(button, { type: "button", className: "lesson-off", textContent: lesson.dataset.off });
      lesson.append(" ", button);
    }
  }
  document.addEventListener("click", (event) => {
    const lesson = event.target.closest(".lesson-off")?.closest("p.lesson");
    if (!lesson) return;
    learned(lesson.dataset.lesson, true);
    lesson.hidden = true;
    byId("counter")?.querySelector("h2")?.focus({ preventScroll: true });
  });

  // A hint has done its work once its question was answered.
  document.addEventListener("submit", (event) => {
    const lesson = event.target.closest("#counter")?.querySelector("p.lesson[data-lesson]");
    if (lesson) learned(lesson.dataset.lesson, true);
  });

  // As the house writes sums: 380,000 ryō, 38万両.
  const inJapanese = document.documentElement.lang === "ja";
  function ryo(sum) {
    const grouped = (number) => number.toLocaleString("en");
    if (!inJapanese) return `${grouped(sum)} ryō`;
    const [tenThousands, rest] = [Math.floor(sum / 10_000), sum % 10_000];
    return `${tenThousands ? `${grouped(tenThousands)}万` : ""}${rest || !tenThousands ? grouped(rest) : ""}両`;
  }

  // What a trade would come to. The house reckons anew when it is pressed.
  function reckon(form) {
    const sum = form.querySelector("output.sum");
    const stake = form.querySelector('[name="industry"]:checked');
    if (!sum || !stake) return;
    const [price, cash] = [Number(stake.dataset.price), Number(form.dataset.cash)];
    const quantity = Math.max(0, Math.floor(Number(form.elements.qty.value) || 0));
    const say = (words, rate) => {
      const tax = Math.floor((price * quantity * rate) / 100);
      const sums = { price, sum: price * quantity - tax, left: cash - price * quantity, tax };
      return words.replace(/\{(\w+)\}/g, (all, name) => (name === "n" ? quantity : name in sums ? ryo(sums[name]) : all));
    };
    const told = [];
    const can = (name, most) => {
      const button = form.querySelector(name);
      const isOff = quantity < 1 || quantity > Number(most);
      if (button) button.ariaDisabled = isOff ? "true" : null;
      return button && !isOff;
    };
    can(".book", stake.dataset.held);
    if (can(".buy", stake.dataset.mayBuy)) told.push(say(sum.dataset.buy, 0));
    if (can(".sell", stake.dataset.held)) {
      told.push(say(sum.dataset.sell, Number(form.dataset.tax ?? 20)));
      const wait = form.elements.wait?.selectedOptions[0];
      if (wait && form.querySelector(".booking[open]")) told.push(say(sum.dataset.book, Number(wait.dataset.rate)));
    }
    sum.textContent = told.join(" ");
  }
  document.addEventListener("submit", (event) => {
    if (!event.target.matches(".trade") || event.submitter?.ariaDisabled !== "true") return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  const reckonAll = () => document.querySelectorAll("form.trade").forEach(reckon);
  document.addEventListener("input", (event) => event.target.form?.matches(".trade") && reckon(event.target.form));
  document.addEventListener("toggle", (event) => event.target.matches?.(".booking") && reckonAll(), true);

  document.addEventListener("kk:shown", () => {
    reckonAll();
    if (card.open && shown) fill(shown, false);
    showLessons();
  });

  rove(Number(lens.dataset.at));
  settle();
  showLessons();
  reckonAll();
  kk.okuribito = { follow, squares, towns };
})();
