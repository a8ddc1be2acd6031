import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Db } from '../../store/schema.ts';
import type { DeliveryRow, WebhookRow } from './webhooks.ts';

/** A delivery to add. */
export interface NewDelivery {
  readonly webhookId: string;
  readonly event: string;
  /** What the event is about, where it happens once; `null`: it may repeat. */
  readonly subject: string | null;
  readonly body: string;
  readonly now: string;
}

/** Adds a delivery that is due at once. @returns its id, also if one of the same subject exists */
export async function addDelivery(db: Db, { webhookId, event, subject, body, now }: NewDelivery): Promise<string> {
  const id = newId();
  await db
    .insertInto('webhook_deliveries')
    .values({
      id,
      webhook_id: webhookId,
      event,
      subject,
      body,
      created_at: now,
      attempts: 0,
      next_at: now,
      delivered_at: null,
      response_status: null,
      error: null,
    })
    .onConflict((conflict) => conflict.columns(['webhook_id', 'subject']).doNothing())
    .execute();
  return id;
}

export async function readDelivery(db: Db, id: string): Promise<DeliveryRow> {
  return await db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export async function countWaiting(db: Db, webhookId: string): Promise<number> {
  const counted = await db
    .selectFrom('webhook_deliveries')
    .select((the) => the.fn.countAll<number>().as('count'))
    .where('webhook_id', '=', webhookId)
    .where('next_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return counted.count;
}

export async function noteDropped(db: Db, webhookId: string): Promise<void> {
  await db
    .updateTable('webhooks')
    .set((the) => ({ dropped: the('dropped', '+', 1) }))
    .where('id', '=', webhookId)
    .execute();
}

/** Reads when the oldest delivery was queued, and how many wait, for the metrics. */
export async function readWaitingDeliveries(db: Db): Promise<{ waiting: number; oldest: string | null }> {
  return await db
    .selectFrom('webhook_deliveries')
    .select((the) => [the.fn.countAll<number>().as('waiting'), the.fn.min('created_at').as('oldest')])
    .where('next_at', 'is not', null)
    .$castTo<{ waiting: number; oldest: string | null }>()
    .executeTakeFirstOrThrow();
}

/** A delivery that is due, with its webhook. */
export type DueDelivery = DeliveryRow & Pick<WebhookRow, 'url' | 'sealed'>;

interface DueLimits {
  /** Webhooks to leave out. */
  readonly except: readonly string[];
  /** What is due further ahead was queued before the clock went back. */
  readonly maxAheadMs: number;
  /** At least so many webhooks get their part, if so many have anything due. */
  readonly webhooks: number;
  readonly perWebhook: number;
}

/** Reads deliveries that are due, the oldest first. */
export async function readDue(
  db: Db,
  now: Date,
  { except, maxAheadMs, webhooks, perWebhook }: DueLimits,
): Promise<DueDelivery[]> {
  const ahead = new Date(now.getTime() + maxAheadMs).toISOString();
  // Without bodies: thousands may wait, and all are sorted.
  const due = db
    .selectFrom('webhook_deliveries')
    .select('id')
    .select(sql<number>`row_number() over (partition by webhook_id order by next_at, id)`.as('position'))
    .where((the) => the.or([the('next_at', '<=', now.toISOString()), the('next_at', '>', ahead)]))
    .$if(except.length > 0, (query) => query.where('webhook_id', 'not in', except));
  return await db
    .selectFrom(due.as('due'))
    .innerJoin('webhook_deliveries as delivery', 'delivery.id', 'due.id')
    .innerJoin('webhooks', 'webhooks.id', 'delivery.webhook_id')
    .selectAll('delivery')
    .select(['webhooks.url', 'webhooks.sealed'])
    .where('due.position', '<=', perWebhook)
    .orderBy('delivery.next_at')
    .orderBy('delivery.id')
    .limit(webhooks * perWebhook)
    .execute();
}

/**
 * Leases a delivery for one attempt. Of several replicas that saw it due, one gets it; if that is killed, the delivery is
 * due again when the lease ends.
 *
 * @returns whether this process got it
 */
export async function leaseDelivery(
  db: Db,
  { id, next_at: seen }: Pick<DeliveryRow, 'id' | 'next_at'>,
  { created_at, next_at: until }: Pick<DeliveryRow, 'created_at' | 'next_at'>,
): Promise<boolean> {
  const leased = await db
    .updateTable('webhook_deliveries')
    .set((the) => ({ created_at, next_at: until, attempts: the('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('next_at', '=', seen)
    .executeTakeFirst();
  return leased.numUpdatedRows === 1n;
}

/** Ends a lease. @returns whether it was still this process's */
export async function endLease(
  db: Db,
  { id, next_at: until }: Pick<DeliveryRow, 'id' | 'next_at'>,
  changes: Partial<DeliveryRow>,
): Promise<boolean> {
  const ended = await db
    .updateTable('webhook_deliveries')
    .set(changes)
    .where('id', '=', id)
    .where('next_at', '=', until)
    .executeTakeFirst();
  return ended.numUpdatedRows === 1n;
}

export async function updateDelivery(db: Db, id: string, changes: Partial<DeliveryRow>): Promise<void> {
  await db.updateTable('webhook_deliveries').set(changes).where('id', '=', id).execute();
}

/** Reads whether deliveries of a webhook arrive; `null`: it is gone. */
export async function readHealth(
  db: Db,
  id: string,
): Promise<Pick<WebhookRow, 'failing_since' | 'disabled_at'> | null> {
  const found = db.selectFrom('webhooks').select(['failing_since', 'disabled_at']).where('id', '=', id);
  return (await found.executeTakeFirst()) ?? null;
}

export async function updateWebhook(db: Db, id: string, changes: Partial<WebhookRow>): Promise<void> {
  await db.updateTable('webhooks').set(changes).where('id', '=', id).execute();
}

/** Ends what waits for a webhook that was disabled. */
export async function endWaiting(db: Db, webhookId: string, error: string): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ next_at: null, error })
    .where('webhook_id', '=', webhookId)
    .where('next_at', 'is not', null)
    .execute();
}

/** Deletes ended deliveries that were queued before. */
export async function deleteOldDeliveries(db: Db, before: string): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('created_at', '<', before).where('next_at', 'is', null).execute();
}
