import type { Interfaces } from '@oclif/core';
import { closestNames } from '../../../foundation/closest-names.ts';
import { type MissingArgument, ONE_OF, usageError, UserError } from '../../../foundation/errors/wf-error.ts';

/**
 * Creates the error for a missing flag or argument, for which a terminal shows a prompt.
 *
 * @param missing - the flag, as in `--app`, or the argument, as in `VARIANT`
 * @param about - its description from help
 */
export function missingArgument(missing: string, about: string | undefined): UserError {
  // Only the first word of a sentence becomes lower case; NAME stays NAME.
  const what = about === undefined || about === '' ? '' : `: ${about.replace(/^\p{Lu}(?!\p{Lu})/u, toLower)}`;
  const message = `${missing} is missing${what}`.replace(/\.?$/, '.');
  return new UserError({ code: 'WF_USAGE', message, details: { missing } satisfies MissingArgument });
}

function toLower(letter: string): string {
  return letter.toLowerCase();
}

/** Creates the error for a missing choice between flags, for which a terminal shows a prompt. */
export function missingOneOf(flags: readonly string[]): UserError {
  const message = `One of ${flags.join(', ')} is required.`;
  return new UserError({
    code: 'WF_USAGE',
    message,
    details: { missing: flags.join(ONE_OF) } satisfies MissingArgument,
  });
}

export function unknownFlag(typed: string, flags: Interfaces.FlagInput): UserError {
  const known = Object.entries(flags).flatMap(([name, flag]) => (flag.hidden ? [] : [name]));
  const near = closestNames(typed.replace(/^-+/, ''), known).map(toLong);
  const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Available: ${known.map(toLong).join(', ')}.`;
  return usageError(`Unknown flag ${typed}. ${hint}`);
}

export function toLong(name: string): string {
  return `--${name}`;
}
