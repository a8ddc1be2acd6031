import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, isBytes, ROLES, type Role } from '../../../src/contract/endpoint/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../../src/contract/endpoints.ts';
import { fillPath } from '../../../src/contract/endpoint/protocol.ts';
import { ValidationError } from '../../../src/contract/validation/validation-error.ts';
import { type RunningService, startService } from '../../helpers/start-service.ts';
import { isOnPostgres, testedDatabase } from '../../helpers/tested-database.ts';
import { badInputs } from '../../helpers/endpoint-cases/bad-inputs.ts';
import { CASES } from '../../helpers/endpoint-cases/cases.ts';
import { strictRecord } from '../../helpers/endpoint-cases/strict-record.ts';
import { toWire } from '../../helpers/to-wire.ts';
import { createWorld, type World } from '../../helpers/service-world.ts';

const NAMES = Object.keys(ENDPOINTS) as EndpointName[]; // the table's keys are its names

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const UUID7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** A load balancer over two replicas is also a socket. */
const TRANSPORTS = isOnPostgres() ? (['two replicas'] as const) : (['in process', 'socket'] as const);

test('every endpoint of the table has a case', () => {
  expect(Object.keys(CASES).toSorted()).toEqual(NAMES.toSorted());
});

describe.each(TRANSPORTS)('%s', (transport) => {
  let running: RunningService;
  let world: World;

  beforeAll(async () => {
    running = await startService({ database: testedDatabase(), transport });
    world = await createWorld(running);
  });
  afterAll(() => running[Symbol.asyncDispose]());

  const inputOf = async (name: EndpointName) => (await CASES[name](world)) as Record<string, unknown>;
  const send = (endpoint: Endpoint, input: Readonly<Record<string, unknown>>, key?: string | null) => {
    const { method, path, body } = toWire(endpoint, input);
    return running.send(method, path, key === undefined ? { body } : { body, key });
  };

  test('every path is answered below /api as well', async () => {
    for (const name of NAMES) {
      const endpoint: Endpoint = ENDPOINTS[name];
      const path = fillPath(endpoint.path, Object.fromEntries(idParams(endpoint).map((param) => [param, 'x'])));
      const statuses = ['', '/api'].map(async (prefix) => {
        const { status } = await running.send(endpoint.method, `${prefix}${path}`, { key: null });
        return status;
      });
      expect([name, ...(await Promise.all(statuses))]).toEqual([
        name,
        ...Array(2).fill(endpoint.role === null ? 200 : 401),
      ]);
    }
    const [bare, prefixed] = await Promise.all(
      ['', '/api'].map(async (prefix) => await (await running.send('GET', `${prefix}/apps/`)).json()),
    );
    expect(prefixed).toEqual(bare);
    expect((await running.send('GET', '/apix/apps')).status).toBe(404);
  });

  describe.each(NAMES)('%s', (name) => {
    const endpoint: Endpoint = ENDPOINTS[name];

    test('answers its record and nothing else', async () => {
      const response = await send(endpoint, await inputOf(name));
      expect([response.status, response.headers.get('wf-version')]).toEqual([endpoint.status, '1']);
      await expectRecord(endpoint, response);
    });

    if (endpoint.role !== null)
      test('answers 401 without a key and with a wrong one', async () => {
        const input = await inputOf(name);
        for (const key of [null, 'nonsense', `${running.keys.operator.slice(0, -1)}x`, `ABCDEFGH.${'0'.repeat(64)}`]) {
          const response = await send(endpoint, input, key);
          expect(response.status).toBe(401);
          if (endpoint.method !== 'HEAD') expect(await response.json()).toEqual({ detail: expect.any(String) });
        }
      });

    if (endpoint.role === 'auditor')
      test('answers its record to an auditor', async () => {
        const response = await send(endpoint, await inputOf(name), running.keys.auditor);
        expect(response.status).toBe(endpoint.status);
      });

    test.each(rolesBelow(endpoint.role))('answers 403 to the role %s', async (role) => {
      const response = await send(endpoint, await inputOf(name), running.keys[role]);
      expect(response.status).toBe(403);
      expect(await response.json()).toEqual({ detail: expect.stringContaining(`the role ${role}`) });
    });

    if (badInputs(endpoint, { body: {} }).length > 0)
      test('answers 422 with the location of each bad field', async () => {
        for (const { title, input, loc, type } of badInputs(endpoint, await inputOf(name))) {
          const response = await send(endpoint, input);
          const text = await response.text();
          expect([title, response.status]).toEqual([title, 422]);
          if (endpoint.method !== 'HEAD') expectItem(title, text, loc, type);
        }
      });

    if (hasIds(endpoint) && name !== 'validateKey')
      test('answers 404 with a message for unknown ids', async () => {
        const input = await inputOf(name);
        for (const id of ['unknown', '01930000-0000-7000-8000-000000000000', 'a\u0000b', 'é/..%']) {
          const response = await send(endpoint, { ...input, ...replaceIds(endpoint, id) });
          expect([404, 422]).toContain(response.status);
          if (!id.includes('\u0000')) expect(response.status).toBe(404);
          if (endpoint.method !== 'HEAD' && response.status === 404) {
            expect(await response.json()).toEqual({ detail: expect.stringContaining(JSON.stringify(id)) });
          }
        }
      });

    if (endpoint.body !== null && !isBytes(endpoint.body))
      test('refuses bodies that are not JSON', async () => {
        const { method, path } = toWire(endpoint, await inputOf(name));
        const empty = endpoint.isBodyOptional ? [] : [''];
        for (const body of [...empty, '{"a":', new Uint8Array([0x22, 0xff, 0x22])]) {
          const response = await running.send(method, path, { body });
          expect(response.status).toBe(422);
          expect(strictRecord(ValidationError).safeParse(await response.json()).success).toBe(true);
        }
      });
  });
});

function expectItem(title: string, text: string, loc: readonly (string | number)[], type: string | undefined): void {
  // A strict view parses to what its schema describes.
  const { detail = [] } = strictRecord(ValidationError).parse(JSON.parse(text)) as ValidationError;
  const item = detail.find((candidate) => JSON.stringify(candidate.loc.slice(0, loc.length)) === JSON.stringify(loc));
  expect(item, `${title}: ${text}`).toBeDefined();
  if (type !== undefined) expect([title, item?.type]).toEqual([title, type]);
}

async function expectRecord(endpoint: Endpoint, response: Response): Promise<void> {
  if (isBytes(endpoint.response)) {
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0);
    return;
  }
  const text = await response.text();
  if (endpoint.response === null) {
    expect(text).toBe('');
    return;
  }
  expect(response.headers.get('content-type')).toBe('application/json');
  const value: unknown = JSON.parse(text);
  const parsed = strictRecord(endpoint.response).safeParse(value);
  expect(parsed.error?.issues).toBeUndefined();
  if (endpoint.path !== '/openapi.json') expectFormats(value);
  if (endpoint.list) expect(Array.isArray(value) && value.length > 0).toBe(true);
}

/** Who changed it may be a name instead of a key's id; requests and spans have the ids that their callers sent. */
const NAMED_BY_OTHERS = /^(modified|request|trace|span)_/;

/** Every time is RFC 3339 in UTC, and every record's id a UUIDv7, at any depth. */
function expectFormats(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, field] of Object.entries(value)) {
    if (name.endsWith('_at') && field !== null) expect(field).toMatch(TIME);
    if (name === 'id' || (name.endsWith('_id') && !NAMED_BY_OTHERS.test(name) && field !== null)) {
      expect(field).toMatch(UUID7);
    }
    if (name.endsWith('_ids') && field !== null) for (const id of field as unknown[]) expect(id).toMatch(UUID7);
    expectFormats(field);
  }
}

function rolesBelow(role: Endpoint['role']): Role[] {
  return role === null ? [] : ROLES.slice(0, ROLES.indexOf(role));
}

function idParams(endpoint: Endpoint): string[] {
  return Object.keys(endpoint.params.shape).filter((name) => name !== 'sha256' && name !== 'revision');
}

function hasIds(endpoint: Endpoint): boolean {
  return idParams(endpoint).length > 0;
}

/** Replaces only the first id: the parts before it must exist for the 404 to be about it. */
function replaceIds(endpoint: Endpoint, id: string): Record<string, string> {
  const [first] = idParams(endpoint);
  return first === undefined ? {} : { [first]: id };
}
