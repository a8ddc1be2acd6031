import type { Result } from '../../contract/evaluations/result.ts';
import type { WebhookEvent } from '../../contract/webhooks/webhook.ts';
import { findAppName } from '../apps/queries.ts';
import { readExpiringKeys } from '../keys/queries/keys.ts';
import type { Change } from '../operation/operation.ts';
import { type Db, fromJson } from '../store/schema.ts';
import { addDelivery, countWaiting, noteDropped } from './queries/deliveries.ts';
import { type Listener, readListeners } from './queries/webhooks.ts';
import { WAITING_DELIVERIES } from '../../foundation/sizes.ts';

/** What happened, before it is known who is told. */
interface QueuedEvent {
  readonly event: WebhookEvent;
  /** `null`: it belongs to no app. */
  readonly appId: string | null;
  /** What the event is about, where it is told once. */
  readonly subject?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A webhook whose receiver is down must not fill the database. */
const MAX_WAITING = WAITING_DELIVERIES.most;

/** Queues events for the webhooks that want them, in the transaction of the change. */
export async function queueEvents(db: Db, events: readonly QueuedEvent[], now: string): Promise<void> {
  if (events.length === 0) return;
  const listeners = await readListeners(db);
  for (const queued of events) {
    const wanting = listeners.filter((listener) => wants(listener, queued));
    if (wanting.length === 0) continue;
    const { event, appId, subject = null, data } = queued;
    const app = appId === null ? null : await findAppName(db, appId);
    const body = JSON.stringify({ type: event, timestamp: now, data: { app_id: appId, app, ...data } });
    for (const { id: webhookId } of wanting) {
      if ((await countWaiting(db, webhookId)) >= MAX_WAITING) await noteDropped(db, webhookId);
      else await addDelivery(db, { webhookId, event, subject, body, now });
    }
  }
}

function wants({ app_id, events }: Listener, { event, appId }: QueuedEvent): boolean {
  if (app_id !== null && app_id !== appId) return false;
  return events === null || fromJson<string[]>(events).includes(event);
}

/** Endpoints that go back to an earlier revision. */
const ROLL_BACKS: ReadonlySet<string> = new Set(['rollbackEnvironment', 'revertDeployment']);

interface Cause {
  /** Name of the endpoint. */
  readonly action: string;
  /** Name of the key. */
  readonly by: string;
}

/** Finds the events in what a request recorded for the audit log. */
export function eventsOf(changes: readonly Change[], { action, by }: Cause): QueuedEvent[] {
  return changes.flatMap((change) => {
    const { kind, id = null, name = null, appId = null, before = null, after = null, summary = null } = change;
    const data = { kind, id, name, before, after, summary, by };
    const isNew = after !== null && after !== before;
    if (kind === 'deployment' && isNew) return [{ event: 'deployment.created', appId, data }];
    // The states of a protection are hashes of gates, not revisions.
    if (kind !== 'environment' || !isNew || action === 'protectEnvironment') return [];
    const moved: WebhookEvent = ROLL_BACKS.has(action) ? 'environment.rolled_back' : 'environment.deployed';
    const events: WebhookEvent[] = change.overrides == null ? [moved] : [moved, 'environment.overridden'];
    return events.map((event) => ({ event, appId, data }));
  });
}

const ENDS: Readonly<Record<string, WebhookEvent>> = {
  EVALUATION_FINISHED: 'evaluation.finished',
  EVALUATION_FINISHED_WITH_ERRORS: 'evaluation.finished',
  EVALUATION_FAILED: 'evaluation.failed',
  EVALUATION_AGGREGATION_FAILED: 'evaluation.failed',
};

interface EndedEvaluation {
  readonly id: string;
  readonly app_id: string;
  readonly variant_name: string;
  readonly revision: number;
}

/** Finds the event in the new status of an evaluation; one that was cancelled or still runs has none. */
export function eventsOfStatus({ id, app_id, variant_name, revision }: EndedEvaluation, status: Result): QueuedEvent[] {
  const event = typeof status.value === 'string' ? ENDS[status.value] : undefined;
  if (event === undefined) return [];
  const summary = status.error?.message ?? null;
  const name = `${variant_name}@${revision}`;
  return [{ event, appId: app_id, data: { kind: 'evaluation', id, name, status: status.value, summary } }];
}

const DAY_MS = 86_400_000;
/** How long before its end a key is announced. */
const EXPIRY_DAYS = 7;

/** Queues the keys that end soon, each once. */
export async function queueExpiringKeys(db: Db, now: Date): Promise<void> {
  const until = new Date(now.getTime() + EXPIRY_DAYS * DAY_MS).toISOString();
  const keys = await readExpiringKeys(db, now.toISOString(), until);
  const events = keys.map(({ id, prefix, name, role, expires_at }): QueuedEvent => ({
    event: 'key.expiring',
    appId: null,
    subject: `key ${id} ${expires_at}`,
    data: { kind: 'key', id: prefix, name, role, expires_at, summary: `ends at ${expires_at}` },
  }));
  await queueEvents(db, events, now.toISOString());
}
