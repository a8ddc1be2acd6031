import { describe, expect, test } from 'vitest';
import type { JsonSchema, RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import { caseInputs, requiredInputs, expectedColumns } from '../../../../src/contract/evaluations/case-inputs.ts';
import { readScore } from '../../../../src/use-cases/develop/rows/open-evaluators.ts';
import { defaultRows, parseRows } from '../../../../src/contract/testsets/parse-rows.ts';

const routeWith = (input: JsonSchema | null): RouteSchema => {
  return { path: '/', name: 'default', config: null, input, output: null, defaults: {} };
};

const SCHEMA = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    count: { type: 'integer' },
    tags: { type: 'array' },
    note: { type: 'string', default: '' },
    any: {},
  },
  required: ['text', 'count', 'note'],
};

describe('the required inputs', () => {
  test('are those without a default', () => {
    expect(requiredInputs(routeWith(SCHEMA))).toEqual(['text', 'count']);
  });

  test('are none without a schema', () => {
    expect(requiredInputs(routeWith(null))).toEqual([]);
  });
});

describe('the inputs of a row', () => {
  const toInput = caseInputs(routeWith(SCHEMA), new Set(['correct_answer']));

  test('are the columns that the route accepts', () => {
    expect(toInput({ text: 'hi', count: 3, correct_answer: 'x', other: 1 })).toEqual({ text: 'hi', count: 3 });
  });

  test('are read as JSON where the route expects no text', () => {
    expect(toInput({ text: '12', count: '12', tags: '["a"]', any: '1' })).toEqual({
      text: '12',
      count: 12,
      tags: ['a'],
      any: '1',
    });
  });

  test('stay text when they are not JSON, for the route to refuse', () => {
    expect(toInput({ text: '', count: 'twelve' })).toEqual({ text: '', count: 'twelve' });
  });

  test('are left out when a cell for a number is empty', () => {
    expect(toInput({ text: 'a', count: ' ' })).toEqual({ text: 'a' });
  });

  test('are all columns except expected answers when the route accepts any', () => {
    const open = caseInputs(routeWith(null), new Set(['correct_answer']));
    expect(open({ text: 'hi', correct_answer: 'x', more: '1' })).toEqual({ text: 'hi', more: '1' });
  });

  test('never include reserved names', () => {
    const open = caseInputs(routeWith(null), new Set());
    expect(open({ text: 'hi', environment: 'x', config: 'y', app: 'z', ag_config: '{}' })).toEqual({ text: 'hi' });
  });
});

test.each<[string, number, readonly number[] | null]>([
  ['1-3', 10, [0, 1, 2]],
  [' 2 ', 10, [1]],
  ['5, 1 - 2', 10, [0, 1, 4]],
  ['2-3,3-4,3', 10, [1, 2, 3]],
  ['9-', 10, [8, 9]],
  ['8-99', 10, [7, 8, 9]],
  ['11', 10, []],
  ['11-', 10, null],
  ['10-12', 10, [9]],
  ['', 10, null],
  ['0', 10, null],
  ['0-2', 10, null],
  ['3-2', 10, null],
  ['1-2-3', 10, null],
  ['-3', 10, null],
  ['one', 10, null],
  ['1,', 10, null],
  ['1.5', 10, null],
])('%j of %i rows', (text, count, rows) => {
  expect(parseRows(text, count)).toEqual(rows);
});

test.each([
  [0, '1-1'],
  [7, '1-7'],
  [30, '1-30'],
  [10_000, '1-30'],
])('of %i rows, %s run first', (count, text) => {
  expect(defaultRows(count)).toBe(text);
});

test('routes do not get the columns with expected answers', () => {
  const settings = [{ correct_answer_key: 'wanted' }, { correct_answer_key: 'testcase.other' }, null, undefined, {}];
  expect([...expectedColumns(settings)]).toEqual(['wanted', 'other', 'correct_answer']);
  expect([...expectedColumns([])]).toEqual(['correct_answer']);
});

test.each([
  [{ success: false, score: 1 }, false],
  [{ score: 0.5 }, 0.5],
  [{ score: 'good' }, 'good'],
  [{ score: null }, null],
  [{ success: 'yes' }, null],
  [{}, null],
])('the score of %j is %j', (outputs, score) => {
  expect(readScore(outputs)).toBe(score);
});
