import type { Interfaces } from '@oclif/core';
import { closestNames } from '../../../errors/closest-names.ts';
import { type MissingWord, ONE_OF } from '../../../errors/missing-word.ts';
import { UserError } from '../../../errors/wf-error.ts';

/** Creates the error for wrong usage of a command. */
export function usageError(message: string, nextSteps: readonly string[] = []): UserError {
  return new UserError({ code: 'WF_USAGE', message, nextSteps });
}

/**
 * Creates the error for a missing word, which a prompt asks for on a terminal.
 *
 * @param missing - the flag, as `--app`, or the argument, as `VARIANT`
 * @param about - what it is, as its help says
 */
export function missingWord(missing: string, about: string | undefined): UserError {
  // NAME stays NAME: only the first word of a sentence gives up its capital.
  const what = about === undefined || about === '' ? '' : `: ${about.replace(/^\p{Lu}(?!\p{Lu})/u, toLower)}`;
  const message = `${missing} is missing${what}`.replace(/\.?$/, '.');
  return new UserError({ code: 'WF_USAGE', message, details: { missing } satisfies MissingWord });
}

function toLower(letter: string): string {
  return letter.toLowerCase();
}

/** Creates the error for a group of flags of which one is needed; a person at a terminal chooses it. */
export function missingOneOf(flags: readonly string[]): UserError {
  const message = `Exactly one of ${flags.join(', ')} is needed; none was given.`;
  return new UserError({ code: 'WF_USAGE', message, details: { missing: flags.join(ONE_OF) } satisfies MissingWord });
}

/** Creates the error for a flag that the command does not have. */
export function unknownFlag(typed: string, flags: Interfaces.FlagInput): UserError {
  const known = Object.entries(flags).flatMap(([name, flag]) => (flag.hidden ? [] : [name]));
  const near = closestNames(typed.replace(/^-+/, ''), known).map(toLong);
  const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `It takes ${known.map(toLong).join(', ')}.`;
  return usageError(`There is no flag ${typed} here. ${hint}`);
}

/** Writes a flag as it is typed. */
export function toLong(name: string): string {
  return `--${name}`;
}
