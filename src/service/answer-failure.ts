import { isWfError } from '../errors/wf-error.ts';
import { toRefusalResponse } from '../http/refusal.ts';
import { toRefusal } from '../http/to-refusal.ts';

/**
 * Answers a request that failed.
 *
 * @param onError - told of failures that are the service's own
 */
export function answerFailure(
  error: unknown,
  requestId: string,
  onError: (error: unknown, requestId: string) => void,
): Response {
  const refusal = toRefusal(error, requestId);
  // A probe that is told to come back later is no failure.
  const isExpected = isWfError(error) && error.code === 'WF_NOT_READY';
  if (refusal.status >= 500 && !isExpected) onError(error, requestId);
  return toRefusalResponse({ ...refusal, headers: refusalHeaders(error, refusal.status) });
}

/** What a status asks for. @source RFC 9110 §11.6.1, RFC 6585 §4 */
function refusalHeaders(error: unknown, status: number): Record<string, string> {
  if (status === 401) return { 'www-authenticate': 'ApiKey' };
  if (status !== 429 || !isWfError(error)) return {};
  const { retry_after } = (error.details ?? {}) as { readonly retry_after?: number };
  return retry_after === undefined ? {} : { 'retry-after': String(retry_after) };
}
