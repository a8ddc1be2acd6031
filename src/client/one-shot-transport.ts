import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { type Environment, proxyFromEnv } from './proxy-from-env.ts';
import { flattenHeaders, type Transport, type WireRequest, type WireResponse } from './transport.ts';

export interface OneShotTransportOptions {
  /** Where the proxy variables are read. @defaultValue `process.env` */
  readonly env?: Environment;
}

/**
 * Carries the few requests of a short command over `node:http`.
 *
 * @remarks `process.getBuiltinModule`, because an ESM `import` of `node:http` reads its every export, lazy ones too, and
 * costs about 20 ms; undici costs 55. Idle connections do not hold the process.
 */
export function oneShotTransport({ env = process.env }: OneShotTransportOptions = {}): Transport {
  const proxyFor = (url: URL) => proxyFromEnv(url, env);
  const openAgent = rememberAgents(proxyFor);
  const send = ({ method, url, headers, body, signal }: WireRequest) =>
    new Promise<WireResponse>((resolve, reject) => {
      const options = { method, headers: withLength(headers, method, body), signal, agent: openAgent(url) };
      const request = moduleFor(url).request(url, options, (message) => resolve(toWireResponse(message)));
      request.on('error', reject);
      end(request, body);
    });
  const close = async () => openAgent.destroyAll();
  return Object.assign(send, { proxyFor, close });
}

function moduleFor(url: URL) {
  return process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');
}

function rememberAgents(proxyFor: (url: URL) => URL | null) {
  const agents = new Map<string, NonNullable<Exclude<RequestOptions['agent'], boolean>>>();
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
