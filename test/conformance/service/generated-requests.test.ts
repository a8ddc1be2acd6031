import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Endpoint, isBytes } from '../../src/contract/endpoint/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../src/contract/endpoints.ts';
import { ErrorBody, ValidationError } from '../../src/contract/validation/validation-error.ts';
import { changeInput, inputChanges } from '../helpers/change-input.ts';
import { CASES } from '../helpers/endpoint-cases/cases.ts';
import { strictRecord } from '../helpers/endpoint-cases/strict-record.ts';
import { createWorld, type World } from '../helpers/service-world.ts';
import { startService } from '../helpers/start-service.ts';
import { toWire } from '../helpers/to-wire.ts';

/** `WF_GENERATED_REQUESTS=33000` sends many more. */
const REQUESTS = Number(process.env['WF_GENERATED_REQUESTS'] ?? 1500);
const SEED = Number(process.env['WF_GENERATED_SEED'] ?? 17);

const NAMES = Object.keys(ENDPOINTS) as EndpointName[]; // the table's keys are its names

test(
  'no generated request makes the service fail or answer what its interface does not have',
  { timeout: 60_000 + REQUESTS * 100 },
  async () => {
    const failures: unknown[] = [];
    const onError = (error: unknown) => void failures.push(error);
    await using running = await startService({ onError });
    // The first problem of each endpoint: a run of minutes should not stop at one.
    const problems = new Map<EndpointName, unknown>();
    const world = await createWorld(running);
    const inputOf = createInputs(world);
    const asked = new Set<EndpointName>();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...NAMES), inputChanges, async (name, changes) => {
        const endpoint: Endpoint = ENDPOINTS[name];
        const input = withPath(endpoint, changeInput(await inputOf(name), changes));
        const { method, path, body } = toWire(endpoint, input);
        const response = await running.send(method, path, { body });
        asked.add(name);
        if (response.ok) inputOf.forget(name);
        const request = `${method} ${path} ${typeof body === 'string' ? body : ''}`;
        const problem = await findProblem(endpoint, response);
        if (problem !== null && !problems.has(name)) problems.set(name, { request, problem, failures: [...failures] });
        failures.length = 0;
      }),
      { numRuns: REQUESTS, seed: SEED, endOnFailure: true },
    );
    expect(Object.fromEntries(problems)).toEqual({});
    expect(NAMES.filter((name) => !asked.has(name))).toEqual([]);
  },
);

/** Good inputs; one is used again until a request with it succeeded, which may have deleted what it names. */
function createInputs(world: World) {
  const known = new Map<EndpointName, Record<string, unknown>>();
  const inputOf = async (name: EndpointName): Promise<Record<string, unknown>> => {
    // An endpoint's input is an object of its parameters.
    const input = known.get(name) ?? ((await CASES[name](world)) as Record<string, unknown>);
    known.set(name, input);
    return input;
  };
  return Object.assign(inputOf, { forget: (name: EndpointName) => void known.delete(name) });
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

async function findProblem({ method, response: record }: Endpoint, response: Response): Promise<string | null> {
  const text = await response.text();
  if (response.status >= 500) return `${response.status} ${text}`;
  if (method === 'HEAD') return null;
  if (!response.ok) {
    const refusals = response.status === 422 ? [ValidationError, ErrorBody] : [ErrorBody];
    const fits = refusals.some((schema) => strictRecord(schema).safeParse(JSON.parse(text)).success);
    return fits ? null : `${response.status} ${text}`;
  }
  if (record === null || isBytes(record)) return null;
  const { error } = strictRecord(record).safeParse(JSON.parse(text));
  return error === undefined ? null : `${error.message}: ${text}`;
}
