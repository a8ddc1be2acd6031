import { expect, test } from 'vitest';
import { ARCHIVE_TABLES, type ArchiveRow, type ArchiveTable } from '../../../src/contract/archives/archive.ts';
import { archiveOf, ownRows } from '../../helpers/archive.ts';
import { BUNDLE, createWorld, type World } from '../../helpers/service-world.ts';
import { startService, type NewDatabase } from '../../helpers/start-service.ts';
import { isOnPostgres, testedDatabase } from '../../helpers/tested-database.ts';
import { openWorld, seen } from '../../helpers/open-world.ts';

type Rows = Partial<Record<ArchiveTable, readonly ArchiveRow[]>>;

/** Reads an app's rows in pages of two, so that every table has several pages. */
async function exportAll({ running, appId }: World): Promise<Rows> {
  const all: Rows = {};
  for (const table of ARCHIVE_TABLES) {
    const rows: ArchiveRow[] = [];
    let query: string | null = '?limit=2';
    while (query !== null) {
      const response = await running.send('GET', `/apps/${appId}/export/${table}${query}`);
      expect(response.status).toBe(200);
      rows.push(...((await response.json()) as ArchiveRow[]));
      query = /<([^>]*)>/.exec(response.headers.get('link') ?? '')?.[1] ?? null;
    }
    if (rows.length > 0) all[table] = rows;
  }
  return all;
}

/** Deletes the world's app, and uploads its bundle again, as an import does with the missing ones. */
async function deleteApp({ call, appId, sha256 }: World): Promise<void> {
  await call('deleteApp', { app_id: appId });
  await call('putArtifact', { sha256, body: BUNDLE });
}

/** Uploads an archive and commits it. */
async function send({ running }: Pick<World, 'running'>, { manifest, pages }: ReturnType<typeof archiveOf>) {
  const begun = await running.send('POST', '/imports', { body: manifest });
  if (!begun.ok) return begun;
  const { import_id } = (await begun.json()) as { import_id: string };
  for (const { table, page, bytes } of pages) {
    const response = await running.send('PUT', `/imports/${import_id}/${table}/${page}`, { body: bytes });
    if (!response.ok) return response;
  }
  return await running.send('POST', `/imports/${import_id}/commit`);
}

/** An app with rows in every archived table. */
async function fill(world: World): Promise<void> {
  const { call, appId, variantId } = world;
  await call('updateVariantParameters', { variant_id: variantId, body: { parameters: { words: 60 } } });
  await call('deployToEnvironment', { body: { environment_name: 'production', variant_id: variantId } });
  await call('rollbackEnvironment', { environment_name: 'production', body: { app_id: appId } });
  await world.makeVariant();
  const evaluation = await world.makeEvaluation();
  await world.makeHumanEvaluation();
  const { db } = world.running.store;
  const ended = { status: '{"type":"status","value":"EVALUATION_FINISHED"}', status_value: 'EVALUATION_FINISHED' };
  await db.updateTable('evaluations').set(ended).execute();
  const scenarios = await db.selectFrom('evaluation_scenarios').select('id').execute();
  const outcome = {
    is_called: 1,
    is_error: 0,
    judge_calls: 2,
    judge_cost: 0.003,
    evaluation_id: evaluation,
    outputs: '[{"ü":"\\n"}]',
    results: '[]',
    cost: 1e-7,
    latency: 0.1 + 0.2,
  };
  for (const { id } of scenarios)
    await db
      .insertInto('evaluation_outcomes')
      .values({ ...outcome, scenario_id: id })
      .execute();
}

/** What a caller can read of an app. */
async function view({ call, appId }: World) {
  const variants = await call('listAppVariants', { app_id: appId });
  const evaluations = await call('listEvaluations', { app_id: appId });
  const seenApp = {
    variants,
    revisions: await Promise.all(variants.map(({ variant_id }) => call('listVariantRevisions', { variant_id }))),
    production: await call('getEnvironmentRevisions', { app_id: appId, environment_name: 'production' }),
    deployments: await call('listDeployments', { app_id: appId }),
    testsets: await call('listTestsets', {}),
    evaluators: await call('listEvaluatorConfigs', { app_id: appId }),
    evaluations,
    rows: await Promise.all(evaluations.map(({ id }) => call('listEvaluationScenarios', { evaluation_id: id }))),
    human: await call('listHumanEvaluations', { app_id: appId }),
  };
  // Each service has its own project.
  return JSON.parse(JSON.stringify(seenApp).replaceAll(/"project_id":"[^"]*"/g, '"project_id":"-"')) as unknown;
}

/** From SQLite, and back where another database is tested. */
const MOVES: readonly (readonly [from: NewDatabase, to: NewDatabase])[] = isOnPostgres()
  ? [
      ['sqlite', testedDatabase()],
      [testedDatabase(), 'sqlite'],
    ]
  : [['sqlite', 'sqlite']];

test.each(MOVES)(
  'an app moves from %o to %o, the same to the last byte, including ids and history',
  async (from, to) => {
    await using source = await startService({ database: from });
    await using target = await startService({ database: to });
    const world = await createWorld(source);
    await fill(world);
    const there = await createWorld(target);
    await deleteApp(there);
    const rows = await exportAll(world);
    const answer = await send({ running: target }, archiveOf(rows, { id: world.appId, name: 'support' }));
    expect([answer.status, await answer.json()]).toEqual([
      200,
      expect.objectContaining({ app_id: world.appId, app_name: 'support', testsets_kept: 0 }),
    ]);
    const copy = { ...there, appId: world.appId };
    expect(await exportAll(copy)).toEqual(rows);
    expect(await view(copy)).toEqual(await view(world));
    const body = { environment: 'production', text: 'hello' };
    const path = `/services/${world.appId}/default/run`;
    expect(await seen(await target.send('POST', path, { body }))).toEqual(
      await seen(await source.send('POST', path, { body })),
    );
  },
);

test('an unfinished evaluation is imported as cancelled, and can be resumed', async () => {
  await using world = await openWorld();
  const id = await world.makeEvaluation();
  const rows = await exportAll(world);
  await deleteApp(world);
  const answer = await send(world, archiveOf(rows, { id: world.appId, name: 'support' }));
  expect(await seen(answer)).toEqual([200, expect.objectContaining({ evaluations_cancelled: 1, testsets_kept: 1 })]);
  const { status } = await world.call('getEvaluation', { evaluation_id: id });
  expect(status.value).toBe('EVALUATION_CANCELLED');
  const resumed = await world.call('resumeEvaluation', { evaluation_id: id, body: {} });
  expect(resumed.status.value).toBe('EVALUATION_INITIALIZED');
});

test('an app that exists already is refused, and so is its name', async () => {
  await using world = await openWorld();
  const rows = await exportAll(world);
  expect((await send(world, archiveOf(rows))).status).toBe(409);
  const other = ownRows();
  const named = { ...other, apps: other.apps.map((row) => ({ ...row, name: 'support' })) };
  expect(await seen(await send(world, archiveOf(named)))).toEqual([
    409,
    { detail: 'There is already an app called "support".' },
  ]);
});

test('identical test sets stay with their labels, and different ones are refused', async () => {
  await using world = await openWorld();
  const labels = { team: 'search' };
  await world.call('updateTestsetMetadata', { testset_id: await world.makeTestset(), body: { labels } });
  const all = await exportAll(world);
  const { testsets = [], testset_labels = [], testset_revisions = [], testset_revision_rows: cells = [] } = all;
  const revised = { testsets, testset_labels, testset_revisions };
  const answer = await send(world, archiveOf({ ...ownRows(), ...revised, testset_revision_rows: cells }));
  expect(await seen(answer)).toEqual([
    200,
    expect.objectContaining({
      testsets_kept: 1,
      rows: expect.objectContaining({ testsets: 0, testset_labels: 0, testset_revision_rows: 0 }),
    }),
  ]);
  for (const changed of [cells.slice(1), cells.map((row) => ({ ...row, cells: '{"text":"other"}' }))]) {
    const archive = archiveOf({ ...ownRows(), ...revised, testset_revision_rows: changed });
    expect((await send(world, archive)).status).toBe(409);
  }
  const [first = {}] = testset_revisions;
  const more = [...testset_revisions, { ...first, id: 'another', revision: 2 }];
  const other = testset_revisions.map((row) => ({ ...row, name: 'other' }));
  for (const changed of [{}, { testset_revisions: more }, { testset_revisions: other }]) {
    const archive = archiveOf({ ...ownRows(), testsets, ...changed });
    expect((await send(world, archive)).status).toBe(409);
  }
});

test.each<[string, (rows: ReturnType<typeof ownRows>, world: World) => Rows, string?]>([
  ['no app', ({ environments }) => ({ environments })],
  ['two apps', ({ apps }) => ({ apps: [...apps, ...ownRows().apps] })],
  [
    'a row of another app',
    ({ apps, environments }, { appId }) => ({
      apps,
      environments: environments.map((row) => ({ ...row, app_id: appId, name: 'extra' })),
    }),
  ],
  ['an unknown column', ({ apps }) => ({ apps: apps.map((row) => ({ ...row, owner: 'eve' })) }), 'a newer wf wrote it'],
  ['a column of the service itself', ({ apps }) => ({ apps: apps.map((row) => ({ ...row, project_id: 'x' })) })],
  ['a column that is missing', ({ apps }) => ({ apps: apps.map((row) => without(row, 'created_at')) })],
  ['no id', ({ apps }) => ({ apps: apps.map((row) => without(row, 'id')) })],
  [
    'rows of different columns',
    ({ apps, environments }) => ({
      apps,
      environments: [...environments, { id: 'x', app_id: 'x' }],
    }),
  ],
  [
    'a row without its parent',
    ({ apps }) => ({
      apps,
      variant_revisions: [{ id: 'r', variant_id: 'v', revision: 1, parameters: '{}', modified_by: '', created_at: '' }],
    }),
  ],
  [
    'invalid JSON',
    ({ apps }) => ({
      apps,
      variant_revisions: [{ id: 'r', variant_id: 'v', revision: 1, parameters: '{', modified_by: '', created_at: '' }],
    }),
  ],
  [
    'rows of another test set',
    ({ apps }) => ({
      apps,
      testset_revision_rows: [{ revision_id: 't', position: 1, cells: '{}' }],
    }),
  ],
])('an archive with %s is refused completely', async (_, change, message = '') => {
  await using world = await openWorld();
  const rows = ownRows();
  const [app] = rows.apps;
  const before = await exportAll(world);
  const archive = archiveOf(change(rows, world), { id: String(app?.['id']), name: String(app?.['name']) });
  const response = await send(world, archive);
  expect([response.status, await response.text()]).toEqual([422, expect.stringContaining(message)]);
  expect(await world.call('listApps', {})).toHaveLength(1);
  expect(await exportAll(world)).toEqual(before);
});

test('all pages must match the manifest', async () => {
  await using world = await openWorld();
  const { manifest, pages } = archiveOf();
  const { import_id } = await world.call('createImport', { body: manifest });
  const put = (path: string, body: unknown) => world.running.send('PUT', `/imports/${import_id}/${path}`, { body });
  expect((await put('apps/1', 'other bytes')).status).toBe(422);
  expect((await put('apps/2', pages[0]?.bytes)).status).toBe(422);
  expect((await put('keys/1', pages[0]?.bytes)).status).toBe(422);
  expect((await put('apps/1', pages[0]?.bytes)).status).toBe(200);
  expect((await put('apps/1', pages[0]?.bytes)).status).toBe(200);
  expect(await seen(await world.running.send('POST', `/imports/${import_id}/commit`))).toEqual([
    422,
    { detail: [expect.objectContaining({ msg: 'Page 1 of environments was not sent.' })] },
  ]);
  await world.call('deleteImport', { import_id });
  expect((await world.running.send('POST', `/imports/${import_id}/commit`)).status).toBe(404);
  expect(await world.call('listApps', {})).toHaveLength(1);
});

test('one import is one entry of the audit log, however many pages it has', async () => {
  await using world = await openWorld();
  const logged = async () =>
    (await world.call('listAuditEntries', {})).map(({ kind, name, summary }) => [kind, name, summary]);
  const before = await logged();
  const archive = archiveOf();
  expect((await send(world, archive)).status).toBe(200);
  const rows = archive.manifest.pages.reduce((sum, page) => sum + page.rows, 0);
  expect(archive.pages.length).toBeGreaterThan(1);
  expect((await logged()).slice(before.length)).toEqual([
    ['app', archive.manifest.app.name, `imported, ${rows} row${rows === 1 ? '' : 's'}`],
  ]);
  const { import_id } = await world.call('createImport', { body: archiveOf().manifest });
  await world.call('deleteImport', { import_id });
  expect((await logged()).slice(before.length + 1).map(([, , summary]) => summary)).toEqual(['abandoned']);
});

test('only an operator exports and imports', async () => {
  await using world = await openWorld();
  const key = world.running.keys.author;
  expect((await world.running.send('GET', `/apps/${world.appId}/export/apps`, { key })).status).toBe(403);
  expect((await world.running.send('POST', '/imports', { key, body: archiveOf().manifest })).status).toBe(403);
});

test('of two concurrent imports of an app, one is stored and the other refused', async () => {
  await using world = await openWorld();
  const archive = archiveOf();
  const statuses = await Promise.all([send(world, archive), send(world, archive)]).then((all) =>
    all.map(({ status }) => status),
  );
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('archives contain no secrets of links', async () => {
  await using world = await openWorld();
  await world.makeHumanEvaluation();
  const { human_evaluations: [row] = [], apps: [app] = [] } = await exportAll(world);
  expect([Object.keys(row ?? {}), Object.keys(app ?? {})].flat()).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/sealed|sha256|project_id/)]),
  );
});

function without(row: ArchiveRow, column: string): ArchiveRow {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== column));
}
