import { describe, expect, test, vi } from 'vitest';
import type { Client } from '../../../../src/client/create-client.ts';
import type { EvaluationProgress, WatchEvent } from '../../../../src/contract/evaluations/evaluation-progress.ts';
import { ServiceError, UserError } from '../../../../src/foundation/errors/wf-error.ts';
import {
  abandonedAfter,
  poll,
  waitForEvaluations,
  waitMsAfter,
  watchEvaluation,
} from '../../../../src/use-cases/evaluations/watch-evaluations.ts';
import { evaluationOf } from '../../../helpers/evaluation-records.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const ENDED = evaluationOf();
const [ONE, TWO] = [
  { ...ENDED, id: 'one' },
  { ...ENDED, id: 'two' },
];

/** Waits for evaluations of a service; notes what is reported. */
function waiting(methods: Partial<Client>, signal?: AbortSignal) {
  const events: WatchEvent[] = [];
  const { client } = fakeClient({
    getEvaluation: async ({ evaluation_id }) => ({ ...ENDED, id: evaluation_id }),
    ...methods,
  });
  const onEvent = (event: WatchEvent) => void events.push(event);
  return { events, options: { client, onEvent, abandonedAfterMs: 0, ...(signal === undefined ? {} : { signal }) } };
}

const unreachable = new ServiceError({
  code: 'WF_UNREACHABLE',
  status: 502,
  requestId: 'r-1',
  details: { x: 1 },
  message: 'The service is gone.',
});

/** The evaluation that is named ends; any other cannot be asked for. */
const endsOnly = (id: string): Partial<Client> => ({
  extensions: async () => null,
  getEvaluationStatus: async ({ evaluation_id }) => {
    if (evaluation_id !== id) throw unreachable;
    return { status: ENDED.status };
  },
});

test('ended evaluations are reported in their order', async () => {
  const { events, options } = waiting({ getEvaluationStatus: async () => ({ status: ENDED.status }) });
  expect(await waitForEvaluations([ONE, TWO], options)).toEqual([ONE, TWO]);
  expect(events.map((event) => [event.type, event.evaluation_id])).toEqual([
    ['evaluation-end', 'one'],
    ['evaluation-end', 'two'],
  ]);
});

test.each([
  [{ type: 'status', value: 'EVALUATION_FAILED', error: { message: 'Boom' } }, 'EVALUATION_FAILED', 'Boom'],
  [{ type: 'status', value: 'EVALUATION_FINISHED', error: null }, 'EVALUATION_FINISHED', null],
  [{ type: 'status', value: { done: true } }, '{"done":true}', null],
])('the end %j is reported with its status and the reason of a failure', async (status, shown, error) => {
  const { events, options } = waiting({
    getEvaluationStatus: async () => ({ status: ENDED.status }),
    getEvaluation: async () => ({ ...ONE, variant_names: ['formal', 'short'], status }),
  });
  await waitForEvaluations([ONE], options);
  expect(events).toEqual([
    { type: 'evaluation-end', evaluation_id: 'one', variant: 'formal, short', status: shown, error },
  ]);
});

test('a service that is gone leaves one evaluation running', async () => {
  const { options } = waiting(endsOnly(''));
  await expect(waitForEvaluations([ONE], options)).rejects.toMatchObject({
    code: 'WF_UNREACHABLE',
    status: 502,
    requestId: 'r-1',
    details: { x: 1 },
    cause: unreachable,
    message: 'The evaluation one was started, but following failed: The service is gone.',
    nextSteps: ['wf eval watch one'],
  });
});

test.each([
  ['resume what is left', true, 'Finished rows are stored.', 'resume'],
  ['watch what runs on at another service', false, 'The evaluation runs on.', 'watch'],
])('an interrupted wait says how to %s', async (_, isOurs, text, command) => {
  const controller = new AbortController();
  controller.abort(new Error('Ctrl-C'));
  const { options } = waiting(endsOnly(''), controller.signal);
  const client = isOurs ? { ...options.client, require: async () => undefined } : options.client;
  await expect(waitForEvaluations([ONE, TWO], { ...options, client })).rejects.toMatchObject({
    code: 'WF_INTERRUPTED',
    message: `Interrupted. ${text}`,
    nextSteps: [`wf eval ${command} one`, `wf eval ${command} two`],
  });
});

test('a wait whose time is up says so', async () => {
  const controller = new AbortController();
  controller.abort(new UserError({ code: 'WF_TIMEOUT', message: 'It took 3 s.' }));
  const { options } = waiting(endsOnly(''), controller.signal);
  await expect(waitForEvaluations([ONE], options)).rejects.toMatchObject({
    code: 'WF_TIMEOUT',
    message: 'It took 3 s. The evaluation runs on.',
    nextSteps: ['wf eval watch one'],
  });
  await expect(watchEvaluation(ONE, options)).rejects.toMatchObject({
    code: 'WF_TIMEOUT',
    message: 'It took 3 s.',
    nextSteps: ['wf eval watch one'],
  });
});

test.each([
  [null, 2000],
  ['https://host', 20_000],
])('with the service %s, an evaluation may be without a process for %i ms', (url, ms) => {
  expect(abandonedAfter(url)).toBe(ms);
});

const progressOf = (status: string) =>
  ({
    type: 'evaluation-progress',
    evaluation_id: 'one',
    status: { type: 'status', value: status },
  }) as EvaluationProgress;

/** Follows an evaluation of a service that reports these, and then what `rest` does. */
function following(statuses: readonly string[], rest: (signal: AbortSignal) => Promise<void>, ms = 5) {
  const told = progressOf('EVALUATION_INTERRUPTED');
  const ours = {
    async *followEvaluation(_: unknown, { signal }: { readonly signal: AbortSignal }) {
      yield* statuses.map(progressOf);
      await rest(signal);
    },
    getEvaluationProgress: async () => told,
  };
  const { events, options } = waiting({ extensions: async () => ours as never });
  return { events, told, watching: watchEvaluation(ONE, { ...options, abandonedAfterMs: ms }) };
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

test('an evaluation is followed to its end, with its progress', async () => {
  const { events, watching } = following(['EVALUATION_STARTED', 'EVALUATION_FINISHED'], async () => undefined);
  expect(await watching).toEqual(ONE);
  expect(events).toEqual([
    progressOf('EVALUATION_STARTED'),
    progressOf('EVALUATION_FINISHED'),
    expect.objectContaining({ type: 'evaluation-end', evaluation_id: 'one' }),
  ]);
});

test('an evaluation that no process runs for a while is left, with its last progress', async () => {
  const { events, told, watching } = following(['EVALUATION_STARTED', 'EVALUATION_INTERRUPTED'], untilAborted);
  expect(await watching).toEqual(ONE);
  expect(events.at(-2)).toEqual(told);
});

test('an evaluation that a process has taken again is not left', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const wasLeft: boolean[] = [];
    const rest = async (signal: AbortSignal) => {
      vi.advanceTimersByTime(60_000);
      wasLeft.push(signal.aborted);
    };
    await following(['EVALUATION_INTERRUPTED', 'EVALUATION_STARTED'], rest).watching;
    await following(['EVALUATION_STARTED', 'EVALUATION_INTERRUPTED'], rest).watching;
    expect(wasLeft).toEqual([false, true]);
  } finally {
    vi.useRealTimers();
  }
});

describe('polling', () => {
  test.each([
    [0, 20],
    [400, 20],
    [500, 25],
    [20_000, 1000],
    [60_000, 1000],
  ])('after %i ms, the next question follows in %i ms', (passedMs, waitMs) => {
    expect(waitMsAfter(passedMs)).toBe(waitMs);
  });

  test("an abort ends the wait with the signal's reason", async () => {
    const controller = new AbortController();
    const reason = new Error('The person left.');
    const polling = poll({
      ask: () => Promise.resolve(controller.abort(reason)),
      isDone: () => false,
      signal: controller.signal,
    });
    await expect(polling).rejects.toBe(reason);
  });
});
