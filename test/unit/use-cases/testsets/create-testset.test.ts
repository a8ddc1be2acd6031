import { Readable } from 'node:stream';
import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createTestset, type CreateTestsetOptions } from '../../../../src/use-cases/testsets/create-testset.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const APP = '01932c5e-0000-7000-8000-00000000000a';
const STORED = { id: 'r-1', testset_id: 't-1', revision: 1, rows: 1 };

/** Creates a test set of a file `cases.v2.csv` with one row, or of standard input. */
async function create(
  options: Partial<Omit<CreateTestsetOptions, 'client'>>,
  { isOurs = true, apps = [{ app_id: 'a-1', app_name: 'support' }] } = {},
) {
  await using folder = await tempFolder();
  await writeFile(`${folder.root}/cases.v2.csv`, 'text\nhello\n');
  const { client, calls } = fakeClient({
    openTestsetRevision: async () => ({ id: 'r-1', testset_id: null, rows: 0 }) as never,
    addTestsetRows: async () => ({ id: 'r-1', testset_id: null, rows: 1 }) as never,
    finishTestsetRevision: async () => STORED as never,
    updateTestsetMetadata: async () => ({ labels: {} }),
    listApps: async () => apps,
    ...(isOurs ? {} : { extensions: async () => null }),
  });
  const created = await createTestset({
    client,
    app: null,
    name: null,
    source: 'cases.v2.csv',
    types: null,
    delimiter: null,
    format: null,
    cwd: folder.root,
    stdin: Readable.from(['text\nhello\n']) as never,
    ...options,
  });
  const named = (name: string) => calls.filter((call) => call.name === name).map(({ input }) => input);
  return { created, named };
}

const bodyOf = (body: Record<string, unknown>) => [
  { body: { content_tag: expect.stringMatching(/^[0-9a-f]{64}$/) as string, ...body } },
];

test.each<[string, Parameters<typeof create>[0], Record<string, unknown>]>([
  ['its own name', {}, { name: 'cases.v2' }],
  ['a given name', { name: 'orders' }, { name: 'orders' }],
  ['an app by its id', { app: APP }, { name: 'cases.v2', app_id: APP }],
  ['an app by its name', { app: 'support' }, { name: 'cases.v2', app_id: 'a-1' }],
])('a file is stored with %s', async (_, options, body) => {
  const { created, named } = await create(options);
  expect(created).toEqual({ revision: STORED, created: true });
  expect(named('openTestsetRevision')).toEqual(bodyOf(body));
  expect(named('addTestsetRows')).toEqual([
    { testset_revision_id: 'r-1', body: { position: 0, rows: [{ text: 'hello' }] } },
  ]);
  expect(named('updateTestsetMetadata')).toEqual([]);
});

test('an app that does not exist yet owns no test set, and only its name is asked for', async () => {
  const { named } = await create({ app: 'support' }, { apps: [] });
  expect(named('openTestsetRevision')).toEqual(bodyOf({ name: 'cases.v2' }));
  expect(named('listApps')).toEqual([{ app_name: 'support' }]);
});

test('labels are set once the rows are stored', async () => {
  const { named } = await create({ labels: { team: 'search' } });
  expect(named('updateTestsetMetadata')).toEqual([{ testset_id: 't-1', body: { labels: { team: 'search' } } }]);
});

test('labels are refused by a service without them, before anything is stored', async () => {
  await expect(create({ labels: { team: 'search' } }, { isOurs: false })).rejects.toMatchObject({
    code: 'WF_UNSUPPORTED',
    message: 'This service lacks labels, an extension of wf.',
    nextSteps: ['Leave out --label'],
  });
});

test('standard input needs a name', async () => {
  await expect(create({ source: '-' })).rejects.toMatchObject({
    code: 'WF_USAGE',
    message: 'A test set from standard input or a pipe needs a name.',
    nextSteps: ['Add --name NAME'],
  });
  const { named } = await create({ source: '-', name: 'orders' });
  expect(named('openTestsetRevision')).toEqual([{ body: { name: 'orders', content_tag: null } }]);
});

test('a missing file without an extension is refused with the list', async () => {
  await expect(create({ source: 'orders' })).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'Cannot read the test set orders: there is no such file.',
    nextSteps: ['wf testsets list'],
  });
});
