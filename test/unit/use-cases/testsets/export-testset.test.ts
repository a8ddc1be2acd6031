import { expect, test } from 'vitest';
import { exportFormat } from '../../../../src/use-cases/testsets/export-testset.ts';

test.each([
  [null, null, 'jsonl'],
  [null, 'cases.csv', 'csv'],
  [null, 'cases.JSON', 'json'],
  [null, 'cases.ndjson', 'jsonl'],
  [null, '/dev/stdout', 'jsonl'],
  [null, 'cases.txt', 'jsonl'],
  ['csv', 'cases.tsv', 'csv'],
])('--format %s and the file %s give %s', (typed, file, format) => {
  expect(exportFormat(typed, file)).toBe(format);
});

test('a name of a format that is only read is refused', () => {
  expect(() => exportFormat(null, 'cases.tsv')).toThrow(
    expect.objectContaining({
      message: 'Test sets are not written as tsv: name a file that ends in .csv, .json or .jsonl, or add --format.',
    }),
  );
});
