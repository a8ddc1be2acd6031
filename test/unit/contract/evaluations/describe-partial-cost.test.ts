import { expect, test } from 'vitest';
import {
  describeAverageCost,
  describeTotalCost,
  isPartial,
} from '../../../../src/contract/evaluations/describe-partial-cost.ts';

const error = { message: 'The cost of 1 of 2 rows is not known.' };

test('a cost of some rows only is marked', () => {
  const partly = { type: 'cost', value: 0, error };
  expect([describeTotalCost('$0', partly), describeAverageCost('$0', partly)]).toEqual(['at least $0', '$0 of known']);
});

test.each([[{ type: 'cost', value: 1 }], [{ type: 'error', value: null, error }], [null], [undefined]])(
  'the cost %j is not marked',
  (result) => {
    expect(isPartial(result)).toBe(false);
    expect([describeTotalCost('x', result), describeAverageCost('x', result)]).toEqual(['x', 'x']);
  },
);
