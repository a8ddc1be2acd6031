import type { Answer } from '../../http/exchange.ts';
import { checkAnswer, decodeBytes, joinAnswer } from '../../sdk/routes/call-handler.ts';
import type { RouteDefinition } from '../../sdk/routes/route-definition.ts';
import { type ExplainFailure, logFailure, toCallFailure } from './to-call-failure.ts';
import type { CallLimit } from './call-clock.ts';
import type { CallUse } from './addresses.ts';
import type { FailureFigures } from './to-answer-body.ts';

export interface StreamAnswerOptions {
  readonly items: AsyncIterable<unknown>;
  readonly route: RouteDefinition;
  readonly use: CallUse;
  readonly limit: CallLimit;
  readonly explainFailure: ExplainFailure;
  /** Creates the body that the collected answer would have had. */
  readonly toBody: (answer: unknown) => Promise<string>;
  /** Reads what a failed call cost. */
  readonly toFigures: (error: unknown) => Promise<FailureFigures>;
}

/**
 * Streams an answer as server-sent events: each item as the JSON of a `data` line, then the whole answer, in its
 * unstreamed form, as event `result`. A failure after the start is event `error`, with its status, detail and cost.
 *
 * @source design §3 (ours), WHATWG HTML §9.2
 */
export function streamAnswer(options: StreamAnswerOptions): Answer {
  const { explainFailure, limit, route, use } = options;
  const events = writeEvents(options);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const event = await limit.within(events.next()).catch((error: unknown) => ({
          done: undefined,
          error: explainFailure(error),
        }));
        if ('error' in event) {
          if (use === 'deployed') logFailure(event.error, route.path);
          const { status, detail } = toCallFailure(event.error, route.path, use);
          const failure = { status, detail, ...(await options.toFigures(event.error)) };
          controller.enqueue(encoder.encode(toEvent('error', JSON.stringify(failure))));
        } else if (event.done !== true) {
          controller.enqueue(encoder.encode(event.value));
          return;
        }
        limit.done();
        controller.close();
      },
      async cancel(reason) {
        limit.abort(reason);
        limit.done();
        await events.return();
      },
    },
    // Reads an item only when the stream wants one, so that a slow reader slows the handler instead of filling memory.
    { highWaterMark: 0 },
  );
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };
  return { status: 200, headers, body };
}

async function* writeEvents({ items, route, toBody }: StreamAnswerOptions): AsyncGenerator<string, void, undefined> {
  const collected: unknown[] = [];
  for await (const item of decodeBytes(items)) {
    collected.push(item);
    yield toEvent(null, JSON.stringify(item ?? null));
  }
  yield toEvent('result', await toBody(await checkAnswer(route, joinAnswer(collected))));
}

/** JSON contains no line breaks, so one `data` line is enough. */
function toEvent(name: string | null, json: string): string {
  return `${name === null ? '' : `event: ${name}\n`}data: ${json}\n\n`;
}
