import type { LogLine } from '../../contract/deployments/deployment.ts';
import { resolveAppId, type ResolveAppOptions } from '../apps/resolve-app.ts';

export interface ReadLogsOptions extends ResolveAppOptions {
  /** Number of lines from the end. */
  readonly lines: number;
  /** Only lines of this request. @defaultValue all */
  readonly request?: string | undefined;
}

/** Reads the last log lines of an app's deployed workflow. */
export async function readLogs({ client, app, lines, request }: ReadLogsOptions): Promise<LogLine[]> {
  await client.require('logs');
  const filter = request === undefined ? {} : { request_id: request };
  return await client.listLogs({ app_id: await resolveAppId({ client, app }), tail: lines, ...filter });
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
    yield* client.followLogs({ app_id, tail: lines, request_id: request }, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
