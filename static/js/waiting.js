// The waiting room keeps what a reader was doing while parts of the page are put in anew: the focus
// and an opened question ("remove?"). And it takes a piece as soon as it is chosen.
(() => {
  "use strict";
  const regions = ["room", "invite", "marks", "counter"].map((id) => document.getElementById(id));
  const open = new Set();
  let last = null;

  document.addEventListener("focusin", (event) => {
    last = event.target;
  });
  document.addEventListener("focusout", (event) => {
    const left = event.target;
    // Whoever went elsewhere does not want to be fetched back; whose button vanished does.
    queueMicrotask(() => {
      if (left === last && left.isConnected) last = null;
    });
  });
  document.addEventListener(
    "toggle",
    ({ target }) => {
      if (!target.id || !target.isConnected) return;
      if (target.open) open.add(target.id);
      else open.delete(target.id);
    },
    true,
  );

  function restore(region) {
    for (const id of open) {
      const question = document.getElementById(id);
      if (question) question.open = true;
      else open.delete(id);
    }
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    const again = last.id && document.getElementById(last.id);
    const title = region.querySelector("h2[tabindex]");
    (again || title)?.focus({ preventScroll: true });
  }

  for (const region of regions.filter(Boolean)) {
    new MutationObserver(() => restore(region)).observe(region, { childList: true });
  }

  // A piece is taken as soon as it is chosen; fast arrow keys count as one choice, the last.
  let choosing = 0;

  function choose(form) {
    clearTimeout(choosing);
    const isBusy = document.getElementById("table").hasAttribute("aria-busy");
    choosing = setTimeout(() => {
      if (isBusy) return choose(form);
      choosing = 0;
      form.requestSubmit();
    }, 250);
  }

  document.addEventListener("change", ({ target }) => {
    if (target.name === "mark") choose(target.form);
  });
  // What was refused is not shown as chosen.
  document.addEventListener("kk:shown", () => {
    if (!choosing) document.querySelector("#marks form")?.reset();
  });

  const name = document.getElementById("name");
  name?.addEventListener("focus", () => name.select(), { once: true });
})();
