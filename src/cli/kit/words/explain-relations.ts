import type { Definitions } from './definitions.ts';
import { missingOneOf, missingWord, toLong, usageError } from './usage-error.ts';

/** What oclif's parser was given, and what it made of it. */
export interface ParseState {
  readonly input: Definitions;
  readonly output: { readonly flags: Readonly<Record<string, unknown>> };
}

/**
 * Words which flags are missing or do not go together. oclif has checked it, but keeps only its own sentence.
 *
 * @returns `null` when the flags are fine: the refusal had another reason
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
    if (flag.required && !isGiven(name)) return missingWord(toLong(name), flag.summary ?? flag.description);
    if (!isGiven(name)) continue;
    const other = flag.exclusive?.filter(isText).find((excluded) => excluded !== name && isGiven(excluded));
    if (other !== undefined) return usageError(`${toLong(name)} and ${toLong(other)} exclude each other: give one.`);
    const absent = flag.dependsOn?.find((needed) => !isGiven(needed));
    if (absent !== undefined) return usageError(`${toLong(name)} needs ${toLong(absent)} as well.`);
  }
  return null;
}

function explainExactlyOne(names: readonly string[], isGiven: (name: string) => boolean): Error | null {
  const given = names.filter(isGiven);
  if (given.length === 0) return missingOneOf(names.map(toLong));
  if (given.length === 1) return null;
  return usageError(
    `Exactly one of ${names.map(toLong).join(', ')} is needed; ${given.map(toLong).join(' and ')} were given.`,
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
