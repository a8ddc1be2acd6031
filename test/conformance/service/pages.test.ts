import { addDelivery } from '../../../src/service/webhooks/queries/deliveries.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../../../src/contract/endpoint/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../../src/contract/endpoints.ts';
import { createEndpointLoader } from '../../../src/service/request/find-endpoint.ts';
import { appendLogs } from '../../../src/service/deployments/queries/deployments.ts';
import { openWorld, type OwnWorld } from '../../helpers/open-world.ts';
import { toWire } from '../../helpers/to-wire.ts';

const LISTS = (Object.keys(ENDPOINTS) as EndpointName[]) // the table's keys are its names
  .filter((name) => (ENDPOINTS[name] as Endpoint).list);

let world: OwnWorld;
let inputs: Partial<Record<EndpointName, Record<string, unknown>>>;

/** Creates at least two records for each list. */
beforeAll(async () => {
  world = await openWorld();
  const { call, appId: app_id, variantId: variant_id, running } = world;
  await call('createApp', { body: { app_name: 'other' } });
  const service = { variant_name: 'elsewhere', url: 'https://a.example/', base_name: null, config_name: null };
  await call('addVariantFromService', { app_id, body: service });
  await call('updateVariantParameters', { variant_id, body: { parameters: { words: 30 } } });
  const [evaluation_id, human] = [await world.makeEvaluation(), await world.makeHumanEvaluation()];
  await world.makeEvaluation();
  await world.makeHumanEvaluation();
  const testset_id = await world.makeTestset();
  const csvdata = [{ text: 'a' }, { text: 'b' }];
  await call('updateTestset', { testset_id, body: { name: 'changed', csvdata } });
  for (const variable_name of ['A', 'B']) await call('setVariable', { app_id, variable_name, body: { value: '' } });
  const line = { at: '2026-11-20T12:00:00.000Z', stream: 'stdout' as const };
  await appendLogs(
    running.store.db,
    app_id,
    ['one', 'two'].map((text) => ({ ...line, text })),
  );
  const [webhook_id = ''] = await addWebhooks();
  const ofApp = { app_id };
  inputs = {
    listApps: {},
    listKeys: {},
    listTestsets: {},
    listAuditEntries: {},
    listAppVariants: ofApp,
    listAppEnvironments: ofApp,
    listBases: ofApp,
    listDeployments: ofApp,
    listVariables: ofApp,
    listLogs: ofApp,
    listEvaluations: ofApp,
    listEvaluatorConfigs: ofApp,
    listHumanEvaluations: ofApp,
    exportTable: { ...ofApp, table: 'variants' },
    listVariantRevisions: { variant_id },
    listTestsetRows: { testset_id },
    listTestsetRevisions: { testset_id },
    listEvaluationScenarios: { evaluation_id },
    listHumanEvaluationScenarios: { evaluation_id: human },
    listHumanVotes: { evaluation_id: human },
    listWebhooks: {},
    listWebhookDeliveries: { webhook_id },
  };
});
afterAll(() => world[Symbol.asyncDispose]());

/** Two webhooks of events that do not occur here, the first with two deliveries. */
async function addWebhooks(): Promise<string[]> {
  const body = { url: 'https://receiver.example/wf', events: ['key.expiring' as const] };
  const ids = [await world.call('createWebhook', { body }), await world.call('createWebhook', { body })].map(
    ({ id }) => id,
  );
  const delivery = { webhookId: ids[0] ?? '', event: 'key.expiring', subject: null, body: '{}' };
  for (const day of ['20', '21'])
    await addDelivery(world.running.store.db, { ...delivery, now: `2026-11-${day}T12:00:00.000Z` });
  return ids;
}

const read = async (path: string) => {
  const response = await world.running.send('GET', path);
  const next = /<\?(.*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  return { records: (await response.json()) as unknown[], next }; // a list, as the contract has it
};

test.each(LISTS)('%s is read whole, or page by page, with the same records in the same order', async (name) => {
  const { path } = toWire(ENDPOINTS[name], inputs[name] ?? {});
  const { records } = await read(path);
  expect(records.length).toBeGreaterThan(1);
  const paged: unknown[] = [];
  for (let query: string | undefined = 'limit=1'; query !== undefined;) {
    const page = await read(`${path}${path.includes('?') ? '&' : '?'}${query}`);
    expect(page.records.length).toBeLessThan(2);
    paged.push(...page.records);
    query = page.next;
  }
  expect(paged).toEqual(records);
});

test.each(LISTS)('a page of %s ends at bytes, as all that are made by `toPage`', async (name) => {
  const { operation } = await createEndpointLoader()(name);
  expect(String(operation.run)).toMatch(/\btoPage\b/);
});
