import { metricHead } from './metric-lines.ts';
import type { ServedRequest } from './served-request.ts';

/** Counts the requests that a service answered, and their durations. */
export interface RequestCounts {
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

export function createRequestCounts(): RequestCounts {
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
