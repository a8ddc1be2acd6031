import type { Slices } from '../../../http/create-slices.ts';
import * as z from 'zod';
import { MAX_MODEL_ANSWER_LENGTH, MAX_SHORT_LENGTH } from '../../../contract/host-protocol/limits.ts';
import { ModelUse, type ResultError } from '../../../contract/evaluations/result.ts';
import { fieldOf, isRecord } from '../../../foundation/record.ts';
import { isBusy, isTransient, readRetryAfter, SHOULD_RETRY } from '../../../foundation/retry-rule.ts';
import type { AnsweredAttempt } from '../../../evaluation/engine/evaluation-case.ts';
import { NOTHING_SPENT, type Spending, UNKNOWN_SPENDING } from '../../../evaluation/engine/spending.ts';
import { findTooMuch } from './find-too-much.ts';
import type { HostedAnswer } from '../../hosting/hosting.ts';
import { parseExactNumbers } from '../../../contract/validation/exact-json.ts';
import { parseJson } from '../../../contract/validation/parse-json.ts';

/** Path to a call's figures: its first span adds up those below it. @source facts §4.3 */
const FIGURES = ['tree', 'nodes', '0', 'metrics', 'acc'];
const COST = [...FIGURES, 'costs', 'total'];
const USAGE = [...FIGURES, 'usage'];
const DURATION = [...FIGURES, 'duration', 'total'];

/** Reads a route's answer. Never throws, whatever it contains. */
export function readAnswer(answer: HostedAnswer): AnsweredAttempt {
  const steps = findTooMuch(answer.text);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return readChecked(answer, step.value);
}

/** As above, and lets others run while it reads a long one. */
export async function readAnswerInSlices(answer: HostedAnswer, { begin, pause }: Slices): Promise<AnsweredAttempt> {
  if (answer.text.length <= MAX_SHORT_LENGTH) return readAnswer(answer);
  await pause();
  const steps = findTooMuch(answer.text);
  let isOver = begin();
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) {
    if (!isOver()) continue;
    await pause();
    isOver = begin();
  }
  await pause();
  return readChecked(answer, step.value);
}

/** @param excess - why it is not even parsed; `null`: it is */
function readChecked(answer: HostedAnswer, excess: string | null): AnsweredAttempt {
  const { status, text, hasEnded = false } = answer;
  if (excess !== null) return { kind: 'failed', error: { message: excess }, ...UNKNOWN_SPENDING };
  const body = parseJson(text);
  if (status >= 200 && status < 300) return readSuccess(body, answer);
  const error = { ...readFailure(status, body, text), ...readModelAnswer(body) };
  const failed = { error, ...readSpending(body, answer) };
  if (hasEnded) return { kind: 'ended', ...failed };
  const header = headersOf(answer, body);
  if (!isTransient(status, header)) return { kind: 'failed', ...failed };
  return { kind: 'unavailable', ...failed, retryAfterMs: readRetryAfter(header, Date.now()), isBusy: isBusy(status) };
}

/** An error of a workflow's own code would come again. Workflows of earlier releases, and of others, do not say so. */
function headersOf({ status, retryAfter, shouldRetry }: HostedAnswer, body: unknown) {
  const isOwnError = status === 500 && Thrown.safeParse(fieldOf(body, 'detail')).success;
  const advice = shouldRetry ?? (isOwnError && retryAfter === null ? false : undefined);
  const headers: Readonly<Record<string, string | null>> = {
    'retry-after': retryAfter,
    [SHOULD_RETRY]: advice === undefined ? null : String(advice),
  };
  return (name: string) => headers[name];
}

/** Statuses of a call that was refused before it ran. */
const REFUSED = new Set([400, 401, 403, 404, 405, 415, 422, 429, 503]);

/** Reads what a failed call cost: our runtime reports it for every call that it began. */
function readSpending(body: unknown, { status, isUnsent = false, hasEnded = false }: HostedAnswer): Spending {
  if (isUnsent) return NOTHING_SPENT;
  if (valueAt(body, FIGURES) === undefined) return REFUSED.has(status) && !hasEnded ? NOTHING_SPENT : UNKNOWN_SPENDING;
  const reported = usageAt(body);
  return reported.usage === undefined ? NOTHING_SPENT : { cost: numberAt(body, COST), ...reported };
}

function readSuccess(body: unknown, { text, warmUp }: HostedAnswer): AnsweredAttempt {
  if (!isRecord(body) || !('data' in body)) {
    const shown = text.slice(0, 80);
    return {
      kind: 'failed',
      error: { message: `The route's answer is not {"data": …}: ${JSON.stringify(shown)}.` },
      ...UNKNOWN_SPENDING,
    };
  }
  const duration = numberAt(body, DURATION);
  const spent = { cost: numberAt(body, COST), ...usageAt(body) };
  if (typeof body['data'] === 'number' && !Number.isFinite(body['data']))
    return { kind: 'failed', error: { message: 'The output is larger than any number that wf can hold.' }, ...spent };
  return {
    kind: 'answered',
    output: hasLargeInteger(body['data']) ? fieldOf(parseExactNumbers(text), 'data') : body['data'],
    ...spent,
    // In whole microseconds: further digits of a clock are noise.
    latency: duration === null ? null : Math.round(duration * 1000) / 1e6,
    ...(warmUp === undefined ? {} : { warmUp }),
  };
}

/** Answers whether a value has an integer that may have lost digits. Never recurses: values may be nested deeply. */
function hasLargeInteger(value: unknown): boolean {
  const waiting = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'number' && Number.isInteger(next) && !Number.isSafeInteger(next)) return true;
    if (typeof next !== 'object' || next === null) continue;
    for (const part of Object.values(next))
      if (typeof part === 'object' || typeof part === 'number') waiting.push(part);
  }
  return false;
}

function usageAt(body: unknown): { readonly usage?: readonly ModelUse[] } {
  const usage = valueAt(body, USAGE);
  const parsed = usage === undefined ? undefined : ModelUse.array().safeParse(usage).data;
  return parsed === undefined ? {} : { usage: parsed };
}

/** Follows a path into JSON, without a schema: this runs for every answer, and a schema would double its cost. */
function valueAt(body: unknown, path: readonly string[]): unknown {
  let place = body;
  for (const key of path) {
    if (typeof place !== 'object' || place === null) return undefined;
    place = Reflect.get(place, key);
  }
  return place;
}

function numberAt(body: unknown, path: readonly string[]): number | null {
  const value = valueAt(body, path);
  return typeof value === 'number' ? value : null;
}

const Items = z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() }));
const Thrown = z.object({ message: z.string(), stacktrace: z.union([z.string(), z.array(z.string())]).nullish() });

/** Turns an error body into a message. @source design §4 */
function readFailure(status: number, body: unknown, text: string): ResultError {
  const detail = fieldOf(body, 'detail') ?? text;
  if (typeof detail === 'string') return { message: detail === '' ? `The route answered ${status}.` : shorten(detail) };
  const thrown = Thrown.safeParse(detail);
  if (thrown.success) {
    const { message, stacktrace } = thrown.data;
    return { message, stacktrace: Array.isArray(stacktrace) ? stacktrace.join('\n') : (stacktrace ?? null) };
  }
  const items = Items.safeParse(detail);
  const violations = items.data?.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ') ?? JSON.stringify(detail);
  return { message: `The route refused the call with ${status}: ${violations}.` };
}

/** Our runtime reports what the model answered; any other service may write there what it likes. */
function readModelAnswer(body: unknown): Pick<ResultError, 'model_answer'> {
  const answer = fieldOf(body, 'model_answer');
  return typeof answer === 'string' ? { model_answer: answer.slice(0, MAX_MODEL_ANSWER_LENGTH) } : {};
}

const MAX_MESSAGE_LENGTH = 2000;

/** Shortens a message: a gateway's error page is long, and its beginning is enough. */
export function shorten(message: string): string {
  return message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH)}…` : message;
}
