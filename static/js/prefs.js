// How somebody likes it on this device: sound, notices, motion. Everything is off until asked for;
// kept in localStorage, where nothing else lies. The buttons are in tables/_device.html.
(() => {
  "use strict";
  const KEPT = "kk.prefs";
  const kk = (window.kk = window.kk || {});

  function read() {
    try {
      return JSON.parse(localStorage.getItem(KEPT)) || {};
    } catch {
      return {}; // closed to us, or spoiled by hand
    }
  }

  function keep(wishes) {
    try {
      localStorage.setItem(KEPT, JSON.stringify(wishes));
    } catch {
      // Then it holds for this page only.
    }
  }

  let wishes = read();
  const CAN = {
    sound: () => "AudioContext" in window,
    notice: () => "Notification" in window && window.isSecureContext,
    awake: () => "wakeLock" in navigator,
  };
  // What the browser itself must be asked first; only ever on a press.
  const ALLOWED = { notice: async () => (await Notification.requestPermission()) === "granted" };

  const has = (name) => wishes[name] === true && (CAN[name]?.() ?? true);

  async function toggle(button) {
    const { pref: name, refused } = button.dataset;
    const wanted = !has(name);
    const isAllowed = !wanted || !ALLOWED[name] || (await ALLOWED[name]());
    if (isAllowed) {
      wishes = { ...read(), [name]: wanted };
      keep(wishes);
      document.dispatchEvent(new CustomEvent("kk:pref", { detail: { name, wanted } }));
    }
    const said = button.closest(".device")?.querySelector("[data-pref-said]");
    if (said) said.textContent = isAllowed ? "" : refused;
    show();
  }

  function show() {
    if (has("motion")) document.documentElement.dataset.motion = "short";
    else delete document.documentElement.dataset.motion;
    for (const button of document.querySelectorAll("[data-pref]")) {
      const { pref: name, wordsOn, wordsOff } = button.dataset;
      button.hidden = !(CAN[name]?.() ?? true);
      button.textContent = has(name) ? wordsOn : wordsOff;
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-pref]");
    if (button) toggle(button);
  });
  window.addEventListener("storage", (event) => {
    if (event.key !== KEPT) return;
    wishes = read(); // another page of this browser
    show();
  });

  kk.prefs = { has };
  show();
})();
