import { Agent, type IncomingMessage, request as requestOpenly } from 'node:http';
import type { Socket } from 'node:net';
import { urlToHttpOptions } from 'node:url';
import { BugError } from '../../foundation/errors/wf-error.ts';
import { type Environment, proxyFromEnv } from './proxy-from-env.ts';
import {
  type ConnectionLimits,
  flattenHeaders,
  type Transport,
  type WireRequest,
  type WireResponse,
} from './transport.ts';

export interface HttpTransportOptions extends Partial<ConnectionLimits> {
  /** Environment with the proxy variables. @defaultValue `process.env` */
  readonly env?: Environment;
}

/**
 * Creates a transport over keep-alive connections, through the proxy that the environment names. Idle connections do
 * not keep the process running.
 *
 * @source docs/decisions/2026-11-26-node-sends-the-requests.md
 */
export function httpTransport({
  env = process.env,
  connections = 64,
  connectTimeoutMs = 10_000,
}: HttpTransportOptions = {}): Transport {
  const limits = { connections, connectTimeoutMs };
  const proxyFor = (url: URL) => proxyFromEnv(url, env);
  const direct = createSender(limits);
  let proxies: Promise<Sender> | undefined;
  const send = async (request: WireRequest) => {
    const proxy = proxyFor(request.url);
    if (proxy === null) return await direct.send(request);
    return await (await (proxies ??= openProxies(limits))).send(request, proxy);
  };
  const close = async () => {
    direct.close();
    await (await proxies)?.close();
  };
  return Object.assign(send, { proxyFor, close });
}

type Sender = Awaited<ReturnType<typeof openProxies>>;

/** Few machines need a proxy, and undici takes longer to load than all else that a short command loads. */
async function openProxies(limits: ConnectionLimits) {
  const { createProxySender } = await import('./create-proxy-sender.ts');
  return createProxySender(limits);
}

/** Idle connections are closed after this time, sooner than services close them: a request must not meet the end of one. */
const MAX_IDLE_MS = 4000;

function createSender({ connections, connectTimeoutMs }: ConnectionLimits) {
  const options = { keepAlive: true, maxSockets: connections, timeout: MAX_IDLE_MS, ALPNProtocols: ['http/1.1'] };
  const agents = new Map<string, Agent>();
  let isClosed = false;
  const agentFor = (protocol: string): Agent => {
    const agent = agents.get(protocol) ?? new (protocol === 'https:' ? loadHttps().Agent : Agent)(options);
    agents.set(protocol, agent);
    return agent;
  };
  return {
    send: async (wire: WireRequest): Promise<WireResponse> => {
      if (isClosed) throw new BugError('The transport is closed.');
      return await exchange(wire, agentFor(wire.url.protocol), connectTimeoutMs);
    },
    close: () => {
      isClosed = true;
      for (const agent of agents.values()) agent.destroy();
    },
  };
}

async function exchange(wire: WireRequest, agent: Agent, connectTimeoutMs: number): Promise<WireResponse> {
  const { url, method, body, signal } = wire;
  // Node sends no length with a body that it does not expect, as that of a DELETE.
  const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) };
  // A name and a password in the address are not sent.
  const options = {
    ...urlToHttpOptions(url),
    auth: null,
    agent,
    method,
    signal,
    headers: { ...wire.headers, ...length },
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = url.protocol === 'https:' ? loadHttps().request(options) : requestOpenly(options);
    // Sent only now: a failed handshake would otherwise be reported as a failed write.
    request.once('socket', (socket) => connected(socket, connectTimeoutMs, () => request.end(body ?? undefined)));
    request.once('response', resolve).on('error', reject);
  });
  // A response has a status.
  return { status: response.statusCode ?? 0, headers: flattenHeaders(response.headersDistinct), body: response };
}

/** Loads cryptography only for the services that need it. */
function loadHttps() {
  return process.getBuiltinModule('node:https');
}

/** Opens a connection within its own time limit; the time limit of the request is the caller's. */
function connected(socket: Socket, timeoutMs: number, then: () => void): void {
  if (!socket.connecting) return then();
  const error = Object.assign(new Error('Connecting took too long'), { code: 'ETIMEDOUT' });
  const timer = setTimeout(() => socket.destroy(error), timeoutMs);
  socket.once('close', () => clearTimeout(timer));
  socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
    clearTimeout(timer);
    then();
  });
}
