import { expect, test } from 'vitest';
import type * as z from 'zod';
import type { Endpoint } from '../../../src/contract/endpoint/endpoint.ts';
import { takesIdempotencyKey } from '../../../src/contract/endpoint/protocol.ts';
import { ENDPOINTS, type EndpointName } from '../../../src/contract/endpoints.ts';
import { CASES } from '../../helpers/endpoint-cases/cases.ts';
import { openWorld, seen } from '../../helpers/open-world.ts';
import { toWire } from '../../helpers/to-wire.ts';

const NAMES = Object.keys(ENDPOINTS) as EndpointName[]; // the table's keys are its names

test('an Idempotency-Key of more than 255 characters is refused by every endpoint that has the header', async () => {
  await using world = await openWorld();
  for (const name of NAMES) {
    const endpoint: Endpoint = ENDPOINTS[name];
    if (!takesIdempotencyKey(endpoint.method)) continue;
    const path = endpoint.path.replaceAll(/\{\w+\}/g, 'x');
    const headers = { 'idempotency-key': 'k'.repeat(256) };
    const [status, body] = await seen(await world.running.send(endpoint.method, path, { headers, body: '{}' }));
    const item = expect.objectContaining({ loc: ['header', 'idempotency-key'], type: 'too_long' });
    expect([name, status, body]).toEqual([name, 422, { detail: expect.arrayContaining([item]) }]);
  }
});

test('a time without a zone is in UTC, in every query', async () => {
  await using world = await openWorld();
  const asked: string[] = [];
  for (const name of NAMES) {
    const endpoint: Endpoint = ENDPOINTS[name];
    const input = (await CASES[name](world)) as Readonly<Record<string, unknown>>; // an object of parameters
    for (const field of timesOf(endpoint.query)) {
      const ask = async (time: string) => {
        const { method, path } = toWire(endpoint, { ...input, [field]: time });
        return await seen(await world.running.send(method, path));
      };
      // The world's records are of now, and so in neither or both of two answers that mean the same.
      const day = 86_400_000;
      for (const at of [Date.now() - day, Date.now() + day]) {
        const time = new Date(at).toISOString();
        const [bare, zoned] = [await ask(time.slice(0, -1)), await ask(time)];
        expect([name, field, bare]).toEqual([name, field, [200, zoned[1]]]);
      }
      asked.push(`${name} ${field}`);
    }
  }
  expect(asked).toContain('listSpans oldest');
  expect(asked.length).toBeGreaterThan(10);
});

function timesOf({ shape }: z.ZodObject): string[] {
  const isTime = (field: z.ZodType) => field.safeParse('2026-01-01T00:00:00Z').success && !field.safeParse('x').success;
  return Object.entries(shape as Record<string, z.ZodType>).flatMap(([name, field]) => (isTime(field) ? [name] : []));
}
