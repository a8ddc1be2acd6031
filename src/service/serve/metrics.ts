import { toResponse } from '../../http/refusal.ts';
import type { FetchPart } from '../../http/serve-playground.ts';
import { isMetricsRequest, toMetricsResponse, writeProcess, writeStore } from '../observe/metric-lines.ts';
import { createHostedCounts, createRequestCounts, type RequestCounts } from '../observe/request-counts.ts';
import { createKeyUses } from '../keys/note-key-use.ts';
import { answerFailure } from '../request/failures.ts';
import { authenticate } from '../request/authenticate.ts';
import type { Store } from '../store/open-store.ts';

export interface MetricsOptions {
  readonly store: Store;
  readonly now: () => Date;
}

export interface Metrics extends Pick<RequestCounts, 'note'> {
  /** Answers `GET /metrics`, and `null` to other requests. */
  readonly fetch: FetchPart;
}

export function createMetrics({ store, now }: MetricsOptions): Metrics {
  const requests = createRequestCounts();
  const hosted = createHostedCounts();
  const noteUse = createKeyUses(store);
  return {
    note: (served) => {
      requests.note(served);
      hosted.note(served);
    },
    fetch: async (request) => {
      if (!isMetricsRequest(request)) return null;
      try {
        // Also on localhost: a proxy's request comes from this machine, and nothing in it says so for certain.
        await authenticate(store, request, 'viewer', now().toISOString(), { noteUse });
      } catch (error) {
        return toResponse(answerFailure(store.explain(error), request, 'metrics', () => undefined));
      }
      return toMetricsResponse([
        ...requests.write(),
        ...hosted.write(),
        ...writeProcess(),
        ...(await writeStore(store)),
      ]);
    },
  };
}
