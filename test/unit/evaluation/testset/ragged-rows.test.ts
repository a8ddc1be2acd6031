import { expect, test } from 'vitest';
import { createRaggedRows } from '../../../../src/evaluation/testset/ragged-rows.ts';

const COLUMNS = ['a', 'b'];

function refusalOf(lines: readonly number[], cells = 1) {
  const rows = createRaggedRows('x.csv');
  try {
    for (const line of lines) rows.add(line, cells, COLUMNS);
    rows.require();
  } catch (error) {
    const { message, details } = error as { readonly message: string; readonly details: unknown };
    return { message, details };
  }
  return null;
}

test('rows with as many cells as columns are not reported', () => {
  expect(refusalOf([])).toBeNull();
});

test.each([
  [0, '"a": The row has only 0 cells, where the header has 2 columns.', 'a'],
  [1, '"b": The row has only 1 cell, where the header has 2 columns.', 'b'],
  [3, '3: The row has 3 cells, where the header has 2 columns.', 3],
])('a row of %d cells is reported at the first cell that is missing, or is one too many', (cells, message, column) => {
  expect(refusalOf([7], cells)).toEqual({
    message: `x.csv, line 7, column ${message}`,
    details: { file: 'x.csv', line: 7, column, lines: [7] },
  });
});

test('one or several further rows are listed', () => {
  const first = 'x.csv, line 2, column "b": The row has only 1 cell, where the header has 2 columns.';
  expect(refusalOf([2, 5])?.message).toBe(`${first} The same in line 5.`);
  expect(refusalOf([2, 5, 9])?.message).toBe(`${first} The same in lines 5, 9.`);
});

test('after twenty rows, reading stops', () => {
  const lines = Array.from({ length: 20 }, (_, index) => index + 2);
  const others = lines.slice(1).join(', ');
  expect(refusalOf(lines)?.message.endsWith(` The same in lines ${others}.`)).toBe(true);
  const rows = createRaggedRows('x.csv');
  for (const line of lines) rows.add(line, 1, COLUMNS);
  expect(() => rows.add(22, 1, COLUMNS)).toThrow(`The same in lines ${others} and more.`);
  expect(refusalOf([...lines, 22])?.details).toMatchObject({ lines });
});
