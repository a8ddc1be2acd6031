import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { listCommands } from '../../../../bin/list-commands.ts';
import { OTHER_COMMANDS, OTHER_VERBS } from '../../../../src/cli/start/other-words.ts';

const ids = listCommands(resolve(import.meta.dirname, '../../../../commands')).map(({ id }) => id);
const topics = ids.flatMap((id) => id.split(' ').map((_, index, all) => all.slice(0, index).join(' ')));
const words = new Set([...ids, ...topics.filter((topic) => topic !== ''), '--version', '--help']);

test('every suggestion is a command, a topic or a flag', () => {
  const suggested = [...OTHER_COMMANDS].flatMap(([word, ours]) => (ours.length === 0 ? [word] : ours));
  expect(suggested.filter((one) => !words.has(one))).toEqual([]);
});

test('no other word is one of ours', () => {
  expect([...OTHER_COMMANDS.keys()].filter((word) => words.has(word) || word === '')).toEqual([]);
});

test('every verb is the last word of a command', () => {
  const verbs = new Set(ids.map((id) => id.split(' ').at(-1)));
  expect([...OTHER_VERBS.values()].filter((verb) => !verbs.has(verb))).toEqual([]);
});

test.each([
  ['push', ['deploy']],
  ['publish', ['deploy']],
  ['release', ['deploy']],
  ['secrets', ['env vars']],
  ['dashboard', ['open']],
  ['datasets', ['testsets']],
  ['status', ['env list', 'doctor']],
  ['new', ['init']],
])('wf %s suggests %j', (word, suggested) => {
  expect(OTHER_COMMANDS.get(word)).toEqual(suggested);
});

test.each([
  ['rm', 'delete'],
  ['ls', 'list'],
  ['describe', 'show'],
  ['stop', 'cancel'],
  ['history', 'revisions'],
])('the verb %s means %s', (word, verb) => {
  expect(OTHER_VERBS.get(word)).toBe(verb);
});
