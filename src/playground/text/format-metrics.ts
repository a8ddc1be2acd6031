import type { ComparedMetric } from '../../contract/evaluations/comparison.ts';
import type { MetricSummary } from '../../contract/evaluations/evaluation-summary.ts';
import { formatCost, formatSeconds } from './format-figures.ts';

/** Formats a number with four significant digits; `-` when unknown. */
export function formatFigure(value: number | null | undefined): string {
  if (value === null || value === undefined) return '-';
  return Number.isInteger(value) ? value.toLocaleString('en') : String(Number(value.toPrecision(4)));
}

/** Formats a metric's value or change; costs and times with their units. */
export function formatMetric(kind: MetricSummary['kind'], value: number | null | undefined): string {
  if (value === null || value === undefined || (kind !== 'cost' && kind !== 'latency')) return formatFigure(value);
  const amount = (kind === 'cost' ? formatCost : formatSeconds)(Math.abs(value));
  return value < 0 ? `-${amount}` : amount;
}

/** Formats a change; the typical ratio of two costs or latencies as a percentage. */
export function formatChange({ kind, scale }: ComparedMetric, value: number | null): string {
  if (value === null || scale === 'difference') return formatMetric(kind, value);
  return `${Number((value * 100).toPrecision(3))} %`;
}

/** `-8 % to 2 %` */
export function formatChanges(metric: ComparedMetric): string {
  return metric.interval?.map((end) => formatChange(metric, end)).join(' to ') ?? '-';
}

/** `0.61 to 0.83` */
export function formatInterval(kind: MetricSummary['kind'], interval: readonly [number, number] | null): string {
  return interval === null ? '-' : interval.map((bound) => formatMetric(kind, bound)).join(' to ');
}

export function formatScore(score: number | boolean | null): string {
  if (score === null) return '-';
  return typeof score === 'boolean' ? (score ? 'pass' : 'fail') : formatFigure(score);
}
