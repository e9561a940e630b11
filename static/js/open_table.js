// Keeps the wooden card "Your table so far" in step with the slips that are chosen.
(() => {
  "use strict";
  const form = document.getElementById("form");
  const show = (input) => {
    const line = document.getElementById(`so-far-${input.name}`);
    if (!line || !input.dataset.says) return;
    // A ranked table plays by the usual rules, whatever is chosen.
    const isRanked = form.elements.ranked.value === "on";
    line.textContent = (isRanked && line.dataset.atRanked) || input.dataset.says;
  };
  const showAll = () => form.querySelectorAll("input:checked").forEach(show);
  form.addEventListener("change", showAll);
  // A browser that comes back to the page keeps what was chosen.
  window.addEventListener("pageshow", showAll);
})();
