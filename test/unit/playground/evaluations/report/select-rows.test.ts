import { expect, test } from 'vitest';
import type { ReportRow } from '../../../../../src/contract/evaluations/evaluation-report.ts';
import { selectRows, type Selection } from '../../../../../src/playground/evaluations/report/select-rows.ts';

const ROWS: readonly ReportRow[] = [
  [1, 'Where is it?', 'here', 'Here', null, [true, 0.5], 0.2, 1],
  [2, 'Who is it?', 'ana', 'ben', null, [false, 0.1], null, 3],
  [3, 'When?', 'now', '', 'Too late', [null, null], null, null],
  [4, 'Why?', 'so', 'so', null, [true, 0.9], 0.1, 2],
];

const select = (change: Partial<Selection>) =>
  selectRows(ROWS, { text: '', verdict: 'all', sort: 'row', isDescending: false, ...change }).map(([row]) => row);

test.each<[Partial<Selection>, number[]]>([
  [{}, [1, 2, 3, 4]],
  [{ isDescending: true }, [4, 3, 2, 1]],
  [{ text: 'IS IT' }, [1, 2]],
  [{ text: 'too late' }, [3]],
  [{ text: 'nothing has this' }, []],
  [{ verdict: 'failed' }, [2, 3]],
  [{ verdict: 'error' }, [3]],
  [{ sort: 'cost' }, [4, 1, 2, 3]],
  [{ sort: 'cost', isDescending: true }, [1, 4, 2, 3]],
  [{ sort: 0 }, [2, 1, 4, 3]],
  [{ sort: 1, isDescending: true }, [4, 1, 2, 3]],
  [{ sort: 'output' }, [3, 1, 2, 4]],
  [{ sort: 'inputs' }, [3, 1, 2, 4]],
  [{ sort: 'inputs', isDescending: true }, [4, 2, 1, 3]],
  [{ sort: 'expected' }, [2, 1, 3, 4]],
  [{ sort: 'latency' }, [1, 4, 2, 3]],
  [{ sort: 'latency', isDescending: true }, [2, 4, 1, 3]],
  [{ sort: 0, isDescending: true }, [1, 4, 2, 3]],
  [{ text: '3' }, [3]],
  [{ text: 'NOW' }, [3]],
])('%j finds the rows %j', (selection, rows) => {
  expect(select(selection)).toEqual(rows);
});
