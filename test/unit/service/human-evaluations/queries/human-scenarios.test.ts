import { expect, test } from 'vitest';
import {
  countHumanScenarios,
  findHumanScenarioAt,
  readCases,
  readHumanScenarios,
  requireHumanScenario,
  toHumanScenarios,
} from '../../../../../src/service/human-evaluations/queries/human-scenarios.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

const EMPTY = JSON.stringify(['v', 'w'].map((variant_id) => ({ variant_id, variant_output: '' })));

/** Three cases; `v` and `w` generate outputs of the first two. */
async function openCases() {
  const { db } = await openBare();
  await insertBare(db, 'human_evaluations', [{ id: 'h' }, { id: 'i' }]);
  const fixed = JSON.stringify([{ variant_id: 'v', variant_output: 'stored' }]);
  await insertBare(db, 'human_evaluation_scenarios', [
    { id: 'c', human_evaluation_id: 'h', position: 2, inputs: '[]', outputs: EMPTY, is_pinned: 0 },
    { id: 'b', human_evaluation_id: 'h', position: 1, inputs: '[]', outputs: EMPTY, is_pinned: 0 },
    {
      id: 'a',
      human_evaluation_id: 'h',
      position: 0,
      inputs: '[{"input_name":"text","input_value":"hi"}]',
      outputs: fixed,
      correct_answer: 'HI',
      is_pinned: 1,
      note: 'hm',
    },
    { id: 'd', human_evaluation_id: 'i', position: 0, inputs: '[]', outputs: '[]' },
  ]);
  await insertBare(db, 'evaluations', [
    { id: 'e', human_evaluation_id: 'h', variant_id: 'v' },
    { id: 'f', human_evaluation_id: 'h', variant_id: 'w' },
    { id: 'g', human_evaluation_id: 'i', variant_id: 'w' },
  ]);
  const made = ['e 0', 'e 1', 'e 2', 'f 1', 'g 2'].map((name) => {
    const [evaluation_id = '', position] = name.split(' ');
    return { id: name, evaluation_id, position: Number(position), cells: '{}' };
  });
  await insertBare(db, 'evaluation_scenarios', made);
  const outcome = (scenario_id: string, result: object) => ({
    scenario_id,
    evaluation_id: scenario_id[0]!,
    outputs: JSON.stringify([{ result }]),
  });
  await insertBare(db, 'evaluation_outcomes', [
    outcome('e 0', { type: 'text', value: 'made' }),
    outcome('e 1', { type: 'text', value: 'made' }),
    outcome('f 1', { type: 'error', value: 'unseen', error: { message: 'gone' } }),
    outcome('g 2', { type: 'text', value: 'of another' }),
  ]);
  return db;
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

test('cases are read in the order of the test set', async () => {
  const db = await openCases();
  expect(idsOf(await readHumanScenarios(db, 'h', { after: -1, limit: 9 }))).toEqual(['a', 'b', 'c']);
  expect(idsOf(await readHumanScenarios(db, 'h', { after: 0, limit: 1 }))).toEqual(['b']);
  expect((await findHumanScenarioAt(db, 'h', 2))?.id).toBe('c');
  expect(await findHumanScenarioAt(db, 'h', 3)).toBeNull();
  expect([await countHumanScenarios(db, 'h'), await countHumanScenarios(db, 'none')]).toEqual([3, 0]);
});

test('a case is found by its id, within its human evaluation', async () => {
  const db = await openCases();
  expect((await requireHumanScenario(db, 'a')).id).toBe('a');
  expect((await requireHumanScenario(db, 'a', 'h')).id).toBe('a');
  for (const wrong of [requireHumanScenario(db, 'a', 'i'), requireHumanScenario(db, 'none')]) {
    await expect(wrong).rejects.toMatchObject({
      code: 'WF_NOT_FOUND',
      message: expect.stringContaining('case of a human evaluation'),
    });
  }
});

test('stored outputs go before generated ones, which may fail or be waited for', async () => {
  const db = await openCases();
  const rows = await readHumanScenarios(db, 'h', { after: -1, limit: 9 });
  const none = { variant_output: '', error: null };
  expect((await readCases(db, rows)).map(({ row, outputs }) => [row.id, outputs])).toEqual([
    ['a', [{ variant_id: 'v', variant_output: 'stored', error: null, isWaiting: false }]],
    [
      'b',
      [
        { variant_id: 'v', variant_output: 'made', error: null, isWaiting: false },
        { variant_id: 'w', variant_output: '', error: 'gone', isWaiting: false },
      ],
    ],
    [
      'c',
      [
        { variant_id: 'v', ...none, isWaiting: true },
        { variant_id: 'w', ...none, isWaiting: false },
      ],
    ],
  ]);
  expect(await readCases(db, [])).toEqual([]);
});

test('a record has the outputs and the votes of a case', async () => {
  const db = await openCases();
  await insertBare(db, 'human_votes', [
    { scenario_id: 'a', voter_id: 'ann', human_evaluation_id: 'h', vote: 'v', score: '' },
  ]);
  const [first, second] = await toHumanScenarios(db, await readHumanScenarios(db, 'h', { after: -1, limit: 2 }));
  expect(first).toEqual({
    id: 'a',
    evaluation_id: 'h',
    inputs: [{ input_name: 'text', input_value: 'hi' }],
    outputs: [{ variant_id: 'v', variant_output: 'stored' }],
    vote: 'v',
    score: '',
    correct_answer: 'HI',
    is_pinned: true,
    note: 'hm',
  });
  expect(second).toMatchObject({ is_pinned: false, vote: '', outputs: [{ variant_output: 'made' }, {}] });
});
