import type { EndpointName } from '../../contract/endpoints.ts';
import {
  type GuardChange,
  sendUndivided,
  sendUnguarded,
  type UndividedChange,
  type UndividedRequests,
} from '../calls/undivided-change.ts';
import type { FollowEvaluationInput, FollowLogsInput } from '../calls/direct-calls.ts';
import type { ListCallOptions, ListName } from '../calls/paginate.ts';
import {
  describeLacking,
  describeLackingEndpoint,
  type ExtensionName,
  type Lacking,
  type NamesOf,
} from '../answers/lacking.ts';
import type { Client, PublicClient } from '../create-client.ts';
import { ENDPOINT_ROUTES } from '../../contract/endpoint-routes.ts';
import { listExtensions } from '../endpoints/to-http-request.ts';
import type { CallOptions, ExtendedCallOptions } from '../sending/connection.ts';
import { isUnexplainedFailure, orMissing } from './is-missing.ts';
import { notFound } from '../../foundation/closest-names.ts';
import { userError } from '../../foundation/errors/wf-error.ts';
import type { UnknownRecord } from '../../foundation/record.ts';

/** Hooks of the program that uses a client. */
export interface ClientHooks {
  /** Protects changes that take two requests. @defaultValue nothing does */
  readonly guardChange?: GuardChange;
  /**
   * Called before each request that may write; it may throw to prevent the request.
   *
   * @returns receives the answer
   */
  readonly onWrite?: (name: EndpointName, input: UnknownRecord) => (answer: Promise<unknown>) => void;
}

/**
 * Adapts a client so that callers know one interface, the extended one, whichever service answers. A call that uses
 * nothing of ours is sent as it is. Any other is sent once the service has shown that it has the extensions of wf.
 *
 * @throws {WF_UNSUPPORTED} from each call that a service of others does not support, before anything is sent to it
 * @source design §2 principle 6
 */
export function adaptClient(client: PublicClient, hooks: ClientHooks = {}): Client {
  // The keys of the table are its names.
  const names = Object.keys(ENDPOINT_ROUTES) as EndpointName[];
  const methods = Object.fromEntries(names.map((name) => [name, adaptMethod(client, name, hooks)]));
  const { guardChange } = hooks;
  const rest = {
    paginate: (name: ListName, input: UnknownRecord, call?: ListCallOptions) => adaptList(client, name, input, call),
    async *followEvaluation(input: FollowEvaluationInput, call?: CallOptions) {
      yield* (await requireExtensions(client, describeLacking('events of evaluations'))).followEvaluation(input, call);
    },
    async *followLogs(input: FollowLogsInput, call?: CallOptions) {
      yield* (await requireExtensions(client, describeLacking('logs'))).followLogs(input, call);
    },
    require: async <E extends ExtensionName>(what: E, ...names: NamesOf<E>) =>
      void (await requireExtensions(client, describeLacking(what, ...names))),
    sendUndivided:
      guardChange === undefined
        ? sendUnguarded
        : async (change: UndividedChange, ...requests: UndividedRequests) =>
            await sendUndivided(guardChange, change, ...requests),
  };
  // As in `createClient`: each method has the name of the table entry that defines its type.
  return { ...client, ...methods, ...rest } as unknown as Client;
}

type Method = (input?: UnknownRecord, call?: ExtendedCallOptions) => Promise<unknown>;
type Methods = Readonly<Record<string, Method>>;

function adaptMethod(client: PublicClient, name: EndpointName, { onWrite }: ClientHooks): Method {
  const mayWrite = !['GET', 'HEAD'].includes(ENDPOINT_ROUTES[name].method);
  const method: Method = async (input = {}, call = {}) => {
    const owner = usesExtensions(name, input, call)
      ? await requireExtensions(client, describeLackingEndpoint(ENDPOINT_ROUTES[name]))
      : client;
    // Every client has a method for each endpoint; the types of the plain one hide those of ours.
    const send = (owner as unknown as Methods)[name];
    const onAnswer = mayWrite ? onWrite?.(name, input) : undefined;
    const answer = send?.(input, call) ?? Promise.resolve();
    onAnswer?.(answer);
    return await answer;
  };
  if (!OF_APPS.includes(name)) return method;
  const records = async function* (input?: UnknownRecord, call?: ExtendedCallOptions) {
    // Each of these endpoints returns a list.
    yield* (await method(input, call)) as readonly unknown[];
  };
  return async (input, call) => await Array.fromAsync(listOfApp(client, records(input, call), input));
}

function adaptList(
  client: PublicClient,
  name: ListName,
  input: UnknownRecord,
  call?: ListCallOptions,
): AsyncIterable<unknown> {
  const page = async function* () {
    const owner = usesExtensions(name, input, {})
      ? await requireExtensions(client, describeLackingEndpoint(ENDPOINT_ROUTES[name]))
      : // The plain client has every list that uses no extension.
        (client as unknown as Client);
    yield* owner.paginate(name, input as never, call);
  };
  return OF_APPS.includes(name) ? listOfApp(client, page(), input) : page();
}

/**
 * Returns a client with the extensions of wf.
 *
 * @throws {WF_NOT_FOUND} when the base URL leads to no service of the interface
 * @throws {WF_UNSUPPORTED} when the service has not shown itself as one of ours
 * @source design §2 principle 6
 */
async function requireExtensions(client: PublicClient, { message, nextSteps }: Lacking): Promise<Client> {
  const extended = await client.extensions();
  if (extended !== null) return extended;
  await client.requireInterface();
  throw userError('WF_UNSUPPORTED', message, nextSteps);
}

/** Lists that services of others send empty for an app that does not exist. */
const OF_APPS: readonly EndpointName[] = ['listAppVariants', 'listEvaluations', 'listHumanEvaluations'];

function usesExtensions(name: EndpointName, input: UnknownRecord, { ifRevision }: ExtendedCallOptions): boolean {
  return listExtensions(ENDPOINT_ROUTES[name], input, ifRevision).length > 0;
}

/**
 * Reads a list of an app, and checks the app if the list is empty or the service fails without a reason. The public
 * service lists no records of an unknown app, or fails.
 *
 * @yields the records
 * @throws {WF_NOT_FOUND} when the service lists other apps only
 * @source facts §2.1, §2.7
 */
async function* listOfApp(
  client: PublicClient,
  records: AsyncIterable<unknown>,
  { app_id }: UnknownRecord = {},
): AsyncGenerator {
  let isEmpty = true;
  try {
    for await (const record of records) {
      isEmpty = false;
      yield record;
    }
  } catch (error) {
    if (isUnexplainedFailure(error)) await requireApp(client, app_id);
    throw error;
  }
  if (isEmpty) await requireApp(client, app_id);
}

async function requireApp(client: PublicClient, app_id: unknown): Promise<void> {
  if (typeof app_id !== 'string' || (await client.extensions()) !== null) return;
  const apps = await orMissing(client.listApps({}));
  if (apps === null || apps.some((app) => app.app_id === app_id)) return;
  const available = apps.map(({ app_name }) => app_name);
  throw notFound({ kind: 'app', name: app_id, available, nextSteps: ['wf apps list'] });
}
