import { describe, expect, test } from 'vitest';
import { ServiceError, UserError } from '../../../../src/foundation/errors/wf-error.ts';
import { requireAnswered, type TrialAnswer } from '../../../../src/contract/develop/trial.ts';
import { type NumberedRow, runTrial } from '../../../../src/use-cases/develop/rows/run-trial.ts';

const rowOf = (row: number, text: string): NumberedRow => ({
  row,
  inputs: { text },
  expected: { correct_answer: 'x' },
  cells: { text, correct_answer: 'x' },
});

/** An answer with the figures of its first span. */
const answerOf = (data: unknown) => ({
  version: '3.0',
  data,
  tree: { nodes: [{ metrics: { acc: { costs: { total: 0.5 }, duration: { total: 2000 } } } }] },
});

const figures = { cost: 0.5, latency: 2 };

test('each row runs with each configuration, and every answer is scored', async () => {
  const calls: unknown[] = [];
  const seen: unknown[] = [];
  const trial = await runTrial({
    route: '/a',
    configurations: [{}, { tone: 'dry' }],
    rows: [rowOf(3, 'same'), rowOf(7, 'other')],
    evaluators: [
      { name: 'length', score: async ({ output }) => String(output).length },
      { name: 'right', score: async ({ cells, output }) => output === cells['correct_answer'] },
    ],
    call: async (call) => {
      calls.push(call);
      return answerOf(call.inputs['text'] === 'same' ? 'x' : String(call.config['tone']));
    },
    onProgress: (progress) => seen.push(progress),
  });
  expect(calls).toEqual([
    { inputs: { text: 'same' }, config: {} },
    { inputs: { text: 'other' }, config: {} },
    { inputs: { text: 'same' }, config: { tone: 'dry' } },
    { inputs: { text: 'other' }, config: { tone: 'dry' } },
  ]);
  const right = { data: 'x', error: null, ...figures, scores: { length: 1, right: true } };
  const rest = { expected: { correct_answer: 'x' } };
  expect(trial).toEqual({
    route: '/a',
    configurations: [
      {
        config: {},
        answered: 2,
        failed: 0,
        cost: 1,
        failed_cost: null,
        unpriced: 0,
        latency: 2,
        scores: { length: 5, right: 0.5 },
      },
      {
        config: { tone: 'dry' },
        answered: 2,
        failed: 0,
        cost: 1,
        failed_cost: null,
        unpriced: 0,
        latency: 2,
        scores: { length: 2, right: 0.5 },
      },
    ],
    rows: [
      { ...rest, row: 3, inputs: { text: 'same' }, is_same: true, answers: [right, right] },
      {
        ...rest,
        row: 7,
        inputs: { text: 'other' },
        is_same: false,
        answers: [
          { data: 'undefined', error: null, ...figures, scores: { length: 9, right: false } },
          { data: 'dry', error: null, ...figures, scores: { length: 3, right: false } },
        ],
      },
    ],
  });
  expect(seen).toEqual([
    { done: 0, rows: 2 },
    { done: 1, rows: 2 },
    { done: 2, rows: 2 },
  ]);
});

test('rows that repeat one another are one case of a score', async () => {
  const named = (row: number, text: string): NumberedRow => ({ ...rowOf(row, text), cells: { text, case: 'named' } });
  const scoresOf = async (rows: readonly NumberedRow[]) => {
    const evaluators = [{ name: 'is a', score: async ({ output }: { output: unknown }) => output === 'a' }];
    const call = async ({ inputs }: { inputs: Record<string, unknown> }) => answerOf(inputs['text']);
    const trial = await runTrial({ route: '/a', configurations: [{}], rows, evaluators, call });
    return trial.configurations[0]?.scores;
  };
  expect(await scoresOf([rowOf(1, 'a'), rowOf(2, 'a'), rowOf(3, 'a'), rowOf(4, 'b')])).toEqual({ 'is a': 0.5 });
  expect(await scoresOf([rowOf(1, 'a'), named(2, 'b'), named(3, 'c')])).toEqual({ 'is a': 0.5 });
});

const PAID = { costs: { total: 0.5 }, usage: [{ model: 'm', calls: 1, input_tokens: 1, output_tokens: 1, cost: 0.5 }] };
const paid = { detail: { message: 'no' }, tree: { nodes: [{ metrics: { acc: PAID } }] } };

test('a failure after a model answered keeps the answer', async () => {
  const details = { detail: { message: 'not JSON' }, model_answer: 'Sure! Here is {"a": 1' };
  const trial = await runTrial({
    route: '/a',
    configurations: [{}],
    rows: [rowOf(1, 'a')],
    evaluators: [],
    call: async () =>
      Promise.reject(new ServiceError({ code: 'WF_ROUTE_FAILED', message: 'not JSON', status: 500, details })),
  });
  expect(trial.rows[0]?.answers[0]?.error).toEqual({ message: 'not JSON', model_answer: 'Sure! Here is {"a": 1' });
});

test.each<[string, Error, number | null]>([
  ['of the route', new ServiceError({ code: 'WF_ROUTE_FAILED', message: 'no', status: 500 }), null],
  ['that was paid for', new ServiceError({ code: 'WF_ROUTE_FAILED', message: 'no', status: 500, details: paid }), 0.5],
  ['of its input', new ServiceError({ code: 'WF_INVALID_INPUT', message: 'no', status: 422 }), 0],
  ['of the source', new UserError({ code: 'WF_ROUTE_FAILED', message: 'no' }), null],
  ['of its time', new ServiceError({ code: 'WF_TIMEOUT', message: 'no', status: null }), null],
])('a failure %s is the answer of its row', async (_, error, cost) => {
  const trial = await runTrial({
    route: '/a',
    configurations: [{}],
    rows: [rowOf(1, 'a')],
    evaluators: [{ name: 'length', score: async () => 1 }],
    call: async () => Promise.reject(error),
  });
  expect(trial.rows).toEqual([
    {
      row: 1,
      inputs: { text: 'a' },
      expected: { correct_answer: 'x' },
      is_same: null,
      answers: [{ data: null, error: { message: 'no' }, cost, latency: null, scores: {} }],
    },
  ]);
  expect(trial.configurations).toEqual([
    {
      config: {},
      answered: 0,
      failed: 1,
      cost,
      failed_cost: cost,
      unpriced: cost === null ? 1 : 0,
      latency: null,
      scores: { length: null },
    },
  ]);
});

test('two failures are not the same answer', async () => {
  const trial = await runTrial({
    route: '/a',
    configurations: [{}, {}],
    rows: [rowOf(1, 'a')],
    evaluators: [],
    call: async () => Promise.reject(new UserError({ code: 'WF_ROUTE_FAILED', message: 'no' })),
  });
  expect(trial.rows.map(({ is_same: isSame }) => isSame)).toEqual([false]);
});

test('an answer that an evaluator cannot judge is kept, and failed', async () => {
  const trial = await runTrial({
    route: '/a',
    configurations: [{}],
    rows: [rowOf(1, 'a')],
    evaluators: [
      { name: 'first', score: async () => Promise.reject(new UserError({ code: 'WF_INVALID_INPUT', message: 'no' })) },
      { name: 'second', score: async () => 'good' },
    ],
    call: async () => answerOf('x'),
  });
  expect(trial.rows[0]?.answers).toEqual([
    { data: 'x', error: { message: 'first: no' }, ...figures, scores: { first: null, second: 'good' } },
  ]);
  expect(trial.configurations).toEqual([
    {
      config: {},
      answered: 0,
      failed: 1,
      ...figures,
      failed_cost: null,
      unpriced: 0,
      scores: { first: null, second: null },
    },
  ]);
});

test('a service that is gone ends the trial', async () => {
  const gone = new ServiceError({ code: 'WF_UNREACHABLE', message: 'gone', status: null });
  const trial = runTrial({
    route: '/a',
    configurations: [{}],
    rows: [rowOf(1, 'a')],
    evaluators: [],
    call: async () => Promise.reject(gone),
  });
  await expect(trial).rejects.toBe(gone);
});

describe('failed answers', () => {
  const answer = (message: string | null): TrialAnswer => ({
    data: null,
    error: message === null ? null : { message },
    cost: null,
    latency: null,
    scores: {},
  });
  const trialOf = (answers: readonly TrialAnswer[]) => ({
    route: '/a',
    configurations: [],
    rows: [{ row: 4, inputs: {}, expected: {}, is_same: null, answers: [...answers] }],
  });

  test('the first failure is named, with its row', () => {
    expect(() => requireAnswered(trialOf([answer(null), answer('late'), answer('gone')]))).toThrow(
      expect.objectContaining({ code: 'WF_ROUTE_FAILED', message: '2 of 3 answers failed. Row 4: late' }),
    );
    expect(() => requireAnswered(trialOf([answer('late')]))).toThrow('1 of 1 answer failed. Row 4: late');
    expect(() => requireAnswered(trialOf([answer(null)]))).not.toThrow();
  });
});
