import { CACHED_ANSWERS_PATH, CALL_MARK_HEADER } from '../../../contract/host-protocol/limits.ts';
import { toAnswer } from '../calls/ask-route.ts';
import { sendRequest } from '../calls/send-request.ts';
import type { HostedProcess } from '../hosted-process.ts';
import type {
  CallOrigin,
  ForwardedRequest,
  HostedAnswer,
  HostedCall,
  HostedExchange,
  HostedQuestion,
} from '../hosting.ts';
import type { RunningHost } from '../processes/start-host-process.ts';
import type { ExplainOptions } from './explain-failure.ts';
import type { CallMarks } from './write-logs.ts';

export type BundleCaller = ReturnType<typeof createBundleCaller>;

/** Creates the calls of one bundle. Each rejects with a `HostingFailure` when its process fails or does not answer in time. */
export function createBundleCaller(
  process: HostedProcess<RunningHost>,
  marks: CallMarks,
  { connections, timeoutMs }: Pick<ExplainOptions, 'connections' | 'timeoutMs'>,
) {
  const begin = (origin: CallOrigin | undefined) => (origin === undefined ? null : marks.begin(origin));
  const send = async (
    { socketPath }: RunningHost,
    onDone: () => void,
    sent: { path: string; request: ForwardedRequest; extraHeaders: Readonly<Record<string, string>> },
  ) => await sendRequest({ address: { socketPath }, connections, timeoutMs, onDone, ...sent });
  /** Fetches an answer that is too long for the channel over the socket. */
  const fetchCached = async (
    host: RunningHost,
    onDone: () => void,
    { cachedAs, signal, extraHeaders = {} }: CachedAnswer,
  ): Promise<Response> => {
    const request = { method: 'GET', headers: new Headers(), signal, body: null };
    return await send(host, onDone, { path: `${CACHED_ANSWERS_PATH}${cachedAs}`, request, extraHeaders });
  };
  return {
    /** Sends a call over the process's socket. */
    async call({ path, request, revisionId, origin }: HostedCall): Promise<Response> {
      const marked = begin(origin);
      const extraHeaders = toHeaders(revisionId, marked?.mark);
      return await process.run(
        { signal: request.signal, mark: marked?.mark, onLeave: marked?.end },
        async (host, leave) => {
          return await send(host, leave, { path, request, extraHeaders });
        },
      );
    },
    /** Sends a question over its channel, and reads the answer to its end. */
    async ask({ path, body, revisionId, signal, onSent, onUsage }: HostedQuestion): Promise<HostedAnswer> {
      return await process.run({ signal }, async (host, leave) => {
        if (!signal.aborted) onSent?.();
        const { cachedAs, ...short } = await host.ask({ path, body, revisionId, signal, timeoutMs, onUsage });
        const { variables } = host;
        if (cachedAs === undefined) {
          leave();
          return { ...short, variables };
        }
        const long = await toAnswer(await fetchCached(host, leave, { cachedAs, signal }));
        // An aborted body only ends early, without an error.
        signal.throwIfAborted();
        return { ...short, ...long, variables };
      });
    },
    /** Sends a client's call over its channel, and passes a long answer on as it comes. */
    async exchange(exchanged: HostedExchange): Promise<HostedAnswer | Response> {
      const { path, body, revisionId, signal, traceparent, origin } = exchanged;
      const marked = begin(origin);
      const extraHeaders = toHeaders(revisionId, marked?.mark);
      const client = { traceparent, ...(marked !== null && { mark: marked.mark }) };
      return await process.run({ signal, mark: marked?.mark, onLeave: marked?.end }, async (host, leave) => {
        const answer = await host.ask({ path, body, revisionId, signal, timeoutMs, client });
        const { cachedAs } = answer;
        if (cachedAs !== undefined) return await fetchCached(host, leave, { cachedAs, signal, extraHeaders });
        leave();
        return answer;
      });
    },
  };
}

interface CachedAnswer {
  readonly cachedAs: string;
  readonly signal: AbortSignal;
  readonly extraHeaders?: Readonly<Record<string, string>>;
}

function toHeaders(revisionId: string | null, mark: string | undefined): Record<string, string> {
  return {
    ...(revisionId === null ? {} : { 'wf-revision': revisionId }),
    ...(mark === undefined ? {} : { [CALL_MARK_HEADER]: mark }),
  };
}
