import { expect, test } from 'vitest';
import { EVALUATORS } from '../../src/evaluation/evaluators/catalogue/evaluators.ts';
import type { World } from '../helpers/service-world.ts';
import { describeOnBothDatabases, seen } from './on-both-databases.ts';

const runEvaluator = (world: World, key: string, body: Record<string, unknown>) =>
  world.running.send('POST', `/evaluators/${key}/run`, { body });

describeOnBothDatabases('apps', (openWorld) => {
  test('a taken name answers 409, even for a rename', async () => {
    await using world = await openWorld();
    const { app_id } = await world.call('createApp', { body: { app_name: 'other' } });
    const create = await world.running.send('POST', '/apps', { body: { app_name: 'support' } });
    const rename = await world.running.send('PATCH', `/apps/${app_id}`, { body: { app_name: 'support' } });
    const detail = 'There is already an app called "support".';
    expect([await seen(create), await seen(rename)]).toEqual([
      [409, { detail }],
      [409, { detail }],
    ]);
    const same = await world.running.send('PATCH', `/apps/${app_id}`, { body: { app_name: 'other' } });
    expect(same.status).toBe(200);
  });

  test.each(['', 'a b', 'ä', 'x'.repeat(101), '../up'])('the name %j is refused', async (app_name) => {
    await using world = await openWorld();
    expect((await world.running.send('POST', '/apps', { body: { app_name } })).status).toBe(422);
  });

  test('a name filters the list, and an unknown one empties it', async () => {
    await using world = await openWorld();
    await world.call('createApp', { body: { app_name: 'other' } });
    expect(await world.call('listApps', { app_name: 'other' })).toMatchObject([{ app_name: 'other' }]);
    expect(await world.call('listApps', { app_name: 'none' })).toEqual([]);
  });

  test('an unknown id is answered with a similar name', async () => {
    await using world = await openWorld();
    expect(await seen(await world.running.send('GET', '/apps/suport/variants'))).toEqual([
      404,
      { detail: `No app has the id "suport". Did you mean support (id ${world.appId})?` },
    ]);
    expect(await seen(await world.running.send('GET', '/testsets/x'))).toEqual([
      404,
      { detail: 'No test set has the id "x". There is no test set yet.' },
    ]);
  });
});

describeOnBothDatabases('test sets', (openWorld) => {
  const csvdata = [
    { text: 'a\u0000b "quoted", 漢字 🙂', number: 1.5, nested: { b: 1, a: [null, true] } },
    { text: '', number: -0.1, nested: null },
  ];

  test('rows are read back unchanged, with rows and keys in order', async () => {
    await using world = await openWorld();
    const { id } = await world.call('createTestset', { body: { name: 't', csvdata } });
    const { csvdata: stored } = await world.call('getTestset', { testset_id: id });
    expect(JSON.stringify(stored)).toBe(JSON.stringify(csvdata));
  });

  test('a test set may have more rows than one statement takes', async () => {
    await using world = await openWorld();
    const many = Array.from({ length: 1201 }, (_, index) => ({ index }));
    const { id } = await world.call('createTestset', { body: { name: 't', csvdata: many } });
    expect((await world.call('getTestset', { testset_id: id })).csvdata).toEqual(many);
  });

  test('an update replaces name and rows', async () => {
    await using world = await openWorld();
    const { id } = await world.call('createTestset', { body: { name: 't', csvdata } });
    const body = { name: 'u', csvdata: [{ other: 1 }] };
    expect(await world.call('updateTestset', { testset_id: id, body })).toEqual({
      status: 'success',
      message: 'Test set u now has 1 row.',
      id,
    });
    expect(await world.call('getTestset', { testset_id: id })).toMatchObject(body);
  });

  test('rows sent in pages become a revision only when finished', async () => {
    await using world = await openWorld();
    const { id } = await world.call('openTestsetRevision', { body: { name: 'paged', content_tag: 'a' } });
    const add = (position: number, rows: Record<string, unknown>[]) =>
      world.call('addTestsetRows', { testset_revision_id: id, body: { position, rows } });
    await add(0, [{ n: 0 }, { n: 1 }]);
    await add(2, [{ n: 2, more: true }]);
    // The answer was lost, and the page is sent again.
    expect((await add(2, [{ n: 2, more: true }])).rows).toBe(3);
    expect(await world.call('listTestsets', {})).toEqual([]);
    const finished = await world.call('finishTestsetRevision', { testset_revision_id: id });
    expect(finished).toMatchObject({ name: 'paged', revision: 1, rows: 3, columns: ['n', 'more'], content_tag: 'a' });
    expect(await world.call('finishTestsetRevision', { testset_revision_id: id })).toEqual(finished);
    const testset_id = finished.testset_id ?? '';
    expect(await world.call('listTestsetRows', { testset_id })).toEqual([{ n: 0 }, { n: 1 }, { n: 2, more: true }]);
    expect(await world.call('listTestsets', {})).toMatchObject([{ name: 'paged', revision: 1, rows: 3 }]);
  });

  test('the same tag finds the newest revision, and another creates the next one', async () => {
    await using world = await openWorld();
    const store = async (content_tag: string, n: number) => {
      const opened = await world.call('openTestsetRevision', { body: { name: 'paged', content_tag } });
      if (opened.testset_id !== null) return opened;
      await world.call('addTestsetRows', { testset_revision_id: opened.id, body: { position: 0, rows: [{ n }] } });
      return await world.call('finishTestsetRevision', { testset_revision_id: opened.id });
    };
    const first = await store('a', 1);
    expect(await store('a', 1)).toEqual(first);
    const second = await store('b', 2);
    expect([second.revision, second.testset_id]).toEqual([2, first.testset_id]);
    const testset_id = first.testset_id ?? '';
    expect(await world.call('getTestset', { testset_id })).toMatchObject({ revision: 2, csvdata: [{ n: 2 }] });
    expect(await world.call('getTestset', { testset_id, revision: 1 })).toMatchObject({
      revision: 1,
      csvdata: [{ n: 1 }],
    });
    expect((await world.call('listTestsetRevisions', { testset_id })).map(({ revision }) => revision)).toEqual([1, 2]);
    await world.call('updateTestset', { testset_id, body: { name: 'paged', csvdata: [{ n: 3 }] } });
    expect(await world.call('listTestsetRows', { testset_id })).toEqual([{ n: 3 }]);
    expect(await world.call('listTestsetRows', { testset_id, revision: 2 })).toEqual([{ n: 2 }]);
  });

  test('the same content stored twice at the same time is one revision', async () => {
    await using world = await openWorld();
    const body = { name: 'paged', content_tag: 'a' };
    const [one, other] = [
      await world.call('openTestsetRevision', { body }),
      await world.call('openTestsetRevision', { body }),
    ];
    for (const { id } of [one, other]) {
      await world.call('addTestsetRows', { testset_revision_id: id, body: { position: 0, rows: [{ n: 1 }] } });
    }
    const first = await world.call('finishTestsetRevision', { testset_revision_id: one.id });
    expect(await world.call('finishTestsetRevision', { testset_revision_id: other.id })).toEqual(first);
    expect(await world.call('finishTestsetRevision', { testset_revision_id: other.id })).toEqual(first);
    expect(first).toMatchObject({ id: one.id, revision: 1 });
    expect(await world.call('listTestsetRevisions', { testset_id: first.testset_id ?? '' })).toEqual([first]);
  });

  test('a page that leaves a gap, a finished revision and an empty one are refused', async () => {
    await using world = await openWorld();
    const { id } = await world.call('openTestsetRevision', { body: { name: 'paged' } });
    const send = async (path: string, body?: unknown) =>
      (await world.running.send('POST', `/testset-revisions/${path}`, body === undefined ? {} : { body })).status;
    expect(await send(`${id}/finish`)).toBe(422);
    expect(await send(`${id}/rows`, { position: 1, rows: [{ n: 1 }] })).toBe(409);
    expect(await send(`${id}/rows`, { position: 0, rows: [] })).toBe(422);
    expect(await send('unknown/rows', { position: 0, rows: [{ n: 1 }] })).toBe(404);
    expect(await send(`${id}/rows`, { position: 0, rows: [{ n: 1 }] })).toBe(200);
    expect(await send(`${id}/finish`)).toBe(200);
    expect(await send(`${id}/rows`, { position: 1, rows: [{ n: 2 }] })).toBe(409);
    expect((await world.running.send('GET', `/testsets/${await world.makeTestset()}?revision=9`)).status).toBe(404);
  });

  test('an evaluation runs and reports the named revision', async () => {
    await using world = await openWorld();
    const testset_id = await world.makeTestset();
    await world.call('updateTestset', { testset_id, body: { name: 'newer', csvdata: [{ text: 'only' }] } });
    const body = {
      app_id: world.appId,
      variant_ids: [world.variantId],
      evaluators_configs: [await world.makeEvaluatorConfig()],
      testset_id,
      rate_limit: { batch_size: 10, max_retries: 3, retry_delay: 2, delay_between_batches: 5 },
    };
    const [old] = await world.call('createEvaluations', { body: { ...body, testset_revision: 1 } });
    const [newest] = await world.call('createEvaluations', { body });
    expect([old?.testset_revision, newest?.testset_revision]).toEqual([1, 2]);
    const rows = await world.call('listEvaluationScenarios', { evaluation_id: old?.id ?? '' });
    expect(rows.map(({ inputs }) => inputs[0]?.value)).toEqual(['hello', 'bye']);
  });

  test('deleting is all or nothing', async () => {
    await using world = await openWorld();
    const id = await world.makeTestset();
    const both = await world.running.send('DELETE', '/testsets', { body: { testset_ids: [id, 'unknown'] } });
    expect(both.status).toBe(404);
    expect(await world.call('deleteTestsets', { body: { testset_ids: [id, id] } })).toEqual([id]);
    expect(await world.call('listTestsets', {})).toEqual([]);
  });
});

describeOnBothDatabases('evaluators', (openWorld) => {
  test('the list is the built-in one', async () => {
    await using world = await openWorld();
    expect(await world.call('listEvaluators', {})).toEqual(JSON.parse(JSON.stringify(EVALUATORS)));
  });

  test.each([
    ['auto_exact_match', { inputs: { prediction: 'a', ground_truth: 'a' } }, { success: true }],
    ['auto_exact_match', { inputs: { prediction: 'a', ground_truth: 'b' } }, { success: false }],
    ['auto_levenshtein_distance', { inputs: { prediction: 'abc', ground_truth: 'abd' } }, { score: 1 }],
    ['auto_contains', { inputs: { prediction: 'hello' }, settings: { substring: 'ell' } }, { success: true }],
    [
      'auto_exact_match',
      { inputs: { prediction: 'a', ground_truth: 'a' }, settings: { correct_answer_key: 'testcase.label' } },
      { success: true },
    ],
  ])('%s judges %j', async (key, body, outputs) => {
    await using world = await openWorld();
    expect(await seen(await runEvaluator(world, key, body))).toEqual([200, { outputs }]);
  });

  test('an unknown evaluator answers 404, bad settings and a missing answer 422', async () => {
    await using world = await openWorld();
    expect(await seen(await runEvaluator(world, 'auto_exact_matsh', { inputs: {} }))).toEqual([
      404,
      { detail: 'No evaluator is called "auto_exact_matsh". Did you mean auto_exact_match?' },
    ]);
    const settings = await seen(await runEvaluator(world, 'auto_contains', { inputs: {}, settings: { substring: 1 } }));
    expect(settings).toEqual([422, { detail: [expect.objectContaining({ loc: ['body', 'settings', 'substring'] })] }]);
    const [status] = await seen(await runEvaluator(world, 'auto_exact_match', { inputs: { prediction: 'a' } }));
    expect(status).toBe(422);
  });

  test('a configuration is checked against its template when created and changed', async () => {
    await using world = await openWorld();
    const body = { app_id: world.appId, name: 'c', evaluator_key: 'auto_contains', settings_values: {} };
    const create = await seen(await world.running.send('POST', '/evaluators/configs', { body }));
    expect(create).toEqual([
      422,
      { detail: [expect.objectContaining({ loc: ['body', 'settings_values', 'substring'], type: 'missing' })] },
    ]);
    const id = await world.makeEvaluatorConfig();
    const change = { body: { evaluator_key: 'auto_contains' } };
    expect((await world.running.send('PUT', `/evaluators/configs/${id}`, change)).status).toBe(422);
    const unknown = { body: { evaluator_key: 'auto_contians' } };
    expect(await seen(await world.running.send('PUT', `/evaluators/configs/${id}`, unknown))).toEqual([
      422,
      {
        detail: [
          expect.objectContaining({
            loc: ['body', 'evaluator_key'],
            msg: expect.stringContaining('such as auto_contains'),
          }),
        ],
      },
    ]);
  });

  test('a change keeps the fields that it does not name', async () => {
    await using world = await openWorld();
    const evaluator_config_id = await world.makeEvaluatorConfig();
    const before = await world.call('getEvaluatorConfig', { evaluator_config_id });
    await world.call('updateEvaluatorConfig', { evaluator_config_id, body: { name: 'renamed' } });
    const after = await world.call('getEvaluatorConfig', { evaluator_config_id });
    expect({ ...after, updated_at: '' }).toEqual({ ...before, name: 'renamed', updated_at: '' });
  });
});

describeOnBothDatabases('keys', (openWorld) => {
  test('a new key works at once, and a revoked one stops working', async () => {
    await using world = await openWorld();
    const key = await world.call('createKey', { body: { name: 'ci', role: 'viewer' } });
    expect(key).toMatch(/^[0-9A-Za-z]{8}\.[0-9a-f]{64}$/);
    const profile = () => world.running.send('GET', '/profile', { key });
    expect(await seen(await profile())).toEqual([200, expect.objectContaining({ username: 'ci', role: 'viewer' })]);
    await world.call('deleteKey', { key_prefix: key.slice(0, 8) });
    expect((await profile()).status).toBe(401);
  });

  test("only the hash of a key's secret is stored", async () => {
    await using world = await openWorld();
    const key = await world.call('createKey', { body: { name: 'ci' } });
    const stored = await world.running.store.db.selectFrom('keys').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(key.slice(9));
    expect(JSON.stringify(await world.call('listKeys', {}))).not.toContain(stored[0]?.secret_sha256);
  });

  test('an expired key is refused, to the millisecond', async () => {
    let now = Date.parse('2026-11-20T12:00:00Z');
    await using world = await openWorld({ now: () => new Date(now) });
    const expires_at = '2026-11-20T13:00:00Z';
    const key = await world.call('createKey', { body: { name: 'short', role: 'viewer', expires_at } });
    const status = async () => (await world.running.send('GET', '/profile', { key })).status;
    now = Date.parse(expires_at) - 1;
    expect(await status()).toBe(200);
    now += 1;
    expect(await status()).toBe(401);
  });
});
