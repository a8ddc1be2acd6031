import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EvaluatorConfig } from '../../../../../src/contract/evaluators/evaluator.ts';
// Loaded here, so that the page need not wait for it.
import '../../../../../src/playground/workbench/rows/rows-view.tsx';
import { runnerOf } from '../../../../../src/playground/workbench/rows/use-row-runner.ts';
import { lastAnnounced } from '../../../../../src/playground/elements/announce.ts';
import { scoreOf } from '../../../../helpers/evaluation-records.ts';
import type { Mounted } from '../../../../helpers/page/mount.ts';
import { ANSWER, openRoutesAt, RUN, runsOf, TESTSETS } from '../../../../helpers/page/open-routes.tsx';
import { LONG } from '../../../../helpers/page/page-records.ts';

beforeEach(() => {
  // Forgets the answers of the test before.
  runnerOf('another');
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
});

const MATCH: EvaluatorConfig = scoreOf('match', 1, { correct_answer_key: 'testcase.colour' }).evaluator_config;
const LENGTH: EvaluatorConfig = scoreOf('length', 1).evaluator_config;
const OWN: EvaluatorConfig = { ...scoreOf('own', 1).evaluator_config, evaluator_key: 'namesTeam' };
const ROWS = [
  { question: 'The sea?', colour: 'blue' },
  { question: 'A wood?', colour: 'green' },
  { question: LONG.repeat(10), colour: '' },
];
const SERVED = {
  [TESTSETS]: [{ id: 't', name: 'colours' }],
  'GET /testsets/t/rows?limit=1000': ROWS,
  'GET /evaluators/configs?app_id=app-1': [MATCH, LENGTH, OWN],
  'GET /evaluators': [MATCH, LENGTH].map(({ evaluator_key: key }) => ({ key })),
};
const COST = {
  nodes: [{ metrics: { acc: { costs: { total: 0.5 }, tokens: { total: 30 }, duration: { total: 2000 } } } }],
};

/** Answers of the route, one after another. */
function inTurn(...answers: readonly unknown[]) {
  let call = 0;
  return () => answers[call++ % answers.length];
}

/** Waits for a text: the grid is drawn some moments after an answer. */
async function shows(shown: Mounted, text: string): Promise<void> {
  await until(shown, () => shown.markup.includes(text));
  expect(shown.markup).toContain(text);
}

async function until(shown: Mounted, isDone: () => boolean): Promise<void> {
  for (let turn = 0; turn < 50 && !isDone(); turn += 1) await shown.settle(() => vi.advanceTimersByTime(50));
}

const gridOf = ({ markup }: Mounted) => markup.slice(markup.indexOf('<section aria-label="Rows"'));

test('the rows of a test set are shown before any ran', async () => {
  await using opened = await openRoutesAt({ testset: 't' }, SERVED);
  await shows(opened.shown, '"3"');
  expect(gridOf(opened.shown)).toMatchSnapshot();
});

test('rows run with each configuration, are scored, and show what failed', async () => {
  const refused = Response.json({ detail: 'It broke' }, { status: 500 });
  await using opened = await openRoutesAt(
    { testset: 't', evaluators: 'match' },
    {
      ...SERVED,
      [`POST ${RUN}`]: inTurn(
        { ...ANSWER, tree: COST },
        { ...ANSWER, data: { a: LONG.repeat(10) }, tree: COST },
        refused,
      ),
      'POST /evaluators/auto_match/run': inTurn({ outputs: { success: true } }, { outputs: { success: false } }),
      'POST /evaluators/auto_length/run': inTurn({ outputs: { score: 0.123456 } }, new Error('lost')),
    },
  );
  const { shown, browser } = opened;
  await shows(shown, '"3"');
  await shown.click('Run rows');
  await shows(shown, '2 done · 1 failed');
  expect(gridOf(shown)).toMatchSnapshot('answered');
  expect(runsOf(browser.sent)).toMatchSnapshot('calls');
  await shown.enter('length', true);
  await shows(shown, 'no score');
  expect(gridOf(shown)).toMatchSnapshot('scored again');
  expect(browser.sent.filter((one) => one.includes('/evaluators/auto'))).toMatchSnapshot('scores');
  await shown.enter('match', false);
  expect(browser.location.hash).toBe('#/apps/support/routes/?testset=t&evaluators=length');
  await shown.enter('Tone', 'dry');
  await shows(shown, 'before changes');
  await shown.fire('Rows and answers', 'onKeyDown', { key: 'End' });
  await shown.enter('Show', 'failures');
  const [grid] = shown.root.all.filter(({ props }) => props['role'] === 'grid');
  expect(grid?.props['aria-activedescendant']).toMatch(/-0$/);
  expect(gridOf(shown)).toMatchSnapshot('only failures, after a change');
  await shown.enter('Show', 'all');
  expect(browser.location.hash).toBe('#/apps/support/routes/?testset=t&evaluators=length');
});

test('an evaluator of the author’s own scores whole evaluations only, and cannot be chosen', async () => {
  await using opened = await openRoutesAt(
    { testset: 't', evaluators: 'own', rows: '1' },
    { ...SERVED, [`POST ${RUN}`]: { ...ANSWER, tree: COST } },
  );
  const { shown, browser } = opened;
  await shows(shown, '"3"');
  expect(shown.markup).toMatch(/checked=false disabled>\s*<span>\s*"own"\s*<small>\s*"only in evaluations"/);
  await shown.click('Run rows');
  await shows(shown, '1 done');
  expect(browser.sent.filter((one) => one.startsWith('POST /evaluators'))).toEqual([]);
});

test('two configurations are compared by what differs', async () => {
  await using opened = await openRoutesAt(
    { testset: 't', rows: '1' },
    { ...SERVED, [`POST ${RUN}`]: inTurn({ data: 'deep blue', tree: COST }, { data: 'deep green', tree: COST }) },
  );
  const { shown } = opened;
  await shows(shown, '"3"');
  await shown.click('Add configuration');
  await shown.click('Run rows');
  await shows(shown, 'deep green');
  await until(shown, () => lastAnnounced().text.includes('call'));
  expect(lastAnnounced().text).toMatch(/^2 of 2 calls answered in \d+ ms$/);
  await shown.enter('Show', 'differences');
  expect(gridOf(shown)).toMatchSnapshot();
});

test('a row opens with all its texts, is edited, and closes', async () => {
  await using opened = await openRoutesAt(
    { testset: 't', row: '1', evaluators: 'match' },
    {
      ...SERVED,
      [`POST ${RUN}`]: { ...ANSWER, tree: COST },
      'POST /evaluators/auto_match/run': { outputs: { success: true } },
    },
  );
  const { shown, browser } = opened;
  await shows(shown, 'Not run yet.');
  expect(gridOf(shown)).toMatchSnapshot('not run');
  await shown.click('Run rows');
  await shows(shown, 'Tokens');
  expect(gridOf(shown).slice(gridOf(shown).indexOf('row-details'))).toMatchSnapshot('answered');
  await shown.click('Copy');
  expect(browser.copied).toEqual(['blue']);
  await shown.click('Close row 1');
  expect(browser.location.hash).toBe('#/apps/support/routes/?testset=t&evaluators=match');
  await shown.fire('Rows and answers', 'onKeyDown', { key: 'ArrowDown' });
  await shown.fire('Rows and answers', 'onKeyDown', { key: 'Enter' });
  expect(browser.location.hash).toBe('#/apps/support/routes/?testset=t&evaluators=match&row=2');
  await shown.click('Edit inputs');
  expect(browser.location.hash).toBe('#/apps/support/routes/');
  expect(shown.markup).toContain('value="A wood?"');
});

test.each([
  ['0', null],
  ['x', null],
  ['2-3', ['A wood?', LONG.repeat(10)]],
])('the choice of rows %j runs them, or says how to write it', async (rows, questions) => {
  await using opened = await openRoutesAt({ testset: 't' }, { ...SERVED, [`POST ${RUN}`]: ANSWER });
  const { shown, browser } = opened;
  await shows(shown, '"3"');
  await shown.fire('rows-choice', 'onChange', { target: { value: rows } });
  expect(browser.location.hash).toBe(`#/apps/support/routes/?testset=t&rows=${rows}`);
  if (questions === null) {
    await expect(shown.click('Run rows')).rejects.toThrow(expect.objectContaining({ message: 'Run rows is disabled' }));
    expect(gridOf(shown)).toContain('aria-invalid title="Write rows as 1-30, 45 or 60-"');
    return;
  }
  await shown.click('Run rows');
  await shows(shown, '2 done');
  const sent = runsOf(browser.sent).map(
    (one) => (JSON.parse(one.slice(one.indexOf('{'))) as { question: string }).question,
  );
  expect(sent).toEqual(questions);
});

test('a running row can be cancelled', async () => {
  const { promise, resolve } = Promise.withResolvers();
  await using opened = await openRoutesAt({ testset: 't' }, { ...SERVED, [`POST ${RUN}`]: () => promise });
  const { shown } = opened;
  await shows(shown, '"3"');
  await shown.click('Run rows');
  await shows(shown, 'Running…');
  expect(gridOf(shown)).toMatchSnapshot();
  await shown.click('Cancel');
  resolve(ANSWER);
  await until(shown, () => !shown.markup.includes('"Cancel"'));
  expect(shown.markup).not.toContain('"Cancel"');
});

test('rows that the service refuses are explained', async () => {
  await using opened = await openRoutesAt(
    { testset: 'gone' },
    { [TESTSETS]: [], 'GET /testsets?id_prefix=gone&limit=1': [] },
  );
  await shows(opened.shown, 'Nothing answers');
  expect(gridOf(opened.shown)).toMatchSnapshot();
  opened.browser.answer({ 'GET /testsets/gone/rows?limit=1000': ROWS });
  await opened.shown.settle(() => opened.browser.dispatch('wf-answers-again'));
  expect(opened.shown.markup).not.toContain('Nothing answers GET /testsets/gone/rows');
  expect(opened.shown.markup).toContain('"3 rows"');
});

test('long test sets are fetched by pages, and only rows on the screen are drawn', async () => {
  const page = Array.from({ length: 1000 }, (_, index) => ({ question: `number ${index}` }));
  const { promise, resolve } = Promise.withResolvers();
  await using opened = await openRoutesAt(
    { testset: 't' },
    {
      ...SERVED,
      'GET /testsets/t/rows?limit=1000': Response.json(page, { headers: { link: '<?cursor=c>; rel="next"' } }),
      'GET /testsets/t/rows?limit=1000&cursor=c': () => promise,
    },
  );
  const { shown } = opened;
  await shows(shown, '1,000 rows, loading…');
  expect(shown.markup).toContain('aria-rowcount=-1');
  await shown.settle(() => resolve([{ question: 'the last' }]));
  await shows(shown, '1,001 rows');
  expect(shown.markup).toContain('aria-rowcount=1002');
  const drawn = () => [...shown.markup.matchAll(/role="rowheader"> "(\d+)"/g)].map(([, row]) => Number(row));
  expect([drawn().at(0), drawn().at(-1)]).toEqual([1, 17]);
  const [grid] = shown.root.all.filter(({ props }) => props['role'] === 'grid');
  const tops: unknown[] = [];
  for (const key of ['End', 'Home', 'ArrowDown', 'PageDown', 'ArrowDown', 'PageUp', 'End', 'ArrowUp', 'PageUp']) {
    await shown.fire('Rows and answers', 'onKeyDown', { key });
    tops.push(grid?.scrollTop);
  }
  expect(tops).toEqual([91_568, 0, 0, 120, 212, 184, 91_568, 91_568, 91_448]);
  await shown.fire('Rows and answers', 'onScroll');
  expect([drawn().at(0), drawn().at(-1)]).toMatchInlineSnapshot(`
    [
      985,
      1001,
    ]
  `);
  expect(grid?.props['aria-activedescendant']).toMatch(/-994$/);
});

test('one row is a row, and what it answers is shown while it runs, too', async () => {
  const { promise, resolve } = Promise.withResolvers();
  await using opened = await openRoutesAt(
    { testset: 't', row: '1' },
    { ...SERVED, 'GET /testsets/t/rows?limit=1000': [ROWS[2]], [`POST ${RUN}`]: () => promise },
  );
  const { shown } = opened;
  await shows(shown, '"1 row"');
  const details = () => gridOf(shown).slice(gridOf(shown).indexOf('row-details'));
  // The row has no expected answer.
  expect(details()).toMatch(/aria-label="Expected"> "-"/);
  await shown.click('Run rows');
  await shows(shown, 'role="group" aria-label="Answer 1"> "Running…"');
  resolve(Response.json({ detail: 'It broke' }, { status: 500 }));
  await shows(shown, '1 failed');
  expect(details()).toContain(
    '<pre className="output bad" tabIndex=0 role="group" aria-label="Answer 1"> "Status 500: It broke"',
  );
  await until(shown, () => lastAnnounced().text.includes('row'));
  expect(lastAnnounced().text).toMatch(/^0 of 1 row answered in \d+ ms, 1 failed$/);
});

test('another test set begins without the rows of this one', async () => {
  const both = [
    { id: 't', name: 'colours' },
    { id: 'u', name: 'more colours' },
  ];
  await using opened = await openRoutesAt(
    { testset: 't', row: '1', rows: '2' },
    { ...SERVED, [TESTSETS]: both, 'GET /testsets/u/rows?limit=1000': ROWS.slice(1) },
  );
  await shows(opened.shown, '"3"');
  await opened.shown.enter('Test set', 'u');
  expect(opened.browser.location.hash).toBe('#/apps/support/routes/?testset=u');
  await shows(opened.shown, '"2 rows"');
});

test('the menu of evaluators closes by Escape, and when the focus leaves it', async () => {
  await using opened = await openRoutesAt({ testset: 't' }, SERVED);
  await shows(opened.shown, '"3"');
  const calls: string[] = [];
  const currentTarget = {
    removeAttribute: (name: string) => calls.push(`remove ${name}`),
    querySelector: (selector: string) => ({ focus: () => calls.push(`focus ${selector}`) }),
    contains: (other: unknown) => other === 'inside',
  };
  await opened.shown.fire('menu', 'onKeyDown', { key: 'Tab', currentTarget });
  await opened.shown.fire('menu', 'onBlur', { relatedTarget: 'inside', currentTarget });
  expect(calls).toEqual([]);
  await opened.shown.fire('menu', 'onKeyDown', { key: 'Escape', currentTarget });
  await opened.shown.fire('menu', 'onBlur', { relatedTarget: 'outside', currentTarget });
  expect(calls).toEqual(['remove open', 'focus summary', 'remove open']);
});
