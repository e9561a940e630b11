// The invite: copy the link, or send it with the phone's own sheet. Without a script the field can
// be selected by hand. All words come from data attributes. Pressing is heard on the document,
// because the panel is put into the page anew when its link changes.
(() => {
  "use strict";

  // A pushed panel knows the path only: the reader's own address stands in front of it.
  const whole = (field) => new URL(field.dataset.path || field.value, location.origin).href;

  async function copy(button) {
    const field = document.getElementById(button.dataset.copy);
    const said = document.getElementById(button.dataset.said);
    field.focus();
    field.setSelectionRange(0, field.value.length);
    said.textContent = "";
    let copied = false;
    try {
      await navigator.clipboard.writeText(field.value); // only in a secure context
      copied = true;
    } catch {
      copied = oldWay();
    }
    said.textContent = copied ? button.dataset.copied : button.dataset.selected;
    if (copied) button.focus();
  }

  function oldWay() {
    try {
      return document.execCommand("copy"); // on http in the house's own network
    } catch {
      return false;
    }
  }

  async function share(button) {
    const url = document.getElementById(button.dataset.share).value;
    try {
      await navigator.share({ title: button.dataset.title, text: button.dataset.text, url });
    } catch {
      // The sheet was closed: nothing to say.
    }
  }

  function prepare() {
    for (const field of document.querySelectorAll("input[data-path]")) {
      if (field.value !== whole(field)) field.value = whole(field);
    }
    for (const button of document.querySelectorAll("[data-copy][hidden]")) button.hidden = false;
    if (!navigator.share) return;
    for (const button of document.querySelectorAll("[data-share][hidden]")) button.hidden = false;
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy],[data-share]");
    if (!button) {
      if (event.target.matches?.("input[data-path]")) event.target.select();
      return;
    }
    if (button.dataset.copy) copy(button);
    else share(button);
  });

  prepare();
  document.addEventListener("htmx:afterSettle", prepare);
  for (const id of ["invite", "menu"]) {
    const panel = document.getElementById(id);
    if (panel) new MutationObserver(prepare).observe(panel, { childList: true });
  }
})();
