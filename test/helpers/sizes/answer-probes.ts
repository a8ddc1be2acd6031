import type { RequestListener, ServerResponse } from 'node:http';
import {
  ANSWER,
  ANSWER_HEADERS,
  ANSWER_HEADERS_LENGTH,
  CHANNEL_MESSAGE,
  CHANNEL_VALUES,
  UNDECLARED_ANSWER,
} from '../../../src/foundation/sizes.ts';
import { BUILT_SCRIPTS } from '../built-scripts.ts';
import { startHosting } from '../start-hosting.ts';
import { startHttpServer } from '../start-http-server.ts';
import { type Probe, refusedBy, type Refused } from './probe.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** Limits on answers of workflows. */
export const ANSWER_PROBES = {
  ANSWER: () => answerOf((response) => response.writeHead(200, { 'content-length': ANSWER.most + 1 }).flushHeaders()),
  UNDECLARED_ANSWER: () => answerOf((response) => sendJson(response, UNDECLARED_ANSWER.most + 1)),
  WORKFLOW_ANSWERS: () => answerOf((response) => sendJson(response, UNDECLARED_ANSWER.most), [1]),
  HELD_ANSWERS: () => answerOf((response) => sendJson(response, UNDECLARED_ANSWER.most), [0, 1, 1, 1]),
  ANSWER_HEADERS: () => answerOf((response) => sendHeaders(response, ANSWER_HEADERS.most + 1, 1)),
  ANSWER_HEADERS_LENGTH: () => answerOf((response) => sendHeaders(response, 1, ANSWER_HEADERS_LENGTH.most)),
  CHANNEL_MESSAGE: () => messageOf(CHANNEL_MESSAGE.most / '[],'.length),
  CHANNEL_VALUES: () => messageOf(CHANNEL_VALUES.most),
} satisfies Record<string, Probe>;

/** Calls a bundle that sends a message of that many lists to the service, while another call of it waits. */
async function messageOf(lists: number): Promise<Refused> {
  await using host = await startHosting({ hostScript: BUILT_SCRIPTS.hostScript });
  const deployment = await host.deploy('hostile.mjs');
  const { signal } = new AbortController();
  const asked = host.hosting.ask({ deployment, path: '/run', body: '{}', revisionId: null, signal });
  const refused = await refusedBy(await host.call(deployment, `/send-lists?target=${Math.ceil(lists)}`));
  await asked;
  return refused;
}

function sendJson(response: ServerResponse, bytes: number): void {
  response.writeHead(200, JSON_TYPE).write('"'.padEnd(bytes, 'x'));
  response.end();
}

function sendHeaders(response: ServerResponse, count: number, length: number): void {
  for (let index = 0; index < count; index += 1) response.setHeader(`x-own-${index}`, 'a'.repeat(length));
  response.end();
}

/**
 * Calls a self-hosted workflow that answers so.
 *
 * @param unread - numbers of calls before it whose answers nobody reads, to it and to others
 */
async function answerOf(answer: (response: ServerResponse) => void, unread: readonly number[] = []): Promise<Refused> {
  const listen: RequestListener = (_, response) => answer(response);
  await using host = await startHosting();
  await using servers = new AsyncDisposableStack();
  const start = async () => servers.use(await startHttpServer(listen)).url;
  const call = async (url: string) =>
    await host.call({ id: 'd', app_id: 'a', app_name: 'support', artifact_sha256: null, url }, '/run');
  const own = await start();
  const held: Response[] = [];
  for (const [index, count] of unread.entries()) {
    const url = index === 0 ? own : await start();
    for (let calls = 0; calls < count; calls += 1) held.push(await call(url));
  }
  const refused = await refusedBy(await call(own));
  for (const { body } of held) await body?.cancel();
  return refused;
}
