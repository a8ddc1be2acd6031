import type { Client } from '../../client/create-client.ts';
import type { LogLine } from '../../contract/deployments/log.ts';
import { resolveAppId } from '../apps/resolve-app.ts';

export interface ReadLogsOptions {
  readonly client: Client;
  readonly app: string | null;
  /** How many of the last lines. */
  readonly lines: number;
}

/** Reads the last lines that the processes of an app's workflow wrote. */
export async function readLogs({ client, app, lines }: ReadLogsOptions): Promise<LogLine[]> {
  return await client.listLogs({ app_id: await resolveAppId({ client, app }), tail: lines });
}

/**
 * Reads the last lines, and each new one when it is written, until the signal fires.
 *
 * @yields each line
 */
export async function* followLogs(
  options: ReadLogsOptions & { readonly signal: AbortSignal },
): AsyncGenerator<LogLine> {
  const { client, lines, signal } = options;
  const app_id = await resolveAppId(options);
  try {
    yield* client.followLogs({ app_id, tail: lines }, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
