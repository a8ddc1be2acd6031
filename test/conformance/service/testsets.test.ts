import { NO_TOOLS } from '../../../src/evaluation/judges/evaluator-tools.ts';
import { expect, test } from 'vitest';
import { openWorld, seen } from '../../helpers/open-world.ts';

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

test('numbers that a double cannot hold are stored as their text', async () => {
  await using world = await openWorld();
  const sent = '{"name":"t","csvdata":[{"id":9007199254740993,"deep":[1e400,0.5]}]}';
  const [status, created] = await seen(await world.running.send('POST', '/testsets', { body: sent }));
  expect(status).toBe(200);
  const { id } = created as { id: string };
  const rows = [{ id: '9007199254740993', deep: ['1e400', 0.5] }];
  expect((await world.call('getTestset', { testset_id: id })).csvdata).toEqual(rows);
});

test('a row with the same key twice is refused with its position', async () => {
  await using world = await openWorld();
  const { id } = await world.call('openTestsetRevision', { body: { name: 'paged' } });
  const sent = '{"position":0,\n"rows":[{"a":1,"a":2}]}';
  const answer = await world.running.send('POST', `/testset-revisions/${id}/rows`, { body: sent });
  const msg = 'JSON decode error: The key "a" occurs twice in one object: line 2 column 16 (char 30)';
  expect(await seen(answer)).toEqual([422, { detail: [{ loc: ['body', 30], msg, type: 'json_invalid' }] }]);
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
    _id: id,
  });
  expect(await world.call('getTestset', { testset_id: id })).toMatchObject(body);
});

test.each([
  ['CSV', 'text,score\nhello,1\n', [{ text: 'hello', score: '1' }]],
  ['JSON', '[{"text":"hello","score":1}]', [{ text: 'hello', score: 1 }]],
])('a form with a %s file is a test set', async (upload_type, file, csvdata) => {
  await using world = await openWorld();
  const form = new FormData();
  form.set('upload_type', upload_type);
  form.set('file', new File([file], 'greetings.txt'));
  const encoded = new Response(form);
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  const sent = { headers, body: new Uint8Array(await encoded.arrayBuffer()) };
  const stored = await world.running.send('POST', '/testsets/upload', sent);
  const { id, name } = (await stored.json()) as { id: string; name: string };
  expect([stored.status, name]).toEqual([200, 'greetings.txt']);
  expect(await world.call('getTestset', { testset_id: id })).toMatchObject({ csvdata });
});

test('a form that is none, and a file that is not a test set, are refused', async () => {
  await using world = await openWorld();
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const broken = await world.running.send('POST', '/testsets/upload', { headers, body: 'nothing' });
  expect(await seen(broken)).toEqual([422, { detail: [expect.objectContaining({ type: 'form_invalid' })] }]);
  for (const body of [{ file: '' }, { file: '{"a":', upload_type: 'JSON' }]) {
    const refused = await world.running.send('POST', '/testsets/upload', { body });
    expect(await seen(refused)).toEqual([422, { detail: [expect.objectContaining({ loc: ['body', 'file'] })] }]);
  }
});

test('a test set is fetched from an address, or refused with the reason', async () => {
  const answers: Record<string, Response> = {
    'https://a.example/rows': Response.json([{ text: 'hello' }]),
    'https://a.example/gone': new Response('', { status: 410 }),
    'https://a.example/page': new Response('<html>'),
  };
  const asked: (string | null)[] = [];
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    asked.push(new Headers(init?.headers).get('authorization'));
    const answer = answers[url instanceof Request ? url.url : `${url}`];
    if (answer === undefined) throw new Error('connect ECONNREFUSED');
    return answer;
  };
  await using world = await openWorld({ tools: { ...NO_TOOLS, fetch } });
  const send = async (path: string) =>
    await seen(
      await world.running.send('POST', '/testsets/endpoint?authorization=Bearer%20t', {
        body: { endpoint: `https://a.example/${path}`, testset_name: 'fetched' },
      }),
    );
  expect(await send('rows')).toEqual([200, expect.objectContaining({ name: 'fetched' })]);
  for (const path of ['gone', 'page', 'nowhere']) {
    expect(await send(path)).toEqual([422, { detail: [expect.objectContaining({ loc: ['body', 'endpoint'] })] }]);
  }
  expect(asked).toEqual(Array(4).fill('Bearer t'));
  expect(await world.call('listTestsets', {})).toHaveLength(1);
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

test('rows that replace a revision which the sender has not seen are refused', async () => {
  await using world = await openWorld();
  const csvdata = [{ n: 0 }];
  const { id: testset_id } = await world.call('createTestset', { body: { name: 'shared', csvdata } });
  const finish = async (seen: number) => {
    const { id } = await world.call('openTestsetRevision', { body: { name: 'shared' } });
    await world.call('addTestsetRows', { testset_revision_id: id, body: { position: 0, rows: [{ n: seen }] } });
    const headers = { 'if-match': `"${seen}"` };
    return await world.running.send('POST', `/testset-revisions/${id}/finish`, { headers });
  };
  expect((await finish(1)).status).toBe(200);
  const refused = await finish(1);
  expect([refused.status, await refused.json()]).toEqual([
    412,
    { detail: 'Test set "shared" is now at revision 2: somebody else changed it first.' },
  ]);
  const replace = async (seen: number) =>
    await world.running.send('PUT', `/testsets/${testset_id}`, {
      body: { name: 'shared', csvdata },
      headers: { 'if-match': `"${seen}"` },
    });
  expect([(await replace(1)).status, (await replace(2)).status]).toEqual([412, 200]);
  expect(await world.call('listTestsets', {})).toMatchObject([{ revision: 3, rows: 1 }]);
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
  const again = await world.running.send('POST', `/testset-revisions/${id}/rows`, {
    body: { position: 1, rows: [{ n: 2 }] },
  });
  const detail = 'Revision 1 of test set "paged" is finished and never changes.';
  expect(await seen(again)).toEqual([409, { detail }]);
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

test('a revision that stayed open for a day is abandoned, and goes with the next', async () => {
  let ms = Date.parse('2026-11-20T12:00:00Z');
  await using world = await openWorld({ now: () => new Date(ms) });
  const open = async () => (await world.call('openTestsetRevision', { body: { name: 'paged' } })).id;
  const send = async (id: string) => {
    const body = { position: 0, rows: [{ n: 1 }] };
    return (await world.running.send('POST', `/testset-revisions/${id}/rows`, { body })).status;
  };
  const old = await open();
  ms += 1;
  const young = await open();
  ms += 86_400_000;
  await open();
  expect([await send(old), await send(young)]).toEqual([404, 200]);
});

test('a name is looked up in the app first, then among those of no app, which keys of some apps do not see', async () => {
  await using world = await openWorld();
  const key = await world.call('createKey', { body: { name: 'ci', role: 'author', app_ids: [world.appId] } });
  const store = async (app_id: string | null, n: number, as = world.running.keys.operator) => {
    const send = async (path: string, body: object) =>
      (await (await world.running.send('POST', path, { body, key: as })).json()) as { id: string; testset_id: string };
    const { id } = await send('/testset-revisions', { name: 'cases', app_id });
    await send(`/testset-revisions/${id}/rows`, { position: 0, rows: [{ n }] });
    return (await send(`/testset-revisions/${id}/finish`, {})).testset_id;
  };
  const shared = await store(null, 1);
  expect(await store(world.appId, 2)).toBe(shared);
  const [, second] = await world.call('listTestsetRevisions', { testset_id: shared });
  expect((await world.running.send('POST', `/testset-revisions/${second?.id ?? ''}/finish`, { key })).status).toBe(404);
  const own = await store(world.appId, 3, key);
  expect(own).not.toBe(shared);
  expect([await store(world.appId, 4), await store(null, 5)]).toEqual([own, shared]);
});
