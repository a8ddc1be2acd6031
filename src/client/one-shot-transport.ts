import type { Agent, ClientRequest, IncomingMessage } from 'node:http';
import { type Environment, proxyFromEnv } from './proxy-from-env.ts';
import { exchangeOverSocket, fitsSocket } from './socket-exchange.ts';
import { flattenHeaders, type Transport, type WireRequest, type WireResponse } from './transport.ts';

export interface OneShotTransportOptions {
  /** Where the proxy variables are read. @defaultValue `process.env` */
  readonly env?: Environment;
  /** First requests without TLS that get a connection each, which costs less than what keeps one alive. @defaultValue 3 */
  readonly ownConnections?: number;
}

/**
 * Carries the few requests of a short command: the first ones over sockets of their own, where that will do, all else over
 * `node:http`.
 *
 * @remarks `process.getBuiltinModule`, because an ESM `import` of `node:http` reads its every export, lazy ones too, and
 * costs about 20 ms; undici costs 55. Idle connections do not hold the process.
 */
export function oneShotTransport({ env = process.env, ownConnections = 3 }: OneShotTransportOptions = {}): Transport {
  const proxyFor = (url: URL) => proxyFromEnv(url, env);
  const openAgent = rememberAgents(proxyFor);
  let sent = 0;
  const send = (request: WireRequest) => {
    const { method, url, body } = request;
    const whole = { ...request, headers: withLength(request.headers, method, body) };
    sent += 1;
    if (sent <= ownConnections && fitsSocket(whole) && proxyFor(url) === null) return exchangeOverSocket(whole);
    return exchangeOverHttp(whole, openAgent(url));
  };
  const close = async () => openAgent.destroyAll();
  return Object.assign(send, { proxyFor, close });
}

function exchangeOverHttp({ url, body, ...options }: WireRequest, agent: Agent): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    const request = moduleFor(url).request(url, { ...options, agent }, (message) => resolve(toWireResponse(message)));
    request.on('error', reject);
    end(request, body);
  });
}

function moduleFor(url: URL) {
  return process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');
}

function rememberAgents(proxyFor: (url: URL) => URL | null) {
  const agents = new Map<string, Agent>();
  const openAgent = (url: URL) => {
    const known = agents.get(url.origin);
    if (known !== undefined) return known;
    const proxy = proxyFor(url)?.href;
    const proxyEnv = proxy === undefined ? {} : { proxyEnv: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } };
    const agent = new (moduleFor(url).Agent)({ keepAlive: true, ...proxyEnv });
    agents.set(url.origin, agent);
    return agent;
  };
  return Object.assign(openAgent, { destroyAll: () => agents.forEach((agent) => agent.destroy()) });
}

function withLength(headers: WireRequest['headers'], method: string, body: WireRequest['body']) {
  if (body === null && (method === 'GET' || method === 'HEAD')) return { ...headers };
  return { ...headers, 'content-length': String(body === null ? 0 : Buffer.byteLength(body)) };
}

function end(request: ClientRequest, body: WireRequest['body']): void {
  if (body === null) request.end();
  else request.end(body);
}

function toWireResponse(message: IncomingMessage): WireResponse {
  return { status: message.statusCode ?? 0, headers: flattenHeaders(message.headers), body: message };
}
