// This browser's share in the dice of a match: a random number that nobody else knows before the
// start. On sitting down its hash is sent; when the match is being prepared, the number itself,
// so that neither the house nor anybody else can know a roll beforehand. docs/mechanisms/dice.md.
(() => {
  "use strict";
  const root = document.getElementById("table");
  if (!root?.dataset.nonce) return;
  const KEPT = `kk.nonce.${root.dataset.table}`;

  // Not the browser's own hash: that is only there on https, and a house at home has none.
  const { sha256, hex } = window.kk;
  const kept = () => JSON.parse(sessionStorage.getItem(KEPT) || "null");
  const keep = (share) => sessionStorage.setItem(KEPT, JSON.stringify(share));

  // A share belongs to one match and one chair; whoever is moved up makes another.
  async function commit() {
    const { next, chair } = root.dataset;
    const old = kept();
    if (!next || !chair || (old?.match === next && old.chair === chair)) return;
    const share = crypto.getRandomValues(new Uint8Array(32));
    keep({ match: next, chair, nonce: hex(share) });
    const head = new TextEncoder().encode(`kirakuken-fair-1\0seat\0${next}\0${chair}\0`);
    const answer = await post({ commitment: hex(sha256(new Uint8Array([...head, ...share]))) });
    if (!answer?.ok && kept()?.nonce === hex(share)) sessionStorage.removeItem(KEPT);
  }

  async function reveal(match) {
    const share = kept();
    if (!share || share.match !== match || share.isSent) return;
    keep({ ...share, isSent: true });
    sessionStorage.setItem(`kk.nonce.of.${match}`, share.nonce); // the proof page calls it "yours"
    const answer = await post({ nonce: share.nonce });
    if (!answer) keep(share);
  }

  async function post(fields) {
    try {
      const headers = { Accept: "application/json", "X-CSRFToken": window.kk.csrf() };
      const body = new URLSearchParams(fields);
      return await fetch(root.dataset.nonce, { method: "POST", headers, body, keepalive: true });
    } catch {
      return null;
    }
  }

  // Before the page is loaded anew for the match: it may be the last share that is waited for.
  document.addEventListener("kk:frame", (event) => event.detail.match && reveal(event.detail.match));
  document.addEventListener("kk:shown", commit);
  if (root.dataset.match) reveal(root.dataset.match);
  commit();
})();
