// Steps through a replay: fetches what a move changes, lets the board move, paints it. Without this
// script every move is a page of its own. Frames and painting are those of a table (scene.js).
(() => {
  "use strict";
  const root = document.querySelector("main.replay");
  if (!root) return;
  const { paint, paintRegion, move, skip, say } = window.kk.scene;
  const { frames, eyes, play: PLAY, pause: PAUSE, where: WHERE } = root.dataset;
  const last = Number(root.dataset.last);
  const afterTitle = document.title.replace(root.dataset.title, "");
  const byId = (id) => document.getElementById(id);
  const [scrub, where, play] = ["scrub", "where", "play"].map(byId);
  const REST = 700; // ms between two moves while it plays
  const STILL = 900; // more, where nothing moves and there is only the sentence to read
  const reduced = matchMedia("(prefers-reduced-motion: reduce)");
  const pause = (ms) => new Promise((resume) => setTimeout(resume, ms));

  let shown = Number(root.dataset.move);
  let target = shown;
  let isBusy = false;
  let playing = 0; // counts starts; a run ends when it is no longer the current one
  const fetched = new Map();

  const address = (number) => `${location.pathname}?move=${number}&eyes=${eyes}`;
  const words = (number) => WHERE.replace("{n}", number);

  function get(have, number) {
    const key = `${have}>${number}`;
    if (!fetched.has(key)) {
      const wanted = new URLSearchParams({ move: number, have, eyes });
      const answer = fetch(`${frames}?${wanted}`, { headers: { Accept: "application/json" } });
      const frame = answer.then((got) => (got.ok ? got.json() : Promise.reject(got.status)));
      frame.catch(() => fetched.delete(key));
      fetched.set(key, frame);
    }
    return fetched.get(key);
  }

  // Presses that come while one is under way are not queued: the newest wish counts.
  async function go(number) {
    target = Math.max(0, Math.min(last, number));
    scrub.value = target;
    skip();
    if (isBusy) return;
    isBusy = true;
    try {
      while (shown !== target) await show(await get(shown, target));
    } catch (problem) {
      console.error(problem);
      location.assign(address(target)); // the page of that move says what is wrong
    } finally {
      isBusy = false;
    }
  }

  async function show(frame) {
    const isStep = frame.v === shown + 1;
    if (isStep && frame.v === target) await move(frame.steps.flatMap((step) => step.motion), frame.scene);
    paint(frame.scene, frame.from === null);
    for (const [id, html] of Object.entries(frame.regions)) paintRegion(id, html, false);
    shown = frame.v;
    document.title = frame.title + afterTitle;
    say(isStep ? frame.steps.flatMap((step) => step.log).map(sentence).join(" ") : words(shown));
    settle();
    if (shown === target && shown < last) get(shown, shown + 1).catch(() => {});
  }

  // What a line of the log says.
  function sentence(line) {
    const made = document.createElement("template");
    made.innerHTML = line;
    return made.content.textContent.trim();
  }

  // Everything that says which move it is.
  function settle() {
    where.textContent = words(shown);
    if (document.activeElement !== scrub) scrub.value = shown;
    scrub.setAttribute("aria-valuetext", words(shown));
    const ways = { first: 0, back: Math.max(0, shown - 1), on: Math.min(last, shown + 1), last };
    for (const [name, number] of Object.entries(ways)) {
      const key = byId(`step-${name}`);
      key.href = address(number);
      key.toggleAttribute("data-off", number === shown);
    }
    for (const link of root.querySelectorAll(".eyes a")) {
      link.href = link.href.replace(/move=\d+/, `move=${shown}`);
    }
    const next = document.querySelector(".noren input[name=next]");
    if (next) next.value = address(shown);
    history.replaceState(null, "", address(shown));
    mark();
  }

  function mark() {
    const list = byId("moves");
    list.querySelector(".now a")?.removeAttribute("aria-current");
    list.querySelector(".now")?.classList.remove("now");
    const line = list.querySelector(`[data-n="${shown}"]`);
    if (!line) {
      list.scrollTop = 0;
      return;
    }
    line.classList.add("now");
    line.querySelector("a").setAttribute("aria-current", "step");
    const [box, seen] = [line.getBoundingClientRect(), list.getBoundingClientRect()];
    if (box.top < seen.top) list.scrollTop += box.top - seen.top;
    if (box.bottom > seen.bottom) list.scrollTop += box.bottom - seen.bottom;
  }

  // --- playing --------------------------------------------------------------------------------

  async function run() {
    const mine = (playing += 1);
    play.textContent = PAUSE;
    if (shown === last) await go(0);
    while (mine === playing && shown < last) {
      await go(shown + 1);
      await pause(reduced.matches ? REST + STILL : REST);
    }
    if (mine === playing) stop();
  }

  function stop() {
    playing += 1;
    play.textContent = PLAY;
  }

  const isRunning = () => play.textContent === PAUSE;
  const by = (step) => {
    stop();
    go(step);
  };

  // --- hands ----------------------------------------------------------------------------------

  play.addEventListener("click", () => (isRunning() ? stop() : run()));
  const keys = { "step-first": () => 0, "step-back": () => target - 1, "step-on": () => target + 1, "step-last": () => last };
  root.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const line = link.closest("#moves li");
    if (!line && !(link.id in keys)) return;
    event.preventDefault();
    by(line ? Number(line.dataset.n) : keys[link.id]());
  });
  scrub.addEventListener("input", () => by(Number(scrub.value)));
  scrub.form.addEventListener("submit", (event) => event.preventDefault());

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const at = event.target;
    if (at.closest("input,select,textarea,[contenteditable]")) return;
    if (event.key === " " && at.closest("a,button,summary,label")) return;
    const wish = {
      ArrowRight: () => by(target + 1),
      ArrowLeft: () => by(target - 1),
      Home: () => by(0),
      End: () => by(last),
      " ": () => play.click(),
    }[event.key];
    if (!wish) return;
    event.preventDefault();
    wish();
  });

  play.hidden = false;
  byId("jump").hidden = true;
  byId("keys-hint").hidden = false;
  mark();
  if (shown < last) get(shown, shown + 1).catch(() => {});
})();
