import {
  type Configuration,
  type ConfigurationFailure,
  type FetchConfiguration,
  InvalidMessage,
} from '../../../contract/host-protocol/bundle-protocol.ts';
import type { ConfigurationReference } from '../../../contract/variants/config.ts';
import type { Parameters } from '../../../contract/variants/variant.ts';
import { MAX_OPEN_QUESTIONS } from '../../../contract/host-protocol/limits.ts';
import type { OpenedChannel } from '../../../contract/host-protocol/open-channel.ts';
import { messageOf } from '../../../foundation/errors/read-thrown.ts';
import { isWfError } from '../../../foundation/errors/wf-error.ts';

/** Fetches a configuration and replies once. */
export type AnswerQuestion = (request: FetchConfiguration, reply: (answer: ConfigurationReply) => void) => void;

/** Questions of one process. Each costs a query, and no process may slow down the others. */
interface QuestionQueue {
  /** @throws {InvalidMessage} when too many are unanswered: our runtime waits, so this is not our runtime */
  take(this: void, question: FetchConfiguration): void;
  /** Drops the waiting questions; the process has ended. */
  close(this: void): void;
}

/** A warm route needs no question, so only code that fetches by name for each call comes near. */
const PER_SECOND = 1000;
const BURST = 100;
const TICK_MS = 10;

/** Creates a queue that answers at a limited rate, and only while the process reads its answers. */
export function createQuestionQueue(
  answer: AnswerQuestion,
  { send, isCongested }: Pick<OpenedChannel<ConfigurationReply, never>, 'send' | 'isCongested'>,
): QuestionQueue {
  const waiting: FetchConfiguration[] = [];
  let inWork = 0;
  let allowed = BURST;
  let timer: NodeJS.Timeout | undefined;
  const reply = (message: ConfigurationReply): void => {
    inWork -= 1;
    send(message);
  };
  const next = (): void => {
    while (allowed > 0 && !isCongested()) {
      const question = waiting.shift();
      if (question === undefined) return;
      allowed -= 1;
      inWork += 1;
      answer(question, reply);
    }
  };
  const tick = (): void => {
    allowed = Math.min(BURST, allowed + (PER_SECOND * TICK_MS) / 1000);
    next();
    if (allowed < BURST || waiting.length > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  return {
    take(question) {
      if (waiting.length + inWork >= MAX_OPEN_QUESTIONS) {
        throw new InvalidMessage(`more than ${MAX_OPEN_QUESTIONS} requests without waiting for an answer`);
      }
      waiting.push(question);
      next();
      timer ??= setInterval(tick, TICK_MS).unref();
    },
    close() {
      waiting.length = 0;
      clearInterval(timer);
    },
  };
}

type ConfigurationReply = Configuration | ConfigurationFailure;

export async function replyWithConfiguration(
  resolve: (reference: ConfigurationReference) => Promise<Parameters>,
  { id, reference }: FetchConfiguration,
  reply: (answer: ConfigurationReply) => void,
): Promise<void> {
  try {
    reply({ type: 'configuration', id, params: await resolve(reference) });
  } catch (error) {
    const code = isWfError(error) ? error.code : 'WF_FAILED';
    const message = messageOf(error);
    reply({ type: 'configuration-failure', id, code, message });
  }
}
