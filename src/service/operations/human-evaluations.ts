import { v7 as newId } from 'uuid';
import type { HumanEvaluation, NewHumanEvaluation } from '../../contract/records/human-evaluation.ts';
import type { TestsetRow } from '../../contract/records/testset.ts';
import { UserError } from '../../errors/wf-error.ts';
import type { Operation } from '../operation.ts';
import { fromJson } from '../store/json-column.ts';
import { CANDIDATES, missingRecord } from '../store/missing-record.ts';
import { readCursor, rowsToRead, toPage } from '../store/page.ts';
import { requireApp } from '../store/queries/apps.ts';
import { requireTestset, streamTestsetRows } from '../store/queries/testsets.ts';
import { requireVariant } from '../store/queries/variants.ts';
import type { Database, Db } from '../store/schema.ts';
import { requireRows } from './testsets.ts';

/** A variant as it was when the evaluation was made. */
interface JudgedVariant {
  readonly id: string;
  readonly name: string;
  readonly revisionId: string;
  readonly revision: number;
}

export const listHumanEvaluations: Operation<'listHumanEvaluations'> = {
  access: 'read',
  run: async ({ app_id, ...paging }, { db }) => {
    const app = await requireApp(db, app_id);
    const rows = await db
      .selectFrom('human_evaluations')
      .selectAll()
      .where('app_id', '=', app.id)
      .where('id', '>', readCursor(paging, ''))
      .orderBy('id')
      .limit(rowsToRead(paging))
      .execute();
    return toPage(rows, paging, (row) => row.id, toHumanEvaluation);
  },
};

export const getHumanEvaluation: Operation<'getHumanEvaluation'> = {
  access: 'read',
  run: async ({ evaluation_id }, { db }) => toHumanEvaluation(await requireHumanEvaluation(db, evaluation_id)),
};

export const createHumanEvaluation: Operation<'createHumanEvaluation'> = {
  access: 'write',
  run: async ({ body }, { db, now }) => {
    const app = await requireApp(db, body.app_id);
    const testset = await requireTestset(db, body.testset_id);
    const variants: JudgedVariant[] = [];
    for (const id of body.variant_ids) {
      const variant = await requireVariant(db, id);
      variants.push({
        id,
        name: variant.variant_name,
        revisionId: variant.revision_id,
        revision: variant.revision,
      });
    }
    const row: Database['human_evaluations'] = {
      id: newId(),
      project_id: app.project_id,
      app_id: app.id,
      evaluation_type: body.evaluation_type,
      variants: JSON.stringify(variants),
      inputs: JSON.stringify(body.inputs),
      testset_id: testset.id,
      testset_name: testset.name,
      status: body.status,
      created_at: now,
      updated_at: now,
    };
    await db.insertInto('human_evaluations').values(row).execute();
    await insertScenarios(db, row.id, testset, body);
    const { id, status, evaluation_type } = row;
    return { id, variant_ids: body.variant_ids, app_id: app.id, status, evaluation_type };
  },
};

export const deleteHumanEvaluations: Operation<'deleteHumanEvaluations'> = {
  access: 'write',
  run: async ({ body }, { db }) => {
    const ids = [...new Set(body.evaluations_ids)];
    if (ids.length === 0) return undefined;
    for (const id of ids) await requireHumanEvaluation(db, id);
    await db.deleteFrom('human_evaluations').where('id', 'in', ids).execute();
    return undefined;
  },
};

async function requireHumanEvaluation(db: Db, id: string): Promise<Database['human_evaluations']> {
  const found = await db.selectFrom('human_evaluations').selectAll().where('id', '=', id).executeTakeFirst();
  if (found !== undefined) return found;
  const ids = await db.selectFrom('human_evaluations').select('id').orderBy('id', 'desc').limit(CANDIDATES).execute();
  throw missingRecord(
    'human evaluation',
    id,
    ids.map((row) => ({ id: row.id, name: row.id })),
  );
}

async function insertScenarios(
  db: Db,
  evaluationId: string,
  testset: Database['testsets'],
  { inputs, variant_ids }: NewHumanEvaluation,
): Promise<void> {
  let count = 0;
  const outputs = JSON.stringify(variant_ids.map((variant_id) => ({ variant_id, variant_output: '' })));
  for await (const page of streamTestsetRows(db, testset.id)) {
    count += page.length;
    const rows = page.map(({ position, cells }) =>
      toScenarioRow(evaluationId, position, pickInputs(fromJson<TestsetRow>(cells), inputs, position), outputs),
    );
    await db.insertInto('human_evaluation_scenarios').values(rows).execute();
  }
  requireRows(count, testset.name);
}

function toScenarioRow(
  evaluationId: string,
  position: number,
  inputs: readonly { input_name: string; input_value: unknown }[],
  outputs: string,
): Database['human_evaluation_scenarios'] {
  return {
    id: newId(),
    human_evaluation_id: evaluationId,
    position,
    inputs: JSON.stringify(inputs),
    outputs,
    vote: '',
    score: '',
    correct_answer: null,
    note: '',
    is_pinned: 0,
  };
}

function pickInputs(row: TestsetRow, names: readonly string[], position: number) {
  const missing = names.find((name) => !Object.hasOwn(row, name));
  if (missing === undefined) return names.map((name) => ({ input_name: name, input_value: row[name] }));
  const columns = Object.keys(row).join(', ');
  const msg = `Row ${position + 1} of the test set has no column ${JSON.stringify(missing)}; it has: ${columns}`;
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: msg,
    details: [{ loc: ['body', 'inputs', names.indexOf(missing)], msg, type: 'missing' }],
  });
}

function toHumanEvaluation(row: Database['human_evaluations']): HumanEvaluation {
  const variants = fromJson<JudgedVariant[]>(row.variants);
  return {
    id: row.id,
    app_id: row.app_id,
    project_id: row.project_id,
    evaluation_type: row.evaluation_type,
    variant_ids: variants.map(({ id }) => id),
    variant_names: variants.map(({ name }) => name),
    variants_revision_ids: variants.map(({ revisionId }) => revisionId),
    revisions: variants.map(({ revision }) => String(revision)),
    testset_id: row.testset_id,
    testset_name: row.testset_name,
    status: row.status,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
