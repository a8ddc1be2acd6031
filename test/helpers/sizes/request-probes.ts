import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import {
  BODY_REST,
  BODY_ROWS,
  BODY_VALUES,
  CALL_BODY,
  EVALUATOR_RUN_BODY,
  IDEMPOTENCY_KEY_LENGTH,
  JSON_DEPTH,
  REQUEST_BODY,
  ROWS_BODY,
  SPANS,
  SPANS_BODY,
  SPANS_PAGE,
  SPANS_STORED,
  VOTE_BODY,
} from '../../../src/foundation/sizes.ts';
import { serveVoting } from '../../../src/service/human-evaluations/voting/serve-voting.ts';
import type { World } from '../service-world.ts';
import { TEST_SECRETS } from '../start-service.ts';
import { padJson, type Probe, refusedBy } from './probe.ts';

const RUN = { inputs: { prediction: 'a', ground_truth: 'a' } };
const RUN_PATH = '/evaluators/auto_exact_match/run';

/** Limits on what one request sends. */
export const REQUEST_PROBES = {
  REQUEST_BODY: (world) => tooLong(world, 'POST', '/apps', { app_name: world.nextName() }, REQUEST_BODY.most),
  async ROWS_BODY(world) {
    const name = world.nextName();
    const room = ROWS_BODY.most - JSON.stringify({ name, csvdata: [{ a: '' }] }).length;
    const send = async (length: number) =>
      await world.running.send('POST', '/testsets', { body: { name, csvdata: [{ a: 'x'.repeat(length) }] } });
    expect((await send(room)).status).toBe(200);
    return await refusedBy(await send(room + 1));
  },
  CALL_BODY: (world) =>
    tooLong(world, 'POST', `/services/${world.appId}/${world.variantId}/run`, { text: 'a' }, CALL_BODY.most),
  EVALUATOR_RUN_BODY: (world) => tooLong(world, 'POST', RUN_PATH, RUN, EVALUATOR_RUN_BODY.most),
  async VOTE_BODY({ running }) {
    const answer = serveVoting({ store: running.store, secrets: TEST_SECRETS });
    const body = padJson({ code: 'a' }, VOTE_BODY.most + 1);
    const response = await answer(new Request('http://wf.test/voting/any/session', { method: 'POST', body }));
    return await refusedBy(response ?? new Response());
  },
  async BODY_VALUES(world) {
    // The list itself and the row count, too.
    const send = (count: number) =>
      storeRow(
        world,
        Array.from({ length: count }, () => 1),
      );
    expect((await send(BODY_VALUES.most - 5)).status).toBe(200);
    return await refusedBy(await send(BODY_VALUES.most + 1));
  },
  async JSON_DEPTH(world) {
    const nested = (levels: number) => `{"name":"deep","csvdata":[{"a":${'['.repeat(levels)}${']'.repeat(levels)}}]}`;
    const send = async (levels: number) => await world.running.send('POST', '/testsets', { body: nested(levels) });
    expect((await send(JSON_DEPTH.most - 3)).status).toBe(200);
    return await refusedBy(await send(JSON_DEPTH.most - 2));
  },
  async BODY_ROWS(world) {
    const csvdata = Array.from({ length: BODY_ROWS.most + 1 }, () => ({ a: 1 }));
    return await refusedBy(await storeRows(world, csvdata));
  },
  async BODY_REST(world) {
    const rest = { name: world.nextName(), more: 'x'.repeat(BODY_REST.most), csvdata: [{ a: 1 }] };
    return await refusedBy(await world.running.send('POST', '/testsets', { body: rest }));
  },
  async SPANS_BODY({ running }) {
    const { gzipSync } = await import('node:zlib');
    const body = gzipSync(padJson({ resourceSpans: [] }, SPANS_BODY.most + 1));
    const headers = { 'content-type': 'application/json' };
    return await refusedBy(await running.send('POST', '/observability/v1/otlp/traces', { body, headers }));
  },
  async SPANS({ running }) {
    return await refusedBy(await sendSpans(running, 'a', SPANS.most + 1));
  },
  async SPANS_STORED({ running }) {
    const resource = 'x'.repeat(SPANS_STORED.most / 16);
    expect((await sendSpans(running, resource, 15)).status).toBe(200);
    return await refusedBy(await sendSpans(running, resource, 17));
  },
  async SPANS_PAGE({ running }) {
    const resource = 'x'.repeat(SPANS_PAGE.most / 16);
    for (let sent = 0; sent < 2; sent += 1) expect((await sendSpans(running, resource, 10)).status).toBe(200);
    const path = '/observability/v1/traces?size=';
    expect((await running.send('GET', `${path}10`)).status).toBe(200);
    return await refusedBy(await running.send('GET', `${path}20`));
  },
  async IDEMPOTENCY_KEY_LENGTH({ running, nextName }) {
    const send = async (length: number) => {
      const headers = { 'idempotency-key': 'k'.repeat(length) };
      return await running.send('POST', '/apps', { body: { app_name: nextName() }, headers });
    };
    expect((await send(IDEMPOTENCY_KEY_LENGTH.most)).status).toBe(200);
    return await refusedBy(await send(IDEMPOTENCY_KEY_LENGTH.most + 1));
  },
} satisfies Record<string, Probe>;

async function tooLong({ running }: World, method: string, path: string, body: unknown, most: number) {
  expect((await running.send(method, path, { body: padJson(body, most) })).status).toBe(200);
  return await refusedBy(await running.send(method, path, { body: padJson(body, most + 1) }));
}

const storeRow = async (world: World, a: unknown) => await storeRows(world, [{ a }]);

async function storeRows({ running, nextName }: World, csvdata: readonly unknown[]): Promise<Response> {
  return await running.send('POST', '/testsets', { body: { name: nextName(), csvdata } });
}

/** Sends spans of one resource. */
async function sendSpans(running: World['running'], resource: string, count: number): Promise<Response> {
  const spans = Array.from({ length: count }, () => ({ traceId: hex(32), spanId: hex(16), name: 'a' }));
  const attributes = [{ key: 'text', value: { stringValue: resource } }];
  const body = JSON.stringify({ resourceSpans: [{ resource: { attributes }, scopeSpans: [{ spans }] }] });
  const headers = { 'content-type': 'application/json' };
  return await running.send('POST', '/observability/v1/otlp/traces', { body: new TextEncoder().encode(body), headers });
}

const hex = (digits: number) => randomBytes(digits / 2).toString('hex');
