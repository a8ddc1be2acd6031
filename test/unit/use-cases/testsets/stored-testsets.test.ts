import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { TestsetRow } from '../../../../src/contract/testsets/testset.ts';
import {
  createTestset,
  type CreateTestsetOptions,
  storeTestset,
} from '../../../../src/use-cases/testsets/store-testset.ts';
import { uploadTestset, walkRows } from '../../../../src/client/public/testset-revision.ts';
import { resolveTestset, resolveTestsetRevision } from '../../../../src/use-cases/testsets/resolve-testset.ts';
import { clientOf, withoutExtensions } from '../../../helpers/client-of.ts';
import { collect } from '../../../helpers/collect.ts';
import { openWorld, type OwnWorld } from '../../../helpers/open-world.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

/** Creates a test set of the file `cases.v2.csv`, which has one row, or of standard input. */
async function create(world: OwnWorld, options: Partial<CreateTestsetOptions> = {}) {
  await using project = await tempProject({ 'cases.v2.csv': 'text\nhello\n' });
  const typed = { types: null, delimiter: null, format: null, cwd: project.root };
  const stdin = Readable.from(['text\nfrom stdin\n']);
  const plain = { client: clientOf(world.running), app: null, name: null, source: 'cases.v2.csv', stdin, ...typed };
  return await createTestset({ ...plain, ...options });
}

test('a test set has the name of its file or a given one, an app, and labels', async () => {
  await using world = await openWorld();
  await create(world);
  await create(world, { name: 'orders', app: 'support', labels: { team: 'search' } });
  await create(world, { name: 'early', app: 'not deployed yet' });
  await create(world, { name: 'piped', source: '-' });
  const client = clientOf(world.running);
  const all = await client.listTestsets({});
  expect(all.map(({ name, app_id: app = null, labels = {} }) => [name, app, labels])).toEqual([
    ['cases.v2', null, {}],
    ['orders', world.appId, { team: 'search' }],
    ['early', null, {}],
    ['piped', null, {}],
  ]);
  expect(await create(world)).toMatchObject({ created: false, revision: { revision: 1 } });
});

test.each<[Partial<CreateTestsetOptions>, string, string, readonly string[]]>([
  [{ source: '-' }, 'WF_USAGE', 'A test set from standard input or a pipe needs a name.', ['Add --name NAME']],
  [{ source: 'orders' }, 'WF_NO_FILE', 'Cannot read the test set orders: there is no such file.', ['wf testsets list']],
])('a test set of %j is refused', async (options, code, message, nextSteps) => {
  await using world = await openWorld();
  await expect(create(world, options)).rejects.toMatchObject({ code, message, nextSteps });
});

test("an app's own test set is used among those of the same name", async () => {
  await using world = await openWorld();
  const { revision } = await create(world, { name: 'orders', app: 'support' });
  const client = clientOf(world.running);
  await client.createTestset({ body: { name: 'orders', csvdata: [{ text: 'shared' }] } });
  expect((await resolveTestset(client, 'orders', world.appId)).id).toBe(revision.testset_id);
  for (const app of [null, 'another'])
    await expect(resolveTestset(client, 'orders', app)).rejects.toMatchObject({ code: 'WF_USAGE' });
});

test('a revision is the newest, or named after an @, which the name of a test set must not be', async () => {
  await using world = await openWorld();
  const client = clientOf(world.running);
  await create(world, { name: 'cases' });
  await create(world, { name: 'cases', source: '-' });
  const { revision } = await create(world, { name: 'odd' });
  const { db } = world.running.store;
  const rename = async (name: string) =>
    await db
      .updateTable('testsets')
      .set({ name })
      .where('id', '=', revision.testset_id ?? '')
      .execute();
  await rename('odd@2');
  const rowsOf = async (typed: string, of = client) => {
    const found = await resolveTestsetRevision(of, typed);
    return [found.revision.revision, await collect(walkRows(of, found)())];
  };
  const [first, second] = [[{ text: 'hello' }], [{ text: 'from stdin' }]];
  expect(await rowsOf('cases')).toEqual([2, second]);
  expect(await rowsOf('cases@1')).toEqual([1, first]);
  expect(await rowsOf(revision.testset_id ?? '')).toEqual([1, first]);
  await expect(rowsOf('odd@2')).rejects.toMatchObject({ code: 'WF_USAGE' });
  await expect(rowsOf('cases@9')).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: expect.stringMatching(/^No test set revision is called "cases@9"\..*cases@1.*cases@2/),
    nextSteps: ['wf testsets show cases'],
  });
  const other = withoutExtensions(client);
  expect(await rowsOf('cases', other)).toEqual([null, second]);
  await expect(rowsOf('cases@1', other)).rejects.toThrow('This service lacks revisions of test sets');
});

const rowsOf = (count: number): TestsetRow[] => Array.from({ length: count }, (_, index) => ({ n: index }));

test('rows are all checked before any is stored', async () => {
  await using world = await openWorld();
  const client = clientOf(world.running);
  const upload = async (refused: number | null) =>
    await uploadTestset({
      client,
      name: 'long',
      findAppId: async () => null,
      pages: Readable.from([rowsOf(1500), rowsOf(1500), rowsOf(1001)]),
      tag: 'tag',
      checkRows: (rows, start) => {
        if (refused !== null && refused < start + rows.length) throw new Error('unsuitable');
      },
    });
  await expect(upload(4000)).rejects.toThrow('unsuitable');
  expect(await client.listTestsets({})).toEqual([]);
  expect(await upload(null)).toMatchObject({ created: true, revision: { rows: 4001 } });
  expect(await upload(null)).toMatchObject({ created: false, revision: { rows: 4001 } });
});

test('the test set of a run is a file, standard input, or a stored one', async () => {
  await using world = await openWorld();
  await using project = await tempProject({ 'my cases.csv': 'text\nhello\n' });
  const client = clientOf(world.running);
  const store = async (source: string, refuses = false) => {
    const stdin = Readable.from([Buffer.from('text\nhello\n')]);
    const check = ({ rows }: { readonly rows: number }) => {
      if (refuses) throw new Error(`unsuitable: ${rows}`);
    };
    const { name, revision, created } = await storeTestset({
      client,
      appId: world.appId,
      source,
      cwd: project.root,
      stdin,
      check,
    });
    return [name, revision, created];
  };
  expect(await store('my cases.csv')).toEqual(['my cases', 1, true]);
  expect(await store('my cases.csv')).toEqual(['my cases', 1, false]);
  expect(await store('my cases@1')).toEqual(['my cases', 1, false]);
  expect(await store('-')).toEqual(['stdin', 1, true]);
  await expect(store('my cases', true)).rejects.toThrow('unsuitable: 1');
});
