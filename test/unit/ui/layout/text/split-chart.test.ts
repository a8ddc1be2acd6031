import { expect, test } from 'vitest';
import { splitChart } from '../../../../../src/ui/layout/text/split-chart.ts';
import { intervalChart, scoreBar, sparkline } from '../../../../../src/ui/layout/text/charts.ts';

test('a bar is split into the certain part, the possible part and the rest', () => {
  expect(splitChart('bar', scoreBar(0.5, [0.25, 0.75]) ?? '')).toEqual([
    { text: '█████', meaning: 'good' },
    { text: '▒▒▒▒▒▒▒▒▒▒', meaning: 'caution' },
    { text: '·····', meaning: 'faint' },
  ]);
});

test.each([
  ['clear of no change on the better side', 0.5, [0.25, 0.75], 'higher', 'good'],
  ['clear of no change on the worse side', 0.5, [0.25, 0.75], 'lower', 'bad'],
  ['across no change', 0.1, [-0.2, 0.4], 'higher', 'neutral'],
  ['from no change on', 0.5, [0, 0.75], 'higher', 'neutral'],
  ['none', 0, [0, 0], 'higher', 'neutral'],
  ['without an interval', -2, null, 'higher', 'neutral'],
] as const)('a change that is %s means that', (_, change, interval, goal, meaning) => {
  const parts = splitChart('change', intervalChart(change, interval, goal) ?? '') ?? [];
  expect([...new Set(parts.map((part) => part.meaning))].filter((one) => one !== 'faint')).toEqual([meaning]);
});

test('a spread is one part, and other values have none', () => {
  const spread = sparkline([0, 1, 8]) ?? '';
  expect(splitChart('spread', spread)).toEqual([{ text: spread, meaning: 'busy' }]);
  expect([splitChart('text', '███'), splitChart('bar', '-')]).toEqual([null, null]);
});

test.each([
  ['bar', scoreBar(0.98, [0.9, 1.2])],
  ['bar', scoreBar(0, null)],
  ['change', intervalChart(0.5, [0.25, 0.75], 'lower')],
] as const)('the parts of a %s add up to it: %s', (kind, picture) => {
  expect(
    splitChart(kind, picture ?? '')
      ?.map(({ text }) => text)
      .join(''),
  ).toBe(picture);
});
