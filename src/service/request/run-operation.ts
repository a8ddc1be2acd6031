import { setImmediate } from 'node:timers/promises';
import { type Answer, type Incoming, type Refusal, toRefusalAnswer } from '../../http/exchange.ts';
import { appendChanges } from '../audit/queries.ts';
import type { AuditDefault, Change, OperationContext, ServiceContext } from '../operation/operation.ts';
import { readIfMatch } from '../operation/if-match.ts';
import type { Page } from '../store/page.ts';
import type { Db } from '../store/schema.ts';
import { findAppsOf } from '../reach/queries.ts';
import { namedRecords } from '../reach/require-reach.ts';
import { eventsOf, queueEvents } from '../webhooks/queue-events.ts';
import { withVault } from '../vault/secret-values.ts';
import { answerOnce, toKeyedRequest } from './idempotency.ts';
import { type ReadPage, streamJson } from './stream-json.ts';
import { followList, streamEvents, writeRecords } from './stream-events.ts';
import {
  type AcceptedRequest,
  cursorsOf,
  jsonAnswer,
  type ListCursors,
  toAnswer,
  toPublicAnswer,
  toTaggedAnswer,
} from './to-answer.ts';
import { toRecord } from '../../foundation/record.ts';

/** The answer to a request: in parts, or as a web `Response` where only that can stream. */
export type Outcome =
  | { readonly kind: 'plain'; readonly answer: Answer }
  | { readonly kind: 'web'; readonly response: Response };

export function refused(refusal: Refusal): Outcome {
  return { kind: 'plain', answer: toRefusalAnswer(refusal) };
}

/** Runs an endpoint's operation. A write is one transaction, which also stores the answer for a repeated key. */
export async function runOperation(accepted: AcceptedRequest, service: ServiceContext): Promise<Outcome> {
  const { operation, request } = accepted;
  const { store, draining } = service;
  const cursors = cursorsOf(accepted.endpoint, accepted.input);
  const input = accepted.endpoint.list ? withoutMark(accepted.input, cursors) : accepted.input;
  const { run, contextOf, prepare, runEffects } = createRun({ ...accepted, input }, service);
  // Only streams need it: Node watches each such signal until it is collected.
  const openSignal = () => AbortSignal.any([request.signal, draining]);
  if (operation.follow !== undefined && acceptsEvents(request)) {
    // A refusal needs a status, so it must come before the stream begins.
    await run(store.reads);
    const { follow } = operation;
    const write = (signal: AbortSignal) => writeRecords(follow(input, contextOf(store.reads), signal));
    return { kind: 'web', response: streamEvents(write, openSignal()) };
  }
  if (operation.canFollow === true && acceptsEvents(request)) {
    const { tail: _tail, ...rest } = input;
    // The operation of a list returns a page.
    const read = async (cursor: string | null) =>
      (await operation.run(cursor === null ? input : { ...rest, cursor }, contextOf(store.reads))) as Page<unknown>;
    const subscribe = () => store.subscribe(operation.topicOf?.(input) ?? '');
    const stream = { read, signal: openSignal(), subscribe, mark: cursors.mark };
    return { kind: 'web', response: followList(await read(null), stream) };
  }
  const { parts: readParts } = operation;
  const streamParts = async () => {
    const parts = (await readParts?.(input, contextOf(store.reads))) ?? null;
    return parts === null ? null : await streamJson(parts, accepted.flight);
  };
  const streamed = readParts === undefined ? null : await accepted.flight.inTurn(streamParts);
  if (streamed !== null) return { kind: 'plain', answer: jsonAnswer(200, streamed) };
  await prepare();
  const readOn = async (cursor: string) =>
    (await operation.run({ ...input, cursor }, contextOf(store.reads))) as Page<unknown>; // as a list returns
  const answer = await answerRun(accepted, service, run, readOn);
  runEffects();
  if (isDeletion(operation)) await service.store.emptyLog();
  return { kind: 'plain', answer: toPublicAnswer(accepted, answer) };
}

/** Creates what runs an operation, perhaps several times: a transaction that fails for a moment is repeated. */
function createRun(accepted: AcceptedRequest, service: ServiceContext) {
  const { operation, endpoint, input, principal, now, requestId, name, request } = accepted;
  const ofRequest = {
    service,
    principal,
    now,
    speaksWf: request.headers.has('wf-version'),
    // A header that an endpoint does not honour is ignored, whatever it says.
    ifMatch: endpoint.isConditional ? readIfMatch(request) : null,
  };
  let effects: (() => void)[] = [];
  let changes: (Change | null)[] = [];
  let prepared: unknown;
  const contextOf = (db: Db): OperationContext => {
    effects = [];
    changes = [];
    return {
      ...ofRequest,
      db,
      prepared,
      // SQLite has one connection: within a transaction, the vault must be read on it.
      tools: withVault(service.tools, db, service.secrets),
      afterCommit: (effect) => void effects.push(effect),
      record: (change) => void changes.push(change),
    };
  };
  const run = async (db: Db): Promise<unknown> => {
    const result = await operation.run(input, contextOf(db));
    if (operation.audit === undefined) return result;
    const recorded = changes.length > 0 ? changes : [await describeChange(db, operation.audit, accepted, result)];
    const made = recorded.filter((change) => change !== null);
    await appendChanges(db, made, { principal, now, requestId, action: name });
    await queueEvents(db, eventsOf(made, { action: name, by: principal.name }), now);
    return result;
  };
  const prepare = async (): Promise<void> => {
    prepared = await operation.prepare?.(input, contextOf(service.store.reads));
  };
  const runEffects = (): void => {
    for (const effect of effects) effect();
  };
  return { run, contextOf, prepare, runEffects };
}

async function answerRun(
  accepted: AcceptedRequest,
  { store }: ServiceContext,
  run: (db: Db) => Promise<unknown>,
  readOn: ReadPage,
): Promise<Answer> {
  if (accepted.operation.audit === undefined) {
    const read = async () => {
      const result = await run(store.reads);
      // Reading a page took its turn of the loop; writing it takes another.
      if (accepted.endpoint.list) await setImmediate();
      return await toTaggedAnswer(accepted, result, readOn);
    };
    return accepted.operation.hasLongRecords === true ? await accepted.flight.inTurn(read) : await read();
  }
  const keyed = await toKeyedRequest(accepted);
  if (keyed === null) return await toAnswer(accepted, await store.transaction(run));
  const { status, body } = await store.transaction((db) => answerOnce(db, keyed, accepted, run));
  return jsonAnswer(status, body);
}

/** What is deleted is overwritten in the database, but stands in its log. */
function isDeletion({ audit }: AcceptedRequest['operation']): boolean {
  return audit !== undefined && ['deleted', 'unset', 'revoked'].includes(audit.verb);
}

function acceptsEvents({ headers }: Incoming): boolean {
  return headers.get('accept')?.includes('text/event-stream') === true;
}

function withoutMark(input: AcceptedRequest['input'], { unmark }: ListCursors): AcceptedRequest['input'] {
  const { cursor } = input;
  return typeof cursor === 'string' ? { ...input, cursor: unmark(cursor) } : input;
}

/** Describes a write that recorded no change itself, by its request and answer, so that every write is logged. */
async function describeChange(
  db: Db,
  { kind, verb }: AuditDefault,
  { endpoint: { params, reach }, input }: Pick<AcceptedRequest, 'endpoint' | 'input'>,
  result: unknown,
): Promise<Change> {
  const body = toRecord(input['body']);
  const answer = toRecord(result);
  const [param] = Object.keys(params.shape);
  const [named] = namedRecords(reach, input);
  return {
    kind,
    id: firstText(param === undefined ? undefined : input[param], answer['id']),
    name: firstText(body['name'], answer['name']),
    appId:
      firstText(input['app_id'], body['app_id'], answer['app_id']) ??
      (named === undefined ? null : ((await findAppsOf(db, named))[0] ?? null)),
    summary: verb,
  };
}

function firstText(...values: readonly unknown[]): string | null {
  return values.find((value): value is string => typeof value === 'string') ?? null;
}
