import { UserError } from '../../foundation/errors/wf-error.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import type { Machine } from '../machine.ts';
import { listVariableNames } from '../variable-files.ts';
import { isTrusted, TRUST_VARIABLE } from './trusted-folders.ts';

/** What a command would run and take of a folder that the user has not trusted. */
export interface UntrustedFolder {
  readonly folder: string;
  /** Names in its `.env` files, and those that it takes from the shell. */
  readonly variables: readonly string[];
}

/**
 * Requires that the user trusts a project's folder: the only door in front of its code, its data and its variables.
 *
 * @param taken - names that its project file takes from the shell
 * @throws {WF_NOT_TRUSTED} with the command that trusts the folder
 */
export function requireTrustedFolder(folder: string, machine: Machine, taken: readonly string[] = []): void {
  if (isTrusted(folder, machine)) return;
  throw notTrusted(`You have not trusted ${folder}, so wf ran nothing of it, and took no variable`, folder, taken);
}

/** Returns the error for a folder that is not trusted. @param happened - a sentence without its full stop */
export function notTrusted(happened: string, folder: string, taken: readonly string[] = []): UserError {
  const variables = [...new Set([...listVariableNames(folder), ...taken])].toSorted();
  const named = variables.length === 0 ? '' : ` (it names ${summarise(variables)})`;
  const details: UntrustedFolder = { folder, variables };
  return new UserError({
    code: 'WF_NOT_TRUSTED',
    message: `${happened}${named}.`,
    nextSteps: [
      `wf trust ${shellWord(folder)}`,
      `For this run only, add --trust. On a build machine, set ${TRUST_VARIABLE}=1.`,
    ],
    details,
  });
}

const SHOWN = 10;

/** Lists the first names, and counts the others. */
export function summarise(names: readonly string[]): string {
  const more = names.length - SHOWN;
  return `${names.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
