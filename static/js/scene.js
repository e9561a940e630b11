// Puts scenes, regions and sentences into a page, and lets the board move (static/js/boards/). For
// tables (live.js) and replays (replay.js) alike, so that both show the same.
(() => {
  "use strict";
  const kk = (window.kk = Object.assign({ motion: {} }, window.kk));
  const reduced = matchMedia("(prefers-reduced-motion: reduce)");
  const names = new Set(); // attributes that scenes have used; data-* among them are theirs alone
  const known = new Map(); // of elements that were not as they were drawn: what they show
  // What somebody asked of their system, or of this house (prefs.js).
  const isStill = () => reduced.matches || document.documentElement.dataset.motion === "short";
  let moving = null; // ends the motion under way

  function paint(scene, isWhole) {
    for (const [id, attributes] of Object.entries(scene)) {
      for (const name of Object.keys(attributes)) names.add(name);
      remember(id, attributes, isWhole);
      const element = document.getElementById(id);
      if (element) paintElement(element, attributes, isWhole);
    }
  }

  // Elements of a scene may stand in a region, which comes as it was when it was first drawn.
  function remember(id, attributes, isWhole) {
    const now = isWhole ? {} : (known.get(id) ?? {});
    known.set(id, { ...now, ...attributes });
  }

  function paintElement(element, attributes, isWhole) {
    if (isWhole) {
      for (const name of names) {
        if (name.startsWith("data-") && !(name in attributes)) element.removeAttribute(name);
      }
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (name === "text") element.textContent = value ?? "";
      else if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, value);
    }
  }

  // What somebody is typing, where they are and what they opened outlives the words around it.
  function paintRegion(id, html, isNext) {
    const region = document.getElementById(id);
    if (!region) return;
    const focused = region.contains(document.activeElement) ? document.activeElement : null;
    const fields = "input:not([type=hidden]),select,textarea";
    const key = (field) => `${field.form?.getAttribute("action")} ${field.name} ${field.id}`;
    const typed = new Map();
    for (const field of region.querySelectorAll(fields)) {
      if (field.value !== field.defaultValue) typed.set(key(field), field.value);
      if (field.checked && !field.defaultChecked) typed.set(key(field), true);
    }
    const open = [...region.querySelectorAll("details[open][id]")].map((each) => each.id);
    region.innerHTML = html;
    for (const each of region.querySelectorAll("details[id]")) each.open ||= open.includes(each.id);
    window.htmx?.process(region);
    for (const each of region.querySelectorAll("[id]")) {
      if (known.has(each.id)) paintElement(each, known.get(each.id), false);
    }
    for (const token of region.querySelectorAll("[name=csrfmiddlewaretoken]")) token.value = kk.csrf();
    for (const field of region.querySelectorAll(fields)) {
      if (isNext || !typed.has(key(field))) continue;
      if (typed.get(key(field)) === true) field.checked = true;
      else field.value = typed.get(key(field));
    }
    if (!focused) return;
    const again = !isNext && focused.id ? document.getElementById(focused.id) : null;
    (again ?? region.querySelector("h2[tabindex]") ?? region).focus({ preventScroll: true });
  }

  // `coming` is the scene after the motion: a board may show parts of it on the way there; it is
  // told all hints too, for what is to be seen in a given time.
  async function move(hints, coming = {}) {
    const tell = (hint) => document.dispatchEvent(new CustomEvent("kk:hint", { detail: hint }));
    if (isStill() || document.hidden) return hints.slice(0, 1).forEach(tell);
    const mine = (moving = new AbortController());
    for (const hint of hints) {
      if (mine.signal.aborted) break;
      tell(hint);
      try {
        await kk.motion[hint.do]?.(hint, mine.signal, coming, hints);
      } catch (problem) {
        console.error(problem); // a picture that does not move is no reason to stop the game
      }
    }
    moving = null;
    document.dispatchEvent(new CustomEvent("kk:moved"));
  }

  const skip = () => moving?.abort();
  document.addEventListener("pointerdown", skip, true);
  document.addEventListener("keydown", (event) => event.key === "Escape" && skip());
  reduced.addEventListener("change", skip);

  // What is to be said at one moment is said together: the live region holds one text.
  const unsaid = [];
  function say(sentence) {
    const voice = document.getElementById("say");
    if (!voice || !sentence.trim()) return;
    if (unsaid.push(sentence) > 1) return;
    voice.textContent = "";
    setTimeout(() => (voice.textContent = unsaid.splice(0).join(" ")), 50); // the same words twice are news too
  }

  kk.scene = { names, paint, paintElement, paintRegion, move, skip, say, isMoving: () => moving !== null };
})();
