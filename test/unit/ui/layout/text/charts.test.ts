import { expect, test } from 'vitest';
import { intervalChart, scoreBar, sparkline } from '../../../../../src/ui/layout/text/charts.ts';

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
  [0.5, [0.25, 0.75], 'higher', '        │  ├─●──┤'],
  [0.5, [0.25, 0.75], 'lower', '├──●─┤  │        '],
  [0.1, [-0.2, 0.4], 'higher', '    ├───┼─●─────┤'],
  [0, [0, 0], 'higher', '        ●        '],
  [-2, null, 'higher', '●       │        '],
  [2, null, 'higher', '        │       ●'],
  [0, null, 'lower', '        ●        '],
  [null, null, 'higher', null],
] as const)('a change of %s within %j, where %s is better, is drawn as %s', (change, interval, goal, picture) => {
  expect(intervalChart(change, interval, goal)).toBe(picture);
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
