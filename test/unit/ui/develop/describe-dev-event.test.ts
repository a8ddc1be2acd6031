import { expect, test } from 'vitest';
import { describeDevEvent } from '../../../../src/ui/develop/describe-dev-event.ts';

test('a saved evaluator is reported with the command that deploys it', () => {
  expect(describeDevEvent({ type: 'evaluator-save', file: 'evaluators/good.ts' })).toBe(
    'Saved evaluators/good.ts; run wf deploy to use it in evaluations',
  );
});
