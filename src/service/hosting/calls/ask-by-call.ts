import { DEFAULT_BODY_LIMIT, readBody } from '../../../http/read-body.ts';
import type { HostedAnswer, HostedQuestion, Hosting } from '../hosting.ts';

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
  const body = await readBody(response, DEFAULT_BODY_LIMIT);
  if (body.ok) return { status, text: Buffer.from(body.value).toString(), retryAfter: headers.get('retry-after') };
  await response.body?.cancel();
  return { status: 413, text: JSON.stringify({ detail: TOO_LONG }), retryAfter: null };
}

/** Why an answer is not stored. */
export const TOO_LONG = `The answer is longer than the ${DEFAULT_BODY_LIMIT / 1024 / 1024} MiB that an evaluation stores.`;
