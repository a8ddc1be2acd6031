import { setImmediate } from 'node:timers/promises';
import { type Io, writeText } from '../process/io.ts';
import { isInteractive, measureScreen } from '../process/screen.ts';
import { interrupted } from '../process/interruption.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';

/**
 * Asks for one line. The terminal itself echoes and edits the input, because readline cannot draw on our output.
 *
 * @returns `null` when the input ends without an answer (Ctrl-D)
 */
export async function askLine(question: string, { stdin, stderr, env }: Io): Promise<string | null> {
  const { createInterface } = await import('node:readline');
  const { wrapWords } = await import('../../../ui/layout/text/text-width.ts');
  // The cursor takes one cell of the last line.
  await writeText(stderr, `${wrapWords(question, measureScreen(stderr, env).columns - 2)} `);
  // An input that has ended emits no second 'end'.
  if (stdin.readableEnded) return null;
  const lines = createInterface({ input: stdin, terminal: false });
  try {
    return await new Promise((resolve) => {
      lines.once('line', resolve);
      lines.once('close', () => resolve(null));
    });
  } finally {
    lines.close();
    // Node stops reading a turn later. A list that is drawn before that would get no keys.
    await setImmediate();
  }
}

/**
 * Asks for one line; an empty one means the default.
 *
 * @throws {WF_INTERRUPTED} when the user cancels
 */
export async function askDefault(question: string, fallback: string, io: Io): Promise<string> {
  const answer = await askLine(`${question} [${fallback}]`, io);
  if (answer === null) throw interrupted();
  return answer.trim() === '' ? fallback : answer.trim();
}

/**
 * Asks a question whose usual answer is yes.
 *
 * @throws {WF_INTERRUPTED} when the user cancels
 */
export async function askYesByDefault(question: string, io: Io): Promise<boolean> {
  const answer = await askLine(`${question} [Y/n]`, io);
  if (answer === null) throw interrupted();
  return !/^n(o)?$/i.test(answer.trim());
}

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
