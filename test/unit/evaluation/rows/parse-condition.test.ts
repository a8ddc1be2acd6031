import { expect, test } from 'vitest';
import { parseCondition } from '../../../../src/evaluation/rows/parse-condition.ts';

test.each<[string, unknown, boolean]>([
  ['a>1', 1, false],
  ['a>1', 1.1, true],
  ['a>=1', 1, true],
  ['a>=1', 0.9, false],
  ['a<1', 1, false],
  ['a<1', 0.9, true],
  ['a<=1', 1, true],
  ['a<=1', 1.1, false],
  ['a>b', 'c', true],
  ['a>b', 'b', false],
  ['a>=b', 'b', true],
  ['a<b', 'a', true],
  ['a<b', 'b', false],
  ['a<=b', 'b', true],
  ['a<=b', 'c', false],
  ['a>1', 'b', true],
  ['a<b', 5, true],
  ['a<1', 'b', false],
  ['a>b', 5, false],
  ['a>10', '9', false],
  ['a<10', '9', true],
  ['a>1', null, false],
  ['a<1', undefined, false],
  ['a<', -1, false],
  ['a>=', 1, false],
  ['a=1', '1', true],
  ['a=1.0', 1, true],
  ['a=', 0, false],
  ['a=', null, true],
  ['a!=', null, false],
  ['a=x', 'X', false],
  ['a~x', 'aXb', true],
  ['a~X', 'axb', true],
  ['a~x', null, false],
  ['a={"b":1}', { b: 1 }, true],
  ['a=true', true, true],
])('%s of %j is %j', (text, value, holds) => {
  expect(parseCondition(text).holds(value)).toBe(holds);
});

test.each([
  [' a b = c ', { field: 'a b', sign: '=', wanted: 'c' }],
  ['a!=b', { field: 'a', sign: '!=', wanted: 'b' }],
  ['a=b=c', { field: 'a', sign: '=', wanted: 'b=c' }],
  ['a~b\nc', { field: 'a', sign: '~', wanted: 'b\nc' }],
])('%j is read', (text, condition) => {
  expect(parseCondition(text)).toMatchObject(condition);
});

test.each(['', 'a', '=b'])('%j is refused', (text) => {
  const refusal = {
    code: 'WF_USAGE',
    message: `Invalid condition ${JSON.stringify(text)}: write FIELD=VALUE, with =, !=, >, >=, <, <= or ~ (contains).`,
    nextSteps: ['--where exact_match=false', '--where "latency>1"'],
  };
  expect(() => parseCondition(text)).toThrow(expect.objectContaining(refusal) as Error);
});
