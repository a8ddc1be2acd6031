import { formatSize, OUTPUT_ANSWER } from '../../../foundation/sizes.ts';
import { readRetryAdvice } from '../../../foundation/retry-rule.ts';
import { readBody } from '../../../http/read-body.ts';
import type { HostedAnswer, HostedDeployment, HostedQuestion, Hosting } from '../hosting.ts';

/** Posts a question as an ordinary call, for targets without a channel. */
export async function askByCall(call: Hosting['call'], question: HostedQuestion): Promise<HostedAnswer> {
  const { deployment, path, revisionId, body, signal } = question;
  const headers = new Headers({ 'content-type': 'application/json' });
  const request = { method: 'POST', headers, body: Buffer.from(body), signal };
  const answer = await toAnswer(await call({ deployment, path, revisionId, request }));
  // An aborted body only ends early, without an error.
  signal.throwIfAborted();
  return answer;
}

/** Reads a response to its end, or to the memory limit. */
export async function toAnswer(response: Response): Promise<HostedAnswer> {
  const { status, headers } = response;
  const body = await readBody(response, OUTPUT_ANSWER.most);
  if (body.ok) {
    const advice = readRetryAdvice((name) => headers.get(name));
    return { status, text: Buffer.from(body.value).toString(), ...advice };
  }
  // What is left of it would keep its connection.
  await response.body?.cancel().catch(() => undefined);
  return { status: 502, text: JSON.stringify({ detail: TOO_LONG }), retryAfter: null, shouldRetry: false };
}

export const TOO_LONG = `The answer is longer than the ${formatSize(OUTPUT_ANSWER)} that an evaluation stores.`;

const HEALTHY: HostedAnswer = { status: 200, text: '{"status":"ok"}', retryAfter: null };

/**
 * Checks the health of a process over its channel, without a web request. Any answer shows that its code is loaded,
 * even a 404: no author's route has the path.
 */
export async function askHealth(hosting: Hosting, deployment: HostedDeployment, signal: AbortSignal) {
  const answer = await hosting.ask({ deployment, path: '/openapi.json', revisionId: null, body: '{}', signal });
  return answer.status < 500 ? HEALTHY : answer;
}
