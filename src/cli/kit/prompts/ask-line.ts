import { setImmediate } from 'node:timers/promises';
import { writeText, type Io } from '../process/io.ts';
import { measureScreen } from '../process/screen.ts';

/**
 * Asks for one line. The terminal itself echoes and edits the input, because readline cannot draw on our output.
 *
 * @returns `null` when the input ends without an answer (Ctrl-D)
 */
export async function askLine(question: string, { stdin, stderr, env }: Io): Promise<string | null> {
  const { createInterface } = await import('node:readline');
  const { wrapWords } = await import('../../../ui/layout/text/wrap-words.ts');
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
