import type { Interfaces } from '@oclif/core';
import { findLongFlag, findShortFlag, type FoundFlag } from './flag-table.ts';
import { unknownFlag, usageError } from './usage-error.ts';

/** A command line, sorted into flags and the rest. */
export interface Words {
  /** Per flag what was typed for it, in order: text for options, true or false for switches. */
  readonly flags: ReadonlyMap<string, readonly (string | boolean)[]>;
  readonly args: readonly string[];
}

/**
 * Sorts the words of a command line by the flags a command has.
 *
 * Takes `--flag value`, `--flag=value`, `-f value`, `-fvalue`, `-ab` for switches, `--no-flag`, and `--` before words
 * that only look like flags. A negative number is a value.
 *
 * @throws {WF_USAGE} for a flag the command does not have, or an option without its value
 */
export function readWords(argv: readonly string[], flags: Interfaces.FlagInput): Words {
  const given = new Map<string, (string | boolean)[]>();
  const args: string[] = [];
  const rest = [...argv];
  const add = (name: string, value: string | boolean) => given.set(name, [...(given.get(name) ?? []), value]);
  while (rest.length > 0) {
    const word = rest.shift() ?? '';
    if (word === '--') {
      args.push(...rest.splice(0));
    } else if (word.startsWith('--')) {
      readLong(word, rest, flags, add);
    } else if (word.startsWith('-') && word.length > 1 && !isNegativeNumber(word, flags)) {
      readShort(word, rest, flags, add);
    } else {
      args.push(word);
    }
  }
  return { flags: given, args };
}

type Add = (name: string, value: string | boolean) => void;

function readLong(word: string, rest: string[], flags: Interfaces.FlagInput, add: Add): void {
  const equals = word.indexOf('=');
  const [typed, attached] = equals === -1 ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)];
  const found = findLongFlag(typed, flags);
  if (found === undefined) throw unknownFlag(typed, visibleNames(flags));
  if (found.flag.type === 'option') return add(found.name, attached ?? nextValue(found, rest, flags));
  if (attached !== undefined) throw usageError(`${typed} is a switch and takes no value.`);
  add(found.name, found.isOn);
}

function readShort(word: string, rest: string[], flags: Interfaces.FlagInput, add: Add): void {
  const found = findShortFlag(word.charAt(1), flags);
  if (found === undefined) throw unknownFlag(word.slice(0, 2), visibleNames(flags));
  const tail = word.slice(2);
  if (found.flag.type === 'option') {
    const attached = tail.startsWith('=') ? tail.slice(1) : tail;
    return add(found.name, tail === '' ? nextValue(found, rest, flags) : attached);
  }
  add(found.name, true);
  if (tail !== '') readShort(`-${tail}`, rest, flags, add);
}

function nextValue({ name, flag }: FoundFlag, rest: string[], flags: Interfaces.FlagInput): string {
  const next = rest[0];
  if (next === undefined || isFlagWord(next, flags)) {
    const choices = flag.type === 'option' ? flag.options?.join(', ') : undefined;
    throw usageError(
      `--${name} needs a value, ${choices ? `one of ${choices}` : `as in --${name} ${valueWord(flag)}`}.`,
    );
  }
  rest.shift();
  return next;
}

function isFlagWord(word: string, flags: Interfaces.FlagInput): boolean {
  if (word.startsWith('--')) return word === '--' || findLongFlag(word.split('=')[0] ?? '', flags) !== undefined;
  return word.startsWith('-') && findShortFlag(word.charAt(1), flags) !== undefined;
}

function valueWord(flag: FoundFlag['flag']): string {
  const word = flag.type === 'option' ? flag.helpValue : undefined;
  return typeof word === 'string' ? word : 'VALUE';
}

function isNegativeNumber(word: string, flags: Interfaces.FlagInput): boolean {
  return /^-\d/.test(word) && findShortFlag(word.charAt(1), flags) === undefined;
}

function visibleNames(flags: Interfaces.FlagInput): string[] {
  return Object.entries(flags).flatMap(([name, flag]) => (flag.hidden ? [] : [name]));
}
