import { countOf } from '../../errors/count-of.ts';
import type { ComparedMetric, Comparison } from './comparison.ts';
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
  return [verdicts, ...describeCalls(compared)].join(' ');
}

/** Describes what distinguishes the calls of two variants, besides the variants. */
function describeCalls(compared: readonly ComparedMetric[]): string[] {
  const latencies = compared.flatMap(({ calls, pairs }) => (calls === null ? [] : [{ ...calls, pairs }]));
  const [pairs, warmUp, together] = [
    sum(latencies.map((latency) => latency.pairs)),
    sum(latencies.map(({ warm_up }) => warm_up)),
    sum(latencies.map(({ interleaved }) => interleaved)),
  ];
  return [
    ...(warmUp === 0 ? [] : [`Latency leaves out ${countOf(warmUp, 'row')} with first calls of a process.`]),
    ...(together === pairs
      ? []
      : [`${pairs - together} of ${countOf(pairs, 'pair')} of latencies are from different times.`]),
  ];
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** Describes a verdict; one that needs more rows says how many. */
export function describeVerdict({ verdict, pairs, least_pairs }: ComparedMetric): string {
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
