// Keeps the wooden card "Your table so far" in step with the slips that are chosen.
(() => {
  "use strict";
  const form = document.getElementById("form");
  const show = (input) => {
    const line = document.getElementById(`so-far-${input.name}`);
    if (line && input.dataset.says) line.textContent = input.dataset.says;
  };
  form.addEventListener("change", (event) => show(event.target));
  // A browser that comes back to the page keeps what was chosen.
  window.addEventListener("pageshow", () => form.querySelectorAll("input:checked").forEach(show));
})();
