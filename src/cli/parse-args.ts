import type { Interfaces } from '@oclif/core';
import type { ArgDefinition } from './flag-table.ts';
import { parseValue } from './parse-value.ts';
import { missingWord, usageError } from './usage-error.ts';

/**
 * Gives the words of a command line to the arguments, in order; one argument may take several words.
 *
 * @throws {WF_USAGE} for a missing argument, or words nothing takes
 */
export async function parseArgs(words: readonly string[], args: Interfaces.ArgInput): Promise<Record<string, unknown>> {
  const entries = Object.entries(args);
  const shares = shareOut(words, entries);
  const values: Record<string, unknown> = {};
  for (const [name, arg] of entries) {
    const value = await valueOf(name, arg, shares.get(name) ?? []);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

type Entries = readonly (readonly [string, ArgDefinition])[];

function shareOut(words: readonly string[], entries: Entries): ReadonlyMap<string, readonly string[]> {
  const many = entries.findIndex(([, arg]) => arg.multiple);
  if (many === -1) {
    if (words.length > entries.length) throw tooMany(words.slice(entries.length), entries);
    return new Map(entries.map(([name], index) => [name, words.slice(index, index + 1)]));
  }
  const after = entries.length - many - 1;
  const end = Math.max(many, words.length - after);
  return new Map(
    entries.map(([name], index) => {
      if (index < many) return [name, words.slice(index, index + 1)];
      if (index === many) return [name, words.slice(many, end)];
      return [name, words.slice(end + index - many - 1, end + index - many)];
    }),
  );
}

async function valueOf(name: string, arg: ArgDefinition, words: readonly string[]): Promise<unknown> {
  if (words.length === 0) {
    // oclif types the context by argument; a default of ours takes none.
    const make = arg.default as unknown;
    const value: unknown = typeof make === 'function' ? await make({}) : make;
    if (value === undefined && arg.required) throw missing(name, arg);
    return value;
  }
  const values: unknown[] = [];
  for (const word of words) values.push(await parseValue(labelOf(name), word, arg));
  return arg.multiple ? values : values[0];
}

function missing(name: string, arg: ArgDefinition): Error {
  return missingWord(labelOf(name), arg.options ? `one of ${arg.options.join(', ')}` : arg.description);
}

function tooMany(words: readonly string[], entries: Entries): Error {
  const taken = entries.map(([name]) => labelOf(name)).join(' ');
  const takes = taken === '' ? 'It takes no arguments.' : `It takes ${taken}.`;
  return usageError(`Nothing here takes ${words.map((word) => JSON.stringify(word)).join(', ')}. ${takes}`);
}

/** How an argument stands in help. */
export function labelOf(name: string): string {
  return name.toUpperCase();
}
