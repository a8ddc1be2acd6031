import { expect, test } from 'vitest';
import type { EvaluatorCode, RouteSchema } from '../../../../src/contract/deployments/route-schema.ts';
import { declaredRange, findCustomEvaluator } from '../../../../src/service/evaluations/plan/custom-evaluator.ts';

const schema = (name: string, more: Partial<RouteSchema> = {}): RouteSchema => ({
  path: `/${name}`,
  name,
  config: null,
  input: null,
  output: null,
  defaults: {},
  ...more,
});
const codeOf = (...schemas: RouteSchema[]): EvaluatorCode => ({ artifact_sha256: 'sha', schemas });

const output = (...anyOf: object[]) => ({ properties: { score: { anyOf } } });

test('an evaluator of the project is found by its name, with the range that it declares', () => {
  const range = output(
    { type: 'boolean' },
    { type: 'number', minimum: 1, maximum: 5 },
    { type: 'number', minimum: 0, maximum: 9 },
  );
  const code = codeOf(
    schema('plain'),
    schema('ranged', { output: range }),
    schema('open', { output: output({ type: 'number' }) }),
  );
  expect(findCustomEvaluator(code, 'ranged')?.path).toBe('/ranged');
  expect([findCustomEvaluator(code, 'none'), findCustomEvaluator(null, 'ranged')]).toEqual([null, null]);
  expect([declaredRange(code, 'ranged'), declaredRange(code, 'open'), declaredRange(code, 'plain')]).toEqual([
    [1, 5],
    null,
    null,
  ]);
  expect([declaredRange(code, 'none'), declaredRange(null, 'ranged')]).toEqual([null, null]);
});
