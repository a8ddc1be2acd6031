import type { Interfaces } from '@oclif/core';
import { usageError } from './usage-error.ts';

/**
 * Checks what flags say about each other: required, excluding, depending, exactly one, at least one.
 *
 * @throws {WF_USAGE} naming the flags
 */
export function checkFlagRelations(given: Readonly<Record<string, unknown>>, flags: Interfaces.FlagInput): void {
  for (const [name, flag] of Object.entries(flags)) {
    if (flag.exactlyOne !== undefined) checkExactlyOne(flag.exactlyOne, given);
    if (flag.atLeastOne !== undefined) checkAtLeastOne(flag.atLeastOne, given);
    if (given[name] !== undefined) checkCompany(name, flag, given);
    else if (flag.required && flag.default === undefined) throw missing(name, flag);
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
  if (present.length !== 1) {
    const found = present.length === 0 ? 'none was given' : `${present.map(toLong).join(' and ')} were given`;
    throw usageError(`Exactly one of ${names.map(toLong).join(', ')} is needed; ${found}.`);
  }
}

function checkAtLeastOne(names: readonly string[], given: Readonly<Record<string, unknown>>): void {
  if (names.some((name) => given[name] !== undefined)) return;
  throw usageError(`At least one of ${names.map(toLong).join(', ')} is needed.`);
}

function missing(name: string, flag: Interfaces.FlagInput[string]): Error {
  const about = flag.summary ?? flag.description;
  return usageError(
    `--${name} is missing${about === undefined ? '.' : `: ${about.charAt(0).toLowerCase()}${about.slice(1)}`}`,
  );
}

function toLong(name: string): string {
  return `--${name}`;
}
