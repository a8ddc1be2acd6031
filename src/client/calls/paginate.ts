import type { EndpointName, EndpointOutput, Endpoints } from '../../contract/endpoints.ts';
import type { PublicName } from '../public-methods.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { endpointNamed } from '../endpoints/client-table.ts';
import type { CallOptions, Send } from '../sending/connection.ts';
import type { Answer } from '../sending/send-once.ts';
import { fromHttpResponse } from '../answers/from-http-response.ts';
import type { RefusalContext } from '../answers/service-refusal.ts';
import { type RequestContext, toHttpRequest } from '../endpoints/to-http-request.ts';

/** Endpoints that return a paged list. */
export type ListName = { [N in EndpointName]: Endpoints[N]['list'] extends true ? N : never }[EndpointName];

/** Paged lists that every service of the interface may have. */
export type PublicListName = ListName & PublicName;

/** A record of a list. */
export type ListRecord<N extends ListName> = EndpointOutput<N> extends readonly (infer R)[] ? R : never;

const PAGE_SIZE = 200;

/**
 * Iterates over a list page by page. A service without paging returns the whole list as the only page.
 *
 * Only the query of the link to the next page is used: behind a reverse proxy the link may name an unreachable host,
 * and the key is never sent to another origin.
 *
 * @yields the records, in the service's order
 * @source RFC 8288; design §5, lists
 */
export async function* paginate<N extends ListName>(
  send: Send,
  context: RefusalContext & Pick<RequestContext, 'usesExtensions'>,
  name: N,
  input: Readonly<Record<string, unknown>>,
  call: CallOptions = {},
): AsyncGenerator<ListRecord<N>> {
  const endpoint = endpointNamed(name);
  const request = toHttpRequest(endpoint, { limit: PAGE_SIZE, ...input }, context);
  const seen = new Set<string>();
  for (let query = request.query; ;) {
    const answer = await send({ ...request, query }, call);
    // The schema that defines the type has just parsed the list.
    yield* fromHttpResponse(name, endpoint, answer, context) as ListRecord<N>[];
    const next = nextQuery(answer);
    if (next === null) return;
    if (seen.has(next)) throw circularPages(answer);
    seen.add(next);
    query = { ...request.query, ...Object.fromEntries(new URLSearchParams(next)) };
  }
}

/** The query of the link to the next page, or `null` on the last one. */
function nextQuery(answer: Answer): string | null {
  const links = (answer.headers['link'] ?? '').matchAll(/<([^>]*)>([^<]*)/g);
  for (const [, target = '', parameters = ''] of links) {
    if (/;\s*rel\s*=\s*"?(?:[^";]*\s)?next(?:\s[^";]*)?"?/i.test(parameters)) {
      return URL.parse(target, answer.url)?.search ?? null;
    }
  }
  return null;
}

function circularPages(answer: Answer): ServiceError {
  return new ServiceError({
    code: 'WF_UNEXPECTED_ANSWER',
    message: `The pages of ${answer.method} ${answer.url.pathname} are circular: a page links back to an earlier one.`,
    status: answer.status,
    requestId: answer.headers['x-request-id'] ?? null,
  });
}
