import { expect, test } from 'vitest';
import { customCodeRun } from '../../../../../src/evaluation/evaluators/external/custom-code-run.ts';
import { NO_TOOLS } from '../../../../../src/evaluation/judges/evaluator-tools.ts';
import { errorResult } from '../../../../../src/evaluation/results/make-result.ts';

const REFUSAL =
  'This service does not run Python code from a setting. Write the evaluator in TypeScript as evaluators/NAME.ts and deploy it with the workflow';

test('code is refused, and never run', async () => {
  expect(await customCodeRun.check?.({ code: 'def evaluate(): pass' })).toEqual({ setting: 'code', message: REFUSAL });
  const score = customCodeRun.prepare({ code: 'def evaluate(): pass' }, NO_TOOLS);
  expect(score({ output: 'a', row: {} })).toEqual(errorResult(`${REFUSAL}.`));
});
