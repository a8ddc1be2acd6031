import { UserError } from '../errors/wf-error.ts';
import type { Io } from './io.ts';
import { isInteractive } from './screen.ts';

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
  if (/^y(es)?$/i.test((await ask(question, io)).trim())) return;
  throw new UserError({ code: 'WF_INTERRUPTED', message: 'Nothing was changed.' });
}

async function ask(question: string, { stdin, stderr }: Io): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  // A terminal's stream is a real writable stream; only tests pass less, and they are never interactive.
  const prompt = createInterface({ input: stdin, output: stderr as NodeJS.WriteStream });
  try {
    return await prompt.question(`${question} [y/N] `);
  } finally {
    prompt.close();
  }
}
