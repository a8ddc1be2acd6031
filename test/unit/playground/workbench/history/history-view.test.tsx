import { expect, test } from 'vitest';
import { historyKey, type PastAnswer, readHistory } from '../../../../../src/playground/drafts/run-history.ts';
import { formatMoment } from '../../../../../src/playground/text/format-figures.ts';
// Loaded here, so that the page need not wait for it.
import '../../../../../src/playground/workbench/history/history-view.tsx';
import type { Mounted } from '../../../../helpers/page/mount.ts';
import { openRoutesAt } from '../../../../helpers/page/open-routes.tsx';
import { LONG, TIME, withoutTimes } from '../../../../helpers/page/page-records.ts';

const LATER = '2026-11-21T11:00:00Z';
const BLUE: PastAnswer = {
  id: 'blue',
  run: 'second',
  at: LATER,
  inputs: { question: 'The sea?' },
  origin: { variantId: 'variant-1', variantName: 'default', revision: 2, parameters: { tone: 'kind' } },
  config: { tone: 'dry', words: 5 },
  isFailed: false,
  text: 'deep blue',
  isCut: false,
  seconds: 2,
  cost: 0.5,
};
const REFUSED: PastAnswer = {
  ...BLUE,
  id: 'refused',
  origin: null,
  config: { tone: 'wry', words: 5 },
  isFailed: true,
  text: 'It broke',
  seconds: null,
  cost: null,
};
const GREEN: PastAnswer = {
  ...BLUE,
  id: 'green',
  run: 'first',
  at: TIME,
  inputs: { question: LONG.repeat(10) },
  text: `deep green ${LONG.repeat(10)}`,
  isCut: true,
};
const KEY = historyKey('wf:draft:support:/');

/** Opens the history of a route with stored answers. */
const openHistory = (query: Readonly<Record<string, string>>, answers: readonly PastAnswer[]) =>
  openRoutesAt({ view: 'history', ...query }, {}, () => localStorage.setItem(KEY, JSON.stringify(answers)));

function historyOf({ markup }: Mounted): string {
  const shown = markup.slice(markup.indexOf('<section aria-label="History"'));
  return withoutTimes(shown).replaceAll(formatMoment(LATER), 'LATER');
}

test('without answers, the history says what it will contain', async () => {
  await using opened = await openHistory({}, []);
  expect(opened.shown.markup.slice(opened.shown.markup.indexOf('No runs yet'))).toMatchSnapshot();
});

test('answers are listed, and removed one by one or all together', async () => {
  await using opened = await openHistory({}, [BLUE, REFUSED, GREEN]);
  const { shown } = opened;
  expect(historyOf(shown)).toMatchSnapshot();
  await shown.click('Remove answer 2');
  expect(readHistory(localStorage, KEY)).toEqual([BLUE, GREEN]);
  expect(shown.markup).not.toContain('It broke');
  await shown.click('Remove all');
  expect(readHistory(localStorage, KEY)).toEqual([]);
  expect(shown.markup).toContain('No runs yet');
});

test('two ticked answers are compared, from the older to the newer; a third replaces the first', async () => {
  await using opened = await openHistory({}, [BLUE, REFUSED, GREEN]);
  const { shown, browser } = opened;
  const hashes = [];
  for (const [label, isTicked] of [
    [`${formatMoment(LATER)} answer 1`, true],
    [`${formatMoment(TIME)} answer 3`, true],
    [`${formatMoment(LATER)} answer 2`, true],
    [`${formatMoment(LATER)} answer 2`, false],
  ] as const) {
    await shown.enter(label, isTicked);
    hashes.push(browser.location.hash);
  }
  expect(hashes).toEqual([
    '#/apps/support/routes/?view=history&compare=blue',
    '#/apps/support/routes/?view=history&compare=blue+green',
    '#/apps/support/routes/?view=history&compare=green+refused',
    '#/apps/support/routes/?view=history&compare=green',
  ]);
});

test.each([
  ['different answers', 'blue green'],
  ['answers of the same time', 'refused blue'],
])('%s are compared', async (_, compare) => {
  await using opened = await openHistory({ compare }, [BLUE, REFUSED, GREEN]);
  expect(historyOf(opened.shown).split('<ul className="past-answers">')[0]).toMatchSnapshot();
});

test.each([
  ['equal answers have no differences', 'blue twin', 'No differences.'],
  ['an unknown answer is not compared', 'blue gone', 'Tick two answers to compare them.'],
])('%s', async (_, compare, notice) => {
  await using opened = await openHistory({ compare }, [BLUE, { ...BLUE, id: 'twin' }]);
  expect(opened.shown.markup).toContain(`<p className="notice"> "${notice}"`);
});

test('an answer opens with all configurations of its run', async () => {
  await using opened = await openHistory({}, [BLUE, REFUSED, GREEN]);
  const { shown, browser } = opened;
  await shown.click('Open answer 1');
  expect(browser.location.hash).toBe('#/apps/support/routes/');
  expect(shown.markup).toContain('data-count=2');
  expect([...shown.markup.matchAll(/value="(dry|wry|The sea\?)"/g)].map(([, value]) => value)).toEqual([
    'The sea?',
    'dry',
    'wry',
  ]);
});
