import { expect, test } from 'vitest';
import { sampleOf } from '../../../../src/ui/browse/listing.ts';

test('columns are decided by the first 200 rows, as far as they are loaded', () => {
  const rows = Array.from({ length: 300 }, (_, index) => (index === 1 ? undefined : index));
  const sample = sampleOf({ rows } as never);
  expect([sample.length, sample[0], sample[1], sample.at(-1)]).toEqual([199, 0, 2, 199]);
});
