/** V8 of Node 24. That of Node 26 does not know the flag, and says so on standard error. */
const HAS_PHASES = process.versions.v8.startsWith('13.');

/**
 * Has V8 collect garbage while there is little of it. Left alone, it lets young objects fill up to 64 MB, and old ones
 * several times what is in use: a command that streams a million rows and holds a few hundred takes 200 MB more so, and
 * ends no sooner. Only for commands, whose process is ours: a server has calls of others to be quick for.
 */
export function keepMemoryLow(): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  // The space for young objects stays as it is.
  setFlagsFromString('--semi-space-growth-factor=1');
  // Old objects are collected when there are twice as many.
  setFlagsFromString('--heap-growing-percent=100');
  // Young ones are collected while old ones are looked through, too: twenty megabytes come together in that time.
  if (HAS_PHASES) setFlagsFromString('--no-separate-gc-phases');
}

/**
 * Lets the space for young objects grow again, for what holds all it reads: nothing of that is garbage, and moving it
 * one megabyte at a time took half as long again.
 */
export function letMemoryGrow(): void {
  process.getBuiltinModule('node:v8').setFlagsFromString('--semi-space-growth-factor=2');
}

/** Has V8 collect by its own rules again: it takes kept code only under the flags under which that was kept. */
export function restoreMemoryRules(): void {
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  setFlagsFromString('--semi-space-growth-factor=2');
  setFlagsFromString('--heap-growing-percent=0');
  if (HAS_PHASES) setFlagsFromString('--separate-gc-phases');
}
