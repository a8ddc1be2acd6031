import { writeText, type Io } from './io.ts';

/**
 * Asks for one line. The terminal itself shows what is typed and takes it back; our output is no stream that readline
 * could draw on.
 *
 * @returns `null` when the input ends without an answer (Ctrl-D)
 */
export async function askLine(question: string, { stdin, stderr }: Io): Promise<string | null> {
  const { createInterface } = await import('node:readline');
  await writeText(stderr, `${question} `);
  // An input that has ended tells nobody again that it has.
  if (stdin.readableEnded) return null;
  const lines = createInterface({ input: stdin, terminal: false });
  try {
    return await new Promise((resolve) => {
      lines.once('line', resolve);
      lines.once('close', () => resolve(null));
    });
  } finally {
    lines.close();
  }
}
