import { expect } from 'vitest';
import {
  AUDIT_TAIL,
  COLUMNS,
  GATE,
  IMPORTED_ANSWER,
  KEY_APPS,
  LOG_TAIL,
  MESSAGE_LENGTH,
  NOTE_LENGTH,
  PROVIDER_KEY_LENGTH,
  ROW_RANGES,
  SEARCH_LENGTH,
  VARIABLE_LENGTH,
  WEBHOOK_URL_LENGTH,
} from '../../../src/foundation/sizes.ts';
import { compareTwo } from '../human-world.ts';
import type { World } from '../service-world.ts';
import { startHttpServer } from '../start-http-server.ts';
import { type Probe, refusedBy } from './probe.ts';

/** Limits on fields of records and of queries. */
export const FIELD_PROBES = {
  LOG_TAIL: ({ running, appId }) =>
    beyond(LOG_TAIL.most, (tail) => running.send('GET', `/apps/${appId}/logs?tail=${tail}`)),
  AUDIT_TAIL: ({ running }) => beyond(AUDIT_TAIL.most, (tail) => running.send('GET', `/audit-log?tail=${tail}`)),
  SEARCH_LENGTH: ({ running }) =>
    beyond(SEARCH_LENGTH.most, (length) => running.send('GET', `/testsets?search=${'s'.repeat(length)}`)),
  ROW_RANGES: async ({ running, makeEvaluation }) => {
    const rows = `/evaluations/${await makeEvaluation()}/evaluation_scenarios?rows=`;
    return await beyond(ROW_RANGES.most, (count) => running.send('GET', rows + Array(count).fill('1-2').join()));
  },
  COLUMNS: async ({ running, nextName }) => {
    const columns = Array.from({ length: COLUMNS.most + 1 }, (_, index) => `c${index}`);
    const [first, second, last] = [columns.slice(0, 9000), columns.slice(9000, 18_000), columns.slice(18_000)];
    const csvdata = [first, second, last].map((names) => Object.fromEntries(names.map((name) => [name, 1])));
    return await refusedBy(await running.send('POST', '/testsets', { body: { name: nextName(), csvdata } }));
  },
  async IMPORTED_ANSWER({ running, nextName }) {
    const text = JSON.stringify([{ a: 1 }]).padEnd(IMPORTED_ANSWER.most + 1);
    await using other = await startHttpServer((_, response) => response.end(text));
    const body = { endpoint: other.url, testset_name: nextName() };
    return await refusedBy(await running.send('POST', '/testsets/endpoint', { body }));
  },
  VARIABLE_LENGTH: ({ running, appId }) =>
    beyond(VARIABLE_LENGTH.most, (length) =>
      running.send('PUT', `/apps/${appId}/variables/LONG`, { body: { value: 'v'.repeat(length) } }),
    ),
  GATE: (world) =>
    beyond(GATE.most, (length) =>
      protect(world, { name: 'gate.yaml', content: 'rules: [{ metric: exact_match, minimum: 0 }]'.padEnd(length) }),
    ),
  MESSAGE_LENGTH: ({ running, variantId }) =>
    beyond(MESSAGE_LENGTH.most, (length) => {
      const body = { environment_name: 'staging', variant_id: variantId, message: 'm'.repeat(length) };
      return running.send('POST', '/environments/deploy', { body });
    }),
  async NOTE_LENGTH(world) {
    const { put } = await compareTwo(world);
    return await beyond(NOTE_LENGTH.most, (length) => put(0, { note: 'n'.repeat(length) }));
  },
  PROVIDER_KEY_LENGTH: ({ running, nextName }) =>
    beyond(PROVIDER_KEY_LENGTH.most, (length) => {
      const data = { provider: 'openai', key: 'k'.repeat(length) };
      const body = { header: { name: nextName() }, secret: { kind: 'provider_key', data } };
      return running.send('POST', '/vault/v1/secrets', { body });
    }),
  WEBHOOK_URL_LENGTH: ({ running }) =>
    beyond(WEBHOOK_URL_LENGTH.most, (length) =>
      running.send('POST', '/webhooks', { body: { url: 'http://wf.test/'.padEnd(length, 'u') } }),
    ),
  async KEY_APPS({ running, appId }) {
    const app_ids = Array<string>(KEY_APPS.most + 1).fill(appId);
    return await refusedBy(await running.send('POST', '/keys', { body: { app_ids } }));
  },
} satisfies Record<string, Probe>;

async function beyond(most: number, send: (count: number) => Promise<Response>) {
  const taken = await send(most);
  expect(taken.ok, await taken.text()).toBe(true);
  return await refusedBy(await send(most + 1));
}

const protect = async ({ running, appId }: World, gate: unknown) =>
  await running.send('PUT', `/apps/${appId}/environments/development/protection`, { body: { gate } });
