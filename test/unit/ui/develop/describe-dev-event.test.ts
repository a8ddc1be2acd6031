import { expect, test } from 'vitest';
import { describeDevEvent } from '../../../../src/ui/develop/describe-dev-event.ts';

test('a saved evaluator is told with what brings it into evaluations', () => {
  expect(describeDevEvent({ type: 'evaluator-save', file: 'evaluators/good.ts' })).toBe(
    'Saved evaluators/good.ts; run wf deploy to use it in evaluations',
  );
});
