import { CANDIDATES, missingRecord } from '../../store/insert-rows.ts';
import type { PageAfter, PageStart } from '../../store/page.ts';
import type { Database, Db } from '../../store/schema.ts';

export type WebhookRow = Database['webhooks'];
export type DeliveryRow = Database['webhook_deliveries'];
export type CountedWebhook = WebhookRow & { readonly waiting: number };

export async function readWebhooks(db: Db, { after, limit }: PageAfter<string>): Promise<CountedWebhook[]> {
  return await selectWebhooks(db).where('webhooks.id', '>', after).orderBy('webhooks.id').limit(limit).execute();
}

/** @throws {WF_NOT_FOUND} with similar webhooks */
export async function requireWebhook(db: Db, id: string): Promise<CountedWebhook> {
  const found = await selectWebhooks(db).where('webhooks.id', '=', id).executeTakeFirst();
  if (found !== undefined) return found;
  const stored = await db.selectFrom('webhooks').select(['id', 'url']).orderBy('id').limit(CANDIDATES).execute();
  const candidates = stored.map((row) => ({ id: row.id, name: toOrigin(row.url) }));
  throw missingRecord('webhook', id, candidates);
}

/** Returns what everybody may see of an address: its path may be a credential of the receiver. */
export function toOrigin(url: string): string {
  return new URL(url).origin;
}

function selectWebhooks(db: Db) {
  return db
    .selectFrom('webhooks')
    .selectAll('webhooks')
    .select((the) =>
      the
        .selectFrom('webhook_deliveries')
        .select((one) => one.fn.countAll<number>().as('waiting'))
        .whereRef('webhook_deliveries.webhook_id', '=', 'webhooks.id')
        .where('webhook_deliveries.next_at', 'is not', null)
        .$asScalar()
        .$notNull()
        .as('waiting'),
    );
}

export type Listener = Pick<WebhookRow, 'id' | 'app_id' | 'events'>;

/** Reads the webhooks that are enabled. There are few. */
export async function readListeners(db: Db): Promise<Listener[]> {
  return await db
    .selectFrom('webhooks')
    .select(['id', 'app_id', 'events'])
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .execute();
}

export async function insertWebhook(db: Db, row: WebhookRow): Promise<void> {
  await db.insertInto('webhooks').values(row).execute();
}

export async function deleteWebhookRow(db: Db, id: string): Promise<void> {
  await db.deleteFrom('webhooks').where('id', '=', id).execute();
}

export async function readDeliveries(db: Db, webhookId: string, page: PageStart<string>): Promise<DeliveryRow[]> {
  return await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('id', page.isBehind, page.key)
    .orderBy('id', page.order)
    .limit(page.limit)
    .execute();
}
