// The proof page checks the match's record in this browser, and knows the share this browser made.
(() => {
  "use strict";
  const root = document.querySelector("main.proof[data-match]");
  if (!root) return;
  const { fair } = window.kk;
  const byId = (id) => document.getElementById(id);

  // --- whose share is mine ------------------------------------------------------------------

  async function mark() {
    const kept = sessionStorage.getItem(`kk.nonce.of.${root.dataset.match}`);
    if (!kept) return;
    let isThere = false;
    for (const row of root.querySelectorAll("tr[data-chair]")) {
      const made = await fair.seatCommit(root.dataset.match, row.dataset.chair, kept);
      if (made !== row.dataset.commitment) continue;
      isThere = true;
      row.classList.add("mine-share");
      row.querySelector("[data-yours]").hidden = false;
    }
    byId("not-mine").hidden = isThere;
  }

  // --- the check ------------------------------------------------------------------------------

  const words = byId("check-words");
  function sentence(line) {
    const [kind, number] = line.split(":");
    const found = [line, kind].map((name) => words.querySelector(`[data-kind="${name}"]`)).find(Boolean);
    return found ? found.textContent.replace("{n}", number) : line;
  }

  function show(record, wrong) {
    const isRight = wrong.length === 0;
    const verdict = byId("verdict");
    verdict.classList.toggle("right", isRight);
    verdict.classList.toggle("wrong", !isRight);
    verdict.querySelector(".sign").textContent = isRight ? "✓" : "▲";
    const right = record.transcript ? words.dataset.right : words.dataset.noDice;
    byId("verdict-words").textContent = isRight ? right : words.dataset.wrong;
    byId("checked-by").textContent = words.dataset.here;
    byId("wrong-lines").replaceChildren(
      ...wrong.map((line) => Object.assign(document.createElement("li"), { className: "err", textContent: sentence(line) })),
    );
    const ticks = byId("tick-words").dataset;
    for (const cell of root.querySelectorAll("[data-draw]")) {
      const fits = !wrong.includes(`draw:${cell.dataset.draw}`);
      cell.className = fits ? "is-right" : "is-wrong";
      cell.textContent = fits ? ticks.yes : ticks.no;
    }
    verdict.dataset.checked = "browser";
  }

  async function check() {
    if (!root.dataset.record) return;
    try {
      const answer = await fetch(root.dataset.record, { headers: { Accept: "application/json" } });
      if (!answer.ok) throw new Error(String(answer.status));
      const record = await answer.json();
      show(record, await fair.check(record));
    } catch (problem) {
      console.warn(problem);
      byId("checked-by").textContent = words.dataset.failed;
    }
  }

  mark();
  check();
})();
