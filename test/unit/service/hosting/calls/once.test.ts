import { expect, test } from 'vitest';
import { once } from '../../../../../src/service/hosting/calls/once.ts';

test('only the first call has an effect', () => {
  let count = 0;
  const add = once(() => void (count += 1));
  expect(count).toBe(0);
  add();
  add();
  expect(count).toBe(1);
});
