import { expect, test } from 'vitest';
import { EVALUATION_STATUSES } from '../../../../src/contract/evaluations/result.ts';
import { intervalChart, scoreBar, sparkline, splitChart } from '../../../../src/ui/layout/text/charts.ts';
import { toStatus } from '../../../../src/ui/layout/text/status.ts';
import { createTheme } from '../../../../src/ui/layout/theme.ts';

test('every status has a sign, so that colour is not needed', () => {
  expect(EVALUATION_STATUSES.map((status) => toStatus(status).text)).toEqual([
    '· waiting',
    '… running',
    '✓ finished',
    '! finished with errors',
    '✗ failed',
    '✗ aggregation failed',
    '! cancelled',
    '! interrupted',
  ]);
});

test('without colour every style is empty', () => {
  const { cell, part, change, ...styles } = createTheme(false);
  for (const group of [part, change, styles])
    expect(Object.values<object>(group).flatMap((style) => Object.entries(style))).toEqual([]);
  expect([cell('status', 'EVALUATION_FAILED'), cell('text', null), cell('figure', true)]).toEqual([{}, {}, {}]);
});

test.each([
  [0, null, '····················'],
  [1, null, '████████████████████'],
  [0.5, [0.25, 0.75], '█████▒▒▒▒▒▒▒▒▒▒·····'],
  [0.5, null, '██████████··········'],
  [0.98, [0.9, 1.2], '██████████████████▒▒'],
  [1.5, null, null],
  [-0.1, null, null],
  [null, null, null],
] as const)('a score of %s with the interval %j is drawn as %s', (mean, interval, picture) => {
  expect(scoreBar(mean, interval)).toBe(picture);
});

test.each([
  [0.5, [0.25, 0.75], 'higher', '        │  ├─●──┤', 'good'],
  [0.5, [0.25, 0.75], 'lower', '├──●─┤  │        ', 'bad'],
  [0.1, [-0.2, 0.4], 'higher', '    ├───┼─●─────┤', 'neutral'],
  [0.5, [0, 0.75], 'higher', '        │────●──┤', 'neutral'],
  [0, [0, 0], 'higher', '        ●        ', 'neutral'],
  [-2, null, 'higher', '●       │        ', 'neutral'],
  [2, null, 'higher', '        │       ●', 'neutral'],
] as const)(
  'a change of %s within %j, where %s is better, is drawn as %s, and %s',
  (change, interval, goal, picture, meaning) => {
    const drawn = intervalChart(change, interval, goal) ?? '';
    expect(drawn.trimEnd()).toBe(picture.trimEnd());
    const parts = splitChart('change', drawn) ?? [];
    expect(new Set(parts.map((part) => part.meaning).filter((one) => one !== 'faint'))).toEqual(new Set([meaning]));
    expect(parts.map((part) => part.text).join('')).toBe(drawn);
  },
);

test('a bar has a certain part, a possible part and a rest; other values have no parts', () => {
  expect(splitChart('bar', scoreBar(0.5, [0.25, 0.75]) ?? '')).toEqual([
    { text: '█████', meaning: 'good' },
    { text: '▒▒▒▒▒▒▒▒▒▒', meaning: 'caution' },
    { text: '·····', meaning: 'faint' },
  ]);
  expect([splitChart('text', '███'), splitChart('bar', '-'), intervalChart(null, null, 'higher')]).toEqual([
    null,
    null,
    null,
  ]);
});

test.each([
  [[0, 1, 8], ' ▁█'],
  [[5, 5], '██'],
  [[0, 0], '  '],
  [[3], null],
  [[], null],
])('counts of %j are drawn as %j', (counts, picture) => {
  expect(sparkline(counts)).toBe(picture);
});
