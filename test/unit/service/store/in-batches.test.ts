import { expect, test } from 'vitest';
import { inBatches } from '../../../../src/service/store/in-batches.ts';

test.each([
  [0, []],
  [1, [1]],
  [500, [500]],
  [501, [500, 1]],
  [1200, [500, 500, 200]],
])('%i values are split into batches of %j', (count, sizes) => {
  const values = Array.from({ length: count }, (_, index) => index);
  const batches = [...inBatches(values)];
  expect(batches.map((batch) => batch.length)).toEqual(sizes);
  expect(batches.flat()).toEqual(values);
});
