import { expect, test } from 'vitest';
import {
  getHumanScenarioScore,
  listHumanEvaluationScenarios,
  updateHumanEvaluationScenario,
  updateHumanScenarioScore,
} from '../../../../../src/service/human-evaluations/operations/human-scenarios.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { NOW, openOperations } from '../../../../helpers/open-operations.ts';

type Type = 'human_a_b_testing' | 'single_model_test';
const OUTPUTS = [
  { variant_id: 'v', variant_output: 'one' },
  { variant_id: 'w', variant_output: 'two' },
];

/** A human evaluation of two variants with two cases. */
async function openCases(evaluation_type: Type) {
  const opened = await openOperations();
  const { db, context } = opened;
  const variants = ['v', 'w'].map((id) => ({ id, name: id, revisionId: `${id}1`, revision: 1 }));
  await insertBare(db, 'human_evaluations', [
    { id: 'h', app_id: 'a', evaluation_type, variants: JSON.stringify(variants) },
    { id: 'g', app_id: 'a', evaluation_type, variants: '[]' },
  ]);
  const common = { human_evaluation_id: 'h', inputs: '[]', outputs: JSON.stringify(OUTPUTS) };
  await insertBare(db, 'human_evaluation_scenarios', [
    { ...common, id: 's0', position: 0 },
    { ...common, id: 's1', position: 1 },
  ]);
  const update = async (
    body: Parameters<typeof updateHumanEvaluationScenario.run>[0]['body'],
    type: Type = evaluation_type,
  ) =>
    await updateHumanEvaluationScenario.run(
      { evaluation_id: 'h', evaluation_scenario_id: 's0', evaluation_type: type, body },
      context,
    );
  const stored = async () =>
    await db.selectFrom('human_evaluation_scenarios').selectAll().where('id', '=', 's0').executeTakeFirstOrThrow();
  const votes = async () =>
    await db
      .selectFrom('human_votes')
      .select(['scenario_id', 'vote', 'score', 'note', 'is_blind', 'updated_at'])
      .execute();
  return { ...opened, update, stored, votes };
}

test('cases are listed by their positions', async () => {
  const { context } = await openCases('single_model_test');
  const list = async (query: object) =>
    await listHumanEvaluationScenarios.run({ evaluation_id: 'h', ...query }, context);
  expect((await list({})).items.map(({ id }) => id)).toEqual(['s0', 's1']);
  const { items, next } = await list({ limit: 1 });
  expect(items.map(({ id }) => id)).toEqual(['s0']);
  expect((await list({ cursor: next ?? '' })).items.map(({ id }) => id)).toEqual(['s1']);
});

test('only the given fields of a case are changed', async () => {
  const { update, stored } = await openCases('human_a_b_testing');
  const before = await stored();
  await update({});
  expect(await stored()).toEqual(before);
  await update({ note: 'short', is_pinned: true, correct_answer: 'x' });
  expect(await stored()).toEqual({ ...before, note: 'short', is_pinned: 1, correct_answer: 'x' });
  await update({ is_pinned: false, correct_answer: null, note: '', inputs: [{ input_name: 'a', input_value: 'b' }] });
  expect(await stored()).toEqual({ ...before, inputs: '[{"input_name":"a","input_value":"b"}]' });
});

test('outputs are replaced by their variants', async () => {
  const { update, stored } = await openCases('human_a_b_testing');
  await update({ outputs: [{ variant_id: 'w', variant_output: 'new' }] });
  expect(JSON.parse((await stored()).outputs)).toEqual([OUTPUTS[0], { variant_id: 'w', variant_output: 'new' }]);
  const msg = 'Input should be a variant of this evaluation: v, w';
  await expect(update({ outputs: [OUTPUTS[0]!, { variant_id: 'x', variant_output: '' }] })).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: msg,
    details: [{ loc: ['body', 'outputs', 1, 'variant_id'], msg, type: 'value_error' }],
  });
});

test('a vote of the key is stored as one that was not blind, until the key withdraws it', async () => {
  const { update, votes } = await openCases('human_a_b_testing');
  const vote = { scenario_id: 's0', score: '', note: '', is_blind: 0, updated_at: NOW };
  await update({ vote: 'v' });
  expect(await votes()).toEqual([{ ...vote, vote: 'v' }]);
  await update({ vote: 'w', score: 3 });
  expect(await votes()).toEqual([{ ...vote, vote: 'w' }]);
  await update({ vote: '' });
  expect(await votes()).toEqual([]);
  await expect(update({ vote: 'x' })).rejects.toThrow('Input should be "", "0", "1", "v", "w"');
});

test('a score of the key is stored; the vote and the note of the case stay', async () => {
  const { context, db, update, votes } = await openCases('single_model_test');
  await update({ score: 70, vote: 'v' });
  const vote = { scenario_id: 's0', vote: '', note: '', is_blind: 0, updated_at: NOW };
  expect(await votes()).toEqual([{ ...vote, score: '70' }]);
  await db.updateTable('human_votes').set({ note: 'why', vote: 'v' }).execute();
  const score = async (value: number) =>
    await updateHumanScenarioScore.run({ evaluation_scenario_id: 's0', body: { score: value } }, context);
  await score(80);
  expect(await votes()).toEqual([{ ...vote, score: '80', note: 'why', vote: 'v' }]);
  const read = async (evaluation_scenario_id: string) =>
    await getHumanScenarioScore.run({ evaluation_scenario_id }, context);
  expect(await read('s0')).toEqual({ scenario_id: 's0', score: '80' });
  expect(await read('s1')).toEqual({ scenario_id: 's1', score: '' });
});

test('a case is changed as one of its own evaluation and type', async () => {
  const { context, update } = await openCases('human_a_b_testing');
  const msg = 'Input should be human_a_b_testing, the type of this evaluation';
  const refusal = {
    code: 'WF_INVALID_INPUT',
    message: `${msg}.`,
    details: [{ loc: ['path', 'evaluation_type'], msg, type: 'value_error' }],
  };
  await expect(update({}, 'single_model_test')).rejects.toMatchObject(refusal);
  const scored = { evaluation_scenario_id: 's0', body: { score: 1 } };
  await expect(updateHumanScenarioScore.run(scored, context)).rejects.toMatchObject(refusal);
  const other = {
    evaluation_id: 'g',
    evaluation_scenario_id: 's0',
    evaluation_type: 'human_a_b_testing',
    body: {},
  } as const;
  await expect(updateHumanEvaluationScenario.run(other, context)).rejects.toMatchObject({ code: 'WF_NOT_FOUND' });
});
