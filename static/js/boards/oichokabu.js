// Oicho-Kabu in the browser: cards are laid, turned and gathered in order, each as the coming scene
// has it. Everything that lasts is in the scene; a press or Escape ends the motion at once.
(() => {
  "use strict";
  const kk = (window.kk ??= {});
  const motion = (kk.motion ??= {});
  const byId = (id) => document.getElementById(id);
  const cushion = byId("cushion");

  const pause = (milliseconds, signal) =>
    new Promise((done) => {
      if (signal?.aborted) return done();
      const timer = setTimeout(done, milliseconds);
      signal?.addEventListener("abort", () => (clearTimeout(timer), done()), { once: true });
    });

  // The elements of a hint, as they will be. Those that do not change are not among what is coming.
  function show(ids, coming, name) {
    const shown = [];
    for (const id of ids) {
      const element = byId(id);
      if (!element) continue;
      element.classList.remove("gone");
      if (coming[id]) {
        if (!("data-off" in coming[id])) element.removeAttribute("data-off");
        kk.scene.paintElement(element, coming[id], false);
      }
      if (name && element.matches(".c, li")) element.classList.add(name);
      shown.push(element);
    }
    return shown;
  }

  const showing = (name) => async ({ ids, ms }, signal, coming) => {
    const shown = show(ids, coming, name);
    await pause(ms, signal);
    if (name) for (const element of shown) element.classList.remove(name);
  };

  motion.deal = showing("laid");
  motion.draw = showing("laid");
  motion.turn = showing("turned");
  motion.stay = showing("");
  motion.settle = showing("settling");
  motion.count = showing("");

  // The cards of the last hand go back to the dealer; then nothing lies there.
  motion.gather = async ({ ms }, signal, coming) => {
    if (!cushion) return;
    cushion.classList.add("gathered");
    await pause(ms, signal);
    for (const card of cushion.querySelectorAll(".c")) card.classList.add("gone");
    const worth = [...cushion.querySelectorAll("[id^='v-'], [id^='w-'], [id^='put-'], [id^='peek-']")];
    show([...worth.map((each) => each.id), "dealer-v", "dealer-w"], coming, "");
    cushion.classList.remove("gathered");
  };

  document.addEventListener("kk:moved", () => {
    for (const card of document.querySelectorAll(".c.gone")) card.classList.remove("gone");
  });

  // --- the last points that were put down come back first ---------------------------------------
  const order = [];

  document.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (event.target.id !== "stakes" || button?.name !== "card") return;
    const before = order.indexOf(button.value);
    if (before >= 0) order.splice(before, 1);
    order.push(button.value);
    offer();
  });

  function offer() {
    const button = byId("take-back");
    const last = button && [...order].reverse().find((card) => button.hasAttribute(`data-on-${card}`));
    if (!last) return;
    button.value = last;
    byId("take-back-hint").textContent = button.getAttribute(`data-on-${last}`);
  }

  document.addEventListener("kk:shown", offer);
})();
