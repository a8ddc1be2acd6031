import { expect, test } from 'vitest';
import { describeTypeReport } from '../../../../src/contract/develop/type-report.ts';

const issue = (line: number) => ({ file: 'src/a.ts', line, column: 7, code: 'TS2322', message: 'No.' });

test('nothing is said about correct types', () => {
  expect(describeTypeReport({ count: 0, errors: [], problem: null })).toBeNull();
});

test('each error is a line with file, line, column and code', () => {
  expect(describeTypeReport({ count: 2, errors: [issue(1), issue(2)], problem: null })).toBe(
    'TypeScript found 2 errors:\n  src/a.ts:1:7 TS2322 No.\n  src/a.ts:2:7 TS2322 No.',
  );
});

test('ten errors are shown, and the rest is counted', () => {
  const errors = Array.from({ length: 11 }, (_, index) => issue(index + 1));
  const shown = describeTypeReport({ count: 12, errors, problem: null })?.split('\n') ?? [];
  expect([shown.length, shown.at(-2), shown.at(-1)]).toEqual([
    12,
    '  src/a.ts:10:7 TS2322 No.',
    '  and 2 more: npx tsc --noEmit',
  ]);
});

test('what prevented the check is told', () => {
  expect(describeTypeReport({ count: 0, errors: [], problem: 'TS5083 Cannot read it.' })).toBe(
    'Types were not checked. TS5083 Cannot read it.',
  );
});
