import type { Interfaces } from '@oclif/core';
import { beforeEnd } from './before-end.ts';
import { unknownFlag, usageError } from './usage-error.ts';

/**
 * Rejects two kinds of words that oclif's parser misreads: it takes `--yes=false` as the switch and an argument
 * "false", and finds `--constructor` among the flags, since every object has one.
 *
 * @throws {WF_USAGE} with the word
 */
export function refuseLookalikes(argv: readonly string[], flags: Interfaces.FlagInput): void {
  for (const word of beforeEnd(argv)) {
    if (!word.startsWith('--')) continue;
    const typed = word.replace(/=.*$/s, '');
    const name = typed.slice('--'.length);
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (flag === undefined && name in Object.prototype) throw unknownFlag(typed, flags);
    if (flag?.type === 'boolean' && typed !== word) throw usageError(`${typed} is a switch and takes no value.`);
  }
}
