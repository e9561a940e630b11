// SHA-256 (FIPS 180-4) and HMAC for pages without crypto.subtle, such as those that are read over
// plain http from another machine. Where the browser has its own, that is used.
(() => {
  "use strict";
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((p) => n % p)) primes.push(n);
  const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;
  const CONSTANTS = Uint32Array.from(primes, (p) => fraction(Math.cbrt(p)));
  const START = Uint32Array.from(primes.slice(0, 8), (p) => fraction(Math.sqrt(p)));
  const turn = (x, by) => (x >>> by) | (x << (32 - by));

  function padded(message) {
    const bytes = new Uint8Array((((message.length + 8) >> 6) + 1) << 6);
    bytes.set(message);
    bytes[message.length] = 0x80;
    const view = new DataView(bytes.buffer);
    view.setUint32(bytes.length - 8, Math.floor(message.length / 2 ** 29));
    view.setUint32(bytes.length - 4, (message.length << 3) >>> 0);
    return view;
  }

  function words(view, at) {
    const w = new Uint32Array(64);
    for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const [a, b] = [w[i - 15], w[i - 2]];
      const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    return w;
  }

  function sha256(message) {
    const view = padded(message);
    const state = Uint32Array.from(START);
    for (let at = 0; at < view.byteLength; at += 64) {
      const w = words(view, at);
      let [a, b, c, d, e, f, g, h] = state;
      for (let i = 0; i < 64; i += 1) {
        const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
        const t1 = (h + s1 + ((e & f) ^ (~e & g)) + CONSTANTS[i] + w[i]) | 0;
        const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
        const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((word, i) => {
        state[i] += word;
      });
    }
    const digest = new DataView(new ArrayBuffer(32));
    state.forEach((word, i) => digest.setUint32(4 * i, word));
    return new Uint8Array(digest.buffer);
  }

  function hmac(key, message) {
    const block = new Uint8Array(64);
    block.set(key.length > 64 ? sha256(key) : key);
    const inner = block.map((byte) => byte ^ 0x36);
    const outer = block.map((byte) => byte ^ 0x5c);
    return sha256(join(outer, sha256(join(inner, message))));
  }

  function join(...parts) {
    const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const unhex = (text) => Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));
  window.kk = Object.assign(window.kk || {}, { sha256, hmac, join, hex, unhex });
})();
