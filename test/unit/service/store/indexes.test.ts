import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openWorld } from '../../../helpers/open-world.ts';
import type { World } from '../../../helpers/service-world.ts';

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
