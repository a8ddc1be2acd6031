import { setTimeout as delay } from 'node:timers/promises';
import pMap from 'p-map';
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
  endLease,
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

const CONCURRENCY = { webhooks: 20, perWebhook: 3 };
/** Deliveries that are read at once for each webhook: the query sorts all that wait. */
const READ_AHEAD = 30;
/** After this, a webhook begins no further delivery before others could have its place. */
const TURN_MS = 5000;
const TIMEOUT_MS = 15_000;
/** Longer than an attempt takes: then its process was killed. */
const LEASE_MS = 60_000;
const BACK_OFF = { firstMs: 5000, maxMs: 3_600_000 };
/** What a receiver may ask for by `Retry-After`. */
const MAX_ASKED_MS = 86_400_000;
/** No attempt is further ahead. */
const MAX_AHEAD_MS = MAX_ASKED_MS + BACK_OFF.maxMs;
/** Looks that are left out after one that failed. */
const MAX_PAUSE = 60;
const DAY_MS = 86_400_000;
const GIVE_UP_MS = 3 * DAY_MS;
const DISABLE_DAYS = 5;
const KEPT_DAYS = 30;
const HOUR_MS = 3_600_000;
const GONE = 410;

/** Creates the sender of one replica. Several share the deliveries: a lease gives each attempt to one of them. */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { store, now, onProblem, everyMs = 1000 } = options;
  const closing = new AbortController();
  let lastRound = -Infinity;
  const queueAndPrune = async (): Promise<void> => {
    const instant = now();
    // The clock may go back.
    if (Math.abs(instant.getTime() - lastRound) < HOUR_MS) return;
    const before = new Date(instant.getTime() - KEPT_DAYS * DAY_MS).toISOString();
    await store.transaction(async (db) => {
      await queueExpiringKeys(db, instant);
      await deleteOldDeliveries(db, before);
    });
    lastRound = instant.getTime();
  };
  let tick = Promise.withResolvers<void>();
  let failures = 0;
  let pause = 0;
  const look = async (): Promise<void> => {
    try {
      await sendDue(options, closing.signal, { queueAndPrune, nextTick: () => tick.promise });
      failures = 0;
    } catch (error) {
      // A database that fails does so for a while: a line each second would fill the disk with logs.
      failures += 1;
      pause = Math.min(2 ** failures, MAX_PAUSE);
      onProblem(store.explain(error));
    }
  };
  let looking: Promise<void> | null = null;
  const timer = setInterval(() => {
    tick.resolve();
    tick = Promise.withResolvers();
    pause -= 1;
    if (looking === null && pause < 0) looking = look().finally(() => (looking = null));
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

/** Sends until nothing is due. A receiver that does not answer holds up nothing but the deliveries of its webhook. */
async function sendDue(
  options: WebhookSenderOptions,
  closing: AbortSignal,
  { queueAndPrune, nextTick }: Readonly<Record<'queueAndPrune' | 'nextTick', () => Promise<void>>>,
): Promise<void> {
  const { store, now } = options;
  const busy = new Map<string, Promise<void>>();
  const problems: unknown[] = [];
  const sendAll = async (id: string, deliveries: readonly DueDelivery[]): Promise<void> => {
    const end = performance.now() + TURN_MS;
    const send = async (delivery: DueDelivery): Promise<void> => {
      if (closing.aborted || problems.length > 0 || performance.now() > end) return;
      await attempt(delivery, options, closing).catch((error: unknown) => problems.push(error));
    };
    await pMap(deliveries, send, { concurrency: CONCURRENCY.perWebhook });
    busy.delete(id);
  };
  try {
    while (!closing.aborted && problems.length === 0) {
      await queueAndPrune();
      const webhooks = CONCURRENCY.webhooks - busy.size;
      const limits = { except: [...busy.keys()], webhooks, perWebhook: READ_AHEAD, maxAheadMs: MAX_AHEAD_MS };
      const due = webhooks === 0 ? [] : await readDue(store.reads, now(), limits);
      const byWebhook = Map.groupBy(due, ({ webhook_id }) => webhook_id);
      for (const [id, deliveries] of [...byWebhook].slice(0, webhooks)) busy.set(id, sendAll(id, deliveries));
      if (busy.size === 0) break;
      await Promise.race([...busy.values(), nextTick()]);
    }
  } finally {
    await Promise.all(busy.values());
  }
  if (problems.length > 0) throw problems[0];
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
  const instant = now().toISOString();
  const until = new Date(Date.parse(instant) + LEASE_MS).toISOString();
  // The clock went back after the event: its days begin now, or they would be too many.
  const created_at = delivery.created_at < instant ? delivery.created_at : instant;
  const leased = { ...delivery, created_at, next_at: until };
  if (!(await store.transaction((db) => leaseDelivery(db, delivery, leased)))) return;
  const outcome = await post(leased, options, closing);
  if (closing.aborted && outcome.error !== null) return;
  const disabled = await store.transaction((db) => storeOutcome(db, leased, outcome, options));
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
  // This process may have slept until another one sent it.
  if (!(await endLease(db, delivery, { ...seen, next_at: next }))) return null;
  const failingSince = webhook.failing_since !== null && webhook.failing_since < now ? webhook.failing_since : now;
  if (webhook.failing_since !== failingSince) await updateWebhook(db, webhookId, { failing_since: failingSince });
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
  const end = Date.parse(created_at) + GIVE_UP_MS;
  if (instant >= end) return null;
  const asked = askedMs === null ? null : Math.min(askedMs, MAX_ASKED_MS);
  return new Date(Math.min(instant + retryDelayMs(earlier, asked, BACK_OFF, random()), end)).toISOString();
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
