import { expect, test } from 'vitest';
import { runningCell, type Cell } from '../../../../../src/playground/workbench/rows/cell.ts';
import { summarise } from '../../../../../src/playground/workbench/rows/column-summary.ts';

const done = (cell: Partial<Cell>): Cell => ({ ...runningCell('{}'), state: 'done', ...cell });
const score = (value: number | null) => ({ e: { state: 'done', value, text: '' } }) as const;

test('nothing is known of no answers', () => {
  const none = { done: 0, failed: 0, seconds: null, cost: null, scores: {} };
  expect(summarise([])).toEqual(none);
  expect(summarise([runningCell('{}'), { ...runningCell('{}'), state: 'failed', cost: 1, seconds: 1 }])).toEqual({
    ...none,
    failed: 1,
  });
});

test('means are of the known figures, a total only of all', () => {
  const cells = [
    done({ seconds: 1, cost: 0.25, scores: score(1) }),
    done({ seconds: null, cost: 0.5, scores: score(0) }),
    done({ seconds: 3, cost: 0, scores: score(null) }),
    done({ seconds: 5, cost: 0.25 }),
  ];
  const scores = { e: { mean: 0.5, rows: 2 } };
  expect(summarise(cells)).toEqual({ done: 4, failed: 0, seconds: 3, cost: 1, scores });
  expect(summarise([...cells, done({ cost: null })])).toEqual({ done: 5, failed: 0, seconds: 3, cost: null, scores });
  expect(summarise([done({ scores: score(null) })]).scores).toEqual({});
});
