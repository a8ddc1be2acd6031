import { appendChanges } from '../audit/queries.ts';
import { replaceSealingKey } from '../secrets/queries/sealing-key.ts';
import type { Db } from '../store/schema.ts';

/** Notes that secrets are sealed with another key from now on: services without it are not ready any more. */
export async function switchKey(
  db: Db,
  { from, to, now }: { from: string | null; to: string; now: string },
): Promise<void> {
  await replaceSealingKey(db, to, now);
  const summary = `sealing key, was ${from ?? 'none'}`;
  const change = { kind: 'key', id: to, name: to, before: from, after: to, summary } as const;
  const principal = { id: 'wf', name: 'wf', role: 'operator' };
  await appendChanges(db, [change], { principal, requestId: 'wf', action: 'rotateSecret', now });
}
