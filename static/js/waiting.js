// The waiting room keeps what a reader was doing while parts of the page are put in anew: the focus,
// an opened question ("remove?"), and the token that forms need when no page brought it.
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

  document.addEventListener(
    "submit",
    ({ target: form }) => {
      if (form.method !== "post" || !window.kk?.csrf()) return;
      let token = form.elements.csrfmiddlewaretoken;
      if (!token) {
        token = document.createElement("input");
        token.type = "hidden";
        token.name = "csrfmiddlewaretoken";
        form.append(token);
      }
      token.value = window.kk.csrf();
    },
    true,
  );

  const name = document.getElementById("name");
  name?.addEventListener("focus", () => name.select(), { once: true });
})();
