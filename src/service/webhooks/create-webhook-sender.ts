import { setTimeout as delay } from 'node:timers/promises';
import { signWebhook } from '../../contract/webhooks/sign-webhook.ts';
import { addConnection } from '../../foundation/errors/provider-trouble.ts';
import { messageOf } from '../../foundation/errors/wf-error.ts';
import { readRetryAfter, retryDelayMs } from '../../foundation/retry-rule.ts';
import { appendChanges, authorOf } from '../audit/queries.ts';
import type { SecretBox } from '../secrets/create-secret-box.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/open-store.ts';
import {
  deleteOldDeliveries,
  type DueDelivery,
  endWaiting,
  leaseDelivery,
  readDue,
  readHealth,
  updateDelivery,
  updateWebhook,
} from './queries/deliveries.ts';
import { queueExpiringKeys } from './queue-events.ts';
import { ownerOfWebhook } from './webhook-secret.ts';

export interface WebhookSenderOptions {
  readonly store: Store;
  readonly secrets: SecretBox;
  /** Connects only where requests for callers may go. */
  readonly fetch: typeof fetch;
  readonly now: () => Date;
  /** Called when a webhook is disabled, and when the database fails. */
  readonly onProblem: (error: unknown) => void;
  /** How often to look for due deliveries. @defaultValue 1000 */
  readonly everyMs?: number;
  /** @defaultValue a random number in [0, 1) */
  readonly random?: () => number;
}

/** Delivers what is queued for webhooks. */
export interface WebhookSender extends AsyncDisposable {
  /** Delivers what is due now. Never rejects. */
  look(this: void): Promise<void>;
}

const AT_A_TIME = { total: 10, perWebhook: 3 };
const TIMEOUT_MS = 15_000;
/** Longer than an attempt takes: then its process was killed. */
const LEASE_MS = 60_000;
const BACK_OFF = { firstMs: 5000, maxMs: 3_600_000 };
/** What a receiver may ask for by `Retry-After`. */
const MAX_ASKED_MS = 86_400_000;
const DAY_MS = 86_400_000;
const GIVE_UP_DAYS = 3;
const DISABLE_DAYS = 5;
const KEPT_DAYS = 30;
const HOUR_MS = 3_600_000;
const GONE = 410;

/** Creates the sender of one replica. Several share the deliveries: a lease gives each attempt to one of them. */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { store, now, onProblem, everyMs = 1000 } = options;
  const closing = new AbortController();
  let nextRound = 0;
  const lookHourly = async (): Promise<void> => {
    const instant = now();
    if (instant.getTime() < nextRound) return;
    nextRound = instant.getTime() + HOUR_MS;
    const before = new Date(instant.getTime() - KEPT_DAYS * DAY_MS).toISOString();
    await store.transaction(async (db) => {
      await queueExpiringKeys(db, instant);
      await deleteOldDeliveries(db, before);
    });
  };
  const send = async (): Promise<void> => {
    await lookHourly();
    for (;;) {
      const due = closing.signal.aborted ? [] : await readDue(store.reads, now().toISOString(), AT_A_TIME);
      if (due.length === 0) return;
      await Promise.all(due.map((delivery) => attempt(delivery, options, closing.signal)));
    }
  };
  const look = async (): Promise<void> => await send().catch((error: unknown) => onProblem(store.explain(error)));
  let looking: Promise<void> = Promise.resolve();
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    looking = look().finally(() => (isLooking = false));
  }, everyMs);
  timer.unref();
  return {
    look,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      closing.abort();
      // Attempts in flight are repeated by another replica, or by the next start.
      await looking;
    },
  };
}

/** How an attempt ended. */
interface Outcome {
  readonly status: number | null;
  /** `null`: it arrived. */
  readonly error: string | null;
  readonly askedMs: number | null;
}

async function attempt(delivery: DueDelivery, options: WebhookSenderOptions, closing: AbortSignal): Promise<void> {
  const { store, now } = options;
  const until = new Date(now().getTime() + LEASE_MS).toISOString();
  if (!(await store.transaction((db) => leaseDelivery(db, delivery, until)))) return;
  const outcome = await post(delivery, options, closing);
  if (closing.aborted && outcome.error !== null) return;
  const disabled = await store.transaction((db) => storeOutcome(db, delivery, outcome, options));
  if (disabled !== null) options.onProblem(new Error(disabled));
}

/** @returns why the webhook was disabled; `null`: it was not */
async function storeOutcome(
  db: Db,
  delivery: DueDelivery,
  outcome: Outcome,
  options: WebhookSenderOptions,
): Promise<string | null> {
  const { id, webhook_id: webhookId, url } = delivery;
  // Another delivery may have disabled it meanwhile, or somebody deleted it.
  const webhook = await readHealth(db, webhookId);
  if (webhook === null) return null;
  const instant = options.now();
  const now = instant.toISOString();
  const seen = { response_status: outcome.status, error: outcome.error };
  if (outcome.error === null) {
    await updateDelivery(db, id, { ...seen, next_at: null, delivered_at: now });
    const isHealthy = webhook.failing_since === null && webhook.disabled_at === null;
    if (!isHealthy) await updateWebhook(db, webhookId, { failing_since: null, disabled_at: null });
    return null;
  }
  const isDisabled = webhook.disabled_at !== null;
  const next = isDisabled ? null : nextAttempt(delivery, outcome, options);
  await updateDelivery(db, id, { ...seen, next_at: next });
  const failingSince = webhook.failing_since ?? now;
  if (webhook.failing_since === null) await updateWebhook(db, webhookId, { failing_since: failingSince });
  const isLong = instant.getTime() - Date.parse(failingSince) > DISABLE_DAYS * DAY_MS;
  // Events may be rare: the first failure after a quiet month is no reason yet.
  const isGivenUp = next === null && delivery.event !== TEST_EVENT;
  if (isDisabled || !((isLong && isGivenUp) || outcome.status === GONE)) return null;
  await updateWebhook(db, webhookId, { disabled_at: now });
  await endWaiting(db, webhookId, 'The webhook was disabled.');
  const summary = `disabled, as deliveries have failed since ${failingSince}: ${outcome.error}`;
  const { host } = new URL(url);
  const change = { kind: 'webhook', id: webhookId, name: host, summary } as const;
  await appendChanges(db, [change], authorOf('disableWebhook', now));
  return `The webhook of ${host} was ${summary}`;
}

/** @returns when the next attempt is due, RFC 3339 in UTC; `null`: there is none */
function nextAttempt(
  { created_at, event, attempts: earlier }: DueDelivery,
  { askedMs }: Outcome,
  { now, random = Math.random }: WebhookSenderOptions,
): string | null {
  // Its sender waits for it.
  if (event === TEST_EVENT) return null;
  const instant = now().getTime();
  if (instant - Date.parse(created_at) > GIVE_UP_DAYS * DAY_MS) return null;
  const asked = askedMs === null ? null : Math.min(askedMs, MAX_ASKED_MS);
  return new Date(instant + retryDelayMs(earlier, asked, BACK_OFF, random())).toISOString();
}

export const TEST_EVENT = 'webhook.test';

async function post(
  { id, webhook_id, url, sealed, body }: DueDelivery,
  { secrets, now, fetch: send }: WebhookSenderOptions,
  closing: AbortSignal,
): Promise<Outcome> {
  const late = new AbortController();
  const timer = delay(TIMEOUT_MS, undefined, { signal: late.signal, ref: false }).then(
    () => late.abort(new Error(`No answer within ${TIMEOUT_MS / 1000} s.`)),
    () => undefined,
  );
  try {
    const secret = await secrets.open(sealed, ownerOfWebhook(webhook_id));
    const timestamp = Math.floor(now().getTime() / 1000);
    const headers = { 'content-type': 'application/json', ...signWebhook(secret, { id, timestamp, body }) };
    const signal = AbortSignal.any([closing, late.signal]);
    // A redirect would carry the event to an address that nobody has named.
    const response = await send(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    await response.body?.cancel();
    if (response.ok) return { status: response.status, error: null, askedMs: null };
    const askedMs = readRetryAfter((name) => response.headers.get(name), now().getTime());
    return { status: response.status, error: `The receiver answered ${response.status}.`, askedMs };
  } catch (error) {
    return { status: null, error: addConnection(messageOf(error), error), askedMs: null };
  } finally {
    late.abort();
    await timer;
  }
}
