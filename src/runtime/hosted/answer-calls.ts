import type { Answer } from '../../http/refusal.ts';
import type { PostableApp, PostedCall } from '../app/create-workflow-app.ts';
import type { Channel } from './ipc-configurations.ts';

/** Many calls in one message of the parent process, which wants no stream and hardly a header back. */
interface CallsMessage {
  readonly type: 'calls';
  readonly calls: readonly SentCall[];
}

interface SentCall extends Omit<PostedCall, 'signal'> {
  readonly id: number;
}

interface LeaveMessage {
  readonly type: 'leave';
  readonly id: number;
}

interface SentAnswer {
  readonly id: number;
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

/** Answers in one message, as many as the parent sends calls in one. More would keep it waiting for work. */
const MOST_TOGETHER = 32;

/**
 * Answers the calls that the parent process sends over the channel. An evaluation makes thousands: a request over a
 * socket for each costs both processes several times what the call itself does.
 */
export function answerCalls(app: PostableApp, { send, onMessage }: Channel): void {
  const running = new Map<number, RunningCall>();
  let answers: SentAnswer[] = [];
  const flush = (): void => {
    if (answers.length === 0) return;
    send({ type: 'answers', answers });
    answers = [];
  };
  const answer = async (sent: SentCall): Promise<void> => {
    const call = new RunningCall(sent);
    running.set(sent.id, call);
    const { status, headers, body } = await app.post(call);
    running.delete(sent.id);
    // What is ready in the same turn goes in one message.
    if (answers.length === 0) setImmediate(flush);
    answers.push({ id: sent.id, status, text: toText(body), retryAfter: headers['retry-after'] ?? null });
    if (answers.length >= MOST_TOGETHER) flush();
  };
  onMessage((message) => {
    if (isOfType<CallsMessage>(message, 'calls')) for (const sent of message.calls) void answer(sent);
    else if (isOfType<LeaveMessage>(message, 'leave')) running.get(message.id)?.leave();
  });
}

/** Makes its signal when one is asked for: most handlers never look at it. */
class RunningCall implements PostedCall {
  readonly path: string;
  readonly body: string;
  readonly revision: string | null;
  #controller: AbortController | undefined;
  #hasLeft = false;

  constructor({ path, body, revision }: SentCall) {
    this.path = path;
    this.body = body;
    this.revision = revision;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#hasLeft) this.#controller.abort();
    return this.#controller.signal;
  }

  leave(): void {
    this.#hasLeft = true;
    this.#controller?.abort();
  }
}

/** Only who accepts events is streamed to, and nobody here does. */
function toText(body: Answer['body']): string {
  if (typeof body === 'string') return body;
  throw new TypeError('A call over the channel was answered with a stream.');
}

/** Only the parent writes to the channel, and it is of the same version. */
function isOfType<M extends { readonly type: string }>(message: unknown, type: M['type']): message is M {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === type;
}
