import type { LogLine } from '../../contract/deployments/deployment.ts';
import { PAGE_SIZE } from '../records/paged-list.ts';
import { resolveAppId, type ResolveAppOptions } from '../apps/resolve-app.ts';
import { LOG_TAIL } from '../../foundation/sizes.ts';

export interface ReadLogsOptions extends ResolveAppOptions {
  /** Number of lines from the end; `null`: all. */
  readonly lines: number | null;
  /** Only lines of this request. @defaultValue all */
  readonly request?: string | undefined;
}

/** Number of lines of an app that the service keeps. */
export const MAX_LOG_LINES = LOG_TAIL.most;

/** Reads the last log lines of an app's deployed workflow. */
export async function readLogs({ client, app, lines, request }: ReadLogsOptions) {
  await client.require('logs');
  const input = {
    app_id: await resolveAppId({ client, app }),
    ...(request === undefined ? {} : { request_id: request }),
  };
  if (lines === null) {
    const all = await Array.fromAsync(client.paginate('listLogs', { ...input, limit: PAGE_SIZE }));
    return { lines: all, hasMore: false };
  }
  // One more shows whether there are others.
  const read = await client.listLogs({ ...input, tail: Math.min(lines + 1, MAX_LOG_LINES) });
  return { lines: read.slice(-lines), hasMore: read.length > lines };
}

/**
 * Reads the last log lines and follows new ones until the signal aborts.
 *
 * @yields each line
 */
export async function* followLogs(
  options: ReadLogsOptions & { readonly signal: AbortSignal },
): AsyncGenerator<LogLine> {
  const { client, lines, request, signal } = options;
  await client.require('logs');
  const app_id = await resolveAppId(options);
  try {
    yield* client.followLogs({ app_id, tail: lines ?? MAX_LOG_LINES, request_id: request }, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
