import { parse } from '@oclif/core/parser';
import type { Interfaces } from '@oclif/core';
import { beforeDoubleDash } from './switches.ts';
import { type Definitions, withValueErrors } from './value-errors.ts';
import { usageError } from '../../../foundation/errors/wf-error.ts';
import { unknownFlag } from './usage-error.ts';

export interface ParsedArguments {
  readonly flags: Record<string, unknown>;
  readonly args: Record<string, unknown>;
  /** The words that are not flags, in order. */
  readonly argv: readonly string[];
}

/**
 * Parses a command line with oclif, and replaces its errors by ours.
 *
 * @throws {WF_USAGE} with the flag or argument that is unknown, missing or invalid
 */
export async function parseArguments(argv: readonly string[], { flags, args }: Definitions): Promise<ParsedArguments> {
  rejectMisreadArguments(argv, flags);
  try {
    const parsed = await parse([...argv], withValueErrors({ flags, args }));
    const words = parsed.raw.flatMap((token) => (token.type === 'arg' ? [token.input] : []));
    return { flags: parsed.flags, args: parsed.args, argv: words };
  } catch (error) {
    const { explainParseError } = await import('./explain-parse-error.ts');
    throw explainParseError(error, { flags, args });
  }
}

/**
 * Rejects two kinds of words that oclif's parser misreads: it takes `--yes=false` as the switch and an argument
 * "false", and finds `--constructor` among the flags, since every object has one.
 *
 * @throws {WF_USAGE} with the word
 */
function rejectMisreadArguments(argv: readonly string[], flags: Interfaces.FlagInput): void {
  for (const word of beforeDoubleDash(argv)) {
    if (!word.startsWith('--')) continue;
    const typed = word.replace(/=.*$/s, '');
    const name = typed.slice('--'.length);
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (flag === undefined && name in Object.prototype) throw unknownFlag(typed, flags);
    if (flag?.type === 'boolean' && typed !== word) throw usageError(`${typed} is a switch and takes no value.`);
  }
}
