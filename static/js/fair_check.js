// Checks a match's record (game.json) by kirakuken-fair-1, as verifier/kirakuken_verify.py does:
// the same lines, by the same names, in the same order. `kk.fair.check(record)` gives what is wrong.
(() => {
  "use strict";
  const { sha256, hmac, join, hex, unhex } = window.kk;
  const encoder = new TextEncoder();
  const bytes = (text) => encoder.encode(text);
  const SCHEME = "kirakuken-fair-1";
  const TAG = bytes(`${SCHEME}\0`);
  const FIRST_LINK = "0".repeat(64);

  // The browser's own functions where it has them (only in a secure context).
  const own = () => (window.crypto && window.crypto.subtle) || null;
  async function hash(content) {
    const data = typeof content === "string" ? bytes(content) : content;
    return own() ? new Uint8Array(await own().digest("SHA-256", data)) : sha256(data);
  }
  const hashed = async (content) => hex(await hash(content));
  async function signer(key) {
    if (!own()) return async (message) => hmac(key, message);
    const how = { name: "HMAC", hash: "SHA-256" };
    const imported = await own().importKey("raw", key, how, false, ["sign"]);
    return async (message) => new Uint8Array(await own().sign("HMAC", imported, message));
  }

  // --- dice ---------------------------------------------------------------------------------

  function bigEndian(number, width) {
    const out = new Uint8Array(width);
    for (let i = width - 1, left = number; i >= 0; i -= 1) {
      out[i] = left % 256;
      left = Math.floor(left / 256);
    }
    return out;
  }

  function stream(sign, number, purpose) {
    const label = join(TAG, bytes("draw\0"), bigEndian(number, 8), bytes(`${purpose}\0`));
    let block = 0;
    let left = [];
    async function take(width) {
      while (left.length < width) {
        left.push(...(await sign(join(label, bigEndian(block, 4)))));
        block += 1;
      }
      return left.splice(0, width).reduce((value, byte) => value * 256 + byte, 0);
    }
    return async function uniform(bound) {
      const width = bound <= 256 ? 1 : bound <= 65536 ? 2 : 4;
      const limit = Math.floor(256 ** width / bound) * bound;
      for (;;) {
        const value = await take(width);
        if (value < limit) return value % bound;
      }
    };
  }

  async function madeBy(sign, draw) {
    const uniform = stream(sign, draw.number, draw.purpose);
    const made = [];
    if (draw.kind === "roll") {
      while (made.length < draw.result.length) made.push(1 + (await uniform(draw.bound)));
      return made;
    }
    for (let i = 0; i < draw.bound; i += 1) made.push(i);
    for (let i = draw.bound - 1; i > 0; i -= 1) {
      const other = await uniform(i + 1);
      [made[i], made[other]] = [made[other], made[i]];
    }
    return made;
  }

  const roll = async (keyHex, number, purpose, kind, bound, count) =>
    madeBy(await signer(unhex(keyHex)), { number, purpose, kind, bound, result: Array(count) });

  // --- commitments, transcript, key ---------------------------------------------------------

  const serverCommit = (match, secretHex) =>
    hashed(join(TAG, bytes(`server\0${match}\0`), unhex(secretHex)));
  const seatCommit = (match, chair, nonceHex) =>
    hashed(join(TAG, bytes(`seat\0${match}\0${chair}\0`), unhex(nonceHex)));
  async function gameKey(secretHex, transcript) {
    const sign = await signer(unhex(secretHex));
    return hex(await sign(join(TAG, bytes("key\0"), await hash(transcript))));
  }

  async function transcriptLines(record) {
    const shares = [...record.shares].sort((a, b) => a.chair - b.chair);
    return [
      SCHEME,
      `game:${record.match}`,
      `parlour:${record.parlour}`,
      `rules:${await hashed(record.rules)}`,
      `server:${record.commitment}`,
      ...shares.map((share) => `seat:${share.chair}:${share.commitment}:${share.nonce}`),
    ];
  }

  // --- the checks; each adds the names of the lines that are wrong ---------------------------

  async function checkParts(record, wrong) {
    if ((await serverCommit(record.match, record.secret)) !== record.commitment) wrong("secret");
    for (const { chair, commitment, nonce } of record.shares) {
      if (nonce !== "-" && (await seatCommit(record.match, chair, nonce)) !== commitment) {
        wrong(`share:${chair}`);
      }
    }
    if (!record.transcript) return;
    const wanted = (await transcriptLines(record)).map((line) => `${line}\n`);
    const found = record.transcript.match(/[^\n]*\n|[^\n]+$/g) || [];
    for (let i = 0; i < Math.max(wanted.length, found.length); i += 1) {
      if (wanted[i] !== found[i]) wrong(`transcript:${i + 1}`);
    }
  }

  const linkOf = (row) => hashed(row.before + row.match_hash + row.commitment + row.logged_at);

  async function checkLogRow({ log, match, commitment, shares }, wrong) {
    if (!log) {
      wrong("log:missing");
      return;
    }
    if (log.match_hash !== (await hashed(match))) wrong("log:match");
    if (log.commitment !== commitment) wrong("log:commitment");
    if (log.link !== (await linkOf(log))) wrong("log:link");
    if (shares.some(({ shown_at: at }) => at !== null && at < log.logged_at)) wrong("log:time");
  }

  async function checkDraws(record, key, wrong) {
    const sign = await signer(unhex(key));
    for (const [place, draw] of record.draws.entries()) {
      const fits = draw.number === place && same(draw.result, await madeBy(sign, draw));
      if (!fits) wrong(`draw:${place}`);
    }
    if (record.draws.length !== record.draw_count) wrong("draws:count");
  }

  const same = (a, b) => a.length === b.length && a.every((each, i) => each === b[i]);

  function checkMoves({ moves, draws }, wrong) {
    const chairs = new Map([[0, null]]);
    moves.forEach((move, i) => {
      if (move.number !== i + 1) wrong(`move:${i + 1}`);
      chairs.set(move.number, move.chair);
      const listed = draws.filter((draw) => draw.move === move.number).length;
      if (listed !== move.draws) wrong(`move:${move.number}`);
    });
    let before = 0;
    for (const { number, move, chair } of draws) {
      if (!chairs.has(move) || move < before || chair !== chairs.get(move)) wrong(`draw:${number}`);
      before = Math.max(before, move);
    }
  }

  async function check(record) {
    const lines = [];
    const wrong = (line) => lines.push(line);
    await checkParts(record, wrong);
    await checkLogRow(record, wrong);
    if (!record.transcript) {
      if (record.key || record.draws.length) wrong("key");
    } else {
      const key = await gameKey(record.secret, record.transcript);
      if (key !== record.key) wrong("key");
      await checkDraws(record, key, wrong);
    }
    checkMoves(record, wrong);
    return lines;
  }

  async function checkLog(rows, record) {
    let before = FIRST_LINK;
    for (const [place, row] of rows.entries()) {
      const fits =
        row.number === place + 1 && row.before === before && row.link === (await linkOf(row));
      if (!fits) return [`chain:${place + 1}`];
      before = row.link;
    }
    const mine = record && record.log;
    const stands = (row) => Object.keys(mine).every((name) => row[name] === mine[name]);
    return record && !(mine && rows.some(stands)) ? ["chain:match"] : [];
  }

  window.kk.fair = { check, checkLog, serverCommit, seatCommit, gameKey, roll, hashed };
})();
