// This browser's share in the dice of a match: a random number that nobody else knows before the
// start. On sitting down its hash is sent; when the match is being prepared, the number itself,
// so that neither the house nor anybody else can know a roll beforehand. docs/mechanisms/dice.md.
(() => {
  "use strict";
  const root = document.getElementById("table");
  if (!root?.dataset.nonce) return;
  const KEPT = `kk.nonce.${root.dataset.table}`;

  const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
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

  // SHA-256 (FIPS 180-4). The browser's own is only there on https, and a house at home has none.
  function sha256(bytes) {
    const primes = [];
    for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
    const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) >>> 0;
    const k = primes.map((prime) => fraction(Math.cbrt(prime)));
    const h = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
    const turn = (x, n) => (x >>> n) | (x << (32 - n));
    const whole = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
    whole.set(bytes);
    whole[bytes.length] = 0x80;
    const view = new DataView(whole.buffer);
    view.setUint32(whole.length - 4, bytes.length * 8);
    for (let at = 0; at < whole.length; at += 64) {
      const w = Array.from({ length: 16 }, (_, i) => view.getUint32(at + i * 4));
      for (let i = 16; i < 64; i += 1) {
        const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
        const s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
        w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
      }
      let [a, b, c, d, e, f, g, last] = h;
      for (let i = 0; i < 64; i += 1) {
        const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
        const one = (last + s1 + ((e & f) ^ (~e & g)) + k[i] + w[i]) | 0;
        const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
        const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [a, b, c, d, e, f, g, last] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
      }
      [a, b, c, d, e, f, g, last].forEach((value, i) => (h[i] = (h[i] + value) >>> 0));
    }
    const out = new DataView(new ArrayBuffer(32));
    h.forEach((value, i) => out.setUint32(i * 4, value));
    return new Uint8Array(out.buffer);
  }

  window.kk = Object.assign(window.kk || {}, { sha256 });
  // Before the page is loaded anew for the match: it may be the last share that is waited for.
  document.addEventListener("kk:frame", (event) => event.detail.match && reveal(event.detail.match));
  document.addEventListener("kk:shown", commit);
  if (root.dataset.match) reveal(root.dataset.match);
  commit();
})();
