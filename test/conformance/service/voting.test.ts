import { expect, test } from 'vitest';
import type { VotingCase, VotingState } from '../../../src/contract/human-evaluations/voting.ts';
import { createEvaluationRunner } from '../../../src/service/jobs/runner/create-evaluation-runner.ts';
import { createEvaluationBackend } from '../../../src/service/jobs/evaluation-jobs.ts';
import { serveVoting } from '../../../src/service/human-evaluations/voting/serve-voting.ts';
import type { World } from '../../helpers/service-world.ts';
import { createFunctionHosting } from '../../helpers/start-evaluations.ts';
import { TEST_SECRETS } from '../../helpers/start-service.ts';
import { compareTwo, createHuman } from '../../helpers/human-world.ts';
import type { HumanEvaluation } from '../../../src/contract/human-evaluations/human-evaluation.ts';
import { openWorld } from '../../helpers/open-world.ts';

/** A browser with a voting cookie, from the service's point of view. */
function voterOf(world: World, evaluationId: string, isHttps = false) {
  const part = serveVoting({ store: world.running.store, secrets: TEST_SECRETS, isHttps });
  let cookie = '';
  const send = async (method: string, path: string, body?: unknown) => {
    const request = new Request(`http://wf.test/voting/${evaluationId}${path}`, {
      method,
      headers: { cookie },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const response = await part(request);
    if (response === null) throw new Error('It is a voting request');
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const state = async (method: string, path: string, body?: unknown) =>
    JSON.parse((await send(method, path, body)).text) as VotingState; // as these paths answer
  const look = async (place: number) => JSON.parse((await send('GET', `/cases/${place}`)).text) as VotingCase;
  return { send, state, look, cookie: () => cookie };
}

/** An evaluation whose outputs name their variant, and its link. */
async function openVote(world: World) {
  const { evaluation_id, variant_ids, put } = await compareTwo(world);
  const outputs = variant_ids.map((variant_id, index) => ({ variant_id, variant_output: `output ${index}` }));
  for (const place of [0, 1]) await put(place, { outputs });
  const { code } = await world.call('getHumanLinks', { evaluation_id });
  return { evaluation_id, variant_ids, code: code ?? '' };
}

const GENERATE = { rate_limit: { batch_size: 4, max_retries: 0, retry_delay: 0, delay_between_batches: 0 } };

/** A test of one variant, and its link. */
async function openScored(world: World, generate: object | null = null) {
  const [, body] = await createHuman(world, { generate });
  const { id: evaluation_id } = body as HumanEvaluation; // as the endpoint answers
  const { code } = await world.call('getHumanLinks', { evaluation_id });
  return { evaluation_id, code: code ?? '' };
}

test('asks for a name, and counts a vote for the variant whose output the voter saw', async () => {
  await using world = await openWorld();
  const { evaluation_id, variant_ids, code } = await openVote(world);
  const ana = voterOf(world, evaluation_id);
  expect(await ana.state('POST', '/session', { code })).toMatchObject({ voter: null, total: 2 });
  expect(await ana.state('POST', '/session', { code, name: 'ana' })).toMatchObject({
    voter: 'ana',
    done: 0,
    next: 1,
  });
  const [first, second] = [await ana.look(1), await ana.look(2)];
  expect(await ana.state('PUT', '/cases/1', { choice: 'first', note: 'short' })).toMatchObject({ done: 1, next: 2 });
  expect(await ana.state('PUT', '/cases/2', { choice: 'second' })).toMatchObject({ done: 2, next: null });
  const votes = await world.call('listHumanVotes', { evaluation_id });
  expect(votes.map((each) => each.votes.map(({ vote, note, is_blind }) => [vote, note, is_blind]))).toEqual([
    [[variant_ids[Number(String(first.outputs[0]?.output).slice(-1))], 'short', true]],
    [[variant_ids[Number(String(second.outputs[1]?.output).slice(-1))], '', true]],
  ]);
});

test("reveals no variant's name or id before the voter asks, and no expected answer that was not chosen", async () => {
  await using world = await openWorld();
  const { evaluation_id, variant_ids, code } = await openVote(world);
  const ana = voterOf(world, evaluation_id);
  const answers = [await ana.send('POST', '/session', { code, name: 'ana' }), await ana.send('GET', '')];
  for (const place of [1, 2]) {
    answers.push(await ana.send('GET', `/cases/${place}`));
    answers.push(await ana.send('PUT', `/cases/${place}`, { choice: 'first' }));
    answers.push(await ana.send('GET', `/cases/${place}`));
  }
  const said = answers.map(({ text }) => text).join('\n');
  const { variant_names } = await world.call('getHumanEvaluation', { evaluation_id });
  for (const word of [...variant_ids, ...variant_names, 'correct_answer', 'greeting']) expect(said).not.toContain(word);
  await ana.send('POST', '/reveal');
  expect(new Set((await ana.look(1)).outputs.map(({ variant }) => variant))).toEqual(
    new Set(variant_names.map((name) => `${name}@1`)),
  );
  await ana.send('PUT', '/cases/1', { choice: 'second' });
  const [votes] = await world.call('listHumanVotes', { evaluation_id });
  expect(votes?.votes.map(({ is_blind }) => is_blind)).toEqual([false]);
});

test('shows the same order each time, and both orders across voters', async () => {
  await using world = await openWorld();
  const { evaluation_id, code } = await openVote(world);
  const orders: string[] = [];
  for (let index = 0; index < 20; index += 1) {
    const voter = voterOf(world, evaluation_id);
    await voter.send('POST', '/session', { code, name: `voter ${index}` });
    const [once, again] = [await voter.look(1), await voter.look(1)];
    expect(again).toEqual(once);
    orders.push(String(once.outputs[0]?.output));
  }
  expect(new Set(orders)).toEqual(new Set(['output 0', 'output 1']));
});

test('continues where it stopped, by cookie, by shared link and by own link', async () => {
  await using world = await openWorld();
  const { evaluation_id, code } = await openVote(world);
  const ana = voterOf(world, evaluation_id);
  const { own_code } = await ana.state('POST', '/session', { code, name: 'ana' });
  await ana.send('PUT', '/cases/1', { choice: 'both_bad' });
  expect(await ana.state('GET', '')).toMatchObject({ voter: 'ana', next: 2 });
  expect(await ana.state('POST', '/session', { code })).toMatchObject({ voter: 'ana', next: 2 });
  const elsewhere = voterOf(world, evaluation_id);
  expect(await elsewhere.state('POST', '/session', { code: own_code })).toMatchObject({ voter: 'ana', next: 2 });
  expect((await elsewhere.look(1)).choice).toBe('both_bad');
});

test('withdraws a vote, and keeps its note', async () => {
  await using world = await openWorld();
  const { evaluation_id, code } = await openVote(world);
  const ana = voterOf(world, evaluation_id);
  await ana.send('POST', '/session', { code, name: 'ana' });
  await ana.send('PUT', '/cases/1', { choice: 'both_good', note: 'hm' });
  expect(await ana.state('PUT', '/cases/1', { choice: null })).toMatchObject({ done: 0, next: 1 });
  expect(await ana.look(1)).toMatchObject({ choice: null, note: 'hm' });
  await ana.send('PUT', '/cases/1', { choice: 'first' });
  expect(await ana.state('PUT', '/cases/1', { note: 'no' })).toMatchObject({ done: 1 });
  expect(await ana.look(1)).toMatchObject({ choice: 'first', note: 'no' });
});

test('shows a tally of the own votes after the reveal', async () => {
  await using world = await openWorld();
  const { evaluation_id, code } = await openVote(world);
  const [ana, ben] = [voterOf(world, evaluation_id), voterOf(world, evaluation_id)];
  await ana.send('POST', '/session', { code, name: 'ana' });
  await ben.send('POST', '/session', { code, name: 'ben' });
  await ben.send('PUT', '/cases/1', { choice: 'both_good' });
  await ana.send('PUT', '/cases/1', { choice: 'both_bad' });
  expect(await ana.state('GET', '')).toMatchObject({ is_revealed: false, tally: null });
  const revealed = await ana.state('POST', '/reveal');
  const labelled = (label: string, votes = 0) => ({ label, votes, mean_score: null });
  expect(revealed).toMatchObject({
    is_revealed: true,
    tally: [labelled('default@1'), labelled('name-1@1'), labelled('Both good'), labelled('Both bad', 1)],
  });
});

test('asks for a score of one variant, and shows its mean after the reveal', async () => {
  await using world = await openWorld();
  const { evaluation_id, code } = await openScored(world);
  const ana = voterOf(world, evaluation_id);
  await ana.send('POST', '/session', { code, name: 'ana' });
  await ana.send('PUT', '/cases/1', { score: 0 });
  await ana.send('PUT', '/cases/2', { score: 9 });
  expect((await ana.look(1)).score).toBe(0);
  expect((await ana.state('POST', '/reveal')).tally).toEqual([{ label: 'default@1', votes: 2, mean_score: 4.5 }]);
  await ana.send('PUT', '/cases/1', { score: null });
  expect((await ana.look(1)).score).toBeNull();
  const wrong = await ana.send('PUT', '/cases/1', { choice: 'first' });
  const msg = 'This evaluation asks for a score';
  expect([wrong.status, JSON.parse(wrong.text)]).toEqual([
    422,
    { detail: [{ loc: ['body', 'choice'], msg, type: 'value_error' }] },
  ]);
});

test('waits for an output that is not there yet, and says only that one failed', async () => {
  const gate = Promise.withResolvers<void>();
  const answer = async () => {
    await gate.promise;
    return Response.json({ detail: 'default is gone' }, { status: 500 });
  };
  await using world = await openWorld({
    createHosting: () => createFunctionHosting({ answer }),
    createRunner: (dependencies) => createEvaluationRunner(createEvaluationBackend(dependencies)),
  });
  const { evaluation_id, code } = await openScored(world, GENERATE);
  const ana = voterOf(world, evaluation_id);
  await ana.send('POST', '/session', { code, name: 'ana' });
  expect((await ana.look(1)).outputs).toEqual([{ output: '', state: 'waiting', variant: null }]);
  gate.resolve();
  const look = async () => (await ana.look(1)).outputs;
  await expect.poll(look).toEqual([{ output: '', state: 'failed', variant: null }]);
});

test('admits five hundred people at most, and those who have a code', async () => {
  await using world = await openWorld();
  const { evaluation_id, code } = await openVote(world);
  const own = await world.call('createHumanVoter', { evaluation_id, body: { name: 'own' } });
  for (let index = 0; index < 498; index += 1) {
    await world.call('createHumanVoter', { evaluation_id, body: { name: `voter ${index}` } });
  }
  const join = async (body: object) => await voterOf(world, evaluation_id).send('POST', '/session', body);
  expect((await join({ code, name: 'ana' })).status).toBe(200);
  const refused = await join({ code, name: 'ben' });
  const detail = 'There are already 500 voters: no more can join.';
  expect([refused.status, JSON.parse(refused.text)]).toEqual([409, { detail }]);
  expect((await join({ code: own.code })).status).toBe(200);
});

test('signs out, and behind https gives a cookie that is sent no other way', async () => {
  await using world = await openWorld();
  const { evaluation_id, code } = await openVote(world);
  const ana = voterOf(world, evaluation_id, true);
  const joined = await ana.send('POST', '/session', { code, name: 'ana' });
  expect(joined.headers.get('set-cookie')).toMatch(/; SameSite=Strict; Secure$/);
  expect(joined.headers.get('cache-control')).toBe('no-store');
  const left = await ana.send('DELETE', '/session');
  expect(left.headers.get('set-cookie')).toBe(
    `wf_vote=; Path=/voting/${evaluation_id}; Max-Age=0; HttpOnly; SameSite=Strict; Secure`,
  );
  expect((await ana.send('GET', '')).status).toBe(401);
});

test("grants access to nothing but this evaluation's votes", async () => {
  await using world = await openWorld();
  const { evaluation_id, code } = await openVote(world);
  const other = await openVote(world);
  const ana = voterOf(world, evaluation_id);
  const joined = await ana.send('POST', '/session', { code, name: 'ana' });
  expect(joined.headers.get('set-cookie')).toContain(
    `; Path=/voting/${evaluation_id}; Max-Age=7776000; HttpOnly; SameSite=Strict`,
  );
  const own = ana.cookie().split('=')[1] ?? '';
  const stranger = voterOf(world, other.evaluation_id);
  expect((await stranger.send('POST', '/session', { code: own })).status).toBe(403);
  expect((await stranger.send('POST', '/session', { code })).status).toBe(403);
  for (const key of [own, code]) {
    expect((await world.running.send('GET', '/profile', { key })).status).toBe(401);
    expect(
      (await world.running.send('GET', '/profile', { key: null, headers: { cookie: `wf_key=${key}` } })).status,
    ).toBe(401);
  }
  const cookie = { cookie: ana.cookie() };
  const read = await world.running.send('GET', `/human-evaluations/${evaluation_id}`, { key: null, headers: cookie });
  expect(read.status).toBe(401);
});

test.each([
  ['POST', '/session', {}, 422],
  ['POST', '/session', { code: 'x' }, 403],
  ['POST', '/session', '{', 422],
  ['POST', '/session', 'x'.repeat(70_000), 413],
  ['GET', '', undefined, 401],
  ['GET', '/cases/1', undefined, 401],
  ['PUT', '/cases/1', { choice: 'first' }, 401],
  ['POST', '/reveal', undefined, 401],
])('refuses a stranger: %s %s %j answers %i', async (method, path, body, status) => {
  await using world = await openWorld();
  const { evaluation_id } = await openVote(world);
  expect((await voterOf(world, evaluation_id).send(method, path, body)).status).toBe(status);
});

test.each([
  ['PUT', '/cases/1', { choice: 'third' }, 422],
  ['PUT', '/cases/1', { score: 10 }, 422],
  ['PUT', '/cases/1', { note: 'x'.repeat(10_001) }, 422],
  ['PUT', '/cases/1', { vote: '1' }, 422],
  ['PUT', '/cases/3', { choice: 'first' }, 404],
  ['PUT', '/cases/0', { choice: 'first' }, 404],
  ['GET', '/cases/-1', undefined, 404],
  ['GET', '/cases/999999999', undefined, 404],
  ['GET', '/links', undefined, 404],
  ['DELETE', '', undefined, 404],
])('refuses a voter: %s %s %j answers %i', async (method, path, body, status) => {
  await using world = await openWorld();
  const { evaluation_id, code } = await openVote(world);
  const ana = voterOf(world, evaluation_id);
  await ana.send('POST', '/session', { code, name: 'ana' });
  expect((await ana.send(method, path, body)).status).toBe(status);
});

test('a taken name is refused, and so is one without a letter', async () => {
  await using world = await openWorld();
  const { evaluation_id, code } = await openVote(world);
  await voterOf(world, evaluation_id).send('POST', '/session', { code, name: 'ana' });
  const second = voterOf(world, evaluation_id);
  const statuses = [];
  for (const name of ['ana', ' ana ', '', '  ', 'a\nb', 'x'.repeat(101)]) {
    statuses.push((await second.send('POST', '/session', { code, name })).status);
  }
  expect(statuses).toEqual([409, 409, 422, 422, 422, 422]);
});

test('a deleted evaluation is gone for its voters', async () => {
  await using world = await openWorld();
  const { evaluation_id, code } = await openVote(world);
  const ana = voterOf(world, evaluation_id);
  await ana.send('POST', '/session', { code, name: 'ana' });
  await world.call('deleteHumanEvaluations', { body: { evaluations_ids: [evaluation_id] } });
  expect([(await ana.send('GET', '')).status, (await ana.send('POST', '/session', { code })).status]).toEqual([
    401, 404,
  ]);
});
