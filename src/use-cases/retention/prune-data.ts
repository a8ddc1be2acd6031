import type { Client } from '../../client/create-client.ts';
import type { Pruned, PrunedKind } from '../../contract/retention/retention.ts';
import { resolveAppId } from '../apps/resolve-app.ts';

export interface PruneDataOptions {
  readonly client: Client;
  /** `null`: all apps that the key reaches. */
  readonly app: string | null;
  /** `null`: what the rules say, else 30 days. */
  readonly olderThanSeconds: number | null;
  /** Only counts what would be deleted. */
  readonly isPlan: boolean;
  /** Asks before anything is deleted; rejects when the answer is no. */
  readonly confirm: () => Promise<void>;
  readonly signal: AbortSignal;
}

/** What a prune deleted, or would delete. */
export type PrunedData = Omit<Pruned, 'done'> & { readonly plan: boolean };

/**
 * Prunes, one request after the other until nothing is left: each takes a few seconds, and stopping between two loses
 * nothing.
 */
export async function pruneData(options: PruneDataOptions): Promise<PrunedData> {
  const { client, app, olderThanSeconds, isPlan, confirm, signal } = options;
  await client.require('pruning');
  const scope = app === null ? {} : { app_id: await resolveAppId({ client, app }) };
  await confirm();
  const age = olderThanSeconds === null ? {} : { older_than_seconds: olderThanSeconds };
  const body = { ...scope, ...age, plan: isPlan };
  const kinds = new Map<string, PrunedKind>();
  for (;;) {
    const { done, ...pruned } = await client.prune({ body });
    for (const { kind, count, bytes } of pruned.kinds) {
      const sum = kinds.get(kind);
      kinds.set(kind, { kind, count: (sum?.count ?? 0) + count, bytes: (sum?.bytes ?? 0) + bytes });
    }
    if (done) return { ...pruned, kinds: [...kinds.values()], plan: isPlan };
    signal.throwIfAborted();
  }
}
