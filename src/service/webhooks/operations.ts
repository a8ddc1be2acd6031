import { randomBytes } from 'node:crypto';
import { v7 as newId } from 'uuid';
import type { Webhook, WebhookDelivery } from '../../contract/webhooks/webhook.ts';
import { toWebhookSecret } from '../../contract/webhooks/sign-webhook.ts';
import { requireApp } from '../apps/queries.ts';
import type { Change, Operation } from '../operation/operation.ts';
import { readIdStart, readPageAfter, toPage } from '../store/page.ts';
import { fromJson } from '../store/schema.ts';
import { TEST_EVENT } from './create-webhook-sender.ts';
import { addDelivery, readDelivery } from './queries/deliveries.ts';
import {
  type CountedWebhook,
  deleteWebhookRow,
  type DeliveryRow,
  insertWebhook,
  readDeliveries,
  readWebhooks,
  requireWebhook,
  toOrigin,
  type WebhookRow,
} from './queries/webhooks.ts';
import { ownerOfWebhook } from './webhook-secret.ts';

export const listWebhooks: Operation<'listWebhooks'> = {
  run: async (paging, { db, principal }) => {
    const rows = await readWebhooks(db, readPageAfter(paging, ''));
    const shorten = ({ url }: WebhookRow) => (principal.role === 'operator' ? url : toOrigin(url));
    return toPage(rows, paging, 'id', (row) => ({ ...toWebhook(row), url: shorten(row) }));
  },
};

/** Bytes of a key: as many as the hash has. */
const KEY_BYTES = 32;

export const createWebhook: Operation<'createWebhook'> = {
  audit: { kind: 'webhook', verb: 'created' },
  hasSecretAnswer: true,
  run: async ({ body }, { db, now, principal, record, service: { secrets } }) => {
    const id = newId();
    const app = body.app_id == null ? null : await requireApp(db, body.app_id);
    const secret = toWebhookSecret(randomBytes(KEY_BYTES));
    const row: WebhookRow = {
      id,
      url: body.url,
      app_id: app?.id ?? null,
      events: body.events == null ? null : JSON.stringify([...new Set(body.events)]),
      sealed: await secrets.seal(secret, ownerOfWebhook(id)),
      created_at: now,
      created_by: principal.name,
      failing_since: null,
      disabled_at: null,
      dropped: 0,
    };
    await insertWebhook(db, row);
    record({ ...changeOf(row), after: id, summary: `created for ${body.events?.join(', ') ?? 'all events'}` });
    return { ...toWebhook({ ...row, waiting: 0 }), secret };
  },
};

export const deleteWebhook: Operation<'deleteWebhook'> = {
  audit: { kind: 'webhook', verb: 'deleted' },
  run: async ({ webhook_id }, { db, record }) => {
    const row = await requireWebhook(db, webhook_id);
    await deleteWebhookRow(db, row.id);
    record({ ...changeOf(row), before: row.id, summary: 'deleted' });
    return toWebhook(row);
  },
};

export const testWebhook: Operation<'testWebhook'> = {
  audit: { kind: 'webhook', verb: 'started' },
  run: async ({ webhook_id }, { db, now, principal, record }) => {
    const row = await requireWebhook(db, webhook_id);
    const body = JSON.stringify({ type: TEST_EVENT, timestamp: now, data: { by: principal.name } });
    const id = await addDelivery(db, { webhookId: row.id, event: TEST_EVENT, subject: null, body, now });
    record({ ...changeOf(row), summary: 'tested' });
    return toDelivery(await readDelivery(db, id));
  },
};

export const listWebhookDeliveries: Operation<'listWebhookDeliveries'> = {
  run: async ({ webhook_id, ...paging }, { db }) => {
    const row = await requireWebhook(db, webhook_id);
    const rows = await readDeliveries(db, row.id, readIdStart({ ...paging, order: 'desc' }));
    return toPage(rows, paging, 'id', toDelivery);
  },
};

function changeOf({ id, url, app_id }: WebhookRow): Change {
  return { kind: 'webhook', id, name: new URL(url).host, appId: app_id };
}

function toWebhook(row: CountedWebhook): Webhook {
  const { id, url, app_id, created_at, created_by, failing_since, disabled_at, waiting, dropped } = row;
  const events = row.events === null ? null : fromJson<string[]>(row.events);
  return { id, url, app_id, events, created_at, created_by, failing_since, disabled_at, waiting, dropped };
}

function toDelivery(row: DeliveryRow): WebhookDelivery {
  const { id, webhook_id, event, created_at, attempts, next_at, delivered_at, response_status, error, body } = row;
  const status = delivered_at !== null ? 'delivered' : next_at !== null ? 'waiting' : 'failed';
  const times = { created_at, attempts, next_attempt_at: next_at, delivered_at };
  return { id, webhook_id, event, status, ...times, response_status, error, body };
}
