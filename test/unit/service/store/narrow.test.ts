import { type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import { expect, test } from 'vitest';
import { countEvaluations, readEvaluations } from '../../../../src/service/evaluations/queries/evaluation-lists.ts';
import { readTestsets } from '../../../../src/service/testsets/queries/testsets.ts';
import { readVariants } from '../../../../src/service/variants/queries/variant-lists.ts';
import type { Db } from '../../../../src/service/store/schema.ts';
import type { SortedStart } from '../../../../src/service/store/page.ts';
import { isWanted } from '../../../../src/service/store/narrow.ts';
import { recordingPostgres } from '../../../helpers/recording-postgres.ts';
import { openWorld } from '../../../helpers/open-world.ts';

const ANY = {
  since: undefined,
  until: undefined,
  search: undefined,
  labels: [],
  archived: undefined,
  idPrefix: undefined,
  name: undefined,
};
const EVALUATIONS = {
  ...ANY,
  appId: 'app',
  variantName: undefined,
  revision: undefined,
  testset: undefined,
  revisionId: undefined,
  status: undefined,
};
const VARIANTS = { ...ANY, appId: 'app', revisionId: undefined, baseName: undefined };
const TESTSETS = { ...ANY, among: null };
const held = { ids: new Set<string>(), freshSince: '2026-11-20T00:00:00.000Z' };

const by = (column: string | null, after: SortedStart['after'] = null): SortedStart => ({
  order: 'desc',
  column,
  after,
});
const page = { start: by(null), limit: 11 };

test.each<[string, (db: Db) => Promise<unknown>, string]>([
  ['evaluations', (db) => readEvaluations(db, { ...EVALUATIONS, ...page }), 'evaluations_listed'],
  ['the number of evaluations', (db) => countEvaluations(db, EVALUATIONS), 'COVERING INDEX evaluations_listed'],
  [
    'evaluations with a status',
    (db) => readEvaluations(db, { ...EVALUATIONS, ...page, status: { value: 'EVALUATION_FAILED', held } }),
    'evaluations_by_app_status',
  ],
  [
    'evaluations of a variant',
    (db) => readEvaluations(db, { ...EVALUATIONS, ...page, variantName: 'default' }),
    'evaluations_by_variant',
  ],
  [
    'evaluations on a test set',
    (db) => readEvaluations(db, { ...EVALUATIONS, ...page, testset: 'cases' }),
    'evaluations_by_testset_name',
  ],
  [
    'evaluations of what an environment runs',
    (db) => readEvaluations(db, { ...EVALUATIONS, ...page, revisionId: 'revision' }),
    'evaluations_by_revision',
  ],
  [
    'the number of evaluations since',
    (db) => countEvaluations(db, { ...EVALUATIONS, since: '2026-11-20T00:00:00Z' }),
    'COVERING INDEX evaluations_listed',
  ],
  [
    'evaluations since',
    (db) => readEvaluations(db, { ...EVALUATIONS, ...page, since: '2026-11-20T00:00:00Z' }),
    'evaluations_listed',
  ],
  [
    'evaluations by their last change',
    (db) => readEvaluations(db, { ...EVALUATIONS, start: by('updated_at', ['2026', 'id']), limit: 11 }),
    'evaluations_by_update',
  ],
  [
    'evaluations by their variants',
    (db) => readEvaluations(db, { ...EVALUATIONS, start: by('variant_name', ['a', 'id']), limit: 11 }),
    'evaluations_by_variant',
  ],
  ['variants', (db) => readVariants(db, { ...VARIANTS, ...page }), 'variants_by_app'],
  [
    'variants by their last change',
    (db) => readVariants(db, { ...VARIANTS, start: by('variants.updated_at'), limit: 11 }),
    'variants_by_update',
  ],
  [
    'variants by their names',
    (db) => readVariants(db, { ...VARIANTS, start: by('variants.name'), limit: 11 }),
    'sqlite_autoindex_variants_2',
  ],
  [
    'test sets by their names',
    (db) => readTestsets(db, { ...TESTSETS, start: by('testsets.name'), limit: 11 }),
    'testsets_by_name',
  ],
  [
    'test sets by their last change',
    (db) => readTestsets(db, { ...TESTSETS, start: by('testsets.updated_at'), limit: 11 }),
    'testsets_by_update',
  ],
])('a page of %s is read from an index, and never sorted', async (_, read, index) => {
  await using world = await openWorld();
  const plan = await explain(world.running.store.db, read);
  expect(plan).toContain(index);
  expect(plan).not.toContain('USE TEMP B-TREE');
});

/** Runs a query, and returns how SQLite answers it. */
async function explain(db: Db, read: (db: Db) => Promise<unknown>): Promise<string> {
  const nodes: RootOperationNode[] = [];
  const remember: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await read(db.withPlugin(remember));
  const plans = nodes.map(async (node) => {
    const executor = db.getExecutor();
    const { sql: text, parameters } = executor.compileQuery(node, { queryId: 'plan' });
    const [first = '', ...rest] = text.split('?');
    // A defined query is compiled without its values, and they do not decide its plan.
    const values = parameters.map((each) => (typeof each === 'object' ? null : each));
    const parts = rest.flatMap((part, index) => [sql`${values[index]}`, sql.raw(part)]);
    const plan = await sql<{ detail: string }>`explain query plan ${sql.raw(first)}${sql.join(parts, sql``)}`.execute(
      db,
    );
    return plan.rows.map(({ detail }) => detail);
  });
  return (await Promise.all(plans)).flat().join('\n');
}

test.each([
  [{}, '1 = 1', []],
  [{ since: '2026-11-20T01:00:00+01:00' }, '("created" >= $1)', ['2026-11-20T00:00:00.000Z']],
  [
    { since: '2026-11-20T00:00:00Z', until: '2026-11-21T00:00:00Z' },
    '("created" >= $1 and "created" < $2)',
    ['2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
  ],
  [
    { search: 'A%b_C\\Ä' },
    `((lower("name") like $1 escape '\\' or lower("slug") like $2 escape '\\'))`,
    ['%a\\%b\\_c\\\\Ä%', '%a\\%b\\_c\\\\Ä%'],
  ],
])('records with %j meet %s', (filter, condition, values) => {
  const all = { since: undefined, until: undefined, search: undefined, ...filter };
  const wanted = isWanted(all, { created: 'created', names: ['name', 'slug'] }).compile(recordingPostgres().db);
  expect([wanted.sql, wanted.parameters]).toEqual([condition, values]);
});
