import { expect, test } from 'vitest';
import { serveVoting } from '../../../../../src/service/human-evaluations/voting/serve-voting.ts';
import { hashSecret } from '../../../../../src/service/keys/make-key.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';
import { TEST_SECRETS } from '../../../../helpers/start-service.ts';

const NOW = '2026-11-20T12:00:00.000Z';
const VARIANTS = JSON.stringify([{ id: 'v', name: 'main', revision: 3 }]);

/** A human evaluation with two cases, a shared link and a voter, and a function that sends requests of a browser. */
async function openVoting(isHttps?: boolean) {
  const store = await openBare();
  const { db } = store;
  await insertBare(db, 'human_evaluations', [
    {
      id: 'h',
      evaluation_type: 'single_model_test',
      testset_name: 'cases',
      variants: VARIANTS,
      link_sha256: hashSecret('shared'),
    },
  ]);
  const outputs = '[{"variant_id":"v","variant_output":"hi"}]';
  await insertBare(
    db,
    'human_evaluation_scenarios',
    [0, 1].map((position) => ({ id: `s${position}`, human_evaluation_id: 'h', position, inputs: '[]', outputs })),
  );
  await insertBare(db, 'human_voters', [
    { id: 'ana', human_evaluation_id: 'h', name: 'ana', code_sha256: hashSecret('own') },
  ]);
  const options = isHttps === undefined ? {} : { isHttps };
  const serve = serveVoting({ store, secrets: TEST_SECRETS, now: () => new Date(NOW), ...options });
  const send = async (call: string, { code, body }: { readonly code?: string; readonly body?: unknown } = {}) => {
    const [method = '', path = ''] = call.split(' ');
    const headers = {
      'content-type': 'application/json',
      ...(code === undefined ? {} : { cookie: `wf_vote=${code}` }),
    };
    const content = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
    const response = await serve(new Request(`http://wf.test${path}`, { method, headers, body: content }));
    if (response === null) return null;
    return {
      status: response.status,
      body: (await response.json()) as unknown,
      cookie: response.headers.get('set-cookie'),
      cache: response.headers.get('cache-control'),
    };
  };
  return { db, send };
}

const STATE = {
  evaluation_type: 'single_model_test',
  testset_name: 'cases',
  voter: 'ana',
  own_code: 'own',
  total: 2,
  done: 0,
  next: 1,
  is_revealed: false,
  tally: null,
};
const COOKIE = 'wf_vote=own; Path=/voting/h; Max-Age=7776000; HttpOnly; SameSite=Strict';

test('other paths are not served', async () => {
  const { send } = await openVoting();
  expect([await send('GET /apps'), await send('GET /voting')]).toEqual([null, null]);
});

test.each([
  [undefined, COOKIE],
  [true, `${COOKIE}; Secure`],
])('a voter signs in by a code, which becomes a cookie; https: %s', async (isHttps, cookie) => {
  const { send } = await openVoting(isHttps);
  const answer = { status: 200, body: STATE, cookie, cache: 'no-store' };
  expect(await send('POST /voting/h/session', { body: { code: 'own' } })).toEqual(answer);
  const gone = cookie.replace('own', '').replace('7776000', '0');
  expect(await send('DELETE /voting/h/session')).toEqual({ ...answer, body: { voter: null }, cookie: gone });
});

test('a person with the shared link is a stranger until they give a name, or return', async () => {
  const { send } = await openVoting();
  const sign = async (body: object, code?: string) =>
    await send('POST /voting/h/session', { body, ...(code === undefined ? {} : { code }) });
  const stranger = { status: 200, body: { ...STATE, voter: null, own_code: null }, cookie: null, cache: 'no-store' };
  expect(await sign({ code: 'shared' })).toEqual(stranger);
  expect(await sign({ code: 'shared' }, 'nonsense')).toEqual(stranger);
  expect(await sign({ code: 'shared' }, 'own')).toEqual({ ...stranger, body: STATE });
  expect(await sign({ code: 'shared', name: ' ben ' })).toMatchObject({
    body: { ...STATE, voter: 'ben', own_code: expect.stringMatching(/^[\w-]{32}$/) },
    cookie: expect.stringMatching(/^wf_vote=[\w-]{32}; Path=\/voting\/h; /),
  });
});

test('a voter reads cases, votes on them, and may learn which variant is which', async () => {
  const { db, send } = await openVoting();
  const code = 'own';
  expect((await send('GET /voting/h/', { code }))?.body).toEqual(STATE);
  const outputs = [{ output: 'hi', state: 'made', variant: null }];
  const one = { place: 2, inputs: [], correct_answer: null, outputs, choice: null, score: null, note: '' };
  expect((await send('GET /voting/h/cases/2', { code }))?.body).toEqual(one);
  const put = await send('PUT /voting/h/cases/2', { code, body: { score: 7, note: 'short' } });
  expect(put).toEqual({ status: 200, body: { ...STATE, done: 1 }, cookie: null, cache: 'no-store' });
  expect(
    await db.selectFrom('human_votes').select(['scenario_id', 'voter_id', 'score', 'updated_at']).execute(),
  ).toEqual([{ scenario_id: 's1', voter_id: 'ana', score: '7', updated_at: NOW }]);
  const revealed = await send('POST /voting/h/reveal', { code });
  expect(revealed?.body).toEqual({ ...STATE, done: 1, is_revealed: true, tally: expect.any(Array) });
  expect((await send('GET /voting/h/cases/2', { code }))?.body).toMatchObject({ score: 7, note: 'short' });
});

const signedOut = { status: 401, body: { detail: 'Open the link to this vote again.' } };

test.each([
  ['GET /voting/h/', undefined, signedOut],
  ['GET /voting/h/cases/1', 'nonsense', signedOut],
  ['POST /voting/h/reveal', 'shared', signedOut],
  ['GET /voting/other/', 'own', signedOut],
  ['GET /voting/h/cases/3', 'own', { status: 404, body: { detail: 'There is no case 3 to vote on.' } }],
  ['GET /voting/h/cases/1234567890', 'own', { status: 404, body: { detail: 'There is no such path.' } }],
  ['GET /voting/h/cases/x', 'own', { status: 404, body: { detail: 'There is no such path.' } }],
  ['GET /voting/h/session', 'own', { status: 404, body: { detail: 'There is no such path.' } }],
  ['DELETE /voting/h/cases/1', 'own', { status: 404, body: { detail: 'There is no such path.' } }],
])('%s with the code %s is refused', async (call, code, refusal) => {
  const { send } = await openVoting();
  expect(await send(call, code === undefined ? {} : { code })).toMatchObject(refusal);
});

test.each([
  ['{', ['body']],
  [{}, ['body', 'code']],
  [{ code: 'own', name: 'x'.repeat(101) }, ['body', 'name']],
  [{ code: 'own', more: 1 }, ['body', 'more']],
  [{ code: 'x'.repeat(64 * 1024) }, null],
])('a body that nobody sends is refused: %#', async (body, loc) => {
  const { send } = await openVoting();
  const answer = await send('POST /voting/h/session', { body });
  if (loc === null) expect(answer?.status).toBe(413);
  else
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [expect.objectContaining({ loc: expect.arrayContaining(loc) })] },
    });
});
