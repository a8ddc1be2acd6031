import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { defineQuery } from '../../../../src/service/store/define-query.ts';
import { createInsertRows } from '../../../../src/service/store/insert-rows.ts';
import { openWorld } from '../../../helpers/open-world.ts';
import type { World } from '../../../helpers/service-world.ts';
import { openTestStore } from '../../../helpers/start-service.ts';

test('a query runs in a transaction that is rolled back', async () => {
  await using stack = new AsyncDisposableStack();
  const { db } = stack.use(await openTestStore('sqlite', stack));
  const selectCodes = defineQuery((each, { sha256 }: { readonly sha256: string }) =>
    each.selectFrom('page_codes').select('sha256').where('sha256', '=', sha256),
  );
  expect(await selectCodes(db, { sha256: 'a' })).toEqual([]);
  const work = db.transaction().execute(async (transaction) => {
    await transaction.insertInto('page_codes').values({ sha256: 'a', expires_at: '' }).execute();
    expect(await selectCodes(transaction, { sha256: 'a' })).toEqual([{ sha256: 'a' }]);
    throw new Error('undone');
  });
  await expect(work).rejects.toThrow('undone');
  expect(await selectCodes(db, { sha256: 'a' })).toEqual([]);
});

test('a query of more than a hundred shapes still answers each', async () => {
  await using stack = new AsyncDisposableStack();
  const { db } = stack.use(await openTestStore('sqlite', stack));
  await insert(db, [['150', '']]);
  const selectCodes = defineQuery((each, _values: Record<string, never>, shape: { readonly than: string }) =>
    each.selectFrom('page_codes').select('sha256').where('sha256', '=', shape.than),
  );
  for (let index = 0; index < 200; index += 1) {
    const found = await selectCodes(db, {}, { than: `${index}` });
    expect(found).toEqual(index === 150 ? [{ sha256: '150' }] : []);
  }
});

const insert = createInsertRows({ table: 'page_codes', columns: ['sha256', 'expires_at'], unless: 'sha256' });

// A statement has up to 64 rows.
test.each([0, 1, 63, 64, 65, 130])('%i rows are inserted once each, in order', async (count) => {
  await using stack = new AsyncDisposableStack();
  const { db } = stack.use(await openTestStore('sqlite', stack));
  const rows = Array.from({ length: count }, (_, index) => [`${1000 + index}`, `at ${index}`]);
  await insert(db, rows.slice(0, 1));
  await insert(db, rows);
  const stored = await db.selectFrom('page_codes').selectAll().execute();
  expect(stored.map(({ sha256, expires_at }) => [sha256, expires_at])).toEqual(rows);
});

const VARIANTS = '/apps/APP/variants?limit=10';
const EVALUATIONS = '/evaluations?app_id=APP&limit=10';
const TESTSETS = '/testsets?limit=10';

// A page must not take longer the more records there are.
test.each([
  [EVALUATIONS, 'evaluations_listed'],
  [`${EVALUATIONS}&total=true`, 'COVERING INDEX evaluations_listed'],
  [`${EVALUATIONS}&status=EVALUATION_FAILED`, 'evaluations_by_app_status'],
  [`${EVALUATIONS}&variant_name=default`, 'evaluations_by_variant'],
  [`${EVALUATIONS}&testset=cases`, 'evaluations_by_testset_name'],
  [`${EVALUATIONS}&route=/draft`, 'evaluations_by_route'],
  [`${EVALUATIONS}&environment=production`, 'evaluations_by_revision'],
  [`${EVALUATIONS}&created_since=2026-11-20T00:00:00Z`, 'evaluations_listed'],
  [`${EVALUATIONS}&sort=updated`, 'evaluations_by_update'],
  [`${EVALUATIONS}&sort=variant`, 'evaluations_by_variant'],
  [VARIANTS, 'variants_by_app'],
  [`${VARIANTS}&sort=updated`, 'variants_by_update'],
  [`${VARIANTS}&sort=name`, 'sqlite_autoindex_variants_2'],
  [`${TESTSETS}&sort=name`, 'testsets_by_name'],
  [`${TESTSETS}&sort=updated`, 'testsets_by_update'],
])('%s is read from an index, and never sorted', async (path, index) => {
  await using world = await openWorld();
  const plans = await explain(world, path.replace('APP', world.appId));
  const own = plans.filter((plan) => plan.includes(index));
  expect(own).not.toEqual([]);
  expect(own.filter((plan) => plan.includes('TEMP B-TREE'))).toEqual([]);
});

test('a call finds its variant by an index for each kind of name', async () => {
  await using world = await openWorld();
  const plans = (await explain(world, `/services/${world.appId}/default/run`, 'POST')).join('\n');
  expect(plans).toContain('SEARCH variants USING INDEX');
  expect(plans).not.toMatch(/SCAN (?:apps|variants|variant_revisions|deployments|bases)\b/);
});

test('the status finds the last failed call and the newest changes by indexes', async () => {
  await using world = await openWorld();
  const plans = (await explain(world, '/status')).join('\n');
  expect(plans).toContain('USING INDEX app_logs_failed (app_id=?)');
  expect(plans).toContain('USING INDEX audit_log_by_app_time (app_id=? AND created_at>?)');
  expect(plans).not.toMatch(/SCAN (?:app_logs|line|audit_log|environment_revisions|deployments)\b/);
});

/** Sends a request, and returns how SQLite answers each of its statements. */
async function explain(world: World, path: string, method = 'GET'): Promise<string[]> {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  onTestFinished(() => prepare.mockRestore());
  expect((await world.running.send(method, path, method === 'GET' ? {} : { body: {} })).status).toBe(200);
  const statements = prepare.mock.calls.map(([text]) => text).filter((text) => /^(?:select|with)\b/.test(text));
  prepare.mockRestore();
  const plans = statements.map(async (text) => {
    // The values do not decide the plan.
    const parts = text.split('?').map((part) => sql.raw(part));
    const plan = sql<{ detail: string }>`explain query plan ${sql.join(parts, sql`${null}`)}`;
    return (await plan.execute(world.running.store.db)).rows.map(({ detail }) => detail).join('\n');
  });
  return await Promise.all(plans);
}
