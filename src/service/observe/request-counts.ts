import { createHistogram, limitSeries } from './histogram.ts';
import { metricHead } from './metric-lines.ts';
import type { HostedLabels, ServedRequest } from './served-request.ts';

export interface Counts {
  readonly note: (served: ServedRequest) => void;
  /** Writes the metrics in Prometheus's text format, one per line. */
  readonly write: () => string[];
}

/** In seconds. */
const REQUEST_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createRequestCounts(): Counts {
  const requests = new Map<string, number>();
  const help = 'Seconds until an answer began.';
  const timings = createHistogram({ name: 'wf_request_seconds', help, bounds: REQUEST_BOUNDS });
  return {
    note({ method, route, status, ms }) {
      const labels = `method="${method}",route="${route}"`;
      const counted = `${labels},status="${status}"`;
      requests.set(counted, (requests.get(counted) ?? 0) + 1);
      timings.observe(labels, ms / 1000);
    },
    write: () => [
      ...metricHead('wf_requests_total', 'counter', 'Requests answered.'),
      ...[...requests].map(([labels, count]) => `wf_requests_total{${labels}} ${count}`),
      ...timings.write(),
    ],
  };
}

/** Most combinations of app, route, variant and environment. Calls of any further one count together. */
const MAX_SERIES = 1000;
const OTHER = 'app="(other)",variant="(other)",environment="(other)",route="(other)"';

/** A histogram has a line for each bucket, so it gets fewer labels and fewer combinations. */
const MAX_HISTOGRAMS = 200;
const OTHER_HISTOGRAM = 'app="(other)",environment="(other)",status="(other)"';

/** In seconds: models take longer than databases. The longest call takes five minutes. */
const CALL_BOUNDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160, 320];

interface Sum {
  seconds: number;
  readonly statuses: Map<number, number>;
}

export function createHostedCounts(): Counts {
  const sums = new Map<string, Sum>();
  const limit = limitSeries(MAX_SERIES, OTHER);
  const limitHistograms = limitSeries(MAX_HISTOGRAMS, OTHER_HISTOGRAM);
  const help = 'Seconds until the answer of a deployed route began.';
  const timings = createHistogram({ name: 'wf_hosted_call_seconds', help, bounds: CALL_BOUNDS });
  return {
    note({ hosted, status, ms }) {
      if (hosted === null) return;
      const labels = limit(toLabels(hosted, status));
      const sum = sums.get(labels) ?? { seconds: 0, statuses: new Map() };
      sums.set(labels, sum);
      sum.seconds += ms / 1000;
      sum.statuses.set(status, (sum.statuses.get(status) ?? 0) + 1);
      const { app, environment } = hosted;
      const timed = writeLabels({ app, environment: environment ?? '', status: String(status) });
      timings.observe(limitHistograms(timed), ms / 1000);
    },
    write: () => [
      ...metricHead('wf_hosted_calls_total', 'counter', 'Calls of deployed routes answered.'),
      ...[...sums].flatMap(([labels, { statuses }]) =>
        [...statuses].map(([status, count]) => `wf_hosted_calls_total{${labels},status="${status}"} ${count}`),
      ),
      ...metricHead('wf_hosted_seconds_total', 'counter', 'Seconds of those calls, for a mean by route and variant.'),
      ...[...sums].map(([labels, { seconds }]) => `wf_hosted_seconds_total{${labels}} ${seconds}`),
      ...timings.write(),
    ],
  };
}

/** A path that no workflow serves is its caller's invention. */
function toLabels({ app, variant, environment, route }: HostedLabels, status: number): string {
  return writeLabels({ app, variant, environment: environment ?? '', route: status === 404 ? '(unknown)' : route });
}

function writeLabels(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escape(value)}"`)
    .join(',');
}

/** @source Prometheus, exposition formats, text format 0.0.4 */
function escape(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
