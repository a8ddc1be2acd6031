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
  /** Sent before its turn: begins when fewer calls of its revision than this run. Left out: begins at once. */
  readonly atOnce?: number;
}

/** The turn of calls that were sent before it has come. */
interface BeginMessage {
  readonly type: 'begin';
  readonly ids: readonly number[];
}

/** A call that was sent before its turn begins in its turn and no sooner. */
interface HoldMessage {
  readonly type: 'hold';
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
  const counts = new Map<string | null, number>();
  const count = (revision: string | null, change: number): void => {
    counts.set(revision, (counts.get(revision) ?? 0) + change);
  };
  /** Calls before their turn, in their order. */
  const ahead = new Map<number, SentCall>();
  let answers: SentAnswer[] = [];
  const flush = (): void => {
    if (answers.length === 0) return;
    send({ type: 'answers', answers });
    answers = [];
  };
  const answer = async (sent: SentCall): Promise<void> => {
    const call = new RunningCall(sent);
    running.set(sent.id, call);
    count(sent.revision, 1);
    const { status, headers, body } = await app.post(call);
    running.delete(sent.id);
    count(sent.revision, -1);
    beginNext();
    // What is ready in the same turn goes in one message.
    if (answers.length === 0) setImmediate(flush);
    answers.push({ id: sent.id, status, text: toText(body), retryAfter: headers['retry-after'] ?? null });
    if (answers.length >= MOST_TOGETHER) flush();
  };
  const begin = (sent: SentCall | undefined): void => {
    if (sent === undefined) return;
    ahead.delete(sent.id);
    void answer(sent);
  };
  const beginNext = (): void => {
    for (const sent of ahead.values()) {
      if ((counts.get(sent.revision) ?? 0) < (sent.atOnce ?? 0)) begin(sent);
    }
  };
  const take = (sent: SentCall): void => {
    if (sent.atOnce === undefined) void answer(sent);
    else ahead.set(sent.id, sent);
  };
  const hold = (sent: SentCall | undefined): void => {
    if (sent !== undefined) ahead.set(sent.id, { ...sent, atOnce: 0 });
  };
  onMessage((message) => {
    if (isOfType<CallsMessage>(message, 'calls')) {
      message.calls.forEach(take);
      beginNext();
    } else if (isOfType<BeginMessage>(message, 'begin')) message.ids.forEach((id) => begin(ahead.get(id)));
    else if (isOfType<HoldMessage>(message, 'hold')) hold(ahead.get(message.id));
    else if (isOfType<LeaveMessage>(message, 'leave') && !ahead.delete(message.id)) running.get(message.id)?.leave();
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
