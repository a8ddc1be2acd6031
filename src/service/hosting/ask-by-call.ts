import type { HostedAnswer, HostedQuestion, Hosting } from '../ports.ts';

/** Asks by an ordinary call: for what has no channel. */
export async function askByCall(call: Hosting['call'], question: HostedQuestion): Promise<HostedAnswer> {
  const { deployment, path, revisionId, body, signal } = question;
  const headers = new Headers({ 'content-type': 'application/json' });
  const request = { method: 'POST', headers, body: Buffer.from(body), signal };
  const answer = await toAnswer(await call({ deployment, path, revisionId, request }));
  // A body that broke off because of it only ends early.
  signal.throwIfAborted();
  return answer;
}

/** Reads a response to its end. */
export async function toAnswer(response: Response): Promise<HostedAnswer> {
  const { status, headers } = response;
  return { status, text: await response.text(), retryAfter: headers.get('retry-after') };
}
