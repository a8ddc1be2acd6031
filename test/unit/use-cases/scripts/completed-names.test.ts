import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { ArgModel, CommandModel, FlagModel } from '../../../../src/use-cases/scripts/completion/command-model.ts';
import {
  completeWords,
  type CompleteWordsOptions,
} from '../../../../src/use-cases/scripts/completion/complete-words.ts';
import { lookUpNames } from '../../../../src/use-cases/scripts/completion/look-up-names.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { setting, settingsOf } from '../../../helpers/run-with-client.ts';
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

describe('names of a service', () => {
  const APP = {
    app_id: '01932c5e-0000-7000-8000-00000000000a',
    app_name: 'support',
    app_type: 'custom',
    updated_at: '',
  };

  /** Looks up names of apps over a service with one app, and counts the requests. */
  function lookUp(configDir: string, { now = new Date(), app = 'support', fails = false } = {}) {
    const { client, calls } = fakeClient({
      listApps: async () => {
        if (fails) throw new Error('No service.');
        return [APP];
      },
    });
    const openSession = async () => ({ client, mode: 'remote' as const, url: null, close: async () => undefined });
    const settings = settingsOf({ configDir, app: setting(app) });
    return { calls, names: lookUpNames('app', { settings, openSession, now, given: [] }) };
  }

  test('names are asked for once a minute, and cached where only the user reads them', async () => {
    await using folder = await tempFolder();
    expect(await lookUp(folder.root).names).toEqual(['support']);
    const [file = ''] = await readdir(folder.path('cache'));
    expect(file).toMatch(/^names-[0-9a-f]{24}\.json$/);
    expect((await stat(folder.path('cache', file))).mode & 0o777).toBe(0o600);
    const again = lookUp(folder.root);
    expect(await again.names).toEqual(['support']);
    expect(again.calls).toEqual([]);
    const other = lookUp(folder.root, { app: 'other' });
    await other.names;
    expect(other.calls).toHaveLength(1);
    const old = new Date(Date.now() - 61_000);
    await utimes(folder.path('cache', file), old, old);
    const later = lookUp(folder.root);
    await later.names;
    expect(later.calls).toHaveLength(1);
  });

  test('a damaged cache is asked for again, and what is no name is left out', async () => {
    await using folder = await tempFolder();
    await lookUp(folder.root).names;
    const [file = ''] = await readdir(folder.path('cache'));
    await writeFile(folder.path('cache', file), '["support", 3]');
    expect(await lookUp(folder.root).names).toEqual(['support']);
    await writeFile(folder.path('cache', file), '{"names":[]}');
    const again = lookUp(folder.root);
    expect(await again.names).toEqual(['support']);
    expect(again.calls).toHaveLength(1);
  });

  test('a lookup that fails offers nothing, and keeps nothing', async () => {
    await using folder = await tempFolder();
    expect(await lookUp(folder.root, { fails: true }).names).toEqual([]);
    await expect(readdir(folder.path('cache'))).rejects.toThrow('ENOENT');
  });
});
