import { UserError } from '../../../errors/wf-error.ts';
import { askLine } from './ask-line.ts';
import type { Io } from '../process/io.ts';
import { isInteractive } from '../process/screen.ts';

/**
 * Asks before something is changed for good. Never waits where nobody can answer.
 *
 * @throws {WF_USAGE} when there is no terminal: the caller has to say `--yes`
 * @throws {WF_INTERRUPTED} when the answer is no
 */
export async function confirm(question: string, io: Io, command: string): Promise<void> {
  if (!isInteractive(io)) {
    throw new UserError({
      code: 'WF_USAGE',
      message: `${question} There is no terminal to ask on, so say it with --yes.`,
      nextSteps: [`${command} --yes`],
    });
  }
  if (/^y(es)?$/i.test(((await askLine(`${question} [y/N]`, io)) ?? '').trim())) return;
  throw new UserError({ code: 'WF_INTERRUPTED', message: 'Nothing was changed.' });
}
