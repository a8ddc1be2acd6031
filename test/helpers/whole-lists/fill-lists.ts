import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { appendLogs } from '../../../src/service/deployments/queries/deployments.ts';
import type { Database, Db } from '../../../src/service/store/schema.ts';
import { makeJudgedEvaluation } from '../judged-evaluation.ts';
import type { World } from '../service-world.ts';

/** More than any page has, or any terminal shows. */
export const MANY = 1003;

/** Ids that command lines name. */
export interface FilledLists {
  readonly evaluation: string;
  readonly human: string;
  readonly webhook: string;
}

/** Fills every list of a service with records, more than a page has. Most are copies of the first one. */
export async function fillLists(world: World): Promise<FilledLists> {
  const { call, appId: app_id, running } = world;
  const { db } = running.store;
  const verdicts = Array.from({ length: MANY }, () => true);
  const rows = verdicts.map((_, index) => ({ text: `question ${index}`, correct_answer: 'right' }));
  const { id: testset_id } = await call('createTestset', { body: { name: 'cases', csvdata: rows } });
  const judged = { variantId: world.variantId, verdicts, testsetId: testset_id };
  const evaluation = await makeJudgedEvaluation(world, judged);
  const { id: human } = await call('createHumanEvaluation', {
    body: {
      app_id,
      variant_ids: [world.variantId],
      evaluation_type: 'single_model_test',
      inputs: ['text'],
      testset_id,
      status: 'EVALUATION_INITIALIZED',
    },
  });
  const { id: webhook } = await call('createWebhook', { body: { url: 'https://hooks.example/wf' } });
  await call('setVariable', { app_id, variable_name: 'FIRST', body: { value: 'value' } });
  const at = '2026-01-01T00:00:00.000Z';
  const lines = rows.map(({ text }) => ({ at, stream: 'stdout' as const, text }));
  await appendLogs(db, app_id, lines, new Date(at));
  await db
    .insertInto('webhook_deliveries')
    .values({
      id: 'first',
      webhook_id: webhook,
      event: 'ping',
      subject: 'first',
      body: '{}',
      created_at: at,
      attempts: 1,
    })
    .execute();

  const copy = async <T extends keyof Database>(
    table: T,
    change: Change<Database[T]>,
    same: Partial<Database[T]> = {},
  ) => await copyFirst(db, table, change, same);
  const id = newId;
  const variant_id = world.variantId;
  const ids = Array.from({ length: MANY }, () => ({ app: id(), testset: id(), variant: id() }));
  await copy('apps', (index) => ({ id: ids[index]?.app ?? '', name: `app-${index}` }));
  await copy('keys', (index) => ({ id: id(), prefix: `prefix${index}` }));
  await copy('audit_log', () => ({ id: id() }), { kind: 'variant' });
  await copy('webhooks', (index) => ({ id: id(), url: `https://hooks.example/${index}` }));
  await copy('webhook_deliveries', (index) => ({ id: id(), subject: `subject ${index}` }));
  await copy('app_variables', (index) => ({ name: `NAME_${index}` }), { app_id });
  await copy('evaluator_configs', (index) => ({ id: id(), name: `judge-${index}` }));
  await copy('deployments', (index) => ({ id: id(), app_id: ids[index]?.app ?? '' }));
  await copy('evaluations', () => ({ id: id() }));
  await copy('human_evaluations', () => ({ id: id() }));
  await copy('testsets', (index) => ({ id: ids[index]?.testset ?? '', name: `cases-${index}` }));
  await copyFirst(db, 'testset_revisions', (index) => ({ id: id(), testset_id: ids[index]?.testset ?? '' }), {});
  const named = (index: number) => ({ name: `variant-${index}`, config_name: `config-${index}` });
  await copy('variants', (index) => ({ id: ids[index]?.variant ?? '', ...named(index) }));
  await copy('variant_revisions', (index) => ({ id: id(), variant_id: ids[index]?.variant ?? '' }));
  await copy('variant_revisions', (index) => ({ id: id(), revision: index + 1 }), { variant_id });
  await copy('environment_revisions', (index) => ({ id: id(), revision: index + 1 }));
  await db.updateTable('variants').set({ newest_revision: MANY }).where('id', '=', variant_id).execute();
  return { evaluation, human, webhook };
}

/** What a copy has of its own; `index` counts from 1. */
type Change<Row> = (index: number) => Partial<Row>;

/** Rows in a statement, whose values have a limit. */
const CHUNK = 500;

/** Copies the first row of a table, or of those with the same values, until there are many. */
async function copyFirst<T extends keyof Database>(
  db: Db,
  table: T,
  change: Change<Database[T]>,
  same: Partial<Database[T]>,
): Promise<void> {
  const where = Object.entries(same).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const condition = where.length === 0 ? sql`` : sql` where ${sql.join(where, sql` and `)}`;
  const { rows } = await sql<Database[T]>`select * from ${sql.table(table)}${condition}`.execute(db);
  const copies = Array.from({ length: MANY - rows.length }, (_, index) => ({
    ...rows[0],
    ...change(index + rows.length),
  }));
  for (let begin = 0; begin < copies.length; begin += CHUNK)
    // A copy of a row has the columns of its table.
    await db
      .insertInto(table)
      .values(copies.slice(begin, begin + CHUNK) as never)
      .execute();
}
