import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { askBundle, exchangeWithBundle } from '../../../../src/service/hosting/bundles/call-bundle.ts';
import { createBackoff } from '../../../../src/service/hosting/bundles/create-backoff.ts';
import type { ChannelCall } from '../../../../src/service/hosting/calls/call-channel.ts';
import { createCallMarks } from '../../../../src/service/hosting/calls/call-marks.ts';
import { createKeepAliveAgent } from '../../../../src/service/hosting/calls/keep-alive-agent.ts';
import { AnswerTimeout } from '../../../../src/service/hosting/calls/send-request.ts';
import { HostingFailure, toFailureResponse } from '../../../../src/service/hosting/hosting-failure.ts';
import type { HostedAnswer } from '../../../../src/service/hosting/hosting.ts';
import type { RunningHost } from '../../../../src/service/hosting/processes/start-host-process.ts';
import { startHosting } from '../../../helpers/start-hosting.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const ANSWER: HostedAnswer = { status: 200, text: '{}', retryAfter: null };

/** A bundle whose process answers so over its channel; it is healthy when something listens on its socket. */
function createBundle(answer: (call: ChannelCall) => Promise<HostedAnswer>, socketPath = '/nowhere/socket') {
  const events: string[] = [];
  const exited = Promise.withResolvers<string>();
  const kill = () => {
    events.push('kill');
    exited.resolve('was stopped.');
  };
  const host: RunningHost = { socketPath, exited: exited.promise, takesClients: true, ask: answer, kill };
  const connections = createKeepAliveAgent();
  onTestFinished(() => connections.destroy());
  const options = {
    marks: createCallMarks(),
    process: {
      enter: () => (events.push('enter'), Promise.resolve(host)),
      leave: () => void events.push('leave'),
      renew: () => undefined,
      stop: () => Promise.resolve(),
    },
    backoff: createBackoff(() => 0),
    subject: 'the workflow of app "support"',
    connections,
    callTimeoutMs: 1500,
  };
  return { options, events, exit: exited.resolve };
}

async function startHealthy(): Promise<string> {
  const folder = await tempFolder();
  const server = createServer((_, response) => void response.end('ok'));
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await folder[Symbol.asyncDispose]();
  });
  await once(server.listen(folder.path('socket')), 'listening');
  return folder.path('socket');
}

const deployment = { id: 'd', app_id: 'a', app_name: 'support', artifact_sha256: 'x', url: null };
const questionOf = (signal = new AbortController().signal) => ({
  deployment,
  path: '/run',
  revisionId: 'r-1',
  body: '{"a":1}',
  signal,
});
const TIMED_OUT = new DOMException('late', 'TimeoutError');

describe('a question that fails', () => {
  test.each<[string, unknown, AbortSignal | undefined, object, string[]]>([
    [
      'ends a process that neither answers nor is healthy',
      new AnswerTimeout(),
      undefined,
      {
        status: 504,
        message:
          'The workflow of app "support" did not answer within 1.5 s. Its process no longer answers, so it was ended; the next call starts another.',
        hasEnded: true,
      },
      ['enter', 'kill', 'leave'],
    ],
    [
      'ends such a process for a caller with a shorter time limit, too',
      TIMED_OUT,
      AbortSignal.abort(TIMED_OUT),
      {
        status: 504,
        message: 'The workflow of app "support" stopped answering, so its process was ended.',
        hasEnded: true,
      },
      ['enter', 'kill', 'leave'],
    ],
    [
      'because its caller cancelled keeps the reason',
      new Error('cancelled'),
      AbortSignal.abort(new Error('enough')),
      { message: 'cancelled' },
      ['enter', 'leave'],
    ],
  ])('%s', async (_, error, signal, failure, seen) => {
    const { options, events } = createBundle(async () => await Promise.reject(error));
    await expect(askBundle(questionOf(signal), options)).rejects.toMatchObject(failure);
    expect(events).toEqual(seen);
  });

  test('leaves a process that is only slow running', async () => {
    const socketPath = await startHealthy();
    const late = createBundle(async () => await Promise.reject(new AnswerTimeout()), socketPath);
    await expect(askBundle(questionOf(), late.options)).rejects.toMatchObject({
      status: 504,
      message: 'The workflow of app "support" did not answer within 1.5 s.',
      hasEnded: false,
    });
    const abandoned = createBundle(async () => await Promise.reject(TIMED_OUT), socketPath);
    const question = questionOf(AbortSignal.abort(TIMED_OUT));
    await expect(askBundle(question, abandoned.options)).rejects.toBe(TIMED_OUT);
    expect([late.events, abandoned.events]).toEqual([
      ['enter', 'leave'],
      ['enter', 'leave'],
    ]);
  });

  test('says why its process ended', async () => {
    const cause = new Error('The process ended.');
    const { options, exit } = createBundle(async () => await Promise.reject(cause));
    exit('ended with exit code 7.');
    await expect(askBundle(questionOf(), options)).rejects.toMatchObject({
      status: 502,
      message: 'The workflow of app "support" failed in the middle of the call: its process ended with exit code 7.',
      hasEnded: true,
      cause,
    });
  });

  test('is counted out when the long answer of a client cannot be fetched', async () => {
    const { options, events, exit } = createBundle(() => Promise.resolve({ ...ANSWER, keptAs: 'k' }));
    exit('was stopped.');
    const toRequest = () => expect.unreachable();
    await expect(exchangeWithBundle({ ...questionOf(), traceparent: null, toRequest }, options)).rejects.toMatchObject({
      status: 502,
      message: 'The workflow of app "support" failed in the middle of the call: its process was stopped.',
    });
    expect(events).toEqual(['enter', 'leave']);
  });

  test('begins a back-off that a success ends', async () => {
    const { options } = createBundle(() => Promise.resolve(ANSWER));
    options.backoff.noteFailure('earlier');
    expect(await askBundle(questionOf(), options)).toBe(ANSWER);
    options.backoff.noteFailure('again');
    expect(options.backoff.remainingMs()).toBe(0);
  });

  describe('because its connection closed', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    test('waits three seconds for the reason', async () => {
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
});

test.each([
  [new HostingFailure(504, 'Too slow.'), 504, null, 'Too slow.'],
  [new HostingFailure(503, 'Busy.', { retryAfterSeconds: 0 }), 503, '0', 'Busy.'],
  [new Error('no'), 502, null, 'The workflow could not be called: no'],
  ['text', 502, null, 'The workflow could not be called: text'],
])('the failure %s answers %i, and says when to retry: %s', async (error, status, retryAfter, detail) => {
  const answer = toFailureResponse(error);
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
    status,
    retryAfter,
    { detail },
  ]);
});

describe('a bundle that misbehaves', () => {
  const MIDDLE = 'The workflow of app "support" failed in the middle of the call: its process ';
  test.each([
    ['exits', 'probe.mjs', '/exit', {}, 502, `${MIDDLE}ended with exit code 7. Its last lines: the reason is here`],
    [
      'never finishes its import',
      'never-ready.mjs',
      '/health',
      { startTimeoutMs: 300 },
      504,
      'Starting the workflow of app "support" timed out after 0.3 s.',
    ],
    [
      'does not start',
      'refuses-to-start.mjs',
      '/health',
      {},
      502,
      expect.stringMatching(
        /^Starting the workflow of app "support" failed: its process ended with exit code 1\. Its last lines: [^]*the model file is missing$/,
      ),
    ],
    [
      'exceeds its heap limit',
      'probe.mjs',
      '/memory',
      { memoryMb: 32 },
      502,
      expect.stringContaining('used more than 32 MB of heap, the most that wf gives a workflow'),
    ],
    [
      'exceeds its limit by buffers, which the heap does not count',
      'probe.mjs',
      '/buffers',
      { memoryMb: 32 },
      502,
      `${MIDDLE}used more than 288 MB of memory, the most that wf gives a workflow.`,
    ],
  ])('and %s is reported', async (_, bundle, path, limits, status, detail) => {
    await using host = await startHosting({ limits });
    const deployed = await host.deploy(bundle);
    const response = await host.call(deployed, path);
    expect([response.status, await response.json()]).toEqual([status, { detail }]);
    if (bundle === 'probe.mjs') expect((await host.call(deployed, '/health')).status).toBe(200);
  });

  test('and exits during an answer aborts its body', async () => {
    await using host = await startHosting();
    const response = await host.call(await host.deploy('probe.mjs'), '/cut');
    await expect(response.arrayBuffer()).rejects.toThrow();
  });
});
