import { insertHumanScenarios, type HumanScenarioRow } from '../queries/human-scenarios.ts';
import {
  insertHumanEvaluation,
  type HumanEvaluationRow,
  humanEvaluationChange,
  type JudgedVariant,
} from '../queries/human-evaluations.ts';
import { assignToHumanEvaluation } from '../../evaluations/queries/evaluations.ts';
import { v7 as newId } from 'uuid';
import { type NewHumanEvaluation, toHumanStatus } from '../../../contract/human-evaluations/human-evaluation.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import { countOf } from '../../../foundation/numbers.ts';
import { invalidField } from '../../operation/invalid-field.ts';
import { createVotingCode } from '../voting-codes.ts';
import type { Operation, OperationContext } from '../../operation/operation.ts';
import { toStorable } from '../../store/any-value.ts';
import { type Db, fromJson } from '../../store/schema.ts';
import { requireApp } from '../../apps/queries.ts';
import { streamTestsetRows } from '../../testsets/queries/testset-rows.ts';
import { requireTestset, type RevisedTestset } from '../../testsets/queries/testsets.ts';
import { requireRevision } from '../../variants/queries/revisions.ts';
import { requireVariant } from '../../variants/queries/variants.ts';
import { createEvaluations } from '../../evaluations/operations/create-evaluations.ts';
import { requireRows } from '../../testsets/operations/testsets.ts';

/** Column of the expected answer. @source facts §2.5 */
const ANSWER_COLUMN = 'correct_answer';

export const createHumanEvaluation: Operation<'createHumanEvaluation'> = {
  audit: { kind: 'human evaluation', verb: 'created' },
  run: async ({ body }, context) => {
    const { db, now } = context;
    const app = await requireApp(db, body.app_id);
    const testset = await requireTestset(db, body.testset_id, body.testset_revision);
    requireVariantCount(body);
    const id = newId();
    const link = await createVotingCode(context.service.secrets, id);
    const row: HumanEvaluationRow = {
      id,
      project_id: app.project_id,
      app_id: app.id,
      evaluation_type: body.evaluation_type,
      variants: JSON.stringify(await requireVariants(db, body)),
      inputs: JSON.stringify(body.inputs),
      testset_id: testset.id,
      testset_name: testset.name,
      status: toHumanStatus(body.status),
      link_sha256: link.sha256,
      link_sealed: link.sealed,
      closed_at: null,
      created_at: now,
      updated_at: now,
    };
    await insertHumanEvaluation(db, row);
    await insertScenarios(db, id, testset, body);
    context.record({
      ...humanEvaluationChange(row),
      after: id,
      summary: `created, ${countOf(testset.row_count, 'row')} of ${testset.name}`,
    });
    await generateOutputs(id, body, testset.revision, context);
    return {
      id,
      variant_ids: body.variant_ids,
      app_id: app.id,
      status: row.status,
      evaluation_type: body.evaluation_type,
    };
  },
};

/** Refuses two revisions of one variant: a vote names the variant's id, which could not tell them apart. */
function requireVariantCount({ evaluation_type, variant_ids }: NewHumanEvaluation): void {
  const wanted = evaluation_type === 'human_a_b_testing' ? 2 : 1;
  const isTwice = new Set(variant_ids).size < variant_ids.length;
  if (variant_ids.length === wanted && !isTwice) return;
  const msg = isTwice
    ? 'Input should name two different variants'
    : `${evaluation_type} takes ${countOf(wanted, 'variant')}`;
  throw invalidField(['body', 'variant_ids'], msg, 'value_error', `variant_ids: ${msg}.`);
}

async function requireVariants(db: Db, { variant_ids, generate }: NewHumanEvaluation): Promise<JudgedVariant[]> {
  const variants: JudgedVariant[] = [];
  for (const [index, id] of variant_ids.entries()) {
    const variant = await requireVariant(db, id);
    const asked = generate?.variant_revisions?.[index];
    const revision = await requireRevision(db, variant, asked ?? variant.revision);
    variants.push({ id, name: variant.variant_name, revisionId: revision.id, revision: revision.revision });
  }
  return variants;
}

/** Starts an evaluation without evaluators per variant; it reuses stored outputs, and can be resumed. */
async function generateOutputs(
  id: string,
  body: NewHumanEvaluation,
  testset_revision: number,
  context: OperationContext,
): Promise<void> {
  if (body.generate == null) return;
  const { app_id, variant_ids, testset_id, generate } = body;
  const makers = await createEvaluations.run(
    // A route that takes every column must not see the expected answer.
    {
      body: {
        ...generate,
        app_id,
        variant_ids,
        testset_id,
        testset_revision,
        evaluators_configs: [],
        correct_answer_column: ANSWER_COLUMN,
      },
    },
    context,
  );
  const ids = makers.map((maker) => maker.id);
  await assignToHumanEvaluation(context.db, ids, id);
}

async function insertScenarios(
  db: Db,
  evaluationId: string,
  testset: RevisedTestset,
  { inputs, variant_ids }: NewHumanEvaluation,
): Promise<void> {
  let count = 0;
  const outputs = JSON.stringify(variant_ids.map((variant_id) => ({ variant_id, variant_output: '' })));
  for await (const page of streamTestsetRows(db, testset.revision_id)) {
    count += page.length;
    const rows = page.map(({ position, cells }): HumanScenarioRow => {
      const row = fromJson<TestsetRow>(cells);
      return {
        id: newId(),
        human_evaluation_id: evaluationId,
        position,
        inputs: JSON.stringify(pickInputs(row, inputs, position)),
        outputs,
        correct_answer: toAnswer(row[ANSWER_COLUMN]),
        note: '',
        is_pinned: 0,
      };
    });
    await insertHumanScenarios(db, rows);
  }
  requireRows(count, testset.name);
}

function toAnswer(cell: unknown): string | null {
  if (cell === undefined || cell === null) return null;
  return typeof cell === 'string' ? toStorable(cell) : JSON.stringify(cell);
}

/** Without names: every column except the expected answer. */
function pickInputs(row: TestsetRow, chosen: readonly string[], position: number) {
  const names = chosen.length > 0 ? chosen : Object.keys(row).filter((name) => name !== ANSWER_COLUMN);
  const missing = names.find((name) => !Object.hasOwn(row, name));
  if (missing === undefined) return names.map((name) => ({ input_name: name, input_value: row[name] }));
  const columns = Object.keys(row).join(', ');
  const msg = `Row ${position + 1} of the test set has no column ${JSON.stringify(missing)}; it has: ${columns}`;
  throw invalidField(['body', 'inputs', names.indexOf(missing)], msg, 'missing', msg);
}
