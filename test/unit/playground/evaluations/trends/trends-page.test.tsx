import { expect, test } from 'vitest';
import { TrendsPage } from '../../../../../src/playground/evaluations/trends/trends-page.tsx';
import { WorkspaceContext } from '../../../../../src/playground/workspace/workspace.ts';
import { evaluationOf, scoreOf } from '../../../../helpers/evaluation-records.ts';
import { fakeBrowser } from '../../../../helpers/page/fake-browser.ts';
import { mount, type Mounted } from '../../../../helpers/page/mount.ts';
import { environmentOf, workspaceOf } from '../../../../helpers/page/page-records.ts';

const LIST = 'GET /evaluations?app_id=app-1&archived=false&order=desc&limit=1000&total=true';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-11-20T11:00:00Z');

/** An evaluation of a revision of `tuned`, some days after the start. */
function evaluated(days: number, revision: number, score: number, cost: number | null, more: object = {}) {
  return evaluationOf({
    id: `e${days}`,
    variant_names: ['tuned'],
    revisions: [String(revision)],
    aggregated_results: [scoreOf('match', score), ...(days === 0 ? [] : [scoreOf('length', score * 10)])],
    average_cost: cost === null ? null : { type: 'cost', value: cost },
    average_latency: { type: 'latency', value: days + 1 },
    created_at: new Date(START + days * DAY_MS).toISOString(),
    ...more,
  });
}

const revisionOf = (revision: number, days: number) => ({
  revision,
  created_at: new Date(START + days * DAY_MS).toISOString(),
});

const open = (metric: string, evaluations: readonly unknown[], revisions: readonly unknown[] = []) => {
  const browser = fakeBrowser({
    hash: '#/apps/support/evaluations?view=trends',
    answers: {
      [LIST]: evaluations,
      'GET /apps/app-1/revisions/production': { ...environmentOf(), revisions },
    },
  });
  const page = (
    <WorkspaceContext value={workspaceOf()}>
      <TrendsPage appId="app-1" metric={metric} />
    </WorkspaceContext>
  );
  return { browser, page };
};

/** Times are written in the language and time zone of the machine. */
function withoutTimes({ markup }: Mounted): string {
  return markup.replaceAll(
    /\d{1,2}[/. ]\d{1,2}[/. ]\d{4}|\w{3} \d{1,2}(?:, \d{4})?|\d{1,2}:\d{2}(?::\d{2})?(?:.[AP]M)?/g,
    'TIME',
  );
}

test('evaluations are points of four pictures, between deployments', async () => {
  const { browser, page } = open(
    '',
    [evaluated(8, 2, 0.75, 0.5), evaluated(0, 1, 0.5, 0.25), evaluated(4, 1, 0.123456, null)],
    [revisionOf(1, -100), revisionOf(2, -1), revisionOf(3, 6)],
  );
  using _ = browser;
  await using shown = await mount(page);
  expect(withoutTimes(shown)).toMatchSnapshot();
  expect(browser.sent).toEqual([LIST, 'GET /apps/app-1/revisions/production']);
  await shown.enter('Score', 'length');
  expect(browser.location.hash).toBe('#/apps/support/evaluations?view=trends&metric=length');
});

test('the tables say the same as the pictures, in the order of time', async () => {
  const { browser, page } = open(
    'length',
    [evaluated(8, 2, 0.123456, null), evaluated(4, 1, 0.25, 0.5)],
    [revisionOf(3, 6)],
  );
  using _ = browser;
  await using shown = await mount(page);
  for (const details of shown.root.all.filter(({ tag }) => tag === 'details')) {
    const onToggle = details.props['onToggle'] as (event: object) => void;
    await shown.settle(() => onToggle({ currentTarget: { open: true } }));
  }
  const tables = shown.root.all.filter(({ tag }) => tag === 'table');
  const cellsOf = (table: (typeof tables)[number]) =>
    table.all.filter(({ tag }) => tag === 'tr').map((row) => row.children.map(({ text }) => text).slice(1));
  expect(tables.map(cellsOf)).toMatchSnapshot();
});

test('a point opens its evaluation', async () => {
  const { browser, page } = open('match', [evaluated(0, 1, 0.5, 0.25)]);
  using _ = browser;
  await using shown = await mount(page);
  const point = shown.root.all.find(({ props }) => 'onClick' in props);
  const click = point?.props['onClick'] as () => void;
  await shown.settle(click);
  expect(browser.location.hash).toBe('#/apps/support/evaluations/e0');
});

test('one evaluation has an axis of a day, and without costs there are no pictures of them', async () => {
  const { browser, page } = open('match', [evaluated(0, 1, 0.5, null)], [revisionOf(1, 0)]);
  using _ = browser;
  await using shown = await mount(page);
  expect(withoutTimes(shown)).toMatchSnapshot();
});

test.each([
  ['there is none', []],
  ['none is finished', [evaluated(0, 1, 0.5, 1, { status: { type: 'status', value: 'EVALUATION_STARTED' } })]],
])('without a score, when %s, the page says so', async (_, evaluations) => {
  const { browser, page } = open('', evaluations);
  using _browser = browser;
  await using shown = await mount(page);
  expect(shown.markup).toContain('<p className="notice"> "No finished evaluation has a score yet."');
  expect(shown.markup).not.toContain('"Score"');
});

test('a refused list is explained', async () => {
  using _ = fakeBrowser();
  await using shown = await mount(open('', []).page);
  expect(shown.markup).toMatchSnapshot();
});

test.each([
  ['ten minutes', 600_000, /^\d{1,2}:\d{2}(?:.[AP]M)?$/],
  ['less than ten minutes', 599_999, /^\d{1,2}:\d{2}:\d{2}(?:.[AP]M)?$/],
  ['two days', 2 * DAY_MS, /^\d{1,2}:\d{2}(?:.[AP]M)?$/],
  ['more than two days', 2 * DAY_MS + 60_000, /^(?:\w+ \d{1,2}|\d{1,2}\D+)$/],
])('evaluations within %s have times on their axis that differ', async (_, apart, time) => {
  const { browser, page } = open('match', [evaluated(apart / DAY_MS, 2, 0.75, 0.5), evaluated(0, 1, 0.5, 0.25)]);
  using _browser = browser;
  await using shown = await mount(page);
  const [picture] = shown.root.all.filter(({ props }) => String(props['aria-label']).startsWith('Scores over time'));
  const ticks = picture?.all.filter(({ props }) => props['className'] === 'tick-x').map(({ text }) => text) ?? [];
  expect(ticks.length).toBeGreaterThan(1);
  for (const tick of ticks) expect(tick).toMatch(time);
});
