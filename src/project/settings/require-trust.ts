import { basename, dirname } from 'node:path';
import { shellWord } from '../../foundation/shell-word.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { Machine } from '../machine.ts';
import { isTrusted } from './trusted-folders.ts';

/**
 * Requires that the user trusts the folder of a project file that is code. Completion and lists read project files, too,
 * so without trust, a Tab in somebody else's repository would run their code.
 *
 * @param line - where its code begins
 * @throws {WF_NOT_TRUSTED} with the command that trusts the folder
 */
export function requireTrust(file: string, line: number | null, machine: Machine): void {
  const folder = dirname(file);
  if (isTrusted(folder, machine)) return;
  const where = line === null ? '' : ` (line ${line})`;
  throw new UserError({
    code: 'WF_NOT_TRUSTED',
    message: `${file} contains code${where}, and you have not trusted its folder, so wf did not run it.`,
    nextSteps: [`wf trust ${shellWord(folder)}`, `Write only literal values in ${basename(file)}.`],
    details: { file, folder },
  });
}
