import { ENDPOINT_ROUTES } from '../../contract/endpoint-routes.ts';
import type { EndpointName, EndpointOutput, Endpoints } from '../../contract/endpoints.ts';
import type { PublicName } from '../public-methods.ts';
import type { ServiceError } from '../../foundation/errors/wf-error.ts';
import type { CallOptions, Send } from '../sending/connection.ts';
import { type Answer, unexpectedAnswer } from '../sending/send-once.ts';
import { requireAskedRecord } from '../answers/asked-record.ts';
import { fromHttpResponse } from '../answers/from-http-response.ts';
import { sendWithoutRefused } from '../answers/refused-parameters.ts';
import { nextQuery } from '../answers/next-query.ts';
import type { RefusalContext } from '../answers/service-refusal.ts';
import { type RequestContext, toHttpRequest } from '../endpoints/to-http-request.ts';

/** Endpoints that return a paged list. */
export type ListName = { [N in EndpointName]: Endpoints[N]['list'] extends true ? N : never }[EndpointName];

/** Paged lists that every service of the interface may have. */
export type PublicListName = ListName & PublicName;

/** A record of a list. */
export type ListRecord<N extends ListName> = EndpointOutput<N> extends readonly (infer R)[] ? R : never;

const PAGE_SIZE = 200;

/** Options of reading a list. */
export interface ListCallOptions extends CallOptions {
  /** Called before the first record with the number of records, if the caller asked for it and a service of wf reports it. */
  readonly onTotal?: ((total: number) => void) | undefined;
}

/** A client's connection, and what it knows about the service. */
export interface PageContext {
  readonly send: Send;
  readonly context: RefusalContext & Pick<RequestContext, 'usesExtensions' | 'service'>;
}

/**
 * Iterates over a list page by page. A service without paging returns the whole list as the only page.
 *
 * @yields the records, in the service's order
 * @source RFC 8288; design §5, lists
 */
export async function* paginate<N extends ListName>(
  connection: PageContext,
  name: N,
  input: Readonly<Record<string, unknown>>,
  call: ListCallOptions = {},
): AsyncGenerator<ListRecord<N>> {
  // The schema that defines the type has just parsed each page.
  for await (const page of readPages(connection, name, { limit: PAGE_SIZE, ...input }, call))
    yield* page as ListRecord<N>[];
}

/**
 * Reads a list until a page links to no other.
 *
 * Only the query of the link to the next page is used: behind a reverse proxy the link may name an unreachable host,
 * and the key is never sent to another origin.
 *
 * @yields each page
 * @throws {WF_UNEXPECTED_ANSWER} when the pages are circular, or do not end
 */
export async function* readPages(
  { send, context }: PageContext,
  name: EndpointName,
  input: Readonly<Record<string, unknown>>,
  { onTotal, ...call }: ListCallOptions = {},
): AsyncGenerator<readonly unknown[]> {
  const endpoint = ENDPOINT_ROUTES[name];
  const seen = new Set<string>();
  for (let request = toHttpRequest(endpoint, input, context); ;) {
    const answer = await sendWithoutRefused(send, endpoint, request, call);
    // The endpoint returns a list.
    const page = (await fromHttpResponse({ name, input }, answer, context)) as readonly unknown[];
    requireAskedRecord(endpoint, input, page, answer);
    const total = Number(answer.headers['wf-total-count'] ?? Number.NaN);
    // Whatever another service means by the header, it does not filter and sort as ours do.
    if (context.service.isExtended && !Number.isNaN(total)) onTotal?.(total);
    const next = nextQuery(answer.headers['link'], answer.url);
    const marks = next === null ? [] : [next, ...marksOf(page, context.usesExtensions)];
    if (marks.some((mark) => seen.has(mark)))
      throw badPages(answer, 'are circular: a page links back to an earlier one');
    yield page;
    if (next === null) return;
    if (seen.size > MAX_MARKS) throw badPages(answer, 'do not end');
    for (const mark of marks) seen.add(mark);
    // By now it is known what the service reads.
    const following = toHttpRequest(endpoint, withoutTotal(input), context);
    request = { ...following, query: { ...following.query, ...Object.fromEntries(new URLSearchParams(next)) } };
  }
}

/** The records are counted once. */
function withoutTotal({ total: _total, ...input }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return input;
}

/** Two marks a page: 10,000 pages. */
const MAX_MARKS = 20_000;

/** Another service may have new links to the same page for ever. Its records have ids, so no two are equal. */
function marksOf(page: readonly unknown[], isOurs: boolean): string[] {
  return isOurs ? [] : [JSON.stringify(page[0] ?? null)];
}

function badPages(answer: Answer, problem: string): ServiceError {
  return unexpectedAnswer(answer, `The pages of ${answer.method} ${answer.url.pathname} ${problem}.`);
}
