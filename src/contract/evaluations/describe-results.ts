import { countOf, sumOf } from '../../foundation/numbers.ts';
import type { ComparedCalls, ComparedMetric, Comparison } from './comparison.ts';
import type { EvaluationSummary, MetricSummary } from './evaluation-summary.ts';
import type { Result, ModelUse } from './result.ts';

const MEANS: Readonly<Record<NonNullable<MetricSummary['method']>, string>> = {
  wilson: 'pass or fail by Wilson',
  betting: 'scores by betting',
  lognormal: "cost and latency by the wider of Student's and the lognormal interval",
  student: "scores of unknown range by Student's t",
};

/** Describes how the intervals of a summary were computed. */
export function describeSummaryMethods({ level, metrics }: EvaluationSummary): string {
  const used = new Set(metrics.flatMap(({ method, count }) => (method === undefined || count === 0 ? [] : [method])));
  const methods = [...used].map((method) => MEANS[method]);
  return `Intervals at ${percent(level)}${methods.length === 0 ? '' : `: ${methods.join(', ')}`}.`;
}

/** Describes how the verdicts of a comparison were computed. */
export function describeComparisonMethods({ level, seed, candidates }: Comparison): string {
  const compared = candidates.flatMap(({ metrics }) => metrics.filter(({ verdict }) => verdict !== 'no data'));
  const used = new Set(compared.map(methodOf));
  const methods = [...used].map((method) => METHODS[method]);
  const flips = compared.some(({ method }) => method === 'sign_flips') ? ` (seed ${seed})` : '';
  const verdicts = `All verdicts together are at ${percent(level)}, by Holm, and each interval at the level of its verdict: ${methods.join(', ')}${flips}.`;
  return [verdicts, ...describeCalls(candidates)].join(' ');
}

/** Describes which calls the latencies are from: all metrics of a candidate that depend on them share these. */
function describeCalls(candidates: Comparison['candidates']): string[] {
  const latencies = candidates.flatMap(({ metrics }) => metrics.find(({ calls }) => calls !== null) ?? []);
  const [decided, undecided] = [
    latencies.filter(({ verdict }) => verdict !== 'not interleaved'),
    latencies.filter(({ verdict }) => verdict === 'not interleaved'),
  ];
  const count = (metrics: readonly ComparedMetric[], of: keyof ComparedCalls) =>
    sumOf(metrics, ({ calls }) => calls?.[of] ?? 0);
  const left = [
    ...describeLeft(count(latencies, 'warm_up'), 'with first calls of a process'),
    ...describeLeft(count(latencies, 'shared'), 'that share the calls of others'),
    ...describeLeft(count(decided, 'apart'), 'whose calls were made at different times'),
  ];
  return [
    ...(left.length === 0 ? [] : [`Latency leaves out ${left.join(', ')}.`]),
    ...(undecided.length === 0 ? [] : [NOT_INTERLEAVED]),
  ];
}

/** Why there is no verdict on latency, and what would give one. */
const NOT_INTERLEAVED =
  'Latency has no verdict, because the calls were made at different times: `wf eval run --variants A,B --fresh` calls for both at the same time.';

function describeLeft(rows: number, which: string): string[] {
  return rows === 0 ? [] : [`${countOf(rows, 'row')} ${which}`];
}

/** Describes a verdict; one that needs more rows says how many. */
export function describeVerdict({ verdict, pairs, least_pairs }: ComparedMetric): string {
  if (verdict === 'not interleaved') return 'cannot say: not interleaved';
  return verdict === 'too few rows' ? `too few rows to say: ${pairs} of at least ${least_pairs}` : verdict;
}

const METHODS = {
  newcombe: 'pass or fail by Newcombe and the exact McNemar test',
  betting: 'scores by betting',
  sign_flips: 'scores of unknown range by sign flips',
  ratio: 'cost and latency by sign flips of the ratios of each row',
};

function methodOf({ method, scale }: ComparedMetric): keyof typeof METHODS {
  return scale === 'ratio' ? 'ratio' : method;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(4))} %`;
}

/** Adds to a mean's text how many rows it is over, unless it is over all: `0.795 (39 of 40)`. */
export function describeMean(mean: string, scored: number, rows: number): string {
  return scored < rows ? `${mean} (${scored.toLocaleString('en')} of ${rows.toLocaleString('en')})` : mean;
}

/** Marks the text of a total: where the cost of some rows is unknown, it is a lower bound. */
export function describeTotalCost(text: string, result: Result | null | undefined): string {
  return isPartial(result) ? `at least ${text}` : text;
}

/** Marks the text of a mean: where the cost of some rows is unknown, it is over the others. */
export function describeAverageCost(text: string, result: Result | null | undefined): string {
  return isPartial(result) ? `${text} of known` : text;
}

/** Answers whether a cost counts some rows only; its error says how many. */
export function isPartial(result: Result | null | undefined): boolean {
  return typeof result?.value === 'number' && result.error != null;
}

/** Describes what a cost came from: `gpt-4o-mini (openai): 120 in (80 cached), 48 out`. */
export function describeUse(uses: readonly ModelUse[]): string {
  return uses.map(describeOne).join('; ');
}

function describeOne(use: ModelUse): string {
  const { model, provider, calls, batch, service_tier: tier, reason } = use;
  const named = provider == null ? model : `${model} (${provider})`;
  const how = [
    ...(calls === 1 ? [] : [`${calls} calls`]),
    ...(batch === true ? ['batch'] : []),
    ...(tier == null ? [] : [tier]),
  ];
  const head = [named, ...how].join(', ');
  return `${head}: ${describeTokens(use)}${reason == null ? '' : `; unknown: ${reason}`}`;
}

function describeTokens(use: ModelUse): string {
  const { input_tokens: input, output_tokens: output } = use;
  if (input === null || output === null) return 'tokens not reported';
  const parts = [
    [use.cache_read_tokens, 'cached'],
    [use.cache_write_tokens, 'written to the cache'],
  ] as const;
  const cached = parts.flatMap(([count, what]) => (count == null || count === 0 ? [] : [`${count} ${what}`]));
  const reasoning =
    use.reasoning_tokens == null || use.reasoning_tokens === 0 ? '' : ` (${use.reasoning_tokens} reasoning)`;
  return `${input} in${cached.length === 0 ? '' : ` (${cached.join(', ')})`}, ${output} out${reasoning}`;
}
