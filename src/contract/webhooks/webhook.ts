import * as z from 'zod';
import { endpointsOf, Paging } from '../endpoint/endpoint.ts';
import { WEBHOOK_URL_LENGTH } from '../../foundation/sizes.ts';

/** What a webhook can be told. */
export const WEBHOOK_EVENTS = [
  'deployment.created',
  'environment.deployed',
  'environment.rolled_back',
  'environment.overridden',
  'evaluation.finished',
  'evaluation.failed',
  'key.expiring',
] as const;
export const WebhookEvent = z.enum(WEBHOOK_EVENTS);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** A webhook without its secret. @source ours */
export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  /** `null`: all apps, and what belongs to none. */
  app_id: z.string().nullable(),
  /** `null`: all events. */
  events: z.array(z.string()).nullable(),
  created_at: z.string(),
  created_by: z.string(),
  /** Since when every delivery has failed; `null`: the last one arrived, or there was none. */
  failing_since: z.string().nullable(),
  /** When it was disabled, because deliveries had failed for days; `null`: it is enabled. */
  disabled_at: z.string().nullable(),
  /** Deliveries that wait. */
  waiting: z.int(),
  /** Events that were dropped because too many deliveries waited. */
  dropped: z.int(),
});
export type Webhook = z.infer<typeof Webhook>;

/** Only the response to its creation has the secret. @source ours */
export const CreatedWebhook = Webhook.extend({
  /** `whsec_` and the key in Base64, as in Standard Webhooks. */
  secret: z.string(),
});
export type CreatedWebhook = z.infer<typeof CreatedWebhook>;

const isPlainHttp = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
};

/** Body that creates a webhook. @source ours */
export const NewWebhook = z.strictObject({
  url: z
    .string()
    .max(WEBHOOK_URL_LENGTH.most)
    .refine(isPlainHttp, 'Input should be an HTTP address without credentials'),
  /** Left out or `null`: all apps, and what belongs to none. */
  app_id: z.string().nullable().optional(),
  /** Left out or `null`: all events. */
  events: z.array(WebhookEvent).min(1).max(WEBHOOK_EVENTS.length).nullable().optional(),
});

/** One event on its way to one webhook. @source ours */
export const WebhookDelivery = z.object({
  /** The `webhook-id` of each attempt: a receiver that knows it has the event already. */
  id: z.string(),
  webhook_id: z.string(),
  event: z.string(),
  status: z.enum(['waiting', 'delivered', 'failed']),
  created_at: z.string(),
  attempts: z.int(),
  /** When the next attempt is due; `null`: there is none. */
  next_attempt_at: z.string().nullable(),
  delivered_at: z.string().nullable(),
  /** Status of the last response; `null`: there was none. */
  response_status: z.int().nullable(),
  /** Why the last attempt failed. */
  error: z.string().nullable(),
  /** The JSON that is sent. */
  body: z.string(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const endpoint = endpointsOf({ tag: 'webhooks', source: 'wf' });

export const webhookEndpoints = {
  listWebhooks: endpoint('GET /webhooks', {
    summary: 'List webhooks, without their secrets; only operators see whole addresses',
    role: 'auditor',
    reach: 'all apps',
    query: Paging,
    response: z.array(Webhook),
  }),
  createWebhook: endpoint('POST /webhooks', {
    summary: 'Create a webhook; only this response contains its secret',
    role: 'operator',
    reach: 'all apps',
    body: NewWebhook,
    response: CreatedWebhook,
  }),
  deleteWebhook: endpoint('DELETE /webhooks/{webhook_id}', {
    summary: 'Delete a webhook and its deliveries',
    role: 'operator',
    reach: 'all apps',
    response: Webhook,
  }),
  testWebhook: endpoint('POST /webhooks/{webhook_id}/test', {
    summary: 'Send a test event; one that arrives enables a disabled webhook',
    role: 'operator',
    reach: 'all apps',
    response: WebhookDelivery,
  }),
  listWebhookDeliveries: endpoint('GET /webhooks/{webhook_id}/deliveries', {
    summary: 'List the deliveries of a webhook, newest first',
    role: 'auditor',
    reach: 'all apps',
    query: Paging,
    response: z.array(WebhookDelivery),
  }),
};
