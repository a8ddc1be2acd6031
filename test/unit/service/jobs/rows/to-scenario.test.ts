import { expect, test } from 'vitest';
import type { FinishedCase } from '../../../../../src/evaluation/engine/evaluation-case.ts';
import type { EvaluationJob } from '../../../../../src/service/evaluations/evaluation-job.ts';
import { toCells, toScenario, toScores } from '../../../../../src/service/jobs/rows/to-scenario.ts';

const JOB = { evaluatorConfigs: [{ id: 'first' }, { id: 'second' }] } as unknown as EvaluationJob; // what is read of it
const JUDGING = { calls: 2, cost: 0.5 };
const RIGHT = { type: 'bool', value: true } as const;
const HALF = { type: 'number', value: 0.5 } as const;
const ANSWER = { error: null, output: 'hello', cost: 0.25, latency: 1.5 };
const FAILURE = { error: { message: 'It failed.' } };

const finishedOf = (changes: Partial<FinishedCase> = {}): FinishedCase => ({
  index: 0,
  repeat: 0,
  row: {},
  input: {},
  cellKey: 'cell',
  outcome: ANSWER,
  isCached: false,
  scores: [RIGHT, HALF],
  newScores: [],
  judging: JUDGING,
  ...changes,
});

const USAGE = [{ model: 'small', provider: 'openai', input_tokens: 1, output_tokens: 2 }];
const CALL = { usage: USAGE, warmUp: 'started', callGroup: 'group' } as never; // passed on as they are
const STORED_CALL = { usage: USAGE, warm_up: 'started', call_group: 'group' };

test('an answered case is stored with its figures and a score per evaluator', () => {
  expect(toScenario(JOB, 'row', finishedOf())).toEqual({
    id: 'row',
    outputs: [{ result: { type: 'text', value: 'hello' }, cost: 0.25, latency: 1.5 }],
    results: [
      { evaluator_config: 'first', result: RIGHT },
      { evaluator_config: 'second', result: HALF },
    ],
    cost: 0.25,
    latency: 1.5,
    isCalled: true,
    judging: JUDGING,
    cellHash: 'cell',
  });
});

test('an output is marked when it was reused, and tells what its call used', () => {
  const { outputs, isCalled } = toScenario(
    JOB,
    'row',
    finishedOf({ isCached: true, outcome: { ...ANSWER, ...(CALL as object) } }),
  );
  expect([outputs, isCalled]).toEqual([
    [{ result: { type: 'text', value: 'hello' }, cost: 0.25, latency: 1.5, ...STORED_CALL, reused: true }],
    false,
  ]);
});

test('a failed case has no figures, and refers to no stored output', () => {
  expect(toScenario(JOB, 'row', finishedOf({ outcome: FAILURE, scores: [] }))).toEqual({
    id: 'row',
    outputs: [{ result: { type: 'error', value: null, error: FAILURE.error }, cost: null, latency: null }],
    results: [],
    cost: null,
    latency: null,
    isCalled: true,
    judging: JUDGING,
  });
});

test('outputs of calls are stored once each, and neither failures nor reused ones', () => {
  expect(
    toCells([
      finishedOf(),
      finishedOf({ outcome: { ...ANSWER, output: 7, cost: null, latency: null, ...(CALL as object) } }),
      finishedOf({ cellKey: 'other', outcome: { ...ANSWER, output: true } }),
      finishedOf({ cellKey: 'reused', isCached: true }),
      finishedOf({ cellKey: 'failed', outcome: FAILURE }),
    ]),
  ).toEqual([
    { hash: 'cell', output: { type: 'number', value: 7 }, cost: null, latency: null, ...STORED_CALL },
    { hash: 'other', output: { type: 'bool', value: true }, cost: 0.25, latency: 1.5 },
  ]);
});

test('new scores are stored once each, with the output that they judge', () => {
  expect(
    toScores([
      finishedOf({ newScores: [{ key: 'a', result: RIGHT }] }),
      finishedOf({
        cellKey: 'other',
        newScores: [
          { key: 'b', result: HALF },
          { key: 'a', result: HALF },
        ],
      }),
      finishedOf(),
    ]),
  ).toEqual([
    { hash: 'a', result: HALF, cellHash: 'other' },
    { hash: 'b', result: HALF, cellHash: 'other' },
  ]);
});
