/** Only V8 13 (Node 24) has the flag; Node 26 would print a warning about it. */
const HAS_PHASES = process.versions.v8.startsWith('13.');

/**
 * Makes V8 collect garbage early. By default the young generation grows to 64 MB and the old one to several times the
 * live objects: a command that streams a million rows uses 200 MB more and is no faster. For commands only: in a server
 * the collections would delay other callers.
 */
export function limitHeapGrowth(): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  // Do not grow the young generation.
  setFlagsFromString('--semi-space-growth-factor=1');
  // Collect the old generation when it has doubled.
  setFlagsFromString('--heap-growing-percent=100');
  // Keep collecting the young generation during a major collection; otherwise 20 MB pile up meanwhile.
  if (HAS_PHASES) setFlagsFromString('--no-separate-gc-phases');
}

/**
 * Lets the young generation grow again, for code that keeps everything it reads: there is no garbage to collect, and
 * copying it 1 MB at a time took 50 % longer.
 */
export function allowHeapGrowth(): void {
  process.getBuiltinModule('node:v8').setFlagsFromString('--semi-space-growth-factor=2');
}

/** Restores V8's defaults: it accepts cached code only under the flags it was compiled with. */
export function restoreHeapDefaults(): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  setFlagsFromString('--semi-space-growth-factor=2');
  setFlagsFromString('--heap-growing-percent=0');
  if (HAS_PHASES) setFlagsFromString('--separate-gc-phases');
}
