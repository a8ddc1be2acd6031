import { createWebhookSender } from '../../src/service/webhooks/create-webhook-sender.ts';
import { TEST_SECRETS, type RunningService } from './start-service.ts';

export const START = Date.parse('2026-01-05T09:00:00.000Z');

interface Received {
  readonly headers: Headers;
  readonly body: string;
}

/** A receiver that answers with these statuses in turn, then with 204; and senders with a clock that tests move. */
export function receiveWebhooks(running: RunningService, ...answers: (number | Response)[]) {
  const received: Received[] = [];
  const problems: unknown[] = [];
  let instant = START;
  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    received.push({ headers: request.headers, body: await request.text() });
    const next = answers.shift() ?? 204;
    return next instanceof Response ? next : new Response(null, { status: next });
  };
  const open = (send = answer) =>
    createWebhookSender({
      store: running.store,
      secrets: TEST_SECRETS,
      fetch: send,
      now: () => new Date(instant),
      onProblem: (error) => void problems.push(error),
      everyMs: 2 ** 30,
      random: () => 0,
    });
  const types = () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
  const succeed = () => void answers.splice(0);
  return { received, problems, open, types, succeed, pass: (ms: number) => void (instant += ms) };
}
