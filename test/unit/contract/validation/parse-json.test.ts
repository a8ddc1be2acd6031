import { expect, test } from 'vitest';
import { parseJson } from '../../../../src/contract/validation/parse-json.ts';

test.each([
  ['{"a":[1,null]}', { a: [1, null] }],
  ['null', null],
  ['""', ''],
  [' 0 ', 0],
  ['', undefined],
  ['{"a":}', undefined],
  ['undefined', undefined],
])('%j', (text, value) => {
  expect(parseJson(text)).toEqual(value);
});
