import { expect, test } from 'vitest';
import { COMMAND_FILES } from '../../../../commands/index.ts';
import { OTHER_COMMANDS, OTHER_VERBS, unknownCommand } from '../../../../src/cli/start/unknown-command.ts';

const IDS = ['deploy', 'env', 'env deploy', 'env list', 'variants list', 'variants show'];

test.each([
  [['variants', 'lst'], 'Unknown command wf variants lst. Did you mean wf variants list?', 'wf variants --help'],
  [['depoly', '--plan'], 'Unknown command wf depoly. Did you mean wf deploy?', 'wf --help'],
  [['varaints', 'list'], 'Unknown command wf varaints. Did you mean wf variants list?', 'wf --help'],
  [['frobnicate'], 'Unknown command wf frobnicate.', 'wf --help'],
  [['--yes', 'deploy'], 'The flag --yes must come after the command.', 'wf --help'],
  [['--json'], 'No command was named.', 'wf --help'],
  [['variants', '--json'], 'wf variants needs a command: list, show.', 'wf variants --help'],
  [
    ['--json', 'variants', 'lst'],
    'Unknown command wf variants lst. Did you mean wf variants list?',
    'wf variants --help',
  ],
])('%j is rejected with a suggestion', (argv, message, nextStep) => {
  expect(unknownCommand(argv, IDS)).toMatchObject({ message, nextSteps: [nextStep], exitCode: 2 });
});

const COMMANDS = Object.keys(COMMAND_FILES);

test.each([
  ['completion', 'wf autocomplete'],
  ['completion bash', 'wf autocomplete'],
  ['ls', 'wf variants list or wf env list or wf eval list'],
  ['list', 'wf variants list or wf env list or wf eval list'],
  ['variants ls', 'wf variants list'],
  ['eval ls', 'wf eval list'],
  ['variant ls', 'wf variants list'],
  ['app list', 'wf apps list'],
  ['variants rm tuned', 'wf variants delete'],
  ['variants get tuned', 'wf variants show'],
  ['variants history tuned', 'wf variants revisions'],
  ['eval stop tuned', 'wf eval cancel'],
  ['eval start', 'wf eval run'],
  ['variants remove tuned', 'wf variants delete'],
  ['variants destroy tuned', 'wf variants delete'],
  ['variants view tuned', 'wf variants show'],
  ['variants describe tuned', 'wf variants show'],
  ['variants inspect tuned', 'wf variants show'],
  ['variants add tuned', 'wf variants create'],
  ['variants new tuned', 'wf variants create'],
  ['variants edit tuned', 'wf variants update'],
  ['variants set tuned', 'wf variants update'],
  ['variants log tuned', 'wf variants revisions'],
  ['update', 'wf variants update or wf eval update or wf testsets update'],
  ['show', 'wf variants show or wf env show or wf eval show'],
  ['delete', 'wf variants delete or wf eval delete or wf testsets delete'],
  ['export', 'wf eval export or wf testsets export'],
  ['secrets set a=b', 'wf env vars set'],
  ['env promote', 'wf env deploy'],
  ['rollback', 'wf env rollback'],
  ['compare', 'wf eval compare'],
  ['push', 'wf deploy'],
  ['publish', 'wf deploy'],
  ['dashboard', 'wf open'],
  ['datasets', 'wf testsets'],
  ['new', 'wf init'],
  ['auth login', 'wf login'],
  ['auth logout', 'wf logout'],
  ['auth status', 'wf login or wf whoami'],
  ['secrets', 'wf env vars'],
  ['secrets ls', 'wf env vars list'],
  ['secrets set', 'wf env vars set'],
  ['ps', 'wf eval list or wf env list'],
  ['-v', 'wf --version'],
])('wf %s, as in other tools, suggests %s', (line, meant) => {
  expect(unknownCommand(line.split(' '), COMMANDS).message).toContain(` Did you mean ${meant}?`);
});

test('a topic within a topic lists its own commands', () => {
  expect(unknownCommand(['env', 'vars'], COMMANDS)).toMatchObject({
    message: expect.stringMatching(/^wf env vars needs a command: (\w+, )+\w+\.$/),
    nextSteps: ['wf env vars --help'],
  });
});

test('names and verbs of other tools lead to commands, topics or flags, and hide none', () => {
  const topics = COMMANDS.flatMap((id) => id.split(' ').map((_, index, all) => all.slice(0, index).join(' ')));
  const ours = new Set([...COMMANDS, ...topics.filter((topic) => topic !== ''), '--version', '--help']);
  const meant = [...OTHER_COMMANDS].flatMap(([word, names]) => (names.length === 0 ? [word] : names));
  expect(meant.filter((name) => !ours.has(name))).toEqual([]);
  expect([...OTHER_COMMANDS.keys()].filter((word) => ours.has(word) || word === '')).toEqual([]);
  const verbs = new Set(COMMANDS.map((id) => id.split(' ').at(-1)));
  expect([...OTHER_VERBS.values()].filter((verb) => !verbs.has(verb))).toEqual([]);
});
