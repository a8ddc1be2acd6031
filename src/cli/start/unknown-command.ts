import { closestNames } from '../../errors/closest-names.ts';
import type { UserError } from '../../errors/wf-error.ts';
import { leadingWords } from './find-command.ts';
import { OTHER_COMMANDS, OTHER_VERBS } from './other-words.ts';
import { usageError } from '../kit/words/usage-error.ts';

/** Creates the error for an unknown command. */
export function unknownCommand(argv: readonly string[], ids: readonly string[]): UserError {
  const words = OTHER_COMMANDS.has(argv[0] ?? '') ? argv.slice(0, 2) : leadingWords(argv);
  if (words.length === 0) {
    return usageError(`The flag ${argv[0] ?? ''} must come after the command.`, ['wf --help']);
  }
  const [first = '', second = ''] = words;
  const isTopic = ids.some((id) => id.startsWith(`${first} `));
  const near = isTopic ? nearIn(first, second, ids) : meantBy(first, second, ids);
  const hint = near.length > 0 ? ` Did you mean ${near.map((id) => `wf ${id}`).join(' or ')}?` : '';
  const typed = isTopic ? `${first} ${second}` : first;
  return usageError(`Unknown command wf ${typed}.${hint}`, [isTopic ? `wf ${first} --help` : 'wf --help']);
}

function nearIn(topic: string, typed: string, ids: readonly string[]): string[] {
  const start = `${topic} `;
  const names = ids.flatMap((id) => (id.startsWith(start) ? [id.slice(start.length)] : []));
  const verb = OTHER_VERBS.get(typed) ?? typed;
  return (names.includes(verb) ? [verb] : closestNames(typed, names)).map((name) => `${topic} ${name}`);
}

/** Suggests commands: by names that other tools use, otherwise by their last word, otherwise by spelling. */
function meantBy(typed: string, next: string, ids: readonly string[]): readonly string[] {
  const others = OTHER_COMMANDS.get(typed)?.map((name) => withVerb(name, next, ids));
  if (others !== undefined) return ids.includes(next) ? [next] : others;
  const ending = endingIn([typed, OTHER_VERBS.get(typed) ?? typed], ids);
  return ending.length > 0 ? ending : nearTo(typed, next, ids);
}

/** The most used topics, which are suggested first. */
const TOPICS = ['variants', 'env', 'eval', 'testsets'];

function endingIn(verbs: readonly string[], ids: readonly string[]): string[] {
  const named = ids.map((id) => ({ id, words: id.split(' ') }));
  const found = named.filter(({ words: [, verb = '', ...others] }) => verbs.includes(verb) && others.length === 0);
  const rank = ({ words: [topic = ''] }: (typeof named)[number]) => [...TOPICS, topic].indexOf(topic);
  return found
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, 3)
    .map(({ id }) => id);
}

function withVerb(name: string, next: string, ids: readonly string[]): string {
  const wholes = [next, OTHER_VERBS.get(next)].map((verb) => `${name} ${verb}`);
  return wholes.find((whole) => ids.includes(whole)) ?? name;
}

function nearTo(typed: string, next: string, ids: readonly string[]): string[] {
  const names = [...new Set(ids.map((id) => id.split(' ', 1)[0] ?? id))];
  const near = names.includes(`${typed}s`) ? [`${typed}s`] : closestNames(typed, names);
  return near.map((name) => withVerb(name, next, ids));
}
