import { afterEach, expect, test, vi } from 'vitest';
import { lastAnnounced } from '../../../../src/playground/elements/announce.ts';
import { EvaluationsPage } from '../../../../src/playground/evaluations/evaluations-page.tsx';
import { useAddress } from '../../../../src/playground/address/use-address.ts';
import { WorkspaceContext, type Workspace } from '../../../../src/playground/workspace/workspace.ts';
import { evaluationOf, rowOf, scoreOf } from '../../../helpers/evaluation-records.ts';
import { fakeBrowser, type Answers } from '../../../helpers/page/fake-browser.ts';
import { mount } from '../../../helpers/page/mount.ts';
import {
  environmentOf,
  LONG,
  pageOf,
  TIME,
  variantOf,
  withoutTimes,
  workspaceOf,
} from '../../../helpers/page/page-records.ts';

afterEach(() => void vi.useRealTimers());

const page = (id: string | null, workspace: Partial<Workspace> = {}) => (
  <WorkspaceContext value={workspaceOf(workspace)}>
    <Addressed id={id} />
  </WorkspaceContext>
);

/** The page at the current address, as the shell shows it. */
function Addressed({ id }: { readonly id: string | null }) {
  const address = useAddress();
  return <EvaluationsPage id={id} query={address.page === 'evaluations' ? address.query : {}} />;
}

const CHOSEN = 'limit=100&order=desc&total=true&archived=false';
const CHOICES = `GET /evaluations?app_id=app-1&${CHOSEN}`;
const LIST = 'GET /evaluations?app_id=app-1&limit=100&total=true&archived=false&order=desc';
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
  ['empty', { [LIST]: pageOf([]) }],
  [
    'of two',
    {
      [LIST]: pageOf([
        EVALUATION,
        evaluationOf({
          id: 'f',
          variant_names: [LONG, 'b'],
          revisions: ['1'],
          testset_name: null,
          status: FAILED,
          aggregated_results: ['a', 'b', 'c', 'd'].map((name) => scoreOf(name, 1)),
          labels: { team: 'search' },
          archived_at: TIME,
        }),
      ]),
    },
  ],
])('the list is shown when it is %s', async (_, answers) => {
  using browser = fakeBrowser({ answers });
  await using shown = await mount(page(null));
  expect(withoutTimes(shown.markup)).toMatchSnapshot();
  expect(browser.sent).toEqual([LIST]);
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
  expect(shown.markup).not.toContain('className="card details');
  expect(browser.sent.toSorted()).toEqual([
    'GET /evaluations/e',
    ROWS,
    CHOICES,
    'GET /evaluators/configs?app_id=app-1',
  ]);
});

test('filters and the opened row are in the address', async () => {
  const rows = [
    rowOf({ input: 'the sea', scores: { exact_match: true } }),
    { ...rowOf({ input: 'a wood', scores: { exact_match: false } }), row: 7 },
    { ...rowOf({ input: 'a hill', scores: { exact_match: null } }), row: 7, repeat: 2 },
  ];
  const answers = { 'GET /evaluations/e': EVALUATION, [ROWS]: rows };
  using browser = fakeBrowser({ answers, hash: '#/apps/support/evaluations/e?show=failed' });
  await using shown = await mount(page('e'));
  expect(shown.markup).toContain('"2 of 3 rows"');
  await shown.click('7.2 show whole');
  expect(browser.location.hash).toBe('#/apps/support/evaluations/e?show=failed&row=7.2');
  expect(shown.markup).toContain('<h2> "Row 7.2"');
  await shown.enter('Search', 'wood');
  await shown.enter('Show', 'all');
  expect(shown.markup).toContain('"1 of 3 rows"');
  expect(browser.location.hash).toBe('#/apps/support/evaluations/e?show=all&row=7.2&find=wood');
});

test('two finished evaluations of the list are compared, the older one first', async () => {
  const list = [
    EVALUATION,
    evaluationOf({ id: 'f', variant_names: ['tuned'] }),
    { ...EVALUATION, id: 'g', variant_names: ['broken'], status: FAILED },
  ];
  using browser = fakeBrowser({ answers: { [LIST]: pageOf(list.toReversed()) } });
  await using shown = await mount(page(null));
  const labelOf = (name: string) => new RegExp(`aria-label="(Compare ${name}@2, [^"]+)"`).exec(shown.markup)?.[1] ?? '';
  const isDisabled = (name: string) => !shown.markup.includes(`aria-label="${labelOf(name)}" disabled=false`);
  expect(['broken', 'tuned', 'default'].map(isDisabled)).toEqual([true, false, false]);
  await shown.enter(labelOf('tuned'), true);
  await shown.enter(labelOf('default'), true);
  await shown.click('Compare');
  expect(browser.location.hash).toBe('#/apps/support/evaluations/f?baseline=e');
});

test('filters are in the address, and the service applies them', async () => {
  using browser = fakeBrowser({ answers: { [LIST]: pageOf([EVALUATION]) } });
  await using shown = await mount(page(null, { environments: [environmentOf()] }));
  await shown.enter('Status', 'finished-with-errors');
  await shown.enter('Search', 'tun');
  await shown.enter('Of what runs in', 'production');
  await shown.enter('Order', 'testset');
  await shown.enter('Label', 'team');
  expect(browser.location.hash).toBe(
    '#/apps/support/evaluations?status=finished-with-errors&find=tun&env=production&sort=testset&label=team',
  );
  const conditions = 'search=tun&label=team&status=EVALUATION_FINISHED_WITH_ERRORS&environment=production&sort=testset';
  expect(browser.sent.at(-1)).toBe(`GET /evaluations?app_id=app-1&limit=100&total=true&archived=false&${conditions}`);
  // What was there stays until the answer comes; a refusal is shown.
  expect(shown.markup).toContain('role="alert"');
  expect(shown.markup).toMatch(/aria-label="Evaluations, scrolling" aria-busy>/);
  await shown.enter('Status', 'nonsense');
  await shown.enter('Order', 'oldest');
  expect(browser.sent.at(-1)).not.toContain('status');
  expect(browser.sent.at(-1)).not.toContain('order');
});

test('an evaluation is labelled and archived', async () => {
  const labelled = { ...EVALUATION, labels: { team: 'search' } };
  const answers = { 'GET /evaluations/e': labelled, [ROWS]: [], 'PATCH /evaluations/e/metadata': {} };
  using browser = fakeBrowser({ answers });
  await using shown = await mount(page('e'));
  expect(shown.markup).toContain('href="#/apps/support/evaluations?label=team%3Dsearch"');
  await shown.click('Archive');
  expect(browser.sent).toContain('PATCH /evaluations/e/metadata {"archived":true}');
  expect(browser.sent.filter((one) => one === 'GET /evaluations/e')).toHaveLength(2);
});

test('an evaluation is started with the chosen variants, test set and evaluators', async () => {
  using browser = fakeBrowser({
    answers: {
      [LIST]: pageOf([]),
      [`GET /apps/app-1/variants?${CHOSEN}`]: [variantOf()],
      [`GET /testsets?${CHOSEN}`]: [{ id: 't', name: 'cases' }],
      'GET /evaluators/configs?app_id=app-1': [scoreOf('exact_match', 1).evaluator_config],
      'POST /evaluations': [EVALUATION],
    },
  });
  await using shown = await mount(page(null));
  await shown.click('Start an evaluation…');
  await shown.enter('default', true);
  await shown.enter('exact_match', true);
  await shown.click('Start');
  const [body = '{}'] = browser.sent.flatMap((one) => (one.startsWith('POST /evaluations ') ? [one.slice(18)] : []));
  expect(JSON.parse(body)).toEqual({
    app_id: 'app-1',
    variant_ids: ['variant-1'],
    evaluators_configs: ['exact_match'],
    testset_id: 't',
    rate_limit: { batch_size: 10, max_retries: 3, retry_delay: 1, delay_between_batches: 0 },
    route: '/',
  });
  expect(browser.location.hash).toBe('#/apps/support/evaluations/e');
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
  expect(lastAnnounced().text).toMatch(/^Evaluation finished: /);
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
  browser.answer({ [second]: [rowOf({ input: 'b' })] });
  await shown.settle(() => browser.dispatch('wf-answers-again'));
  expect(shown.markup).not.toContain('does not respond');
  expect(shown.markup).toContain('"2 rows"');
});

test('a running evaluation is watched again after answers were missing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const running = { ...EVALUATION, status: { type: 'status', value: 'EVALUATION_STARTED' } };
  using browser = fakeBrowser({ answers: { 'GET /evaluations/e': running, [ROWS]: [rowOf({ input: 'a' })] } });
  await using shown = await mount(page('e'));
  browser.answer({ 'GET /evaluations/e': new TypeError('fetch failed') });
  await shown.settle(() => vi.advanceTimersByTime(1000));
  browser.answer({ 'GET /evaluations/e': EVALUATION });
  await shown.settle(() => vi.advanceTimersByTime(10_000));
  expect(shown.markup).toContain('tag busy');
  await shown.settle(() => browser.dispatch('wf-answers-again'));
  expect(shown.markup).toContain('tag good');
});

test('a list that got no answer is fetched again when there are answers', async () => {
  using browser = fakeBrowser({ answers: { [LIST]: new TypeError('fetch failed') } });
  await using shown = await mount(page(null));
  expect(shown.markup).toContain('The server does not respond.');
  browser.answer({ [LIST]: [EVALUATION] });
  await shown.settle(() => browser.dispatch('wf-answers-again'));
  expect(shown.markup).not.toContain('does not respond');
  expect(shown.markup).toContain('href="#/apps/support/evaluations/e"');
});

test('an evaluation that cannot be read says why', async () => {
  using _ = fakeBrowser({ answers: { 'GET /evaluations/e': new TypeError('fetch failed') } });
  await using shown = await mount(page('e'));
  expect(shown.markup).toMatchSnapshot();
});
