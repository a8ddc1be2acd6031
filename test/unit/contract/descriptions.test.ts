import { expect, test } from 'vitest';
import { describeTypeReport } from '../../../src/contract/develop/type-report.ts';
import type { ComparedCalls, Comparison, ComparisonVerdict } from '../../../src/contract/evaluations/comparison.ts';
import {
  describeMean,
  describeIntervals,
  describeAverageCost,
  describeTotalCost,
  isPartial,
} from '../../../src/contract/evaluations/describe-results.ts';
import { describeComparisonMethods, describeVerdict } from '../../../src/contract/evaluations/describe-comparison.ts';
import { describeUse } from '../../../src/contract/evaluations/describe-use.ts';
import { describeKept } from '../../../src/contract/retention/describe-kept.ts';
import { comparedOf } from '../../helpers/error-rates/simulate.ts';

const NO_COUNTS = {
  evaluators_only_in_baseline: [],
  evaluators_only_in_candidate: [],
  only_in_baseline: 0,
  only_in_candidate: 0,
  errors: 0,
  baseline_errors: 0,
  worse_count: 0,
  better_count: 0,
};

test('a summary says how certain its intervals are, and which page has the methods', () => {
  expect([0.95, 0.999].map(describeIntervals)).toEqual([
    'Each interval is certain at 95 %. How: wf help methods',
    'Each interval is certain at 99.9 %. How: wf help methods',
  ]);
});

test('a comparison says how its verdicts were computed', () => {
  const metrics = [
    comparedOf('score', [[true, false]]),
    comparedOf('score', [[0.5, 1]]),
    comparedOf('unbounded', [[1, 7]]),
    comparedOf('latency', [[1, 2]]),
  ];
  const candidate = { id: 'b', variant: 'b', pairs: 1, rows: 1, ...NO_COUNTS };
  const rows = { worse: [], better: [], flaky: 0, flaky_rows: [] };
  const comparison: Comparison = {
    baseline: { id: 'a', variant: 'a' },
    level: 0.95,
    seed: 7,
    candidates: [{ ...candidate, ...rows, metrics }],
  };
  expect(describeComparisonMethods(comparison)).toEqual([
    'Certain at 95 % over all 4 measures. How: wf help methods',
    'Latency is that of these calls: a variant whose model was slow just then is slower here, and perhaps not tomorrow.',
  ]);
  expect(describeComparisonMethods({ ...comparison, primary: ['score'], choices: 10 })[0]).toMatch(
    /^Certain at 95 % for score \(primary\), as the best of 10, and at 95 % over the others together\. How/,
  );
});

test('a comparison says which latencies it left out, and why it has no verdict', () => {
  const latency = comparedOf('latency', [[1, 2]]);
  const candidate = { id: 'b', variant: 'b', pairs: 9, rows: 9, ...NO_COUNTS };
  const described = (calls: Partial<ComparedCalls>, verdict: ComparisonVerdict = 'worse') =>
    describeComparisonMethods({
      baseline: { id: 'a', variant: 'a' },
      level: 0.95,
      seed: 7,
      candidates: [
        {
          ...candidate,
          worse: [],
          better: [],
          flaky: 0,
          flaky_rows: [],
          metrics: [{ ...latency, verdict, calls: { warm_up: 0, shared: 0, interleaved: 0, apart: 0, ...calls } }],
        },
      ],
    })[1];
  const drift =
    'Latency is that of these calls: a variant whose model was slow just then is slower here, and perhaps not tomorrow.';
  expect(described({ interleaved: 9 })).toBe(drift);
  expect(described({ warm_up: 1 })).toBe(`${drift} Latency leaves out 1 row with first calls of a process.`);
  expect(described({ warm_up: 2, shared: 3, apart: 5 })).toBe(
    `${drift} Latency leaves out 2 rows with first calls of a process, 3 rows that share the calls of others, 5 rows whose calls were made at different times.`,
  );
  expect(described({ apart: 9 }, 'not interleaved')).toBe(
    'Latency has no verdict, because the calls were made at different times: `wf eval run --variants A,B --fresh` calls for both at the same time.',
  );
});

test('latencies of different times have no verdict', () => {
  const metric = { ...comparedOf('latency', [[1, 2]]), verdict: 'not interleaved' } as const;
  expect(describeVerdict(metric)).toBe('cannot say: not interleaved');
});

test('too few rows are counted', () => {
  expect(describeVerdict(comparedOf('score', [[0, 1]]))).toBe('too few cases to say: 1 of at least 8');
  expect(
    describeVerdict(
      comparedOf(
        'latency',
        Array.from({ length: 9 }, () => [1, 1] as const),
      ),
    ),
  ).toBe('no difference shown');
});

test('a mean says how many rows it is over, unless it is over all', () => {
  expect(describeMean('0.795', 39, 40)).toBe('0.795 (39 of 40)');
  expect(describeMean('0.795', 40, 40)).toBe('0.795');
  expect(describeMean('1', 999_999, 1_000_000)).toBe('1 (999,999 of 1,000,000)');
});

test('a cost shows what it came from', () => {
  const mini = { model: 'gpt-4o-mini', provider: 'openai', calls: 1, input_tokens: 120, output_tokens: 48, cost: 0.1 };
  const parts = {
    cache_read_tokens: 80,
    cache_write_tokens: 7,
    reasoning_tokens: 9,
    batch: true,
    service_tier: 'flex',
  };
  expect(describeUse([mini])).toBe('gpt-4o-mini (openai): 120 in, 48 out');
  expect(
    describeUse([
      { ...mini, ...parts, calls: 2 },
      { ...mini, provider: null, cost: null, reason: 'no price' },
    ]),
  ).toBe(
    'gpt-4o-mini (openai), 2 calls, batch, flex: 120 in (80 cached, 7 written to the cache), 48 out (9 reasoning); ' +
      'gpt-4o-mini: 120 in, 48 out; unknown: no price',
  );
  const none = { cache_read_tokens: 0, cache_write_tokens: 1, reasoning_tokens: 0, batch: false, service_tier: null };
  expect(describeUse([{ ...mini, ...none }])).toBe('gpt-4o-mini (openai): 120 in (1 written to the cache), 48 out');
  expect(describeUse([{ ...mini, reasoning_tokens: 1 }])).toBe('gpt-4o-mini (openai): 120 in, 48 out (1 reasoning)');
  expect(describeUse([{ ...mini, output_tokens: null }])).toBe('gpt-4o-mini (openai): 120 in, unknown out');
  const details = { input_audio_tokens: 80, output_audio_tokens: 40, output_image_tokens: 0, web_searches: 2 };
  expect(describeUse([{ ...mini, details }])).toBe(
    'gpt-4o-mini (openai): 120 in (80 audio), 48 out (40 audio), 2 web searches',
  );
  const silent = {
    ...mini,
    input_tokens: null,
    output_tokens: null,
    cost: null,
    reason: 'the call reported no tokens',
  };
  expect(describeUse([silent])).toBe('gpt-4o-mini (openai): tokens not reported; unknown: the call reported no tokens');
  expect(describeUse([{ ...mini, cost: 0, reason: 'local, no price' }])).toBe(
    'gpt-4o-mini (openai): 120 in, 48 out; local, no price',
  );
});

test('a call that failed, or was not understood, is named', () => {
  const failed = { model: 'm', calls: 1, input_tokens: 120, output_tokens: null, cost: null, failure: 'Overloaded' };
  expect(describeUse([failed])).toBe('1 model call failed: Overloaded (m, 120 in, unknown out)');
  expect(describeUse([{ ...failed, calls: 2, cost: 0, failure: '401: No key' }])).toBe(
    '2 model calls failed: 401: No key (m)',
  );
  const unknown = { ...failed, model: 'api.openai.com', failure: null, input_tokens: null, reason: 'not understood' };
  expect(describeUse([unknown])).toBe('1 call to api.openai.com was not understood');
  expect(describeUse([{ ...unknown, calls: 3 }])).toBe('3 calls to api.openai.com were not understood');
});

const error = { message: 'The cost of 1 of 2 rows is not known.' };

test('a cost of some rows only is marked', () => {
  const partly = { type: 'cost', value: 0, error };
  expect([describeTotalCost('$0', partly), describeAverageCost('$0', partly)]).toEqual(['at least $0', '$0 of known']);
});

test.each([[{ type: 'cost', value: 1 }], [{ type: 'error', value: null, error }], [null], [undefined]])(
  'the cost %j is not marked',
  (result) => {
    expect(isPartial(result)).toBe(false);
    expect([describeTotalCost('x', result), describeAverageCost('x', result)]).toEqual(['x', 'x']);
  },
);

const issue = (line: number) => ({ file: 'src/a.ts', line, column: 7, code: 'TS2322', message: 'No.' });

test('nothing is said about correct types', () => {
  expect(describeTypeReport({ count: 0, errors: [], problem: null })).toBeNull();
});

test('each error is a line with file, line, column and code', () => {
  expect(describeTypeReport({ count: 2, errors: [issue(1), issue(2)], problem: null })).toBe(
    'TypeScript found 2 errors:\n  src/a.ts:1:7 TS2322 No.\n  src/a.ts:2:7 TS2322 No.',
  );
});

test('ten errors are shown, and the rest is counted', () => {
  const errors = Array.from({ length: 11 }, (_, index) => issue(index + 1));
  const shown = describeTypeReport({ count: 12, errors, problem: null })?.split('\n') ?? [];
  expect([shown.length, shown.at(-2), shown.at(-1)]).toEqual([
    12,
    '  src/a.ts:10:7 TS2322 No.',
    '  and 2 more: npx tsc --noEmit',
  ]);
});

test('what prevented the check is told', () => {
  expect(describeTypeReport({ count: 0, errors: [], problem: 'TS5083 Cannot read it.' })).toBe(
    'Types were not checked. TS5083 Cannot read it.',
  );
});

test.each([
  [null, 'forever'],
  [90 * 86_400, '90d'],
  [86_400, '1d'],
  [90_000, '25h'],
  [3600, '1h'],
  [5400, '90m'],
  [60, '1m'],
  [61, '61s'],
  [1, '1s'],
])('%o seconds are described as %s', (seconds, text) => {
  expect(describeKept(seconds)).toBe(text);
});
