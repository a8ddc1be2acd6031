import type { Definitions } from './definitions.ts';
import { missingOneOf, missingArgument, toLong, usageError } from './usage-error.ts';

/** Input and result of oclif's parser. */
export interface ParseState {
  readonly input: Definitions;
  readonly output: { readonly flags: Readonly<Record<string, unknown>> };
}

/**
 * Describes which flags are missing or exclude each other. oclif has checked this, but its error contains only text.
 *
 * @returns `null` if the flags are valid: the error has another cause
 */
export function explainRelations(parse: Partial<ParseState> | undefined): Error | null {
  const { input, output } = parse ?? {};
  if (input === undefined || output === undefined) return null;
  const isGiven = (name: string) => output.flags[name] !== undefined;
  for (const [name, flag] of Object.entries(input.flags)) {
    if (flag.exactlyOne !== undefined) {
      const wrong = explainExactlyOne(flag.exactlyOne, isGiven);
      if (wrong !== null) return wrong;
    }
    if (flag.required && !isGiven(name)) return missingArgument(toLong(name), flag.summary ?? flag.description);
    if (!isGiven(name)) continue;
    const other = flag.exclusive?.filter(isText).find((excluded) => excluded !== name && isGiven(excluded));
    if (other !== undefined)
      return usageError(`${toLong(name)} and ${toLong(other)} exclude each other: use only one.`);
    const absent = flag.dependsOn?.find((needed) => !isGiven(needed));
    if (absent !== undefined) return usageError(`${toLong(name)} also needs ${toLong(absent)}.`);
  }
  return null;
}

function explainExactlyOne(names: readonly string[], isGiven: (name: string) => boolean): Error | null {
  const given = names.filter(isGiven);
  if (given.length === 0) return missingOneOf(names.map(toLong));
  if (given.length === 1) return null;
  return usageError(`Use exactly one of ${names.map(toLong).join(', ')}, not ${given.map(toLong).join(' and ')}.`);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
