import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { CALL_TIME, REQUEST_HEADERS } from '../../../src/foundation/sizes.ts';
import { WAIT_LIMITS, type WaitLimits } from '../../../src/http/connection-limits.ts';
import { serveHttp, type ServeHttpOptions } from '../../../src/http/serve-http.ts';
import { createWorkflowApp, DEFAULT_CALL_TIMEOUT_MS } from '../../../src/runtime/app/create-workflow-app.ts';
import { route } from '../../../src/sdk/index.ts';
import { HOSTING_LIMITS } from '../../../src/service/hosting/bundles/hosting-options.ts';
import { callWorkflow } from '../call-workflow.ts';
import { startHosting } from '../start-hosting.ts';
import { startHttpServer } from '../start-http-server.ts';
import { type Probe, refusedBy, type Refused } from './probe.ts';

const SHORT_MS = 20;
/** Longer than a busy machine takes from a connection to its first bytes: a silent one is closed without an answer. */
const ARRIVAL_MS = 500;

/** Limits on headers and on waits, which are as long as here only in tests. */
export const WAIT_PROBES = {
  async REQUEST_HEADERS() {
    const send = async (bytes: number) =>
      await answerTo(`GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx: ${'x'.repeat(bytes)}\r\n\r\n`);
    expect((await send(REQUEST_HEADERS.most - 200)).by).toBe('200');
    const { by, words } = await send(REQUEST_HEADERS.most);
    return { by, words: `${REQUEST_HEADERS.most}: ${words}` };
  },
  FIRST_REQUEST: async () =>
    withTime(await answerTo('GET / HTTP/1.1\r\n', { firstRequestMs: ARRIVAL_MS }), WAIT_LIMITS.firstRequestMs),
  SLOW_BODY: async () =>
    withTime(
      await answerTo('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nx', { bodyMs: SHORT_MS }),
      WAIT_LIMITS.bodyMs,
    ),
  async UNTAKEN_ANSWER() {
    const ended = Promise.withResolvers<void>();
    const endless = () => new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(65_536)) });
    const fetch: ServeHttpOptions['fetch'] = (_, caller) => {
      caller.onEnd(ended.resolve);
      return new Response(endless());
    };
    await using server = await serveHttp({ graceMs: 0, fetch, waits: { stalledMs: ARRIVAL_MS } });
    const socket = connect(server.port ?? 0, '127.0.0.1').on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await ended.promise;
    socket.destroy();
    return withTime({ by: 'the', words: '' }, WAIT_LIMITS.stalledMs);
  },
  async CALL_TIME() {
    const slow = route('/slow', {}, async () => await new Promise<never>(() => undefined));
    const app = createWorkflowApp({ slow }, { callTimeoutMs: SHORT_MS });
    const { status, body } = await callWorkflow(app, '/run/slow', {});
    expect(DEFAULT_CALL_TIMEOUT_MS).toBe(CALL_TIME.most * 1000);
    return withTime({ by: String(status), words: JSON.stringify(body) }, DEFAULT_CALL_TIMEOUT_MS);
  },
  async CALL_SILENCE() {
    await using host = await startHosting({ limits: { callTimeoutMs: SHORT_MS } });
    await using silent = await startHttpServer(() => {});
    const workflow = { id: 'd', app_id: 'a', app_name: 'support', artifact_sha256: null, url: silent.url };
    return withTime(await refusedBy(await host.call(workflow, '/run')), HOSTING_LIMITS.callTimeoutMs);
  },
  async BUNDLE_START() {
    await using host = await startHosting({ limits: { startTimeoutMs: SHORT_MS } });
    const refused = await refusedBy(await host.call(await host.deploy('never-ready.mjs'), '/run'));
    return withTime(refused, HOSTING_LIMITS.startTimeoutMs);
  },
} satisfies Record<string, Probe>;

/** Sends a request as it is typed, and reads until the connection ends. */
async function answerTo(request: string, waits: Partial<WaitLimits> = {}): Promise<Refused> {
  const fetch = async (received: Request) => new Response(await received.text());
  await using server = await serveHttp({ graceMs: 0, fetch, waits: { ...waits, sweepMs: 5 } });
  const socket = connect(server.port ?? 0, '127.0.0.1').on('error', () => {});
  socket.write(request);
  const words = await text(socket);
  return { by: /^HTTP\/1.1 (\d+)/.exec(words)?.[1] ?? '', words };
}

/** Adds the usual time, which no answer to a shortened wait tells. */
function withTime({ by, words }: Refused, usualMs: number): Refused {
  return { by, words: `${words} ${usualMs / 1000} s` };
}
