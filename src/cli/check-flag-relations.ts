import type { Interfaces } from '@oclif/core';
import { missingOneOf, missingWord, usageError } from './usage-error.ts';

/**
 * Checks what flags say about each other: excluding, depending, exactly one, at least one.
 *
 * @throws {WF_USAGE} naming the flags
 */
export function checkFlagRelations(given: Readonly<Record<string, unknown>>, flags: Interfaces.FlagInput): void {
  for (const [name, flag] of Object.entries(flags)) {
    if (flag.exactlyOne !== undefined) checkExactlyOne(flag.exactlyOne, given);
    if (flag.atLeastOne !== undefined) checkAtLeastOne(flag.atLeastOne, given);
    if (given[name] !== undefined) checkCompany(name, flag, given);
  }
}

/**
 * Checks that every required flag is there.
 *
 * @throws {WF_USAGE} naming the flag
 */
export function requireFlags(given: Readonly<Record<string, unknown>>, flags: Interfaces.FlagInput): void {
  for (const [name, flag] of Object.entries(flags)) {
    if (!flag.required || flag.default !== undefined || given[name] !== undefined) continue;
    throw missingWord(`--${name}`, flag.summary ?? flag.description);
  }
}

function checkCompany(
  name: string,
  flag: Interfaces.FlagInput[string],
  given: Readonly<Record<string, unknown>>,
): void {
  const other = flag.exclusive?.find((excluded) => excluded !== name && given[excluded] !== undefined);
  if (other !== undefined) throw usageError(`--${name} and --${other} exclude each other: give one.`);
  const absent = flag.dependsOn?.find((needed) => given[needed] === undefined);
  if (absent !== undefined) throw usageError(`--${name} only means something together with --${absent}.`);
}

function checkExactlyOne(names: readonly string[], given: Readonly<Record<string, unknown>>): void {
  const present = names.filter((name) => given[name] !== undefined);
  if (present.length === 0) throw missingOneOf(names.map(toLong));
  if (present.length === 1) return;
  const found = `${present.map(toLong).join(' and ')} were given`;
  throw usageError(`Exactly one of ${names.map(toLong).join(', ')} is needed; ${found}.`);
}

function checkAtLeastOne(names: readonly string[], given: Readonly<Record<string, unknown>>): void {
  if (names.some((name) => given[name] !== undefined)) return;
  throw usageError(`At least one of ${names.map(toLong).join(', ')} is needed.`);
}

function toLong(name: string): string {
  return `--${name}`;
}
