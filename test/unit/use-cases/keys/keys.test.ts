import { readFile, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { SEALED_COLUMNS } from '../../../../src/service/secrets/queries.ts';
import { createKey } from '../../../../src/use-cases/keys/create-key.ts';
import { filterKeys, resolveKey } from '../../../../src/use-cases/keys/manage-keys.ts';
import { ALL } from '../../../../src/client/public/list-filter.ts';
import { collect } from '../../../helpers/collect.ts';
import { deleteRecord } from '../../../../src/use-cases/records/delete-record.ts';
import { readProviderKeys } from '../../../../src/use-cases/evaluations/parse-run-options.ts';
import { rotateSecret } from '../../../../src/use-cases/keys/rotate-secret.ts';
import { clientOf } from '../../../helpers/client-of.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { openSealed } from '../../../helpers/open-sealed.ts';
import { openWorld } from '../../../helpers/open-world.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const PLAIN = { name: 'ci', role: 'author', expires_at: null, rate_limit: null, model_call_limit: null, apps: null };

test('a key has its limits, and reaches each named app once', async () => {
  await using world = await openWorld();
  const client = clientOf(world.running);
  const { app_id: sales } = await client.createApp({ body: { app_name: 'sales' } });
  const limits = { expires_at: '2099-01-01T00:00:00.000Z', rate_limit: 60, model_call_limit: 5 };
  const created = await createKey(client, { ...PLAIN, ...limits, apps: ['sales', 'support', sales] });
  const reach = { name: 'ci', role: 'author', ...limits, app_ids: [sales, world.appId] };
  expect(created).toMatchObject(reach);
  expect(created.key.startsWith(`${created.prefix}.`)).toBe(true);
  const { keys, apps } = await filterKeys(client, ALL);
  const stored = (await collect(keys.records)).find(({ prefix }) => prefix === created.prefix);
  expect({ ...stored, app_ids: new Set(stored?.app_ids) }).toMatchObject({ ...reach, app_ids: new Set(reach.app_ids) });
  expect(apps).toHaveLength(2);
  expect(await resolveKey(client, 'ci')).toEqual(stored);
  expect(await resolveKey(client, created.prefix)).toEqual(stored);
});

test('an empty list of apps is refused, before a key is created', async () => {
  const { client } = fakeClient({});
  await expect(createKey(client, { ...PLAIN, apps: [] })).rejects.toMatchObject({
    code: 'WF_USAGE',
    message: '--apps names no app.',
    nextSteps: ['wf apps list'],
  });
});

test('a key is revoked, and the last operator key only after another is created', async () => {
  await using world = await openWorld();
  const client = clientOf(world.running);
  expect(await deleteRecord(client, 'key', await resolveKey(client, 'the author'))).toBeNull();
  await expect(resolveKey(client, 'the author')).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    nextSteps: ['wf keys list'],
  });
  await expect(deleteRecord(client, 'key', await resolveKey(client, 'the operator'))).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    nextSteps: ['wf keys create NAME --role operator'],
  });
});

const ENVIRONMENT = { OPENAI_API_KEY: 'sk-1', OPENAI_BASE_URL: 'http://x', EMPTY: '', OTHER: 'o' };

test('only named variables are read', () => {
  expect(readProviderKeys('OPENAI_API_KEY, OPENAI_BASE_URL', ENVIRONMENT)).toEqual({
    OPENAI_API_KEY: 'sk-1',
    OPENAI_BASE_URL: 'http://x',
  });
  expect(readProviderKeys('', ENVIRONMENT)).toEqual({});
});

// What looks like a key is not repeated.
test.each([
  ['GONE', '--provider-keys names GONE, which is not set.'],
  ['EMPTY', '--provider-keys names EMPTY, which is not set.'],
  ['sk-secret', '--provider-keys takes names of environment variables, such as OPENAI_API_KEY, not their values.'],
])('the variable %s is refused', (names, message) => {
  expect(() => readProviderKeys(names, ENVIRONMENT)).toThrow(expect.objectContaining({ code: 'WF_USAGE', message }));
});

test('a given key seals the secrets, and must be new', async () => {
  await using world = await openSealed();
  const old = (await readFile(world.folder.path('secret.key'), 'utf8')).trim();
  await expect(world.rotate({ given: old })).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: 'The first key of WF_SECRET_KEY seals the secrets already: put a new key before it.',
    nextSteps: ['export WF_SECRET_KEY=$(openssl rand -hex 32),$WF_SECRET_KEY'],
  });
  await expect(world.rotate({ given: 'ab'.repeat(32) })).rejects.toThrow('but the key here is');
  expect(await world.rotate({ given: `${'ab'.repeat(32)},${old}` })).toMatchObject({ file: null, resealed: 2 });
});

test('a folder without a database is refused, and stays empty', async () => {
  await using folder = await tempFolder();
  const now = () => new Date('2026-11-20T12:00:00Z');
  const { signal } = new AbortController();
  const options = { dataDir: folder.root, databaseUrl: null, given: undefined, now, signal };
  await expect(rotateSecret(options)).rejects.toMatchObject({
    code: 'WF_NO_FILE',
    message: `There is no database at ${folder.path('wf.db')}.`,
    nextSteps: ['Name its folder: wf keys rotate-secret --data-dir DIR'],
  });
  await expect(stat(folder.path('secret.key'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('every table with sealed values is sealed again', async () => {
  const schema = await readFile(new URL('../../../recorded/schema/sqlite.sql', import.meta.url), 'utf8');
  const tables = schema.split(/^create table /im).filter((text) => /sealed|provider_keys/.test(text));
  const names = tables.map((text) => /^"?(\w+)/.exec(text)?.[1] ?? '');
  expect(new Set(names)).toEqual(new Set(Object.keys(SEALED_COLUMNS)));
});
