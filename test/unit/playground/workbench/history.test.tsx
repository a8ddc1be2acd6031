import { expect, test } from 'vitest';
import { historyKey, type PastAnswer, readHistory } from '../../../../src/playground/drafts/run-history.ts';
import { formatMoment } from '../../../../src/playground/text/format-figures.ts';
import { openView } from '../../../helpers/page/open-view.tsx';
import { TIME } from '../../../helpers/page/page-records.ts';

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
  inputs: { question: 'A wood?' },
  text: 'deep green',
  isCut: true,
};
const KEY = historyKey('wf:draft:somebody:support:/');

/** Opens the history of a route with stored answers. */
async function openHistory(answers: readonly PastAnswer[], compare = '') {
  const page = await openView(`routes?view=history&compare=${compare}`, {}, () =>
    localStorage.setItem(KEY, JSON.stringify(answers)),
  );
  await page.sees(/Kept in this browser|are kept in this browser/);
  return page;
}

test('an answer says what it came from, and a failure cannot become a row', async () => {
  await using page = await openHistory([BLUE, REFUSED, GREEN]);
  expect(page.names('listitem').map((text) => text.split('\n').slice(1))).toEqual([
    [
      'default@2 · 2.00 s · $0.50',
      'The sea?',
      'deep blue',
      'Open answer 1',
      'Add to test set… answer 1',
      'Remove answer 1',
    ],
    ['the code’s defaults · - · -', 'The sea?', 'It broke', 'Open answer 2', 'Remove answer 2'],
    [
      'default@2 · 2.00 s · $0.50',
      'A wood?',
      'deep green…',
      'Open answer 3',
      'Add to test set… answer 3',
      'Remove answer 3',
    ],
  ]);
});

test('answers are removed one by one, or all together', async () => {
  await using page = await openHistory([BLUE, REFUSED, GREEN]);
  await page.click('Remove answer 2');
  expect([readHistory(localStorage, KEY), page.text.includes('It broke')]).toEqual([[BLUE, GREEN], false]);
  await page.click('Remove all');
  expect(readHistory(localStorage, KEY)).toEqual([]);
  expect(page.text).toContain('No runs yet');
});

test('two ticked answers are compared; a third replaces the first', async () => {
  await using page = await openHistory([BLUE, REFUSED, GREEN]);
  const compared: unknown[] = [];
  for (const [name, isTicked] of [
    [/ answer 1$/, true],
    [/ answer 3$/, true],
    [/ answer 2$/, true],
    [/ answer 2$/, false],
  ] as const) {
    await page.enter(name, isTicked);
    compared.push(new URLSearchParams(page.hash.split('?')[1]).get('compare'));
  }
  expect(compared).toEqual(['blue', 'blue green', 'green refused', 'green']);
});

const moment = (one: string, other: string) => `From ${formatMoment(one)} to ${formatMoment(other)}`;

test.each<[string, string, string[]]>([
  [
    'of different times, from the older to the newer',
    'blue+green',
    [
      moment(TIME, LATER),
      'Configuration',
      'No differences.',
      'Inputs',
      'question',
      'AThe woodsea?',
      'Answer',
      'deep greenblue',
    ],
  ],
  [
    'of one run, as they are chosen',
    'refused+blue',
    [
      moment(LATER, LATER),
      'Configuration',
      'tone',
      'wry → dry',
      'Inputs',
      'No differences.',
      'Answer',
      'Itdeep brokeblue',
    ],
  ],
  [
    'that are equal',
    'blue+twin',
    [
      moment(LATER, LATER),
      'Configuration',
      'No differences.',
      'Inputs',
      'No differences.',
      'Answer',
      'No differences.',
    ],
  ],
])('answers %s are compared', async (_, compare, lines) => {
  await using page = await openHistory([BLUE, REFUSED, GREEN, { ...BLUE, id: 'twin' }], compare);
  expect(page.read('Comparison').split('\n')).toEqual(lines);
});

test('an unknown answer is not compared', async () => {
  await using page = await openHistory([BLUE], 'blue+gone');
  expect(page.text).toContain('Tick two answers to compare them.');
});

test('an answer opens with all configurations of its run', async () => {
  await using page = await openHistory([BLUE, REFUSED, GREEN]);
  await page.click('Open answer 1');
  expect([page.hash, page.value('question')]).toEqual(['#/apps/support/routes/', 'The sea?']);
  const tones = page.root.all.filter(({ tag }) => tag === 'textarea').map(({ props }) => props['value']);
  expect(tones).toEqual(['The sea?', 'dry', 'wry']);
});
