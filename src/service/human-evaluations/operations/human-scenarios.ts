import {
  updateHumanScenario,
  readHumanScenarios,
  type HumanScenarioRow,
  requireHumanScenario,
  type StoredOutput,
  toHumanScenarios,
} from '../queries/human-scenarios.ts';
import { BOTH_BAD, BOTH_GOOD, type HumanScenarioUpdate } from '../../../contract/human-evaluations/human-evaluation.ts';
import { invalidField } from '../../operation/invalid-field.ts';
import type { Operation, OperationContext } from '../../operation/operation.ts';
import { fromJson } from '../../store/schema.ts';
import { toPage, readPageAfter } from '../../store/page.ts';
import { type HumanEvaluationRow, requireHumanEvaluation, variantsOf } from '../queries/human-evaluations.ts';
import { changeVote, voterOf } from '../queries/human-votes.ts';

export const listHumanEvaluationScenarios: Operation<'listHumanEvaluationScenarios'> = {
  hasLongRecords: true,
  run: async ({ evaluation_id, ...paging }, { db }) => {
    const { id } = await requireHumanEvaluation(db, evaluation_id);
    const rows = await readHumanScenarios(db, id, readPageAfter(paging, -1));
    const page = toPage(rows, paging, 'position', (row) => row);
    return { ...page, items: await toHumanScenarios(db, page.items) };
  },
};

export const updateHumanEvaluationScenario: Operation<'updateHumanEvaluationScenario'> = {
  audit: { kind: 'human evaluation', verb: 'changed' },
  run: async ({ evaluation_id, evaluation_scenario_id, evaluation_type, body }, context) => {
    const { db } = context;
    const evaluation = await requireHumanEvaluation(db, evaluation_id);
    const scenario = await requireHumanScenario(db, evaluation_scenario_id, evaluation.id);
    requireType(evaluation, evaluation_type);
    const changes = {
      ...(body.correct_answer === undefined ? {} : { correct_answer: body.correct_answer }),
      ...(body.note == null ? {} : { note: body.note }),
      ...(body.is_pinned == null ? {} : { is_pinned: body.is_pinned ? 1 : 0 }),
      ...(body.inputs == null ? {} : { inputs: JSON.stringify(body.inputs) }),
      ...(body.outputs == null ? {} : { outputs: JSON.stringify(mergeOutputs(scenario, body.outputs)) }),
    };
    if (Object.keys(changes).length > 0) await updateHumanScenario(db, scenario.id, changes);
    if (evaluation_type === 'human_a_b_testing' && body.vote != null) {
      const variantIds = variantsOf(evaluation).map(({ id }) => id);
      await voteByKey(scenario, { vote: requireVote(body.vote, variantIds) }, context);
    }
    if (evaluation_type === 'single_model_test' && body.score != null)
      await voteByKey(scenario, { score: requireScore(body.score) }, context);
    return undefined;
  },
};

export const getHumanScenarioScore: Operation<'getHumanScenarioScore'> = {
  run: async ({ evaluation_scenario_id }, { db }) => {
    const row = await requireHumanScenario(db, evaluation_scenario_id);
    const [scenario] = await toHumanScenarios(db, [row]);
    return { scenario_id: row.id, score: scenario?.score ?? '' };
  },
};

export const updateHumanScenarioScore: Operation<'updateHumanScenarioScore'> = {
  audit: { kind: 'human evaluation', verb: 'changed' },
  run: async ({ evaluation_scenario_id, body }, context) => {
    const scenario = await requireHumanScenario(context.db, evaluation_scenario_id);
    const { evaluation_type } = await requireHumanEvaluation(context.db, scenario.human_evaluation_id);
    if (evaluation_type !== 'single_model_test') throw scoresNothing(evaluation_type);
    await voteByKey(scenario, { score: requireScore(body.score) }, context);
    return undefined;
  },
};

/** Votes as the owner of the key; fields that are not given keep their values. */
async function voteByKey(
  scenario: HumanScenarioRow,
  given: { readonly vote?: string; readonly score?: string },
  { db, principal, now }: OperationContext,
): Promise<void> {
  const voter = await voterOf(db, scenario.human_evaluation_id, principal, now);
  await changeVote(db, scenario, voter.id, { ...given, is_blind: 0, updated_at: now });
}

/** Merges outputs; a variant that is not named keeps its own. */
function mergeOutputs({ outputs }: HumanScenarioRow, changed: NonNullable<HumanScenarioUpdate['outputs']>) {
  const stored = fromJson<StoredOutput[]>(outputs);
  for (const [index, { variant_id }] of changed.entries()) {
    if (stored.some((output) => output.variant_id === variant_id)) continue;
    const msg = `Input should be a variant of this evaluation: ${stored.map((output) => output.variant_id).join(', ')}`;
    throw invalidField(['body', 'outputs', index, 'variant_id'], msg, 'value_error', msg);
  }
  return stored.map((output) => changed.find(({ variant_id }) => variant_id === output.variant_id) ?? output);
}

function requireType(evaluation: HumanEvaluationRow, type: string): void {
  if (evaluation.evaluation_type === type) return;
  const msg = `Input should be ${evaluation.evaluation_type}, the type of this evaluation`;
  throw invalidField(['path', 'evaluation_type'], msg, 'value_error');
}

function scoresNothing(type: string) {
  const msg = `Input should be a case of a single_model_test; this one's evaluation is a ${type}, where people vote`;
  return invalidField(['path', 'evaluation_scenario_id'], msg, 'value_error');
}

/** Takes a variant's id, `0` (both bad), `1` (both good), or `''` to withdraw. @throws {WF_INVALID_INPUT} otherwise */
export function requireVote(vote: string, variantIds: readonly string[]): string {
  const allowed = ['', BOTH_BAD, BOTH_GOOD, ...variantIds];
  if (allowed.includes(vote)) return vote;
  throw invalid('vote', `Input should be ${allowed.map((word) => JSON.stringify(word)).join(', ')}`);
}

/** As people write numbers; `Number` also accepts `0x10`. */
const DECIMAL = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

/** Takes a number, or `''` to withdraw it. @throws {WF_INVALID_INPUT} for text that is not a number */
export function requireScore(score: string | number): string {
  if (score === '') return '';
  const number = typeof score === 'number' ? score : DECIMAL.test(score.trim()) ? Number(score) : NaN;
  if (Number.isFinite(number)) return String(number);
  throw invalid('score', 'Input should be a finite number, or "" to withdraw the score');
}

function invalid(field: string, msg: string) {
  return invalidField(['body', field], msg, 'value_error', `${field}: ${msg}`);
}
