import type { Interfaces } from '@oclif/core';

/** A flag's definition, and how its value is read: what of oclif's shape this program uses. */
export type FlagDefinition = Interfaces.FlagInput[string];
export type ArgDefinition = Interfaces.ArgInput[string];

/** Where a word of the command line leads. */
export interface FoundFlag {
  readonly name: string;
  readonly flag: FlagDefinition;
  /** False for `--no-x`. */
  readonly isOn: boolean;
}

/** Finds the flag a long word (`--app`, `--no-color`) names. */
export function findLongFlag(word: string, flags: Interfaces.FlagInput): FoundFlag | undefined {
  const name = word.slice(2);
  const found = findNamed(name, flags);
  if (found !== undefined) return { ...found, isOn: true };
  if (!name.startsWith('no-')) return undefined;
  const negated = findNamed(name.slice(3), flags);
  const canNegate = negated?.flag.type === 'boolean' && negated.flag.allowNo;
  return negated !== undefined && canNegate ? { ...negated, isOn: false } : undefined;
}

/** Finds the flag a letter (`-y`) names. */
export function findShortFlag(letter: string, flags: Interfaces.FlagInput): FoundFlag | undefined {
  const entry = Object.entries(flags).find(([, flag]) => flag.char === letter);
  return entry && { name: entry[0], flag: entry[1], isOn: true };
}

function findNamed(name: string, flags: Interfaces.FlagInput): { name: string; flag: FlagDefinition } | undefined {
  if (Object.hasOwn(flags, name) && flags[name] !== undefined) return { name, flag: flags[name] };
  const entry = Object.entries(flags).find(([, flag]) => flag.aliases?.includes(name));
  return entry && { name: entry[0], flag: entry[1] };
}
