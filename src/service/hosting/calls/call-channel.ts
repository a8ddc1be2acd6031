import {
  type BundleCommand,
  type ReportedUse,
  type RouteAnswer,
  type RouteCall,
  InvalidMessage,
} from '../../../contract/host-protocol/bundle-protocol.ts';
import type { WarmUp } from '../../../contract/evaluations/evaluation.ts';
import { createBatcher } from '../../../contract/host-protocol/open-channel.ts';
import { MAX_NAME_LENGTH, MAX_TEXT_LENGTH } from '../../../contract/host-protocol/limits.ts';
import { onAbort } from '../../../foundation/abort.ts';
import type { HostedAnswer, HostedQuestion } from '../hosting.ts';
import { isFitStatus, unfitStatus } from './answer-head.ts';
import { AnswerTimeout } from './send-request.ts';

interface SentCall {
  readonly path: string;
  /** JSON */
  readonly body: string;
  readonly revisionId: string | null;
  /** The client that gets the answer. Left out: an evaluation. */
  readonly client?: { readonly traceparent: string | null; readonly mark?: string };
  readonly onUsage?: HostedQuestion['onUsage'];
}

interface CallDeadline {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export type CallChannel = ReturnType<typeof createCallChannel>;

interface Waiting {
  readonly onUsage: HostedQuestion['onUsage'];
  settle(answer: HostedAnswer): void;
  fail(error: unknown): void;
}

export function fitsChannel({ path, body }: Pick<SentCall, 'path' | 'body'>, maxLength = MAX_TEXT_LENGTH): boolean {
  return path.length <= MAX_NAME_LENGTH && body.length <= maxLength;
}

/** Creates the service's end of a channel: calls are sent to the process and answered, many in one message. */
export function createCallChannel(sendMessage: (message: BundleCommand) => void) {
  const waiting = new Map<number, Waiting>();
  /** Sent and not answered; a cancelled call is answered, too. */
  const unanswered = new Set<number>();
  const { push, send } = createSender(sendMessage);
  let lastId = 0;
  const warmth = createWarmth();
  const fail = (id: number, error: unknown): void => {
    waiting.get(id)?.fail(error);
    send({ type: 'cancel-call', id });
  };
  const answerOf = (
    id: number,
    { signal, timeoutMs, onUsage }: CallDeadline & Pick<SentCall, 'onUsage'>,
  ): Promise<HostedAnswer> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => fail(id, new AnswerTimeout()), timeoutMs);
      const done = () => {
        clearTimeout(timer);
        listening[Symbol.dispose]();
        waiting.delete(id);
      };
      const listening = onAbort(signal, () => fail(id, signal.reason));
      waiting.set(id, {
        onUsage,
        settle: (answer) => (done(), resolve(answer)),
        fail: (error) => (done(), reject(error)),
      });
    });
  return {
    /** @throws the signal's reason; `AnswerTimeout`; the error passed to `fail` */
    ask: async (call: SentCall & CallDeadline): Promise<HostedAnswer> => {
      const { path, body, revisionId: revision, client, ...limits } = call;
      limits.signal.throwIfAborted();
      const id = (lastId += 1);
      const warmUp = warmth.noteSent(id, { path, body, revisionId: revision });
      unanswered.add(id);
      push({ id, path, body, revision, ...(client === undefined ? {} : { client }) });
      const answer = await answerOf(id, limits);
      return warmUp === null ? answer : { ...answer, warmUp };
    },
    /** Receives answers of the process. @throws {InvalidMessage} when one answers no call, or one that was answered */
    take: (answers: readonly RouteAnswer[]): void => {
      for (const { id, ...answer } of answers) {
        if (!unanswered.delete(id)) throw new InvalidMessage('an answer to no call');
        warmth.noteAnswered(id);
        if (isFitStatus(answer.status)) waiting.get(id)?.settle(answer);
        else waiting.get(id)?.fail(unfitStatus(answer.status));
      }
    },
    /** Receives what a call has used so far. Code that the call left running may still report after the answer. */
    noteUsage: (id: number, uses: readonly ReportedUse[]): void => waiting.get(id)?.onUsage?.(uses),
    isAwaited: () => unanswered.size > 0,
    fail: (error: Error): void => {
      for (const each of waiting.values()) each.fail(error);
    },
  };
}

/** Most revisions whose first calls are remembered. */
const REMEMBERED = 1000;

/**
 * Finds which calls a process got before it had answered one with the same configuration, which it fetches first. Health
 * checks run no author's code.
 */
function createWarmth() {
  const warm = new Set<string | null>();
  const early = new Map<number, string | null>();
  return {
    noteSent(id: number, { path, revisionId }: SentCall): WarmUp | null {
      if (warm.has(revisionId) || !path.startsWith('/run')) return null;
      const isFirst = ![...early.values()].includes(revisionId);
      early.set(id, revisionId);
      return isFirst ? 'first' : 'early';
    },
    noteAnswered(id: number): void {
      const revisionId = early.get(id);
      if (revisionId === undefined) return;
      warm.add(revisionId);
      for (const [each, sent] of early) if (sent === revisionId) early.delete(each);
      const [oldest] = warm;
      if (warm.size > REMEMBERED && oldest !== undefined) warm.delete(oldest);
    },
  };
}

/** Sends the calls of one turn in one message, before any other message. */
function createSender(sendMessage: (message: BundleCommand) => void) {
  const batcher = createBatcher<RouteCall>(
    ({ body }) => body.length,
    (calls) => sendMessage({ type: 'calls', calls }),
  );
  const send = (message: BundleCommand): void => {
    batcher.flush();
    sendMessage(message);
  };
  return { push: batcher.add, send };
}
