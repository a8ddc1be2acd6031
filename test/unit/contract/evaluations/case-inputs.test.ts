import { describe, expect, test } from 'vitest';
import type { JsonSchema, RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import { caseInputs, requiredInputs } from '../../../../src/contract/evaluations/case-inputs.ts';

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
