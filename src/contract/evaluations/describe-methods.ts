import { countOf } from '../../foundation/count-of.ts';
import { sumOf } from '../../foundation/numbers.ts';
import type { ComparedCalls, ComparedMetric, Comparison } from './comparison.ts';
import type { EvaluationSummary, MetricSummary } from './evaluation-summary.ts';

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
