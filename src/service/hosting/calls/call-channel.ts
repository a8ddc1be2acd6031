import type { HostedAnswer } from '../../ports.ts';
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

/** A call that the process has before its turn. */
export interface EarlyCall {
  /** Whether its answer is there, or may still come. */
  readonly isOpen: boolean;
  /** Its turn has come: takes its answer, where that is there already. */
  take(): HostedAnswer | null;
  /** Waits for its answer: its turn has come. @throws as `CallChannel.ask` does */
  ask(patience: CallPatience): Promise<HostedAnswer>;
  /** Has it begin in its turn and no sooner, unless it has begun. */
  hold(): void;
  /** Takes it back, as far as that is possible. */
  leave(): void;
}

/** Calls to a process over its channel: many in one message, and their answers, too. */
export interface CallChannel {
  /** @throws the signal's reason; `AnswerTimeout`; what `fail` was told */
  ask(this: void, call: ChannelCall): Promise<HostedAnswer>;
  /** Sends a call before its turn. The process begins it when fewer than `atOnce` run, or when its answer is asked for. */
  sendEarly(this: void, call: SentCall, atOnce: number): EarlyCall;
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
/** A call whose turn has come and that is not answered so soon may not have begun: others may keep the process busy. */
const BEGIN_MS = 10;

/** Makes the calls' side of a channel. @param sendMessage - hands one message to the process */
export function createCallChannel(sendMessage: (message: object) => void): CallChannel {
  const waiting = new Map<number, Waiting>();
  const early = new Map<number, HostedAnswer | null>();
  const { push, send } = createSender(sendMessage);
  const begin = createBeginner(send);
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
  const ahead: CallsAhead = {
    isOpen: (id) => early.has(id),
    take(id) {
      const answer = early.get(id) ?? null;
      if (answer !== null) early.delete(id);
      return answer;
    },
    async ask(id, patience) {
      patience.signal.throwIfAborted();
      const answer = ahead.take(id);
      if (answer !== null) return answer;
      early.delete(id);
      begin(id, () => waiting.has(id));
      return answerOf(id, patience);
    },
    hold(id) {
      if (early.get(id) === null) send({ type: 'hold', id });
    },
    leave(id) {
      if (early.delete(id)) send({ type: 'leave', id });
    },
  };
  return {
    async ask({ path, body, revisionId: revision, ...patience }) {
      patience.signal.throwIfAborted();
      const id = (lastId += 1);
      push({ id, path, body, revision });
      return answerOf(id, patience);
    },
    sendEarly({ path, body, revisionId: revision }, atOnce) {
      const id = (lastId += 1);
      early.set(id, null);
      push({ id, path, body, revision, atOnce });
      return new SentCallAhead(id, ahead);
    },
    take(message) {
      if (!isAnswers(message)) return false;
      for (const { id, status, text, retryAfter } of message.answers) {
        const answer = { status, text, retryAfter };
        if (early.has(id)) early.set(id, answer);
        else waiting.get(id)?.settle(answer);
      }
      return true;
    },
    fail(error) {
      // What is answered stays so.
      for (const [id, answer] of early) if (answer === null) early.delete(id);
      for (const each of waiting.values()) each.fail(error);
    },
  };
}

/** The calls of a channel that were sent before their turn, by their numbers. */
interface CallsAhead {
  isOpen(id: number): boolean;
  take(id: number): HostedAnswer | null;
  ask(id: number, patience: CallPatience): Promise<HostedAnswer>;
  hold(id: number): void;
  leave(id: number): void;
}

/** A class: an evaluation has thousands of them, and functions of its own for each cost more than they do. */
class SentCallAhead implements EarlyCall {
  readonly #id: number;
  readonly #calls: CallsAhead;

  constructor(id: number, calls: CallsAhead) {
    this.#id = id;
    this.#calls = calls;
  }

  get isOpen(): boolean {
    return this.#calls.isOpen(this.#id);
  }

  take(): HostedAnswer | null {
    return this.#calls.take(this.#id);
  }

  ask(patience: CallPatience): Promise<HostedAnswer> {
    return this.#calls.ask(this.#id, patience);
  }

  hold(): void {
    this.#calls.hold(this.#id);
  }

  leave(): void {
    this.#calls.leave(this.#id);
  }
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

/** Tells the process which calls shall begin whatever else it does; few are not answered long before that. */
function createBeginner(send: (message: object) => void): (id: number, isWaiting: () => boolean) => void {
  let asked = new Map<number, () => boolean>();
  const tell = (): void => {
    const ids = [...asked].filter(([, isWaiting]) => isWaiting()).map(([id]) => id);
    asked = new Map();
    if (ids.length > 0) send({ type: 'begin', ids });
  };
  return (id, isWaiting) => {
    if (asked.size === 0) setTimeout(tell, BEGIN_MS);
    asked.set(id, isWaiting);
  };
}

/** The process runs our own script: what says that it is an answer is one. */
function isAnswers(message: unknown): message is { readonly answers: readonly Answer[] } {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'answers';
}
