import { UserError, type WfError } from '../../errors/wf-error.ts';
import type { ConfigurationReference, ConfigurationSource } from '../../sdk/context/routing-context.ts';

/** The channel to the parent process. */
export interface Channel {
  readonly send: (message: object) => void;
  readonly onMessage: (listen: (message: unknown) => void) => void;
}

/** How many revisions a process remembers. */
const REMEMBERED = 1000;

/**
 * Asks the parent process for configurations. A revision never changes, so it is asked for once; names are asked for
 * each time, since what they mean may change.
 */
export function ipcConfigurations(channel: Channel): ConfigurationSource {
  const ask = createAsker(channel);
  const revisions = new Map<string, Promise<Parameters> | Parameters>();
  const askForRevision = (revision: string): Promise<Parameters> => {
    const asked = ask({ revision });
    asked.then(
      (parameters) => remember(revisions, revision, parameters),
      // What failed may work the next time.
      () => revisions.delete(revision),
    );
    return asked;
  };
  return async (reference, call) => {
    const { revision } = reference;
    if (revision === undefined || revision === null) return await orAborted(ask(reference), call.signal);
    const known = revisions.get(revision) ?? askForRevision(revision);
    remember(revisions, revision, known);
    return known instanceof Promise ? await orAborted(known, call.signal) : known;
  };
}

type Parameters = Record<string, unknown>;

interface Answer {
  readonly type: 'configuration';
  readonly id: number;
  readonly params?: Parameters;
  readonly error?: { readonly code?: string; readonly message?: string } | string;
}

function createAsker({ send, onMessage }: Channel): (reference: ConfigurationReference) => Promise<Parameters> {
  const waiting = new Map<number, PromiseWithResolvers<Parameters>>();
  let lastId = 0;
  onMessage((message) => {
    if (!isAnswer(message)) return;
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error !== undefined) asked?.reject(toError(message.error));
    else asked?.resolve(message.params ?? {});
  });
  return (reference) => {
    lastId += 1;
    const asked = Promise.withResolvers<Parameters>();
    waiting.set(lastId, asked);
    send({ type: 'configuration', id: lastId, reference });
    return asked.promise;
  };
}

function remember<T>(revisions: Map<string, T>, revision: string, asked: T): void {
  // Taken out and put back, it is the youngest: the oldest is the first of the map.
  revisions.delete(revision);
  revisions.set(revision, asked);
  const oldest = revisions.size > REMEMBERED ? revisions.keys().next().value : undefined;
  if (oldest !== undefined) revisions.delete(oldest);
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(reasonOf(signal));
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(reasonOf(signal));
  signal.addEventListener('abort', onAbort, { once: true });
  return Promise.race([work, aborted.promise]).finally(() => signal.removeEventListener('abort', onAbort));
}

function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error('The call was given up.', { cause: reason });
}

function isAnswer(message: unknown): message is Answer {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'configuration';
}

function toError(error: NonNullable<Answer['error']>): WfError {
  const { code, message } = typeof error === 'string' ? { code: 'WF_FAILED', message: error } : error;
  return new UserError({
    code: code === 'WF_NOT_FOUND' ? 'WF_NOT_FOUND' : 'WF_FAILED',
    message: message ?? 'The service gave no configuration.',
  });
}
