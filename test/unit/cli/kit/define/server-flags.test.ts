import { expect, test } from 'vitest';
import { allowedEgress } from '../../../../../src/cli/kit/define/server-flags.ts';

test.each([
  [undefined, []],
  ['', []],
  ['a', ['a']],
  [' a:1 , ,10.0.0.0/8,', ['a:1', '10.0.0.0/8']],
])('--allow-egress %j allows %j', (list, allowed) => {
  expect(allowedEgress(list)).toEqual(allowed);
});
