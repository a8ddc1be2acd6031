import type { HostedAnswer } from '../hosting.ts';
import { AnswerTimeout } from './send-request.ts';

/** A call as it is sent. */
export interface SentCall {
  readonly path: string;
  /** JSON */
  readonly body: string;
  readonly revisionId: string | null;
}

/** How long a call is waited for. */
export interface CallPatience {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export interface ChannelCall extends SentCall, CallPatience {}

/** Calls to a process over its channel: many in one message, and their answers, too. */
export interface CallChannel {
  /** @throws the signal's reason; `AnswerTimeout`; what `fail` was told */
  ask(this: void, call: ChannelCall): Promise<HostedAnswer>;
  /** Takes a message of the process. Answers whether it was meant for this. */
  take(message: unknown): boolean;
  /** Fails all calls in flight. */
  fail(error: Error): void;
}

interface Answer extends HostedAnswer {
  readonly id: number;
}

interface Waiting {
  settle(answer: HostedAnswer): void;
  fail(error: unknown): void;
}

/** Calls in one message: fewer cost a message each few, more would have one process wait while the other works. */
const MOST_TOGETHER = 32;

/** Makes the calls' side of a channel. @param sendMessage - hands one message to the process */
export function createCallChannel(sendMessage: (message: object) => void): CallChannel {
  const waiting = new Map<number, Waiting>();
  const { push, send } = createSender(sendMessage);
  let lastId = 0;
  const fail = (id: number, error: unknown): void => {
    waiting.get(id)?.fail(error);
    send({ type: 'leave', id });
  };
  const answerOf = (id: number, { signal, timeoutMs }: CallPatience): Promise<HostedAnswer> =>
    new Promise((resolve, reject) => {
      const leave = () => fail(id, signal.reason);
      const timer = setTimeout(() => fail(id, new AnswerTimeout()), timeoutMs);
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        waiting.delete(id);
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.set(id, {
        settle: (answer) => (done(), resolve(answer)),
        fail: (error) => (done(), reject(error)),
      });
    });
  return {
    async ask({ path, body, revisionId: revision, ...patience }) {
      patience.signal.throwIfAborted();
      const id = (lastId += 1);
      push({ id, path, body, revision });
      return answerOf(id, patience);
    },
    take(message) {
      if (!isAnswers(message)) return false;
      for (const { id, status, text, retryAfter } of message.answers) {
        waiting.get(id)?.settle({ status, text, retryAfter });
      }
      return true;
    },
    fail(error) {
      for (const each of waiting.values()) each.fail(error);
    },
  };
}

/** Has calls of the same turn go in one message, and before any other. */
function createSender(sendMessage: (message: object) => void) {
  let calls: object[] = [];
  const flush = (): void => {
    if (calls.length === 0) return;
    sendMessage({ type: 'calls', calls });
    calls = [];
  };
  const push = (call: object): void => {
    if (calls.length === 0) setImmediate(flush);
    calls.push(call);
    if (calls.length >= MOST_TOGETHER) flush();
  };
  const send = (message: object): void => {
    flush();
    sendMessage(message);
  };
  return { push, send };
}

/** The process runs our own script: what says that it is an answer is one. */
function isAnswers(message: unknown): message is { readonly answers: readonly Answer[] } {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'answers';
}
