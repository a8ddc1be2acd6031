import type { ConnectionLimits } from './connection-limits.ts';
import { type Environment, proxyFromEnv } from './proxy-from-env.ts';
import type { Transport, WireRequest } from './transport.ts';

export interface UndiciTransportOptions extends Partial<ConnectionLimits> {
  /** Environment with the proxy variables. @defaultValue `process.env` */
  readonly env?: Environment;
}

/**
 * Creates a transport over keep-alive connections, through the proxy that the environment names. Idle connections do
 * not keep the process running. undici is loaded with the first request.
 */
export function undiciTransport({
  env = process.env,
  connections = 64,
  connectTimeoutMs = 10_000,
}: UndiciTransportOptions = {}): Transport {
  const proxyFor = (url: URL) => proxyFromEnv(url, env);
  let sender: Promise<UndiciSender> | undefined;
  const send = async (request: WireRequest) => {
    const proxy = proxyFor(request.url);
    return (await (sender ??= openSender({ connections, connectTimeoutMs }))).send(request, proxy);
  };
  const close = async () => (await sender)?.close();
  return Object.assign(send, { proxyFor, close });
}

type UndiciSender = Awaited<ReturnType<typeof openSender>>;

async function openSender(limits: ConnectionLimits) {
  const { createUndiciSender } = await import('./create-undici-sender.ts');
  return createUndiciSender(limits);
}
