import { expect, test } from 'vitest';
import { HumanEvaluationsPage } from '../../../../src/playground/human-evaluations/human-evaluations-page.tsx';
import { WorkspaceContext, type Workspace } from '../../../../src/playground/workspace/workspace.ts';
import { humanEvaluationOf, scoredEvaluationOf, votersOf } from '../../../helpers/human-records.ts';
import { fakeBrowser, type Answers } from '../../../helpers/page/fake-browser.ts';
import { mount } from '../../../helpers/page/mount.ts';
import { TIME, withoutTimes, workspaceOf } from '../../../helpers/page/page-records.ts';

const page = (id: string | null, workspace: Partial<Workspace> = {}) => (
  <WorkspaceContext value={workspaceOf(workspace)}>
    <HumanEvaluationsPage id={id} />
  </WorkspaceContext>
);
const LIST = 'GET /human-evaluations?app_id=app-1';
const EVALUATION = humanEvaluationOf({ id: 'h' });
const [DEFAULT = '', TUNED = ''] = EVALUATION.variant_ids;
const DONE = { type: 'status', value: 'EVALUATION_FINISHED' };
const outputsOf = (variant_name: string, done: number, status: object = DONE) => ({
  evaluation_id: variant_name,
  variant_id: variant_name,
  variant_name,
  status,
  rows: 3,
  done,
});
const count = (number_of_votes: number, percentage: number) => ({ number_of_votes, percentage });
const VOTES = {
  votes_data: {
    variants: [DEFAULT, TUNED, 'gone'],
    variant_names: ['default', 'tuned'],
    nb_of_rows: 3,
    variants_votes_data: { [DEFAULT]: count(2, 50), [TUNED]: count(1, 25) },
    positive_votes: count(1, 20),
    flag_votes: count(3, 5),
  },
};
const answersOf = (results: object, voters: object, outputs: object, links: unknown): Answers => ({
  'GET /human-evaluations/h': EVALUATION,
  'GET /human-evaluations/h/results': results,
  'GET /human-evaluations/h/voters': voters,
  'GET /human-evaluations/h/outputs': outputs,
  'GET /human-evaluations/h/links': links,
});

test.each<[string, Answers]>([
  ['refused', {}],
  ['empty', { [LIST]: [] }],
  [
    'of three',
    {
      [LIST]: [
        EVALUATION,
        { ...scoredEvaluationOf(), id: 'i' },
        { ...EVALUATION, id: 'j', evaluation_type: 'new', revisions: [] },
      ],
    },
  ],
])('the list is shown when it is %s', async (_, answers) => {
  using _browser = fakeBrowser({ answers });
  await using shown = await mount(page(null));
  expect(withoutTimes(shown.markup)).toMatchSnapshot();
});

test('an app that was never deployed has nothing to vote on', async () => {
  using _ = fakeBrowser();
  await using shown = await mount(page(null, { app: null }));
  expect(shown.markup).toMatchSnapshot();
});

test.each<[string, Answers]>([
  [
    'is compared',
    answersOf(
      VOTES,
      [...votersOf(['ab']), { ...votersOf(['', 'a.'])[1], revealed_at: TIME }],
      [outputsOf('default', 3)],
      { code: 'abc', voters: [] },
    ),
  ],
  [
    'is scored',
    answersOf(
      { results_data: { 80: 2, 95.5: 1 } },
      [],
      [outputsOf('default', 2), outputsOf('tuned', 3), outputsOf('third', 0)],
      { code: null, voters: [] },
    ),
  ],
  [
    'has no score, and a failed variant',
    answersOf(
      {},
      [],
      [outputsOf('default', 3), outputsOf('tuned', 1, { ...DONE, error: { message: 'No key' } })],
      undefined,
    ),
  ],
])('an evaluation that %s is shown', async (_, answers) => {
  using _browser = fakeBrowser({ answers });
  await using shown = await mount(page('h'));
  expect(shown.markup).toMatchSnapshot();
});

test('an evaluation that cannot be read says why', async () => {
  using _ = fakeBrowser();
  await using shown = await mount(page('h'));
  expect(shown.markup).toMatchSnapshot();
});

test('the link for voters is copied, and the page read again', async () => {
  const answers = answersOf(VOTES, [], [], { code: 'abc', voters: [] });
  using browser = fakeBrowser({ answers });
  await using shown = await mount(page('h'));
  await shown.click('Copy link for voters');
  expect(browser.copied).toEqual(['http://127.0.0.1:4100/#vote=h.abc']);
  expect(shown.markup).toContain('"Copied"');
  await shown.fire('Copied', 'onBlur');
  expect(shown.markup).not.toContain('"Copied"');
  await shown.click('Refresh');
  expect(browser.sent).toEqual([...Object.keys(answers), ...Object.keys(answers)]);
});
