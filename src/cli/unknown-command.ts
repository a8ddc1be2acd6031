import { closestNames } from '../errors/closest-names.ts';
import type { UserError } from '../errors/wf-error.ts';
import { leadingWords } from './find-command.ts';
import { usageError } from './usage-error.ts';

/** Makes the error for words that name no command. */
export function unknownCommand(argv: readonly string[], ids: readonly string[]): UserError {
  const words = leadingWords(argv);
  if (words.length === 0) {
    return usageError(`Flags come after the command: ${argv[0] ?? ''} stands before it.`, ['wf --help']);
  }
  const [first = '', second = ''] = words;
  const isTopic = ids.some((id) => id.startsWith(`${first} `));
  const near = isTopic ? nearIn(first, second, ids) : nearTo(first, second, ids);
  const hint = near.length > 0 ? ` Did you mean ${near.map((id) => `wf ${id}`).join(' or ')}?` : '';
  const typed = isTopic ? `${first} ${second}` : first;
  return usageError(`There is no command wf ${typed}.${hint}`, [isTopic ? `wf ${first} --help` : 'wf --help']);
}

function nearIn(topic: string, typed: string, ids: readonly string[]): string[] {
  const start = `${topic} `;
  const names = ids.flatMap((id) => (id.startsWith(start) ? [id.slice(start.length)] : []));
  return closestNames(typed, names).map((name) => `${topic} ${name}`);
}

function nearTo(typed: string, next: string, ids: readonly string[]): string[] {
  const names = [...new Set(ids.map((id) => id.split(' ', 1)[0] ?? id))];
  return closestNames(typed, names).map((name) => (ids.includes(`${name} ${next}`) ? `${name} ${next}` : name));
}
