import { isBytes } from '../../contract/endpoint/endpoint.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { Incoming } from '../../http/incoming.ts';
import { type Answer, type Refusal, toRefusalAnswer } from '../../http/refusal.ts';
import { followList } from './follow-list.ts';
import { cursorsOf, type ListCursors } from './list-cursor.ts';
import { streamEvents, writeRecords } from './stream-events.ts';
import { describeChange } from '../audit/describe-change.ts';
import { findAnswer, hashRequest, type KeyedRequest, saveAnswer, type StoredAnswer } from './idempotency.ts';
import { readIfMatch, toEntityTag } from '../operation/if-match.ts';
import type { OperationContext, Principal } from '../operation/operation.ts';
import type { AnyOperation, Served } from '../operation/served-endpoints.ts';
import type { ParsedRequest } from './parse-request.ts';
import type { Store } from '../store/open-store.ts';
import type { Page } from '../store/page.ts';
import { appendChanges } from '../audit/queries.ts';
import type { Change } from '../operation/change.ts';
import { withVault } from '../vault/secret-values.ts';
import type { Db } from '../store/schema.ts';

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
}

/** The answer to a request: in parts, or as a web `Response` where only that can stream. */
export type Outcome =
  | { readonly kind: 'plain'; readonly answer: Answer }
  | { readonly kind: 'web'; readonly response: Response };

/** Creates the answer to a refused request. */
export function refused(refusal: Refusal): Outcome {
  return { kind: 'plain', answer: toRefusalAnswer(refusal) };
}

/** What all operations depend on. */
export type OperationDependencies = Pick<
  OperationContext,
  | 'addressOf'
  | 'artifacts'
  | 'passingTransaction'
  | 'hosting'
  | 'publicUrl'
  | 'wakeRunner'
  | 'problemOf'
  | 'draining'
  | 'sandboxKind'
  | 'findDiskProblem'
  | 'secrets'
  | 'tools'
  | 'retention'
>;

/** Runs an endpoint's operation. A write is one transaction, which also stores the answer for a repeated key. */
export async function runOperation(
  accepted: AcceptedRequest,
  store: Store,
  dependencies: OperationDependencies,
): Promise<Outcome> {
  const { operation, principal, now } = accepted;
  const cursors = cursorsOf(accepted.endpoint, accepted.input);
  const input = accepted.endpoint.list ? withCursor(accepted.input, cursors) : accepted.input;
  const ifMatch = readIfMatch(accepted.request);
  const speaksWf = accepted.request.headers.has('wf-version');
  let effects: (() => void)[] = [];
  let changes: (Change | null)[] = [];
  let prepared: unknown;
  const contextOf = (db: Db): OperationContext => {
    effects = [];
    changes = [];
    const afterCommit = (effect: () => void) => void effects.push(effect);
    const record = (change: Change | null) => void changes.push(change);
    const accepting = { principal, prepared, now, speaksWf, ifMatch };
    // SQLite has one connection: within a transaction, the vault must be read on it.
    const tools = withVault(dependencies.tools, db, dependencies.secrets);
    return { ...dependencies, ...accepting, tools, db, subscribe: store.subscribe, afterCommit, record };
  };
  const run = async (db: Db): Promise<unknown> => {
    const result = await operation.run(input, contextOf(db));
    if (operation.access === 'write') {
      const recorded =
        changes.length > 0 ? changes : [describeChange(operation.audit, accepted.endpoint, input, result)];
      const author = { principal, now, requestId: accepted.requestId, action: accepted.name };
      await appendChanges(
        db,
        recorded.filter((change) => change !== null),
        author,
      );
    }
    return result;
  };
  // Only streams need it: Node watches each such signal until it is collected.
  const openSignal = () => AbortSignal.any([accepted.request.signal, dependencies.draining]);
  if (operation.follow !== undefined && acceptsEvents(accepted.request)) {
    // A refusal needs a status, so it must come before the stream begins.
    await run(store.reads);
    const { follow } = operation;
    const write = (signal: AbortSignal) => writeRecords(follow(input, contextOf(store.reads), signal));
    return { kind: 'web', response: streamEvents(write, openSignal()) };
  }
  if (operation.canFollow === true && acceptsEvents(accepted.request)) {
    const { tail: _tail, ...rest } = input;
    // The operation of a list returns a page.
    const read = async (cursor: string | null) =>
      (await operation.run(cursor === null ? input : { ...rest, cursor }, contextOf(store.reads))) as Page<unknown>;
    const subscribe = () => store.subscribe(operation.topicOf?.(input) ?? '');
    const stream = { read, signal: openSignal(), subscribe, mark: cursors.mark };
    return { kind: 'web', response: followList(await read(null), stream) };
  }
  prepared = await operation.prepare?.(input, contextOf(store.reads));
  const answered = await answer(accepted, operation, store, run);
  for (const effect of effects) effect();
  return { kind: 'plain', answer: answered };
}

function acceptsEvents({ headers }: Incoming): boolean {
  return headers.get('accept')?.includes('text/event-stream') === true;
}

async function answer(
  accepted: AcceptedRequest,
  operation: AnyOperation,
  store: Store,
  run: (db: Db) => Promise<unknown>,
): Promise<Answer> {
  if (operation.access === 'read') return withEntityTag(operation, accepted, await run(store.reads));
  const keyed = await toKeyedRequest(accepted);
  if (keyed === null) return toAnswer(accepted, await store.transaction(run));
  const { status, body } = await store.transaction((db) => answerOnce(db, keyed, accepted, operation, run));
  return jsonAnswer(status, body);
}

function withEntityTag({ revisionOf }: AnyOperation, accepted: AcceptedRequest, result: unknown): Answer {
  const answered = toAnswer(accepted, result);
  if (revisionOf === undefined) return answered;
  // The operation's own record, whose revision it knows.
  return { ...answered, headers: { ...answered.headers, etag: toEntityTag(revisionOf(result as never)) } };
}

async function answerOnce(
  db: Db,
  keyed: KeyedRequest,
  { endpoint }: AcceptedRequest,
  operation: AnyOperation,
  run: (db: Db) => Promise<unknown>,
): Promise<StoredAnswer> {
  const known = await findAnswer(db, keyed);
  if (known !== null && operation.hasSecretAnswer === true) {
    throw new UserError({
      code: 'WF_CONFLICT',
      message:
        'A request with this Idempotency-Key was already answered; its answer contains a secret and was not stored.',
    });
  }
  if (known !== null) return known;
  const result = await run(db);
  const answered = { status: endpoint.status, body: endpoint.response === null ? null : JSON.stringify(result) };
  await saveAnswer(db, keyed, operation.hasSecretAnswer === true ? { ...answered, body: null } : answered);
  return answered;
}

async function toKeyedRequest({ request, url, body, principal, now }: AcceptedRequest): Promise<KeyedRequest | null> {
  const key = request.headers.get('idempotency-key');
  if (key === null) return null;
  if (key === '' || key.length > 255) {
    const msg = 'Input should have 1 to 255 characters';
    const details = [{ loc: ['header', 'idempotency-key'], msg, type: 'too_long' }];
    throw new UserError({ code: 'WF_INVALID_INPUT', message: `${msg}.`, details });
  }
  return { principalId: principal.id, key, requestHash: await hashRequest(request.method, url, body), now };
}

function toAnswer({ endpoint, url, input }: AcceptedRequest, result: unknown): Answer {
  const { status, response, list } = endpoint;
  if (response === null) return jsonAnswer(status, null);
  if (isBytes(response)) {
    // The operation of an endpoint with a binary answer returns bytes.
    const bytes = result as Uint8Array<ArrayBuffer>;
    return { status, headers: { 'content-type': 'application/octet-stream' }, body: bytes };
  }
  if (!list) return jsonAnswer(status, JSON.stringify(result));
  const { items, next, total } = result as Page<unknown>; // as the operation of a list returns
  const headers = {
    ...(next === null ? {} : { link: toLink(url, cursorsOf(endpoint, input).mark(next)) }),
    ...(total === undefined ? {} : { 'wf-total-count': String(total) }),
  };
  return jsonAnswer(status, JSON.stringify(items), headers);
}

function withCursor(input: ParsedRequest['input'], { unmark }: ListCursors): ParsedRequest['input'] {
  const { cursor } = input;
  return typeof cursor === 'string' ? { ...input, cursor: unmark(cursor) } : input;
}

function jsonAnswer(status: number, body: string | null, headers: Record<string, string> = {}): Answer {
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
