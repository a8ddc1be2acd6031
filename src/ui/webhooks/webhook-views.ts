import type { App } from '../../contract/apps/app.ts';
import type { Webhook, WebhookDelivery } from '../../contract/webhooks/webhook.ts';
import { describeEmpty, type Filtered } from '../labels/label-columns.ts';
import { toTable, type Column } from '../layout/table-model.ts';
import type { View } from '../layout/view.ts';

/** Shows the webhooks of a service; an app that was deleted took its webhooks with it. */
export function webhooksView(
  webhooks: readonly Webhook[],
  apps: readonly Pick<App, 'app_id' | 'app_name'>[],
  filtered: Filtered = {},
): View {
  const nameOf = (id: string) => apps.find(({ app_id }) => app_id === id)?.app_name ?? id;
  const rows = webhooks.map((webhook) => ({
    ...webhook,
    app: webhook.app_id === null ? 'all' : nameOf(webhook.app_id),
  }));
  return [toTable({ columns: webhookColumns, rows, empty: describeEmpty('webhook', NONE, filtered) })];
}

const NONE = 'No webhooks yet. Create one: wf webhooks create URL';

const webhookColumns: readonly Column<Webhook & { readonly app: string }>[] = [
  { header: 'id', kind: 'id', value: ({ id }) => id },
  { header: 'url', value: ({ url }) => url },
  { header: 'app', value: ({ app }) => app, dropOrder: 3 },
  { header: 'events', value: ({ events }) => events?.join(', ') ?? 'all', dropOrder: 4 },
  { header: 'state', value: describeState },
  { header: 'waiting', kind: 'integer', value: ({ waiting }) => waiting, dropOrder: 1 },
  { header: 'dropped', kind: 'integer', value: ({ dropped }) => dropped, dropOrder: 2 },
];

/** Describes whether deliveries of a webhook arrive. */
export function describeState({ failing_since, disabled_at }: Pick<Webhook, 'failing_since' | 'disabled_at'>): string {
  if (disabled_at !== null) return 'disabled';
  return failing_since === null ? 'enabled' : `failing since ${failing_since}`;
}

export function deliveriesView(deliveries: readonly WebhookDelivery[]): View {
  return [
    toTable({ columns: deliveryColumns, rows: deliveries, empty: 'No deliveries yet. Try: wf webhooks test ID' }),
  ];
}

const deliveryColumns: readonly Column<WebhookDelivery>[] = [
  { header: 'when', kind: 'time', value: ({ created_at }) => created_at },
  { header: 'event', value: ({ event }) => event },
  { header: 'status', value: ({ status }) => status },
  { header: 'attempts', kind: 'integer', value: ({ attempts }) => attempts },
  { header: 'response', kind: 'integer', value: ({ response_status }) => response_status },
  { header: 'error', value: ({ error }) => error },
  { header: 'next', kind: 'time', value: ({ next_attempt_at }) => next_attempt_at, dropOrder: 1 },
  { header: 'id', kind: 'id', value: ({ id }) => id, dropOrder: 2 },
];
