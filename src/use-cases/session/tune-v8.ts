/** V8 of Node 24. Node 26 would warn about the flag of phases, and its default budget for WebAssembly is another. */
const IS_V8_13 = process.versions.v8.startsWith('13.');

/**
 * Makes V8 collect garbage early. By default the young generation grows to 64 MB and the old one to several times the
 * live objects: a command that streams a million rows uses 200 MB more and is no faster. For commands only: in a server
 * the collections would delay other callers.
 */
export function limitHeapGrowth(): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  // Do not grow the young generation.
  setFlagsFromString('--semi-space-growth-factor=1');
  // Collect the old generation when it has grown by half.
  setFlagsFromString('--heap-growing-percent=50');
  // Keep collecting the young generation during a major collection; otherwise 20 MB pile up meanwhile.
  if (IS_V8_13) setFlagsFromString('--no-separate-gc-phases');
}

/**
 * Lets the young generation grow again, for code that keeps everything it reads: there is no garbage to collect, and
 * copying it 1 MB at a time took 50 % longer.
 */
export function allowHeapGrowth(): void {
  process.getBuiltinModule('node:v8').setFlagsFromString('--semi-space-growth-factor=2');
}

/**
 * Keeps V8 from optimising WebAssembly, which undici's parser and jq are. It would begin after a few answers, on another
 * thread that the exit of a short command waits for, and take 8 MB. jq is no faster for it: most of its functions run
 * rarely.
 */
export function keepWasmBaseline(): void {
  if (IS_V8_13) process.getBuiltinModule('node:v8').setFlagsFromString('--wasm-tiering-budget=1000000000');
}

/** Restores V8's defaults: it accepts cached code only under the flags it was compiled with. */
export function restoreV8Defaults(): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  setFlagsFromString('--semi-space-growth-factor=2');
  setFlagsFromString('--heap-growing-percent=0');
  if (!IS_V8_13) return;
  setFlagsFromString('--separate-gc-phases');
  setFlagsFromString('--wasm-tiering-budget=13000000');
}
