import { createHash } from 'node:crypto';
import { type Endpoint, isBytes } from '../../contract/endpoint/endpoint.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import { toRecord } from '../../foundation/record.ts';
import type { Answer, Incoming } from '../../http/exchange.ts';
import type { Principal, Served } from '../operation/operation.ts';
import { toEntityTag } from '../operation/if-match.ts';
import { invalidCursor, type Page } from '../store/page.ts';
import type { Flight } from './flights.ts';
import type { ParsedRequest } from './parse-request.ts';
import { type ReadPage, streamList } from './stream-json.ts';

/** A request that matches an endpoint, is allowed and valid. */
export interface AcceptedRequest extends Served {
  readonly name: EndpointName;
  readonly request: Incoming;
  readonly url: URL;
  readonly input: ParsedRequest['input'];
  readonly body: ParsedRequest['body'];
  readonly principal: Principal;
  readonly now: string;
  readonly requestId: string;
  readonly flight: Flight;
  /** Whether a client of the public service sent it. */
  readonly isPublic: boolean;
}

/** @param readOn - reads the rest of a list that a caller asked for as a whole */
export async function toAnswer(
  { endpoint, url, input, flight }: AcceptedRequest,
  result: unknown,
  readOn?: ReadPage,
): Promise<Answer> {
  const { status, response, list } = endpoint;
  if (response === null) return jsonAnswer(status, null);
  if (isBytes(response)) {
    // The operation of an endpoint with a binary answer returns bytes.
    const bytes = result as Uint8Array<ArrayBuffer>;
    return { status, headers: { 'content-type': 'application/octet-stream' }, body: bytes };
  }
  if (!list) return jsonAnswer(status, JSON.stringify(result));
  const page = result as Page<unknown>; // as the operation of a list returns
  const { items, next, total, isLong = false } = page;
  const counted = total === undefined ? {} : { 'wf-total-count': String(total) };
  const isCut = next !== null && (input['limit'] !== undefined || readOn === undefined);
  const link = isCut ? { link: toLink(url, cursorsOf(endpoint, input).mark(next)) } : {};
  const headers = { ...link, ...counted };
  if (!isLong && (isCut || next === null)) return jsonAnswer(status, JSON.stringify(items), headers);
  return jsonAnswer(status, await streamList(isCut ? { items, next: null } : page, flight, readOn), headers);
}

/** Answers a client of the public service in place of the empty answer that it cannot read. */
export function toPublicAnswer({ endpoint, isPublic, input }: AcceptedRequest, answer: Answer): Answer {
  const { publicAnswer } = endpoint;
  if (!isPublic || publicAnswer === null) return answer;
  const { echoes } = publicAnswer;
  return jsonAnswer(200, JSON.stringify(echoes === null ? null : toRecord(input['body'])[echoes]));
}

/** Writes the answer to a read, with the record's revision as its entity tag. */
export async function toTaggedAnswer(accepted: AcceptedRequest, result: unknown, readOn: ReadPage): Promise<Answer> {
  const { revisionOf } = accepted.operation;
  const answered = await toAnswer(accepted, result, readOn);
  if (revisionOf === undefined) return answered;
  // The operation's own record, whose revision it knows.
  return { ...answered, headers: { ...answered.headers, etag: toEntityTag(revisionOf(result)) } };
}

export function jsonAnswer(status: number, body: Answer['body'], headers: Record<string, string> = {}): Answer {
  return { status, headers: body === null ? headers : { 'content-type': 'application/json', ...headers }, body };
}

/** Writes a relative link, which is valid behind any proxy and prefix. @source RFC 8288 §3.1 */
function toLink(url: URL, cursor: string): string {
  const query = new URLSearchParams(url.searchParams);
  query.set('cursor', cursor);
  // The records are counted once.
  query.delete('total');
  return `<?${query}>; rel="next"`;
}

export type ListCursors = ReturnType<typeof cursorsOf>;

/** In characters of base64url, as the cursor itself. */
const MARK_LENGTH = 6;

/** Marks cursors with their list: the same endpoint with the same parameters, filters and order. */
export function cursorsOf(endpoint: Endpoint, input: Readonly<Record<string, unknown>>) {
  return {
    mark: (cursor: string): string => `${markOf(endpoint, input)}${cursor}`,
    /** @throws {WF_INVALID_INPUT} for a cursor of another list, which would begin anywhere */
    unmark: (cursor: string): string => {
      if (cursor.startsWith(markOf(endpoint, input))) return cursor.slice(MARK_LENGTH);
      throw invalidCursor();
    },
  };
}

function markOf({ path }: Endpoint, input: Readonly<Record<string, unknown>>): string {
  const { cursor: _cursor, limit: _limit, tail: _tail, total: _total, ...list } = input;
  const parts = Object.entries(list).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const hash = createHash('sha256').update(JSON.stringify([path, parts]));
  return hash.digest('base64url').slice(0, MARK_LENGTH);
}
