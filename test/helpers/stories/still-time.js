// Preloaded into a process under test: its clock stands still and its random bytes repeat, so that ids, ages and widths
// of columns are the same in every run. Node runs this as it is.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

const NOW = Number(process.env.WF_TEST_NOW);
let state = NOW % 2 ** 32;

globalThis.Date = class extends Date {
  constructor(...args) {
    super(...(args.length === 0 ? [NOW] : args));
  }
  static now() {
    return NOW;
  }
};
performance.now = () => 1000;
crypto.randomBytes = (size) => crypto.randomFillSync(Buffer.alloc(size));
crypto.randomFillSync = fill;
crypto.randomUUID = globalThis.crypto.randomUUID = () => {
  const hex = crypto.randomBytes(16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
};
crypto.randomInt = (end) => nextByte() % end;
os.userInfo = () => ({ username: 'ana' });
crypto.webcrypto.getRandomValues = fill;
globalThis.crypto.getRandomValues = fill;
syncBuiltinESMExports();

function fill(target) {
  const bytes = new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = nextByte();
  return target;
}

/** Mulberry32: small, and even enough for names. */
function nextByte() {
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) & 255;
}
