import { metricHead } from './metric-lines.ts';
import type { HostedLabels, ServedRequest } from './served-request.ts';

export interface Counts {
  readonly note: (served: ServedRequest) => void;
  /** Writes the metrics in Prometheus's text format, one per line. */
  readonly write: () => string[];
}

/** Upper bounds of the histogram, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Timing {
  readonly counts: number[];
  sum: number;
  total: number;
}

export function createRequestCounts(): Counts {
  const requests = new Map<string, number>();
  const timings = new Map<string, Timing>();
  return {
    note({ method, route, status, ms }) {
      const labels = `method="${method}",route="${route}"`;
      const counted = `${labels},status="${status}"`;
      requests.set(counted, (requests.get(counted) ?? 0) + 1);
      const timing = timings.get(labels) ?? { counts: BOUNDS.map(() => 0), sum: 0, total: 0 };
      timings.set(labels, timing);
      for (const [index, bound] of BOUNDS.entries())
        if (ms / 1000 <= bound) timing.counts[index] = (timing.counts[index] ?? 0) + 1;
      timing.sum += ms / 1000;
      timing.total += 1;
    },
    write: () => [
      ...metricHead('wf_requests_total', 'counter', 'Requests answered.'),
      ...[...requests].map(([labels, count]) => `wf_requests_total{${labels}} ${count}`),
      ...metricHead('wf_request_seconds', 'histogram', 'Seconds until an answer began.'),
      ...[...timings].flatMap(writeTiming),
    ],
  };
}

function writeTiming([labels, { counts, sum, total }]: readonly [string, Timing]): string[] {
  return [
    ...BOUNDS.map((bound, index) => `wf_request_seconds_bucket{${labels},le="${bound}"} ${counts[index]}`),
    `wf_request_seconds_bucket{${labels},le="+Inf"} ${total}`,
    `wf_request_seconds_sum{${labels}} ${sum}`,
    `wf_request_seconds_count{${labels}} ${total}`,
  ];
}

/** Most combinations of app, route, variant and environment. Calls of any further one count together. */
const MAX_SERIES = 1000;
const OTHER = 'app="(other)",variant="(other)",environment="(other)",route="(other)"';

interface Sum {
  seconds: number;
  total: number;
  readonly statuses: Map<number, number>;
}

export function createHostedCounts(): Counts {
  const sums = new Map<string, Sum>();
  const find = (wanted: string): Sum => {
    const labels = sums.has(wanted) || sums.size < MAX_SERIES ? wanted : OTHER;
    const found = sums.get(labels) ?? { seconds: 0, total: 0, statuses: new Map() };
    sums.set(labels, found);
    return found;
  };
  return {
    note({ hosted, status, ms }) {
      if (hosted === null) return;
      const sum = find(toLabels(hosted, status));
      sum.seconds += ms / 1000;
      sum.total += 1;
      sum.statuses.set(status, (sum.statuses.get(status) ?? 0) + 1);
    },
    write: () => [
      ...metricHead('wf_hosted_calls_total', 'counter', 'Calls of deployed routes answered.'),
      ...[...sums].flatMap(([labels, { statuses }]) =>
        [...statuses].map(([status, count]) => `wf_hosted_calls_total{${labels},status="${status}"} ${count}`),
      ),
      ...metricHead('wf_hosted_call_seconds', 'summary', 'Seconds until the answer of a deployed route began.'),
      ...[...sums].flatMap(([labels, { seconds, total }]) => [
        `wf_hosted_call_seconds_sum{${labels}} ${seconds}`,
        `wf_hosted_call_seconds_count{${labels}} ${total}`,
      ]),
    ],
  };
}

/** A path that no workflow serves is its caller's invention. */
function toLabels({ app, variant, environment, route }: HostedLabels, status: number): string {
  const labels = { app, variant, environment: environment ?? '', route: status === 404 ? '(unknown)' : route };
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escape(value)}"`)
    .join(',');
}

/** @source Prometheus, exposition formats, text format 0.0.4 */
function escape(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
