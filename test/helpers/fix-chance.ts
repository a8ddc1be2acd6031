import { syncBuiltinESMExports } from 'node:module';
import { createRandom } from '../../src/evaluation/statistics/random.ts';

/** Fixes the process's random values, and stops its clock except for `advance`. */
export function fixChance(seed: number, start: Date): { readonly advance: (ms: number) => void } {
  const random = createRandom(seed);
  const fill = <T extends ArrayBufferView>(view: T): T => {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    for (const index of bytes.keys()) bytes[index] = random.below(256);
    return view;
  };
  const crypto = process.getBuiltinModule('node:crypto');
  Object.assign(crypto, {
    randomBytes: (size: number) => fill(Buffer.alloc(size)),
    randomInt: (bound: number) => random.below(bound),
  });
  syncBuiltinESMExports();
  Object.defineProperty(globalThis.crypto, 'getRandomValues', { value: fill });
  // A separate sequence, because the number of calls depends on timing.
  const words = createRandom(seed + 1);
  Math.random = () => words.below(2 ** 32) / 2 ** 32;
  let now = start.getTime();
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...given: [] | [number]) {
      super(...(given.length === 0 ? ([now] as const) : given));
    }
    static override now(): number {
      return now;
    }
  } as DateConstructor; // called with more than a number, it passes them on all the same
  return { advance: (ms) => void (now += ms) };
}
