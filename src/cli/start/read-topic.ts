import { closestNames } from '../../foundation/closest-names.ts';
import type { Io } from '../kit/process/io.ts';
import { hasColor, isDrawable, measureScreen } from '../kit/process/screen.ts';
import { usageError } from '../kit/words/usage-error.ts';
import type { Program } from './program.ts';

/**
 * Reads the documentation page for `wf help NAME`: laid out for a terminal, unchanged for a pipe.
 *
 * @throws {WF_USAGE} when no page or command has that name
 */
export async function readTopic(words: readonly string[], program: Program, { stdout, env }: Io): Promise<string> {
  const name = words.join(' ');
  if (!program.pages.some((page) => page.name === name)) throw unknownTopic(name, program);
  const text = await program.readPage(name);
  if (!isDrawable(stdout, env)) return text;
  const { renderProse } = await import('../../ui/layout/text/render-prose.ts');
  return `${renderProse(text, { columns: measureScreen(stdout, env).columns, color: hasColor(stdout, env) })}\n`;
}

function unknownTopic(name: string, { ids, pages }: Program): Error {
  // Suggest only pages and topics for a single word: for `variant`, `variants create` would be wrong.
  const commands = name.includes(' ') ? ids : new Set(ids.map((id) => id.replace(/ .*$/, '')));
  const near = closestNames(name, [...pages.map((page) => page.name), ...commands]);
  const hint = near.length > 0 ? ` Did you mean ${near.map((other) => `wf help ${other}`).join(' or ')}?` : '';
  return usageError(`There is no help for ${JSON.stringify(name)}.${hint}`, ['wf help']);
}
