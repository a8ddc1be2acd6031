import { isLoopbackAddress } from '../../http/check-origin.ts';
import { toResponse } from '../../http/refusal.ts';
import type { FetchPart } from '../../http/serve-playground.ts';
import { isMetricsRequest, toMetricsResponse, writeProcess, writeStore } from '../observe/metric-lines.ts';
import { createRequestCounts, type RequestCounts } from '../observe/request-counts.ts';
import { answerFailure } from '../request/answer-failure.ts';
import { authenticate } from '../request/authenticate.ts';
import type { Store } from '../store/open-store.ts';

export interface MetricsOptions {
  readonly store: Store;
  /** Address that the service listens on. Metrics need no key when only this machine can reach it. */
  readonly host: string;
  readonly now: () => Date;
}

export interface Metrics extends Pick<RequestCounts, 'note'> {
  /** Answers `GET /metrics`, and `null` to other requests. */
  readonly fetch: FetchPart;
}

/** Counts requests and serves the metrics of a service. */
export function createMetrics({ store, host, now }: MetricsOptions): Metrics {
  const { note, write } = createRequestCounts();
  return {
    note,
    fetch: async (request) => {
      if (!isMetricsRequest(request)) return null;
      try {
        if (!isLoopbackAddress(host)) await authenticate(store.db, request, 'viewer', now().toISOString());
      } catch (error) {
        return toResponse(answerFailure(store.explain(error), request, 'metrics', () => undefined));
      }
      return toMetricsResponse([...write(), ...writeProcess(), ...(await writeStore(store))]);
    },
  };
}
