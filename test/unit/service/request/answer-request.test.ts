import { expect, test } from 'vitest';
import { type Endpoint, isBytes } from '../../../../src/contract/endpoint/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../../../src/contract/endpoints.ts';
import { ValidationError } from '../../../../src/contract/validation/validation-error.ts';
import { maskChance } from '../../../helpers/all-records/without-chance.ts';
import { CASES } from '../../../helpers/endpoint-cases/cases.ts';
import { createWorld } from '../../../helpers/service-world.ts';
import { startService } from '../../../helpers/start-service.ts';
import { dumpFile, toDump } from '../../../helpers/to-dump.ts';
import { toWire } from '../../../helpers/to-wire.ts';

type Input = Readonly<Record<string, unknown>>;

const NOBODY = '01932c5e-0000-7000-8000-00000000dead';
const NAMES = Object.keys(ENDPOINTS) as EndpointName[]; // the table's keys are its names

/** `npm run dumps` rewrites the file, so that the words of a refusal are reviewed as callers read them. */
test('each endpoint explains what it refuses', { timeout: 120_000 }, async () => {
  const refusals: Record<string, readonly string[]> = {};
  for (const name of NAMES) {
    const refused = await listRefusals(name);
    if (refused.length > 0) refusals[name] = refused;
  }
  await expect(toDump(refusals)).toMatchFileSnapshot(dumpFile('refusals'));
});

/** On a service of its own, so that a new endpoint changes no other's lines. */
async function listRefusals(name: EndpointName): Promise<readonly string[]> {
  const endpoint: Endpoint = ENDPOINTS[name];
  await using running = await startService({ now: () => new Date('2026-11-23T09:00:00.000Z') });
  const good = (await CASES[name](await createWorld(running))) as Input; // an object of the endpoint's parameters
  const refused: string[] = [];
  for (const [what, input] of [...badInputsOf(endpoint, good), ['again', good] as const, ['again', good] as const]) {
    const { method, path, body } = toWire(endpoint, input);
    const response = await running.send(method, path, { body });
    if (response.status >= 400) refused.push(`${what} → ${response.status} ${await wordsOf(response)}`);
  }
  return JSON.parse(maskChance(JSON.stringify(refused))) as readonly string[];
}

/** Changes one part of a good input at a time. */
function badInputsOf(endpoint: Endpoint, good: Input): (readonly [string, Input])[] {
  const ofParams = Object.keys(endpoint.params.shape).map((name) => [name, { ...good, [name]: NOBODY }] as const);
  const ofQuery = Object.keys(endpoint.query.shape).flatMap((name) =>
    ['', '-1', NOBODY].map((value) => [`?${name}=${value}`, { ...good, [name]: value }] as const),
  );
  const { body } = good;
  if (isBytes(endpoint.body) || typeof body !== 'object' || body === null) return [...ofParams, ...ofQuery];
  const changed = (name: string, value: unknown) =>
    [`${name}: ${JSON.stringify(value)}`, { ...good, body: { ...body, [name]: value } }] as const;
  const ofBody = Object.keys(body).flatMap((name) =>
    ['', -1, NOBODY, [NOBODY], {}].map((value) => changed(name, value)),
  );
  return [...ofParams, ...ofQuery, ...ofBody, changed('unknown', 1)];
}

async function wordsOf(response: Response): Promise<string> {
  const text = await response.text();
  if (text === '') return '';
  const { detail } = JSON.parse(text) as { readonly detail: unknown };
  const { success, data } = ValidationError.safeParse({ detail });
  if (!success || data.detail === undefined) return typeof detail === 'string' ? detail : JSON.stringify(detail);
  return data.detail.map(({ loc, msg, type }) => `${loc.join('.')}: ${msg} (${type})`).join('; ');
}
