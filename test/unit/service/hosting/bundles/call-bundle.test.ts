import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ChannelCall } from '../../../../../src/service/hosting/calls/call-channel.ts';
import { createCallMarks } from '../../../../../src/service/hosting/calls/call-marks.ts';
import { createKeepAliveAgent } from '../../../../../src/service/hosting/calls/keep-alive-agent.ts';
import { AnswerTimeout } from '../../../../../src/service/hosting/calls/send-request.ts';
import type { HostedAnswer } from '../../../../../src/service/hosting/hosting.ts';
import { askBundle, exchangeWithBundle } from '../../../../../src/service/hosting/bundles/call-bundle.ts';
import { createBackoff } from '../../../../../src/service/hosting/bundles/create-backoff.ts';
import type { RunningHost } from '../../../../../src/service/hosting/processes/start-host-process.ts';

const ANSWER: HostedAnswer = { status: 200, text: '{}', retryAfter: null };

/** A bundle whose process answers so; nothing listens on its socket. */
function createBundle(answer: (call: ChannelCall) => Promise<HostedAnswer>) {
  const events: string[] = [];
  const asked: ChannelCall[] = [];
  const exited = Promise.withResolvers<string>();
  const host: RunningHost = {
    socketPath: '/nowhere/socket',
    exited: exited.promise,
    takesClients: true,
    ask: async (call) => {
      asked.push(call);
      return await answer(call);
    },
    kill: () => {
      events.push('kill');
      exited.resolve('was stopped.');
    },
  };
  const backoff = createBackoff(() => 0);
  backoff.noteFailure('earlier');
  const options = {
    marks: createCallMarks(),
    process: {
      enter: () => (events.push('enter'), Promise.resolve(host)),
      leave: () => void events.push('leave'),
      renew: () => undefined,
      stop: () => Promise.resolve(),
    },
    backoff,
    subject: 'the workflow of app "support"',
    connections: createKeepAliveAgent(),
    callTimeoutMs: 1500,
  };
  return { options, events, asked, exit: exited.resolve };
}

const deployment = { id: 'd', app_id: 'a', app_name: 'support', artifact_sha256: 'x', url: null };
const questionOf = (signal = new AbortController().signal) => ({
  deployment,
  path: '/run',
  revisionId: 'r-1',
  body: '{"a":1}',
  signal,
});

describe('a question of an evaluation', () => {
  test('is asked with its limits, and counts as a success', async () => {
    const { options, events, asked } = createBundle(() => Promise.resolve(ANSWER));
    const question = questionOf();
    expect(await askBundle(question, options)).toBe(ANSWER);
    const { signal } = question;
    expect(asked).toEqual([{ path: '/run', body: '{"a":1}', revisionId: 'r-1', signal, timeoutMs: 1500 }]);
    expect(events).toEqual(['enter', 'leave']);
    options.backoff.noteFailure('again');
    expect(options.backoff.remainingMs()).toBe(0);
  });

  test('fails with the reason why its process ended', async () => {
    const cause = new Error('The process ended.');
    const { options, events, exit } = createBundle(async () => await Promise.reject(cause));
    exit('ended with exit code 7.');
    await expect(askBundle(questionOf(), options)).rejects.toMatchObject({
      status: 502,
      message: 'The workflow of app "support" failed in the middle of the call: its process ended with exit code 7.',
      hasEnded: true,
      cause,
    });
    expect(events).toEqual(['enter', 'leave']);
  });

  test('ends a process that neither answers nor is healthy', async () => {
    const { options, events } = createBundle(async () => await Promise.reject(new AnswerTimeout()));
    await expect(askBundle(questionOf(), options)).rejects.toMatchObject({
      status: 504,
      message:
        'The workflow of app "support" did not answer within 1.5 s. Its process no longer answers, so it was ended; the next call starts another.',
      hasEnded: true,
    });
    expect(events).toEqual(['enter', 'kill', 'leave']);
  });

  test('that its caller cancelled fails with the reason', async () => {
    const reason = new Error('enough');
    const { options, events } = createBundle(async () => await Promise.reject(new Error('cancelled')));
    await expect(askBundle(questionOf(AbortSignal.abort(reason)), options)).rejects.toThrow('cancelled');
    expect(events).toEqual(['enter', 'leave']);
  });

  test('that timed out at its caller ends a process that is not healthy', async () => {
    const reason = new DOMException('late', 'TimeoutError');
    const { options, events } = createBundle(async () => await Promise.reject(reason));
    await expect(askBundle(questionOf(AbortSignal.abort(reason)), options)).rejects.toMatchObject({
      status: 504,
      message: 'The workflow of app "support" stopped answering, so its process was ended.',
      hasEnded: true,
    });
    expect(events).toEqual(['enter', 'kill', 'leave']);
  });
});

describe('a process that closes the connection', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('has three seconds to end', async () => {
    const { options } = createBundle(async () => await Promise.reject(new Error('ECONNRESET')));
    const asked = askBundle(questionOf(), options).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(3000);
    expect(await asked).toMatchObject({
      status: 502,
      message: 'The workflow of app "support" failed in the middle of the call: its process closed the connection.',
    });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a client's short call", () => {
  const exchangeOf = (more: object = {}) => ({
    ...questionOf(),
    traceparent: 'trace',
    toRequest: () => ({ method: 'POST', headers: new Headers(), signal: new AbortController().signal, body: null }),
    ...more,
  });

  test('names its client, and the lines that it writes', async () => {
    const { options, events, asked } = createBundle(() => Promise.resolve(ANSWER));
    const origin = { requestId: 'r' } as never; // only passed on
    expect(await exchangeWithBundle(exchangeOf({ origin }), options)).toBe(ANSWER);
    expect(await exchangeWithBundle(exchangeOf(), options)).toBe(ANSWER);
    expect(asked.map(({ client }) => client)).toStrictEqual([
      { traceparent: 'trace', mark: '1' },
      { traceparent: 'trace' },
    ]);
    expect(options.marks.find('1')).toBe(origin);
    expect(events).toEqual(['enter', 'leave', 'enter', 'leave']);
  });

  test('whose long answer cannot be fetched fails', async () => {
    const { options, events, exit } = createBundle(() => Promise.resolve({ ...ANSWER, keptAs: 'k' }));
    exit('was stopped.');
    await expect(exchangeWithBundle(exchangeOf(), options)).rejects.toMatchObject({
      status: 502,
      message: 'The workflow of app "support" failed in the middle of the call: its process was stopped.',
    });
    expect(events).toEqual(['enter', 'leave']);
  });
});

test('a process that does not start fails the call with its own error', async () => {
  const { options } = createBundle(() => Promise.resolve(ANSWER));
  const process = { ...options.process, enter: async () => await Promise.reject(new Error('no memory')) };
  await expect(askBundle(questionOf(), { ...options, process })).rejects.toThrow('no memory');
});
