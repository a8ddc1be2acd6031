import { afterEach, expect, test, vi } from 'vitest';
import { EvaluationsPage } from '../../../../src/playground/evaluations/evaluations-page.tsx';
import { WorkspaceContext, type Workspace } from '../../../../src/playground/workspace/workspace.ts';
import { evaluationOf, rowOf, scoreOf } from '../../../helpers/evaluation-records.ts';
import { fakeBrowser, type Answers } from '../../../helpers/page/fake-browser.ts';
import { mount } from '../../../helpers/page/mount.ts';
import { LONG, withoutTimes, workspaceOf } from '../../../helpers/page/page-records.ts';

afterEach(() => void vi.useRealTimers());

const page = (id: string | null, workspace: Partial<Workspace> = {}) => (
  <WorkspaceContext value={workspaceOf(workspace)}>
    <EvaluationsPage id={id} />
  </WorkspaceContext>
);
const ROWS = 'GET /evaluations/e/evaluation_scenarios?limit=1000';
const EVALUATION = evaluationOf({
  id: 'e',
  app_id: 'app-1',
  total_cost: { type: 'cost', value: 0.0042 },
  average_cost: { type: 'cost', value: 0.002 },
});
const FAILED = { type: 'status', value: 'EVALUATION_FAILED', error: { message: 'No answer' } };

test.each<[string, Answers]>([
  ['refused', {}],
  ['empty', { 'GET /evaluations?app_id=app-1': [] }],
  [
    'of two',
    {
      'GET /evaluations?app_id=app-1': [
        EVALUATION,
        evaluationOf({
          id: 'f',
          variant_names: [LONG, 'b'],
          revisions: ['1'],
          testset_name: null,
          status: FAILED,
          aggregated_results: [],
        }),
      ],
    },
  ],
])('the list is shown when it is %s', async (_, answers) => {
  using browser = fakeBrowser({ answers });
  await using shown = await mount(page(null));
  expect(withoutTimes(shown.markup)).toMatchSnapshot();
  expect(browser.sent).toEqual(['GET /evaluations?app_id=app-1']);
});

test('an app that was never deployed has no evaluations', async () => {
  using browser = fakeBrowser();
  await using shown = await mount(page(null, { app: null }));
  expect(shown.markup).toMatchSnapshot();
  expect(browser.sent).toEqual([]);
});

test('an evaluation shows its results and rows, and a row opens and closes', async () => {
  using browser = fakeBrowser({
    answers: {
      'GET /evaluations/e': EVALUATION,
      [ROWS]: [
        rowOf({ input: 'the sea', output: 'blue', scores: { exact_match: true }, cost: 0.5, latency: 2 }),
        rowOf({ input: 'a wood', output: LONG, scores: { exact_match: false, people: 0.5 } }),
        { ...rowOf({ input: 'a hill' }), outputs: [{ result: { type: 'error', error: { message: 'refused' } } }] },
      ],
      'GET /evaluators/configs?app_id=app-1': [scoreOf('people', 1).evaluator_config],
    },
  });
  await using shown = await mount(page('e'));
  expect(shown.markup).toMatchSnapshot('closed');
  await shown.click('2 show whole');
  expect(shown.markup).toMatchSnapshot('second row');
  await shown.click('3 show whole');
  expect(shown.markup).toMatchSnapshot('third row');
  await shown.click('Close');
  expect(shown.markup).not.toContain('class="card details"');
  await shown.click('1 show whole');
  await shown.click('1 show whole');
  expect(shown.markup).not.toContain('details');
  expect(browser.sent).toEqual(['GET /evaluations/e', ROWS, 'GET /evaluators/configs?app_id=app-1']);
});

test('a row more than the screen holds is drawn when it is scrolled to', async () => {
  const rows = Array.from({ length: 200 }, (_, index) => rowOf({ input: String(index) }));
  using _ = fakeBrowser({ answers: { 'GET /evaluations/e': EVALUATION, [ROWS]: rows } });
  await using shown = await mount(page('e'));
  const drawn = () => [...shown.markup.matchAll(/aria-rowindex=(\d+)/g)].map(([, index]) => Number(index)).slice(1);
  expect([drawn()[0], drawn().at(-1)]).toEqual([2, 28]);
  const list = shown.root.querySelector('.rows');
  if (list !== null) Object.assign(list, { scrollTop: 3600, clientHeight: 360 });
  await shown.fire('Rows, scrolling', 'onScroll');
  expect([drawn()[0], drawn().at(-1)]).toEqual([92, 121]);
});

test('a running evaluation is read again until it has finished', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const running = { ...EVALUATION, status: { type: 'status', value: 'EVALUATION_STARTED' } };
  using browser = fakeBrowser({ answers: { 'GET /evaluations/e': running, [ROWS]: [rowOf({ input: 'a' })] } });
  await using shown = await mount(page('e'));
  expect(shown.markup).toContain('tag busy');
  browser.answer({ 'GET /evaluations/e': EVALUATION, [ROWS]: [rowOf({ input: 'a' }), rowOf({ input: 'b' })] });
  await shown.settle(() => vi.advanceTimersByTime(999));
  expect(shown.markup).toContain('tag busy');
  await shown.settle(() => vi.advanceTimersByTime(1));
  expect(shown.markup).toContain('tag good');
  expect(shown.markup).toContain('"2 rows"');
  const before = browser.sent.length;
  await shown.settle(() => vi.advanceTimersByTime(10_000));
  expect(browser.sent).toHaveLength(before);
});

test('rows of a running evaluation are read every two seconds, over all pages', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const running = { ...EVALUATION, status: { type: 'status', value: 'EVALUATION_STARTED' } };
  const linked = Response.json([rowOf({ input: 'a' })], {
    headers: { link: '</evaluations/e/evaluation_scenarios?limit=1000&cursor=next%20one>; rel="next"' },
  });
  const second = 'GET /evaluations/e/evaluation_scenarios?limit=1000&cursor=next+one';
  using browser = fakeBrowser({ answers: { 'GET /evaluations/e': running, [ROWS]: linked, [second]: [] } });
  await using shown = await mount(page('e'));
  expect(shown.markup).toContain('"1 row"');
  browser.answer({ [second]: new TypeError('fetch failed') });
  await shown.settle(() => vi.advanceTimersByTime(2000));
  expect(browser.sent.filter((one) => one === second)).toHaveLength(2);
  expect(shown.markup).toContain('The server does not respond. Is it still running?');
  expect(shown.markup).toContain('"1 row, loading…"');
});

test('an evaluation that cannot be read says why', async () => {
  using _ = fakeBrowser({ answers: { 'GET /evaluations/e': new TypeError('fetch failed') } });
  await using shown = await mount(page('e'));
  expect(shown.markup).toMatchSnapshot();
});
