import { closestNames } from '../../foundation/closest-names.ts';
import { usageError, type UserError } from '../../foundation/errors/wf-error.ts';
import { leadingWords, splitArguments } from './find-command.ts';

export function unknownCommand(argv: readonly string[], ids: readonly string[]): UserError {
  const { words, rest } = splitArguments(argv, ids);
  const next = words.length === 0 && OTHER_COMMANDS.has(rest[0] ?? '') ? rest : leadingWords(rest);
  const [first = '', second = ''] = [...words, ...next];
  if (first === '') return namesNone(rest);
  const isTopic = ids.some((id) => id.startsWith(`${first} `));
  if (isTopic && next.length === 0) return needsCommand(words.join(' '), ids);
  const near = isTopic ? nearIn(first, second, ids) : meantBy(first, second, ids);
  const hint = near.length > 0 ? ` Did you mean ${near.map((id) => `wf ${id}`).join(' or ')}?` : '';
  const typed = isTopic ? `${first} ${second}` : first;
  return usageError(`Unknown command wf ${typed}.${hint}`, [isTopic ? `wf ${first} --help` : 'wf --help']);
}

/** A flag of one command came first, or there is no command at all. */
function namesNone([flag]: readonly string[]): UserError {
  const message = flag === undefined ? 'No command was named.' : `The flag ${flag} must come after the command.`;
  return usageError(message, ['wf --help']);
}

function needsCommand(topic: string, ids: readonly string[]): UserError {
  const names = ids.flatMap((id) => (id.startsWith(`${topic} `) ? [id.slice(topic.length + 1)] : []));
  return usageError(`wf ${topic} needs a command: ${names.join(', ')}.`, [`wf ${topic} --help`]);
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
  // `auth login` means `login`, but the status of a login is not that of the apps.
  if (others !== undefined) return ids.includes(next) && next !== 'status' ? [next] : others;
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
  const names = [...new Set(ids.map((id) => id.replace(/ .*$/, '')))];
  const near = names.includes(`${typed}s`) ? [`${typed}s`] : closestNames(typed, names);
  return near.map((name) => withVerb(name, next, ids));
}

export const OTHER_COMMANDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['auth', ['login', 'whoami']],
  ['signin', ['login']],
  ['signout', ['logout']],
  ['me', ['whoami']],
  ['user', ['whoami']],
  ['switch', ['profiles use']],
  ['completion', ['autocomplete']],
  ['completions', ['autocomplete']],
  ['-v', ['--version']],
  ['docs', ['--help']],
  ['man', ['--help']],
  ['new', ['init']],
  ['create', ['init', 'variants create']],
  ['start', ['dev', 'serve']],
  ['up', ['dev', 'deploy']],
  ['publish', ['deploy']],
  ['push', ['deploy']],
  ['release', ['deploy']],
  ['releases', ['env revisions']],
  ['deployments', ['env list']],
  ['promote', ['env deploy']],
  ['secret', ['env vars']],
  ['secrets', ['env vars']],
  ['vars', ['env vars']],
  ['ps', ['eval list', 'env list']],
  ['history', ['log', 'variants revisions']],
  ['dashboard', ['open']],
  ['ui', ['open']],
  ['test', ['eval run']],
  ['evaluate', ['eval run']],
  ['models', ['variants']],
  ['prompts', ['variants']],
  ['datasets', ['testsets']],
]);

export const OTHER_VERBS: ReadonlyMap<string, string> = new Map([
  ['ls', 'list'],
  ['rm', 'delete'],
  ['remove', 'delete'],
  ['destroy', 'delete'],
  ['get', 'show'],
  ['view', 'show'],
  ['describe', 'show'],
  ['inspect', 'show'],
  ['add', 'create'],
  ['new', 'create'],
  ['edit', 'update'],
  ['set', 'update'],
  ['history', 'revisions'],
  ['log', 'revisions'],
  ['start', 'run'],
  ['stop', 'cancel'],
  ['promote', 'deploy'],
]);
