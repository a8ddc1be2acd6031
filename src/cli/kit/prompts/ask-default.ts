import { interrupted } from '../process/interruption.ts';
import type { Io } from '../process/io.ts';
import { askLine } from './ask-line.ts';

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
export async function askUsualYes(question: string, io: Io): Promise<boolean> {
  const answer = await askLine(`${question} [Y/n]`, io);
  if (answer === null) throw interrupted();
  return !/^n(o)?$/i.test(answer.trim());
}
