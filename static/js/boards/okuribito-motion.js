// How Okuribito moves: dice, pieces square by square, money from purse to purse, slips that fall.
// scene.js awaits these in the order of the rules; an aborted signal ends them at once. Everything
// that lasts is in the scene; what is drawn here is gone when the next scene is painted.
(() => {
  "use strict";
  const kk = (window.kk ??= {});
  const motion = (kk.motion ??= {});
  const byId = (id) => document.getElementById(id);
  const root = byId("table");
  const lens = byId("lens");
  if (!lens) return; // the table as text
  // Milliseconds to watch (tables/boards/okuribito_motion.py reckons alike), all of it in LONGEST.
  const STEP = 160, WALK_AT_MOST = 1300, OTHER = 300, LONGEST = 3000;
  const USUAL = { turn: 250, roll: 600, pay: 350, duel: 1100, number: 600, stamp: 450, season: 600, rank: 600, insight: 600, slip: 600, fortune: 600, item: 600, card: 600, bankrupt: 600 };
  const TOWNS = 8, FIRST_OF = 9;

  // --- time: whoever is in a hurry sees it in a third ---------------------------------------
  const hurry = byId("hurry");
  const isHurried = () => hurry.getAttribute("aria-pressed") === "true";
  const usual = (hint) => (hint.do === "walk" ? Math.min(WALK_AT_MOST, STEP * hint.path.length) : (USUAL[hint.do] ?? OTHER));
  function lasting(hint, all = [hint]) {
    const whole = all.reduce((sum, each) => sum + usual(each), 0);
    return usual(hint) * Math.min(1, LONGEST / whole) * (isHurried() ? 0.3 : 1);
  }
  const pause = (milliseconds, signal) =>
    new Promise((done) => {
      if (signal?.aborted) return done();
      const timer = setTimeout(done, milliseconds);
      signal?.addEventListener("abort", () => (clearTimeout(timer), done()), { once: true });
    });

  // Hurrying lasts until the next question to oneself; spectators may always hurry.
  function offerHurry() {
    const isMine = Boolean(root?.dataset.decision);
    if (isMine) hurry.setAttribute("aria-pressed", "false");
    hurry.hidden = isMine || root?.dataset.kind !== "match";
  }
  // Alone with computer players one need not wait for their pace either; the house decides that.
  function ask() {
    if (!isHurried() || !root?.dataset.since || !root.dataset.seat) return;
    const headers = { Accept: "application/json", "X-CSRFToken": kk.csrf() };
    fetch(root.dataset.since.replace(/since\/$/, "hurry/"), { method: "POST", headers }).catch(() => {});
  }
  hurry.addEventListener("click", () => {
    hurry.setAttribute("aria-pressed", String(!isHurried()));
    ask();
  });
  document.addEventListener("kk:shown", () => {
    offerHurry();
    ask();
  });
  offerHurry();

  const follow = (square) => kk.okuribito?.follow(square);
  const square = (number) => byId(`sq${number}`);
  const piece = (seat) => byId(`pc-${seat}`);
  const isSeen = (element) => element?.getClientRects().length > 0;

  // --- what flies lies above everything, also above an open sheet ----------------------------
  function above(className, ...parts) {
    const made = document.createElement("div");
    made.className = `fx ${className}`;
    made.setAttribute("aria-hidden", "true");
    made.append(...parts);
    (document.querySelector("dialog[open]") ?? document.body).append(made);
    return made;
  }

  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const at = ([x, y], more = "") => ({ transform: `translate(${x}px,${y}px) translate(-50%,-50%) ${more}` });

  async function play(element, frames, milliseconds, signal, easing = "ease-in-out") {
    const running = element.animate(frames, { duration: milliseconds, easing, fill: "both" });
    signal?.addEventListener("abort", () => running.finish(), { once: true });
    await running.finished.catch(() => {});
    running.cancel();
  }

  // Falls into the middle of the map, stays, and fades.
  async function drop(element, milliseconds, signal, spot = middle(lens)) {
    const frames = [
      { ...at(spot, "scale(1.9)"), opacity: 0 },
      { ...at(spot), opacity: 1, offset: 0.35 },
      { ...at(spot), opacity: 1, offset: 0.8 },
      { ...at(spot), opacity: 0 },
    ];
    await play(element, frames, milliseconds, signal, "ease-out");
    element.remove();
  }

  function slip(words, hint, signal, all) {
    const made = above("slipfall", words);
    made.lang = "ja";
    return drop(made, lasting(hint, all), signal);
  }

  async function marked(element, name, milliseconds, signal) {
    element?.classList.add(name);
    await pause(milliseconds, signal);
    element?.classList.remove(name);
  }

  function face(number) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    made.setAttribute("viewBox", "0 0 60 60");
    made.setAttribute("class", "die");
    made.dataset.face = number;
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", "#die");
    made.append(use);
    return made;
  }

  // --- turn, dice, walk ------------------------------------------------------------------------
  motion.turn = (hint, signal, coming, all) => {
    follow(hint.square ?? Number(piece(hint.seat)?.dataset.at));
    return pause(lasting(hint, all), signal);
  };

  // Thrown large over the map; where they lie is beside it.
  motion.roll = async (hint, signal, coming, all) => {
    follow(Number(piece(hint.seat)?.dataset.at));
    const milliseconds = lasting(hint, all);
    const thrown = hint.dice.map((number, index) => {
      const die = above("thrown", face(number));
      const [x, y] = middle(lens);
      const end = [x + (index - (hint.dice.length - 1) / 2) * 70, y];
      const frames = [
        { ...at([x - 150, y + 110], "rotate(-420deg) scale(.6)"), opacity: 0 },
        { ...at([end[0] + 14, y - 26], "rotate(-60deg) scale(1.1)"), opacity: 1, offset: 0.5 },
        { ...at(end), opacity: 1, offset: 0.72 },
        { ...at(end), opacity: 1 },
      ];
      const tumbling = setInterval(() => (die.firstChild.dataset.face = 1 + Math.floor(Math.random() * 6)), 70);
      setTimeout(() => (clearInterval(tumbling), (die.firstChild.dataset.face = number)), milliseconds * 0.6);
      return play(die, frames, milliseconds, signal, "ease-out").then(() => (clearInterval(tumbling), die.remove()));
    });
    await Promise.all(thrown);
    for (const index of [0, 1, 2]) {
      const die = byId(`die-${index + 1}`);
      if (die) die.dataset.face = hint.dice[index] ?? "";
    }
  };

  motion.walk = async (hint, signal, coming, all) => {
    const walker = byId(hint.id);
    if (!walker || !hint.path.length) return;
    const step = lasting(hint, all) / hint.path.length;
    const { stack } = walker.dataset;
    delete walker.dataset.stack; // in the middle of the road
    walker.style.setProperty("--pace", `${step}ms`);
    walker.classList.add("walking");
    for (const number of hint.path) {
      if (signal?.aborted) break;
      walker.dataset.at = number;
      follow(number);
      await pause(step, signal);
    }
    walker.dataset.at = hint.path.at(-1);
    walker.classList.remove("walking");
    if (stack) walker.dataset.stack = stack;
  };

  // --- money ------------------------------------------------------------------------------------
  // A purse is where the seat's sum stands on the screen; the bank lies beyond its upper edge.
  const purse = (seat) => [byId(`row-${seat}`), byId(`strip-${seat}`), piece(seat)].find(isSeen);

  motion.pay = async (hint, signal, coming, all) => {
    const end = (seat) => (seat !== null ? purse(seat) : isSeen(square(hint.at)) ? square(hint.at) : byId("round"));
    const [from, to] = [end(hint.from), end(hint.to)];
    if (!isSeen(from) || !isSeen(to)) return;
    const coin = above("coin", hint.amount);
    const [start, stop] = [middle(from), middle(to)];
    const top = [(start[0] + stop[0]) / 2, Math.min(start[1], stop[1]) - 30];
    const frames = [
      { ...at(start, "scale(.6)"), opacity: 0.3 },
      { ...at(top, "scale(1.15)"), opacity: 1, offset: 0.5 },
      { ...at(stop, "scale(.8)"), opacity: 0.9 },
    ];
    if (hint.from !== null) from.classList.add("pays");
    await play(coin, frames, lasting(hint, all), signal);
    coin.remove();
    from.classList.remove("pays");
    if (hint.to === null) return;
    to.classList.add("gets");
    setTimeout(() => to.classList.remove("gets"), 500);
  };

  // --- firms --------------------------------------------------------------------------------------
  motion.buy = async (hint, signal, coming, all) => {
    const firm = square(hint.square);
    firm.dataset.mark = hint.mark ?? piece(hint.seat)?.dataset.mark ?? "";
    firm.dataset.level = "1";
    await marked(firm, "rises", lasting(hint, all), signal);
  };
  motion.build = async (hint, signal, coming, all) => {
    const firm = square(hint.square);
    follow(hint.square);
    firm.dataset.level = hint.level;
    await marked(firm, "rises", lasting(hint, all), signal);
  };
  motion.lose = async (hint, signal, coming, all) => {
    const firm = square(hint.square);
    follow(hint.square);
    await marked(firm, "falls", lasting(hint, all), signal);
    firm.dataset.level = hint.level;
    if (!Number(hint.level)) delete firm.dataset.mark;
  };

  // --- the round, and what falls on a turn -----------------------------------------------------------
  const SEASONS = { spring: "春", summer: "夏", autumn: "秋", winter: "冬" };
  const RANKS = { apprentice: "丁稚", clerk: "手代", head_clerk: "番頭", master: "旦那" };
  const INSIGHTS = { foresight: "先読み", keen_eye: "目利き", master_builder: "腕利き" };
  const LUCKS = { great: "大吉", good: "吉", middling: "中吉", small: "小吉", bad: "凶" };
  const ITEMS = { straw_doll: "藁人形", charm: "お守り", lucky_cat: "招き猫", curse: "呪物" };
  const CARDS = { boom: "好景気", slump: "不景気", fair: "縁日", fire: "火事", lucky: "拾い物", pick: "掏摸" };

  motion.season = (hint, signal, coming, all) => {
    lens.dataset.season = hint.season;
    return slip(SEASONS[hint.season], hint, signal, all);
  };
  motion.festival = (hint, signal, coming, all) =>
    Promise.all([
      marked(byId(`t${hint.town}`), "festive", lasting(hint, all), signal),
      marked(byId("festival"), "festive", lasting(hint, all), signal),
    ]);
  motion.fair = (hint, signal, coming, all) => marked(byId(`t${hint.town}`), "festive", lasting(hint, all), signal);
  motion.rank = (hint, signal, coming, all) => slip(RANKS[hint.rank], hint, signal, all);
  motion.insight = (hint, signal, coming, all) => slip(INSIGHTS[hint.insight], hint, signal, all);
  motion.slip = (hint, signal, coming, all) => slip(LUCKS[hint.luck], hint, signal, all);
  motion.fortune = (hint, signal, coming, all) => slip(LUCKS[hint.luck], hint, signal, all);
  motion.item = (hint, signal, coming, all) => slip(ITEMS[hint.item], hint, signal, all);
  motion.card = (hint, signal, coming, all) => slip(CARDS[hint.card], hint, signal, all);
  motion.stamp = (hint, signal, coming, all) => {
    const where = Number(hint.square ?? piece(hint.seat)?.dataset.at);
    const kanji = hint.town < TOWNS ? square(hint.town * FIRST_OF + 4)?.querySelector(".k")?.textContent : "";
    const made = above("stamp", kanji ?? "");
    made.lang = "ja";
    const spot = isSeen(square(where)) ? middle(square(where)) : undefined;
    return drop(made, lasting(hint, all), signal, spot);
  };
  motion.miss = (hint, signal, coming, all) => marked(byId(hint.id), "nodding", lasting(hint, all), signal);
  motion.bankrupt = (hint, signal, coming, all) => slip("破産", hint, signal, all);

  // --- a match: who against whom, the number, five dice --------------------------------------------
  function bout(hint, ...rows) {
    const head = document.createElement("div");
    head.className = "row";
    const versus = document.createElement("span");
    versus.textContent = hint.number ?? hint.total ?? "";
    const [one, other] = [hint.challenger, hint.challenged].map((seat) => {
      const image = new Image();
      image.src = piece(seat)?.querySelector("img")?.src ?? "";
      image.alt = "";
      if (hint.winner === seat) image.className = "won";
      return image;
    });
    head.append(one, versus, other);
    return above("bout", head, ...rows);
  }
  motion.number = (hint, signal, coming, all) => drop(bout(hint), lasting(hint, all), signal);
  motion.duel = (hint, signal, coming, all) => {
    const row = document.createElement("div");
    row.className = "row";
    row.append(...hint.dice.map(face));
    return drop(bout(hint, row), lasting(hint, all), signal);
  };
})();
