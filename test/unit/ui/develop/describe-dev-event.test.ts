import { expect, test } from 'vitest';
import { describeDevEvent } from '../../../../src/ui/develop/describe-dev-event.ts';

const FAILURE = { type: 'reload-fail', message: 'Unexpected end', next_steps: [] } as const;
const NOWHERE = { file: null, line: null, column: null, frame: null };

test('a saved evaluator is reported with the command that deploys it', () => {
  expect(describeDevEvent({ type: 'evaluator-save', file: 'evaluators/good.ts' })).toBe(
    'Saved evaluators/good.ts; run wf deploy to use it in evaluations',
  );
});

test('a reload is reported when it ends', () => {
  expect(describeDevEvent({ type: 'reload-start' })).toBeNull();
  expect(describeDevEvent({ type: 'reload-end', routes: ['/', '/b'], duration_ms: 7 })).toBe('Loaded in 7 ms: /, /b');
});

test('a failure is reported with its position, its code and what to do, as far as they are known', () => {
  expect(describeDevEvent({ ...FAILURE, ...NOWHERE })).toBe('Error: Unexpected end\n');
  expect(
    describeDevEvent({ ...FAILURE, file: 'a.ts', line: 2, column: 3, frame: '  2 | x', next_steps: ['one', 'two'] }),
  ).toBe('Error: a.ts:2:3: Unexpected end\n\n  2 | x\n\n  Try: one\n  Try: two\n');
});

test('type errors are reported, and their end', () => {
  const issue = { file: 'a.ts', line: 2, column: 3, code: 'TS2322', message: 'No.' };
  expect(describeDevEvent({ type: 'types-check', count: 1, errors: [issue], problem: null })).toBe(
    'TypeScript found 1 error:\n  a.ts:2:3 TS2322 No.',
  );
  expect(describeDevEvent({ type: 'types-check', count: 0, errors: [], problem: null })).toBe(
    'TypeScript finds no more errors',
  );
});

test('a call is reported with route, status, time and cost, and a throw with its line', () => {
  const call = { type: 'call-end', route: '/say', status: 200, duration_ms: 43, cost: null, message: null } as const;
  expect(describeDevEvent({ ...call, ...NOWHERE })).toBe('/say: 200 in 43 ms');
  expect(describeDevEvent({ ...call, ...NOWHERE, cost: 0.25 })).toBe('/say: 200 in 43 ms, $0.25');
  const failed = { ...call, status: 500, message: 'no' };
  expect(describeDevEvent({ ...failed, ...NOWHERE })).toBe('/say: 500 in 43 ms. no');
  const place = { file: 'a.ts', line: 3, column: 7, frame: '  3 | throw x' };
  expect(describeDevEvent({ ...failed, ...place })).toBe('/say: 500 in 43 ms. a.ts:3:7: no\n\n  3 | throw x\n');
});

test('output of the workflow is passed on without its last line break', () => {
  expect(describeDevEvent({ type: 'output-write', text: 'a\nb\n' })).toBe('a\nb');
});
