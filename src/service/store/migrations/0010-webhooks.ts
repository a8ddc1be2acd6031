import type { Migration } from './migration.ts';

/** Stores webhooks, and each event on its way to one: in the transaction of the change, so that none is lost. */
export const webhooks: Migration = {
  number: 10,
  name: 'webhooks',
  statements: ({ text }) => [
    `create table webhooks (
      id ${text} primary key, url text not null, app_id ${text} references apps (id) on delete cascade, events text,
      sealed text not null, created_at ${text} not null, created_by text not null, failing_since ${text},
      disabled_at ${text}, dropped integer not null default 0)`,
    'create index webhooks_by_app on webhooks (app_id)',
    `create table webhook_deliveries (
      id ${text} primary key, webhook_id ${text} not null references webhooks (id) on delete cascade,
      event text not null, subject ${text}, body text not null, created_at ${text} not null,
      attempts integer not null default 0, next_at ${text}, delivered_at ${text}, response_status integer, error text,
      unique (webhook_id, subject))`,
    'create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, id)',
    'create index webhook_deliveries_due on webhook_deliveries (next_at) where next_at is not null',
    'create index webhook_deliveries_by_time on webhook_deliveries (created_at)',
  ],
};
