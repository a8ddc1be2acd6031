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
import { isWfError, messageOf } from '../../../foundation/errors/wf-error.ts';

/** @throws {WF_NOT_FOUND} when nothing has the name in the reference */
export type ResolveReference = (reference: ConfigurationReference) => Promise<Parameters>;

/** A warm route needs no question, so only code that fetches by name for each call comes near. */
const PER_SECOND = 1000;
const BURST = 100;
const TICK_MS = 10;

/**
 * Creates the queue of the configurations that one process fetches. Each costs a query, and no process may slow down the
 * others: it answers at a limited rate, and only while the process reads its answers.
 */
export function createQuestionQueue(
  resolve: ResolveReference,
  { send, isCongested }: Pick<OpenedChannel<Configuration | ConfigurationFailure, never>, 'send' | 'isCongested'>,
) {
  const waiting: FetchConfiguration[] = [];
  let inWork = 0;
  let allowed = BURST;
  let timer: NodeJS.Timeout | undefined;
  const answer = async (question: FetchConfiguration): Promise<void> => {
    const reply = await toReply(resolve, question);
    inWork -= 1;
    send(reply);
  };
  const next = (): void => {
    while (allowed > 0 && !isCongested()) {
      const question = waiting.shift();
      if (question === undefined) return;
      allowed -= 1;
      inWork += 1;
      void answer(question);
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
    /** @throws {InvalidMessage} when too many are unanswered: our runtime waits, so this is not our runtime */
    take: (question: FetchConfiguration): void => {
      if (waiting.length + inWork >= MAX_OPEN_QUESTIONS)
        throw new InvalidMessage(`more than ${MAX_OPEN_QUESTIONS} requests without waiting for an answer`);
      waiting.push(question);
      next();
      timer ??= setInterval(tick, TICK_MS).unref();
    },
    /** Drops the waiting questions; the process has ended. */
    close: (): void => {
      waiting.length = 0;
      clearInterval(timer);
    },
  };
}

async function toReply(
  resolve: ResolveReference,
  { id, reference }: FetchConfiguration,
): Promise<Configuration | ConfigurationFailure> {
  try {
    return { type: 'configuration', id, params: await resolve(reference) };
  } catch (error) {
    const code = isWfError(error) ? error.code : 'WF_FAILED';
    return { type: 'configuration-failure', id, code, message: messageOf(error) };
  }
}
