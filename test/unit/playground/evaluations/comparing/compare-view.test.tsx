import { expect, test } from 'vitest';
import { CompareView } from '../../../../../src/playground/evaluations/comparing/compare-view.tsx';
import { WorkspaceContext } from '../../../../../src/playground/workspace/workspace.ts';
import { evaluationOf, rowOf } from '../../../../helpers/evaluation-records.ts';
import { COMPARISON } from '../../../../helpers/page/comparison-records.ts';
import { type Answers, fakeBrowser } from '../../../../helpers/page/fake-browser.ts';
import { mount, type Mounted } from '../../../../helpers/page/mount.ts';
import { workspaceOf } from '../../../../helpers/page/page-records.ts';

const LIST = 'GET /evaluations?app_id=app-1&limit=100&order=desc&total=true&archived=false';
const FIRST_ROW = 'GET /evaluations/f/evaluation_scenarios?limit=1';
const COMPARED = 'GET /evaluations/f/comparison?baseline_id=e&points=2000';

const [CANDIDATE] = COMPARISON.candidates;
const PLAIN = { ...COMPARISON, candidates: [{ ...CANDIDATE, groups: undefined, points: undefined }] };

const ANSWERS: Answers = {
  // Newest first, as the service is asked.
  [LIST]: [
    evaluationOf({ id: 'e' }),
    evaluationOf({ id: 'f', variant_names: ['tuned'], testset_name: null }),
    evaluationOf({
      id: 'g',
      variant_names: ['third'],
      status: { type: 'status', value: 'EVALUATION_FINISHED_WITH_ERRORS' },
    }),
    evaluationOf({ id: 'h', status: { type: 'status', value: 'EVALUATION_STARTED' } }),
  ].toReversed(),
  [FIRST_ROW]: [rowOf({ input: 'sea' })],
  [COMPARED]: PLAIN,
  [`${COMPARED}&group_by=text`]: { ...PLAIN, group_by: 'text' },
};

const view = (props: Partial<Parameters<typeof CompareView>[0]> = {}) => (
  <WorkspaceContext value={workspaceOf()}>
    <CompareView id="f" baseline="e" column="" {...props} />
  </WorkspaceContext>
);

function commandsIn({ root }: Mounted): string[] {
  const shown = root.all.filter(({ props }) => props['aria-label'] === 'The same in a terminal');
  return shown.map(({ text }) => text.replaceAll(/\s*\\\n\s*/g, ' '));
}

test('finished evaluations can be chosen, with the same command for a terminal', async () => {
  using browser = fakeBrowser({ answers: ANSWERS });
  await using shown = await mount(view());
  expect(shown.markup).toMatchSnapshot();
  expect(browser.sent.toSorted()).toEqual([LIST, COMPARED, FIRST_ROW].toSorted());
  await shown.fire('in-terminal', 'onToggle', { currentTarget: { open: true } });
  expect(commandsIn(shown)).toEqual([
    'wf eval compare e f',
    'wf eval export f --format html --baseline e --output report.html',
  ]);
  await shown.click('Copy command');
  expect(browser.copied).toEqual(['wf eval compare e f']);
  await shown.fire('in-terminal', 'onToggle', { currentTarget: { open: false } });
  expect(commandsIn(shown)).toEqual([]);
});

test('a column adds slices, and words are quoted for a shell', async () => {
  using _ = fakeBrowser({ answers: ANSWERS });
  await using shown = await mount(view({ column: "it's text" }));
  await shown.fire('in-terminal', 'onToggle', { currentTarget: { open: true } });
  expect(commandsIn(shown)).toEqual([
    `wf eval compare e f --group-by 'it'\\''s text'`,
    `wf eval export f --format html --baseline e --group-by 'it'\\''s text' --output report.html`,
  ]);
  const options = shown.root.all.filter(({ tag }) => tag === 'option').map(({ text }) => text);
  expect(options).toEqual([
    'default@2 on cases',
    'third@2 on cases',
    'tuned@2 on a deleted test set',
    'third@2 on cases',
    'none',
    "it's text",
    'text',
    'correct_answer',
  ]);
});

test.each([
  ['Before', 'g', '#/apps/support/evaluations/f?baseline=g'],
  ['After', 'g', '#/apps/support/evaluations/g?baseline=e'],
  ['Slices by column', 'text', '#/apps/support/evaluations/f?baseline=e&by=text'],
])('a choice of %s changes the address', async (label, value, hash) => {
  using browser = fakeBrowser({ answers: ANSWERS });
  await using shown = await mount(view());
  await shown.enter(label, value);
  expect(browser.location.hash).toBe(hash);
});

test('an evaluation that is not listed keeps its id, and a refused comparison its reason', async () => {
  using _browser = fakeBrowser();
  await using shown = await mount(view());
  expect(shown.markup).toMatchSnapshot();
});

test('a row of the pictures opens in the candidate', async () => {
  using browser = fakeBrowser({ answers: { ...ANSWERS, [COMPARED]: COMPARISON } });
  await using shown = await mount(view());
  await shown.fire('Table: rows by rouge, before and after', 'onToggle', { currentTarget: { open: true } });
  await shown.click('Row 5');
  expect(browser.location.hash).toBe('#/apps/support/evaluations/f?row=15');
});
