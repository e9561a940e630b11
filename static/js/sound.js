// Your turn, made known: a wooden clap, a notice while the page is out of sight, a screen that
// stays awake. Beside it the sounds of dice, cards and the small bell at the end. All are made here,
// none is a file; all are off until asked for, and none is the only sign of anything.
(() => {
  "use strict";
  const root = document.getElementById("table");
  const kk = window.kk;

  // --- sounds ----------------------------------------------------------------------------------

  let context = null;

  // A browser lets a page sound only after somebody has touched it.
  function speaker() {
    if (!kk.prefs.has("sound")) return null;
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume();
    return context.state === "closed" ? null : context;
  }

  function noise(out, seconds) {
    const buffer = out.createBuffer(1, Math.ceil(out.sampleRate * seconds), out.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
    const source = out.createBufferSource();
    source.buffer = buffer;
    return source;
  }

  function fading(out, level, start, seconds) {
    const gain = out.createGain();
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(level, start + 0.004);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
    gain.connect(out.destination);
    return gain;
  }

  function knock(out, { pitch, level, start, seconds, sharp = 6 }) {
    const source = noise(out, seconds);
    const wood = out.createBiquadFilter();
    Object.assign(wood, { type: "bandpass" });
    wood.frequency.value = pitch;
    wood.Q.value = sharp;
    source.connect(wood).connect(fading(out, level, start, seconds));
    source.start(start);
  }

  function tone(out, { pitch, level, start, seconds }) {
    const source = out.createOscillator();
    source.frequency.value = pitch;
    source.connect(fading(out, level, start, seconds));
    source.start(start);
    source.stop(start + seconds);
  }

  const SOUNDS = {
    // Two wooden blocks, struck twice.
    clap(out, start) {
      for (const at of [0, 0.17]) {
        knock(out, { pitch: 1850, level: 0.9, start: start + at, seconds: 0.09, sharp: 9 });
        tone(out, { pitch: 920, level: 0.18, start: start + at, seconds: 0.07 });
      }
    },
    dice(out, start) {
      for (const at of [0, 0.07, 0.13, 0.22, 0.3, 0.36]) {
        const pitch = 2200 + Math.random() * 1400;
        knock(out, { pitch, level: 0.5 - at, start: start + at, seconds: 0.035 });
      }
    },
    card(out, start) {
      knock(out, { pitch: 5200, level: 0.25, start, seconds: 0.08, sharp: 1 });
      knock(out, { pitch: 700, level: 0.3, start: start + 0.06, seconds: 0.05 });
    },
    bell(out, start) {
      const partials = [[1180, 0.2, 1.6], [2790, 0.08, 1], [4610, 0.04, 0.5]];
      for (const [pitch, level, seconds] of partials) tone(out, { pitch, level, start, seconds });
    },
  };

  function play(name) {
    const out = speaker();
    if (out) SOUNDS[name](out, out.currentTime + 0.02);
  }

  document.addEventListener("pointerdown", speaker);
  document.addEventListener("keydown", speaker);
  document.addEventListener("kk:pref", ({ detail }) => {
    if (detail.name === "sound" && detail.wanted) play("clap"); // this is what it sounds like
    stayAwake();
  });

  // --- turns -----------------------------------------------------------------------------------

  const HINTS = { roll: "dice", deal: "card", draw: "card", turn: "card" };
  const isMine = () => Boolean(root?.dataset.decision) && root.dataset.seat !== "";
  let decision = null;
  let kind = root?.dataset.kind;

  function look() {
    const before = decision;
    decision = isMine() ? root.dataset.decision : null;
    if (decision !== null && decision !== before) {
      play("clap");
      notify();
    }
    if (root.dataset.kind === "result" && kind === "match") play("bell");
    kind = root.dataset.kind;
    stayAwake();
  }

  // Only what anybody at the table may read over a shoulder: whose turn it is, and which game.
  function notify() {
    if (!document.hidden || !kk.prefs.has("notice") || Notification.permission !== "granted") return;
    try {
      const notice = new Notification(document.title, { tag: `kk-${root.dataset.table}` });
      notice.onclick = () => {
        window.focus();
        notice.close();
      };
      document.addEventListener("visibilitychange", () => notice.close(), { once: true });
    } catch {
      // Some phones have the word and not the thing.
    }
  }

  let lock = null;
  let isAsking = false;
  async function stayAwake() {
    const isWanted = isMine() && kk.prefs.has("awake") && !document.hidden;
    if (isAsking || isWanted === Boolean(lock)) return;
    if (!isWanted) {
      lock.release();
      lock = null;
      return;
    }
    isAsking = true;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => (lock = null));
    } catch {
      // The battery is low, or the system has its reasons.
    }
    isAsking = false;
    if (lock && !isMine()) stayAwake();
  }

  if (!root?.dataset.socket) return;
  document.addEventListener("kk:hint", ({ detail }) => HINTS[detail.do] && play(HINTS[detail.do]));
  document.addEventListener("kk:shown", look);
  document.addEventListener("visibilitychange", stayAwake);
  look();
})();
