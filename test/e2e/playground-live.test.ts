import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../src/client/create-client.ts';
import { VOTING_PATH } from '../../src/contract/human-evaluations/voting.ts';
import { extended } from '../helpers/extended.ts';
import { type OpenPage, openPage } from '../helpers/open-page.ts';
import { type PageServer, startPageServer } from '../helpers/start-page.ts';

let server: PageServer;
let client: Client;
beforeAll(async () => {
  server = await startPageServer();
  client = await extended(server.client);
});
afterAll(async () => await server[Symbol.asyncDispose]());

async function open(place: string): Promise<OpenPage> {
  return await openPage(`${server.url}/#/apps/support/${place}`, { key: server.key });
}

/** Counts the requests of a page to the service, and the bytes of their answers. */
function countTraffic(page: Page) {
  const traffic = { requests: 0, bytes: 0 };
  page.on('requestfinished', (request) => {
    traffic.requests += 1;
    void request.sizes().then(
      ({ responseBodySize }) => (traffic.bytes += responseBodySize),
      () => undefined,
    );
  });
  return traffic;
}

async function addVariant(name: string): Promise<string> {
  const body = { base_id: server.baseId, new_variant_name: name, new_config_name: name, parameters: {} };
  return (await client.addVariantFromBase({ body })).variant_id;
}

async function addHumanEvaluation(testset_id: string): Promise<string> {
  const body = {
    app_id: server.appId,
    variant_ids: [server.variantId],
    evaluation_type: 'single_model_test' as const,
    inputs: ['text'],
    testset_id,
    status: 'EVALUATION_INITIALIZED' as const,
    generate: {
      route: '/summarise',
      rate_limit: { batch_size: 4, max_retries: 0, retry_delay: 0, delay_between_batches: 0 },
    },
  };
  return (await client.createHumanEvaluation({ body })).id;
}

/** Somebody votes who came by a link: no request with a key says so. */
async function joinByLink(id: string, name: string): Promise<void> {
  const { code } = await client.getHumanLinks({ evaluation_id: id });
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify({ code, name }) };
  expect((await fetch(`${server.url}${VOTING_PATH}/${id}/session`, init)).status).toBe(200);
}

test('each view shows what somebody else changes while it is open, and asks only for that', async () => {
  await using opened = await open('environments');
  const { page } = opened;
  const traffic = countTraffic(page);
  const row = (name: string | RegExp) => page.getByRole('row', { name });
  const go = async (place: string) => {
    await page.evaluate((hash) => void (location.hash = hash), `#/apps/support/${place}`);
  };
  const deploy = async (variant_id: string, environment_name: string) =>
    await client.deployToEnvironment({ body: { environment_name, variant_id } });

  await row(/^staging nothing deployed yet/).waitFor();
  await deploy(server.variantId, 'staging');
  await row(/^staging default@1/).waitFor();
  const gate = { name: 'quality.gate.yaml', content: 'rules: [{ metric: exact_match, minimum: 0.8 }]' };
  await client.protectEnvironment({ app_id: server.appId, environment_name: 'development', body: { gate } });
  await row(/^development nothing deployed yet .*quality/).waitFor();

  await go('environments/staging');
  await row(/default@1.*current/).waitFor();
  const second = await addVariant('second');
  await deploy(second, 'staging');
  await row(/second@1.*current/).waitFor();
  await page.getByLabel('Compare with').locator('option', { hasText: 'second' }).waitFor({ state: 'attached' });

  await go('variants');
  await row(/second .*staging/).waitFor();
  await deploy(server.variantId, 'staging');
  await row(/default .*staging/).waitFor();
  await addVariant('third');
  await row(/third/).waitFor();
  await go(`variants/${second}`);
  await page.getByRole('heading', { name: 'Revision 1' }).waitFor();
  await client.updateVariantParameters({ variant_id: second, body: { parameters: { words: 60 } } });
  await page.getByRole('heading', { name: 'Revision 2' }).waitFor();
  await client.updateVariantMetadata({ variant_id: second, body: { labels: { team: 'search' } } });
  await page.getByRole('link', { name: 'team=search' }).waitFor();

  await go('routes/summarise');
  await page.getByLabel('text', { exact: true }).fill('typed by a person');
  const csvdata = [{ text: 'one', correct_answer: 'eins' }];
  const { id: testset } = await client.createTestset({ body: { name: 'told', csvdata } });
  await page.getByLabel('Test set').locator('option', { hasText: 'told' }).waitFor({ state: 'attached' });
  await addVariant('fourth');
  await page.getByLabel('Start from').locator('option', { hasText: 'fourth' }).waitFor({ state: 'attached' });
  expect(await page.getByLabel('text', { exact: true }).inputValue()).toBe('typed by a person');

  await go('evaluations');
  await page.getByText('No evaluations yet').waitFor();
  const evaluation = await server.makeEvaluation(2);
  await page.getByText('1 evaluation, ').waitFor();
  await row(/default@1 .* finished/).waitFor();
  await page.getByRole('button', { name: 'Start an evaluation…' }).click();
  await client.createEvaluatorConfig({
    body: { app_id: server.appId, name: 'told evaluator', evaluator_key: 'auto_exact_match', settings_values: {} },
  });
  await page.getByRole('dialog').getByText('told evaluator').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await go(`evaluations/${evaluation}`);
  await page.getByText('2 rows', { exact: true }).waitFor();
  await client.updateEvaluationMetadata({ evaluation_id: evaluation, body: { labels: { kind: 'nightly' } } });
  await page.getByRole('link', { name: 'kind=nightly' }).waitFor();
  await client.deleteEvaluations({ body: { evaluations_ids: [evaluation] } });
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  expect(opened.takeComplaints()).toEqual([expect.stringContaining('404')]);

  await go('human-evaluations');
  await page.getByText('There is nothing to vote on yet').waitFor();
  const votes = await addHumanEvaluation(testset);
  await row(/default@1 .*told/).waitFor();
  await go(`human-evaluations/${votes}`);
  await page.getByText('Nobody has voted yet').waitFor();
  await joinByLink(votes, 'Ann');
  await row(/^Ann/).waitFor();
  await go('overview');
  await row(/default@1/)
    .first()
    .waitFor();
  // Each change was fetched by some requests for what shows it, not by reading all again.
  expect(traffic.requests).toBeLessThan(400);
  expect(traffic.bytes).toBeLessThan(2_000_000);
});

/** Lets this process run the rows of an evaluation, as a worker of another machine does. */
function openWork(id: string) {
  const database = new DatabaseSync(join(server.folder, '.wf', 'wf.db'));
  database.exec(`pragma busy_timeout = 10000; pragma foreign_keys = on;
    create temp table found as select * from evaluation_outcomes where evaluation_id = '${id}';
    create index temp.found_by_id on found (scenario_id);
    begin;
    update evaluations set row_count = (select count(*) from found) where id = '${id}';
    delete from evaluation_outcomes where evaluation_id = '${id}';
    insert into evaluation_leases (evaluation_id, owner, expires_at)
      values ('${id}', '${hostname()}/${process.pid}/a', '${new Date(Date.now() + 600_000).toISOString()}');
    commit;`);
  const setStatus = (value: string) => {
    const update = database.prepare('update evaluations set status = ?, status_value = ?, totals = null where id = ?');
    update.run(JSON.stringify({ type: 'status', value }), value, id);
  };
  setStatus('EVALUATION_STARTED');
  return {
    finishRows: (from: number, to: number) =>
      database.exec(`insert into evaluation_outcomes select * from found where scenario_id in
        (select id from evaluation_scenarios where evaluation_id = '${id}' and position between ${from} and ${to - 1})`),
    end: () => setStatus('EVALUATION_FINISHED'),
    [Symbol.dispose]: () => database.close(),
  };
}

test('watching an evaluation of 20,000 rows fetches those that finish, and nothing when it has ended', async () => {
  const id = await server.makeEvaluation(20_000);
  using work = openWork(id);
  work.finishRows(0, 5000);
  await using opened = await open(`evaluations/${id}`);
  const { page } = opened;
  await page.getByText('20,000 rows', { exact: true }).waitFor();
  await page.getByText(/^5,000 of 20,000 rows/).waitFor();
  const traffic = countTraffic(page);
  const startedAt = Date.now();
  for (let done = 5000; done < 5300; done += 100) {
    work.finishRows(done, done + 100);
    await page.getByText(new RegExp(`^${(done + 100).toLocaleString('en')} of 20,000 rows, .* left$`)).waitFor();
  }
  await page.getByLabel('Search').fill('row number 5250');
  await page.getByRole('row', { name: /row number 5250.* false/ }).waitFor();
  const minutes = (Date.now() - startedAt) / 60_000;
  expect(traffic.requests).toBeLessThanOrEqual(3 + 60 * minutes);
  expect(traffic.bytes).toBeLessThan(1_000_000);

  work.finishRows(5300, 20_000);
  work.end();
  await page.getByText('finished', { exact: true }).waitFor();
  await page.getByLabel('Search').fill('row number 20000');
  await page.getByRole('row', { name: /row number 20000.* false/ }).waitFor();
  expect(await page.getByRole('progressbar').count()).toBe(0);
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await addVariant('after the end');
  await expect.poll(() => paths.some((path) => path.endsWith('/variants'))).toBe(true);
  expect(paths.filter((path) => path.includes(id))).toEqual([]);
});

test('where a proxy holds changes back, the page says so, and asks from time to time', async () => {
  await using opened = await openPage(`${server.url}/`, { key: server.key });
  const { page } = opened;
  await page.clock.install();
  // It neither answers nor ends the connection.
  await page.route('**/changes', () => undefined);
  await page.goto(`${server.url}/#/apps/support/variants`);
  await page.reload();
  await page.getByRole('link', { name: 'default' }).waitFor();
  await page.clock.fastForward(6000);
  await page.getByText('Changes do not arrive from the service.').waitFor();
  await addVariant('held back');
  await page.clock.fastForward(31_000);
  await page.getByRole('link', { name: 'held back' }).waitFor();
});
