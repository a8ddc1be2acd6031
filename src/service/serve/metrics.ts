import { toResponse } from '../../http/exchange.ts';
import type { KillReason } from '../hosting/hosting.ts';
import {
  createKillCounts,
  isMetricsRequest,
  toMetricsResponse,
  writeBuild,
  writeDisk,
  writeProcess,
  writeStore,
} from '../observe/metric-lines.ts';
import { createHostedCounts, createRequestCounts } from '../observe/request-counts.ts';
import type { ServedRequest } from '../observe/served-request.ts';
import { createKeyUses } from '../keys/require-rate.ts';
import { answerFailure } from '../request/failures.ts';
import { authenticate } from '../request/authenticate.ts';
import type { Store } from '../store/open-store.ts';

export type Metrics = ReturnType<typeof createMetrics>;

interface MetricsOptions {
  readonly store: Store;
  readonly now: () => Date;
  /** Folder whose disk is reported. @defaultValue none */
  readonly dataDir?: string;
}

export function createMetrics({ store, now, dataDir }: MetricsOptions) {
  const requests = createRequestCounts();
  const hosted = createHostedCounts();
  const kills = createKillCounts();
  const noteUse = createKeyUses(store);
  return {
    note: (served: ServedRequest): void => {
      requests.note(served);
      hosted.note(served);
    },
    noteKilled: (reason: KillReason): void => kills.note(reason),
    /** Answers `GET /metrics`, and `null` to other requests. */
    fetch: async (request: Request): Promise<Response | null> => {
      if (!isMetricsRequest(request)) return null;
      try {
        // Also on localhost: a proxy's request comes from this machine, and nothing in it says so for certain.
        await authenticate(store, request, 'viewer', now().toISOString(), { noteUse });
      } catch (error) {
        return toResponse(
          answerFailure(store.explain(error, true), { incoming: request, requestId: 'metrics' }, () => undefined),
        );
      }
      return toMetricsResponse([
        ...requests.write(),
        ...hosted.write(),
        ...kills.write(),
        ...writeBuild(),
        ...writeProcess(),
        ...(dataDir === undefined ? [] : await writeDisk(dataDir)),
        ...(await writeStore(store, now())),
      ]);
    },
  };
}
