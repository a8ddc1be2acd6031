import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Endpoint, isBytes } from '../../../src/contract/endpoint/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../../src/contract/endpoints.ts';
import { ErrorBody, ValidationError } from '../../../src/contract/validation/validation-error.ts';
import { changeInput, type InputChange, inputChanges } from '../../helpers/change-input.ts';
import { CASES } from '../../helpers/endpoint-cases/cases.ts';
import { strictRecord } from '../../helpers/endpoint-cases/strict-record.ts';
import { createWorld } from '../../helpers/service-world.ts';
import { startService, type TestDatabase } from '../../helpers/start-service.ts';
import { isOnPostgres, testedDatabase } from '../../helpers/tested-database.ts';
import { toWire } from '../../helpers/to-wire.ts';

const NAMES = Object.keys(ENDPOINTS) as EndpointName[]; // the table's keys are its names

/**
 * On PostgreSQL one of each endpoint, as most of their time goes into good inputs; `WF_GENERATED_REQUESTS=33000` sends
 * many more. A service has one request at a time, which waits for no other's connections or locks.
 */
const REQUESTS = Number(process.env['WF_GENERATED_REQUESTS'] ?? (isOnPostgres() ? NAMES.length : 1500));
const SEED = Number(process.env['WF_GENERATED_SEED'] ?? 17);

test(
  'no generated request makes the service fail or answer what its interface does not have',
  { timeout: 600_000 + REQUESTS * 300 },
  async () => {
    await using tested = await openAsked(testedDatabase());
    // PostgreSQL must answer as SQLite does.
    await using other = isOnPostgres() ? await openAsked('sqlite') : null;
    // The first problem of each endpoint: a run of minutes should not stop at one.
    const problems = new Map<EndpointName, unknown>();
    let count = 0;
    await fc.assert(
      fc.asyncProperty(inputChanges, async (changes) => {
        const name = NAMES[(count += 1) % NAMES.length]!;
        const [answer, expected] = await Promise.all([tested.ask(name, changes), other?.ask(name, changes)]);
        const isSame = expected === undefined || answer.status === expected.status;
        if (problems.has(name) || (answer.problem === null && isSame)) return;
        problems.set(name, isSame ? answer : { answer, expected });
      }),
      { numRuns: REQUESTS, seed: SEED, endOnFailure: true },
    );
    expect(Object.fromEntries(problems)).toEqual({});
  },
);

test('what only one of the databases stores or compares gets the same answer from both', async () => {
  await using running = await startService({ database: testedDatabase() });
  const { appId, variantId, makeTestset, call } = await createWorld(running);
  const testset = await makeTestset();
  const cursorOf = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url');
  const beyond = 2 ** 32;
  const secret = { kind: 'provider_key', data: { provider: 'openai', key: 'sk-test' } };
  const csvdata = [{ text: 'a\0b', correct_answer: 'c\0' }];
  const { id } = await call('createTestset', { body: { app_id: appId, name: 'odd', csvdata } });
  const compared = { app_id: appId, variant_ids: [variantId], evaluation_type: 'single_model_test' };
  const cases: [string, unknown, number][] = [
    ['POST /vault/v1/secrets', { header: { name: 'ours', description: '\0' }, secret }, 422],
    ['POST /prune', { app_id: '\0', older_than_seconds: 86_400 }, 422],
    ['POST /audit-log/exports', { last_id: '\0', entries: 1, sha256: 'a'.repeat(64) }, 422],
    ['DELETE /human-evaluations', { evaluations_ids: ['\0'] }, 422],
    [
      'POST /human-evaluations',
      { ...compared, testset_id: id, inputs: ['text'], status: 'EVALUATION_INITIALIZED' },
      200,
    ],
    ['GET /variants/VARIANT/revisions/4294967296', undefined, 404],
    [`GET /testsets/${testset}?revision=${beyond}`, undefined, 404],
    [`POST /environments/production/rollback`, { app_id: appId, revision: beyond }, 404],
    [`GET /evaluations?app_id=${appId}&revision=${beyond}`, undefined, 200],
    [`GET /variants/VARIANT/revisions?cursor=${cursorOf(beyond)}`, undefined, 422],
    [`GET /variants/VARIANT/revisions?cursor=${cursorOf(0.5)}`, undefined, 422],
  ];
  for (const [line, body, status] of cases) {
    const [method = '', path = ''] = line.replace('VARIANT', variantId).split(' ');
    const response = await running.send(method, path, { body });
    expect([line, response.status, await response.text()]).toEqual([line, status, expect.anything()]);
  }
});

/** A service that is asked, with a good input of each endpoint, used again until a request with it succeeded, which may have deleted what it names. */
async function openAsked(database: TestDatabase) {
  const failures: unknown[] = [];
  const running = await startService({ database, onError: (error: unknown) => void failures.push(error) });
  const world = await createWorld(running);
  const known = new Map<EndpointName, Record<string, unknown>>();
  const ask = async (name: EndpointName, changes: readonly InputChange[]) => {
    const endpoint: Endpoint = ENDPOINTS[name];
    // An endpoint's input is an object of its parameters.
    const good = known.get(name) ?? ((await CASES[name](world)) as Record<string, unknown>);
    known.set(name, good);
    const { method, path, body } = toWire(endpoint, withPath(endpoint, changeInput(good, changes)));
    const response = await running.send(method, path, { body });
    if (response.ok) known.delete(name);
    const request = `${method} ${path} ${typeof body === 'string' ? body : ''}`;
    const text = await response.text();
    const problem = findProblem(endpoint, response, text);
    return { status: response.status, request, problem, text: text.slice(0, 2000), failures: failures.splice(0) };
  };
  return { ask, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() };
}

/** Path parameters are text, and an empty one makes the path of another endpoint. */
function withPath({ params }: Endpoint, input: Record<string, unknown>): Record<string, unknown> {
  const texts = Object.keys(params.shape).map((name) => {
    const value = input[name];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return [name, (text ?? 'undefined').toWellFormed() || 'empty'] as const;
  });
  return { ...input, ...Object.fromEntries(texts) };
}

function findProblem({ method, response: record }: Endpoint, { status, ok }: Response, text: string): string | null {
  if (status >= 500) return 'It failed.';
  if (method === 'HEAD') return null;
  if (!ok) {
    const refusals = status === 422 ? [ValidationError, ErrorBody] : [ErrorBody];
    const fits = refusals.some((schema) => strictRecord(schema).safeParse(JSON.parse(text)).success);
    return fits ? null : 'It is no refusal of the interface.';
  }
  if (record === null || isBytes(record)) return null;
  return strictRecord(record).safeParse(JSON.parse(text)).error?.message ?? null;
}
