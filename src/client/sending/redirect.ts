import { ServiceError } from '../../foundation/errors/wf-error.ts';
import type { Answer } from './send-once.ts';

const MAX_CHAIN_LENGTH = 5;
const STATUSES = new Set([301, 302, 303, 307, 308]);

/**
 * Finds the target of a redirect that is safe to follow: a GET or HEAD within the origin. The key belongs to one
 * origin, and a redirected write is not repeated.
 *
 * @param hops - number of redirects followed so far
 * @returns the next address; `null` if the response is not a redirect
 * @throws {WF_UNEXPECTED_ANSWER} when the redirect leads to another origin, redirects a write, or is one of too many
 * @source RFC 9110 §15.4, design §2
 */
export function nextHop(answer: Answer, hops: number): URL | null {
  const location = answer.headers['location'];
  if (!STATUSES.has(answer.status) || location === undefined) return null;
  const target = URL.parse(location, answer.url);
  if (target === null) throw refuse(answer, `redirects to ${JSON.stringify(location)}, which is not an address`, []);
  if (target.origin !== answer.url.origin) {
    const meant = `If that is the right service: wf config set base_url ${target.origin}`;
    throw refuse(answer, `redirects to another origin, ${target.origin}; the key is not sent there`, [
      meant,
      'wf config list',
    ]);
  }
  if (answer.method !== 'GET' && answer.method !== 'HEAD') {
    throw refuse(answer, `redirects a write to ${target.pathname}; wf does not send a write twice`, ['wf config list']);
  }
  if (hops >= MAX_CHAIN_LENGTH)
    throw refuse(answer, `redirects more than ${MAX_CHAIN_LENGTH} times`, ['wf config list']);
  return target;
}

function refuse(answer: Answer, what: string, nextSteps: readonly string[]): ServiceError {
  return new ServiceError({
    code: 'WF_UNEXPECTED_ANSWER',
    message: `${answer.url.origin} answers ${answer.method} ${answer.url.pathname} with ${answer.status}: it ${what}.`,
    nextSteps,
    status: answer.status,
    requestId: answer.headers['x-request-id'] ?? null,
  });
}
