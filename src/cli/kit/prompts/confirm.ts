import { UserError } from '../../../foundation/errors/wf-error.ts';
import { askLine } from './ask-line.ts';
import type { Io } from '../process/io.ts';
import { isInteractive } from '../process/screen.ts';

/**
 * Asks for confirmation of an irreversible change. Never waits without a terminal.
 *
 * @throws {WF_USAGE} when there is no terminal; `--yes` is required then
 * @throws {WF_INTERRUPTED} when the answer is no
 */
export async function confirm(question: string, io: Io, command: string): Promise<void> {
  if (!isInteractive(io)) {
    throw new UserError({
      code: 'WF_USAGE',
      message: `${question} There is no terminal to ask on: confirm with --yes.`,
      nextSteps: [`${command} --yes`],
    });
  }
  if (/^y(es)?$/i.test(((await askLine(`${question} [y/N]`, io)) ?? '').trim())) return;
  throw new UserError({ code: 'WF_INTERRUPTED', message: 'Nothing was changed.' });
}
