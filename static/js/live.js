// Keeps a table's page fresh and sends its answers, for every game alike. The socket (or, without
// one, a question every few seconds) brings frames; a frame changes attributes and texts of the
// scene, a few regions, the log. How a board moves is in static/js/boards/. The frames are
// described in docs/mechanisms/frames.md. Without this script every page still works.
(() => {
  "use strict";
  const root = document.getElementById("table");
  if (!root?.dataset.socket) return;
  const words = document.getElementById("live-words").dataset;
  const ribbon = document.getElementById("line");
  const kk = (window.kk = Object.assign({ motion: {} }, window.kk));

  const HEARTBEAT = 25_000;
  const DEAD_AFTER = 40_000;
  const POLL_AFTER = 30_000;
  const POLL_EVERY = 3_000;
  const RIBBON_AFTER = 2_000;
  const DEAF_FOR = 350; // a press meant for the last question must not answer the next one
  const MOST_MOVED = 3; // steps; after more the page jumps to how things stand
  const FINAL = { 4403: "barred", 4404: "gone", 4408: "elsewhere" };

  const number = (text) => (text === "" || text === undefined ? null : Number(text));
  const pause = (ms) => new Promise((resume) => setTimeout(resume, ms));

  // --- what the page shows ---------------------------------------------------------------------

  const shown = {
    room: Number(root.dataset.room),
    match: root.dataset.match || null,
    v: Number(root.dataset.v),
    kind: root.dataset.kind,
    lang: root.dataset.lang,
    seat: number(root.dataset.seat),
    decision: number(root.dataset.decision),
  };
  const marks = new Map(root.dataset.marks.split(" ").map((each) => each.split(":")));
  const { names, paint: paintScene, paintRegion, move, say, isMoving } = kk.scene;
  for (const name of root.dataset.scene.split(" ")) names.add(name);
  const afterTitle = root.dataset.title ? document.title.replace(root.dataset.title, "") : "";
  let waiting = []; // frames that wait for a motion to end
  let deafUntil = 0;

  const newest = () => waiting.at(-1) ?? shown;
  const isPast = (frame, than) => frame.v < than.v || frame.room < than.room;
  const isSame = (frame, than) => frame.v === than.v && frame.room === than.room;

  // Answers to a press are shown even if nothing is new, for a refused one has words to say why.
  function receive(frame, answered = 0) {
    const latest = newest();
    const stays = frame.match === shown.match && frame.seat === shown.seat && frame.lang === shown.lang;
    const follows = frame.kind === shown.kind || (shown.kind === "match" && frame.kind === "result");
    document.dispatchEvent(new CustomEvent("kk:frame", { detail: frame }));
    if (!stays || !follows) return reload();
    if (isPast(frame, latest) || (isSame(frame, latest) && answered <= 200)) return;
    if (frame.from === null) {
      // All of it: what still waits is in it, but for its steps.
      const known = new Set(frame.steps.map((step) => step.n));
      const before = waiting.flatMap((each) => each.steps).filter((step) => !known.has(step.n));
      frame.steps = [...before, ...frame.steps].sort((a, b) => a.n - b.n);
      frame.moves = answered === 200;
      waiting = [frame];
    } else if (frame.from[0] === latest.room && frame.from[1] === latest.v) {
      frame.moves = true;
      waiting.push(frame);
    } else {
      ask(); // something between was missed
      return;
    }
    show();
  }

  let isShowing = false;
  async function show() {
    if (isShowing) return;
    isShowing = true;
    try {
      while (waiting.length) {
        const last = waiting.at(-1);
        const steps = waiting.flatMap((frame) => frame.steps).filter((step) => step.n > shown.v);
        const moved = steps.filter((step) => step.motion.length);
        const isShort = waiting.length === 1 && moved.length <= MOST_MOVED;
        if (last.moves && isShort) await move(moved.flatMap((step) => step.motion), last.scene);
        for (const frame of waiting.splice(0, waiting.indexOf(last) + 1)) paint(frame);
      }
    } finally {
      isShowing = false;
    }
  }

  function paint(frame) {
    const steps = frame.steps.filter((step) => step.n > shown.v);
    const isNext = frame.decision !== shown.decision;
    const news = []; // what is asked beside the game
    paintScene(frame.scene, frame.from === null);
    for (const [id, html] of Object.entries(frame.regions)) {
      if (marks.get(id) !== frame.marks[id]) {
        paintRegion(id, html, isNext);
        news.push(document.getElementById(id)?.querySelector("[data-say]")?.textContent ?? "");
      }
      marks.set(id, frame.marks[id]);
    }
    if (isNext && frame.decision !== null) {
      deafUntil = performance.now() + DEAF_FOR;
      news.push(document.querySelector("#turnbar b")?.textContent ?? ""); // your turn
    }
    say([...steps.flatMap((step) => step.log).map(note), ...news].filter(Boolean).join(" "));
    if (frame.title) document.title = frame.title + afterTitle;
    for (const name of ["room", "v", "kind", "decision"]) {
      shown[name] = frame[name];
      root.dataset[name] = frame[name] ?? "";
    }
    root.dataset.next = frame.next ?? "";
    root.dataset.chair = frame.chair ?? "";
    count(frame.left ?? null);
    document.dispatchEvent(new CustomEvent("kk:shown", { detail: frame }));
  }

  // A new line of the log, the newest first. Its sentence is what is said.
  function note(line) {
    const made = document.createElement("template");
    made.innerHTML = line;
    const sentence = made.content.textContent.trim();
    document.getElementById("log")?.prepend(made.content);
    return sentence;
  }

  function reload() {
    // Whoever pressed Leave is on the way elsewhere; loading this page again would hold them back.
    if (document.querySelector("form[data-sent]")) return true;
    const key = `kk.reloaded.${root.dataset.table}`;
    const before = Number(sessionStorage.getItem(key));
    const wait = before + 3000 - Date.now();
    if (wait > 0) {
      setTimeout(reload, wait); // should server and page ever disagree, they do so at leisure
      return false;
    }
    sessionStorage.setItem(key, String(Date.now()));
    scrollTo(0, 0); // another kind of page begins at its top
    location.reload();
    return true;
  }

  // --- the countdown ---------------------------------------------------------------------------

  let deadline = null; // on this page's own clock, so that a wrong device clock does not matter
  let spoken = Infinity;

  function count(left) {
    deadline = left === null ? null : performance.now() + left;
    spoken = Infinity;
    tick();
  }

  function tick() {
    const box = document.getElementById("time");
    if (!box || isMoving()) return;
    box.hidden = deadline === null;
    if (deadline === null) return;
    const bar = document.getElementById("time-bar");
    // The turn's time runs once the motion is over, however long that takes on this screen.
    const left = Math.min(bar.max, Math.max(0, deadline - performance.now()));
    const seconds = Math.ceil(left / 1000);
    document.getElementById("time-no").textContent = words.tick.replace("{n}", seconds);
    bar.value = left;
    box.classList.toggle("low", seconds <= 10);
    const mark = [5, 10, 20].find((each) => seconds <= each);
    if (mark === undefined || mark >= spoken || shown.decision === null) return;
    if (bar.max <= 10_000) return; // a short look at something is no hurry
    if (seconds > mark - 2) say(words.seconds.replace("{n}", seconds));
    spoken = mark;
  }

  // --- the socket ------------------------------------------------------------------------------

  let socket = null;
  let heardAt = performance.now();
  let tries = 0;
  let timer = 0;
  let isOver = false;

  function connect() {
    clearTimeout(timer);
    if (isOver) return;
    hangUp();
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const have = new URLSearchParams({ match: shown.match ?? "", v: newest().v });
    const mine = new WebSocket(`${scheme}//${location.host}${root.dataset.socket}?${have}`);
    socket = mine;
    mine.addEventListener("message", (event) => {
      if (socket !== mine) return;
      tries = 0;
      heard();
      if (event.data !== "pong") receive(JSON.parse(event.data));
    });
    mine.addEventListener("close", (event) => {
      if (socket !== mine) return;
      socket = null;
      document.dispatchEvent(new CustomEvent("kk:line"));
      // Whoever may not stay (removed by the host, or the link was changed) is told so by the page.
      if (event.code === 4403 && reload()) return;
      if (FINAL[event.code]) return end(FINAL[event.code]);
      tries += 1;
      comeBack();
    });
  }

  // Full jitter: a house that was restarted does not see everybody at the same moment.
  function comeBack() {
    clearTimeout(timer);
    const most = Math.min(10_000, 500 * 2 ** tries);
    timer = setTimeout(connect, 500 + Math.random() * (most - 500));
    setTimeout(() => !isOpen() && !isOver && performance.now() - heardAt > RIBBON_AFTER && warn("away"), RIBBON_AFTER);
  }

  function hangUp() {
    const old = socket;
    socket = null;
    old?.close();
  }

  const isOpen = () => socket?.readyState === WebSocket.OPEN;

  function heard() {
    heardAt = performance.now();
    if (!isOver) ribbon.hidden = true;
  }

  // A phone's socket may look open and be dead: if nothing answers, another one is opened.
  function probe() {
    if (isOver) return;
    if (!isOpen()) return connect();
    const asked = performance.now();
    socket.send("ping");
    setTimeout(() => heardAt < asked && !document.hidden && connect(), 4000);
  }

  function warn(word) {
    if (ribbon.textContent !== words[word]) ribbon.textContent = words[word];
    ribbon.hidden = false;
  }

  function end(word) {
    if (isOver) return;
    isOver = true;
    hangUp();
    warn(word);
    const link = document.createElement("a");
    link.href = words.lobbyAddress;
    link.textContent = words.lobby;
    ribbon.append(" ", link);
    for (const button of root.querySelectorAll("form button")) button.setAttribute("aria-disabled", "true");
  }

  setInterval(() => isOpen() && socket.send("ping"), HEARTBEAT);
  setInterval(tick, 250);
  setInterval(() => {
    const silence = performance.now() - heardAt;
    if (isOpen() && silence > DEAD_AFTER) connect();
    if (!isOpen() && !document.hidden && (silence > POLL_AFTER || tries > 2)) ask();
  }, POLL_EVERY);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) probe();
  });
  window.addEventListener("online", connect);
  window.addEventListener("offline", probe); // said within seconds, not at the next heartbeat
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) connect();
  });
  window.addEventListener("pagehide", () => {
    clearTimeout(timer);
    hangUp(); // a page with an open socket is not kept for the back button
  });

  let isAsking = false;
  async function ask() {
    if (isAsking || isOver) return;
    isAsking = true;
    try {
      const have = new URLSearchParams({ room: shown.room, match: shown.match ?? "", v: shown.v });
      const answer = await fetch(`${root.dataset.since}?${have}`, { headers: { Accept: "application/json" } });
      if (answer.status === 404) return end("gone");
      if (answer.status === 403) return reload() || end("barred");
      if (!answer.ok) return;
      if (isOpen()) heard();
      else warn("polling");
      if (answer.status === 200) receive(await answer.json());
    } catch {
      if (!isOpen()) warn("away");
    } finally {
      isAsking = false;
    }
  }

  // --- answers ---------------------------------------------------------------------------------

  let isPressed = false;

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!("move" in form.dataset)) return sign(form);
    event.preventDefault();
    const isDeaf = "decision" in form.elements && performance.now() < deafUntil;
    if (isOver || isDeaf) return;
    if ("many" in form.dataset) return enqueue(form, event.submitter);
    if (isPressed || isMoving()) return;
    press(form, event.submitter);
  });

  // A question of many answers takes them as fast as they are pressed: one after the other, in
  // this order, as long as it is asked.
  const queue = [];
  function enqueue(form, button) {
    const once = uuid();
    queue.push({ form, button, once, decision: shown.decision, data: new FormData(form, button) });
    drain();
  }

  function drain() {
    while (queue.length && !isPressed) {
      const next = queue.shift();
      if (next.decision === shown.decision) press(next.form, next.button, next);
    }
  }

  // Forms in frames come without the token, which is this reader's own.
  function sign(form) {
    if (form.method !== "post" || form.elements.csrfmiddlewaretoken?.value) return;
    const token = form.elements.csrfmiddlewaretoken ?? document.createElement("input");
    Object.assign(token, { type: "hidden", name: "csrfmiddlewaretoken", value: kk.csrf() });
    form.append(token);
  }

  async function press(form, button, queued = null) {
    isPressed = true;
    const body = new URLSearchParams(queued?.data ?? new FormData(form, button));
    // One id for this press, however often it has to be sent.
    const once = queued?.once ?? (form.dataset.once ||= uuid());
    for (const [name, value] of Object.entries({ one_time_id: once, have: shown.v, match: shown.match })) {
      body.set(name, value);
    }
    body.delete("csrfmiddlewaretoken");
    button?.classList.add("sent");
    root.setAttribute("aria-busy", "true");
    try {
      const answer = await send(form.getAttribute("action"), body);
      if (answer === null) return warn("unsent");
      if (answer.status === 404) return end("gone");
      const told = await answer.json();
      if (answer.status !== 422) delete form.dataset.once; // a refused one may be put right
      if (told.refused) return refuse(told.words);
      heard();
      receive(told, answer.status);
    } finally {
      button?.classList.remove("sent");
      root.removeAttribute("aria-busy");
      isPressed = false;
      drain();
    }
  }

  // A post that got lost is sent again with the same id, so it counts once. null: given up.
  async function send(address, body) {
    for (const wait of [500, 1500, 3000, 0]) {
      try {
        const headers = { Accept: "application/json", "X-CSRFToken": kk.csrf() };
        const signal = AbortSignal.timeout(8000);
        const answer = await fetch(address, { method: "POST", headers, body, signal });
        if (answer.status < 500) return answer;
      } catch {
        // Lost on the way there or back; nobody knows which.
      }
      if (wait) await pause(wait);
    }
    return null;
  }

  function refuse(sentence) {
    ribbon.textContent = sentence;
    ribbon.hidden = false;
  }

  function uuid() {
    const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0"));
    return hex.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  }

  count(number(root.dataset.left));
  connect();
})();
