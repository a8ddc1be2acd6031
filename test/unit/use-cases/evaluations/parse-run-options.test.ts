import { expect, test } from 'vitest';
import {
  parseLimits,
  parseRunOptions,
  parseRunRequest,
} from '../../../../src/use-cases/evaluations/parse-run-options.ts';

test('limits, repetitions and a shard are parsed', () => {
  const typed = { 'max-cost': '0.5', 'time-limit': '60', 'call-timeout': '1.5', repeat: 3, shard: '2/4' };
  expect(parseRunOptions(typed)).toEqual({
    max_cost: 0.5,
    total_seconds: 60,
    call_seconds: 1.5,
    repeat: 3,
    shard: { index: 2, count: 4 },
  });
});

test('missing options are omitted', () => {
  expect([parseRunOptions({ fresh: true }), parseRunOptions({ fresh: false })]).toEqual([{ fresh: true }, {}]);
  expect([parseRunOptions({}), parseLimits({ 'max-cost': '0' })]).toEqual([{}, { max_cost: 0 }]);
});

test('none removes a limit', () => {
  expect(parseLimits({ 'max-cost': 'none', 'time-limit': '9' }, true)).toEqual({ max_cost: null, total_seconds: 9 });
  expect(() => parseLimits({ 'max-cost': 'none' })).toThrow('--max-cost cannot be "none": write a number from 0 to');
  expect(() => parseLimits({ 'max-cost': 'some' }, true)).toThrow('write a number from 0 to 1000000000, or none.');
});

test.each(['', '-1', 'much', '1e10', 'NaN', ' '])('--max-cost %j is refused', (typed) => {
  expect(() => parseLimits({ 'max-cost': typed })).toThrow(`--max-cost cannot be ${JSON.stringify(typed)}`);
});

test.each(['0', '-5', '1h', '99999999'])('--time-limit %j is refused', (typed) => {
  expect(() => parseLimits({ 'time-limit': typed })).toThrow('--time-limit cannot be');
});

test.each(['0', '86401', 'x'])('--call-timeout %j is refused', (typed) => {
  expect(() => parseLimits({ 'call-timeout': typed })).toThrow('--call-timeout cannot be');
});

test.each([
  ['max-cost', ['0', '1000000000'], ['-0.001', '1000000001'], 'from 0 to 1000000000'],
  ['time-limit', ['0.001', '31536000'], ['0.0009', '31536001'], 'from 0.001 to 31536000'],
  ['call-timeout', ['0.001', '86400'], ['0.0009', '86400.1'], 'from 0.001 to 86400'],
] as const)('--%s accepts %j and refuses %j', (flag, good, bad, range) => {
  for (const typed of good) expect(Object.values(parseLimits({ [flag]: typed }))).toEqual([Number(typed)]);
  for (const typed of bad) {
    const message = `--${flag} cannot be "${typed}": write a number ${range}.`;
    expect(() => parseLimits({ [flag]: typed })).toThrow(expect.objectContaining({ code: 'WF_USAGE', message }));
  }
});

test.each(['1/1', '1/4', '4/4'])('--shard %s is a shard', (shard) => {
  const [index, count] = shard.split('/').map(Number);
  expect(parseRunOptions({ shard })).toEqual({ shard: { index, count } });
});

test.each(['', '1', '0/4', '5/4', '1/0', '-1/4', '1/4/2', 'a/b', '1.5/4', '1/10001'])(
  '--shard %j is rejected',
  (shard) => {
    const message = `--shard cannot be ${JSON.stringify(shard)}: write the number of the shard and of shards, as in 1/4.`;
    expect(() => parseRunOptions({ shard })).toThrow(expect.objectContaining({ code: 'WF_USAGE', message }));
  },
);

test('a run and its plan have the same options', () => {
  const typed = { testset: 'cases', evaluators: 'exact_match', concurrency: 4, repeat: 2 };
  expect(
    parseRunRequest({ ...typed, types: 'score=number', delimiter: ';', format: 'csv', route: '/summary' }),
  ).toEqual({
    testset: 'cases',
    types: 'score=number',
    delimiter: ';',
    format: 'csv',
    evaluators: 'exact_match',
    route: '/summary',
    concurrency: 4,
    options: { repeat: 2 },
  });
  expect(parseRunRequest({ testset: 'cases', evaluators: 'exact_match' })).toEqual({
    testset: 'cases',
    types: null,
    delimiter: null,
    format: null,
    evaluators: 'exact_match',
    route: null,
    options: {},
  });
});

test('there are at most 10,000 shards', () => {
  expect(parseRunOptions({ shard: '10000/10000' })).toMatchObject({ shard: { index: 10_000, count: 10_000 } });
  expect(() => parseRunOptions({ shard: '1/10001' })).toThrow(
    '--shard cannot be "1/10001": write the number of the shard and of shards, as in 1/4.',
  );
});
