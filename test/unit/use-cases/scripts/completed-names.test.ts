import { readdir, stat, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { ArgModel, CommandModel, FlagModel } from '../../../../src/use-cases/scripts/completion/command-model.ts';
import {
  completeWords,
  type CompleteWordsOptions,
  lookUpNames,
} from '../../../../src/use-cases/scripts/completion/complete-words.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { setting, settingsOf } from '../../../helpers/settings-of.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const ARG: ArgModel = {
  name: 'app',
  description: 'App.',
  required: true,
  multiple: false,
  options: [],
  names: 'app',
  isList: false,
};
const FLAG: FlagModel = {
  name: 'apps',
  char: null,
  summary: 'Apps.',
  value: 'A,B',
  required: false,
  multiple: false,
  options: [],
  isGlobal: false,
  names: 'app',
  isList: true,
};
const SHOW: CommandModel = {
  id: 'apps show',
  summary: 'Show an app.',
  description: '',
  examples: [],
  args: [ARG],
  flags: [FLAG],
};
const COMMANDS = [SHOW, { ...SHOW, id: 'apps list', summary: 'List apps.', args: [], flags: [] }];
const NAMES = ['support', 'sup port', 'other', 'line\nbreak'];

/** Completes words over a service with these apps. */
async function complete(words: readonly string[], change: Partial<CompleteWordsOptions> = {}) {
  await using folder = await tempFolder();
  const { client } = fakeClient({ listApps: async () => NAMES.map((name) => ({ app_id: name, app_name: name })) });
  const given: unknown[] = [];
  const { candidates, quote } = await completeWords({
    shell: 'bash',
    commands: COMMANDS,
    words,
    settings: async (flags) => {
      given.push(flags);
      return settingsOf({ configDir: folder.root });
    },
    openSession: async () => ({ client, mode: 'remote' as const, url: null, close: async () => undefined }),
    now: new Date(),
    ...change,
  });
  return { candidates: candidates.map(({ value, description }) => `${value}: ${description}`), quote, given };
}

test('the words of commands are completed without a request', async () => {
  expect(await complete(['apps', 's'])).toEqual({ candidates: ['show: Show an app.'], quote: '', given: [] });
  expect((await complete(['apps', ''])).candidates).toEqual(['show: Show an app.', 'list: List apps.']);
});

test('names are looked up with the flags so far, and one with a line break is not offered', async () => {
  expect(await complete(['apps', 'show', '--apps', 'x', ''])).toEqual({
    candidates: ['support: app', 'sup port: app', 'other: app'],
    quote: '',
    given: [{ apps: 'x' }],
  });
});

test('a name in a list follows the ones before it', async () => {
  expect((await complete(['apps', 'show', '--apps', 'other,su'])).candidates).toEqual([
    'other,support: app',
    'other,sup port: app',
  ]);
});

test('an open quote is part of the answer, not of the name', async () => {
  expect(await complete(['apps', 'show', "'sup p"])).toMatchObject({ candidates: ['sup port: app'], quote: "'" });
});

test('words before the last lose their quotes, unless the shell has removed them', async () => {
  const words = ["'apps'", 's'];
  expect((await complete(words)).candidates).toEqual(['show: Show an app.']);
  expect((await complete(words, { shell: 'fish' })).candidates).toEqual([]);
});

test('nothing is offered where the settings cannot be read', async () => {
  const settings = () => Promise.reject(new Error('No profile is called "work".'));
  expect((await complete(['apps', 'show', ''], { settings })).candidates).toEqual([]);
});

test('a cache is read by its user alone, a damaged one is asked for again, and what is no name is left out', async () => {
  await using folder = await tempFolder();
  let asked = 0;
  const listApps = async () => ((asked += 1), [{ app_id: 'a-1', app_name: 'support' }]);
  const session = { client: fakeClient({ listApps }).client, mode: 'remote' as const, url: null };
  const openSession = async () => ({ ...session, close: async () => undefined });
  const settings = settingsOf({ configDir: folder.root, app: setting('support') });
  const lookUp = async () => await lookUpNames('app', { settings, openSession, now: new Date(), given: [] });
  await lookUp();
  const [file = ''] = await readdir(folder.path('cache'));
  expect((await stat(folder.path('cache', file))).mode & 0o777).toBe(0o600);
  await writeFile(folder.path('cache', file), '["support", 3]');
  expect(await lookUp()).toEqual(['support']);
  await writeFile(folder.path('cache', file), '{"names":[]}');
  expect(await lookUp()).toEqual(['support']);
  expect(asked).toBe(2);
});
