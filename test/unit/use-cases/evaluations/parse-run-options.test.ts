import { expect, test } from 'vitest';
import { parseLimits, parseRunOptions } from '../../../../src/use-cases/evaluations/parse-run-options.ts';

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

test.each([
  ['max-cost', ['0', '1000000000'], ['-0.001', '1000000001', '', 'much', '1e10', 'NaN', ' '], 'from 0 to 1000000000'],
  ['time-limit', ['0.001', '31536000'], ['0.0009', '31536001', '0', '1h'], 'from 0.001 to 31536000'],
  ['call-timeout', ['0.001', '86400'], ['0.0009', '86400.1', 'x'], 'from 0.001 to 86400'],
] as const)('--%s accepts %j and refuses %j', (flag, good, bad, range) => {
  for (const typed of good) expect(Object.values(parseLimits({ [flag]: typed }))).toEqual([Number(typed)]);
  for (const typed of bad) {
    const message = `--${flag} cannot be "${typed}": write a number ${range}.`;
    expect(() => parseLimits({ [flag]: typed })).toThrow(expect.objectContaining({ code: 'WF_USAGE', message }));
  }
});

test.each(['1/1', '1/4', '4/4', '10000/10000'])('--shard %s is a shard', (shard) => {
  const [index, count] = shard.split('/').map(Number);
  expect(parseRunOptions({ shard })).toEqual({ shard: { index, count } });
});

test.each(['', '1', '0/4', '5/4', '1/0', '-1/4', '1/4/2', 'a/b', '1.5/4', '1/10001', '10001/10001'])(
  '--shard %j is rejected',
  (shard) => {
    const message = `--shard cannot be ${JSON.stringify(shard)}: write the number of the shard and of shards, as in 1/4.`;
    expect(() => parseRunOptions({ shard })).toThrow(expect.objectContaining({ code: 'WF_USAGE', message }));
  },
);

test('a subset is parsed, with the seed of its sample', () => {
  const typed = { where: ['locale=fr'], 'failed-of': 'tuned', sample: 5 };
  expect(parseRunOptions(typed)).toEqual({
    subset: { where: ['locale=fr'], failed_of: 'tuned', sample: 5, seed: 1 },
  });
  expect(parseRunOptions({ limit: 3 })).toEqual({ subset: { limit: 3 } });
  expect(parseRunOptions({})).toEqual({});
  expect(() => parseRunOptions({ where: ['locale'] })).toThrow(expect.objectContaining({ code: 'WF_USAGE' }));
});
