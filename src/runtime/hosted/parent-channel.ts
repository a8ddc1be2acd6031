import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { FetchConfiguration } from '../../contract/host-protocol/bundle-protocol.ts';
import { MAX_OPEN_QUESTIONS } from '../../contract/host-protocol/limits.ts';
import { CHANNEL_DESCRIPTOR, type MessageChannel, openChannel } from '../../contract/host-protocol/open-channel.ts';
import type { ServiceMessage } from '../../contract/host-protocol/source-protocol.ts';
import type { ConfigurationReference } from '../../contract/variants/config.ts';
import { orAborted } from '../../foundation/abort.ts';
import { userError, type UserError } from '../../foundation/errors/wf-error.ts';
import type { ConfigurationSource } from '../../sdk/context/routing-context.ts';

/**
 * Opens the channel to the parent process, which is the service or `wf dev`. Without its parent, nobody can call this
 * process, so it exits with the channel, whatever the author's code left running.
 */
export function openParentChannel<Sent extends { readonly type: string }, Received>(
  parse: (line: string) => Received,
): MessageChannel<Sent, Received> {
  const stream = new Socket({ fd: CHANNEL_DESCRIPTOR });
  stream.once('close', endAtOnce);
  return openChannel({
    stream,
    parse,
    onInvalid({ message }) {
      // Written synchronously: the event loop does not run any more.
      writeSync(process.stderr.fd, `The service sent an invalid message (${message}).\n`);
      endAtOnce();
    },
  });
}

/** Not `process.exit`, which runs the author's listeners. */
function endAtOnce(): void {
  process.kill(process.pid, 'SIGKILL');
}

type Channel = MessageChannel<FetchConfiguration, ServiceMessage>;

const CACHED_REVISIONS = 1000;

/**
 * Fetches configurations from the parent process. A revision never changes, so it is cached; a name is fetched each
 * time, since it may mean a newer revision.
 */
export function parentConfigurations(channel: Channel): ConfigurationSource {
  const fetchParameters = createFetcher(channel);
  const revisions = new Map<string, Promise<Parameters> | Parameters>();
  const fetchRevision = (revision: string): Promise<Parameters> => {
    const fetched = fetchParameters({ revision });
    fetched.then(
      (parameters) => cache(revisions, revision, parameters),
      // A failed fetch may succeed the next time.
      () => revisions.delete(revision),
    );
    return fetched;
  };
  return async (reference, call) => {
    const { revision } = reference;
    if (revision === undefined || revision === null) return await orAborted(fetchParameters(reference), call.signal);
    const known = revisions.get(revision) ?? fetchRevision(revision);
    cache(revisions, revision, known);
    return known instanceof Promise ? await orAborted(known, call.signal) : known;
  };
}

type Parameters = Record<string, unknown>;

function createFetcher({ send, onMessage }: Channel): (reference: ConfigurationReference) => Promise<Parameters> {
  const waiting = new Map<number, PromiseWithResolvers<Parameters>>();
  /** Requests beyond what the protocol allows at once; they wait here. */
  const unsent: FetchConfiguration[] = [];
  let lastId = 0;
  onMessage((message) => {
    if (message.type === 'configuration') waiting.get(message.id)?.resolve(message.params);
    else if (message.type === 'configuration-failure') waiting.get(message.id)?.reject(toError(message));
    else return;
    waiting.delete(message.id);
    const next = unsent.shift();
    if (next !== undefined) send(next);
  });
  return async (reference) => {
    // A name may come from a caller or from the author's code, and the service kills a process that sends an invalid
    // one.
    const checked = FetchConfiguration.shape.reference.safeParse(reference);
    if (!checked.success) throw toError({ code: 'WF_NOT_FOUND', message: 'No configuration can have this name.' });
    lastId += 1;
    const fetched = Promise.withResolvers<Parameters>();
    waiting.set(lastId, fetched);
    const request = { type: 'fetch-configuration', id: lastId, reference: checked.data } as const;
    if (waiting.size > MAX_OPEN_QUESTIONS) unsent.push(request);
    else send(request);
    return await fetched.promise;
  };
}

function cache<T>(revisions: Map<string, T>, revision: string, entry: T): void {
  // Deleted and set again, it becomes the newest entry; a map's first entry is the oldest.
  revisions.delete(revision);
  revisions.set(revision, entry);
  const oldest = revisions.size > CACHED_REVISIONS ? revisions.keys().next().value : undefined;
  if (oldest !== undefined) revisions.delete(oldest);
}

function toError({ code, message }: { readonly code: string; readonly message: string }): UserError {
  return userError(code === 'WF_NOT_FOUND' ? 'WF_NOT_FOUND' : 'WF_FAILED', message);
}
