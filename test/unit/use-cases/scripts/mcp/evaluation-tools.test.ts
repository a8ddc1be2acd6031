import { expect, test } from 'vitest';
import {
  EVALUATION_READ_TOOLS,
  EVALUATION_WRITE_TOOLS,
} from '../../../../../src/use-cases/scripts/mcp/evaluation-tools.ts';

const TOOLS = [...EVALUATION_READ_TOOLS, ...EVALUATION_WRITE_TOOLS];

test('only tools that call routes or store evaluators write', () => {
  expect(TOOLS.map(({ name, writes }) => [name, writes])).toEqual([
    ['compare_evaluations', false],
    ['watch_evaluation', false],
    ['plan_evaluation', true],
    ['run_evaluation', true],
  ]);
});

const RUN = { testset: 'cases', variants: ['formal'], evaluators: 'exact_match' };
const COMPARED = { baseline: 'a', candidates: ['b'] };

test.each<[string, object, boolean]>([
  ['watch_evaluation', { evaluation: 'e' }, true],
  ['watch_evaluation', { evaluation: 'e', wait_seconds: 0 }, true],
  ['watch_evaluation', { evaluation: 'e', wait_seconds: 600 }, true],
  ['watch_evaluation', { evaluation: 'e', wait_seconds: 600.5 }, false],
  ['watch_evaluation', { evaluation: 'e', wait_seconds: -1 }, false],
  ['watch_evaluation', {}, false],
  ['run_evaluation', { ...RUN, wait_seconds: 1, route: '/', repeat: 1, max_cost: 0 }, true],
  ['run_evaluation', { ...RUN, repeat: 1000 }, true],
  ['run_evaluation', { ...RUN, repeat: 0 }, false],
  ['run_evaluation', { ...RUN, repeat: 1001 }, false],
  ['run_evaluation', { ...RUN, repeat: 1.5 }, false],
  ['run_evaluation', { ...RUN, variants: [] }, false],
  ['plan_evaluation', RUN, true],
  ['plan_evaluation', { ...RUN, max_cost: -0.01 }, false],
  ['compare_evaluations', COMPARED, true],
  ['compare_evaluations', { ...COMPARED, rows: 0 }, true],
  ['compare_evaluations', { ...COMPARED, rows: 100 }, true],
  ['compare_evaluations', { ...COMPARED, rows: 101 }, false],
  ['compare_evaluations', { ...COMPARED, candidates: [] }, false],
])('%s takes %j: %s', (name, input, isValid) => {
  const tool = TOOLS.find((one) => one.name === name);
  expect(tool?.input.safeParse(input).success).toBe(isValid);
});
