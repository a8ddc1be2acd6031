import type { EndpointRoute } from '../../contract/endpoint-routes.ts';
import type { HttpRequest } from '../endpoints/http-request.ts';
import type { CallOptions, Send } from '../sending/connection.ts';
import type { Answer } from '../sending/send-once.ts';
import { readRefusalBody } from './refusal-body.ts';

/**
 * Sends a request, and once more without the parameters of ours that the service refuses because it does not know them:
 * an older release of ours, or a gateway in front of it. The caller filters what it gets.
 */
export async function sendWithoutRefused(
  send: Send,
  { ignorable = [] }: EndpointRoute,
  request: HttpRequest,
  call?: CallOptions,
): Promise<Answer> {
  const answer = await send(request, call);
  // Without its cursor, a list would begin again.
  const sent = ignorable.filter((name) => name !== 'cursor' && request.query[name] !== undefined);
  const refused = answer.status === 422 ? findRefused(answer, sent) : [];
  if (refused.length === 0) return answer;
  const kept = Object.entries(request.query).filter(([name]) => !refused.includes(name));
  return await send({ ...request, query: Object.fromEntries(kept) }, call);
}

/** Lists the parameters that a 422 names as unknown. One with a wrong value is known. */
function findRefused({ bytes, headers }: Answer, sent: readonly string[]): readonly string[] {
  const { items, detail } = readRefusalBody(new TextDecoder().decode(bytes), headers['content-type'] ?? '');
  if (items === null) return UNKNOWN.test(detail) ? sent.filter((name) => isNamed(name, detail)) : [];
  const unknown = items.filter(({ type, msg }) => type === 'extra_forbidden' || UNKNOWN.test(msg));
  return sent.filter((name) => unknown.some(({ loc }) => loc[0] === 'query' && loc[1] === name));
}

const UNKNOWN = /\b(unknown|unexpected|unrecogni[sz]ed|extra|not (permitted|allowed|supported))\b/i;

function isNamed(name: string, text: string): boolean {
  return text.split(/\W+/).includes(name);
}
