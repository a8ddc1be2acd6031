import { expect, test } from 'vitest';
import '../../../../../src/playground/workbench/rows/rows-view.tsx';
import { scoreOf } from '../../../../helpers/evaluation-records.ts';
import type { Answers } from '../../../../helpers/page/fake-browser.ts';
import { openRoutesAt, TESTSETS } from '../../../../helpers/page/open-routes.tsx';

const { evaluator_config: MATCH } = scoreOf('match', 1);
const SERVED: Answers = {
  [TESTSETS]: [{ id: 't', name: 'colours' }],
  'GET /testsets/t/rows?limit=1000': [{ question: 'The sea?' }, { question: 'A wood?' }],
  'GET /evaluators/configs?app_id=app-1': [MATCH],
  'GET /evaluators': [{ key: MATCH.evaluator_key }],
};

/** The command below the rows, once it is unfolded. */
async function unfold(answers: Answers): Promise<string | undefined> {
  await using opened = await openRoutesAt(
    { testset: 't', evaluators: 'match', rows: '1-2' },
    { ...SERVED, ...answers },
  );
  const { shown } = opened;
  const [rows] = shown.root.all.filter(({ props }) => props['aria-label'] === 'Rows' && props['role'] !== 'grid');
  const folded = rows?.all.find(({ props }) => props['className'] === 'in-terminal');
  const toggle = folded?.props['onToggle'] as ((event: object) => void) | undefined;
  await shown.settle(() => toggle?.({ currentTarget: { open: true } }));
  return folded?.all.find(({ tag }) => tag === 'pre')?.text;
}

test('the command names the test set, its rows and its evaluators', async () => {
  expect(await unfold({ 'GET /testsets?id_prefix=t&limit=1': [{ id: 't', name: 'colours' }] })).toMatchInlineSnapshot(`
    "wf run / \\
      --variant default@2 \\
      --testset colours \\
      --rows 1-2 \\
      --evaluators match \\
      --config tone=plain \\
      --config words=50"
  `);
});

test('a test set that is gone is named by its id', async () => {
  expect(await unfold({ 'GET /testsets?id_prefix=t&limit=1': [] })).toMatchInlineSnapshot(`
    "wf run / \\
      --variant default@2 \\
      --testset t \\
      --rows 1-2 \\
      --evaluators match \\
      --config tone=plain \\
      --config words=50"
  `);
});

test('without an answer there is no command', async () => {
  expect(await unfold({ 'GET /testsets?id_prefix=t&limit=1': new TypeError('gone') })).toBeUndefined();
});
