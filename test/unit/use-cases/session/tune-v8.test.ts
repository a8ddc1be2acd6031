import { expect, test, vi } from 'vitest';
import {
  allowHeapGrowth,
  keepWasmBaseline,
  limitHeapGrowth,
  restoreV8Defaults,
} from '../../../../src/use-cases/session/tune-v8.ts';

/** Flags that V8 of Node 24 alone has. */
const only13 = (...flags: string[]) => (process.versions.v8.startsWith('13.') ? flags : []);

test.each([
  [
    'a command collects early',
    limitHeapGrowth,
    ['--semi-space-growth-factor=1', '--heap-growing-percent=50', ...only13('--no-separate-gc-phases')],
  ],
  ['code that keeps what it reads may grow', allowHeapGrowth, ['--semi-space-growth-factor=2']],
  ['WebAssembly is not optimised', keepWasmBaseline, only13('--wasm-tiering-budget=1000000000')],
  [
    'cached code is compiled under the defaults',
    restoreV8Defaults,
    [
      '--semi-space-growth-factor=2',
      '--heap-growing-percent=0',
      ...only13('--separate-gc-phases', '--wasm-tiering-budget=13000000'),
    ],
  ],
])('%s', (_, tune, flags) => {
  const set = vi.spyOn(process.getBuiltinModule('node:v8'), 'setFlagsFromString').mockImplementation(() => undefined);
  try {
    tune();
    expect(set.mock.calls.flat()).toEqual(flags);
  } finally {
    set.mockRestore();
  }
});
