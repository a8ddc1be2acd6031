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

/** `WF_GENERATED_REQUESTS=33000` sends many more. */
const REQUESTS = Number(process.env['WF_GENERATED_REQUESTS'] ?? (isOnPostgres() ? 300 : 1500));
const SEED = Number(process.env['WF_GENERATED_SEED'] ?? 17);

const NAMES = Object.keys(ENDPOINTS) as EndpointName[]; // the table's keys are its names

test(
  'no generated request makes the service fail or answer what its interface does not have',
  { timeout: 60_000 + REQUESTS * 300 },
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
