import type { HostedAnswer } from '../ports.ts';
import { AnswerTimeout } from './send-request.ts';

export interface ChannelCall {
  readonly path: string;
  /** JSON */
  readonly body: string;
  readonly revisionId: string | null;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** Calls to a process over its channel: many in one message, and their answers, too. */
export interface CallChannel {
  /** @throws the signal's reason; `AnswerTimeout`; what `fail` was told */
  ask(call: ChannelCall): Promise<HostedAnswer>;
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

/** Calls in one message. With more, one process would wait while the other works. */
const MOST_TOGETHER = 8;

/** Makes the calls' side of a channel. @param send - hands one message to the process */
export function createCallChannel(send: (message: object) => void): CallChannel {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let calls: object[] = [];
  const flush = (): void => {
    if (calls.length === 0) return;
    send({ type: 'calls', calls });
    calls = [];
  };
  const fail = (id: number, error: unknown): void => {
    waiting.get(id)?.fail(error);
    send({ type: 'leave', id });
  };
  return {
    async ask({ path, body, revisionId: revision, signal, timeoutMs }) {
      signal.throwIfAborted();
      const id = (lastId += 1);
      // What is asked in the same turn goes in one message.
      if (calls.length === 0) setImmediate(flush);
      calls.push({ id, path, body, revision });
      if (calls.length >= MOST_TOGETHER) flush();
      return new Promise((resolve, reject) => {
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

/** The process runs our own script: what says that it is an answer is one. */
function isAnswers(message: unknown): message is { readonly answers: readonly Answer[] } {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'answers';
}
