import { afterAll, beforeAll, expect, test } from 'vitest';
import { appendLogs } from '../../../src/service/deployments/queries/deployments.ts';
import type { Database } from '../../../src/service/store/schema.ts';
import { LIST_PAGE_BYTES } from '../../../src/foundation/sizes.ts';
import { openWorld, type OwnWorld } from '../../helpers/open-world.ts';

const LONG = 'x'.repeat(LIST_PAGE_BYTES.most * 0.6);

let world: OwnWorld;

/** Makes three records of each kind, each of more than half a page. */
beforeAll(async () => {
  world = await openWorld();
  const { call, appId: app_id, variantId: variant_id, running } = world;
  const service = { base_name: null, config_name: null, url: 'https://a.example/' };
  for (const variant_name of ['b', 'c'])
    await call('addVariantFromService', { app_id, body: { ...service, variant_name } });
  for (const words of [30, 31]) await call('updateVariantParameters', { variant_id, body: { parameters: { words } } });
  for (let made = 0; made < 3; made += 1) {
    await world.makeEvaluation();
    await world.makeHumanEvaluation();
  }
  const line = { at: '2026-11-20T12:00:00.000Z', stream: 'stdout' as const };
  await appendLogs(
    running.store.db,
    app_id,
    ['a', 'b', 'c'].map((text) => ({ ...line, text: `${text}${LONG}` })),
  );
  await lengthen('variant_revisions', 'parameters', (parameters) => ({ ...(parameters as object), text: LONG }));
  await lengthen('deployments', 'routes', (routes) => (routes as object[]).map((route) => ({ ...route, name: LONG })));
  await lengthen('evaluator_configs', 'settings_values', (settings) => ({ ...(settings as object), text: LONG }));
  await lengthen('evaluations', 'options', (options) => ({ ...(options as object), text: LONG }));
  await lengthen('human_evaluations', 'inputs', () => [LONG]);
});

afterAll(async () => await world[Symbol.asyncDispose]());

test.each([
  ['variants', '/apps/APP/variants'],
  ['revisions of a variant', '/variants/VARIANT/revisions'],
  ['deployments', '/apps/APP/deployments'],
  ['logged lines', '/apps/APP/logs'],
  ['last logged lines', '/apps/APP/logs?tail=2'],
  ['evaluations', '/evaluations?app_id=APP'],
  ['configurations of evaluators', '/evaluators/configs?app_id=APP'],
  ['human evaluations', '/human-evaluations?app_id=APP'],
])('pages of long %s end at bytes, and have each record once', async (_, template) => {
  const path = template.replace('APP', world.appId).replace('VARIANT', world.variantId);
  const whole = await read(path);
  expect(whole.items.length).toBeGreaterThanOrEqual(2);
  const [list = '', given = ''] = path.split('?');
  const paged: unknown[] = [];
  for (let query: string | null = `?limit=1000&${given}`; query !== null;) {
    const page = await read(`${list}${query}`);
    expect(page.items).toHaveLength(1);
    paged.push(...page.items);
    query = page.next;
  }
  expect(paged).toEqual(whole.items);
});

async function read(path: string): Promise<{ readonly items: unknown[]; readonly next: string | null }> {
  const response = await world.running.send('GET', path);
  const [, next = null] = /^<(.*)>; rel="next"$/.exec(response.headers.get('link') ?? '') ?? [];
  return { items: (await response.json()) as unknown[], next }; // a list
}

async function lengthen<T extends keyof Database>(
  table: T,
  column: string & keyof Database[T],
  change: (value: unknown) => unknown,
): Promise<void> {
  const { db } = world.running.store;
  const rows = await db
    .selectFrom(table as 'deployments')
    .select(['id', column as 'routes'])
    .execute(); // all have an id, and JSON
  for (const row of rows) {
    const value = JSON.stringify(change(JSON.parse(row[column as 'routes'] ?? 'null')));
    await db
      .updateTable(table as 'deployments')
      .set({ [column]: value })
      .where('id', '=', row.id)
      .execute();
  }
}
