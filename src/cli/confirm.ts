import { UserError } from '../errors/wf-error.ts';
import { type Io, writeText } from './io.ts';
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

// The terminal itself shows what is typed and takes it back; our output is no stream that readline could draw on.
async function ask(question: string, { stdin, stderr }: Io): Promise<string> {
  const { createInterface } = await import('node:readline');
  await writeText(stderr, `${question} [y/N] `);
  const lines = createInterface({ input: stdin, terminal: false });
  try {
    return await new Promise((resolve) => {
      lines.once('line', resolve);
      // Ctrl-D ends the input without an answer.
      lines.once('close', () => resolve(''));
    });
  } finally {
    lines.close();
  }
}
