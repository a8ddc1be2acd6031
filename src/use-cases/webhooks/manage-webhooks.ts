import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import type { Client } from '../../client/create-client.ts';
import { filterRecords } from '../../client/public/filter-list.ts';
import { type FilteredList, type ListFilter, SHORT_LISTS } from '../../client/public/list-filter.ts';
import type { App } from '../../contract/apps/app.ts';
import {
  type CreatedWebhook,
  type Webhook,
  WEBHOOK_EVENTS,
  WebhookDelivery,
  Webhook as WebhookSchema,
  WebhookEvent,
} from '../../contract/webhooks/webhook.ts';
import { closestNames } from '../../foundation/closest-names.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { resolveAppId } from '../apps/resolve-app.ts';
import { findRecord } from '../records/look-up-record.ts';
import { PAGE_SIZE } from '../records/paged-list.ts';

export const WEBHOOK_FIELDS = Object.keys(SHORT_LISTS.webhooks.fields);

/** A webhook with its deliveries, newest first. */
export const ShownWebhook = WebhookSchema.extend({ deliveries: z.array(WebhookDelivery) });
export type ShownWebhook = z.infer<typeof ShownWebhook>;

const REQUIRED = 'webhooks';

export interface ListedWebhooks {
  readonly webhooks: FilteredList<Webhook>;
  readonly apps: readonly App[];
}

/** Lists the webhooks that match, with the apps that they name. */
export async function filterWebhooks(client: Client, filter: ListFilter): Promise<ListedWebhooks> {
  await client.require(REQUIRED);
  const webhooks = await client.listWebhooks({});
  const namesApps = webhooks.some(({ app_id }) => app_id !== null);
  return {
    webhooks: filterRecords(webhooks, SHORT_LISTS.webhooks, filter),
    apps: namesApps ? await client.listApps({}) : [],
  };
}

export interface CreateWebhookOptions {
  readonly client: Client;
  readonly url: string;
  /** Name or id; `null`: all apps. */
  readonly app: string | null;
  /** `null`: all events. */
  readonly events: readonly string[] | null;
}

/**
 * Creates a webhook.
 *
 * @throws {WF_USAGE} for an event that there is not
 * @throws {WF_NOT_ALLOWED} unless the key is an operator's of all apps
 */
export async function createWebhook({ client, url, app, events }: CreateWebhookOptions): Promise<CreatedWebhook> {
  const wanted = events?.map(requireEvent) ?? null;
  await client.require(REQUIRED);
  const app_id = app === null ? null : await resolveAppId({ client, app });
  return await client.createWebhook({ body: { url, app_id, events: wanted } });
}

function requireEvent(name: string): WebhookEvent {
  const event = WebhookEvent.safeParse(name);
  if (event.success) return event.data;
  const near = closestNames(name, WEBHOOK_EVENTS);
  const hint = near.length === 0 ? `There are: ${WEBHOOK_EVENTS.join(', ')}` : `Did you mean ${near.join(' or ')}?`;
  throw new UserError({ code: 'WF_USAGE', message: `There is no event ${JSON.stringify(name)}. ${hint}` });
}

/**
 * Finds a webhook by its address, its id or a prefix of that.
 *
 * @throws {WF_NOT_FOUND} when there is none
 * @throws {WF_USAGE} when several have the address
 */
export async function resolveWebhook(client: Client, typed: string): Promise<Webhook> {
  await client.require(REQUIRED);
  return findRecord({
    kind: 'webhook',
    typed,
    records: await client.listWebhooks({}),
    idOf: ({ id }) => id,
    nameOf: ({ url }) => url,
    nextSteps: ['wf webhooks list'],
  });
}

export interface WebhookHistory {
  readonly webhook: ShownWebhook;
  /** Whether there are more deliveries than those. */
  readonly hasMore: boolean;
}

/** Reads a webhook with its newest deliveries. @param limit - most deliveries; `null`: all */
export async function showWebhook(client: Client, typed: string, limit: number | null): Promise<WebhookHistory> {
  const webhook = await resolveWebhook(client, typed);
  const deliveries: WebhookDelivery[] = [];
  const input = { webhook_id: webhook.id, limit: Math.min(limit === null ? PAGE_SIZE : limit + 1, PAGE_SIZE) };
  for await (const delivery of client.paginate('listWebhookDeliveries', input)) {
    if (deliveries.length === limit) return { webhook: { ...webhook, deliveries }, hasMore: true };
    deliveries.push(delivery);
  }
  return { webhook: { ...webhook, deliveries }, hasMore: false };
}

const LOOK_MS = 250;
/** Longer than an attempt may take. */
const WAIT_MS = 20_000;

/** Sends a test event, and waits for its first attempt. @returns the delivery, which still waits where nothing sends it */
export async function testWebhook(client: Client, webhook: Webhook, signal: AbortSignal): Promise<WebhookDelivery> {
  const sent = await client.testWebhook({ webhook_id: webhook.id });
  for (let waited = 0; waited < WAIT_MS; waited += LOOK_MS) {
    await delay(LOOK_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
    const newest = await client.listWebhookDeliveries({ webhook_id: webhook.id, limit: 20 });
    const found = newest.find(({ id }) => id === sent.id);
    if (found !== undefined && found.status !== 'waiting') return found;
  }
  return sent;
}
