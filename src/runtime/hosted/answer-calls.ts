import type {
  BundleCommand,
  BundleMessage,
  ReportedUse,
  RouteAnswer,
  RouteCall,
} from '../../contract/host-protocol/bundle-protocol.ts';
import { CACHED_ANSWERS_PATH, MAX_SHORT_LENGTH } from '../../contract/host-protocol/limits.ts';
import { createBatcher, type MessageChannel } from '../../contract/host-protocol/open-channel.ts';
import { readRetryAdvice } from '../../foundation/retry-rule.ts';
import { type Answer, toRefusalResponse, toResponse } from '../../http/exchange.ts';
import { splitUrl } from '../call/addresses.ts';
import type { PostableApp, PostedCall, WorkflowApp } from '../app/create-workflow-app.ts';
import type { OutputMarks } from './mark-output.ts';

/**
 * Answers the calls that the service sends over the channel. An evaluation makes thousands: sending each over a socket
 * costs both processes several times as much as the call itself.
 */
export function answerCalls(
  app: PostableApp,
  cache: CacheAnswer,
  marks: Pick<OutputMarks, 'within' | 'written'>,
  { send, onMessage }: MessageChannel<BundleMessage, BundleCommand>,
): void {
  const running = new Map<number, RunningCall>();
  const answers = createBatcher<RouteAnswer>(
    ({ text }) => text.length,
    (batch) => send({ type: 'answers', answers: batch }),
  );
  const run = async (sent: RouteCall): Promise<void> => {
    const report = (uses: readonly ReportedUse[]) => send({ type: 'call-usage', id: sent.id, uses: [...uses] });
    // A client gets its answer, and nobody adds up what it costs.
    const call = new RunningCall(sent, sent.client === undefined ? report : undefined);
    running.set(sent.id, call);
    const mark = sent.client?.mark;
    const answer = await (mark === undefined ? app.post(call) : marks.within(mark, () => app.post(call)));
    const writing = marks.written();
    if (writing !== null) await writing;
    running.delete(sent.id);
    answers.add(isLong(answer) ? cache(sent.id, answer) : toRouteAnswer(sent.id, answer));
  };
  onMessage((message) => {
    if (message.type === 'calls') for (const sent of message.calls) void run(sent);
    else if (message.type === 'cancel-call') running.get(message.id)?.cancel();
  });
}

/** Creates its signal on first use: most handlers never use it. */
class RunningCall implements PostedCall {
  readonly path: string;
  readonly body: string;
  readonly revision: string | null;
  readonly client: PostedCall['client'];
  readonly onUsage: PostedCall['onUsage'];
  #controller: AbortController | undefined;
  #isCancelled = false;

  constructor({ path, body, revision, client }: RouteCall, onUsage: PostedCall['onUsage']) {
    this.onUsage = onUsage;
    this.path = path;
    this.body = body;
    this.revision = revision;
    this.client = client;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isCancelled) this.#controller.abort();
    return this.#controller.signal;
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#controller?.abort();
  }
}

function isLong({ body }: Answer): boolean {
  return typeof body === 'string' && body.length > MAX_SHORT_LENGTH;
}

function toRouteAnswer(id: number, { status, headers, body }: Answer): RouteAnswer {
  // We stream only to callers that accept events; none do here.
  if (typeof body !== 'string') throw new TypeError('A call over the channel was answered with a stream.');
  return { id, status, text: body, ...readRetryAdvice((name) => headers[name]) };
}

/** Caches a long answer until the service fetches it, and reports its name. */
type CacheAnswer = (id: number, answer: Answer) => RouteAnswer;

/** How long the service may take to fetch an answer: its client may have disconnected. */
const CACHED_MS = 60_000;

/**
 * Serves long answers of the channel at the process's socket, where they stream at the pace of their reader, and none
 * holds up the messages of others.
 */
export function cacheLongAnswers({
  fetch,
}: Pick<WorkflowApp, 'fetch'>): Pick<WorkflowApp, 'fetch'> & { cache: CacheAnswer } {
  const cached = new Map<string, Answer>();
  return {
    cache: (id, answer) => {
      // Other clients reach the socket, too, and must not guess it.
      const cachedAs = crypto.randomUUID();
      cached.set(cachedAs, answer);
      setTimeout(() => cached.delete(cachedAs), CACHED_MS).unref();
      return { id, status: answer.status, text: '', ...readRetryAdvice((name) => answer.headers[name]), cachedAs };
    },
    fetch: async (request) => {
      const { path } = splitUrl(request.url);
      if (!path.startsWith(CACHED_ANSWERS_PATH)) return await fetch(request);
      const name = path.slice(CACHED_ANSWERS_PATH.length);
      const answer = cached.get(name);
      cached.delete(name);
      return answer === undefined
        ? toRefusalResponse({ status: 410, detail: 'The answer was fetched, or waited too long.' })
        : toResponse(declareLength(answer));
    },
  };
}

/** Its reader then knows at once whether it is too long. */
function declareLength(answer: Answer): Answer {
  if (typeof answer.body !== 'string') return answer;
  return { ...answer, headers: { ...answer.headers, 'content-length': String(Buffer.byteLength(answer.body)) } };
}
