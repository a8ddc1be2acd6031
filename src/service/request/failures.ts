import { readText } from '../../foundation/read-text.ts';
import { fieldOf, isRecord } from '../../foundation/record.ts';
import { parseJson } from '../../contract/validation/parse-json.ts';
import type { ValidationErrorItem } from '../../contract/validation/validation-error.ts';
import { isWfError } from '../../foundation/errors/wf-error.ts';
import { type Answer, type Incoming, toRefusalAnswer } from '../../http/exchange.ts';
import { toRefusal } from '../../http/to-refusal.ts';
import type { PassingCondition } from '../store/explain-database-error.ts';
import type { Outcome } from './run-operation.ts';

interface FailedRequest {
  readonly incoming: Incoming;
  readonly requestId: string;
  /** The place of what is wrong with it as a whole. @defaultValue its body */
  readonly whole?: ValidationErrorItem['loc'];
}

/** Answers a request that failed. @param onError - called with failures of the service itself */
export function answerFailure(
  error: unknown,
  { incoming: request, requestId, whole }: FailedRequest,
  onError: (error: unknown, requestId: string) => void,
): Answer {
  const refusal = toRefusal(error, requestId, whole);
  // A readiness probe that fails is not a failure of the service.
  const isExpected = isWfError(error) && error.code === 'WF_NOT_READY';
  if (refusal.status >= 500 && !isExpected) onError(error, requestId);
  return toRefusalAnswer({ ...refusal, headers: refusalHeaders(error, refusal.status, request) });
}

/** Chooses the headers that a status needs. @source RFC 9110 §10.2.3 and §11.6.1, RFC 6585 §4 */
function refusalHeaders(error: unknown, status: number, request: Incoming): Record<string, string> {
  if (status === 401) return { 'www-authenticate': 'ApiKey' };
  if (![429, 503].includes(status) || !isWfError(error)) return {};
  // Errors of these statuses carry such details, or none.
  const { retry_after, is_undone = true } = (error.details ?? {}) as Partial<PassingCondition>;
  return retry_after === undefined || !(is_undone || isRepeatable(request))
    ? {}
    : { 'retry-after': String(retry_after) };
}

/** Answers whether repeating a request is harmless even when it was processed. @source RFC 9110 §9.2.2 */
function isRepeatable({ method, headers }: Incoming): boolean {
  return !['POST', 'PATCH'].includes(method) || headers.has('idempotency-key');
}

/** Longest message of a workflow in the service's log, in characters. */
const MAX_LENGTH = 1000;
/** Longer answers are not read: they are not messages. */
const MAX_BODY_LENGTH = 65_536;

/**
 * Reads why a call of a deployed route failed, for the service's log: the message of what its code threw, or of its process.
 *
 * @returns `null` when it did not fail, or the answer has no reason
 */
export async function readHostedFailure(outcome: Outcome): Promise<string | null> {
  const { status } = outcome.kind === 'plain' ? outcome.answer : outcome.response;
  if (status < 500) return null;
  const text = outcome.kind === 'plain' ? outcome.answer.body : await readMessage(outcome.response);
  return typeof text === 'string' ? readDetail(text) : null;
}

async function readMessage(response: Response): Promise<string | null> {
  const { headers } = response;
  // Of any other length, it streams from the workflow.
  const isShort = Number(headers.get('content-length') ?? Number.NaN) <= MAX_BODY_LENGTH;
  if (!isShort || headers.get('content-type')?.startsWith('application/json') !== true) return null;
  return await readText(response.clone(), MAX_BODY_LENGTH).catch(() => null);
}

function readDetail(text: string): string | null {
  // The author's own answer may be anything, such as an HTML page.
  const detail = fieldOf(parseJson(text), 'detail');
  const message = isRecord(detail) ? detail['message'] : detail;
  return typeof message === 'string' ? message.slice(0, MAX_LENGTH) : null;
}
